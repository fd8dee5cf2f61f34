import { describe, expect, it } from 'vitest'
import { notFirst, ordered, tap, type Losses } from '../src/match/losses'

const plan = (count: number, first: string[] = ['A', 'B']): Losses => ({
  count,
  units: new Map([
    ['A', 2],
    ['B', 1],
    ['Z', 1],
  ]),
  first,
})

describe('losses', () => {
  it('adds a step per tap and leaves out a unit that has no more', () => {
    expect(tap(plan(3), ['A'], 'A')).toEqual(['A', 'A'])
    expect(tap(plan(3), ['A', 'A'], 'A')).toEqual([])
    expect(tap(plan(2), ['B'], 'B')).toEqual([])
  })

  it('moves the last loss when all are chosen', () => {
    expect(tap(plan(1), ['Z'], 'A')).toEqual(['A'])
    expect(tap(plan(2), ['A', 'Z'], 'A')).toEqual(['Z'])
  })

  it('gives the order only with somebody who may be the first, at the head', () => {
    expect(ordered(plan(1), ['Z'])).toBeNull()
    expect(ordered(plan(2), ['A'])).toBeNull()
    expect(ordered(plan(2), ['Z', 'B'])).toEqual(['B', 'Z'])
    expect(notFirst(plan(1))).toEqual(['Z'])
  })
})
