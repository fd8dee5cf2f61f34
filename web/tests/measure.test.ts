/** What a press on the measured table means, and how its bases are marked. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '../src/lib/api'
import type { Json, Offer, Piece, Survey } from '../src/lib/types'
import type { Session } from '../src/match/session.svelte'
import { baseStates } from '../src/plane/states'
import { Measure } from '../src/plane/measure.svelte'

const piece = (id: string, side = 'axis', states: string[] = []): Piece => ({
  id,
  side,
  states,
  at: 'table',
  nation: 'it',
  symbol: 'foot',
})
const PIECES = new Map(
  [piece('A1.foot1'), piece('A1.hq'), piece('G1.hq', 'allied'), piece('G1.foot1', 'allied')].map(
    (p) => [p.id, p],
  ),
)
/** One millimetre wide: the places that touch a base. */
const FRAME = [
  [100, 100, 161, 100, 161, 161, 100, 161],
  [101, 101, 101, 160, 160, 160, 160, 101],
]

const DONE: Offer = { shape: 'say', order: 'done' }
const REPLACE: Offer = {
  shape: 'lay',
  order: 'replace',
  pieces: { 'A1.foot1': [30, 30] },
  place: 'at',
  who: 'unit',
  many: false,
  left: 1,
}
const deploy = (...units: string[]): Offer => ({
  shape: 'lay',
  order: 'deploy',
  who: 'units',
  pieces: Object.fromEntries(units.map((u) => [u, [30, 30] as const])),
})

function table(offers: Offer[], facts: Record<string, Json> = {}, standing: string[] = []) {
  const session = {
    match: 'm',
    token: 't',
    canOrder: true,
    pieces: PIECES,
    around: { title: (order: string) => ({ it: order, en: order }) },
    plan: { end: offers.includes(DONE) ? DONE : null },
    shown: {
      version: 1,
      yours: true,
      viewer: 'axis',
      offers,
      step: { side: 'axis', decision: '', rule: '', facts },
    },
    tabletop: {
      sheet: {
        width: 1200,
        height: 1600,
        base: 30,
        shapes: [],
        stands: Object.fromEntries(standing.map((id) => [id, { at: [0, 0] }])),
      },
    },
    judge: async () => ({ refusal: null, forecast: null, notes: [], results: [] }),
  }
  return new Measure(session as unknown as Session)
}
const survey = (rings: number[][], piece = 'A1.foot1') =>
  ({ piece, rings, left: 0, rule: 'HQ-10' }) as Survey
const settled = () => new Promise((go) => setTimeout(go))

afterEach(() => vi.restoreAllMocks())

describe('a press near an allowed place', () => {
  it('means that place, also if the survey comes later', async () => {
    vi.spyOn(api, 'survey').mockResolvedValue(survey(FRAME))
    const measure = table([REPLACE, DONE])
    measure.select('A1.foot1')
    measure.aim(130, 92, 30)
    expect(measure.end).toEqual([130, 92])
    await settled()
    expect(measure.end).toEqual([130, 100])
    measure.aim(167.2, 120.4, 30)
    expect(measure.order).toEqual({ order: 'replace', unit: 'A1.foot1', at: [160, 120] })
    measure.aim(240, 120, 30)
    expect(measure.end).toEqual([240, 120])
  })
  it('is taken as it is from the keyboard, which begins inside', async () => {
    vi.spyOn(api, 'survey').mockResolvedValue(survey(FRAME))
    const measure = table([REPLACE, DONE])
    measure.select('A1.foot1')
    await settled()
    measure.nudge(10, 0)
    expect(measure.allowed).toBe(true)
    const [x, y] = measure.end ?? [0, 0]
    measure.nudge(10, 0)
    expect(measure.end).toEqual([x + 10, y])
  })
  it('is found for a key too that comes before the survey', async () => {
    vi.spyOn(api, 'survey').mockResolvedValue(survey(FRAME))
    const measure = table([REPLACE, DONE])
    measure.select('A1.foot1')
    measure.nudge(10, 0)
    expect(measure.end).toBeNull()
    await settled()
    expect(measure.allowed).toBe(true)
  })
  it('lays a strip by its corner', async () => {
    const asked = vi
      .spyOn(api, 'survey')
      .mockResolvedValue(survey([[300, 200, 310, 200, 310, 210, 300, 210]]))
    const measure = table([
      {
        shape: 'lay',
        order: 'fortify',
        pieces: { 'minefield-upright': [30, 150] },
        place: 'strips',
        left: 5,
        box: true,
      },
    ])
    measure.take('minefield-upright')
    await settled()
    expect(asked.mock.calls[0]?.[2]).toBe('minefield-upright')
    measure.aim(312, 290, 30)
    expect(measure.order).toEqual({ order: 'fortify', strips: [[300, 209, 330, 359]] })
  })
})

describe('the set-up', () => {
  it('is stuck when all are placed and it cannot end; who stands may be placed anew', () => {
    const stuck = table([deploy('A1.foot1')], {}, ['A1.foot1'])
    expect(stuck.stuck).toBe(true)
    vi.spyOn(api, 'survey').mockResolvedValue(null)
    stuck.select('A1.foot1')
    stuck.aim(50, 60)
    expect(stuck.order).toEqual({ order: 'deploy', units: ['A1.foot1'], places: [[50, 60]] })
    expect(table([deploy('A1.hq')]).stuck).toBe(false)
    expect(table([deploy('A1.hq'), DONE], {}, ['A1.hq']).stuck).toBe(false)
  })
})

describe('the ways out of the table', () => {
  const leave = (over: 'east' | 'south', field: string): Offer => ({
    shape: 'measured',
    order: 'leave',
    pieces: { 'A1.foot1': 300 },
    fixed: { [field]: over },
    over,
  })
  it('are the edges that the offers name, whatever the field of the order is called', () => {
    vi.spyOn(api, 'survey').mockResolvedValue(null)
    const measure = table([leave('east', 'side'), leave('south', 'side')], {}, ['A1.foot1'])
    expect(measure.exits).toEqual([])
    measure.select('A1.foot1')
    expect(measure.exits).toEqual(['east', 'south'])
    measure.leave('east')
    expect(measure.order).toMatchObject({ order: 'leave', unit: 'A1.foot1', side: 'east' })
    measure.leave('south')
    expect(measure.order).toMatchObject({ side: 'south', path: [[0, 1615]] })
  })
})

describe('who comes in', () => {
  it('begins on the line that is surveyed first, then goes on', async () => {
    vi.spyOn(api, 'survey').mockResolvedValue(survey([[200, 0, 400, 0, 400, 1, 200, 1]]))
    const measure = table([
      { shape: 'measured', order: 'enter', pieces: { 'A1.hq': 80 }, least: 2 },
    ])
    measure.select('A1.hq')
    await settled()
    measure.aim(300, 90)
    await settled()
    expect(measure.order).toBeNull()
    measure.aim(310, 60)
    expect(measure.order).toEqual({
      order: 'enter',
      unit: 'A1.hq',
      path: [
        [300, 0],
        [310, 60],
      ],
    })
  })
})

describe('air attacks', () => {
  const offers: Offer[] = [
    { shape: 'pick', order: 'air-attack', field: 'target', options: ['G1.hq', 'G1.foot1'] },
    DONE,
  ]
  it('are given by one press on a target', () => {
    const measure = table(offers, { left: 2 })
    measure.select('G1.hq')
    expect(measure.order).toEqual({ order: 'air-attack', target: 'G1.hq' })
    expect(measure.airLeft).toBe(2)
  })
  it('are counted by what is left, not by the targets', () => {
    expect(table(offers, { left: 2 }).left).toEqual([[2, { it: 'air-attack', en: 'air-attack' }]])
  })
})

describe('a base is marked', () => {
  const about = {
    marks: { shaken: 'disrupted' },
    spent: { march: 'moved', volley: 'shot' },
  }
  it('as used up by what it can still do in this phase', () => {
    const moved = piece('a', 'axis', ['moved', 'shaken'])
    expect(baseStates(moved, 'march', about)).toEqual(['moved', 'disrupted'])
    expect(baseStates(moved, 'volley', about)).toEqual(['disrupted'])
    expect(baseStates(piece('b', 'axis', ['moved', 'shot']), 'volley', about)).toEqual(['moved'])
  })
  it('by its own states where the game names no others', () => {
    expect(baseStates(piece('c', 'axis', ['dug-in']), 'march')).toEqual(['dug-in'])
  })
})
