/** Kinds of seats in a wish for a match. */
import type { SeatState } from './types'

/** A seat that is kept for a friend: a person like us, who gets an invitation. */
export const FRIEND = 'friend'

/** The same kinds of players with the sides exchanged. Who was a friend is invited again. */
export function exchanged(
  seats: Readonly<Record<string, SeatState>>,
  mine: readonly string[],
): Record<string, string> {
  const sides = Object.keys(seats)
  const kinds = sides.map((side) => {
    const kind = seats[side]?.kind ?? 'human'
    return kind === 'human' && mine.length > 0 && !mine.includes(side) ? FRIEND : kind
  })
  return Object.fromEntries(sides.map((side, i) => [side, kinds[sides.length - 1 - i] ?? 'human']))
}
