/**
 * What a hex game tells the table: how to read its offers, and which order a gesture makes.
 * No rule lives here; the offers come from the engine and every draft goes to its judge.
 */
import type { Reach } from '../lib/paths'
import type { Json, Order, Piece, Text } from '../lib/types'

export interface Mover {
  /** What is left of the allowance, in half points. */
  left: number
  reach: Reach
  /** By rail, where the unit may take a train. */
  rail: Reach | null
  /** Hexes where a unit beside the map comes in. */
  entry: readonly string[]
  /** A move of the first turn that is drafted hex by hex and finished with the judge's help. */
  special: 'march' | 'spill' | null
}

export interface Overrun {
  units: readonly string[]
  target: string
}

/** Everything the deciding side may do now. Absent kinds are empty. */
export interface Plan {
  moves: ReadonlyMap<string, Mover>
  overruns: readonly Overrun[]
  /** Target hex -> units able to attack it. */
  attacks: ReadonlyMap<string, readonly string[]>
  deploy: ReadonlyMap<string, readonly string[]>
  markers: { hexes: ReadonlySet<string>; most: number } | null
  /** Steps to lose; how many hexes may be given up instead (0: none). */
  losses: { count: number; units: ReadonlyMap<string, number>; retreat: number } | null
  retreats: ReadonlyMap<string, readonly (readonly string[])[]>
  advances: ReadonlyMap<string, readonly (readonly string[])[]>
  removals: readonly string[]
  withdrawals: readonly string[]
  /** How many divisions of a distant front may still be called. */
  call: number
  owing: readonly string[]
  done: boolean
}

export const NOTHING: Plan = {
  moves: new Map(),
  overruns: [],
  attacks: new Map(),
  deploy: new Map(),
  markers: null,
  losses: null,
  retreats: new Map(),
  advances: new Map(),
  removals: [],
  withdrawals: [],
  call: 0,
  owing: [],
  done: false,
}

export interface Orders {
  move(units: readonly string[], path: readonly string[], cut: boolean): Order
  rail(unit: string, path: readonly string[]): Order
  overrun(units: readonly string[], target: string): Order
  attack(units: readonly string[], targets: readonly string[]): Order
  deploy(unit: string, hex: string): Order
  markers(hexes: readonly string[]): Order
  losses(units: readonly string[]): Order
  giveGround(): Order
  retreat(unit: string, path: readonly string[]): Order
  advance(unit: string, path: readonly string[]): Order
  remove(unit: string): Order
  withdraw(unit: string): Order
  call(divisions: number): Order
  done(): Order
}

/** How good a result is for the attacker: 3 best, 0 even, -3 worst. */
export type Grade = -3 | -2 | -1 | 0 | 1 | 2 | 3

export interface HexGame {
  slug: string
  sides: Readonly<Record<string, { name: Text; nation: string }>>
  /** Victory levels from the worst to the best for the first named side, with its colour class. */
  levels: readonly { id: string; name: Text; short: Text; grade: Grade }[]
  /** A short title for each decision of the sequence of play. */
  titles: Readonly<Record<string, Text>>
  /** One line about the game for its card. */
  blurb: { where: Text; size: Text; tells: Text }
  /** Whether a moving group may cut the railway where its move ends. */
  cuts(side: string, pieces: readonly Piece[]): boolean
  plan(offers: Readonly<Record<string, Json>>): Plan
  orders: Orders
  grade(result: string): Grade
  /** What a result is called in words; the sign itself if it needs none. */
  result(result: string): Text
  /** The label of the formation a unit fights in, '' for none; gives counters their stripe. */
  formation(piece: Piece): string
  /** Whether a refusal of a first-turn march only says that the way is too short so far. */
  marchesOn(rule: string): boolean
}
