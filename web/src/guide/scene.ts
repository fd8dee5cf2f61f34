/** What a guide looks at: the open decision, the table, and what the player has in hand. */
import type { Controls, LayerName } from '../board/controls.svelte'
import type { Offer, Piece } from '../lib/types'
import type { Draft } from '../match/draft.svelte'
import type { Session } from '../match/session.svelte'
import type { Measure } from '../plane/measure.svelte'

export interface Scene {
  /** The decision that is open, and who must take it. */
  readonly open: { readonly side: string; readonly decision: string } | null
  readonly turn: number
  readonly version: number
  readonly pieces: readonly Piece[]
  readonly chosen: readonly string[]
  /** Whether a place to go to is chosen. */
  readonly aimed: boolean
  /** Whether an enemy to attack is chosen. */
  readonly targeted: boolean
  /** The hexes that may be attacked now. */
  readonly targets: readonly string[]
  onMap(piece: Piece): boolean
  offered(order: string): boolean
  shows(layer: LayerName): boolean
}

export function sceneOf(
  session: Session,
  draft: Draft,
  controls: Controls,
  measure: Measure,
): Scene {
  const { shown, tabletop } = session
  const offers: readonly Offer[] = shown?.offers ?? []
  return {
    open: shown?.step ?? null,
    turn: tabletop.track.turn,
    version: shown?.version ?? 0,
    pieces: tabletop.pieces,
    // On a measured table one base is chosen; on a map, units.
    chosen: measure.unit ? [measure.unit] : draft.selected,
    aimed: draft.target !== null || measure.end !== null,
    targeted: draft.targets.length > 0,
    targets: [...session.plan.attacks.keys()],
    onMap: (piece) => session.onTable(piece),
    offered: (order) => offers.some((offer) => offer.order === order),
    shows: (layer) => controls[layer],
  }
}
