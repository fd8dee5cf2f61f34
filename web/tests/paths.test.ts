import { describe, expect, it } from 'vitest'
import {
  commonReach,
  groupPaths,
  pathTo,
  readReach,
  stepped,
  withPrefix,
  type Triple,
} from '../src/lib/paths'

const fast = readReach([
  ['0101', 0, ''],
  ['0102', 1, '0101'],
  ['0103', 2, '0102'],
  ['0203', 4, '0103'],
] satisfies Triple[])
const slow = readReach([
  ['0101', 0, ''],
  ['0201', 2, '0101'],
  ['0102', 2, '0101'],
  ['0103', 6, '0201'],
] satisfies Triple[])
const entering = readReach([
  ['0110', 2, ''],
  ['0210', 4, '0110'],
] satisfies Triple[])

describe('paths from [hex, cost, previous]', () => {
  it('leaves out the hex where the unit stands', () => {
    expect(pathTo(fast, '0203', '0101')).toEqual(['0102', '0103', '0203'])
  })
  it('begins at the entry hex for a unit beside the map', () => {
    expect(pathTo(entering, '0210', 'german-entry-C')).toEqual(['0110', '0210'])
  })
  it('is empty out of reach and for the own hex', () => {
    expect(pathTo(fast, '0909', '0101')).toEqual([])
    expect(pathTo(fast, '0101', '0101')).toEqual([])
  })
  it('does not run in circles', () => {
    const loop = readReach([
      ['a', 1, 'b'],
      ['b', 1, 'a'],
    ])
    expect(pathTo(loop, 'a', 'z')).toEqual([])
  })
})

describe('groups', () => {
  it('go where all can go, at the price of the slowest', () => {
    const common = commonReach([fast, slow])
    expect([...common.keys()]).toEqual(['0101', '0102', '0103'])
    expect(common.get('0103')?.cost).toBe(6)
  })
  it('try the way of the slowest first', () => {
    expect(groupPaths([fast, slow], '0103', '0101')).toEqual([
      ['0201', '0103'],
      ['0102', '0103'],
    ])
  })
  it('of nobody go nowhere', () => {
    expect(commonReach([]).size).toBe(0)
  })
})

it('keeps the ways that begin with the hexes chosen so far', () => {
  const ways = [
    ['a', 'b'],
    ['a', 'c'],
    ['d', 'b'],
  ]
  expect(withPrefix(ways, ['a'])).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ])
})

it('a click on a hex goes on to it, back from it, or nowhere', () => {
  const ways = [
    ['a', 'b', 'd'],
    ['a', 'c'],
  ]
  expect(stepped(ways, [], 'a')).toEqual(['a'])
  expect(stepped(ways, ['a'], 'c')).toEqual(['a', 'c'])
  expect(stepped(ways, [], 'd')).toEqual(['a', 'b', 'd'])
  expect(stepped(ways, ['a', 'b'], 'b')).toEqual(['a'])
  expect(stepped(ways, ['a'], 'e')).toBeNull()
})
