/** Fingers and mouse on the stage. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pointers } from '../src/board/pointers'
import { Viewport } from '../src/board/viewport.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function stage(grasps = false) {
  const done: string[] = []
  const say = (what: string) => (x: number, y: number) => void done.push(`${what} ${x},${y}`)
  const view = new Viewport(() => ({ x: 0, y: 0, width: 1000, height: 1000 }))
  view.resize(500, 500)
  view.zoom(2)
  const element = {
    getBoundingClientRect: () => ({ left: 10, top: 20 }),
    setPointerCapture: () => undefined,
  } as unknown as HTMLElement
  const pointers = new Pointers(() => element, view, {
    grasp: () => grasps,
    drag: say('drag'),
    drop: say('drop'),
    click: say('click'),
    hover: say('hover'),
    hold: say('hold'),
    leave: () => void done.push('leave'),
  })
  const event = (x: number, y: number, id = 1, pointerType = 'mouse') =>
    ({ pointerId: id, button: 0, clientX: x + 10, clientY: y + 20, pointerType }) as PointerEvent
  return { done, view, pointers, event }
}

describe('one pointer', () => {
  it('clicks where it does not move, and hovers where it is not pressed', () => {
    const { done, pointers, event } = stage()
    pointers.move(event(5, 5))
    pointers.press(event(30, 40))
    pointers.move(event(33, 42))
    pointers.release(event(33, 42))
    expect(done).toEqual(['hover 5,5', 'click 33,42'])
  })
  it('moves the sheet where there is nothing to take', () => {
    const { done, view, pointers, event } = stage()
    const { x, y } = view
    pointers.press(event(100, 100))
    pointers.move(event(80, 90))
    pointers.release(event(80, 90))
    expect([view.x - x, view.y - y]).toEqual([-20, -10])
    expect(done).toEqual(['leave'])
  })
  it('carries a counter and drops it', () => {
    const { done, view, pointers, event } = stage(true)
    const { x } = view
    pointers.press(event(100, 100))
    pointers.move(event(120, 100))
    pointers.release(event(130, 100))
    expect(done).toEqual(['leave', 'drag 120,100', 'drop 130,100'])
    expect(view.x).toBe(x)
  })
  it('that is not the first button, or is taken away, does nothing', () => {
    const { done, pointers, event } = stage()
    pointers.press({ ...event(1, 1), button: 2 })
    pointers.release(event(1, 1))
    pointers.press(event(1, 1))
    pointers.cancel(event(1, 1))
    pointers.release(event(1, 1))
    expect(done).toEqual(['leave'])
  })
})

describe('a finger', () => {
  it('that stays is a long press, and no click', () => {
    const { done, pointers, event } = stage()
    pointers.press(event(50, 60, 1, 'touch'))
    vi.advanceTimersByTime(480)
    pointers.release(event(50, 60, 1, 'touch'))
    expect(done).toEqual(['hold 50,60'])
  })
  it('and another one pinch', () => {
    const { done, view, pointers, event } = stage()
    const { k } = view
    pointers.press(event(100, 250, 1, 'touch'))
    pointers.press(event(200, 250, 2, 'touch'))
    pointers.move(event(220, 250, 2, 'touch'))
    expect(view.k).toBeCloseTo(k * 1.2)
    pointers.release(event(220, 250, 2, 'touch'))
    expect(done).toEqual([])
  })
})
