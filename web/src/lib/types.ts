/** The shapes of the server's API. */
export type Language = 'it' | 'en'
export type Text = Readonly<Record<Language, string>>
export type Fact = string | number | readonly string[]
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Order = { readonly order: string; readonly [key: string]: Json }

export interface OptionSpec {
  name: string
  default: boolean | string
  values: (boolean | string)[]
  rule: string
  text: Text
}
export interface ScenarioSpec {
  id: string
  title: Text
  sides: string[]
  options: OptionSpec[]
}
/** One field of an order: a list if `many`. */
export interface FieldSpec {
  name: string
  type: string
  many: boolean
  required: boolean
}
export type OrderSpecs = Readonly<Record<string, readonly FieldSpec[]>>
export interface GameInfo {
  slug: string
  title: Text
  sides: string[]
  scenarios: ScenarioSpec[]
  seats: string[]
  map: boolean
  /** The game's own words: sides, phases, victory levels, names of armies. */
  words?: Record<string, Record<string, Text>>
  /** The kinds of orders with their fields. */
  orders?: OrderSpecs
  /** Where the map comes from, and what of it is reconstructed. */
  provenance?: string[]
}

export interface BoardInfo {
  orientation: 'flat' | 'pointy'
  size: number
  width: number
  height: number
  hexes: Record<string, [number, number, string]>
  neighbours: Record<string, (string | null)[]>
  places: { name: string; kind: string; hexes: string[] }[]
}

export interface Piece {
  id: string
  side: string
  at: string
  nation: string
  symbol: string
  size?: string
  factors?: string
  name?: string
  group?: string
  steps?: number
  steps_left?: number
  states?: string[]
  source?: string
}
export interface Marker {
  kind: string
  at: string
  side?: string
  text?: string
}
export interface Layer {
  id: string
  title: Text
  side: string
  hexes: string[]
  rule?: string
}
export interface Box {
  id: string
  title: Text
  side: string
  turn: number | null
  note: Text | null
}
export interface Score {
  side: string
  points: number
  lines: [Text, number, string][]
  /** What may still be used: no points. */
  left?: [Text, number, string][]
}
/** A place on a measured table, in whole millimetres from the north-west corner. */
export type Spot = readonly [number, number]
export interface Stand {
  at: Spot
  reaches?: { kind: string; distance: number; rule?: string }[]
}
export interface Shape {
  kind: string
  points: Spot[]
  closed?: boolean
  side?: string
  title?: Text | null
  rule?: string
  source?: string
}
export interface Sheet {
  width: number
  height: number
  base: number
  shapes: Shape[]
  stands: Record<string, Stand>
  title: Text | null
}
/** Where a piece may go next: outlines to be filled even-odd. */
export interface Survey {
  piece: string
  rings: number[][]
  left: number
  rule: string
}
export interface Tabletop {
  pieces: Piece[]
  markers: Marker[]
  layers: Layer[]
  boxes: Box[]
  track: { turn: number; labels: Text[]; phases: Text[]; phase: number }
  scores: Score[]
  level: string
  obligations: [Text, string, string[]][]
  /** Only in games without hexes. */
  sheet?: Sheet | null
  /** Places that count for victory and who holds each. */
  aims?: { title: Text; at: string; side: string; rule: string }[]
  /** Ends of the game that threaten now. */
  warnings?: { text: Text; rule: string; side: string }[]
}

export interface Step {
  side: string
  decision: string
  rule: string
  facts: Record<string, Fact>
}
export interface Outcome {
  winner: string | null
  level: string
  points: Record<string, number>
}
/** How a match came to its end: rules, resignation, agreement or import. */
export interface Ended {
  how: string
  by: string
}
export interface Snapshot {
  origin: 'played' | 'fork' | 'import'
  match: string
  game: string
  scenario: string
  options: Record<string, boolean | string>
  version: number
  viewer: string
  seats: Record<string, SeatState>
  step: Step | null
  prompt: Text
  yours: boolean
  tabletop: Tabletop
  offers: Record<string, Json> | null
  can_undo: boolean
  outcome: Outcome | null
  ended: Ended | null
  stop_offered_by: string | null
  log_length: number
}

export interface SeatState {
  kind: string
  here: boolean
  /** False while the friend for whom the seat is kept has not sat down. */
  joined?: boolean
}

export interface EventLine {
  event: string
  rule: string
  text: Text
  [field: string]: unknown
}
export interface LogEntry {
  n: number
  side: string
  order: Order | null
  events: EventLine[]
  draws: { purpose: string; sides: number; value: number }[]
  /** Why a computer gave the order, as far as this viewer may know it. */
  why?: Text | null
}

export interface Refusal {
  rule: string
  reason: Text
  rule_text?: Text | null
  facts: Record<string, Fact>
}
export interface ForecastLine {
  result: string
  probability: number
  outcomes: Record<string, Fact>
  /** Whom a battle costs something: attacker, defender, both, nobody; '' if it is no battle. */
  pays: string
  /** The key of its words, if they are not those of the result itself. */
  means: string
}
export interface Forecast {
  rule: string
  lines: ForecastLine[]
  sums: Record<string, Json>
}
/** What an order costs or brings for certain; grave: not to be overlooked. */
export interface Note {
  key: string
  text: Text
  grave: boolean
}
export interface Judgement {
  refusal: Refusal | null
  forecast: Forecast | null
  notes: Note[]
  /** The lines of the forecast in words, one for one. */
  results: Text[]
}

/** `item` is put in or taken out of a field (`on`: it is in now); `value` is the whole field then. */
export interface Change {
  item: Json
  on: boolean
  value: Json
}
/** A field of an order that may be changed, with every change that the judge allows. */
export interface Detail {
  field: string
  required: boolean
  changes: Change[]
}

export interface Rule {
  id: string
  status: string
  it: string
  en: string
  source: string
  rulings?: Record<string, string>[]
}

export interface ReplayFrame {
  tabletop: Tabletop
  step: Step | null
  prompt: Text
  events: EventLine[]
  why?: Text | null
}
