/** Reach as the offers list it: [hex, cost, previous hex], cheapest first, or the same by name. */
import type { Json } from './types'

export type Triple = readonly [string, number, string]

export interface Arrival {
  cost: number
  previous: string
  /** Hexes of a road bonus, where a game counts them apart. */
  road?: number
  /** The whole way, where it is not told by the previous hexes. */
  path?: readonly string[]
  /** Enemy units that must be fought there. */
  battles?: readonly string[]
}

export type Reach = ReadonlyMap<string, Arrival>

interface Named {
  hex?: string
  cost?: number
  from?: string
  road?: number
  path?: readonly string[]
  battles?: readonly string[]
}

export function readReach(listed: readonly (Triple | Json)[]): Reach {
  const found = new Map<string, Arrival>()
  for (const entry of listed) {
    if (Array.isArray(entry)) {
      const [hex, cost, previous] = entry as unknown as Triple
      found.set(hex, { cost, previous })
      continue
    }
    const { hex, cost = 0, from = '', road, path, battles } = entry as Named
    const end = hex ?? path?.at(-1)
    if (end === undefined) continue
    found.set(end, {
      cost,
      previous: from,
      ...(road === undefined ? {} : { road }),
      ...(path ? { path } : {}),
      ...(battles ? { battles } : {}),
    })
  }
  return found
}

/**
 * The way to a destination as an order names it: without the hex where the unit stands, which is
 * the one that costs nothing and has no previous hex. Empty if the destination is out of reach.
 */
export function pathTo(reach: Reach, destination: string, start: string): string[] {
  const way: string[] = []
  let here = destination
  while (here !== '' && here !== start) {
    const arrival = reach.get(here)
    if (!arrival || way.includes(here)) return []
    if (arrival.path) return [...arrival.path, ...way]
    way.unshift(here)
    here = arrival.previous
  }
  return way
}

const dearer = (a: Arrival, b: Arrival): boolean =>
  a.cost > b.cost || (a.cost === b.cost && (a.road ?? 0) > (b.road ?? 0))

/** Where a whole group can go: the common ground, at the price of its slowest member. */
export function commonReach(all: readonly Reach[]): Reach {
  const [first, ...others] = all
  if (!first) return new Map()
  if (!others.length) return first
  const common = new Map<string, Arrival>()
  for (const [hex, arrival] of first) {
    let slowest: Arrival | null = arrival
    for (const reach of others) {
      const other = reach.get(hex)
      if (!other) {
        slowest = null
        break
      }
      if (slowest && dearer(other, slowest)) slowest = other
    }
    if (slowest) common.set(hex, slowest)
  }
  return common
}

/** The ways a group may try to a destination, dearest member first: its way suits the others. */
export function groupPaths(all: readonly Reach[], destination: string, start: string): string[][] {
  const seen = new Set<string>()
  const ways: string[][] = []
  const sorted = [...all].sort(
    (a, b) => (b.get(destination)?.cost ?? 0) - (a.get(destination)?.cost ?? 0),
  )
  for (const reach of sorted) {
    const way = pathTo(reach, destination, start)
    const key = way.join(' ')
    if (way.length && !seen.has(key)) {
      seen.add(key)
      ways.push(way)
    }
  }
  return ways
}

/** Ways that begin with the hexes chosen so far. */
export function withPrefix(
  ways: readonly (readonly string[])[],
  prefix: readonly string[],
): string[][] {
  return ways.filter((w) => prefix.every((h, i) => w[i] === h)).map((w) => [...w])
}

/**
 * The route after a click on a hex: back to before it if it is on the route, else on to it by the
 * first of the ways that leads there; null if none does.
 */
export function stepped(
  ways: readonly (readonly string[])[],
  route: readonly string[],
  hex: string,
): string[] | null {
  const at = route.indexOf(hex)
  if (at >= 0) return route.slice(0, at)
  if (ways.some((w) => w[route.length] === hex)) return [...route, hex]
  const beyond = ways.find((w) => w.includes(hex))
  return beyond ? beyond.slice(0, beyond.indexOf(hex) + 1) : null
}
