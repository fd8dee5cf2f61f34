/** What the player wants to see over the map, and which window lies over it. */
import { expect, it } from 'vitest'
import { Controls } from '../src/board/controls.svelte'
import { Opened } from '../src/components/opened.svelte'
import { page } from './browser'

it('a layer is shown and hidden, without the others', () => {
  const controls = new Controls()
  controls.toggle('zones')
  expect([controls.zones, controls.supply, controls.numbers]).toEqual([true, false, true])
  controls.toggle('zones')
  controls.toggle('numbers')
  expect([controls.zones, controls.numbers]).toEqual([false, false])
})

it('what is shown is pointed at once and brought into sight; what is framed, close', () => {
  const controls = new Controls()
  controls.show(['0101', '0102', '0101'])
  expect(controls.pointed).toEqual(['0101', '0102'])
  expect(controls.goal).toEqual({ hexes: ['0101', '0102'], close: false })
  controls.frame(['0303'])
  expect([controls.pointed, controls.goal?.close]).toEqual([[], true])
})

it('the guide is open where the address asks for it, and nothing else is', () => {
  page({ hash: '#/match/m?guide' })
  const opened = new Opened()
  expect(opened.guide).toBe(true)
  page({ hash: '#/match/m' })
  const { guide, rule, hex, unit, rules, keys, goTo, state } = new Opened()
  expect([guide, rule, hex, unit, rules, keys, goTo, state]).toEqual([
    false,
    null,
    null,
    null,
    false,
    false,
    false,
    false,
  ])
})
