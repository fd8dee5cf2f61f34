import { expect, test } from 'vitest'
import type { EventLine } from '../src/lib/types'
import { columnOf, placesOf, rollOf, UNCHANGED } from '../src/match/rolls'

const event = (name: string, fields: Record<string, unknown>): EventLine => ({
  event: name,
  rule: '1',
  text: { it: name, en: name },
  ...fields,
})
const declared = event('attack-declared', {
  attackers: ['a'],
  defenders: ['d'],
  attack: 9,
  defence: 3,
  odds: '3:1',
  opens: true,
})
const rolled = event('battle-rolled', { odds: '3:1', column: '5:1', die: 4, result: '1/3R' })
const home = event('air-returned', { marker: 'm', die: 2, sequel: true })
const won = event('battle-won', { attackers: ['a'], odds: '7-1', result: 'DE' })

test('a declared battle has no result, and the die of the one before is taken away', () => {
  expect(rollOf([declared])).toBeNull()
  expect(rollOf([rolled, home, declared])).toBeNull()
})

test('the roll is the die of the battle, not the way home of its aircraft', () => {
  expect(rollOf([declared, rolled, home])).toBe(rolled)
  expect(rollOf([home])).toBe(home)
})

test('the last die of a chain is shown: the save after the hit', () => {
  const air = event('air-rolled', { die: 5, result: 'save' })
  const save = event('save-rolled', { die: 2, saved: false })
  expect(rollOf([air, save])).toBe(save)
})

test('a victory without a die is told, and other events change nothing', () => {
  expect(rollOf([won])).toBe(won)
  expect(rollOf([event('moved', { path: ['1'] })])).toBe(UNCHANGED)
  expect(rollOf([event('air-returned', { die: 0, sequel: true })])).toBe(UNCHANGED)
})

test('the column named is the column used', () => {
  expect(columnOf(rolled)).toBe('5:1')
  expect(columnOf(event('battle-rolled', { odds: '3-1', die: 1, result: 'DE' }))).toBe('3-1')
})

test('the place is that of the targets, of the one target, or the hex', () => {
  expect(placesOf(event('rolled', { targets: ['0101', '0102'], hex: '0103' }))).toHaveLength(2)
  expect(placesOf(event('rolled', { target: 'A1', hex: '0103' }))).toEqual(['A1'])
  expect(placesOf(event('rolled', { hex: '0103' }))).toEqual(['0103'])
})
