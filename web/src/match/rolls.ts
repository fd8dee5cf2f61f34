/** Which of the events is the roll that the table shows: a die and what it brought, nothing else. */
import type { EventLine } from '../lib/types'

const fell = (event: EventLine) => (event.die ?? 0) > 0
const told = (event: EventLine) => Boolean(event.result)

const fought = (event: EventLine) => told(event) && event.odds !== undefined

/** A battle was declared: what was rolled before it belongs to another one. */
const opens = (event: EventLine) => event.opens === true

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
    since.findLast((e) => fell(e) && e.sequel !== true) ??
    since.findLast(fell)
  if (roll) return roll
  return last < 0 ? UNCHANGED : null
}

/** Decided by the odds alone: an automatic victory, an attack without hope. */
export const decided = (event: EventLine) => told(event) && event.die === undefined

/** The column that was used: after all shifts, where there are any. */
export const columnOf = (roll: EventLine) => roll.column ?? roll.odds ?? ''

/** Where it was rolled for, as the event tells it: hexes or units. */
export const placesOf = ({ targets, target, hex }: EventLine): readonly string[] =>
  targets ?? [target ?? hex ?? '']
