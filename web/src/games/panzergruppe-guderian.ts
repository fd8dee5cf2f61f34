/** Panzergruppe Guderian: its offers (`offers.py`, `battle_offers.py`) and orders (`orders.py`). */
import { points } from '../lib/format'
import { readReach } from '../lib/paths'
import type { Json, Order, Text } from '../lib/types'
import {
  NOTHING,
  STANDING,
  type Around,
  type Grade,
  type HexGame,
  type Mover,
  type Offers,
  type Orders,
  type Plan,
} from './game'
import { kindOf } from './reading'

interface ListedMove {
  left: number
  reach?: Json[]
  rail?: Json[]
  entry?: string[]
  first_turn?: 'march' | 'spill'
}

const entries = <T>(block: Json | undefined): [string, T][] =>
  Object.entries((block ?? {}) as Record<string, unknown>) as [string, T][]

const list = <T>(block: Json | undefined): T[] => (block ?? []) as unknown as T[]

function mover(listed: ListedMove): Mover {
  return {
    ...STANDING,
    left: listed.left,
    reach: readReach(listed.reach ?? []),
    rail: listed.rail ? readReach(listed.rail) : null,
    entry: listed.entry ?? [],
    special: listed.first_turn ?? null,
  }
}

function plan(offers: Offers, around: Around): Plan {
  const losses = offers['losses']
  const markers = offers['interdict']
  const read: Plan = {
    ...NOTHING,
    moves: new Map(entries<ListedMove>(offers['move']).map(([unit, m]) => [unit, mover(m)])),
    overruns: list(offers['overrun']),
    attacks: new Map(entries<string[]>(offers['attack'])),
    deploy: new Map(entries<string[]>(offers['deploy'])),
    deployRest: true,
    markers: markers
      ? { hexes: new Set(list<string>(markers)), most: Number(offers['most'] ?? 0) }
      : null,
    losses:
      losses === undefined
        ? null
        : {
            count: Number(losses),
            units: new Map(entries<number>(offers['units'])),
            retreat: Number(offers['give_ground'] ?? 0),
            first: entries<number>(offers['units']).map(([unit]) => unit),
          },
    retreats: new Map(entries<string[][]>(offers['retreat'])),
    advances: new Map(entries<string[][]>(offers['advance'])),
    removals: list(offers['remove']),
    withdrawals: list(offers['withdraw']),
    call: Number(offers['call_front'] ?? 0),
    owing: list(offers['must_march']),
    done: offers['done'] === true,
  }
  const asked = around.decision
  if (asked === 'advance') return { ...read, kind: 'advance' }
  if (asked === 'setup') return { ...read, kind: 'deploy' }
  return { ...read, kind: kindOf(read, { move: true, ...offers }) }
}

const order = (kind: string, fields: Record<string, Json> = {}): Order => ({
  order: kind,
  ...fields,
})

const orders: Orders = {
  move: (units, path) => order('move', { units, path }),
  rail: (unit, path) => order('rail', { unit, path }),
  overrun: (units, target) => order('overrun', { units, target }),
  attack: (units, targets, _parts) => order('attack', { units, targets }),
  deploy: (unit, hex) => order('deploy', { unit, hex }),
  markers: (hexes) => order('interdict', { hexes }),
  losses: (units) => order('take-losses', { units }),
  giveGround: () => order('give-ground'),
  retreat: (unit, path) => order('retreat', { unit, path }),
  advance: (unit, path) => order('advance', { unit, path }),
  remove: (unit) => order('remove', { unit }),
  withdraw: (leader) => order('withdraw', { leader }),
  call: (divisions) => order('call-front', { divisions }),
  done: () => order('done'),
}

const GRADES: Readonly<Record<string, Grade>> = {
  emptied: 3,
  De: 3,
  'De/A1': 2,
  D2: 2,
  'D2/A1': 1,
  D1: 1,
  'D1/A1': 1,
  Eng: 0,
  A1: -1,
  A2: -2,
  Ae: -3,
  cancelled: -1,
}

const RESULTS: Readonly<Record<string, Text>> = {
  emptied: { it: 'vuoto', en: 'emptied' },
  cancelled: { it: 'annullato', en: 'called off' },
}

const SOVIET: Text = { it: 'Sovietico', en: 'Soviet' }
const GERMAN: Text = { it: 'Tedesco', en: 'German' }

const level = (id: string, it: string, en: string, short: Text, grade: Grade) => ({
  id,
  name: { it, en },
  short,
  grade,
})

const DECISIVE: Text = { it: 'Decisiva', en: 'Decisive' }
const STRATEGIC: Text = { it: 'Strategica', en: 'Strategic' }
const MARGINAL: Text = { it: 'Marginale', en: 'Marginal' }

export const panzergruppeGuderian: HexGame = {
  slug: 'panzergruppe-guderian',
  sides: {
    german: { name: GERMAN, nation: 'german' },
    soviet: { name: SOVIET, nation: 'soviet' },
  },
  levels: [
    level(
      'soviet_decisive',
      'Vittoria decisiva sovietica',
      'Soviet decisive victory',
      DECISIVE,
      -3,
    ),
    level(
      'soviet_strategic',
      'Vittoria strategica sovietica',
      'Soviet strategic victory',
      STRATEGIC,
      -2,
    ),
    level(
      'soviet_marginal',
      'Vittoria marginale sovietica',
      'Soviet marginal victory',
      MARGINAL,
      -1,
    ),
    level('german_marginal', 'Vittoria marginale tedesca', 'German marginal victory', MARGINAL, 1),
    level(
      'german_strategic',
      'Vittoria strategica tedesca',
      'German strategic victory',
      STRATEGIC,
      2,
    ),
    level('german_decisive', 'Vittoria decisiva tedesca', 'German decisive victory', DECISIVE, 3),
  ],
  titles: {
    setup: { it: 'Schiera la 13ª e la 20ª Armata', en: 'Set up the 13th and 20th Armies' },
    'setup-air': { it: 'Interdizione aerea', en: 'Air interdiction' },
    'soviet-start': { it: 'Ritira un comandante', en: 'Withdraw a leader' },
    'soviet-move': { it: 'Muovi le tue unità', en: 'Move your units' },
    'soviet-combat': { it: 'Attacca', en: 'Attack' },
    'soviet-interdict': { it: 'Interdizione', en: 'Interdiction' },
    'german-move': { it: 'Muovi le tue unità', en: 'Move your units' },
    'german-combat': { it: 'Attacca', en: 'Attack' },
    'german-mech-move': { it: 'Muovi le unità mobili', en: 'Move your mobile units' },
    'german-interdict': { it: 'Interdizione aerea', en: 'Air interdiction' },
    suffer: { it: 'Perdite o ritirata', en: 'Losses or retreat' },
    'lose-steps': { it: 'Subisci le perdite', en: 'Take the losses' },
    retreat: { it: 'Conduci tu la ritirata', en: 'You lead the retreat' },
    advance: { it: 'Avanza dopo il combattimento', en: 'Advance after combat' },
    remove: { it: 'Troppe unità insieme', en: 'Too many units together' },
  },
  ends: {
    setup: { it: 'Chiudi lo schieramento', en: 'Finish the set-up' },
    advance: { it: 'Resta: chiudi l’avanzata', en: 'Stay: end the advance' },
  },
  bases: false,
  guided: true,
  groups: (group) => {
    const army = /^(\d+)(?:st|nd|rd|th) Army$/.exec(group)
    return army ? { it: `${army[1]}ª Armata`, en: group } : null
  },
  firstSide: 'german',
  tones: { 'done@advance': 'decline', 'interdict=': 'decline' },
  strikes: [],
  seldom: [],
  marks: {},
  blurb: {
    where: { it: 'La battaglia di Smolensk, luglio 1941', en: 'The battle of Smolensk, July 1941' },
    size: { it: '12 turni, 2-4 ore', en: '12 turns, 2-4 hours' },
    tells: {
      it: 'Divisioni mai provate, travolgimenti, ferrovie.',
      en: 'Untried divisions, overruns, railways.',
    },
  },
  plan,
  orders,
  price: ({ cost }) => points(cost),
  grade: (result) => GRADES[result] ?? 0,
  result: (result) => RESULTS[result] ?? { it: result, en: result },
  formation: (piece) => (piece.side === 'german' && piece.size !== 'XX' ? (piece.group ?? '') : ''),
}
