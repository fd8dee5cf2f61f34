/** What stays in sight when the stage changes its size. */
import { describe, expect, it } from 'vitest'
import { Viewport } from '../src/board/viewport.svelte'

const SHEET = { x: 0, y: 0, width: 1000, height: 500 }

function stage(width: number, height: number): Viewport {
  const view = new Viewport(() => SHEET)
  view.resize(width, height)
  view.fit()
  return view
}

describe('a stage of another size', () => {
  it('shows the whole sheet if it was whole before', () => {
    const view = stage(500, 800)
    expect(view.k).toBe(0.5)
    view.resize(2000, 800)
    expect(view.k).toBe(1.6)
    view.resize(500, 800)
    expect(view.k).toBe(0.5)
    expect(view.toSheet(250, 400)).toEqual([500, 250])
  })
  it('keeps the scale and the middle if only a part was seen', () => {
    const view = stage(500, 400)
    view.zoom(4)
    const middle = view.toSheet(250, 200)
    view.resize(800, 300)
    expect(view.k).toBe(2)
    expect(view.toSheet(400, 150)).toEqual(middle)
  })
  it('is never larger than the sheet on it', () => {
    const view = stage(500, 400)
    view.zoom(1.2)
    view.resize(3000, 1500)
    expect(view.k).toBe(3)
  })
})

describe('the camera', () => {
  it('keeps the point under the pointer where it is', () => {
    const view = stage(500, 400)
    view.zoom(4)
    const under = view.toSheet(300, 150)
    view.wheel(-120, 300, 150)
    const [x, y] = view.toSheet(300, 150)
    expect([x, y]).toEqual([expect.closeTo(under[0]), expect.closeTo(under[1])])
    view.closer()
    view.farther()
    expect(view.toSheet(250, 200)[0]).toBeCloseTo(view.place.centre[0])
  })
  it('comes no closer than it may, and goes no farther than the whole sheet', () => {
    const view = stage(500, 400)
    view.zoom(1000)
    expect(view.k).toBe(3.2)
    view.zoom(0.0001)
    expect(view.k).toBe(view.least)
  })
  it('never leaves the sheet', () => {
    const view = stage(500, 400)
    view.zoom(4)
    view.pan(10_000, 10_000)
    expect(view.toSheet(0, 0)).toEqual([0, 0])
    view.pan(-10_000, -10_000)
    expect(view.toSheet(500, 400)).toEqual([1000, 500])
  })
  it('frames points with air around them, at most so close', () => {
    const view = stage(500, 400)
    view.frame(
      [
        [300, 200],
        [500, 200],
      ],
      50,
    )
    expect(view.k).toBe(1.25)
    expect(view.toSheet(250, 200)).toEqual([400, 200])
    view.frame([], 50)
    expect(view.k).toBe(view.least)
  })
  it('moves for a point that is out of sight only', () => {
    const view = stage(500, 400)
    view.zoom(4)
    const { place } = view
    view.reveal([500, 250])
    expect(view.place).toEqual(place)
    view.reveal([900, 250])
    expect(view.toSheet(250, 200)[0]).toBeGreaterThan(700)
  })
  it('goes back to a place, as near as the sheet allows', () => {
    const view = stage(500, 400)
    view.goTo({ centre: [400, 200], k: 2 })
    expect(view.place).toEqual({ centre: [400, 200], k: 2 })
    view.goTo({ centre: [400, 200], k: 99 })
    expect(view.k).toBe(3.2)
  })
  it('moves what lies under an edge of the stage into the free part', () => {
    const view = stage(500, 400)
    view.goTo({ centre: [400, 250], k: 2 })
    const [x, y] = [view.x, view.y]
    view.clear({ x: 400, y: 250, width: 10, height: 10 }, 50)
    expect([view.x, view.y]).toEqual([x, y])
    const [left, top] = view.toSheet(-20, 10)
    view.clear({ x: left, y: top, width: 40, height: 40 }, 50)
    expect([view.x - x, view.y - y]).toEqual([expect.closeTo(26), expect.closeTo(40)])
  })
})
