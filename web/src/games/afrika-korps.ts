/** Afrika Korps: what its offers (`offers.py`, `battle_offers.py`) ask beyond the common shapes. */
import { readReach, type Reach } from '../lib/paths'
import type { GameInfo, Json, Piece, Text } from '../lib/types'
import type { Around, Grade, HexGame, Mover, Offers, Plan, Proposal } from './game'
import { genericGame } from './generic'
import { kindOf, make, readPlan } from './reading'
import { orderTitle } from './titles'

const w = (it: string, en: string): Text => ({ it, en })
const words = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.map((v) => String(v)) : []

const ROMMEL = 'DE-ROMMEL'

interface ListedMove {
  left: number
  reach: Json[]
  with_rommel?: Json[]
  after_rommel?: Json[]
}

/** A unit's own reach with what Rommel's help adds to it. */
function mover(plain: Mover, listed: ListedMove): Mover {
  const reach = new Map<string, ReturnType<Reach['get']> & object>(plain.reach)
  for (const [hex, trip] of readReach(listed.after_rommel ?? []))
    if (!reach.has(hex)) reach.set(hex, trip)
  const led = listed.with_rommel
    ? { by: ROMMEL, reach: readReach(listed.with_rommel as Json[]) }
    : null
  return { ...plain, reach, led }
}

function moves(plan: Plan, offers: Offers): ReadonlyMap<string, Mover> {
  const listed = (offers['move'] ?? {}) as unknown as Record<string, ListedMove>
  return new Map(
    [...plan.moves].map(([unit, plain]) => {
      const more = listed[unit]
      return [unit, more ? mover(plain, more) : plain]
    }),
  )
}

/** Who can be attacked where, and by whom: the offers name units, the table shows hexes. */
function battles(offers: Offers, around: Around): Pick<Plan, 'attacks' | 'foes' | 'proposals'> {
  const attacks = new Map<string, string[]>()
  const foes = new Map<string, string[]>()
  const at = (unit: string) => around.pieces.get(unit)?.at ?? ''
  const put = (map: Map<string, string[]>, hex: string, unit: string) => {
    const known = map.get(hex) ?? []
    if (!known.includes(unit)) map.set(hex, [...known, unit])
  }
  const targets = (offers['targets'] ?? {}) as Record<string, Json>
  for (const [unit, enemies] of Object.entries(targets)) {
    for (const enemy of words(enemies)) {
      put(attacks, at(enemy), unit)
      put(foes, at(enemy), enemy)
    }
  }
  const listed = (offers['plan'] ?? []) as readonly Record<string, Json>[]
  const proposals: Proposal[] = listed.map((fight) => {
    const defenders = words(fight['defenders'])
    return {
      units: words(fight['attackers']),
      targets: [...new Set(defenders.map(at))],
      defenders,
      supplies: words(fight['supplies']),
    }
  })
  return { attacks, foes, proposals }
}

/** Units that come ashore: each with the ports that are open. */
function landings(offers: Offers): ReadonlyMap<string, readonly string[]> {
  const land = (offers['land'] ?? []) as readonly Record<string, Json>[]
  const ports = words(offers['ports'])
  return new Map(land.map((entry) => [String(entry['unit']), ports]))
}

const GRADES: Readonly<Record<string, Grade>> = { DE: 3, DR: 2, EX: 0, AR: -2, AE: -3 }

const level = (id: string, name: Text, short: Text, grade: Grade) => ({ id, name, short, grade })

const CONTROL = w('Fortezze e basi', 'Fortresses and bases')
const WIPED = w('Annientamento', 'Annihilation')

export function afrikaKorps(info: GameInfo): HexGame {
  const specs = info.orders ?? {}
  const base = genericGame(info)
  const names = info.words?.['level'] ?? {}
  const named = (id: string) => names[id] ?? { it: id, en: id }
  function plan(offers: Offers, around: Around): Plan {
    const reader = { specs, title: orderTitle, around }
    const read = readPlan(offers, reader, ['land', 'plan', 'targets'])
    const supplies = [...around.pieces.values()]
      .filter((p) => p.symbol === 'supply' && p.side === around.side && around.isHex(p.at))
      .map((p) => p.id)
    const whole: Plan = {
      ...read,
      ...battles(offers, around),
      moves: moves(read, offers),
      deploy: landings(offers),
      supplies,
    }
    return { ...whole, kind: kindOf(whole, offers) }
  }
  return {
    ...base,
    sides: {
      axis: { name: w('Asse', 'Axis'), nation: 'german' },
      allied: { name: w('Alleati', 'Allied'), nation: 'british' },
    },
    levels: [
      level('allied_elimination', named('allied_elimination'), WIPED, -3),
      level('allied_control', named('allied_control'), CONTROL, -2),
      level('allied_collapse', named('allied_collapse'), w('Senza rifornimenti', 'No supply'), -2),
      level('allied_time', named('allied_time'), w('Tempo scaduto', 'Out of time'), -1),
      level('axis_control', named('axis_control'), CONTROL, 2),
      level('axis_elimination', named('axis_elimination'), WIPED, 3),
    ],
    titles: {
      supply: w('Rifornimento', 'Supply'),
      'land-supply': w('Il rifornimento è in porto', 'The supply is in port'),
      arrival: w('Sbarca chi arriva', 'Land who arrives'),
      movement: w('Muovi le tue unità', 'Move your units'),
      substitution: w('Sostituzioni', 'Substitutions'),
      'give-up': w('Attacchi impossibili', 'Attacks that cannot be made'),
      combat: w('Attacca', 'Attack'),
      exchange: w('Scambio', 'Exchange'),
      retreat: w('Conduci tu la ritirata', 'You lead the retreat'),
      consent: w('Ritirata in fortezza', 'Retreat into a fortress'),
      sacrifice: w('Non c’è posto per tutti', 'No room for all'),
      advance: w('Avanza dopo il combattimento', 'Advance after combat'),
      haul: w('Rifornimenti catturati', 'Captured supplies'),
      'place-rommel': w('Rommel', 'Rommel'),
    },
    ends: {
      supply: w('Nessun rifornimento', 'No supply this turn'),
      'land-supply': w('Rifiuta il rifornimento', 'Refuse the supply'),
      advance: w('Resta: nessuno avanza', 'Stay: nobody advances'),
      haul: w('Lasciali dove sono', 'Leave them where they are'),
      respite: w('Tienili', 'Keep them'),
    },
    blurb: {
      where: w('La guerra nel deserto, 1941-42', 'The war in the desert, 1941-42'),
      size: w('38 turni, 3-5 ore', '38 turns, 3-5 hours'),
      tells: w(
        'Rifornimenti da scortare, Tobruch, Rommel.',
        'Supplies to escort, Tobruch, Rommel.',
      ),
    },
    guided: true,
    firstSide: 'axis',
    tones: {
      'roll-supply': 'main',
      'land-supply': 'main',
      'done@supply': 'decline',
      'done@land-supply': 'decline',
      'done@advance': 'decline',
      'done@haul': 'decline',
      'done@respite': 'main',
    },
    strikes: [],
    seldom: ['destroy', 'embark', 'break-down'],
    marks: { fought: 'moved', used: 'moved' },
    plan,
    orders: {
      ...base.orders,
      deploy: (unit, hex) => make(specs, 'land', { units: [unit], hexes: [hex] }),
    },
    grade: (result) => GRADES[result] ?? 0,
    formation: (piece: Piece) => (piece.nation === 'german' ? (piece.name ?? '').split('/')[0]! : ''),
  }
}
