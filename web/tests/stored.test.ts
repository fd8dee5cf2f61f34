/** What the browser keeps: read again as it was, and not believed if it is something else. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isNumber, isString } from '../src/lib/guards'
import { holdings } from '../src/lib/holdings'
import { origins } from '../src/lib/origins'
import { drop, keep, keptList, keptTable, keptText } from '../src/lib/stored'
import { folded } from '../src/match/folded'
import { memory } from '../src/told/seen'
import { storage } from './browser'

let kept = new Map<string, string>()
beforeEach(() => (kept = storage('localStorage')))

describe('what is kept', () => {
  it('comes back, but for entries of another shape', () => {
    keep('list', ['a', 3, 'b', null])
    keep('table', { one: 1, two: 'two' })
    expect(keptList('list', isString)).toEqual(['a', 'b'])
    expect(keptTable('table', isNumber)).toEqual({ one: 1 })
    expect(keptList('table', isString)).toEqual([])
    expect(keptTable('list', isNumber)).toEqual({})
    drop('list')
    expect(keptText('list')).toBeNull()
  })
  it('is nothing where it cannot be read, or nothing may be kept', () => {
    kept.set('broken', '{')
    expect(keptTable('broken', isNumber)).toEqual({})
    vi.stubGlobal('localStorage', {
      getItem: () => expect.fail('no leave'),
      setItem: () => expect.fail('no leave'),
    })
    expect(keptList('list', isString)).toEqual([])
    expect(keep('list', [])).toBe(false)
    drop('list')
  })
})

describe('seats', () => {
  it('are added to those that are held', () => {
    holdings.add('m', { axis: 'a' })
    holdings.add('m', { allied: 'b' })
    holdings.add('n', { axis: 'c' })
    holdings.invite('m', { allied: 'code' })
    expect(holdings.of('m')).toEqual({ axis: 'a', allied: 'b' })
    expect(holdings.tokens()).toEqual(['a', 'b', 'c'])
    expect(holdings.codes('m')).toEqual({ allied: 'code' })
    expect(holdings.of('o')).toEqual({})
  })
  it('that are no tokens are not used', () => {
    kept.set('campagna.seats', JSON.stringify({ m: { axis: 7 }, n: { axis: 'c' } }))
    expect(holdings.tokens()).toEqual(['c'])
  })
})

it('a what-if knows where it comes from, if what is kept is a place', () => {
  const origin = { match: 'm', token: 't', at: 4, place: { centre: [1, 2] as const, k: 2 } }
  origins.add('a', origin)
  origins.add('b', { ...origin, place: null })
  expect(origins.of('a')).toEqual(origin)
  expect(origins.of('b')?.place).toBeNull()
  kept.set('campagna.origins', JSON.stringify({ a: { ...origin, place: { centre: [1] } } }))
  expect(origins.of('a')).toBeNull()
})

it('a folded card stays folded until it is unfolded', () => {
  folded.turn('card')
  expect([folded.has('card'), folded.has('other')]).toEqual([true, false])
  folded.turn('card')
  expect(folded.has('card')).toBe(false)
})

describe('what a seat has seen', () => {
  it('is kept for each seat; what was read is never more than what is there', () => {
    memory.begin('m', 'axis', 8)
    memory.see('m', 'axis', 12)
    memory.see('m', 'allied', 3)
    expect(memory.of('m', 'axis')).toMatchObject({ seen: 12, begun: 8 })
    expect(memory.of('m', 'allied')).toMatchObject({ seen: 3, begun: 0 })
    memory.see('m', 'axis', 5) // orders were taken back
    expect(memory.of('m', 'axis')).toMatchObject({ seen: 5, begun: 5 })
    expect(memory.of('n', 'axis')).toBeNull()
  })
  it('of the oldest matches is forgotten', () => {
    for (let n = 0; n < 61; n++) memory.see(`m${n}`, 'axis', 1)
    expect(memory.of('m0', 'axis')).toBeNull()
    expect(memory.of('m1', 'axis')).not.toBeNull()
  })
})
