/** Where marks fall on the charts, and which rows they name. */
import { describe, expect, it } from 'vitest'
import { NOTHING_LIVE } from '../src/charts/charts.svelte'
import { around, kindsOf, markedOn } from '../src/charts/live'
import { hasTurns } from '../src/charts/turns'
import type { BoardInfo, Chart } from '../src/lib/types'

const text = (word: string) => ({ it: word, en: word })
const row = (id: string) => ({ id, title: text(id) })
const chart = (part: Partial<Chart>): Chart => ({
  id: 'crt',
  kind: 'combat',
  title: text('crt'),
  rows: [row('1'), row('2'), row('3')],
  columns: [
    { id: '1-1', title: text('1-1') },
    { id: '2-1', title: text('2-1') },
  ],
  ...part,
})

describe('marks on a chart', () => {
  it('the likeliest column is live, the others are possible', () => {
    const columns = [
      { chart: 'crt', column: '1-1', chance: 0.25 },
      { chart: 'crt', column: '2-1', chance: 0.75 },
      { chart: 'other', column: '1-1', chance: 1 },
    ]
    const marked = markedOn(chart({}), { ...NOTHING_LIVE, columns })
    expect(marked.live).toBe('2-1')
    expect([...marked.chances]).toEqual([
      ['1-1', 0.25],
      ['2-1', 0.75],
    ])
  })

  it('a column that is certain has no chance to tell', () => {
    const columns = [{ chart: 'crt', column: '1-1' }]
    const marked = markedOn(chart({}), { ...NOTHING_LIVE, columns })
    expect(marked.live).toBe('1-1')
    expect(marked.chances.size).toBe(0)
  })

  it('a roll belongs to its own table only', () => {
    const rolled = { chart: 'crt', column: '1-1', row: '2' }
    expect(markedOn(chart({}), { ...NOTHING_LIVE, rolled }).rolled).toEqual(rolled)
    expect(markedOn(chart({ id: 'other' }), { ...NOTHING_LIVE, rolled }).rolled).toBeNull()
  })

  it('rows hold by the hex, by the turn and by the chips', () => {
    const rows = [
      { ...row('woods'), swatch: 'forest' },
      { ...row('early'), turns: [1, 4] as const },
      { ...row('late'), turns: [5, 9] as const },
      row('rain'),
    ]
    const live = {
      ...NOTHING_LIVE,
      kinds: new Set(['forest']),
      turn: 6,
      rows: [{ chart: 'crt', row: 'rain' }],
    }
    const terrain = chart({ kind: 'terrain', rows })
    expect([...markedOn(terrain, live).rows].sort()).toEqual(['late', 'rain', 'woods'])
  })
})

it('a hex is its terrain, its places and the lines that touch it', () => {
  const board = {
    hexes: { '0101': [0, 0, 'forest'], '0102': [0, 1, 'clear'] },
    places: [{ name: 'A', kind: 'town', hexes: ['0101'], source: '' }],
    lines: { road: ['0101'], river: ['0102'] },
  } as unknown as BoardInfo
  expect([...kindsOf(board, '0101')].sort()).toEqual(['forest', 'road', 'town'])
  expect([...kindsOf(board, '0102')].sort()).toEqual(['clear', 'river'])
  expect(kindsOf(board, '').size).toBe(0)
})

it('a calendar shows the turn before, the present one and those to come', () => {
  const turns = [1, 2, 3, 4, 5, 6, 7, 8]
  expect(around(turns, 1, 4)).toEqual([1, 2, 3, 4])
  expect(around(turns, 4, 4)).toEqual([3, 4, 5, 6])
  expect(around(turns, 8, 4)).toEqual([5, 6, 7, 8])
})

it('a calendar of another war is not that of the track', () => {
  const calendar = chart({ kind: 'calendar', rows: [row('Oct'), row('Nov')] })
  expect(hasTurns(calendar, [text('Oct'), text('Nov')])).toBe(true)
  expect(hasTurns(calendar, [text('Jun'), text('Jul')])).toBe(false)
  expect(hasTurns(calendar, [text('Oct')])).toBe(false)
})
