import { describe, expect, it } from 'vitest'
import { pathTo, stepped, withPrefix, type Reach } from '../src/lib/paths'

type Triple = [hex: string, cost: number, previous: string]
const reach = (steps: Triple[]): Reach =>
  new Map(steps.map(([hex, cost, previous]) => [hex, { cost, previous }]))

const fast = reach([
  ['0101', 0, ''],
  ['0102', 1, '0101'],
  ['0103', 2, '0102'],
  ['0203', 4, '0103'],
])
const entering = reach([
  ['0110', 2, ''],
  ['0210', 4, '0110'],
])

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
    const loop = reach([
      ['a', 1, 'b'],
      ['b', 1, 'a'],
    ])
    expect(pathTo(loop, 'a', 'z')).toEqual([])
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
