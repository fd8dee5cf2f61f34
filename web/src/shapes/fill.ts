/** The order that a control makes: the fields of its offer, filled with what was chosen. */
import type { Json, Order } from '../lib/types'
import type { Of, Offer, Option } from './offers'

/** What is decided before anything is chosen: the fixed fields, and what extras ask for at the least. */
function begun(offer: Offer): Order {
  const needed: Record<string, Json> = {}
  for (const extra of offer.extras) {
    if (extra.extra === 'some' && extra.least)
      needed[extra.field] = extra.options.slice(0, extra.least)
    else if (extra.extra === 'number') needed[extra.field] = extra.least
  }
  return { order: offer.order, ...offer.fixed, ...needed }
}

const filled = (offer: Offer, fields: Readonly<Record<string, Json>>): Order => ({
  ...begun(offer),
  ...fields,
})

/** An order that the game proposes. */
export const suggested = (offer: Offer): Order[] =>
  offer.suggest.map((fields) => filled(offer, fields))

export const said = (offer: Of<'say'>): Order => begun(offer)

export function moved(
  offer: Of<'reach'> | Of<'routes'>,
  units: readonly string[],
  path: readonly string[],
  origin: string,
): Order {
  const many = offer.shape === 'reach' ? offer.together : offer.many
  const way = offer.shape === 'reach' && offer.from_origin ? [origin, ...path] : path
  return filled(offer, { [offer.unit]: many ? units : (units[0] ?? ''), [offer.path]: way })
}

export function attacked(
  offer: Of<'attack'>,
  units: readonly string[],
  hexes: readonly string[],
  defenders: readonly string[],
): Order {
  const target = offer.by_unit ? defenders : offer.most_targets > 1 ? hexes : (hexes[0] ?? '')
  return filled(offer, { [offer.units]: units, [offer.target]: target })
}

export function placed(offer: Of<'place'>, who: string, place: Option): Order {
  // Who comes before where: in this order the parts are asked for.
  const fields: Record<string, Json> = offer.subject
    ? { [offer.subject]: offer.together ? [who] : who, [offer.place]: place }
    : { [offer.place]: place }
  if (offer.at) fields[offer.at] = offer.origins[who] ?? ''
  return filled(offer, fields)
}

export const picked = (offer: Of<'pick'>, options: readonly Option[]): Order =>
  filled(offer, { [offer.field]: offer.many ? options : (options[0] ?? '') })

export const counted = (offer: Of<'amount'>, n: number, who = ''): Order =>
  filled(offer, offer.subject ? { [offer.subject]: who, [offer.field]: n } : { [offer.field]: n })

export const answered = (offer: Of<'form'> | Of<'whole'>, fields: Record<string, Json>): Order =>
  filled(offer, fields)

export type Point = readonly [number, number]

/** A piece led over the points of a measured table. */
export function led(offer: Of<'measured'>, unit: string, points: readonly Point[]): Order {
  if (!offer.end) return filled(offer, { [offer.unit]: unit, [offer.path]: points })
  const last = points.at(-1) ?? [0, 0]
  return filled(offer, {
    [offer.unit]: unit,
    [offer.path]: points.slice(0, -1),
    [offer.end]: last,
  })
}

/** Something put down on a measured table: a place, or the corners of a rectangle around it. */
export function laid(offer: Of<'lay'>, piece: string, [x, y]: Point): Order {
  const [wide = 0, tall = 0] = offer.pieces[piece] ?? []
  const [left, top] = [Math.round(x - wide / 2), Math.round(y - tall / 2)]
  const place = offer.box ? [left, top, left + wide, top + tall] : [x, y]
  const fields: Record<string, Json> = { [offer.place]: offer.many ? [place] : place }
  if (offer.who) fields[offer.who] = offer.many ? [piece] : piece
  return filled(offer, fields)
}

/** What an order says; a part that is empty may as well be left out. */
const saidBy = (order: Order): string =>
  JSON.stringify(
    Object.entries(order)
      .filter(([, value]) => !isEmpty(value))
      .sort(([a], [b]) => a.localeCompare(b)),
  )

export const isEmpty = (value: Json): boolean =>
  value === false || value === null || value === '' || (Array.isArray(value) && !value.length)

/** Whether two orders say the same. */
export const sameOrder = (a: Order | null, b: Order): boolean =>
  a !== null && saidBy(a) === saidBy(b)
