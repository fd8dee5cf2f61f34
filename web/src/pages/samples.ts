/** A few counters for the card of each game. */
import type { Piece } from '../lib/types'

const piece = (id: string, nation: string, symbol: string, rest: Partial<Piece>): Piece => ({
  id,
  side: nation,
  at: '',
  nation,
  symbol,
  ...rest,
})

export const SAMPLES: Readonly<Record<string, readonly Piece[]>> = {
  'panzergruppe-guderian': [
    piece('G-7Pz-PzR25', 'german', 'armour', {
      size: 'III',
      factors: '4-10',
      name: '25/7',
      group: '7. Pz',
      steps: 2,
      steps_left: 2,
    }),
    piece('G-7Pz-SR6', 'german', 'mechanised', {
      size: 'III',
      factors: '2-10',
      name: '6/7',
      group: '7. Pz',
      steps: 2,
      steps_left: 2,
    }),
    piece('S-1', 'soviet', 'infantry', { size: 'XX', factors: '?-6', states: ['untried'] }),
    piece('SL-konev', 'soviet', 'leader', { size: 'XXXX', factors: '5-10', name: 'Konev' }),
  ],
}
