/** What a replay shows of a game that was played: where turns begin, which battles were fought, what moved. */
import { namesIn } from '../lib/guards'
import type { EventLine, LogEntry, Piece } from '../lib/types'
import { motionsOf, type Motion } from './motions'
import { columnOf, placesOf } from './rolls'

export interface Marks {
  turns: { turn: number; n: number }[]
  battles: { n: number; good: boolean; result: string }[]
}

/** The numbers of the orders with which turns began and in which dice or odds decided something. */
export function marksOf(log: readonly LogEntry[], grade: (result: string) => number): Marks {
  const marks: Marks = { turns: [], battles: [] }
  log.forEach(({ events }, i) => {
    for (const { event, turn, result } of events) {
      if (event === 'turn-began') marks.turns.push({ turn: turn ?? 0, n: i + 1 })
      if (result !== undefined) marks.battles.push({ n: i + 1, good: grade(result) > 0, result })
    }
  })
  return marks
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

/** The hex to look at: where a battle is fought, or where a way ends. */
export const sceneOf = (
  events: readonly EventLine[],
  isHex: (id: string) => boolean,
): string | undefined =>
  events
    .flatMap((e) => [...(e.targets ?? []), ...namesIn(e.path).slice(-1), ...placesOf(e)])
    .find(isHex)
