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
  'afrika-korps': [
    piece('DE-21-5', 'german', 'armour', { size: 'III', factors: '7-7-10', name: '21/5' }),
    piece('DE-ROMMEL', 'german', 'headquarters', { size: 'XXX', factors: '0-0-12' }),
    piece('IT-ARIETE', 'italian', 'armour', { size: 'XX', factors: '4-5-6', name: 'Ariete' }),
    piece('UK-7-4', 'british', 'armour', { size: 'X', factors: '4-4-7', name: '7/4' }),
  ],
  kasserine: [
    piece('A10-I7', 'german', 'armour', { size: 'II', factors: '5-3-5', name: 'I/Pz 7' }),
    piece('A10-I90', 'german', 'artillery', { size: 'II', factors: '0-1-4', name: 'I/90' }),
    piece('L1A-3-1', 'american', 'armour', { size: 'II', factors: '3-2-5', name: '3/1' }),
    piece('L1A-2-168', 'american', 'infantry', { size: 'II', factors: '1-2-4', name: '2/168' }),
  ],
  'lion-of-judah': [
    piece('it_Gv', 'italy', 'infantry', { size: 'XX', factors: '5-7-4', name: 'Gv' }),
    piece('it_CVN', 'italy', 'armour', { factors: '2-1-8', name: 'CVN' }),
    piece('et_1', 'ethiopia', 'warrior', { factors: '?-6' }),
    piece('et_KAS', 'ethiopia', 'leader', { factors: '2-6' }),
  ],
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
