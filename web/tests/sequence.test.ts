import { expect, test } from 'vitest'
import { legsOf, skippedOf, type Stretch } from '../src/told/sequence'
import type { EventLine, LogEntry } from '../src/lib/types'

const named = (phase: string, side: string, asks = true): Stretch => ({
  phase,
  side,
  asks,
  rule: '1',
  title: { it: phase, en: phase },
})
const SEQUENCE = [
  named('move', 'axis'),
  named('fire', 'axis'),
  named('combat', 'axis'),
  named('move', 'allied'),
  named('combat', 'allied'),
]
const track = (now: number, sequence = SEQUENCE) => ({
  turn: 1,
  labels: [],
  phases: [],
  phase: 0,
  sequence,
  now,
})
const began = (phase: string, side: string): LogEntry =>
  ({
    n: 1,
    side,
    order: null,
    draws: [],
    why: null,
    events: [
      {
        event: 'phase-began',
        phase,
        side,
        rule: '1',
        text: { it: '', en: '' },
      } as unknown as EventLine,
    ],
  }) as LogEntry
const states = (now: number, log: LogEntry[]) => legsOf(track(now), log).map((leg) => leg.state)

test('phases that never began were skipped', () => {
  const log = [began('move', 'axis'), began('combat', 'axis')]
  expect(states(2, log)).toEqual(['done', 'skipped', 'now', 'next', 'next'])
  expect(skippedOf(legsOf(track(2), log)).map((leg) => leg.title.en)).toEqual(['fire'])
})

test('a phase of the turn before says nothing of this one', () => {
  const log = [
    began('fire', 'axis'),
    began('combat', 'axis'),
    began('combat', 'allied'),
    began('move', 'axis'),
    began('combat', 'axis'),
  ]
  expect(states(2, log)).toEqual(['done', 'skipped', 'now', 'next', 'next'])
})

test('what was skipped in the turn of the other is not told in ours', () => {
  const log = [began('move', 'axis'), began('combat', 'axis'), began('move', 'allied')]
  expect(skippedOf(legsOf(track(3), log))).toEqual([])
})

test('a phase in which the other side fires back belongs to the turn', () => {
  const log = [began('move', 'axis'), began('fire', 'allied'), began('combat', 'axis')]
  expect(states(2, log)).toEqual(['done', 'done', 'now', 'next', 'next'])
})

test('two sides that play the same step after each other share it', () => {
  const sequence = [
    named('arrivals', 'a'),
    named('arrivals', 'b'),
    named('event', 'a', false),
    named('move', 'a'),
  ]
  const legs = legsOf(track(3, sequence), [began('arrivals', 'b'), began('move', 'a')])
  expect(legs.map((leg) => [leg.title.en, leg.state])).toEqual([
    ['arrivals', 'done'],
    ['event', 'done'],
    ['move', 'now'],
  ])
})

test('outside of the sequence there is no strip', () => {
  expect(legsOf(track(-1), [])).toEqual([])
})
