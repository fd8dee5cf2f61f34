import { describe, expect, it } from 'vitest'
import { afrikaKorps } from '../src/games/afrika-korps'
import type { Around } from '../src/games/game'
import { genericGame } from '../src/games/generic'
import { make, orderOf } from '../src/games/reading'
import { infoOf } from './recorded'
import { subsets } from '../src/lib/subsets'
import type { FieldSpec, GameInfo, Json, Piece } from '../src/lib/types'

const field = (name: string, many = false, type = 'str', required = true): FieldSpec => ({
  name,
  type,
  many,
  required,
})

const info: GameInfo = {
  ...infoOf('afrika-korps'),
  slug: 'afrika-korps',
  title: { it: 'Afrika Korps', en: 'Afrika Korps' },
  sides: ['axis', 'allied'],
  scenarios: [],
  seats: [],
  map: true,
  orders: {
    'roll-supply': [],
    'land-supply': [field('port')],
    land: [field('units', true), field('port')],
    move: [field('units', true), field('path', true)],
    'declare-victory': [field('attackers', true), field('defenders', true), field('supplies', true)],
    embark: [field('units', true)],
    destroy: [field('supply')],
    attack: [field('attackers', true), field('defenders', true), field('supplies', true, 'str', false)],
    lose: [field('units', true), field('rest', true, 'str', false)],
    consent: [field('agree', false, 'bool')],
    sacrifice: [field('units', true)],
    retreat: [field('unit'), field('path', true)],
    advance: [field('units', true), field('hex')],
    haul: [field('supply'), field('path', true)],
    'place-rommel': [field('hex')],
    done: [],
  },
}

const piece = (id: string, side: string, at: string, symbol = 'infantry'): [string, Piece] => [
  id,
  { id, side, at, nation: 'german', symbol },
]
const around: Around = {
  side: 'axis',
  decision: 'movement',
  pieces: new Map([
    piece('DE-1', 'axis', 'W6'),
    piece('DE-2', 'axis', 'W6'),
    piece('DE-ROMMEL', 'axis', 'W6'),
    piece('DE-SUP-1', 'axis', 'W5', 'supply'),
    piece('UK-1', 'allied', 'H3'),
    piece('UK-2', 'allied', 'H3'),
  ]),
  boxes: new Map(),
  isHex: (word) => /^[A-Z]\d+$/.test(word),
}
const game = genericGame(info)
const read = (offers: Record<string, Json>) => game.plan(offers, around)

describe('offers read by their shape', () => {
  it('finds the order that a key means', () => {
    expect(orderOf('land_supply', info.orders ?? {})).toBe('land-supply')
    expect(orderOf('roll', info.orders ?? {})).toBe('roll-supply')
    expect(orderOf('factors', info.orders ?? {})).toBeNull()
  })
  it('makes whole orders of names, lists, truths and groups', () => {
    const plan = read({
      roll: true,
      land_supply: ['W3', 'J62'],
      destroy: ['DE-SUP-1'],
      sacrifice: [['DE-1'], ['DE-1', 'DE-2']],
      consent: [true, false],
      embark: ['DE-1'],
      done: true,
    })
    const orders = plan.choices.map((g) => g.choices.map((c) => c.order))
    expect(orders).toEqual([
      [{ order: 'roll-supply' }],
      [
        { order: 'land-supply', port: 'W3' },
        { order: 'land-supply', port: 'J62' },
      ],
      [{ order: 'destroy', supply: 'DE-SUP-1' }],
      [
        { order: 'sacrifice', units: ['DE-1'] },
        { order: 'sacrifice', units: ['DE-1', 'DE-2'] },
      ],
      [
        { order: 'consent', agree: true },
        { order: 'consent', agree: false },
      ],
    ])
    expect(plan.picks[0]?.make(['DE-1'])).toEqual({ order: 'embark', units: ['DE-1'] })
    expect(plan.kind).toBe('choice')
    expect(plan.done).toBe(true)
    expect(plan.choices[4]?.choices[0]?.words?.en).toBe('Yes')
    expect(plan.choices[1]?.choices[0]?.hexes).toEqual(['W3'])
  })
  it('leaves out what is not offered', () => {
    expect(read({ roll: false, land_supply: [], done: false }).choices).toEqual([])
  })
  it('takes whole orders by their fields and drops what no field holds', () => {
    const plan = read({ lose: [{ units: ['DE-1'], rest: [], worth: 3 }], debt: 4 })
    expect(plan.choices[0]?.choices[0]?.order).toEqual({ order: 'lose', units: ['DE-1'], rest: [] })
  })
  it('reads movers, also those with an order of their own', () => {
    const plan = read({
      haul: { 'DE-SUP-1': [{ hex: 'W4', cost: 1, road: 0, from: 'W5' }] },
      done: true,
    })
    expect(plan.kind).toBe('move')
    expect(plan.moves.get('DE-SUP-1')?.order).toBe('haul')
    expect(game.orders.move(['DE-SUP-1'], ['W4'], 'haul')).toEqual({
      order: 'haul',
      supply: 'DE-SUP-1',
      path: ['W4'],
    })
  })
  it('reads ways back, and groups that may advance', () => {
    expect(read({ retreat: { 'UK-1': [['H4', 'H5']] } }).kind).toBe('retreat')
    const plan = read({ advance: { E11: { units: ['DE-1', 'DE-2'], room: 1 } }, done: true })
    expect(plan.picks[0]?.most).toBe(1)
    expect(plan.picks[0]?.make(['DE-2'])).toEqual({ order: 'advance', units: ['DE-2'], hex: 'E11' })
  })
  it('takes orders that are listed whole, whatever their key', () => {
    const plan = read({
      march: [{ order: 'haul', supply: 'DE-SUP-1', path: ['W4'] }],
      done: true,
    })
    expect(plan.choices[0]?.kind).toBe('haul')
    expect(plan.choices[0]?.choices[0]?.order).toEqual({
      order: 'haul',
      supply: 'DE-SUP-1',
      path: ['W4'],
    })
  })
  it('offers every value of a plural for the field that wants one', () => {
    const specs = { assault: [field('hex'), field('kind')] }
    const plan = genericGame({ ...info, orders: specs }).plan(
      { assault: [{ hexes: ['H3'], kinds: ['medium', 'violent'], attackers: ['DE-1'] }] },
      around,
    )
    expect(plan.choices[0]?.choices.map((c) => c.order)).toEqual([
      { order: 'assault', hex: 'H3', kind: 'medium' },
      { order: 'assault', hex: 'H3', kind: 'violent' },
    ])
  })
  it('fills two single fields in their order', () => {
    const specs = { fire: [field('unit'), field('target')] }
    const plan = genericGame({ ...info, orders: specs }).plan({ fire: { 'DE-1': ['UK-1'] } }, around)
    expect(plan.choices[0]?.choices[0]?.order).toEqual({
      order: 'fire',
      unit: 'DE-1',
      target: 'UK-1',
    })
  })
  it('keeps moves to the hexes where they may end', () => {
    const plan = read({
      move: { 'DE-1': { left: 4, reach: [['W6', 0, ''], ['W7', 2, 'W6']], ends: ['W7'] } },
    })
    expect(plan.moves.get('DE-1')?.ends).toEqual(new Set(['W7']))
  })
  it('makes an attack of hexes where a game names hexes', () => {
    const specs = { attack: [field('units', true), field('targets', true)] }
    expect(make(specs, 'attack', { units: ['a'], hexes: ['H3'], defenders: ['x'] })).toEqual({
      order: 'attack',
      units: ['a'],
      targets: ['H3'],
    })
  })
})

describe('Afrika Korps', () => {
  const table = afrikaKorps(info)
  it('shows by hex whom the offers name by unit', () => {
    const plan = table.plan(
      {
        targets: { 'DE-1': ['UK-1', 'UK-2'], 'DE-2': ['UK-2'] },
        plan: [{ attackers: ['DE-1'], defenders: ['UK-1'], supplies: ['DE-SUP-1'] }],
        done: false,
      },
      around,
    )
    expect(plan.kind).toBe('attack')
    expect(plan.attacks.get('H3')).toEqual(['DE-1', 'DE-2'])
    expect(plan.foes.get('H3')).toEqual(['UK-1', 'UK-2'])
    expect(plan.supplies).toEqual(['DE-SUP-1'])
    expect(plan.proposals[0]?.targets).toEqual(['H3'])
    const parts = { defenders: ['UK-2'], supplies: ['DE-SUP-1'] }
    expect(table.orders.attack(['DE-1'], ['H3'], parts)).toEqual({
      order: 'attack',
      attackers: ['DE-1'],
      defenders: ['UK-2'],
      supplies: ['DE-SUP-1'],
    })
  })
  it('knows how far Rommel leads a unit', () => {
    const plan = table.plan(
      {
        move: {
          'DE-1': {
            left: 10,
            reach: [{ hex: 'W7', cost: 1, road: 0, from: 'W6' }],
            with_rommel: [{ hex: 'W8', cost: 2, road: 0, from: 'W7' }],
            after_rommel: [{ path: ['X1', 'X2'], cost: 3, road: 1 }],
          },
        },
        done: true,
      },
      around,
    )
    const mover = plan.moves.get('DE-1')
    expect(mover?.led?.by).toBe('DE-ROMMEL')
    expect(mover?.led?.reach.has('W8')).toBe(true)
    expect(mover?.reach.get('X2')?.path).toEqual(['X1', 'X2'])
    expect(table.price({ cost: 3, road: 5 })).toBe('3+5')
  })
  it('lands each unit in the open ports', () => {
    const plan = table.plan({ land: [{ unit: 'DE-1' }], ports: ['W3'], done: true }, around)
    expect(plan.kind).toBe('deploy')
    expect(plan.deploy.get('DE-1')).toEqual(['W3'])
    expect(table.orders.deploy('DE-1', 'W3')).toEqual({ order: 'land', units: ['DE-1'], port: 'W3' })
  })
})

it('tries small groups of supplies first', () => {
  expect(subsets(['a', 'b'], 2)).toEqual([[], ['a'], ['b'], ['a', 'b']])
})
