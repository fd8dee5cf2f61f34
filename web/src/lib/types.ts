/** The shapes of the server's API, by the names that the table uses. They are made in `api/schema.ts`. */
import type { components } from '../api/schema'

type Schemas = components['schemas']

export type Language = 'it' | 'en'
export type Text = Schemas['Text']
export type Json = Schemas['Json']
export type Order = Schemas['Order']

export type OptionSpec = Schemas['OptionSpec']
export type ScenarioSpec = Schemas['ScenarioSpec']
/** One field of an order: a list if `many`. */
export type FieldSpec = Schemas['FieldView']
export type GameInfo = Schemas['GameCard']

export type BoardInfo = Schemas['BoardView']
/** The guided first turn of a game. */
export type GuideInfo = Schemas['Guide']
export type GuideStep = Schemas['GuideStep']

export type Piece = Schemas['Piece']
export type Marker = Schemas['Marker']
export type Layer = Schemas['Layer']
export type Box = Schemas['Box']
export type Score = Schemas['Score']
/** A place on a measured table, in whole millimetres from the north-west corner. */
export type Spot = readonly [number, number]
export type Stand = Schemas['Stand']
export type Shape = Schemas['Shape']
export type Sheet = Schemas['Sheet']
/** Where a piece may go next: outlines to be filled even-odd. */
export type Survey = Schemas['Survey']
/** Several pieces led at once: the order, where each ends and why it stops short. */
export type BlockDraft = Omit<Schemas['BlockDraft'], 'order'> & { readonly order: Order | null }
export type BlockAsk = Schemas['BlockAsk']
/** An end of the ruler, and what it says. */
export type Mark = Schemas['Mark']
export type Measurement = Schemas['Measurement']
export type Tabletop = Schemas['Tabletop']

export type Chip = Schemas['Chip']
/** A chart of the game, from the data that its rules read. */
export type Chart = Schemas['Chart']
export type ChartKind = Chart['kind']
export type ChartMark = Schemas['ChartMark']
export type ChartSheet = Schemas['ChartSheet']
export type Arrival = Schemas['Arrival']

export type Step = Schemas['Step']
export type Outcome = Schemas['Outcome']
/** How a match came to its end: rules, resignation, agreement or import. */
export type Ended = Schemas['Ended']
export type SeatState = Schemas['SeatView']

/** What the captain would order, and why. */
export type Hint = Omit<Schemas['HintText'], 'order'> & { readonly order: Order }

/** What may be ordered now, in the eleven shapes. */
export type Offer =
  | Schemas['Say']
  | Schemas['Pick']
  | Schemas['Place']
  | Schemas['Reach']
  | Schemas['Routes']
  | Schemas['Attack']
  | Schemas['Amount']
  | Schemas['Form']
  | Schemas['Whole']
  | Schemas['Measured']
  | Schemas['Lay']
export type Offers = readonly Offer[]
export type OfferPart = Schemas['OfferPart']
export type OfferChange = Schemas['OfferChange']
/** A match as one of its viewers sees it. Every game of the server can be laid on a table. */
export type Snapshot = Schemas['Snapshot'] & { readonly tabletop: Tabletop }
/** What might have no table by its description. */
export type WithoutTable = { readonly tabletop: Tabletop | null }
export type TableChange = Schemas['TableChange']
export type Update = Schemas['Update']
/** What the live line says. */
export type LiveMessage = Update | Schemas['Seats'] | Schemas['Thinking']

export type EventLine = Schemas['EventLine']
export type LogEntry = Schemas['LogLine']

export type Refusal = Schemas['RefusalText']
export type ForecastLine = Schemas['ForecastLine']
export type Forecast = Schemas['Forecast']
/** How the odds come about. */
export type Account = Schemas['Account']
export type AccountLine = Schemas['AccountLine']
/** What moves the column or changes the die. */
export type Term = Schemas['AccountTerm']
/** The results for one answer of the defender, or for one column. */
export type Case = Schemas['Case']
/** What an order costs or brings for certain; grave: not to be overlooked. */
export type Note = Schemas['NoteText']
export type Judgement = Schemas['Check']

export type Rule = Schemas['RuleView']
/** The rules in the chapters of their book. */
export type FiveMinutes = Schemas['FiveMinutesView']
export type Share = Schemas['Share']
export type ExampleLine = Schemas['ExampleLine']
export type ExampleView = Schemas['ExampleView']
export type Rulebook = Schemas['RulebookView']
export type Chapter = Schemas['ChapterView']
export type RuleLine = Schemas['RuleLine']
export type Ruling = Schemas['RulingView']
export type HexView = Schemas['HexView']
export type Luck = Schemas['Luck']
export type ReplayFrame = Schemas['ReplayFrame'] & { readonly tabletop: Tabletop }
/** A match in the list of those that can be taken up again. */
export type MatchCard = Schemas['MatchCard']
export type Created = Schemas['Created']
export type Dice = Schemas['Dice']
export type NewSalts = Schemas['NewSalts']
export type Promised = Schemas['Promise']
export type Seal = Schemas['Seal']
/** What a code is for: an invitation, or one's own seat for another device. */
export type Invitation = Schemas['Invitation']
export type NewCode = Schemas['NewCode']

// people
export type Me = Schemas['Me']
export type MyMatch = Schemas['MyMatch']
export type OwnSession = Schemas['OwnSession']
/** What any code is for. */
export type Found = Schemas['Found']
/** What the line of one's own lists says. */
export type MyNews = Schemas['Mine'] | Schemas['SatDown'] | Schemas['Again']
