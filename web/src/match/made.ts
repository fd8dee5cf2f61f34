/** The order that the gestures of a draft make, by what is being decided. */
import type { Order } from '../lib/types'
import { attacked, moved, picked } from '../shapes/fill'
import { moveOrder } from '../shapes/moves'
import type { Draft } from './draft.svelte'
import { ordered } from './losses'

export function orderOf(draft: Draft): Order | null {
  const { plan } = draft.session
  if (draft.kind === 'markers') return plan.markers && picked(plan.markers.offer, draft.markers)
  if (draft.kind === 'losses') {
    const units = plan.losses && ordered(plan.losses, draft.losses)
    return plan.losses && units && picked(plan.losses.offer, units)
  }
  const [unit] = draft.selected
  return unit ? byUnits(draft, unit) : null
}

/** Orders that begin with who carries them out. */
function byUnits(draft: Draft, unit: string): Order | null {
  const { plan } = draft.session
  const { selected, way, leg, route, routeDone, targets } = draft
  switch (draft.kind) {
    case 'move': {
      const overrun = draft.overrun ? draft.overrunAt(draft.overrun) : null
      if (overrun) return attacked(overrun.offer, selected, [overrun.target], [])
      return leg && way.length ? moveOrder(leg, selected, way) : null
    }
    case 'attack':
      if (!targets.length || !plan.attack) return null
      return draft.attackWith(draft.supplies ?? draft.serving)
    case 'retreat':
    case 'advance':
      return routeDone && plan.route ? moved(plan.route, [unit], route, draft.place) : null
    default:
      return null
  }
}
