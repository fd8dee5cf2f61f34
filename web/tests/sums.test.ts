import { describe, expect, it } from 'vitest'
import type { Forecast } from '../src/lib/types'
import { WORDS } from '../src/lib/words'
import { columnWord, readSums } from '../src/panel/sums'

const forecast = (sums: object) => ({ rule: '', lines: [], notes: [], sums }) as unknown as Forecast
const COLUMNS = { '1:2': 0.25, '1:1': 0.5, '2:1': 0.25 }

describe('why a column is not known yet', () => {
  it('is the die of the aircraft where every unit is seen', () => {
    const sums = readSums(forecast({ attack: 5, defence: 2, odds: '2:1', columns: COLUMNS }))
    expect(columnWord(sums)).toBe('columnDice')
    for (const text of Object.values(WORDS.columnDice)) expect(text).not.toMatch(/unknown|ignot/)
  })
  it('is a unit that nobody has seen', () => {
    const defence = [{ what: 'unseen', count: 1, value: '?', rule: '12.3-a' }]
    const sums = readSums(forecast({ attack: [], defence, odds: { '3:1': 1 }, columns: COLUMNS }))
    expect(columnWord(sums)).toBe('columnUnknown')
  })
  it('is nothing where there is one column', () => {
    const sums = readSums(forecast({ attack: 5, defence: 2, odds: '2:1', columns: { '2:1': 1 } }))
    expect(columnWord(sums)).toBe('column')
  })
})
