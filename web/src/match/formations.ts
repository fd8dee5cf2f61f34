/** Divisions and corps, as far as a game names them: who belongs together moves in one press. */
import type { Piece } from '../lib/types'

type Pieces = ReadonlyMap<string, Piece>

/** Those of these units that fight in a formation, formation by formation. */
export function formationsOf(pieces: Pieces, units: readonly string[]): string[][] {
  const found = new Map<string, string[]>()
  for (const unit of units) {
    const name = pieces.get(unit)?.formation
    if (name) found.set(name, [...(found.get(name) ?? []), unit])
  }
  return [...found.values()]
}

/** The whole formation of the first of these, or only itself. */
export function leading(pieces: Pieces, units: readonly string[]): string[] {
  const [first] = units
  if (first === undefined) return []
  return formationsOf(pieces, units).find((some) => some.includes(first)) ?? [first]
}
