import type { HexGame } from './game'
import { panzergruppeGuderian } from './panzergruppe-guderian'

const GAMES: readonly HexGame[] = [panzergruppeGuderian]

/** The table's knowledge of a game; null for one that it cannot lay out yet. */
export function gameOf(slug: string): HexGame | null {
  return GAMES.find((g) => g.slug === slug) ?? null
}
