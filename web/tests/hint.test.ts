/** A hint on the map and in the hand; who can still act; divisions in one press. */
import { describe, expect, it } from 'vitest'
import { gameOf } from '../src/games/game'
import { after, ableAt } from '../src/match/able'
import { Draft } from '../src/match/draft.svelte'
import { formationsOf, leading } from '../src/match/formations'
import { takeInHand } from '../src/match/inhand'
import type { Session } from '../src/match/session.svelte'
import type { Measure } from '../src/plane/measure.svelte'
import { choiceOf } from '../src/shapes/choices'
import { sameOrder } from '../src/shapes/fill'
import { full } from '../src/shapes/offers'
import type { Around } from '../src/shapes/plan'
import { readPlan } from '../src/shapes/read'
import { placesOf, sceneOf } from '../src/shapes/scene'
import type { Offer, Order, Piece } from '../src/lib/types'
import { infoOf } from './recorded'

const piece = (
  id: string,
  at: string,
  side = 'north',
  more: Partial<Piece> = {},
): [string, Piece] => [id, { id, side, at, nation: 'german', symbol: 'infantry', ...more }]
const around: Around = {
  pieces: new Map([
    piece('A', '0101', 'north', { formation: '7' }),
    piece('B', '0101', 'north', { formation: '7' }),
    piece('C', '0101', 'north', { formation: '12' }),
    piece('D', '0205'),
    piece('X', '0303', 'south'),
  ]),
  boxes: new Map(),
  fields: {},
  words: {},
  title: (order) => ({ it: order, en: order }),
  end: 'done',
  isEnemy: null,
  isHex: (word) => /^\d{4}$/.test(word),
}
const isMine = (id: string) => around.pieces.get(id)?.side === 'north'
const MOVE: Offer = {
  shape: 'reach',
  order: 'move',
  groups: [
    {
      units: ['A', 'B'],
      origin: '0101',
      left: 4,
      steps: [
        ['0102', 1, '0101'],
        ['0103', 3, '0102'],
      ],
    },
    { units: ['D'], origin: '0205', left: 4, steps: [] },
  ],
  extras: [{ extra: 'some', field: 'cut', options: ['0102', '0103'], along: 'path' }],
}
const ATTACK: Offer = { shape: 'attack', order: 'attack', targets: { '0303': ['A', 'D'] } }
const BOMB: Offer = { shape: 'place', order: 'bomb', subjects: { A: ['X'] }, place: 'target' }
const scene = (order: Order, ...offers: Offer[]) => sceneOf(order, offers.map(full), around, isMine)

describe('an order on the map', () => {
  it('a move is its way, and what it does on the way is no way', () => {
    const seen = scene({ order: 'move', units: ['A'], path: ['0102', '0103'], cut: ['0102'] }, MOVE)
    expect(seen.units).toEqual(['A'])
    expect(seen.way).toEqual(['0102', '0103'])
    expect(seen.targets).toEqual([])
    expect(placesOf(seen, around)).toEqual(['0101', '0103', '0102'])
  })
  it('an attack strikes its target from where its units stand', () => {
    const seen = scene({ order: 'attack', units: ['A', 'D'], target: '0303' }, ATTACK)
    expect(seen.targets).toEqual(['0303'])
    expect(seen.way).toEqual([])
  })
  it('who is named as a target is struck where he stands', () => {
    const seen = scene({ order: 'bomb', unit: 'A', target: 'X' }, BOMB)
    expect(seen.units).toEqual(['A'])
    expect(seen.targets).toEqual(['0303'])
  })
  it('a way over a measured table is its points', () => {
    const way: Offer = { shape: 'measured', order: 'march', pieces: { A: 300 } }
    const seen = scene(
      {
        order: 'march',
        unit: 'A',
        path: [
          [10, 20],
          [30, 40],
        ],
      },
      way,
    )
    expect(seen.points).toEqual([
      [10, 20],
      [30, 40],
    ])
  })
})

/** A table that offers these, with nothing measured. */
function hand(...offers: Offer[]) {
  const asked: Order[] = []
  const session = {
    shown: { yours: true, version: 1 },
    canOrder: true,
    plan: readPlan(offers, around),
    pieces: around.pieces,
    around,
    geometry: { has: around.isHex },
    judge: (order: Order) => (asked.push(order), Promise.resolve({ refusal: null })),
  }
  const draft = new Draft(session as unknown as Session)
  const take = (order: Order) =>
    takeInHand(draft, { propose: () => false } as unknown as Measure, choiceOf(order, around))
  return { draft, take, asked }
}

describe('a hint taken in hand', () => {
  it('is a move with its units, its way and its optional parts', () => {
    const { draft, take, asked } = hand(MOVE)
    const order = { order: 'move', units: ['A', 'B'], path: ['0102', '0103'], cut: ['0103'] }
    take(order)
    expect(draft.choice).toBeNull()
    expect(draft.selected).toEqual(['A', 'B'])
    expect(draft.target).toBe('0103')
    expect(sameOrder(draft.order, order)).toBe(true)
    expect(asked).toHaveLength(1)
  })
  it('is an attack with its target', () => {
    const { draft, take } = hand(ATTACK)
    take({ order: 'attack', units: ['D'], target: '0303' })
    expect([draft.choice, draft.selected, draft.targets]).toEqual([null, ['D'], ['0303']])
  })
  it('is a whole order where no gesture makes it', () => {
    const { draft, take } = hand(MOVE, { shape: 'say', order: 'dig' })
    take({ order: 'dig' })
    expect(draft.choice?.order).toEqual({ order: 'dig' })
    take({ order: 'move', units: ['C'], path: ['0102'] })
    expect(draft.choice?.order['units']).toEqual(['C'])
    expect(draft.selected).toEqual([])
  })
})

describe('who can still act', () => {
  const about = gameOf(infoOf('panzergruppe-guderian'))?.about
  if (!about) throw new Error('no such game')
  const able = (pieces: ReadonlyMap<string, Piece>, ...offers: Offer[]) => [
    ...ableAt({ plan: readPlan(offers, { ...around, pieces }), pieces, ...about }),
  ]
  it('is whoever has somewhere to go and has not moved', () => {
    expect(able(around.pieces, MOVE)).toEqual([['0101', ['A', 'B']]])
    const moved = new Map(around.pieces)
    for (const id of ['A', 'B']) {
      const piece = moved.get(id)
      if (piece) moved.set(id, { ...piece, states: ['moved'] })
    }
    expect(able(moved, MOVE)).toEqual([])
  })
  it('is whoever can attack', () => {
    expect(able(around.pieces, ATTACK)).toEqual([
      ['0101', ['A']],
      ['0205', ['D']],
    ])
  })
  it('is walked through round the circle, both ways', () => {
    const places = ['0101', '0205', '0301']
    expect(after(places, null, false)).toBe('0101')
    expect(after(places, '0301', false)).toBe('0101')
    expect(after(places, '0101', true)).toBe('0301')
    expect(after(places, null, true)).toBe('0301')
    expect(after([], '0101', false)).toBeNull()
  })
})

describe('formations', () => {
  it('are those of the units that wear one', () => {
    expect(formationsOf(around.pieces, ['A', 'B', 'C', 'D'])).toEqual([['A', 'B'], ['C']])
    expect(leading(around.pieces, ['C', 'A', 'B'])).toEqual(['C'])
    expect(leading(around.pieces, ['A', 'C', 'B'])).toEqual(['A', 'B'])
    expect(leading(around.pieces, ['D', 'A'])).toEqual(['D'])
  })
})
