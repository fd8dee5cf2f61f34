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
