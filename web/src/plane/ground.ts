/** What a table without hexes looks like where nothing counts: dunes, stones, the frame of wood, and how
    terrain is drawn. The same sheet is always drawn in the same way, and nothing here has a meaning. */
import type { Spot } from '../lib/types'

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function luck(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 15), z | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296
  }
}

const n = (value: number) => String(Math.round(value * 10) / 10)
const at = ([x, y]: readonly [number, number]) => `${n(x)} ${n(y)}`

/** A closed line through points, without corners. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  const count = points.length
  const p = (i: number) => points[(i + count) % count] ?? ([0, 0] as const)
  if (count < 3) return ''
  const parts = [`M${at(p(0))}`]
  for (let i = 0; i < count; i++) {
    const [a, b, c, d] = [p(i - 1), p(i), p(i + 1), p(i + 2)]
    parts.push(
      `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ` +
        `${n(c[0] - (d[0] - b[0]) / 6)} ${n(c[1] - (d[1] - b[1]) / 6)} ${at(c)}`,
    )
  }
  return `${parts.join('')}Z`
}

/** A patch of other sand: a blot round a point. */
function blot(next: () => number, x: number, y: number, wide: number, tall: number): string {
  const points = Array.from({ length: 9 }, (_, i): [number, number] => {
    const turn = (i / 9) * 2 * Math.PI
    const far = 0.65 + 0.5 * next()
    return [x + Math.cos(turn) * wide * far, y + Math.sin(turn) * tall * far]
  })
  return smooth(points)
}

/** Two bows of a dune: its crest, and its lee in the shadow. */
function dune(x: number, y: number, wide: number, tall: number): { lee: string; crest: string } {
  const ends = [`M${n(x - wide)} ${n(y)}`, `${n(x + wide)} ${n(y)}`] as const
  const crest = `${ends[0]}Q${n(x)} ${n(y - 2 * tall)} ${ends[1]}`
  return {
    crest,
    lee: `${crest}Q${n(x + wide * 0.1)} ${n(y - 0.7 * tall)} ${n(x - wide)} ${n(y)}Z`,
  }
}

export interface Sands {
  /** Darker and lighter sand in turn. */
  readonly patches: readonly string[]
  readonly lees: string
  readonly crests: string
  readonly stones: readonly { readonly x: number; readonly y: number; readonly r: number }[]
}

/** So many square millimetres for each of them. */
const PATCH = 90_000
const DUNE = 26_000
const STONE = 9_000

export function sands(width: number, height: number): Sands {
  const next = luck(width * 7919 + height)
  const area = width * height
  const some = <T>(every: number, make: () => T): T[] =>
    Array.from({ length: Math.round(area / every) }, make)
  const spot = (): Spot => [next() * width, next() * height]
  const patches = some(PATCH, () => {
    const [x, y] = spot()
    const wide = 60 + next() * 130
    return blot(next, x, y, wide, wide * (0.3 + 0.3 * next()))
  })
  const dunes = some(DUNE, () => {
    const [x, y] = spot()
    const wide = 16 + next() * 34
    return dune(x, y, wide, wide * (0.14 + 0.1 * next()))
  })
  const stones = some(STONE, () => {
    const [x, y] = spot()
    return { x: Math.round(x), y: Math.round(y), r: 0.8 + Math.round(next() * 14) / 10 }
  })
  return {
    patches,
    lees: dunes.map((d) => d.lee).join(''),
    crests: dunes.map((d) => d.crest).join(''),
    stones,
  }
}

export const middle = (points: readonly Spot[]): Spot => [
  points.reduce((sum, p) => sum + p[0], 0) / Math.max(1, points.length),
  points.reduce((sum, p) => sum + p[1], 0) / Math.max(1, points.length),
]

/** The outline drawn in towards the middle, rounded: a contour of higher ground. */
export function contour(points: readonly Spot[], share: number): string {
  const [cx, cy] = middle(points)
  return smooth(
    dense(points, 60).map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share] as const),
  )
}

/** Points along a closed line, no farther apart than `step`. */
function dense(points: readonly Spot[], step: number): [number, number][] {
  return points.flatMap((a, i) => {
    const b = points[(i + 1) % points.length] ?? a
    const parts = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / step))
    return Array.from({ length: parts }, (_, k): [number, number] => [
      a[0] + ((b[0] - a[0]) * k) / parts,
      a[1] + ((b[1] - a[1]) * k) / parts,
    ])
  })
}

/** Strokes down the slope along an outline; the light comes from the north-west, so that those in the
    south-east are longer. */
export function hachures(points: readonly Spot[], length: number, every = 7): string {
  const [cx, cy] = middle(points)
  return dense(points, every)
    .map(([x, y]) => {
      const far = Math.hypot(x - cx, y - cy) || 1
      const [ux, uy] = [(x - cx) / far, (y - cy) / far]
      const shade = 0.45 + 0.55 * Math.max(0, (ux + uy) / Math.SQRT2)
      const long = Math.min(length * shade, far * 0.5)
      return `M${n(x - ux)} ${n(y - uy)}L${n(x - ux * long)} ${n(y - uy * long)}`
    })
    .join('')
}

/** A wavy line along the foot of a rectangle: the surf on a shore. `off` lies it farther out. */
export function surf(points: readonly Spot[], off: number): string {
  const xs = points.map((p) => p[0])
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const y = Math.max(...points.map((p) => p[1])) - off
  const next = luck(Math.round(right * 31 + off))
  const waves = Math.max(2, Math.round((right - left) / 46))
  const wide = (right - left) / waves
  const bow = () => n(3 + next() * 4)
  return `M${n(left)} ${n(y)}${Array.from({ length: waves }, () => `q${n(wide / 2)} -${bow()} ${n(wide)} 0`).join('')}`
}

/** Where small drawings stand in a shape: trees in woods, stones on broken ground, houses in a town. */
export function scattered(points: readonly Spot[], every: number): readonly Spot[] {
  const xs = points.map((p) => p[0])
  const ys = points.map((p) => p[1])
  const next = luck(Math.round((xs[0] ?? 0) * 131 + (ys[0] ?? 0)))
  const found: Spot[] = []
  for (let x = Math.min(...xs) + every / 2; x < Math.max(...xs); x += every)
    for (let y = Math.min(...ys) + every / 2; y < Math.max(...ys); y += every) {
      const spot: Spot = [
        Math.round(x + (next() - 0.5) * every * 0.6),
        Math.round(y + (next() - 0.5) * every * 0.6),
      ]
      if (within(points, spot)) found.push(spot)
    }
  return found
}

function within(points: readonly Spot[], [x, y]: Spot): boolean {
  let odd = false
  points.forEach((a, i) => {
    const b = points[(i + points.length - 1) % points.length] ?? a
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd
  })
  return odd
}
