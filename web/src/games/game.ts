/**
 * What a hex game tells the table: how to read its offers, and which order a gesture makes.
 * No rule lives here; the offers come from the engine and every draft goes to its judge.
 */
import type { Reach } from '../lib/paths'
import type { GameInfo, Json, Order, Piece, Text } from '../lib/types'

export type About = GameInfo['about']
import type { Tone } from './tones'
import type { Losses } from '../match/losses'

export interface Mover {
  /** What is left of the allowance, as the offers count it. */
  left: number
  reach: Reach
  /** By rail, where the unit may take a train. */
  rail: Reach | null
  /** How far it gets when this other unit goes along and leads it. */
  led: { by: string; reach: Reach } | null
  /** The hex a path has to begin with, in games that write it down. */
  start: string | null
  /** Where the move may end, if it cannot end everywhere it reaches. */
  ends: ReadonlySet<string> | null
  /** Hexes where a unit beside the map comes in. */
  entry: readonly string[]
  /** Who of its hex may go together with it; null where the offers do not say. */
  company: ReadonlySet<string> | null
  /** A move under special rules: a march whose ends are listed, or one step out of a full hex. */
  special: 'march' | 'spill' | null
  /** The kind of order, where it is not a plain move. */
  order: string | null
}

export const STANDING: Mover = {
  left: 0,
  reach: new Map(),
  rail: null,
  led: null,
  start: null,
  ends: null,
  entry: [],
  company: null,
  special: null,
  order: null,
}

export interface Overrun {
  units: readonly string[]
  target: string
}

/** One whole order that can be given as it stands. */
export interface Choice {
  order: Order
  /** Whom and where it concerns, to be shown on the map. */
  units: readonly string[]
  hexes: readonly string[]
  /** Words for what is neither unit nor hex. */
  words: Text | null
  tone: Tone
}

/** Choices of one kind under one title. */
export interface ChoiceGroup {
  kind: string
  title: Text
  choices: readonly Choice[]
}

/** Some of these units, at most so many, for one order. */
export interface Pick {
  kind: string
  title: Text
  hex: string | null
  units: readonly string[]
  most: number
  make: (units: readonly string[]) => Order
}

/** An attack as the engine proposes it. */
export interface Proposal {
  units: readonly string[]
  targets: readonly string[]
  defenders: readonly string[]
  supplies: readonly string[]
}

/** The panel that a decision is taken with; `choice` is the one for everything without its own. */
export type Kind =
  | 'wait'
  | 'deploy'
  | 'markers'
  | 'move'
  | 'attack'
  | 'losses'
  | 'retreat'
  | 'advance'
  | 'remove'
  | 'withdraw'
  | 'choice'

/** Everything the deciding side may do now. Absent kinds are empty. */
export interface Plan {
  kind: Kind
  moves: ReadonlyMap<string, Mover>
  overruns: readonly Overrun[]
  /** Target hex -> units able to attack it. */
  attacks: ReadonlyMap<string, readonly string[]>
  /** Target hex -> units that can be attacked in it one by one; empty where a hex is one target. */
  foes: ReadonlyMap<string, readonly string[]>
  /** Supplies that may have to sustain an attack. */
  supplies: readonly string[]
  /** Attacks that would meet every obligation. */
  proposals: readonly Proposal[]
  deploy: ReadonlyMap<string, readonly string[]>
  /** Whether the table may place what is left to be placed, if it is asked to. */
  deployRest: boolean
  markers: { hexes: ReadonlySet<string>; most: number } | null
  losses: Losses | null
  retreats: ReadonlyMap<string, readonly (readonly string[])[]>
  advances: ReadonlyMap<string, readonly (readonly string[])[]>
  removals: readonly string[]
  withdrawals: readonly string[]
  /** How many divisions of a distant front may still be called. */
  call: number
  owing: readonly string[]
  choices: readonly ChoiceGroup[]
  /** Orders that cannot be taken back, such as conceding: they stand apart. */
  grave: readonly ChoiceGroup[]
  picks: readonly Pick[]
  /** What is given up by ending, where the bases of a measured table do something else than move and fire. */
  undone: Readonly<{ moves?: Text; shots?: Text }>
  done: boolean
}

export const NOTHING: Plan = {
  kind: 'choice',
  moves: new Map(),
  overruns: [],
  attacks: new Map(),
  foes: new Map(),
  supplies: [],
  proposals: [],
  deploy: new Map(),
  deployRest: false,
  markers: null,
  losses: null,
  retreats: new Map(),
  advances: new Map(),
  removals: [],
  withdrawals: [],
  call: 0,
  owing: [],
  choices: [],
  grave: [],
  picks: [],
  undone: {},
  done: false,
}

/** What an attack is made of besides attackers and target hexes, in games that ask for it. */
export interface AttackParts {
  defenders: readonly string[]
  supplies: readonly string[]
}

export interface Orders {
  move(units: readonly string[], path: readonly string[], kind?: string | null): Order
  rail(unit: string, path: readonly string[]): Order
  overrun(units: readonly string[], target: string): Order
  attack(units: readonly string[], targets: readonly string[], parts: AttackParts): Order
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

export type Price = Readonly<{ cost: number; road?: number | undefined }>

/** How good a result is for the attacker: 3 best, 0 even, -3 worst. */
export type Grade = -3 | -2 | -1 | 0 | 1 | 2 | 3

/** What a plan is read with, besides the offers. */
export interface Around {
  side: string
  decision: string
  pieces: ReadonlyMap<string, Piece>
  /** Places beside the map by their id. */
  boxes: ReadonlyMap<string, Text>
  /** What fields of orders are called. */
  fields?: Readonly<Record<string, Text>>
  /** Whether a word names a hex of this map. */
  isHex: (word: string) => boolean
}

export type Offers = Readonly<Record<string, Json>>

export interface HexGame {
  slug: string
  sides: Readonly<Record<string, { name: Text; nation: string }>>
  /** Victory levels from the worst to the best for the first named side, with its colour class. */
  levels: readonly { id: string; name: Text; short: Text; grade: Grade }[]
  /** A short title for each decision of the sequence of play. */
  titles: Readonly<Record<string, Text>>
  /** What the button that ends a decision says, where it does not end a phase. */
  ends: Readonly<Record<string, Text>>
  /** How it is introduced and shown, and how its choices are offered. */
  about: About
  /** What an order is called on its button. */
  title(kind: string): Text
  plan(offers: Offers, around: Around): Plan
  orders: Orders
  /** A price of movement as players write it. */
  price(cost: Price): string
  grade(result: string): Grade
  /** What a result is called in words; the sign itself if it needs none. */
  result(result: string): Text
}

export type MakeGame = (info: GameInfo) => HexGame
