import { api } from '../lib/api'
import { exchanged } from '../lib/kinds'
import type { Session } from '../match/session.svelte'
import { keep } from './begin'

/** A new match of the same scenario with the seats exchanged. */
export async function playAgain(session: Session): Promise<void> {
  const now = session.shown
  if (!now) return
  const made = await api.create({
    game: now.game,
    scenario: now.scenario,
    options: now.options,
    seats: exchanged(now.seats, session.sides),
  })
  keep(made)
  const invites = Object.keys(made.invitations ?? {}).length > 0
  location.hash = `#/match/${made.match}${invites ? '/people' : ''}`
}
