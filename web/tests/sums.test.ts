import { describe, expect, it } from 'vitest'
import type { Account, AccountLine, Forecast } from '../src/lib/types'
import { WORDS } from '../src/lib/words'
import { columnsOf, columnWord, spread, tells } from '../src/panel/sums'

const COLUMNS = { '1:2': 0.25, '1:1': 0.5, '2:1': 0.25 }
const NONE: Account = {
  lines: [],
  ratio: '',
  terms: [],
  columns: {},
  cases: [],
  source: '',
  reasoning: null,
}
const line = (value: string): AccountLine => ({
  part: 'defence',
  value,
  rule: '12.3-a',
  what: 'unseen',
  unit: '',
  hex: '',
  count: 1,
})

describe('why a column is not known yet', () => {
  it('is the die of the aircraft where every unit is seen', () => {
    expect(columnWord({ columns: COLUMNS, lines: [line('2')] })).toBe('columnDice')
    for (const text of Object.values(WORDS.columnDice)) expect(text).not.toMatch(/unknown|ignot/)
  })
  it('is a unit that nobody has seen', () => {
    expect(columnWord({ columns: COLUMNS, lines: [line('?')] })).toBe('columnUnknown')
  })
  it('is nothing where there is one column', () => {
    expect(columnWord({ columns: { '2:1': 1 }, lines: [line('?')] })).toBe('column')
  })
})

describe('the columns', () => {
  it('are told from the lowest to the highest, or as one', () => {
    expect(spread({ ...NONE, columns: COLUMNS })).toBe('1:2 … 2:1')
    expect(spread({ ...NONE, columns: { '2:1': 1 } })).toBe('2:1')
    expect(spread(NONE)).toBe('')
    expect(columnsOf({ ...NONE, columns: COLUMNS })).toEqual(Object.entries(COLUMNS))
  })
})

it('an order without a die has nothing to tell but its odds', () => {
  const settled: Forecast = {
    rule: '',
    lines: [],
    sums: {},
    notes: [],
    roller: '',
    account: null,
    settled: true,
  }
  expect(tells(null)).toBe(false)
  expect(tells(settled)).toBe(false)
  expect(tells({ ...settled, account: NONE })).toBe(true)
  expect(tells({ ...settled, settled: false })).toBe(true)
})
