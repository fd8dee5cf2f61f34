/** Where a what-if comes from: its log goes on from there, and its map begins where we looked. */
import type { Place } from '../board/viewport.svelte'

const ORIGINS = 'campagna.origins'

export interface Origin {
  match: string
  token: string
  /** The number of the order after which it begins. */
  at: number
  place: Place | null
}

function read(): Record<string, Origin> {
  try {
    return JSON.parse(localStorage.getItem(ORIGINS) ?? '{}') as Record<string, Origin>
  } catch {
    return {}
  }
}

export const origins = {
  of: (match: string): Origin | null => read()[match] ?? null,
  add: (match: string, origin: Origin): void =>
    localStorage.setItem(ORIGINS, JSON.stringify({ ...read(), [match]: origin })),
}
