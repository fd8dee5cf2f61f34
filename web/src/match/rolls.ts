/** Which of the events is the roll that the table shows: a die and what it brought, nothing else. */
import type { EventLine } from '../lib/types'

const fell = (event: EventLine) => typeof event['die'] === 'number' && event['die'] > 0
const told = (event: EventLine) => typeof event['result'] === 'string' && event['result'] !== ''

const fought = (event: EventLine) => told(event) && typeof event['odds'] === 'string'

/** A battle was declared: what was rolled before it belongs to another one. */
const opens = (event: EventLine) => event['opens'] === true

/** Where the place of the roll is left as it was. */
export const UNCHANGED = Symbol('unchanged')

/**
 * The roll after these events: the die of a battle, or a battle decided without one; else the last
 * die, but not one that only follows from others. Null once another battle is declared and its die
 * has not fallen.
 */
export function rollOf(events: readonly EventLine[]): EventLine | null | typeof UNCHANGED {
  const last = events.findLastIndex(opens)
  const since = events.slice(last + 1)
  const roll =
    since.findLast((e) => (fought(e) && fell(e)) || decided(e)) ??
    since.findLast((e) => fell(e) && e['sequel'] !== true) ??
    since.findLast(fell)
  if (roll) return roll
  return last < 0 ? UNCHANGED : null
}

/** Decided by the odds alone: an automatic victory, an attack without hope. */
export const decided = (event: EventLine) => told(event) && event['die'] === undefined

/** The column that was used: after all shifts, where there are any. */
export const columnOf = (roll: EventLine) => String(roll['column'] ?? roll['odds'] ?? '')

/** What moved the column or changed the die, one by one. */
export interface Term {
  what: string
  value: number
  rule: string
  on: string
  /** Left out where it is certain. */
  probability?: number
}

export function termsOf(value: unknown): Term[] {
  if (!Array.isArray(value)) return []
  return (value as Partial<Term>[]).map((row) => ({
    what: String(row.what ?? ''),
    value: Number(row.value ?? 0),
    rule: String(row.rule ?? ''),
    on: String(row.on ?? ''),
    ...(row.probability === undefined ? {} : { probability: row.probability }),
  }))
}
