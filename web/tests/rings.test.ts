import { describe, expect, it } from 'vitest'
import { around, gap, inside, nearest, ringPath } from '../src/plane/rings'

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

describe('the nearest place of a region', () => {
  it('is the place itself inside, and one on the border outside', () => {
    expect(nearest(RINGS, [2, 3], 30)).toEqual([2, 3])
    expect(nearest(RINGS, [9, 2], 30)).toEqual([3, 2])
    expect(nearest(RINGS, [-3, -4], 30)).toEqual([0, 0])
  })
  it('is found round a hole, and on a region as narrow as a line', () => {
    const [x, y] = nearest(RINGS, [1, 1], 30) ?? [9, 9]
    expect(Math.abs(x - 1) + Math.abs(y - 1)).toBe(1)
    // A frame one millimetre wide, as places touching a headquarters are.
    const frame = [
      [0, 0, 61, 0, 61, 61, 0, 61],
      [1, 1, 1, 60, 60, 60, 60, 1],
    ]
    expect(nearest(frame, [25, 8], 30)).toEqual([25, 0])
    expect(nearest(frame, [68, 40], 30)).toEqual([60, 40])
  })
  it('is none where it is too far, or where there is no region', () => {
    expect(nearest(RINGS, [40, 2], 30)).toBeNull()
    expect(nearest([], [1, 1], 30)).toBeNull()
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
