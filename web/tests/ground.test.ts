import { expect, it } from 'vitest'
import { action } from '../src/plane/action'
import { contour, hachures, sands, scattered } from '../src/plane/ground'
import type { Spot } from '../src/lib/types'

const SQUARE: readonly Spot[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
]
/** Every pair of numbers in a path. */
const spots = (path: string): Spot[] =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((hit) => [Number(hit[1]), Number(hit[2])])

it('draws the same sand for the same table, and other sand for another', () => {
  expect(sands(1200, 1600)).toEqual(sands(1200, 1600))
  expect(sands(1200, 1600).lees).not.toEqual(sands(1000, 800).lees)
})

it('keeps contours, hachures and what is scattered inside the outline', () => {
  const inner = spots(contour(SQUARE, 0.5))
  expect(Math.min(...inner.flat())).toBeGreaterThan(20)
  expect(Math.max(...inner.flat())).toBeLessThan(80)
  for (const [x, y] of [...spots(hachures(SQUARE, 16)), ...scattered(SQUARE, 13)]) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(100)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(100)
  }
  expect(scattered(SQUARE, 13).length).toBeGreaterThan(30)
})

it('looks where bases face each other, as many as find room', () => {
  const own: Spot[] = [
    [100, 100],
    [100, 300],
    [100, 900],
  ]
  const foes: Spot[] = [
    [200, 100],
    [250, 300],
    [700, 900],
  ]
  expect(action(own, foes, 30, [300, 300])).toEqual([
    [100, 100],
    [250, 300],
  ])
  expect(action(own, foes, 30, [2000, 2000])).toEqual([
    [100, 100],
    [700, 900],
  ])
  // A pair that is too far apart for the room is shown all the same: it is all there is.
  expect(action([[0, 0]], [[900, 0]], 30, [100, 100])).toHaveLength(2)
  expect(action(own, [], 30, [300, 300])).toEqual([])
})
