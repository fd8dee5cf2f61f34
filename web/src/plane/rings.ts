/** Outlines along the cells of a region, filled even-odd: x, y, x, y ... */
import type { Spot } from '../lib/types'

export type Rings = readonly (readonly number[])[]

/** The path of an SVG drawing; places are shown in the middle of their cells. */
export function ringPath(rings: Rings): string {
  return rings
    .map((ring) => {
      const points: string[] = []
      for (let i = 0; i + 1 < ring.length; i += 2)
        points.push(`${(ring[i] ?? 0) - 0.5} ${(ring[i + 1] ?? 0) - 0.5}`)
      return points.length ? `M${points.join('L')}Z` : ''
    })
    .join('')
}

/** The border of a ring from the corner at `j` to that at `i`. */
const border = (ring: readonly number[], i: number, j: number) =>
  [ring[i] ?? 0, ring[i + 1] ?? 0, ring[j] ?? 0, ring[j + 1] ?? 0] as const

/** Whether a place belongs to the region: its cell lies inside an odd number of rings. */
export function inside(rings: Rings, [x, y]: Spot): boolean {
  const [px, py] = [x + 0.5, y + 0.5]
  let odd = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = border(ring, i, j)
      if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) odd = !odd
    }
  }
  return odd
}

/** The place of the region that lies nearest, at most so far away; null if there is none. */
export function nearest(rings: Rings, at: Spot, most: number): Spot | null {
  if (inside(rings, at)) return at
  let best: Spot | null = null
  let far = most
  const clamp = (n: number, a: number, b: number) =>
    Math.min(Math.max(n, Math.min(a, b)), Math.max(a, b) - 1)
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = border(ring, i, j)
      // The cells on both sides of this border that are nearest: one of them belongs to the region.
      const cells: Spot[] =
        ax === bx
          ? [ax - 1, ax].map((x) => [x, clamp(at[1], ay, by)])
          : [ay - 1, ay].map((y) => [clamp(at[0], ax, bx), y])
      for (const cell of cells) {
        const away = Math.hypot(cell[0] - at[0], cell[1] - at[1])
        if (away > far || (best && away === far) || !inside(rings, cell)) continue
        best = cell
        far = away
      }
    }
  }
  return best
}

/** Everything within a distance of a base, edge to edge: a square with round corners. */
export function around(
  at: Spot,
  base: number,
  distance: number,
): {
  x: number
  y: number
  side: number
  r: number
} {
  const half = base / 2 + distance
  return { x: at[0] - half, y: at[1] - half, side: 2 * half, r: distance }
}

/** The gap between two bases, edge to edge. */
export function gap(a: Spot, b: Spot, base: number): number {
  const dx = Math.max(0, Math.abs(a[0] - b[0]) - base)
  const dy = Math.max(0, Math.abs(a[1] - b[1]) - base)
  return Math.hypot(dx, dy)
}
