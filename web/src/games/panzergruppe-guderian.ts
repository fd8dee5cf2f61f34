/** Panzergruppe Guderian: its offers (`offers.py`, `battle_offers.py`) and orders (`orders.py`). */
import { readReach } from '../lib/paths'
import type { GameInfo, Json, Order } from '../lib/types'
import {
  NOTHING,
  STANDING,
  type Around,
  type HexGame,
  type Mover,
  type Offers,
  type Orders,
  type Plan,
} from './game'
import { genericGame } from './generic'
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

export function panzergruppeGuderian(info: GameInfo): HexGame {
  return { ...genericGame(info), plan, orders }
}
