/** Results that stay on the table until they are read, and the turn that ends when we say so. */
import { begins, SILENT, type Tells } from '../games/tells'
import type { EventLine, LogEntry, Snapshot } from '../lib/types'
import { type Card, type CardKind, forget, Shelf } from './unread'

/** The order in which cards are shown. */
const KINDS: readonly CardKind[] = ['ended', 'between', 'mine', 'against']

export class Results {
  cards = $state.raw<readonly Card[]>([])
  /** The side whose turn an order ended by itself; nothing more is shown until it ends it. */
  held = $state<string | null>(null)
  /** News wait behind this while a turn of ours is held. */
  pause: Promise<void> | null = null
  /** What the game wants to be read. */
  tells: Tells = SILENT
  /** The order that ends a phase in this game. */
  end = ''
  private goOn: () => void = () => undefined
  /** The version to which our last order leads, if it gives the turn away on purpose. */
  private closing = -1
  /** Whether we have given orders in a phase of ours since we were attacked. */
  private answered = false
  /** The side whose phase it is. */
  private owner = ''
  /** The card to which what follows belongs. */
  private open: CardKind | null = null
  /** Where what is not read yet is kept for the seat that looks. */
  private shelf: Shelf | null = null

  /** Who looks now sees what this seat has not read, and nothing of another's; null: the match is over. */
  look(match: string, seat: string | null): void {
    if (seat === null) {
      // What is on the table stays there; nothing is kept.
      this.shelf = null
      forget(match)
    } else if (seat !== this.shelf?.seat) {
      this.shelf = new Shelf(match, seat)
      const { cards, open, answered } = this.shelf.read()
      this.cards = cards
      this.open = open
      this.answered = answered
    }
  }

  private keep(): void {
    const { cards, open, answered } = this
    this.shelf?.keep({ cards, open, answered })
  }

  /** Whose phase it is after these events. */
  private after(events: readonly EventLine[]): string {
    return events.findLast((e) => e.event === 'phase-began')?.side ?? this.owner
  }

  /** What happened while nobody told us; only whose phase it is counts. A log without phases leaves
      us with the side that decides. */
  catchUp(log: readonly LogEntry[], decider: string): void {
    this.owner = this.after(log.flatMap((entry) => entry.events)) || decider
  }

  /** We give an order, in our own phase or in another's. Those that give the turn away on purpose need no second word. */
  send(order: string, { version, viewer }: Snapshot): void {
    if (viewer === this.owner) this.answered = true
    const closes = order === this.end || this.tells.closes.includes(order)
    this.closing = closes ? version + 1 : -1
    this.cards = this.cards.map((card) => ({ ...card, folded: true }))
    this.keep()
  }

  /** Our side whose turn ends with a battle that is still news, if our order did not end it on purpose. */
  ends(events: readonly EventLine[], ours: readonly string[], version: number) {
    const { owner } = this
    if (version === this.closing || !ours.includes(owner)) return null
    const { tells } = this
    const { after, between } = tells
    const some = (names: readonly string[]) => events.some((e) => names.includes(e.event))
    const news = this.cards.some((c) => c.kind === 'mine' && !c.folded)
    // Losses between two turns, as by attrition, belong to no battle.
    const fought = events.some((e) => begins(tells, e)) || (some(after) && !some(between))
    return (news || fought) && this.after(events) !== owner ? owner : null
  }

  hold(side: string): void {
    this.held = side
    this.pause = new Promise((resolve) => (this.goOn = resolve))
  }

  /** The player has seen how the turn ended; true if anything was held back. */
  release(): boolean {
    if (this.held === null) return false
    this.held = null
    this.cards = []
    this.open = null
    this.pause = null
    this.keep()
    this.goOn()
    return true
  }

  /** Sort these events into the cards. */
  take(events: readonly EventLine[], ours: readonly string[]): void {
    const { tells } = this
    let fought = false
    for (const event of events) {
      const { event: name } = event
      if (name === 'phase-began') {
        this.owner = event.side ?? ''
        if (this.open !== 'between') this.open = null
      } else if (begins(tells, event)) {
        if (ours.includes(this.owner)) {
          // One order may fight several times, as three air attacks do.
          if (fought) this.add('mine', event)
          else this.begin('mine', event)
          fought = true
        } else if (!ours.length) this.open = null
        else this.suffer(event)
      } else if (tells.ended.includes(name)) this.add('ended', event)
      else if (tells.between.includes(name)) this.add('between', event)
      else if (tells.after.includes(name)) {
        if (this.open && this.open !== 'ended') this.add(this.open, event)
      } else if (this.open === 'between' && 'path' in event) this.open = null
    }
    this.keep()
  }

  /** Battles against us gather until we have had a turn of our own in between. */
  private suffer(line: EventLine): void {
    if (this.answered) this.begin('against', line)
    else this.add('against', line)
    this.answered = false
  }

  /** A first line puts an older card of its kind away. */
  private begin(kind: CardKind, line: EventLine): void {
    this.drop(kind)
    this.add(kind, line)
  }

  private add(kind: CardKind, line: EventLine): void {
    const apart = kind === 'between' || kind === 'ended'
    if (apart && this.open !== kind) this.drop(kind)
    const lines = [...(this.cards.find((c) => c.kind === kind)?.lines ?? []), line]
    const rest = this.cards.filter((c) => c.kind !== kind)
    this.cards = [...rest, { kind, lines }].sort(
      (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
    )
    this.open = kind
  }

  private drop(kind: CardKind): void {
    this.cards = this.cards.filter((c) => c.kind !== kind)
    if (this.open === kind) this.open = null
  }

  /** The player has read a card. */
  read(kind: CardKind): void {
    this.drop(kind)
    this.keep()
  }
}
