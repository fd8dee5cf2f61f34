import { gameOf } from '../games'
import { api } from '../lib/api'
import { holdings } from '../lib/holdings'
import type { GameInfo } from '../lib/types'
import { keepable } from './again'

/** A seat that is kept for a friend: a person like us, who gets an invitation. */
export const FRIEND = 'friend'

export interface Wish {
  scenario: string
  options: Record<string, boolean | string>
  seats: Record<string, string>
  guided: boolean
}

/** The first side is ours, the others belong to the computer if there is one. */
export function usualSeats(game: GameInfo, sides: readonly string[]): Record<string, string> {
  const known = gameOf(game)
  const computer = game.seats.find((s) => s !== 'human') ?? 'human'
  return Object.fromEntries(
    sides.map((side) => [side, side === (known?.firstSide ?? sides[0]) ? 'human' : computer]),
  )
}

/** Make the match, keep our seats and invitations, and go to the table. */
export async function beginMatch(game: GameInfo, wish: Wish): Promise<void> {
  const { seats } = wish
  const kinds = Object.fromEntries(
    Object.entries(seats).map(([s, k]) => [s, k === FRIEND ? 'human' : k]),
  )
  const made = await api.create({
    game: game.slug,
    scenario: wish.scenario,
    options: wish.options,
    seats: kinds,
  })
  const mine = Object.entries(keepable(made.tokens, kinds)).filter(([s]) => seats[s] !== FRIEND)
  const given = Object.entries(made.tokens).filter(([s]) => seats[s] === FRIEND)
  holdings.add(made.match, Object.fromEntries(mine))
  holdings.invite(made.match, Object.fromEntries(given))
  location.hash = `#/match/${made.match}${wish.guided ? '?guide' : ''}`
}
