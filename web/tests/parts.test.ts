/** Orders of several parts: one control for each, an earlier one decides a later one. */
import { describe, expect, it } from 'vitest'
import type { Json, Order } from '../src/lib/types'
import { keyOf, parted, soleName, type Chosen } from '../src/shapes/parts'
import type { Choice } from '../src/shapes/plan'

const choice = (order: Order): Choice => ({
  order,
  units: [],
  hexes: [],
  words: null,
  tone: 'plain',
})
const all = (orders: readonly Record<string, Json>[]) =>
  orders.map((fields) => choice({ order: 'rebuild', ...fields }))
/** Two units, boxes and places, and how many steps: 2 x 2 x 2. */
const REBUILD = all(
  ['A', 'B'].flatMap((unit) =>
    ['north', 'south'].flatMap((box) => [1, 2].map((steps) => ({ unit, box, steps }))),
  ),
)
const see = (choices: readonly Choice[], chosen: Chosen = {}) => {
  const { parts, last, left } = parted(choices, chosen)
  return [parts.map((p) => [p.field, p.now]), last, left.length]
}

describe('the parts of an order', () => {
  it('begin with the first, and nothing is listed before it is chosen', () => {
    expect(see(REBUILD)).toEqual([[['unit', null]], '', 0])
  })
  it('go on with their first value; the last part is the list', () => {
    const told = see(REBUILD, { unit: keyOf('B') })
    expect(told).toEqual([
      [
        ['unit', 'B'],
        ['box', 'north'],
      ],
      'steps',
      2,
    ])
    const south = see(REBUILD, { unit: keyOf('B'), box: keyOf('south') })
    expect(south).toEqual([
      [
        ['unit', 'B'],
        ['box', 'south'],
      ],
      'steps',
      2,
    ])
  })
  it('offer only what agrees with the parts before, and forget what does not', () => {
    const some = REBUILD.filter(({ order }) => order['unit'] !== 'A' || order['box'] === 'north')
    const more = [...some, ...all([{ unit: 'C', box: 'south', steps: 1 }])]
    // A has one box only: no control asks for it.
    expect(see(more, { unit: keyOf('A'), box: keyOf('south') })).toEqual([
      [['unit', 'A']],
      'steps',
      2,
    ])
    expect(see(more, { unit: keyOf('C') })).toEqual([[['unit', 'C']], '', 1])
  })
  it('never leave an order out', () => {
    const found = new Set<string>()
    for (const unit of ['A', 'B'])
      for (const box of ['north', 'south'])
        for (const c of parted(REBUILD, { unit: keyOf(unit), box: keyOf(box) }).left)
          found.add(JSON.stringify(c.order))
    expect(found.size).toBe(REBUILD.length)
  })
  it('are no controls for a few orders, nor for one field', () => {
    expect(see(REBUILD.slice(0, 6))[2]).toBe(6)
    const hexes = all(Array.from({ length: 30 }, (_, i) => ({ hex: String(i) })))
    expect(see(hexes)).toEqual([[], 'hex', 30])
  })
  it('name a unit alone also where the field takes several', () => {
    expect([soleName('A'), soleName(['A']), soleName(['A', 'B']), soleName(3)]).toEqual([
      'A',
      'A',
      null,
      null,
    ])
  })
})
