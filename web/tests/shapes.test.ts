/** Offers read by their shape: which control asks, and which order it makes. */
import { describe, expect, it } from 'vitest'
import type { Offer, Piece } from '../src/lib/types'
import { subsets } from '../src/lib/subsets'
import { attacked, laid, led, moved, picked, placed } from '../src/shapes/fill'
import { ordersOf } from '../src/shapes/listing'
import { moveOrder, stopsOf, waysTo } from '../src/shapes/moves'
import { full, type Of } from '../src/shapes/offers'
import type { Around } from '../src/shapes/plan'
import { readPlan } from '../src/shapes/read'
import { framesOf, GAMES, infoOf } from './recorded'

const piece = (id: string, at: string, side = 'north'): [string, Piece] => [
  id,
  { id, side, at, nation: 'german', symbol: 'infantry' },
]
const around: Around = {
  pieces: new Map([
    piece('A', '0101'),
    piece('B', '0101'),
    piece('CHIEF', '0101'),
    piece('WAITS', 'box'),
    piece('X', '0303', 'south'),
    piece('Y', '0303', 'south'),
  ]),
  boxes: new Map([['box', { it: 'Riserva', en: 'Reserve' }]]),
  fields: {},
  words: {},
  title: (order) => ({ it: order, en: order }),
  end: 'done',
  isEnemy: null,
  isHex: (word) => /^\d{4}$/.test(word),
}
const read = (...offers: Offer[]) => readPlan(offers, around)
const DONE: Offer = { shape: 'say', order: 'done' }
const ordersIn = (offers: Offer[]) =>
  read(...offers).choices.map((g) => g.choices.map((c) => c.order))

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
    {
      units: ['A'],
      origin: '0101',
      left: 6,
      steps: [
        ['0102', 1, '0101'],
        ['0104', 5, '0102'],
      ],
      ends: ['0104'],
      company: ['CHIEF'],
    },
    { units: ['WAITS'], origin: '', left: 2, steps: [['0105', 2, '']] },
  ],
}

describe('a movement phase', () => {
  const plan = read(MOVE, { ...MOVE, order: 'rail', unit: 'unit', together: false }, DONE)
  const [mode] = plan.modes
  if (!mode) throw new Error('no mode')

  it('has a mode for each kind of order, the first one first', () => {
    expect(plan.kind).toBe('move')
    expect(plan.modes.map((m) => m.order)).toEqual(['move', 'rail'])
    expect([...plan.movers]).toEqual(['A', 'B', 'WAITS'])
    expect(plan.end?.order).toBe('done')
  })
  it('lets company lead a unit further, and holds nobody back by it', () => {
    expect([...stopsOf(mode, ['A']).keys()]).toEqual(['0102', '0103'])
    expect([...stopsOf(mode, ['A', 'CHIEF']).keys()]).toEqual(['0104'])
    expect([...stopsOf(mode, ['A', 'B']).keys()]).toEqual(['0102', '0103'])
  })
  it('lets a group pay what the slowest pays, and go its way first', () => {
    const group = (unit: string, cost: number, by: string) => ({
      units: [unit],
      origin: '0101',
      steps: [
        [by, 1, '0101'],
        ['0103', cost, by],
      ] as [string, number, string][],
    })
    const [both] = read({
      shape: 'reach',
      order: 'move',
      groups: [group('A', 2, '0102'), group('B', 6, '0202')],
    }).modes
    if (!both) throw new Error('no mode')
    expect(stopsOf(both, ['A', 'B']).get('0103')?.cost).toBe(6)
    expect(waysTo(both, ['A', 'B'], '0103', '0101').map((way) => way.path)).toEqual([
      ['0202', '0103'],
      ['0102', '0103'],
    ])
  })
  it('makes the order along the way of the leg', () => {
    const [way] = waysTo(mode, ['A', 'CHIEF'], '0104', '0101')
    expect(way && moveOrder(way.leg, ['A', 'CHIEF'], way.path)).toEqual({
      order: 'move',
      units: ['A', 'CHIEF'],
      path: ['0102', '0104'],
    })
    const [entry] = waysTo(mode, ['WAITS'], '0105', 'box')
    expect(entry?.path).toEqual(['0105'])
  })
  it('tells a move that needs something more from a plain one', () => {
    const trucks: Offer = {
      ...MOVE,
      extras: [{ extra: 'some', field: 'trucks', options: ['T1', 'T2'], least: 2 }],
    }
    const [alone, carried] = read(MOVE, trucks).modes
    expect([alone?.fixed, carried?.fixed]).toEqual([[], ['trucks']])
    const [way] = carried ? waysTo(carried, ['A'], '0103', '0101') : []
    expect(way && moveOrder(way.leg, ['A'], way.path)).toMatchObject({
      trucks: ['T1', 'T2'],
      units: ['A'],
    })
  })
  it('does not light the hex in which a way ends where it began', () => {
    const back: Offer = {
      shape: 'reach',
      order: 'move',
      groups: [
        {
          units: ['A'],
          origin: '',
          steps: [
            ['0102', 1, ''],
            ['0101', 2, '0102'],
          ],
          ends: ['0101'],
        },
      ],
    }
    expect(read(back).modes).toEqual([])
  })
  it('takes an attack beside moves for one on the move, and what is proposed for a choice', () => {
    const overrun: Offer = { shape: 'attack', order: 'overrun', targets: { '0303': ['A'] } }
    const victory: Offer = {
      shape: 'attack',
      order: 'declare',
      targets: { '0303': ['A'] },
      target: 'defenders',
      by_unit: true,
      suggest: [{ units: ['A'], defenders: ['X'] }],
    }
    const both = read(MOVE, overrun, victory)
    expect(both.overruns.map((o) => o.target)).toEqual(['0303'])
    expect(both.choices.map((g) => g.choices.map((c) => c.order))).toEqual([
      [{ order: 'declare', units: ['A'], defenders: ['X'] }],
    ])
  })
})

describe('the panels', () => {
  it('of an attack know targets, defenders, support and proposals', () => {
    const plan = read(
      {
        shape: 'attack',
        order: 'attack',
        targets: { '0303': ['A', 'B'] },
        target: 'defenders',
        defenders: { '0303': ['X', 'Y'] },
        by_unit: true,
        extras: [{ extra: 'some', field: 'supplies', options: ['CHIEF'] }],
        suggest: [{ units: ['A'], defenders: ['X'], supplies: ['CHIEF'] }],
      },
      DONE,
    )
    expect(plan.kind).toBe('attack')
    expect(plan.foes.get('0303')).toEqual(['X', 'Y'])
    expect(plan.support).toEqual({ field: 'supplies', units: ['CHIEF'] })
    expect(plan.proposals).toMatchObject([
      { targets: ['0303'], defenders: ['X'], supplies: ['CHIEF'] },
    ])
  })
  it('of routes are a retreat where nobody may decline, else an advance', () => {
    const routes: Offer = {
      shape: 'routes',
      order: 'retreat',
      groups: [{ units: ['A'], ways: [{ path: ['0102'] }] }],
    }
    expect(read(routes).kind).toBe('retreat')
    expect(read(routes, DONE).kind).toBe('advance')
  })
  it('of losses ask for so many steps, no more and no fewer', () => {
    const losses: Offer = {
      shape: 'pick',
      order: 'lose',
      field: 'units',
      options: ['A', 'B'],
      many: true,
      least: 2,
      most: 2,
      times: { A: 2 },
    }
    const plan = read(losses, { shape: 'say', order: 'give-ground' })
    expect(plan.kind).toBe('losses')
    expect([...(plan.losses?.units ?? [])]).toEqual([
      ['A', 2],
      ['B', 1],
    ])
    expect(plan.choices.map((g) => g.kind)).toEqual(['give-ground'])
    expect(read(losses, DONE).kind).toBe('choice')
  })
  it('of hexes to be marked and of units to be placed', () => {
    const hexes: Offer = {
      shape: 'pick',
      order: 'interdict',
      field: 'hexes',
      options: ['0101', '0102'],
      many: true,
      most: 2,
    }
    expect(read(hexes, DONE)).toMatchObject({ kind: 'markers', markers: { most: 2 } })
    const place: Offer = {
      shape: 'place',
      order: 'deploy',
      subjects: { WAITS: [] },
      places: ['0101', 'box'],
      tone: 'main',
    }
    expect([...read(place, DONE).deploy]).toEqual([['WAITS', ['0101', 'box']]])
  })
  it('know a set-up by what the offer says, whatever the decision is called', () => {
    const land: Offer = {
      shape: 'place',
      order: 'land',
      subjects: { WAITS: ['0104'] },
      tone: 'main',
    }
    expect(read(land)).toMatchObject({ kind: 'deploy', deployRest: false })
    const lay: Offer = { shape: 'place', order: 'lay', subjects: { WAITS: ['0104'] }, setup: true }
    expect(read(lay)).toMatchObject({ kind: 'deploy', deployRest: true })
  })
  it('of units to be picked by taps, with their weights', () => {
    const pay: Offer = {
      shape: 'pick',
      order: 'lose',
      field: 'units',
      options: ['A', 'B'],
      many: true,
      most: 2,
      weights: { A: 2, B: 1 },
      sum: 3,
      suggest: [{ units: ['A', 'B'] }],
    }
    const plan = read(pay)
    expect(plan.picks).toMatchObject([{ units: ['A', 'B'], sum: 3, field: 'units' }])
    expect(plan.choices.flatMap((g) => g.choices.map((c) => c.order))).toEqual([
      { order: 'lose', units: ['A', 'B'] },
    ])
    const enter: Offer = {
      shape: 'attack',
      order: 'advance',
      targets: { '0303': ['A', 'B'] },
      target: 'hex',
      most: { '0303': 1 },
    }
    const [pick] = read(enter, DONE).picks
    expect(pick?.make(['B'])).toEqual({ order: 'advance', units: ['B'], hex: '0303' })
    expect(pick?.most).toBe(1)
    expect(pick?.field).toBe('units')
  })
  it('of anything tapped one by one, where the groups are too many to list', () => {
    const wings = (n: number): Extract<Offer, { shape: 'pick' }> => ({
      shape: 'pick',
      order: 'commit-air',
      field: 'markers',
      options: Array.from({ length: n }, (_, i) => `wing${i}`),
      many: true,
      least: 0,
      most: n,
    })
    expect(read(wings(4)).picks).toEqual([])
    expect(ordersIn([wings(4)])[0]).toHaveLength(16)
    const plan = read(wings(20))
    expect(plan.choices).toEqual([])
    const [pick] = plan.picks
    expect(pick?.lines.map((line) => line.words?.en)).toHaveLength(20)
    expect(pick?.make(['7', '19', '2'])).toEqual({
      order: 'commit-air',
      markers: ['wing2', 'wing7', 'wing19'],
    })
    // Somebody and from where, in one option.
    const pairs: Offer = { ...wings(5), options: [1, 2, 3, 4, 5].map((n) => ['A', `box${n}`]) }
    expect(read(pairs).picks[0]?.lines[4]).toMatchObject({ units: ['A'], words: { en: 'box5' } })
    expect(read(pairs).picks[0]?.make(['4'])).toEqual({
      order: 'commit-air',
      markers: [['A', 'box5']],
    })
  })
})

describe('lists of whole orders', () => {
  it('come from picks, places, numbers and forms', () => {
    expect(
      ordersIn([
        { shape: 'pick', order: 'destroy', field: 'supply', options: ['A'] },
        { shape: 'place', order: 'fire', subjects: { A: ['X', 'Y'] }, place: 'target' },
        { shape: 'amount', order: 'call', field: 'n', least: 1, most: 2 },
        {
          shape: 'form',
          order: 'pay',
          fields: ['unit', 'steps'],
          first: { choices: ['A', 'B'], then: [{ choices: [1] }, { choices: [2] }] },
        },
        { shape: 'whole', order: 'free', orders: [{ unit: 'A' }] },
      ]),
    ).toEqual([
      [{ order: 'destroy', supply: 'A' }],
      [
        { order: 'fire', unit: 'A', target: 'X' },
        { order: 'fire', unit: 'A', target: 'Y' },
      ],
      [
        { order: 'call', n: 1 },
        { order: 'call', n: 2 },
      ],
      [
        { order: 'pay', unit: 'A', steps: 1 },
        { order: 'pay', unit: 'B', steps: 2 },
      ],
      [{ order: 'free', unit: 'A' }],
    ])
  })
  it('put what cannot be taken back apart, and nobody among the declining ones', () => {
    const plan = read({ shape: 'say', order: 'concede', tone: 'grave' }, DONE)
    expect(plan.grave.map((g) => g.kind)).toEqual(['concede'])
    expect(plan.choices).toEqual([])
    const support: Offer = {
      shape: 'pick',
      order: 'commit',
      field: 'support',
      options: [['A', 'box']],
      many: true,
      least: 0,
      tone: 'main',
    }
    expect(read(support).choices[0]?.choices.map((c) => c.tone)).toEqual(['decline', 'main'])
  })
})

describe('orders are filled as their offers say', () => {
  it('with what is fixed, what is needed, and the names of their fields', () => {
    const of = <S extends Offer['shape']>(offer: Offer) => full(offer) as Of<S>
    const column = of<'reach'>({ ...MOVE, fixed: { column: true }, from_origin: true })
    expect(moved(column, ['A'], ['0102'], '0101')).toEqual({
      order: 'move',
      column: true,
      units: ['A'],
      path: ['0101', '0102'],
    })
    const attack = of<'attack'>({
      shape: 'attack',
      order: 'attack',
      targets: {},
      most_targets: 2,
      units: 'attackers',
      target: 'hexes',
      extras: [{ extra: 'some', field: 'supplies', options: ['S', 'T'], least: 1 }],
    })
    expect(attacked(attack, ['A'], ['0303'], [])).toEqual({
      order: 'attack',
      attackers: ['A'],
      hexes: ['0303'],
      supplies: ['S'],
    })
    const down = of<'place'>({
      shape: 'place',
      order: 'break',
      subjects: { A: ['B'] },
      place: 'into',
      at: 'hex',
      origins: { A: '0101' },
    })
    expect(placed(down, 'A', 'B')).toEqual({ order: 'break', unit: 'A', into: 'B', hex: '0101' })
    const host = of<'pick'>({
      shape: 'pick',
      order: 'attach',
      field: 'host',
      options: ['B'],
      fixed: { formation: 'A' },
    })
    expect(picked(host, ['B'])).toEqual({ order: 'attach', formation: 'A', host: 'B' })
    const strip = of<'lay'>({
      shape: 'lay',
      order: 'fortify',
      pieces: { mine: [30, 150] },
      place: 'strips',
      box: true,
    })
    expect(laid(strip, 'mine', [115, 175])).toEqual({
      order: 'fortify',
      strips: [[100, 100, 130, 250]],
    })
    const cross = of<'measured'>({
      shape: 'measured',
      order: 'cross',
      pieces: { A: 100 },
      end: 'landing',
    })
    expect(
      led(cross, 'A', [
        [1, 2],
        [3, 4],
      ]),
    ).toEqual({ order: 'cross', unit: 'A', path: [[1, 2]], landing: [3, 4] })
  })
})

describe.each(GAMES.map((game) => game.slug))('what the server offered in %s', (slug) => {
  const { first } = framesOf(slug)
  it('is all read: every offer has a control', () => {
    const pieces = new Map(first.tabletop.pieces.map((p) => [p.id, p]))
    const boxes = new Map(first.tabletop.boxes.map((b) => [b.id, b.title]))
    const card = infoOf(slug)
    const isHex = (word: string) => /^[A-Z]?\d{1,4}$/.test(word) && !pieces.has(word)
    const plan = readPlan(first.offers ?? [], {
      ...around,
      pieces,
      boxes,
      isHex,
      end: card.about.end,
    })
    const shown = new Set<string>([
      ...plan.modes.map((m) => m.order),
      ...plan.overruns.map((o) => o.offer.order),
      ...[plan.attack, plan.place, plan.route, plan.end].flatMap((o) => o?.order ?? []),
      ...[plan.markers, plan.losses].flatMap((m) => m?.offer.order ?? []),
      ...[...plan.choices, ...plan.grave, ...plan.picks].map((g) => g.kind),
      ...(first.offers ?? [])
        .filter((o) => o.shape === 'measured' || o.shape === 'lay')
        .map((o) => o.order),
    ])
    expect(new Set((first.offers ?? []).map((o) => o.order))).toEqual(shown)
  })
  it('names every order of its lists by its tag', () => {
    for (const offer of (first.offers ?? []).map(full))
      for (const order of ordersOf(offer).slice(0, 50)) expect(order.order).toBe(offer.order)
  })
})

describe('subsets', () => {
  it('begin with nobody and grow', () => {
    expect(subsets(['a', 'b'], 2)).toEqual([[], ['a'], ['b'], ['a', 'b']])
  })
})
