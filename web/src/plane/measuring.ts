/** Words and measures of the measured table. */
import type { Sheet, Spot, Stand } from '../lib/types'
import type { Word } from '../lib/words'
import type { Edge, Of } from '../shapes/offers'

/** What asks for a place of a base: it is led there, or put there. */
export type Task = Of<'measured'> | Of<'lay'>

/** Something that is laid on the ground before the battle, as a strip of mines. */
export interface Tool {
  readonly piece: string
  readonly offer: Of<'lay'>
  readonly left: number
}

type Reach = NonNullable<Stand['reaches']>[number]

/** What each distance is called. */
export const MEASURED: Readonly<Record<Reach['kind'] | 'names', Word>> = {
  move: 'mm_move',
  range: 'mm_range',
  spotting: 'mm_spotting',
  command: 'mm_command',
  exclusion: 'mm_exclusion',
  names: 'divisionNames',
}

/** Places are whole millimetres. */
export const SNAP = 1
/** A press so near to an allowed place, in millimetres, means that place. */
export const SLACK = 30
/** The same on the screen, in pixels. */
export const FINGER = 24

/** The distances that can be shown or hidden on the sheet. */
export const RULERS = ['exclusion', 'range', 'command', 'names'] as const
export type Layer = (typeof RULERS)[number]

/** Straight over an edge of the table, just far enough to be gone. */
export function overEdge(edge: Edge, from: Spot | null, sheet: Sheet | null): Spot[] {
  if (!sheet || !from) return []
  const out = sheet.base / 2
  const ends: Readonly<Record<Edge, Spot>> = {
    north: [from[0], -out],
    south: [from[0], sheet.height + out],
    west: [-out, from[1]],
    east: [sheet.width + out, from[1]],
  }
  return [ends[edge]]
}
