/** Whole orders in a list can be told apart, and the sum of a battle has all its lines. */
import { expect, it } from 'vitest'
import type { Around } from '../src/shapes/plan'
import { choiceOf } from '../src/shapes/choices'
import type { Order, Piece } from '../src/lib/types'
import { infoOf } from './recorded'

const hq: Piece = {
  id: 'hq',
  side: 'italian',
  at: '1306',
  nation: 'italian',
  symbol: 'headquarters',
}
const around: Around = {
  pieces: new Map([['hq', hq]]),
  boxes: new Map(),
  fields: infoOf('lion-of-judah').words['field'] ?? {},
  words: { north: { it: 'Fronte nord', en: 'Northern front' } },
  title: (order) => ({ it: order, en: order }),
  end: 'done',
  isEnemy: null,
  isHex: (word) => /^\d{4}$/.test(word),
}
const told = (order: Order) => choiceOf(order, around)

it('names whom and where a pair is about', () => {
  const help = told({ order: 'commit-hq', support: [['hq', 'north']] })
  expect(help.units).toEqual(['hq'])
  expect(help.words?.it).toBe('Fronte nord')
})

it('says nobody where nobody is named', () => {
  expect(told({ order: 'commit-hq', support: [] }).words).toEqual({ it: 'Nessuno', en: 'None' })
  expect(told({ order: 'done' }).words).toBeNull()
})

it('says what a number counts', () => {
  const bribe = told({ order: 'bribe', box: 'north', count: 2 })
  expect(bribe.words?.it).toBe('Fronte nord · Punti risorsa: 2')
  expect(bribe.words?.en).toBe('Northern front · Resource points: 2')
})

it('tells a place of a measured table in centimetres, and many places not at all', () => {
  const back = told({ order: 'replace', unit: 'hq', at: [624, 369] })
  expect(back.units).toEqual(['hq'])
  expect(back.words).toEqual({ it: '62,4 × 36,9 cm', en: '62.4 × 36.9 cm' })
  expect(
    told({
      order: 'move',
      unit: 'hq',
      path: [
        [624, 369],
        [700, 400],
      ],
    }).words,
  ).toBeNull()
  expect(told({ order: 'fortify', strips: [[10, 20, 160, 50]] }).words).toBeNull()
})
