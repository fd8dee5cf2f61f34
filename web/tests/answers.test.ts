/** Lists of orders and picks, answered by presses on hexes and counters. */
import { describe, expect, it } from 'vitest'
import type { Order, Piece } from '../src/lib/types'
import { answerAt, answerBy, goalHexes } from '../src/match/answers'
import { Draft } from '../src/match/draft.svelte'
import type { Session } from '../src/match/session.svelte'
import { full, type Offer } from '../src/shapes/offers'
import type { Around, Plan } from '../src/shapes/plan'
import { readPlan } from '../src/shapes/read'

const PLACES: Readonly<Record<string, string>> = {
  rifles: '0101',
  lorry1: '0101',
  lorry2: '0101',
  guns: '0202',
  plane1: 'airfield',
  plane2: 'airfield',
}
const pieces = new Map(Object.entries(PLACES).map(([id, at]) => [id, { id, at } as Piece]))
const HEXES = new Set(['0101', '0202', '0303', '0404'])

const around: Around = {
  pieces,
  boxes: new Map(),
  fields: {},
  words: {},
  title: (order) => ({ it: order, en: order }),
  end: 'done',
  isEnemy: null,
  isHex: (word) => HEXES.has(word),
}

function table(...offers: Offer[]) {
  const plan: Plan = readPlan([full({ shape: 'say', order: 'done' }), ...offers], around)
  const sent: Order[] = []
  const session = {
    shown: { yours: true, version: 1 },
    canOrder: true,
    plan,
    pieces,
    around,
    geometry: { has: (hex: string) => HEXES.has(hex) },
    judge: async () => ({ refusal: null, notes: [] }),
    send: async (order: Order) => sent.push(order),
  }
  return { draft: new Draft(session as unknown as Session), sent }
}

const BOMB = full({
  shape: 'place',
  order: 'bomb',
  subject: 'marker',
  subjects: { plane1: [], plane2: [] },
  places: ['0303', '0404'],
})
const RAIL = full({
  shape: 'place',
  order: 'rail',
  subject: 'units',
  place: 'to',
  together: true,
  fixed: { hex: '0101' },
  subjects: { rifles: ['0303', '0404'], lorry1: ['0404'] },
})
const LOAD = full({
  shape: 'pick',
  order: 'load',
  field: 'lorries',
  many: true,
  least: 2,
  most: 2,
  fixed: { unit: 'rifles', hex: '0101' },
  options: ['lorry1', 'lorry2'],
})
const LOSE = full({
  shape: 'pick',
  order: 'lose',
  field: 'units',
  many: true,
  least: 1,
  most: 3,
  sum: 5,
  weights: { rifles: 3, lorry1: 1, guns: 2 },
  options: ['rifles', 'lorry1', 'guns'],
})

describe('an order of several parts on the map', () => {
  it('is begun by the counter and ended by the hex; the hex pressed again gives it', async () => {
    const { draft, sent } = table(RAIL)
    expect(goalHexes(draft)).toEqual([])
    await answerBy(draft, 'rifles')
    expect(draft.focus).toBe('rifles')
    expect(draft.choice).toBeNull()
    expect(goalHexes(draft)).toEqual(['0303', '0404'])
    await answerAt(draft, '0404')
    expect(draft.choice?.order).toEqual({
      order: 'rail',
      units: ['rifles'],
      to: '0404',
      hex: '0101',
    })
    await new Promise((go) => setTimeout(go))
    await answerAt(draft, '0404')
    expect(sent).toHaveLength(1)
  })

  it('has no place to point at while nobody is chosen whom it begins with', async () => {
    const { draft } = table(RAIL)
    expect(await answerAt(draft, '0303')).toBe(true)
    expect(draft.choice?.hexes).toContain('0303')
  })

  it('keeps what was chosen before: another aircraft, then the place', async () => {
    const { draft } = table(BOMB)
    draft.focus = 'plane2'
    expect(goalHexes(draft)).toEqual(['0303', '0404'])
    await answerAt(draft, '0404')
    expect(draft.choice?.order).toEqual({ order: 'bomb', marker: 'plane2', hex: '0404' })
  })
})

describe('units to be picked on the map', () => {
  it('are all picked for the unit that is pressed, where no other answer is left', async () => {
    const { draft } = table(LOAD)
    await answerBy(draft, 'rifles')
    expect(draft.choice?.order).toMatchObject({ order: 'load', lorries: ['lorry1', 'lorry2'] })
    expect(draft.chosen).toEqual(expect.arrayContaining(['lorry1', 'lorry2']))
  })

  it('lie open where several stand together, and are picked one after the other', async () => {
    const { draft } = table(LOSE)
    await answerAt(draft, '0101')
    expect(draft.fan).toBe('0101')
    expect(draft.choice).toBeNull()
    await answerAt(draft, '0101')
    expect(draft.chosen).toEqual(['rifles'])
    expect(draft.choice).toBeNull()
    await answerAt(draft, '0202')
    expect(draft.choice?.order).toEqual({ order: 'lose', units: ['rifles', 'guns'] })
    await answerBy(draft, 'guns')
    expect(draft.choice).toBeNull()
  })
})
