/** Hexes in reach, each with its cost and the hex before it, and the ways that lead there. */

export interface Arrival {
  cost: number
  previous: string
  /** The whole way, where it is not told by the previous hexes. */
  path?: readonly string[]
}

export type Reach = ReadonlyMap<string, Arrival>

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
