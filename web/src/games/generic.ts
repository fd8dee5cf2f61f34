/** A game that the table knows only by its data: words and orders come from the server. */
import type { GameInfo, Piece, Text } from '../lib/types'
import type { Grade, HexGame } from './game'
import { ordersBy, readPlan } from './reading'
import { orderTitle } from './titles'

const plain = (word: string): Text => ({ it: word, en: word })

/** Results usually begin with the letter of the side that pays. */
function gradeBySign(result: string): Grade {
  if (/^D/.test(result)) return /^(DE|De)/.test(result) ? 3 : 2
  if (/^A/.test(result)) return /^(AE|Ae)/.test(result) ? -3 : -2
  return 0
}

export function genericGame(info: GameInfo): HexGame {
  const words = info.words ?? {}
  const nations = words['nation'] ?? {}
  return {
    slug: info.slug,
    sides: Object.fromEntries(
      info.sides.map((side) => [
        side,
        { name: words['side']?.[side] ?? plain(side), nation: nations[side]?.en ?? side },
      ]),
    ),
    levels: [],
    titles: words['decision'] ?? {},
    ends: {},
    blurb: null,
    bases: false,
    guided: false,
    firstSide: info.sides[0] ?? '',
    tones: { concede: 'grave', resign: 'grave', surrender: 'grave' },
    strikes: ['attack', 'fire', 'bombard', 'air-strike'],
    seldom: ['destroy'],
    marks: {},
    plan: (offers, around) =>
      readPlan(offers, {
        specs: info.orders ?? {},
        title: (kind) => words['order']?.[kind] ?? orderTitle(kind),
        around,
        words: words['word'],
      }),
    orders: ordersBy(info.orders ?? {}),
    price: ({ cost, road }) => (road ? `${cost}+${road}` : String(cost)),
    grade: gradeBySign,
    result: (result) => words['word']?.[result] ?? plain(result),
    groups: () => null,
    formation: (_piece: Piece) => '',
  }
}
