/** Afrika Korps: what its offers (`offers.py`, `battle_offers.py`) ask beyond the common shapes. */
import { readReach, type Reach } from '../lib/paths'
import type { GameInfo, Json } from '../lib/types'
import type { Around, HexGame, Mover, Offers, Plan, Proposal } from './game'
import { genericGame } from './generic'
import { kindOf, make, readPlan } from './reading'

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

export function afrikaKorps(info: GameInfo): HexGame {
  const specs = info.orders
  const base = genericGame(info)
  function plan(offers: Offers, around: Around): Plan {
    const reader = { specs, title: base.title, around, words: info.words['word'] }
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
  const deploy = (unit: string, hex: string) => make(specs, 'land', { units: [unit], hexes: [hex] })
  return { ...base, plan, orders: { ...base.orders, deploy } }
}
