/** The conditions of a guide one by one, and its way through the steps. */
import { describe, expect, it } from 'vitest'
import { holds, type Condition, type Moment } from '../src/guide/conditions'
import { hexesOf, selectorsOf } from '../src/guide/pointing'
import type { Scene } from '../src/guide/scene'
import { follow, waits } from '../src/guide/walk'
import type { GuideInfo, GuideStep, Piece } from '../src/lib/types'

const piece = (id: string, side: string, at: string) => ({ id, side, at }) as Piece

const SCENE: Scene = {
  open: { side: 'north', decision: 'move' },
  turn: 1,
  version: 4,
  pieces: [piece('N1', 'north', '0101'), piece('N2', 'north', '0101'), piece('S1', 'south', 'box')],
  chosen: [],
  aimed: false,
  targeted: false,
  targets: ['0303'],
  onMap: (p) => p.at !== 'box',
  offered: (order) => order === 'attack',
  shows: (layer) => layer === 'zones',
}

const step = (id: string, more: Partial<GuideStep> = {}): GuideStep => ({
  id,
  todo: { it: id, en: id },
  why: { it: id, en: id },
  rule: '',
  point: null,
  orders: [],
  when: [],
  done: [],
  needs: [],
  ...more,
})

const asked = (more: object = {}): Condition => ({
  is: 'asked',
  decisions: [],
  but: [],
  of: 'own',
  ...more,
})
const standing = (more: object): Condition => ({
  is: 'standing',
  at: [],
  side: '',
  but: [],
  at_least: 0,
  at_most: null,
  ...more,
})
const chosen = (more: object = {}): Condition => ({
  is: 'chosen',
  units: [],
  at_least: 1,
  at_most: null,
  ...more,
})
const reached = (decision: string): Condition => ({ is: 'reached', decision })

function at(scene: Partial<Scene> = {}, since = 4, steps: readonly GuideStep[] = []): Moment {
  const guide: GuideInfo = { side: 'north', sequence: ['deploy', 'move', 'attack'], step: steps }
  return { guide, scene: { ...SCENE, ...scene }, since }
}

const THEIRS = { open: { side: 'south', decision: 'retreat' } }
const yes: readonly [string, Condition, Moment][] = [
  ['any decision of ours', asked(), at()],
  ['this decision of ours', asked({ decisions: ['attack', 'move'] }), at()],
  ['any decision of the other side', asked({ of: 'other' }), at(THEIRS)],
  ['whoever decides', asked({ of: 'any', but: ['attack'] }), at(THEIRS)],
  ['the very decision of the sequence', reached('move'), at()],
  ['a later one', reached('deploy'), at()],
  ['the next turn', { is: 'turn-passed', turn: 1 }, at({ turn: 2 })],
  ['an order since the step began', { is: 'ordered' }, at({}, 3)],
  ['an offer', { is: 'offered', order: 'attack' }, at()],
  ['units in a hex', standing({ at: ['0101'], at_least: 2, at_most: 2 }), at()],
  ['units on the map', standing({ side: 'north', at_least: 2 }), at()],
  ['few enough that count', standing({ at: ['0101'], but: ['N1'], at_most: 1 }), at()],
  ['a unit in hand', chosen(), at({ chosen: ['N1'] })],
  ['this unit among others', chosen({ units: ['N1'], at_least: 2 }), at({ chosen: ['N2', 'N1'] })],
  ['a place', { is: 'aimed' }, at({ aimed: true })],
  ['a target', { is: 'targeted' }, at({ targeted: true })],
  ['a layer', { is: 'layer-shown', layer: 'zones' }, at()],
]
const no: readonly [string, Condition, Moment][] = [
  ['no decision is open', asked({ of: 'any' }), at({ open: null })],
  ['the other side decides', asked(), at(THEIRS)],
  ['we decide', asked({ of: 'other' }), at()],
  ['another decision', asked({ decisions: ['attack'] }), at()],
  ['an excepted decision', asked({ of: 'any', but: ['retreat'] }), at(THEIRS)],
  ['an earlier decision', reached('attack'), at()],
  ['a decision outside the sequence', reached('deploy'), at(THEIRS)],
  ['the same turn', { is: 'turn-passed', turn: 1 }, at()],
  ['no order since', { is: 'ordered' }, at({}, 4)],
  ['no offer', { is: 'offered', order: 'look' }, at()],
  ['too few', standing({ at: ['0101'], at_least: 3 }), at()],
  ['too many', standing({ at: ['0101'], at_most: 1 }), at()],
  ['nobody of that side on the map', standing({ side: 'south', at_least: 1 }), at()],
  ['nothing in hand', chosen(), at()],
  ['another unit in hand', chosen({ units: ['N1'] }), at({ chosen: ['N2'] })],
  ['too many in hand', chosen({ at_most: 1 }), at({ chosen: ['N1', 'N2'] })],
  ['no place', { is: 'aimed' }, at()],
  ['no target', { is: 'targeted' }, at()],
  ['another layer', { is: 'layer-shown', layer: 'supply' }, at()],
]

describe('a condition holds', () => {
  it.each(yes)('for %s', (_, condition, moment) => {
    expect(holds(condition, moment)).toBe(true)
  })
})
describe('a condition does not hold', () => {
  it.each(no)('if there is: %s', (_, condition, moment) => {
    expect(holds(condition, moment)).toBe(false)
  })
})

describe('the way through the steps', () => {
  const moving = [asked({ decisions: ['move'] })]
  const STEPS = [
    step('read'),
    step('pick', { when: moving, done: [chosen()] }),
    step('aim', { when: moving, done: [{ is: 'aimed' }, { is: 'ordered' }], needs: [chosen()] }),
    step('give', { when: moving, done: [{ is: 'ordered' }], needs: [{ is: 'aimed' }] }),
    step('end', { when: moving }),
    step('over'),
  ]
  const go = (from: number, scene: Partial<Scene> = {}, since = 4) =>
    follow(from, at(scene, since, STEPS))

  it('stands still at a step that is only read', () => {
    expect(waits(STEPS[0] as GuideStep)).toBe(false)
    expect(go(0, { chosen: ['N1'], aimed: true }, 0)).toBe(0)
  })
  it('waits until a step is done', () => {
    expect(waits(STEPS[1] as GuideStep)).toBe(true)
    expect(go(1)).toBe(1)
    expect(go(1, { chosen: ['N1'] })).toBe(2)
  })
  it('passes several steps at once', () => {
    expect(go(1, { chosen: ['N1'], aimed: true })).toBe(3)
  })
  it('does not count an order for the step that only begins now', () => {
    expect(go(2, { chosen: ['N1'], aimed: true }, 3)).toBe(3)
    expect(go(3, { chosen: ['N1'], aimed: true }, 3)).toBe(4)
  })
  it('goes back one step when its work is taken back', () => {
    expect(go(3, { chosen: ['N1'] })).toBe(2)
    expect(go(2)).toBe(1)
  })
  it('passes over every step that has nothing to say here', () => {
    expect(go(1, THEIRS)).toBe(5)
  })
  it('may come to its end, and stays there', () => {
    expect(go(6)).toBe(6)
  })
})

describe('a step points', () => {
  it('at hexes, at units on the map, at targets', () => {
    expect(hexesOf({ at: 'hexes', hexes: ['0202'] }, SCENE)).toEqual(['0202'])
    expect(hexesOf({ at: 'units', units: ['N1', 'S1'] }, SCENE)).toEqual(['0101'])
    expect(hexesOf({ at: 'targets' }, SCENE)).toEqual(['0303'])
    expect(hexesOf({ at: 'panel', part: 'whole' }, SCENE)).toEqual([])
    expect(hexesOf(null, SCENE)).toEqual([])
  })
  it('at parts of the page', () => {
    expect(selectorsOf({ at: 'panel', part: 'units' })).toEqual(['.panel .choice'])
    expect(selectorsOf({ at: 'button', button: 'end' })).toEqual(['[data-act=end]'])
    expect(selectorsOf({ at: 'layer', layer: 'supply' })).toEqual(['[data-layer=supply]'])
    expect(selectorsOf({ at: 'targets' })).toEqual([])
  })
})
