/** Fingers and mouse on the stage: pan, pinch, drag of a counter, click, long press. */
import type { Viewport } from './viewport.svelte'

type Spot = { x: number; y: number }

export interface Hands {
  /** Whether a press here may pick up a counter. */
  grasp(sx: number, sy: number): boolean
  drag(sx: number, sy: number): void
  drop(sx: number, sy: number): void
  click(sx: number, sy: number, event: PointerEvent): void
  hover(sx: number, sy: number): void
  hold(sx: number, sy: number): void
  leave(): void
}

const SLACK = 6
const LONG = 480

export class Pointers {
  private readonly down = new Map<number, Spot>()
  private start: Spot | null = null
  private mode: 'idle' | 'press' | 'pan' | 'pinch' | 'drag' = 'idle'
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly stage: () => HTMLElement,
    private readonly view: Viewport,
    private readonly hands: Hands,
  ) {}

  private spot(event: PointerEvent | WheelEvent): Spot {
    const box = this.stage().getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  press = (event: PointerEvent): void => {
    if (event.button !== 0) return
    this.stage().setPointerCapture(event.pointerId)
    const spot = this.spot(event)
    this.down.set(event.pointerId, spot)
    clearTimeout(this.timer)
    if (this.down.size === 2) {
      this.mode = 'pinch'
      return
    }
    this.start = spot
    this.mode = 'press'
    if (event.pointerType === 'touch') {
      this.timer = setTimeout(() => {
        if (this.mode !== 'press') return
        this.mode = 'idle'
        this.hands.hold(spot.x, spot.y)
      }, LONG)
    }
  }

  move = (event: PointerEvent): void => {
    const spot = this.spot(event)
    const before = this.down.get(event.pointerId)
    if (!before) {
      this.hands.hover(spot.x, spot.y)
      return
    }
    if (this.mode === 'pinch') {
      this.pinch(event.pointerId, spot)
      return
    }
    if (this.mode === 'press' && this.start) {
      if (Math.hypot(spot.x - this.start.x, spot.y - this.start.y) < SLACK) return
      clearTimeout(this.timer)
      this.mode = this.hands.grasp(this.start.x, this.start.y) ? 'drag' : 'pan'
      this.hands.leave()
    }
    if (this.mode === 'pan') this.view.pan(spot.x - before.x, spot.y - before.y)
    if (this.mode === 'drag') this.hands.drag(spot.x, spot.y)
    this.down.set(event.pointerId, spot)
  }

  private pinch(moving: number, spot: Spot): void {
    const [a, b] = [...this.down.values()]
    if (!a || !b) return
    const wide = Math.hypot(a.x - b.x, a.y - b.y)
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    this.down.set(moving, spot)
    const [c, d] = [...this.down.values()]
    if (!c || !d) return
    const now = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 }
    this.view.zoom(Math.hypot(c.x - d.x, c.y - d.y) / Math.max(wide, 1), now.x, now.y)
    this.view.pan(now.x - middle.x, now.y - middle.y)
  }

  release = (event: PointerEvent): void => {
    const spot = this.spot(event)
    clearTimeout(this.timer)
    const known = this.down.delete(event.pointerId)
    if (!known) return
    if (this.mode === 'press') this.hands.click(spot.x, spot.y, event)
    if (this.mode === 'drag') this.hands.drop(spot.x, spot.y)
    this.mode = this.down.size ? 'pan' : 'idle'
  }

  cancel = (event: PointerEvent): void => {
    clearTimeout(this.timer)
    this.down.delete(event.pointerId)
    this.mode = 'idle'
    this.hands.leave()
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault()
    const { x, y } = this.spot(event)
    this.view.wheel(event.deltaY * (event.deltaMode === 1 ? 30 : 1), x, y)
  }
}
