/** What the table knows of a game: its words, and what its `about` says of how it is shown. */
import { points } from '../lib/format'
import type { GameInfo, Text } from '../lib/types'
import { nationOf, type Nation } from '../counters/nations'
import { orderTitle } from './titles'

export type About = GameInfo['about']

/** How good a result is for the attacker: 3 best, 0 even, -3 worst. */
export type Grade = -3 | -2 | -1 | 0 | 1 | 2 | 3

export interface TableGame {
  slug: string
  sides: Readonly<Record<string, { name: Text; nation: string }>>
  /** Victory levels from the worst to the best for the first named side, with its colour class. */
  levels: readonly { id: string; name: Text; short: Text; grade: Grade; side: string }[]
  /** A short title for each decision of the sequence of play. */
  titles: Readonly<Record<string, Text>>
  /** What the button that ends a decision says, where it does not end a phase. */
  ends: Readonly<Record<string, Text>>
  /** How it is introduced and shown, and how its choices are offered. */
  about: About
  /** The colours of a nation. */
  colours(nation: string): Nation
  /** What an order is called on its button. */
  title(kind: string): Text
  /** A price of movement as players write it. */
  price(cost: number): string
  grade(result: string): Grade
  /** What a result is called in words; the sign itself if it needs none. */
  result(result: string): Text
  /** What the state of a piece is called; null if it has no words. */
  state(state: string): Text | null
}

const plain = (word: string): Text => ({ it: word, en: word })

const GRADES: readonly Grade[] = [-3, -2, -1, 0, 1, 2, 3]
export const gradeOf = (n: number): Grade => GRADES.find((grade) => grade === n) ?? 0
export const opposite = (grade: Grade): Grade => gradeOf(-grade)

function tableGame(info: GameInfo): TableGame {
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
    levels: about.level.map(({ id, short, grade, side }) => ({
      id,
      name: of('level', id) ?? of('word', id) ?? short,
      short,
      grade: gradeOf(grade),
      side,
    })),
    titles: words['decision'] ?? {},
    ends: words['end'] ?? {},
    about,
    colours: (nation) => nationOf(info.palette, nation),
    title: (kind) => orderTitle(kind, words['order']),
    price: (cost) => (about.halves ? points(cost) : String(cost)),
    grade: (result) => gradeOf(about.grades[result] ?? 0),
    result: (result) => of('word', result) ?? plain(result),
    state: (state) => of('word', state) ?? null,
  }
}

const made = new Map<string, TableGame>()

/** The table's knowledge of a game. */
export function gameOf(info: GameInfo | undefined): TableGame | null {
  if (!info) return null
  let game = made.get(info.slug)
  if (!game) {
    game = tableGame(info)
    made.set(info.slug, game)
  }
  return game
}
