import { api } from '../lib/api'
import { exchanged } from '../lib/kinds'
import { me } from '../lib/me.svelte'
import type { Session } from '../match/session.svelte'
import { createMatch, keep } from './begin'

/** Once more with the sides exchanged; empty if others have to ask for it too, else all is done. */
export async function playAgain(session: Session): Promise<readonly string[]> {
  const now = session.shown
  if (!now) return []
  const person = Object.values(session.seats).some((seat) => seat.startsWith('@'))
  if (person && session.sides.length && now.origin === 'played') {
    const { match, waiting } = await api.rematch(session.match)
    if (match) location.hash = `#/match/${match}`
    return waiting
  }
  await me.enter()
  const made = await createMatch({
    game: now.game,
    scenario: now.scenario,
    options: now.options,
    seats: exchanged(now.seats, session.sides),
  })
  keep(made)
  const invites = Object.keys(made.invitations ?? {}).length > 0
  location.hash = `#/match/${made.match}${invites ? '/people' : ''}`
  return []
}
