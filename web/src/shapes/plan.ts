/** What the deciding side may do now, by the controls that ask for it. No rule lives here. */
import type { Order, Piece, Text } from '../lib/types'
import type { Losses } from '../match/losses'
import type { Mode } from './moves'
import type { Of, Offer, Option, Tone } from './offers'

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

/** Some of these, tapped one by one, for one order. */
export interface Pick {
  /** Tells it from the others. */
  id: string
  kind: string
  title: Text
  /** What the order names besides: whom, where. */
  hex: string | null
  /** All places that it names besides. */
  hexes: readonly string[]
  about: readonly string[]
  /** What is tapped: units by their ids. */
  units: readonly string[]
  /** Or whatever else the game names, each as a line; it is known by its place among them. */
  lines: readonly Choice[]
  least: number
  most: number
  /** What each is worth, and what they must come to together. */
  weights: Readonly<Record<string, number>>
  sum: number
  tone: Tone
  /** Whether any of them may be taken together; otherwise the judge says. */
  exact: boolean
  /** The field of the order that names them. */
  field: string
  make: (chosen: readonly string[]) => Order
}

/** An attack as the engine proposes it. */
export interface Proposal {
  order: Order
  units: readonly string[]
  targets: readonly string[]
  defenders: readonly string[]
  supplies: readonly string[]
}

/** A target of an attack made on the move, with those who may try it. */
export interface Overrun {
  offer: Of<'attack'>
  target: string
  units: readonly string[]
}

/** The panel that a decision is taken with; `choice` is the one for everything without its own. */
export type Kind =
  'wait' | 'deploy' | 'markers' | 'move' | 'attack' | 'losses' | 'retreat' | 'advance' | 'choice'

/** Everything the deciding side may do now. Absent kinds are empty. */
export interface Plan {
  kind: Kind
  /** Everything that is offered. */
  offers: readonly Offer[]
  modes: readonly Mode[]
  /** Everybody who can move in some way. */
  movers: ReadonlySet<string>
  overruns: readonly Overrun[]
  attack: Of<'attack'> | null
  /** Target hex -> units able to attack it. */
  attacks: ReadonlyMap<string, readonly string[]>
  /** Target hex -> units that can be attacked in it one by one; empty where a hex is one target. */
  foes: ReadonlyMap<string, readonly string[]>
  /** The optional part of an attack that names units, such as supplies. */
  support: { field: string; units: readonly string[] } | null
  /** Attacks that would meet every obligation. */
  proposals: readonly Proposal[]
  place: Of<'place'> | null
  deploy: ReadonlyMap<string, readonly string[]>
  /** Whether the table may place what is left to be placed, if it is asked to. */
  deployRest: boolean
  markers: { offer: Of<'pick'>; hexes: ReadonlySet<string>; most: number } | null
  losses: (Losses & { offer: Of<'pick'> }) | null
  route: Of<'routes'> | null
  /** Unit -> the ways it may be led. */
  routes: ReadonlyMap<string, readonly (readonly string[])[]>
  choices: readonly ChoiceGroup[]
  /** Orders that cannot be taken back, such as conceding: they stand apart. */
  grave: readonly ChoiceGroup[]
  picks: readonly Pick[]
  /** The order that ends the phase or declines, where it may be given. */
  end: Of<'say'> | null
}

export const NOTHING: Plan = {
  kind: 'choice',
  offers: [],
  modes: [],
  movers: new Set(),
  overruns: [],
  attack: null,
  attacks: new Map(),
  foes: new Map(),
  support: null,
  proposals: [],
  place: null,
  deploy: new Map(),
  deployRest: false,
  markers: null,
  losses: null,
  route: null,
  routes: new Map(),
  choices: [],
  grave: [],
  picks: [],
  end: null,
}

/** What a plan is read with, besides the offers. */
export interface Around {
  pieces: ReadonlyMap<string, Piece>
  /** Places beside the map by their id. */
  boxes: ReadonlyMap<string, Text>
  /** What fields of orders are called. */
  fields: Readonly<Record<string, Text>>
  /** The game's own words for what is neither unit nor hex. */
  words: Readonly<Record<string, Text>>
  /** What an order is called. */
  title: (order: string) => Text
  /** The order that ends a phase. */
  end: string
  /** On a measured table: whether a piece is not of the viewer's side; null on a map of hexes. */
  isEnemy: ((piece: string) => boolean) | null
  /** Whether a word names a hex of this map. */
  isHex: (word: string) => boolean
}

export const isName = (option: Option): option is string => typeof option === 'string'
