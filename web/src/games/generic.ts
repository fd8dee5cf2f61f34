/** What the table knows of a game: its words, and what its `about` says of how it is shown. */
import { points } from '../lib/format'
import type { GameInfo, Text } from '../lib/types'
import type { Grade, HexGame } from './game'
import { ordersBy, readPlan } from './reading'
import { orderTitle } from './titles'

const plain = (word: string): Text => ({ it: word, en: word })

export function genericGame(info: GameInfo): HexGame {
  const { words, about } = info
  const of = (table: string, id: string): Text | undefined => words[table]?.[id]
  const known = new Set([...info.sides, ...Object.keys(about.nations)])
  return {
    slug: info.slug,
    sides: Object.fromEntries(
      [...known].map((side) => [
        side,
        { name: of('side', side) ?? plain(side), nation: about.nations[side] ?? side },
      ]),
    ),
    levels: about.level.map(({ id, short, grade }) => ({
      id,
      name: of('level', id) ?? of('word', id) ?? short,
      short,
      grade: grade as Grade,
    })),
    titles: words['decision'] ?? {},
    ends: words['end'] ?? {},
    about,
    title: (kind) => orderTitle(kind, words['order']),
    plan: (offers, around) =>
      readPlan(offers, {
        specs: info.orders,
        title: (kind) => orderTitle(kind, words['order']),
        around,
        words: words['word'],
      }),
    orders: ordersBy(info.orders),
    price: ({ cost, road }) =>
      about.halves ? points(cost) : road ? `${cost}+${road}` : String(cost),
    grade: (result) => (about.grades[result] ?? 0) as Grade,
    result: (result) => of('word', result) ?? plain(result),
  }
}
