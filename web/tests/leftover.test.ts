import { describe, expect, it } from 'vitest'
import { NOTHING, STANDING, type Choice, type Mover } from '../src/games/game'
import { readReach } from '../src/lib/paths'
import type { Piece } from '../src/lib/types'
import { WORDS } from '../src/lib/words'
import { leftover, nothingElse, type Situation } from '../src/match/leftover'

const piece = (id: string, at: string, states: string[] = []): [string, Piece] => [
  id,
  { id, at, states, side: 'axis', nation: 'german', symbol: 'inf' },
]
const goes: Mover = { ...STANDING, reach: readReach([['0101', 0, ''], ['0102', 1, '0101']]) }
const title = { it: 'Bombarda', en: 'Bomb' }
const bomb: Choice = {
  order: { order: 'bomb' },
  units: ['plane'],
  hexes: [],
  words: null,
  tone: 'plain',
}

const nothing: Situation = {
  plan: { ...NOTHING, done: true },
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
    const stuck: Mover = { ...STANDING, reach: readReach([['0401', 0, '']]) }
    const moves = new Map([
      ['a', goes],
      ['b', goes],
      ['c', goes],
      ['d', stuck],
    ])
    expect(leftover(withPlan({ moves }, { pieces }))).toEqual([
      { it: 'Pile che possono ancora muovere: 1.', en: 'Stacks that can still move: 1.' },
    ])
  })
  it('counts attacks, strikes by who can make them, and bases', () => {
    const attacks = new Map([
      ['0102', ['a']],
      ['0103', ['a']],
    ])
    const choices = [{ kind: 'bomb', title, choices: [bomb, bomb] }]
    const bases = { moves: 0, shots: 3, works: 0 }
    expect(leftover(withPlan({ attacks, choices }, { bases })).map((text) => text.en)).toEqual([
      'Attacks still possible: 2.',
      'Bomb, still possible: 1.',
      'Bases that can still fire: 3.',
    ])
  })
  it('calls bases by what the phase lets them do', () => {
    const bases = { moves: 3, shots: 2, works: 0 }
    const undone = { moves: WORDS.leftReplace, shots: WORDS.leftAir }
    expect(leftover(withPlan({ undone }, { bases })).map((text) => text.en)).toEqual([
      'Units that can still be replaced, one a turn: 3.',
      'Air attacks left: 2.',
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
