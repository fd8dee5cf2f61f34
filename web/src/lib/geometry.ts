/** Where hexes lie on the sheet: the server's numbers, without any rule of a game. */
import type { BoardInfo } from './types'

export type Point = readonly [number, number]
/** A move of the hex cursor: the arrow keys, the second diagonal with Shift. */
export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

const CORNERS: Readonly<Record<BoardInfo['orientation'], readonly Point[]>> = {
  flat: [
    [-0.5, -Math.sqrt(3) / 2],
    [0.5, -Math.sqrt(3) / 2],
    [1, 0],
    [0.5, Math.sqrt(3) / 2],
    [-0.5, Math.sqrt(3) / 2],
    [-1, 0],
  ],
  pointy: [
    [0, -1],
    [Math.sqrt(3) / 2, -0.5],
    [Math.sqrt(3) / 2, 0.5],
    [0, 1],
    [-Math.sqrt(3) / 2, 0.5],
    [-Math.sqrt(3) / 2, -0.5],
  ],
}

/** Directions in the order of the engine: clockwise from north (flat) or north-east (pointy). */
const ARROWS: Readonly<Record<BoardInfo['orientation'], Readonly<Record<Arrow, Point>>>> = {
  flat: { ArrowUp: [0, 0], ArrowRight: [1, 2], ArrowDown: [3, 3], ArrowLeft: [5, 4] },
  pointy: { ArrowUp: [0, 5], ArrowRight: [1, 1], ArrowDown: [2, 3], ArrowLeft: [4, 4] },
}

export class Geometry {
  readonly ids: readonly string[]
  readonly corners: readonly Point[]
  private readonly centres: ReadonlyMap<string, Point>
  private readonly buckets = new Map<string, string[]>()

  constructor(readonly board: BoardInfo) {
    this.ids = Object.keys(board.hexes)
    this.corners = CORNERS[board.orientation].map(([x, y]) => [x * board.size, y * board.size])
    const centres = new Map<string, Point>()
    for (const [id, [x, y]] of Object.entries(board.hexes)) {
      centres.set(id, [x, y])
      const key = this.bucket(x, y)
      const list = this.buckets.get(key)
      if (list) list.push(id)
      else this.buckets.set(key, [id])
    }
    this.centres = centres
  }

  private bucket(x: number, y: number): string {
    const side = this.board.size * 2
    return `${Math.floor(x / side)},${Math.floor(y / side)}`
  }

  has(id: string): boolean {
    return this.centres.has(id)
  }

  centre(id: string): Point {
    return this.centres.get(id) ?? [0, 0]
  }

  terrain(id: string): string {
    return this.board.hexes[id]?.[2] ?? ''
  }

  /** The hex under a point of the sheet, or null beside the map. */
  at(x: number, y: number): string | null {
    const side = this.board.size * 2
    let best: string | null = null
    let nearest = this.board.size ** 2
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const id of this.buckets.get(this.bucket(x + dx * side, y + dy * side)) ?? []) {
          const [cx, cy] = this.centre(id)
          const d = (cx - x) ** 2 + (cy - y) ** 2
          if (d < nearest) {
            nearest = d
            best = id
          }
        }
      }
    }
    return best
  }

  neighbour(id: string, direction: number): string | null {
    return this.board.directions[id]?.[direction] ?? null
  }

  neighbours(id: string): string[] {
    return (this.board.directions[id] ?? []).filter((n): n is string => n !== null)
  }

  /** A hex and all hexes around it, so many steps far. */
  around(id: string, reach: number): string[] {
    const found = new Set([id])
    for (let step = 0; step < reach; step++)
      for (const hex of [...found]) for (const n of this.neighbours(hex)) found.add(n)
    return [...found]
  }

  arrow(id: string, key: Arrow, shift: boolean): string | null {
    const [plain, shifted] = ARROWS[this.board.orientation][key]
    return this.neighbour(id, shift ? shifted : plain)
  }

  /** The outline of one hex, `inset` in units towards its middle. */
  ring(id: string, inset = 0): string {
    const [x, y] = this.centre(id)
    const k = 1 - inset / this.board.size
    return 'M' + this.corners.map(([dx, dy]) => `${r(x + dx * k)} ${r(y + dy * k)}`).join('L') + 'Z'
  }

  /** All hexes of a set as one path. */
  area(ids: Iterable<string>, inset = 0): string {
    let d = ''
    for (const id of ids) if (this.has(id)) d += this.ring(id, inset)
    return d
  }

  /** The rim of a set of hexes: only the sides between a member and a stranger. */
  rim(ids: ReadonlySet<string>): string {
    let d = ''
    for (const id of ids) {
      const [x, y] = this.centre(id)
      for (let side = 0; side < 6; side++) {
        const other = this.neighbour(id, side)
        if (other !== null && ids.has(other)) continue
        const [ax, ay] = this.corners[side] ?? [0, 0]
        const [bx, by] = this.corners[(side + 1) % 6] ?? [0, 0]
        d += `M${r(x + ax)} ${r(y + ay)}L${r(x + bx)} ${r(y + by)}`
      }
    }
    return d
  }

  /** A straight walk over neighbours from one hex to another, ends included. */
  line(from: string, to: string): string[] {
    const way = [from]
    const [tx, ty] = this.centre(to)
    let here = from
    while (here !== to && way.length < 200) {
      let next: string | null = null
      let nearest = Infinity
      for (const n of this.neighbours(here)) {
        const [x, y] = this.centre(n)
        const d = (x - tx) ** 2 + (y - ty) ** 2
        if (d < nearest) {
          nearest = d
          next = n
        }
      }
      if (next === null || way.includes(next)) break
      way.push(next)
      here = next
    }
    return way
  }

  /** A walk of so many hexes that begins with a step and goes on in the same direction if it can. */
  onward(from: string, step: string, count: number): string[] {
    const way = [step]
    const direction = (this.board.directions[from] ?? []).indexOf(step)
    while (way.length < count) {
      const here = way.at(-1) ?? step
      const next =
        this.neighbour(here, direction) ??
        this.neighbours(here).find((n) => n !== from && !way.includes(n))
      if (!next) break
      way.push(next)
    }
    return way
  }

  /** A softened line through the middles of some hexes. */
  route(ids: readonly string[]): string {
    return smooth(ids.map((id) => this.centre(id)))
  }
}

function r(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** A line through points whose bends are rounded; it meets every middle between two points. */
export function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let d = `M${r(first[0])} ${r(first[1])}`
  rest.forEach((p, i) => {
    const next = rest[i + 1]
    if (next) d += `Q${r(p[0])} ${r(p[1])} ${r((p[0] + next[0]) / 2)} ${r((p[1] + next[1]) / 2)}`
    else d += `L${r(p[0])} ${r(p[1])}`
  })
  return d
}
