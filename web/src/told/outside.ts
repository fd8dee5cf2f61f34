/** What happened out of sight: by the edge of the stage beyond which it lies. */
export const EDGES = ['north', 'east', 'south', 'west'] as const
export type Edge = (typeof EDGES)[number]
export type What = 'fights' | 'losses' | 'moves'

export interface Happened {
  readonly what: What
  /** A hex, or on a measured table a piece. */
  readonly place: string
  /** Where it is on the stage, in pixels. */
  readonly spot: readonly [number, number]
}
export interface Beyond {
  readonly edge: Edge
  readonly counts: Readonly<Partial<Record<What, number>>>
  /** Of what there is only the most important, to go there. */
  readonly places: readonly string[]
}
interface Stage {
  readonly width: number
  readonly height: number
}

const RANK: readonly What[] = ['fights', 'losses', 'moves']

/** The edge that a spot lies beyond, the farther one at a corner; null if it is in sight. */
export function edgeOf([x, y]: readonly [number, number], stage: Stage): Edge | null {
  const over: Record<Edge, number> = {
    north: -y,
    east: x - stage.width,
    south: y - stage.height,
    west: -x,
  }
  const [far] = [...EDGES].sort((a, b) => over[b] - over[a])
  return far && over[far] > 0 ? far : null
}

export function outside(happened: readonly Happened[], stage: Stage): Beyond[] {
  return EDGES.flatMap((edge): Beyond[] => {
    const here = happened.filter((h) => edgeOf(h.spot, stage) === edge)
    const first = RANK.find((what) => here.some((h) => h.what === what))
    if (!first) return []
    const counts: Partial<Record<What, number>> = {}
    for (const { what } of here) counts[what] = (counts[what] ?? 0) + 1
    const places = here.filter((h) => h.what === first).map((h) => h.place)
    return [{ edge, counts, places: [...new Set(places)] }]
  })
}
