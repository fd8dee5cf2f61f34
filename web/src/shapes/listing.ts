/** Every order that an offer makes, for controls that are lists of whole orders. */
import type { Json, Order } from '../lib/types'
import { subsets } from '../lib/subsets'
import { answered, counted, picked, placed, said } from './fill'
import type { Of, Offer, Option } from './offers'

/** So many groups are a list of whole orders; of more the members are tapped one by one. */
const MOST_GROUPS = 16

/** Whether the groups that an offer allows are few enough to be listed. */
export function listsGroups({ options, least, most }: Of<'pick'>): boolean {
  let [groups, all] = [1, least > 0 ? 0 : 1]
  for (let size = 1; size <= Math.min(most, options.length) && all <= MOST_GROUPS; size++) {
    groups = (groups * (options.length - size + 1)) / size
    if (size >= least) all += groups
  }
  return all <= MOST_GROUPS
}

export function ordersOf(offer: Offer): Order[] {
  switch (offer.shape) {
    case 'say':
      return [said(offer)]
    case 'pick':
      return picksOf(offer)
    case 'place':
      return placesOf(offer)
    case 'amount':
      return amountsOf(offer)
    case 'form':
      return formsOf(offer.fields, offer.first).map((fields) => answered(offer, fields))
    case 'whole':
      return offer.orders.map((fields) => answered(offer, { ...fields }))
    // These have controls of their own.
    case 'reach':
    case 'routes':
    case 'attack':
    case 'measured':
    case 'lay':
      return []
    default: {
      const never: never = offer
      return never
    }
  }
}

function picksOf(offer: Of<'pick'>): Order[] {
  if (!offer.many) return offer.options.map((option) => picked(offer, [option]))
  const groups = subsets(offer.options, offer.most).filter((g) => g.length >= offer.least)
  return groups.map((group) => picked(offer, group))
}

function placesOf(offer: Of<'place'>): Order[] {
  if (!offer.subject) return offer.places.map((place) => placed(offer, '', place))
  return Object.keys(offer.subjects).flatMap((who) =>
    placesFor(offer, who).map((place) => placed(offer, who, place)),
  )
}

/** Where somebody may be put, or at whom. */
export function placesFor(offer: Of<'place'>, who: string): readonly Option[] {
  const own = offer.subjects[who] ?? []
  return own.length ? own : offer.places
}

function amountsOf(offer: Of<'amount'>): Order[] {
  const numbers = (least: number, most: number) =>
    Array.from({ length: most - least + 1 }, (_, i) => least + i).filter(
      (n) => n || !offer.not_zero,
    )
  if (!offer.subject) return numbers(offer.least, offer.most).map((n) => counted(offer, n))
  return Object.entries(offer.ranges).flatMap(([who, range]) =>
    numbers(Number(range[0]), Number(range[1])).map((n) => counted(offer, n, who)),
  )
}

type Node = Of<'form'>['first']

/** The fields one after the other; `then` is for all choices or has one for each. */
function formsOf(fields: readonly string[], node: Node): Record<string, Json>[] {
  const [field = '', ...rest] = fields
  const then = node.then ?? []
  return node.choices.flatMap((choice, i) => {
    const next = then.length > 1 ? then[i] : then[0]
    if (!next) return [{ [field]: choice }]
    return formsOf(rest, next).map((more) => ({ [field]: choice, ...more }))
  })
}
