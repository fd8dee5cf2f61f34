import { describe, expect, it } from 'vitest'
import { around, gap, inside, ringPath } from '../src/plane/rings'

/** The places 0..3 by 0..3 without the hole at (1, 1). */
const RINGS = [
  [0, 0, 4, 0, 4, 4, 0, 4],
  [1, 1, 1, 2, 2, 2, 2, 1],
]

describe('the outline of a region', () => {
  it('holds exactly its places', () => {
    const held = []
    for (let y = -1; y <= 5; y++)
      for (let x = -1; x <= 5; x++) if (inside(RINGS, [x, y])) held.push(`${x},${y}`)
    expect(held).toHaveLength(15)
    expect(held).not.toContain('1,1')
    expect(held).toContain('3,3')
    expect(held).not.toContain('4,3')
  })
  it('is drawn with each place in the middle of its cell', () => {
    expect(ringPath([[0, 0, 2, 0, 2, 1]])).toBe('M-0.5 -0.5L1.5 -0.5L1.5 0.5Z')
    expect(ringPath([])).toBe('')
  })
})

describe('distances', () => {
  it('are measured from edge to edge', () => {
    expect(gap([0, 0], [80, 0], 30)).toBe(50)
    expect(gap([0, 0], [60, 70], 30)).toBe(50)
    expect(gap([0, 0], [20, 20], 30)).toBe(0)
  })
  it('are drawn round the whole base', () => {
    expect(around([100, 100], 30, 50)).toEqual({ x: 35, y: 35, side: 130, r: 50 })
  })
})
