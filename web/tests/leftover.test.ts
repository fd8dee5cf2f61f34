import { describe, expect, it } from 'vitest'
import type { Piece } from '../src/lib/types'
import { modesOf, moversOf } from '../src/shapes/moves'
import { full, type Of } from '../src/shapes/offers'
import { NOTHING, type Choice } from '../src/shapes/plan'
import { leftover, nothingElse, type Situation } from '../src/match/leftover'

const piece = (id: string, at: string, states: string[] = []): [string, Piece] => [
  id,
  { id, at, states, side: 'axis', nation: 'german', symbol: 'inf' },
]
const title = { it: 'Bombarda', en: 'Bomb' }
const bomb: Choice = {
  order: { order: 'bomb' },
  units: ['plane'],
  hexes: [],
  words: null,
  tone: 'plain',
}

const nothing: Situation = {
  plan: NOTHING,
  game: { about: { marks: { fought: 'moved' }, strikes: ['bomb'], seldom: ['destroy'] } },
  pieces: new Map(),
  obligations: [],
  waiting: 0,
  bases: null,
}
const withPlan = (plan: Partial<Situation['plan']>, more: Partial<Situation> = {}): Situation => ({
  ...nothing,
  ...more,
  plan: { ...nothing.plan, ...plan },
})

describe('what is left when a phase ends', () => {
  it('is nothing where nobody can act', () => {
    expect(leftover(nothing)).toEqual([])
    expect(nothingElse(nothing)).toBe(true)
  })
  it('counts stacks that can go somewhere and have not moved', () => {
    const pieces = new Map([
      piece('a', '0101'),
      piece('b', '0101'),
      piece('c', '0301', ['fought']),
      piece('d', '0401'),
    ])
    const offer = full({
      shape: 'reach',
      order: 'move',
      groups: [
        { units: ['a', 'b'], origin: '0101', steps: [['0102', 1, '0101']] },
        { units: ['c'], origin: '0301', steps: [['0302', 1, '0301']] },
      ],
    }) as Of<'reach'>
    const modes = modesOf([offer], (unit) => pieces.get(unit)?.at ?? '')
    const movers = new Set([...moversOf(modes), 'd'])
    expect(leftover(withPlan({ modes, movers }, { pieces }))).toEqual([
      { it: 'Pile che possono ancora muovere: 1.', en: 'Stacks that can still move: 1.' },
    ])
  })
  it('counts attacks, strikes by who can make them, and bases', () => {
    const attacks = new Map([
      ['0102', ['a']],
      ['0103', ['a']],
    ])
    const choices = [{ kind: 'bomb', title, choices: [bomb, bomb] }]
    const bases = [[3, { it: 'Tira', en: 'Fire' }]] as const
    expect(leftover(withPlan({ attacks, choices }, { bases })).map((text) => text.en)).toEqual([
      'Attacks still possible: 2.',
      'Bomb, still possible: 1.',
      'Fire, still possible: 3.',
    ])
  })
  it('does not count what is seldom wanted, but other orders keep the end quiet', () => {
    const seldom = [{ kind: 'destroy', title, choices: [bomb] }]
    const other = [{ kind: 'build-road', title, choices: [bomb] }]
    expect(nothingElse(withPlan({ choices: seldom }))).toBe(true)
    expect(nothingElse(withPlan({ choices: other }))).toBe(false)
    expect(leftover(withPlan({ choices: other }))).toEqual([])
  })
})
