/** Reach as the offers list it: [hex, cost, previous hex], cheapest first. */
export type Triple = readonly [string, number, string]

export interface Arrival {
  cost: number
  previous: string
}

export type Reach = ReadonlyMap<string, Arrival>

export function readReach(triples: readonly Triple[]): Reach {
  return new Map(triples.map(([hex, cost, previous]) => [hex, { cost, previous }]))
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
    way.unshift(here)
    here = arrival.previous
  }
  return way
}

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
      if (slowest && other.cost > slowest.cost) slowest = other
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
