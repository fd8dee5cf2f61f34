/** Kasserine: its words; its offers have the common shapes. */
import { points } from '../lib/format'
import type { GameInfo, Text } from '../lib/types'
import type { Grade, HexGame } from './game'
import { genericGame } from './generic'
import { readPlan } from './reading'
import { orderTitle } from './titles'

const w = (it: string, en: string): Text => ({ it, en })

const ORDERS: Readonly<Record<string, Text>> = {
  demolish: w('Fai saltare un rifornimento', 'Blow up a supply'),
  'self-reduce': w('Riduci da te un’unità', 'Reduce a unit yourself'),
  march: w('Rifornimenti che muoveranno', 'Supplies that will move'),
  leave: w('Esci dalla mappa', 'Leave the map'),
  fire: w('Tiro d’artiglieria', 'Artillery fire'),
  raid: w('Incursione aerea', 'Air raid'),
  assault: w('Prossimo combattimento', 'Next combat'),
  take: w('Occupa l’esagono', 'Take the hex'),
  defend: w('Come ti difendi', 'How you defend'),
  'let-pass': w('Lo lasci passare?', 'Do you let it pass?'),
  accompany: w('Chi si ritira insieme', 'Who goes back with it'),
}

const SHORT: Readonly<Record<string, { short: Text; grade: Grade }>> = {
  allied_total: { short: w('Totale', 'Total'), grade: -3 },
  allied_partial: { short: w('Parziale', 'Partial'), grade: -1 },
  draw: { short: w('Pareggio', 'Draw'), grade: 0 },
  german_partial: { short: w('Parziale', 'Partial'), grade: 1 },
  german_total: { short: w('Totale', 'Total'), grade: 3 },
}

/** Combat from the attacker's side, then artillery: shocked, reduced. */
const GRADES: Readonly<Record<string, Grade>> = {
  DE: 3,
  DR: 3,
  D3: 2,
  D2: 1,
  'R/R': 0,
  A2: -1,
  A3: -2,
  AR: -3,
  AE: -3,
  R: 3,
  RT: 2,
  '-': 0,
}

export function kasserine(info: GameInfo): HexGame {
  const base = genericGame(info)
  const levels = info.words?.['level'] ?? {}
  return {
    ...base,
    sides: {
      axis: { name: w('Asse', 'Axis'), nation: 'german' },
      allied: { name: w('Alleati', 'Allies'), nation: 'american' },
    },
    levels: Object.entries(SHORT).map(([id, { short, grade }]) => ({
      id,
      name: levels[id] ?? short,
      short,
      grade,
    })),
    titles: {
      'allied-setup': w('Schiera le tue unità', 'Set up your units'),
      'axis-setup': w('Schiera le tue unità', 'Set up your units'),
      logistics: w('Logistica', 'Logistics'),
      movement: w('Muovi le tue unità', 'Move your units'),
      plan: w('Prepara gli attacchi', 'Plan your attacks'),
      fire: w('Fai fuoco', 'Fire your artillery'),
      'defensive-fire': w('Tiro difensivo', 'Defensive fire'),
      combat: w('Combatti', 'Fight'),
      defend: w('Dichiara la difesa', 'Declare your defence'),
      retreat: w('Conduci la ritirata', 'Lead the retreat'),
      'let-pass': w('Un nemico chiede il passo', 'An enemy asks to pass'),
      accompany: w('Ritirata in compagnia', 'Going back together'),
    },
    ends: {
      'allied-setup': w('Chiudi lo schieramento', 'Finish the set-up'),
      'axis-setup': w('Chiudi lo schieramento', 'Finish the set-up'),
    },
    blurb: {
      where: w('Tunisia, febbraio 1943', 'Tunisia, February 1943'),
      size: w('33 mosse, 3-5 ore', '33 moves, 3-5 hours'),
      tells: w(
        'Passi di montagna, artiglieria, comandi e tempo che cambia.',
        'Mountain passes, artillery, commands and changing weather.',
      ),
    },
    guided: true,
    marks: { shocked: 'disrupted', fired: 'moved' },
    tones: { assault: 'main', take: 'main', fire: 'main' },
    strikes: ['fire', 'raid'],
    seldom: ['demolish', 'self-reduce', 'leave'],
    price: ({ cost }) => points(cost),
    plan: (offers, around) =>
      readPlan(offers, {
        specs: info.orders ?? {},
        title: (kind) => ORDERS[kind] ?? orderTitle(kind),
        around,
        words: info.words?.['word'],
      }),
    grade: (result) => GRADES[result] ?? base.grade(result),
    formation: (piece) => (piece.size === 'II' || piece.size === 'I' ? (piece.group ?? '') : ''),
  }
}
