/** What a seat was told and has not read yet: kept in this tab, so that a reload of the page loses nothing. */
import { isBoolean, isString, isText, listOf, oneOf, orAbsent, orNull, shaped } from '../lib/guards'
import { drop, keep, keptList } from '../lib/stored'
import type { EventLine } from '../lib/types'

export type CardKind = 'mine' | 'against' | 'ended' | 'between'
export interface Card {
  kind: CardKind
  lines: readonly EventLine[]
  /** We have given an order since: its title is enough, so that the next question is in sight. */
  folded?: boolean
}
export interface Unread {
  cards: readonly Card[]
  /** The card to which what follows belongs. */
  open: CardKind | null
  /** Whether orders were given in a phase of one's own since one was attacked. */
  answered: boolean
}
interface Kept extends Unread {
  match: string
  seat: string
}

const KEY = 'campagna.unread'
const MOST_SEATS = 8
const MOST_LINES = 60
const NOTHING: Unread = { cards: [], open: null, answered: false }

const isKind = oneOf(['mine', 'against', 'ended', 'between'])
const isLine = (value: unknown): value is EventLine =>
  shaped<Pick<EventLine, 'event' | 'rule' | 'text'>>({
    event: isString,
    rule: isString,
    text: isText,
  })(value)
const isKept = shaped<Kept>({
  match: isString,
  seat: isString,
  cards: listOf(shaped<Card>({ kind: isKind, lines: listOf(isLine), folded: orAbsent(isBoolean) })),
  open: orNull(isKind),
  answered: isBoolean,
})

const tab = () => sessionStorage
const all = (): Kept[] => keptList(KEY, isKept, tab)

function write(kept: readonly Kept[]): void {
  // Without room or leave the cards last as long as the page.
  if (kept.length) keep(KEY, kept.slice(-MOST_SEATS), tab)
  else drop(KEY, tab)
}

/** The place for one seat of one match; no other seat reads it. */
export class Shelf {
  constructor(
    private readonly match: string,
    readonly seat: string,
  ) {}

  private holds = (k: Kept) => k.match === this.match && k.seat === this.seat

  read(): Unread {
    return all().find(this.holds) ?? NOTHING
  }

  keep({ cards, open, answered }: Unread): void {
    const others = all().filter((k) => !this.holds(k))
    const short = cards.map((card) => ({ ...card, lines: card.lines.slice(-MOST_LINES) }))
    const { match, seat } = this
    write(short.length ? [...others, { match, seat, cards: short, open, answered }] : others)
  }
}

/** A match is over: everything is in its log, open to everybody. */
export function forget(match: string): void {
  const kept = all()
  const others = kept.filter((k) => k.match !== match)
  if (others.length < kept.length) write(others)
}
