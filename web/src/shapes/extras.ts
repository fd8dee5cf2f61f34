/** What else an order may say: its offers name the optional fields, the judge tries every change. */
import { isList } from '../lib/guards'
import type { Json, Order } from '../lib/types'
import { placesFor } from './listing'
import type { Extra, Of, Offer } from './offers'

/** `item` is put in or taken out of a field (`on`: it is in now); `value` is the whole field then. */
export interface Change {
  readonly item: Json
  readonly on: boolean
  readonly value: Json
}

/** A field of an order with the changes that may be made in it. */
export interface Detail {
  readonly field: string
  readonly changes: readonly Change[]
}

/** Every change of one optional part that the offers of this order name; the judge has not seen them yet. */
export function detailsOf(offers: readonly Offer[], order: Order): Detail[] {
  const alike = offers.filter((offer) => offer.order === order.order)
  const found = new Map<string, readonly Change[]>()
  for (const offer of alike)
    if (Object.entries(offer.fixed).every(([field, value]) => same(order[field], value)))
      for (const extra of partsOf(offer, order))
        if (!found.has(extra.field)) found.set(extra.field, changesOf(extra, order))
  for (const field of alike.flatMap((offer) => switches(offer)))
    if (!found.has(field)) found.set(field, changesOf({ extra: 'toggle', field }, order))
  return [...found]
    .map(([field, changes]) => ({ field, changes }))
    .filter((detail) => detail.changes.length)
}

/** The order with this change made in it. */
export const changed = (order: Order, detail: Detail, change: Change): Order => ({
  ...order,
  [detail.field]: change.value,
})

/** The optional parts, and a choice of several, which may be made larger or smaller. */
function partsOf(offer: Offer, order: Order): readonly Extra[] {
  if (offer.shape === 'place' && offer.together) return [company(offer, order), ...offer.extras]
  if (offer.shape !== 'pick' || !offer.many || offer.batches.length) return offer.extras
  const { field, options, least, most } = offer
  return [{ extra: 'some', field, options, least, most, along: '' }, ...offer.extras]
}

/** Who may go along: whoever stands with him and may go to the same place. */
function company(offer: Of<'place'>, order: Order): Extra {
  const place = order[offer.place]
  const options = Object.keys(offer.subjects).filter(
    (who) =>
      placesFor(offer, who).some((there) => same(there, place)) &&
      (!offer.at || same(offer.origins[who], order[offer.at])),
  )
  return { extra: 'some', field: offer.subject, options, least: 1, most: offer.most, along: '' }
}

/** Another offer of the same order may need a field to be true, as a march in column. */
const switches = (offer: Offer): string[] =>
  Object.keys(offer.fixed).filter((field) => offer.fixed[field] === true)

function changesOf(extra: Extra, order: Order): Change[] {
  const now = order[extra.field]
  switch (extra.extra) {
    case 'toggle':
      return [{ item: true, on: now === true, value: now !== true }]
    case 'number': {
      const n = typeof now === 'number' ? now : extra.least
      return [n - 1, n + 1]
        .filter((value) => value >= extra.least && value <= extra.most)
        .map((value) => ({ item: value, on: false, value }))
    }
    case 'some': {
      const named = extra.along ? listOf(order[extra.along]) : null
      const open = extra.options.filter((option) => !named || named.includes(option))
      return inOrOut(listOf(now), open, extra.least ?? 0, extra.most ?? 0)
    }
    case 'pairs': {
      const pairs = listOf(order[extra.who]).flatMap((who) =>
        listOf(order[extra.along]).map((place): Json => [who, place]),
      )
      return inOrOut(listOf(now), pairs, 0, 0)
    }
    default: {
      const never: never = extra
      return never
    }
  }
}

/** One more or one fewer of these; `most` zero: as many as there are. */
function inOrOut(
  now: readonly Json[],
  open: readonly Json[],
  least: number,
  most: number,
): Change[] {
  return open.flatMap((item): Change[] => {
    const rest = now.filter((other) => !same(other, item))
    if (rest.length < now.length)
      return rest.length < least ? [] : [{ item, on: true, value: rest }]
    return most && now.length >= most ? [] : [{ item, on: false, value: [...now, item] }]
  })
}

const listOf = (value: Json | undefined): readonly Json[] =>
  isList(value) ? value : value === undefined ? [] : [value]

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
