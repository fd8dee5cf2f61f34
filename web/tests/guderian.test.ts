import { describe, expect, it } from 'vitest'
import { panzergruppeGuderian } from '../src/games/panzergruppe-guderian'
import { linked } from '../src/lib/linked'
import { points } from '../src/lib/format'
import { infoOf } from './recorded'

const game = panzergruppeGuderian(infoOf('panzergruppe-guderian'))

const around = {
  side: 'soviet',
  decision: 'soviet-move',
  pieces: new Map(),
  boxes: new Map(),
  isHex: (word: string) => /^\d{4}$/.test(word),
}

describe('offers of Panzergruppe Guderian', () => {
  it('reads a movement phase', () => {
    const plan = game.plan({
      move: {
        'S-1': {
          left: 12,
          reach: [
            ['4015', 0, ''],
            ['4014', 1, '4015'],
          ],
          rail: [
            ['4015', 0, ''],
            ['4010', 9, '4015'],
          ],
        },
        'S-2': { left: 12, first_turn: 'march', reach: [{ path: ['0402', '0502'], cost: 10 }] },
      },
      overrun: [{ units: ['S-1'], target: '4016' }],
      call_front: 2,
      done: false,
      must_march: ['S-2'],
    }, around)
    expect(plan.moves.get('S-1')?.reach.get('4014')).toEqual({ cost: 1, previous: '4015' })
    expect(plan.moves.get('S-1')?.rail?.has('4010')).toBe(true)
    expect(plan.moves.get('S-2')?.special).toBe('march')
    expect(plan.moves.get('S-2')?.reach.get('0502')?.path).toEqual(['0402', '0502'])
    expect(plan.kind).toBe('move')
    expect(plan.overruns).toHaveLength(1)
    expect(plan.call).toBe(2)
    expect(plan.owing).toEqual(['S-2'])
    expect(plan.done).toBe(false)
    expect(plan.losses).toBeNull()
  })
  it('reads losses with and without the way out', () => {
    const plan = game.plan({ losses: 2, units: { 'G-6Inf': 3 }, give_ground: 2 }, around)
    const units = new Map([['G-6Inf', 3]])
    expect(plan.losses).toEqual({ count: 2, units, first: ['G-6Inf'], retreat: 2 })
  })
  it('makes the orders of orders.py', () => {
    expect(game.orders.move(['a'], ['0101', '0102'])).toEqual({
      order: 'move',
      units: ['a'],
      path: ['0101', '0102'],
    })
    expect(game.orders.losses(['a', 'a'])).toEqual({ order: 'take-losses', units: ['a', 'a'] })
    expect(game.orders.done()).toEqual({ order: 'done' })
  })
  it('grades every result of the table', () => {
    expect(game.grade('De')).toBe(3)
    expect(game.grade('Ae')).toBe(-3)
  })
})

it('writes half points as players do', () => {
  expect([0, 1, 2, 13].map(points)).toEqual(['0', '½', '1', '6½'])
})

it('finds hexes and units in a sentence', () => {
  const parts = linked(
    'Division no. 7 joins 25/7 Panzer: 0108, 0207.',
    (w) => /^\d{4}$/.test(w),
    new Map([
      ['25/7 Panzer', 'G-7Pz-PzR25'],
      ['25/7', 'another'],
      ['division no. 7', 'S-7'],
      ['3rd Arab-Somali regiment (south)', 'it_3AS'],
    ]),
  )
  const kinds = ['unit', 'text', 'unit', 'text', 'hex', 'text', 'hex', 'text']
  expect(parts.map((p) => p.kind)).toEqual(kinds)
  expect(parts.flatMap((p) => (p.kind === 'unit' ? [p.id] : []))).toEqual(['S-7', 'G-7Pz-PzR25'])
  expect(parts.map((p) => p.text).join('')).toBe('Division no. 7 joins 25/7 Panzer: 0108, 0207.')
})
