import { expect, test } from 'vitest'
import { SILENT } from '../src/games/tells'
import type { EventLine, LogEntry, Piece } from '../src/lib/types'
import { accountOf, lastOfOurs, weighs, type Around } from '../src/told/account'
import { bowed } from '../src/told/arrows'
import { BATTLE, LONGEST, MOVE, shareOf } from '../src/told/pace.svelte'

const TELLS = {
  ...SILENT,
  battles: ['battle-rolled'],
  after: ['eliminated', 'retreated'],
  losses: ['eliminated'],
  places: ['captured'],
  arrivals: ['landed'],
}
const piece = (id: string, side: string, at: string, group = ''): Piece =>
  ({ id, side, at, group, nation: side, symbol: 'infantry' }) as Piece
const event = (name: string, fields: Record<string, unknown> = {}): EventLine =>
  ({ event: name, rule: '1', text: { it: name, en: name }, ...fields }) as unknown as EventLine
const entry = (n: number, side: string, ...events: EventLine[]): LogEntry =>
  ({ n, side, events, order: null, draws: [], why: null }) as LogEntry

const BEFORE = [
  piece('a', 'axis', '0101'),
  piece('b', 'axis', '0101'),
  piece('c', 'axis', '0505'),
  piece('x', 'allied', '0303'),
  piece('y', 'allied', '0404'),
]
const AFTER = [
  piece('a', 'axis', '0202'),
  piece('b', 'axis', '0202'),
  piece('c', 'axis', '0505'),
  piece('x', 'allied', 'dead'),
  piece('y', 'allied', '0606'),
]
const map = (pieces: readonly Piece[]) => new Map(pieces.map((p) => [p.id, p]))
const around = (more: Partial<Around> = {}): Around => ({
  viewer: 'allied',
  tells: TELLS,
  before: map(BEFORE),
  after: map(AFTER),
  isPlace: (id) => /^\d{4}$/.test(id),
  placeOf: (p) => p.at,
  ...more,
})
const TURN = [
  entry(4, 'axis', event('moved', { units: ['a', 'b'], path: ['0102', '0202'] })),
  entry(
    5,
    'axis',
    event('battle-rolled', {
      attackers: ['a', 'b'],
      defenders: ['x'],
      odds: '3-1',
      die: 4,
      result: 'DE',
    }),
    event('eliminated', { unit: 'x', hex: '0303' }),
  ),
  entry(
    6,
    'axis',
    event('battle-rolled', {
      attackers: ['a'],
      targets: ['0404'],
      odds: '1-1',
      die: 1,
      result: 'DR',
    }),
  ),
  entry(7, 'allied', event('retreated', { unit: 'y', path: ['0505', '0606'] })),
  entry(8, 'axis', event('phase-began', { phase: 'move', side: 'allied' })),
]

test('battles have numbers, places, and what followed from them', () => {
  const account = accountOf(TURN, around())
  expect(account?.fights.map((f) => [f.n, f.at, f.after.map((e) => e.event)])).toEqual([
    [1, '0303', ['eliminated']],
    [2, '0404', ['retreated']],
  ])
  expect(account?.side).toBe('axis')
  expect(account && weighs(account)).toBe(true)
})

test('a stack that moved is one journey; our own goes only where it was driven', () => {
  const account = accountOf(TURN, around())
  expect(account?.journeys.map(({ units, from, to }) => [units, from, to])).toEqual([
    [['a', 'b'], '0101', '0202'],
    [['y'], '0404', '0606'],
  ])
  const calm = accountOf(TURN.slice(0, 1), around())
  expect(calm?.journeys.map((j) => j.units)).toEqual([['a', 'b']])
})

test('losses are counted by side, once, and lie where the unit stood', () => {
  const twice = [...TURN, entry(9, 'axis', event('eliminated', { unit: 'x' }))]
  const account = accountOf(twice, around())
  expect(account?.lost).toEqual({ allied: 1 })
  expect(account?.graves).toEqual(['0303'])
})

test('whom an event tells of is read under one name, whatever the field of the game is called', () => {
  const lost = (fields: Record<string, unknown>) =>
    accountOf([entry(4, 'axis', event('eliminated', fields))], around({ after: map(BEFORE) }))
  expect(lost({ depot: 'x', pieces: ['x'] })?.lost).toEqual({ allied: 1 })
  expect(lost({ depot: 'x', pieces: ['x'] })?.graves).toEqual(['0303'])
  expect(lost({ supply: 'x', leader: 'y' })?.lost).toEqual({})
})

test('a loss outside of a battle has a line of its own', () => {
  const lines = [
    entry(4, 'axis', event('phase-began', { side: 'axis' }), event('eliminated', { unit: 'x' })),
  ]
  expect(accountOf(lines, around({ after: map(BEFORE) }))?.groups.losses).toHaveLength(1)
})

test('what is hidden is not told: a battle without its piece has no place', () => {
  const lines = [entry(4, 'axis', event('battle-rolled', { defenders: ['unknown'] }))]
  expect(accountOf(lines, around())?.fights[0]?.at).toBe('')
})

test('orders of ours alone, and orders that tell nothing, make no account', () => {
  expect(accountOf([entry(4, 'allied', event('captured'))], around())).toBeNull()
  expect(accountOf([entry(4, 'axis', event('closed'))], around({ after: map(BEFORE) }))).toBeNull()
})

test('arrivals alone do not stop anybody', () => {
  const account = accountOf([entry(4, 'axis', event('landed'))], around({ after: map(BEFORE) }))
  expect(account?.groups.arrivals).toHaveLength(1)
  expect(account && weighs(account)).toBe(false)
})

test('an answer inside the turn of the enemy is no decision of our own', () => {
  const log = [
    entry(1, 'allied', event('phase-began', { side: 'allied' })),
    entry(2, 'allied', event('moved')),
    entry(3, 'allied', event('phase-began', { side: 'axis' })),
    ...TURN,
  ]
  expect(lastOfOurs(log, 'allied')).toBe(3)
  expect(lastOfOurs(log.slice(0, 2), 'axis')).toBe(0)
})

test('pieces on a measured table are their own places', () => {
  const account = accountOf(
    [entry(4, 'axis', event('moved', { unit: 'c' }))],
    around({
      after: map(BEFORE),
      isPlace: (id) => map(BEFORE).has(id),
      placeOf: (p) => p.id,
      hasMoved: (id) => id === 'c',
    }),
  )
  expect(account?.journeys).toEqual([{ key: 'c', units: ['c'], from: 'c', to: 'c' }])
})

test('a turn however long is shown within its time', () => {
  expect(shareOf(false, 0)).toBe(MOVE)
  expect(shareOf(true, 0)).toBe(BATTLE)
  let spent = 0
  for (let n = 0; n < 5000; n++) spent += shareOf(n % 3 === 0, spent)
  expect(spent).toBeLessThanOrEqual(LONGEST)
})

test('an arrow ends short of the counter it points at', () => {
  const { way } = bowed([0, 0], [100, 0], 42)
  const end = Number(way.split(' ').at(-2))
  expect(end).toBeLessThan(90)
  expect(end).toBeGreaterThan(60)
})
