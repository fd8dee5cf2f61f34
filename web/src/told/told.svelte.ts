/** What happened since we decided last: told at the start of our decision, kept on the map until we act. */
import { api } from '../lib/api'
import type { EventLine, LogEntry, Piece, ReplayFrame, Tabletop } from '../lib/types'
import { motionsOf } from '../match/motions'
import type { Session } from '../match/session.svelte'
import { accountOf, lastOfOurs, ownerOf, weighs, type Account } from './account'
import { pace } from './pace.svelte'
import { memory } from './seen'

/** A line that is shown on the map, with what is said of it there. */
export interface Shown {
  readonly key: string
  readonly at: string
}

export class Told {
  account = $state.raw<Account | null>(null)
  /** The card is in the panel. */
  open = $state(false)
  /** Ghosts and arrows lie on the map. */
  traces = $state(false)
  shown = $state.raw<Shown | null>(null)
  /** When we looked last, if it is told to somebody who comes back. */
  since = $state<number | null>(null)
  /** The table before it happened. */
  before = $state.raw<Tabletop | null>(null)
  /** The moment that is played again. */
  frame = $state.raw<ReplayFrame | null>(null)
  playing = $state(false)
  private asked = -1
  private first = true
  private readonly frames = new Map<number, Promise<ReplayFrame>>()
  private run = 0

  constructor(private readonly session: Session) {}

  /** The match stands at another version: is there something to tell? */
  async look(): Promise<void> {
    const { session } = this
    const { shown, log } = session
    const viewer = shown?.viewer ?? ''
    if (!shown || shown.outcome || viewer === 'spectator' || !session.seats[viewer]) return
    if (shown.version === this.asked) return
    this.asked = shown.version
    const fresh = this.first
    this.first = false
    const kept = memory.of(session.match, viewer)
    if (fresh && kept && kept.seen < log.length) this.since = kept.at
    memory.see(session.match, viewer, log.length)
    const ours = lastOfOurs(log, viewer)
    const mine = shown.yours && ownerOf(log) === viewer
    if (log.at(-1)?.side === viewer && mine) {
      this.act()
      return
    }
    const back = fresh && !mine && kept !== null && kept.seen < log.length
    if (!mine && !back) return
    const from = Math.max(ours, kept?.begun ?? 0, back ? (kept?.seen ?? 0) : 0)
    await this.tell(log.slice(from), from, viewer)
  }

  private async tell(lines: readonly LogEntry[], from: number, viewer: string): Promise<void> {
    const { session } = this
    const apart = session.sides.length > 1 && !session.curtain.parted
    if (
      !lines.length ||
      (this.account?.last === lines.at(-1)?.n && this.account?.first === from + 1)
    )
      return
    const { asked } = this
    const frame = await this.at(from).catch(() => null)
    // Meanwhile we may have given an order: then there is nothing to stop at any more.
    if (!frame || this.asked !== asked) return
    this.before = frame.tabletop
    const account = accountOf(lines, this.around(frame.tabletop, viewer))
    if (!account) return
    this.account = account
    this.shown = null
    // Two at one screen who may see everything have seen it.
    this.traces = weighs(account) && !apart
    this.open = weighs(account) && !apart
  }

  private around(before: Tabletop, viewer: string) {
    const { session } = this
    const old = new Map(before.pieces.map((p) => [p.id, p]))
    const sheet = session.tabletop.sheet
    const base = { viewer, tells: session.results.tells, before: old, after: session.pieces }
    if (!sheet) {
      const isPlace = (id: string) => session.geometry?.has(id) ?? false
      return { ...base, isPlace, placeOf: (piece: Piece) => piece.at }
    }
    const stood = before.sheet?.stands ?? {}
    const isPlace = (id: string) => id in stood || id in sheet.stands
    const hasMoved = (id: string) =>
      id in stood && id in sheet.stands && stood[id]?.at.join() !== sheet.stands[id]?.at.join()
    return { ...base, isPlace, placeOf: (piece: Piece) => piece.id, hasMoved }
  }

  private at(n: number): Promise<ReplayFrame> {
    const known = this.frames.get(n)
    if (known) return known
    const asked = api.replay(this.session.match, this.session.token, n)
    this.frames.set(n, asked)
    if (this.frames.size > 40) this.frames.delete([...this.frames.keys()][0] ?? -1)
    return asked
  }

  /** We begin our turn: it has been read, and the card of the attacks on us would tell it again. */
  begin(): void {
    const { session, account } = this
    if (this.open && account?.fights.length) session.results.read('against')
    this.close()
  }

  private close(): void {
    const { session, account } = this
    this.stop()
    this.open = false
    this.since = null
    this.shown = null
    const viewer = session.shown?.viewer ?? ''
    if (account && viewer) memory.begin(session.match, viewer, account.last)
  }

  /** Our first order takes the traces off the map; the card is there to be asked for. */
  private act(): void {
    if (this.open) this.close()
    this.traces = false
    this.shown = null
  }

  /** A piece as it was before. */
  piece(id: string): Piece | undefined {
    return this.before?.pieces.find((p) => p.id === id)
  }

  get game() {
    return this.session.game
  }

  /** What is said of the line that is shown. */
  get said(): readonly EventLine[] {
    const { account, shown } = this
    if (!account || !shown) return []
    const fight = account.fights.find((f) => f.key === shown.key)
    if (fight) return [fight.event, ...fight.after]
    const line = Object.values(account.groups)
      .flat()
      .find((l) => l.key === shown.key)
    return line ? [line.event] : []
  }

  toggle(): void {
    if (this.account) this.traces = !this.traces
  }

  point(line: Shown | null): void {
    this.shown = line ? { key: line.key, at: line.at } : null
  }

  // --- played again -----------------------------------------------------------------------------

  /** Play it again from the beginning, or from where it was stopped. */
  async play(): Promise<void> {
    const { account } = this
    if (!account || this.playing) return
    this.playing = true
    const run = ++this.run
    let n = this.frame ? this.frame.n + 1 : account.first
    if (n > account.last) n = account.first
    for (; n <= account.last && this.run === run && this.playing; n++) {
      await this.show(n)
      if (n < account.last) void this.at(n + 1)
      await new Promise((resolve) => setTimeout(resolve, pace.timeOf(this.fought(n))))
    }
    if (this.run === run && n > account.last) this.stop()
  }

  pause(): void {
    this.playing = false
    this.run++
  }

  async step(): Promise<void> {
    const { account } = this
    if (!account) return
    this.pause()
    const n = this.frame ? this.frame.n + 1 : account.first
    if (n > account.last) this.stop()
    else await this.show(n)
  }

  stop(): void {
    this.pause()
    this.frame = null
    this.session.motions = []
  }

  private fought = (n: number) =>
    this.account?.fights.some((fight) => fight.key.startsWith(`${n}.`)) ?? false

  private async show(n: number): Promise<void> {
    const { session } = this
    const known = this.frame?.tabletop ?? this.before
    const frame = await this.at(n).catch(() => null)
    if (!frame) return this.stop()
    const pieces = new Map((known?.pieces ?? []).map((p) => [p.id, p]))
    session.motions = motionsOf(frame.events, pieces, (hex) => session.geometry?.has(hex) ?? false)
    this.frame = frame
    const fight = this.account?.fights.find(({ key }) => key.startsWith(`${n}.`))
    if (fight) this.point(fight)
  }
}
