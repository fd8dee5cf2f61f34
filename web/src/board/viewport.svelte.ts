/** Which part of the sheet is on the stage: screen = sheet * k + (x, y). */
const CLOSEST = 3.2
const WHEEL = 1.0016
const KEY_STEP = 1.35
/** A sheet larger than the stage by less than this is seen as a whole. */
const BARELY = 1.001
/** Pixels between a fan and the edge of the stage. */
const EDGE = 6

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** What stands in the middle of the stage, and how large. */
export interface Place {
  centre: readonly [number, number]
  k: number
}

export class Viewport {
  x = $state(0)
  y = $state(0)
  k = $state(1)
  width = $state(1)
  height = $state(1)
  /** True while a finger or the wheel moves the sheet: the browser may reuse its picture. */
  busy = $state(false)
  private rest: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly sheet: () => Frame) {}

  get least(): number {
    const { width, height } = this.sheet()
    return Math.min(this.width / width, this.height / height)
  }

  fit(): void {
    const { x, y, width, height } = this.sheet()
    this.k = this.least
    this.x = (this.width - width * this.k) / 2 - x * this.k
    this.y = (this.height - height * this.k) / 2 - y * this.k
  }

  /** The stage has another size: its middle stays where it is, and a sheet that was whole stays whole. */
  resize(width: number, height: number): void {
    const cx = (this.width / 2 - this.x) / this.k
    const cy = (this.height / 2 - this.y) / this.k
    const whole = this.k <= this.least * BARELY
    this.width = width
    this.height = height
    this.k = whole ? this.least : Math.max(this.k, this.least)
    this.centre([cx, cy])
  }

  /** Show these points with some air around them. */
  frame(points: readonly (readonly [number, number])[], air: number, closest = 1.25): void {
    if (!points.length) return this.fit()
    const xs = points.map((p) => p[0])
    const ys = points.map((p) => p[1])
    const left = Math.min(...xs) - air
    const top = Math.min(...ys) - air
    const wide = Math.max(...xs) + air - left
    const tall = Math.max(...ys) + air - top
    const k = Math.min(this.width / wide, this.height / tall, closest)
    this.k = Math.max(k, this.least)
    this.centre([left + wide / 2, top + tall / 2])
  }

  centre([px, py]: readonly [number, number]): void {
    this.x = this.width / 2 - px * this.k
    this.y = this.height / 2 - py * this.k
    this.hold()
  }

  /** Bring a point into sight; nothing happens if it is well inside already. */
  reveal(point: readonly [number, number], margin = 70): void {
    const sx = point[0] * this.k + this.x
    const sy = point[1] * this.k + this.y
    if (sx > margin && sy > margin && sx < this.width - margin && sy < this.height - margin) return
    if (this.k < 0.75) this.k = 1
    this.centre(point)
  }

  /** Move a frame of the sheet out from under the stage's edges; its top, under a strip that high. */
  clear(box: Frame, strip: number): void {
    const [left, top] = [box.x * this.k + this.x, box.y * this.k + this.y]
    const right = left + box.width * this.k
    const over = Math.max(EDGE - left, 0) || Math.min(this.width - EDGE - right, 0)
    const under = Math.max(strip - top, 0)
    if (!over && !under) return
    this.x += over
    this.y += under
    this.hold()
  }

  get place(): Place {
    return { centre: this.toSheet(this.width / 2, this.height / 2), k: this.k }
  }

  goTo({ centre, k }: Place): void {
    this.k = Math.min(CLOSEST, Math.max(this.least, k))
    this.centre(centre)
  }

  pan(dx: number, dy: number): void {
    this.x += dx
    this.y += dy
    this.hold()
    this.touch()
  }

  /** Zoom so that the point under (sx, sy) of the stage stays where it is. */
  zoom(factor: number, sx = this.width / 2, sy = this.height / 2): void {
    const k = Math.min(CLOSEST, Math.max(this.least, this.k * factor))
    const f = k / this.k
    this.x = sx - (sx - this.x) * f
    this.y = sy - (sy - this.y) * f
    this.k = k
    this.hold()
    this.touch()
  }

  wheel(delta: number, sx: number, sy: number): void {
    this.zoom(WHEEL ** -delta, sx, sy)
  }

  closer(): void {
    this.zoom(KEY_STEP)
  }

  farther(): void {
    this.zoom(1 / KEY_STEP)
  }

  toSheet(sx: number, sy: number): [number, number] {
    return [(sx - this.x) / this.k, (sy - this.y) / this.k]
  }

  /** The sheet never leaves the stage. */
  private hold(): void {
    const { x, y, width, height } = this.sheet()
    this.x = clamp(this.x, x, width, this.width, this.k)
    this.y = clamp(this.y, y, height, this.height, this.k)
  }

  private touch(): void {
    this.busy = true
    clearTimeout(this.rest)
    this.rest = setTimeout(() => (this.busy = false), 140)
  }
}

function clamp(at: number, start: number, length: number, stage: number, k: number): number {
  const low = stage - (start + length) * k
  const high = -start * k
  if (low > high) return (low + high) / 2
  return Math.min(high, Math.max(low, at))
}
