import { describe, expect, it } from 'vitest'
import type { Tabletop } from '../src/lib/types'
import { full, type Of } from '../src/shapes/offers'
import { NOTHING, type Plan } from '../src/shapes/plan'
import { isEmpty, Passing, type Moment } from '../src/told/passing'
import { edgeOf, outside } from '../src/told/outside'

const end = full({ shape: 'say', order: 'done' }) as Of<'say'>
const fill = full({ shape: 'say', order: 'rebuild' })
const empty: Plan = { ...NOTHING, offers: [end], end }
const title = { it: '', en: '' }
const stretch = (phase: string, side: string, asks = true) => ({
  phase,
  side,
  asks,
  title,
  rule: '1',
})
const track = (now: number): Tabletop['track'] => ({
  turn: 1,
  labels: [],
  phases: [],
  phase: 0,
  sequence: [
    stretch('replacements', 'axis'),
    stretch('replacements', 'allied'),
    stretch('movement', 'axis'),
    stretch('end', 'axis', false),
  ],
  now,
})
const moment: Moment = {
  question: 'axis replacements',
  side: 'axis',
  plan: empty,
  track: track(0),
  orders: 3,
  reply: false,
}

describe('a phase without decisions', () => {
  it('passes if the turn goes on', () => {
    expect(isEmpty(moment)).toBe(true)
  })
  it('stays if anything can be ordered, or if the question is a reply', () => {
    expect(isEmpty({ ...moment, plan: { ...empty, offers: [end, fill] } })).toBe(false)
    expect(isEmpty({ ...moment, plan: { ...empty, end: null } })).toBe(false)
    expect(isEmpty({ ...moment, reply: true })).toBe(false)
  })
  it('stays if it would end the turn, or if nobody knows', () => {
    expect(isEmpty({ ...moment, track: track(2) })).toBe(false)
    expect(isEmpty({ ...moment, track: track(-1) })).toBe(false)
    expect(isEmpty({ ...moment, side: 'allied', track: track(1) })).toBe(false)
  })
  it('passes once: who comes back to it by taking an order back stays there', () => {
    const passing = new Passing()
    expect(passing.now(moment)).toBe(true)
    expect(passing.now({ ...moment, question: 'axis movement', orders: 4, reply: true })).toBe(
      false,
    )
    expect(passing.now({ ...moment, orders: 3 })).toBe(false)
  })
  it('stays where the last thing to do has just been done', () => {
    const passing = new Passing()
    expect(passing.now({ ...moment, plan: { ...empty, offers: [end, fill] } })).toBe(false)
    expect(passing.now({ ...moment, orders: 4 })).toBe(false)
  })
})

describe('what happened out of sight', () => {
  const stage = { width: 400, height: 300 }
  it('lies beyond the edge it is farthest from', () => {
    expect(edgeOf([200, 100], stage)).toBeNull()
    expect(edgeOf([200, -5], stage)).toBe('north')
    expect(edgeOf([900, -50], stage)).toBe('east')
    expect(edgeOf([-10, 390], stage)).toBe('south')
    expect(edgeOf([-1, 10], stage)).toBe('west')
  })
  it('is counted by kind, and the most important of it is shown', () => {
    const found = outside(
      [
        { what: 'moves', place: '0101', spot: [-50, 10] },
        { what: 'fights', place: '0102', spot: [-80, 20] },
        { what: 'fights', place: '0102', spot: [-80, 20] },
        { what: 'losses', place: '2002', spot: [30, 30] },
      ],
      stage,
    )
    expect(found).toEqual([{ edge: 'west', counts: { moves: 1, fights: 2 }, places: ['0102'] }])
  })
})
