import { api } from '../lib/api'
import { holdings } from '../lib/holdings'
import type { Session } from '../match/session.svelte'

/** A new match of the same scenario with the seats exchanged. */
export async function playAgain(session: Session): Promise<void> {
  const now = session.shown
  if (!now) return
  const sides = Object.keys(now.seats)
  const kinds = sides.map((s) => now.seats[s]?.kind ?? 'human').reverse()
  const seats = Object.fromEntries(sides.map((side, i) => [side, kinds[i] ?? 'human']))
  const made = await api.create({
    game: now.game,
    scenario: now.scenario,
    options: now.options,
    seats,
  })
  holdings.add(made.match, keepable(made.tokens, seats))
  location.hash = `#/match/${made.match}`
}

/** The tokens a browser keeps: seats of people, and the spectators' for handing on. */
export function keepable(
  tokens: Record<string, string>,
  seats: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tokens).filter(([side]) => side === 'spectator' || seats[side] === 'human'),
  )
}
