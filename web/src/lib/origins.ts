/** Where a what-if comes from: its log goes on from there, and its map begins where we looked. */
import type { Place } from '../board/viewport.svelte'
import { isNumber, isString, listOf, orNull, shaped } from './guards'
import { keep, keptTable } from './stored'

const ORIGINS = 'campagna.origins'

export interface Origin {
  match: string
  token: string
  /** The number of the order after which it begins. */
  at: number
  place: Place | null
}

const isPoint = (value: unknown): value is Place['centre'] =>
  listOf(isNumber)(value) && value.length === 2

const isOrigin = shaped<Origin>({
  match: isString,
  token: isString,
  at: isNumber,
  place: orNull(shaped<Place>({ centre: isPoint, k: isNumber })),
})

const read = (): Record<string, Origin> => keptTable(ORIGINS, isOrigin)

export const origins = {
  of: (match: string): Origin | null => read()[match] ?? null,
  add: (match: string, origin: Origin): void => {
    keep(ORIGINS, { ...read(), [match]: origin })
  },
}
