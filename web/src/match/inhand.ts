/** An order that somebody else thought of, put together as if by hand: with the units selected and the aim
    set where the table has gestures for it, otherwise as a whole. */
import type { Json, Order } from '../lib/types'
import type { Measure } from '../plane/measure.svelte'
import type { Choice } from '../shapes/plan'
import { isEmpty, sameOrder } from '../shapes/fill'
import { proposalOf } from '../shapes/read'
import type { Draft } from './draft.svelte'

const names = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is string => typeof v === 'string')

export function takeInHand(draft: Draft, measure: Measure, choice: Choice): void {
  draft.clear()
  if (measure.propose(choice.order)) return
  if (byGestures(draft, choice.order)) {
    draft.details.extras = besides(choice.order, draft.base)
    if (sameOrder(draft.order, choice.order)) {
      void draft.consult()
      return
    }
  }
  draft.clear()
  draft.take(choice)
}

/** The optional parts that the order says and no gesture has made. */
const besides = (order: Order, made: Order | null): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(order).filter(([field, value]) => !(field in (made ?? {})) && !isEmpty(value)),
  )

/** Whether the gestures of this decision may make such an order; the draft is set accordingly. */
function byGestures(draft: Draft, order: Order): boolean {
  const { plan, around } = draft.session
  switch (draft.kind) {
    case 'move':
      return moving(draft, order)
    case 'attack':
      if (order.order !== plan.attack?.order) return false
      draft.propose(proposalOf(plan.attack, order, around))
      return true
    case 'retreat':
    case 'advance':
      if (order.order !== plan.route?.order) return false
      draft.choose(names(order[plan.route.unit]))
      draft.route = names(order[plan.route.path])
      return true
    case 'losses':
      if (order.order !== plan.losses?.offer.order) return false
      draft.losses = names(order[plan.losses.offer.field])
      return true
    default:
      return false
  }
}

function moving(draft: Draft, order: Order): boolean {
  for (const mode of draft.session.plan.modes)
    for (const leg of mode.legs) {
      const { offer } = leg
      if (offer.order !== order.order) continue
      const units = names(order[offer.unit])
      const [first, ...others] = units
      if (first === undefined || !leg.units.has(first)) continue
      if (!others.every((u) => leg.units.has(u) || leg.company.includes(u))) continue
      const path = names(order[offer.path])
      const way = offer.shape === 'reach' && offer.from_origin ? path.slice(1) : path
      draft.choose(units)
      draft.chosenMode = mode.key
      draft.go(way, leg)
      if (names(draft.base?.[offer.path]).join() === path.join()) return true
      draft.clear()
    }
  return false
}
