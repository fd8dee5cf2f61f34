/** Who can go where: the reaches and routes of the offers, by the kind of move. */
import type { Arrival, Reach } from '../lib/paths'
import { pathTo } from '../lib/paths'
import type { Order } from '../lib/types'
import { moved } from './fill'
import type { Of } from './offers'

/** Units with one reach; where `company` is named, only together with all of it. */
export interface Leg {
  readonly offer: Of<'reach'> | Of<'routes'>
  readonly units: ReadonlySet<string>
  readonly company: readonly string[]
  readonly origin: string
  readonly left: number
  readonly reach: Reach
  readonly ends: ReadonlySet<string> | null
  /** What comes of ending in a hex, as a word of the game. */
  readonly effects: Readonly<Record<string, string>>
  /** How far around its end it serves others. */
  readonly serves: number
}

/** One way of moving: offers that make the same order, as a march or a ride by rail. */
export interface Mode {
  readonly key: string
  readonly order: string
  /** Fields that are decided by choosing this way of moving. */
  readonly fixed: readonly string[]
  readonly legs: readonly Leg[]
}

/** A destination, with the leg that leads there. */
export interface Stop extends Arrival {
  readonly leg: Leg
}
export type Stops = ReadonlyMap<string, Stop>

export function modesOf(
  offers: readonly (Of<'reach'> | Of<'routes'>)[],
  placeOf: (unit: string) => string,
): Mode[] {
  const found = new Map<string, { order: string; fixed: readonly string[]; legs: Leg[] }>()
  for (const offer of offers) {
    // What a move cannot do without, as the trucks of a headquarters, makes it another way of moving.
    const fixed = [...Object.keys(offer.fixed), ...needed(offer)]
    const key = [offer.order, JSON.stringify(offer.fixed), ...fixed].join(' ')
    const mode = found.get(key) ?? { order: offer.order, fixed, legs: [] }
    mode.legs.push(...legsOf(offer, placeOf))
    found.set(key, mode)
  }
  return [...found].map(([key, mode]) => ({ key, ...mode })).filter((mode) => mode.legs.length)
}

/** The optional parts that this offer asks for all the same. */
const needed = (offer: Of<'reach'> | Of<'routes'>): string[] =>
  offer.extras.flatMap((e) => (e.extra === 'some' && e.least ? [e.field] : []))

function legsOf(offer: Of<'reach'> | Of<'routes'>, placeOf: (unit: string) => string): Leg[] {
  if (offer.shape === 'routes')
    return offer.groups.map((group) => ({
      ...bare(offer, group.units),
      origin: placeOf(group.units[0] ?? ''),
      reach: new Map(
        group.ways.map(({ path, cost = 0 }) => [path.at(-1) ?? '', { cost, previous: '', path }]),
      ),
    }))
  return offer.groups.flatMap((group) => {
    const { units, origin, steps, left = 0, ends, company = [], effects = {}, serves = 0 } = group
    // A way that comes back to where it began is no destination on the map.
    const only = ends?.length === 1 ? ends[0] : ''
    if (only && only === placeOf(units[0] ?? '')) return []
    const reach = new Map(steps.map(([hex, cost, previous]) => [hex, { cost, previous }]))
    const open = ends ? new Set(ends) : null
    return [{ ...bare(offer, units), company, origin, left, reach, ends: open, effects, serves }]
  })
}

const bare = (offer: Of<'reach'> | Of<'routes'>, units: readonly string[]): Leg => ({
  offer,
  units: new Set(units),
  company: [],
  origin: '',
  left: 0,
  reach: new Map(),
  ends: null,
  effects: {},
  serves: 0,
})

export const moversOf = (modes: readonly Mode[]): string[] => [
  ...new Set(modes.flatMap((mode) => mode.legs.flatMap((leg) => [...leg.units]))),
]

/** The legs of a unit when it goes with these others. */
const legsFor = (mode: Mode, unit: string, party: readonly string[]): Leg[] =>
  mode.legs.filter(
    (leg) => leg.units.has(unit) && leg.company.every((u) => u !== unit && party.includes(u)),
  )

/** The destinations of one unit in this company; the cheapest way to each. */
function stopsFor(mode: Mode, unit: string, party: readonly string[]): Stops {
  const found = new Map<string, Stop>()
  for (const leg of legsFor(mode, unit, party))
    for (const [hex, arrival] of leg.reach) {
      if (leg.ends && !leg.ends.has(hex)) continue
      const known = found.get(hex)
      if (!known || arrival.cost < known.cost) found.set(hex, { ...arrival, leg })
    }
  return found
}

/**
 * Where all of these can go together. Whoever goes along as the company of another need not reach the
 * hex alone: a leader who leads them further does not hold them back.
 */
export function stopsOf(mode: Mode, party: readonly string[]): Stops {
  const [first, ...others] = party
  if (first === undefined) return new Map()
  if (!others.length) return stopsFor(mode, first, party)
  const each = party.map((unit) => stopsFor(mode, unit, party))
  const hexes = new Set(each.flatMap((stops) => [...stops.keys()]))
  const found = new Map<string, Stop>()
  for (const hex of hexes) {
    const there = each.flatMap((stops) => stops.get(hex) ?? [])
    const along = new Set(there.flatMap((stop) => stop.leg.company))
    // Who has begun to move has an offer of its own: it does not go with the others.
    const alike = new Set(there.map((stop) => stop.leg.offer)).size === 1
    const all = alike && party.every((unit, i) => each[i]?.has(hex) || along.has(unit))
    // The price of the slowest.
    const dearest = Math.max(...there.map((stop) => stop.cost))
    const stop = there.find((s) => s.cost === dearest)
    if (all && stop) found.set(hex, stop)
  }
  return found
}

/** The ways that a group may try to a hex, the dearest member's first: it suits the others. */
export function waysTo(mode: Mode, party: readonly string[], hex: string, start: string): Way[] {
  const stops = party.flatMap((unit) => stopsFor(mode, unit, party).get(hex) ?? [])
  const found = new Map<string, Way>()
  for (const stop of stops.sort((a, b) => b.cost - a.cost)) {
    const path = stop.path ? [...stop.path] : pathTo(stop.leg.reach, hex, stop.leg.origin || start)
    if (path.length && !found.has(path.join())) found.set(path.join(), { path, leg: stop.leg })
  }
  return [...found.values()]
}

export interface Way {
  readonly path: string[]
  readonly leg: Leg
}

/** The order by which these go this way. */
export const moveOrder = (leg: Leg, units: readonly string[], path: readonly string[]): Order =>
  moved(leg.offer, units, path, leg.origin)

/** A leg of somebody, for ways that are only asked about. */
export const anyLeg = (mode: Mode, unit: string): Leg | undefined =>
  mode.legs.find((leg) => leg.units.has(unit))
