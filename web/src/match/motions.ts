/** Which pieces travel in these events, and over which hexes. */
import { namesIn } from '../lib/guards'
import type { EventLine, Piece } from '../lib/types'

/** Pieces that travel: the hexes they pass, from where they stood. */
export interface Motion {
  units: readonly string[]
  path: readonly string[]
}

/** Whom an event tells of: a few units, or one. */
export const unitsOf = ({ units, unit }: EventLine): string[] =>
  typeof units === 'object' ? [...units] : [unit ?? '']

/** After a long absence only the last events are acted out. */
const LATEST = 12

export function motionsOf(
  events: readonly EventLine[],
  pieces: ReadonlyMap<string, Piece>,
  isHex: (id: string) => boolean,
): Motion[] {
  const motions: Motion[] = []
  for (const e of events.slice(-LATEST)) {
    const path = namesIn(e.path)
    const units = unitsOf(e)
    if (!path.length) continue
    const from = pieces.get(units[0] ?? '')?.at ?? ''
    const begins = isHex(from) && path[0] !== from ? [from] : []
    motions.push({ units, path: [...begins, ...path] })
  }
  return motions
}
