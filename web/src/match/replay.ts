/** What a replay shows of a game that was played: where turns begin, which battles were fought, what moved. */
import { begins, type Tells } from '../games/tells'
import { isString, namesIn } from '../lib/guards'
import type { EventLine, LogEntry, Piece, ReplayFrame } from '../lib/types'
import { motionsOf, type Motion } from './motions'
import { columnOf, placesOf } from './rolls'

export interface Marks {
  turns: { turn: number; n: number }[]
  battles: { n: number; good: boolean; result: string }[]
  /** The orders in which somebody fought. */
  fights: number[]
}

/** The numbers of the orders with which turns began, up to the latest turn, in which dice or odds decided something, or battles were fought. */
export function marksOf(
  log: readonly LogEntry[],
  grade: (result: string) => number,
  tells: Tells,
  latest: number,
): Marks {
  const marks: Marks = { turns: [], battles: [], fights: [] }
  const unnumbered: number[] = []
  log.forEach(({ events }, i) => {
    for (const line of events) {
      const { event, turn, result } = line
      if (event === 'turn-began') marks.turns.push({ turn: turn ?? 0, n: i + 1 })
      else if (tells.turns.includes(event)) unnumbered.push(i + 1)
      if (result !== undefined) marks.battles.push({ n: i + 1, good: grade(result) > 0, result })
      if (begins(tells, line) && marks.fights.at(-1) !== i + 1) marks.fights.push(i + 1)
    }
  })
  // They follow each other without a gap up to the latest.
  const first = latest - unnumbered.length + 1
  marks.turns.push(...unnumbered.map((n, i) => ({ turn: first + i, n })))
  return marks
}

/** The place to jump to among these, the next or the one before; the same if there is none. */
export function jump(places: readonly number[], at: number, way: 1 | -1): number {
  const found = way > 0 ? places.find((n) => n > at) : places.findLast((n) => n < at)
  return found ?? at
}

/** Which of these stand far enough apart to be read, by their distance on a rail. */
export function apart<M extends { readonly n: number }>(
  marks: readonly M[],
  pixels: (n: number) => number,
  least: number,
): M[] {
  let last = -Infinity
  return marks.filter(({ n }) => {
    if (pixels(n) - last < least) return false
    last = pixels(n)
    return true
  })
}

/** Moments of the match, the latest asked for kept, so that going on does not wait. */
export class Frames {
  private readonly known = new Map<number, Promise<ReplayFrame>>()

  constructor(
    private readonly ask: (n: number) => Promise<ReplayFrame>,
    private readonly most = 40,
  ) {}

  at(n: number): Promise<ReplayFrame> {
    const known = this.known.get(n)
    if (known) return known
    const asked = this.ask(n)
    this.known.set(n, asked)
    // What failed may be asked for again.
    asked.catch(() => this.known.delete(n))
    const [oldest] = this.known.keys()
    if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest)
    return asked
  }
}

const FRAMING: readonly string[] = ['phase-began', 'turn-began']

/** The event that says best what an order did. */
export const headlineOf = (events: readonly EventLine[]): EventLine | undefined =>
  events.find((e) => e.result !== undefined) ??
  events.find((e) => !FRAMING.includes(e.event)) ??
  events[0]

/** What the board tells at the place of a battle: its odds, its die, its result. */
export function chipOf(
  events: readonly EventLine[],
  isHex: (id: string) => boolean,
): { hex: string; text: string } | null {
  for (const roll of events) {
    const hex = placesOf(roll).find(isHex)
    if (hex && roll.result && roll.die && columnOf(roll))
      return { hex, text: `${columnOf(roll)} · ${roll.die} → ${roll.result}` }
  }
  return null
}

/** The ways of the pieces on the map. */
export const waysOf = (
  events: readonly EventLine[],
  pieces: ReadonlyMap<string, Piece>,
  isHex: (id: string) => boolean,
): Motion[] =>
  motionsOf(events, pieces, isHex)
    .map(({ units, path }) => ({ units, path: path.filter(isHex) }))
    .filter(({ path }) => path.length > 1)

const PIECES = ['defenders', 'target', 'unit', 'units', 'attackers', 'marker'] as const

/** Where to look: where a battle is fought, where a way ends, else where those stand whom it is about. */
export function sceneOf(
  events: readonly EventLine[],
  isPlace: (id: string) => boolean,
  whereIs: (piece: string) => string = () => '',
): string | undefined {
  const named = (value: unknown) => (isString(value) ? [value] : namesIn(value))
  const places = events.flatMap((e) => [
    ...(e.targets ?? []),
    ...namesIn(e.path).slice(-1),
    ...placesOf(e),
    ...PIECES.flatMap((field) => named(e[field])).map(whereIs),
  ])
  return places.find(isPlace)
}
