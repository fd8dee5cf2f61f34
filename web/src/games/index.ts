import type { GameInfo } from '../lib/types'
import { altoComando } from './alto-comando'
import { afrikaKorps } from './afrika-korps'
import type { HexGame, MakeGame } from './game'
import { genericGame } from './generic'
import { panzergruppeGuderian } from './panzergruppe-guderian'

const GAMES: Readonly<Record<string, MakeGame>> = {
  'afrika-korps': afrikaKorps,
  'alto-comando': altoComando,
  'panzergruppe-guderian': panzergruppeGuderian,
}

const made = new Map<string, HexGame>()

/** The table's knowledge of a game. */
export function gameOf(info: GameInfo | undefined): HexGame | null {
  if (!info) return null
  let game = made.get(info.slug)
  if (!game) {
    game = (GAMES[info.slug] ?? genericGame)(info)
    made.set(info.slug, game)
  }
  return game
}
