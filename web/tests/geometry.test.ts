import { describe, expect, it } from 'vitest'
import { Geometry, smooth } from '../src/lib/geometry'
import type { BoardInfo } from '../src/lib/types'

/** Three columns of three flat-top hexes, odd columns up, numbered column then row. */
function board(): BoardInfo {
  const size = 30
  const tall = size * Math.sqrt(3)
  const hexes: Record<string, [number, number, string]> = {}
  const directions: Record<string, (string | null)[]> = {}
  const id = (c: number, r: number): string | null =>
    c >= 1 && c <= 3 && r >= 1 && r <= 3 ? `0${c}0${r}` : null
  for (let c = 1; c <= 3; c++) {
    for (let r = 1; r <= 3; r++) {
      const low = c % 2 === 0 ? 1 : 0
      hexes[`0${c}0${r}`] = [
        size + (c - 1) * size * 1.5,
        tall / 2 + (r - 1) * tall + (low * tall) / 2,
        'clear',
      ]
      const up = r - 1 + low
      directions[`0${c}0${r}`] = [
        id(c, r - 1),
        id(c + 1, up),
        id(c + 1, up + 1),
        id(c, r + 1),
        id(c - 1, up + 1),
        id(c - 1, up),
      ]
    }
  }
  const empty = { corners: [], direction_names: [], places: [], areas: [], lines: {} }
  return { orientation: 'flat', size, width: 150, height: 190, hexes, directions, ...empty }
}

const geometry = new Geometry(board())

describe('geometry', () => {
  it('finds the hex under a point, and nothing beside the map', () => {
    for (const id of geometry.ids) {
      const [x, y] = geometry.centre(id)
      expect(geometry.at(x + 9, y - 9)).toBe(id)
    }
    expect(geometry.at(-80, -80)).toBeNull()
  })
  it('draws the rim of a set without its inner sides', () => {
    const two = new Set(['0101', '0102'])
    expect(geometry.rim(two).match(/M/g)).toHaveLength(10)
    expect(geometry.rim(new Set(['0202'])).match(/M/g)).toHaveLength(6)
  })
  it('walks with the arrow keys, the second diagonal with Shift', () => {
    expect(geometry.arrow('0202', 'ArrowUp', false)).toBe('0201')
    expect(geometry.arrow('0202', 'ArrowRight', false)).toBe('0302')
    expect(geometry.arrow('0202', 'ArrowRight', true)).toBe('0303')
    expect(geometry.arrow('0202', 'ArrowLeft', true)).toBe('0103')
    expect(geometry.arrow('0101', 'ArrowUp', false)).toBeNull()
  })
  it('goes straight from neighbour to neighbour', () => {
    const line = geometry.line('0101', '0303')
    expect(line[0]).toBe('0101')
    expect(line.at(-1)).toBe('0303')
    for (let i = 1; i < line.length; i++) {
      expect(geometry.neighbours(line[i - 1] ?? '')).toContain(line[i])
    }
  })
  it('closes the ring of a hex', () => {
    expect(geometry.ring('0101').match(/L/g)).toHaveLength(5)
  })
  it('smooths a line without losing its ends', () => {
    expect(
      smooth([
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
    ).toBe('M0 0Q10 0 10 5L10 10')
    expect(smooth([])).toBe('')
  })
})
