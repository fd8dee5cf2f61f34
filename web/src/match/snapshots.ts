import type { Snapshot } from '../lib/types'

/**
 * The news with the offers and the tabletop we have, where the match is at the same version: they are equal,
 * and what the player has chosen out of them must go on being part of them.
 */
export function withKnown(
  news: Readonly<Record<string, Snapshot>>,
  known: Readonly<Record<string, Snapshot>>,
): Record<string, Snapshot> {
  const kept = ([viewer, now]: [string, Snapshot]): [string, Snapshot] => {
    const old = known[viewer]
    if (!old || old.version !== now.version || old.yours !== now.yours) return [viewer, now]
    return [viewer, { ...now, offers: old.offers, tabletop: old.tabletop }]
  }
  return Object.fromEntries(Object.entries(news).map(kept))
}
