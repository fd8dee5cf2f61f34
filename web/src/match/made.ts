/** The order that the gestures of a draft make, by what is being decided. */
import type { Orders } from '../games/game'
import type { Order } from '../lib/types'
import type { Draft } from './draft.svelte'
import { ordered } from './losses'

export function orderOf(draft: Draft): Order | null {
  const { session, kind, selected } = draft
  const make = session.game?.orders
  if (!make) return null
  if (kind === 'markers') return make.markers(draft.markers)
  if (kind === 'losses') {
    const units = session.plan.losses && ordered(session.plan.losses, draft.losses)
    return units && make.losses(units)
  }
  const [unit] = selected
  return unit ? byUnits(draft, make, unit) : null
}

/** Orders that begin with who carries them out. */
function byUnits(draft: Draft, make: Orders, unit: string): Order | null {
  const { selected, way, route, routeDone, targets } = draft
  switch (draft.kind) {
    case 'move':
      if (draft.overrun) return make.overrun(selected, draft.overrun)
      if (!way.length) return null
      return draft.rail ? make.rail(unit, way) : draft.moveAlong(way)
    case 'attack':
      if (!targets.length) return null
      return make.attack(selected, targets, draft.parts(draft.supplies ?? draft.serving))
    case 'retreat':
      return routeDone ? make.retreat(unit, route) : null
    case 'advance':
      return routeDone ? make.advance(unit, route) : null
    case 'remove':
      return make.remove(unit)
    case 'withdraw':
      return make.withdraw(unit)
    default:
      return null
  }
}
