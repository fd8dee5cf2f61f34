/** What a seat was told and has not read yet: kept in this tab, so that a reload of the page loses nothing. */
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

function all(): Kept[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(found) ? (found as Kept[]) : []
  } catch {
    return []
  }
}

function write(kept: readonly Kept[]): void {
  try {
    if (kept.length) sessionStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST_SEATS)))
    else sessionStorage.removeItem(KEY)
  } catch {
    // A browser without room or without leave to store: the cards last as long as the page.
  }
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
