/** One match at this table: the seats we hold, what each of them sees, and the one gate for orders. */
import { gameOf, type TableGame } from '../games/game'
import { NOTHING, type Around, type Plan } from '../shapes/plan'
import { readPlan } from '../shapes/read'
import { api, Declined } from '../lib/api'
import { Geometry } from '../lib/geometry'
import type { Seats } from '../lib/holdings'
import { me } from '../lib/me.svelte'
import { origins } from '../lib/origins'
import { nameText, speakOf } from '../lib/names'
import { settings } from '../lib/settings.svelte'
import { WORDS } from '../lib/words'
import type {
  EventLine,
  GameInfo,
  Judgement,
  LiveMessage,
  LogEntry,
  Order,
  Piece,
  Refusal,
  Seal,
  Snapshot,
  Tabletop,
  Text,
  Update,
} from '../lib/types'
import { ableAt } from './able'
import { noteDice, sealOrder } from '../dice/seal'
import { applyUpdate, logAfter } from './apply'
import { Checks } from './checks'
import { Curtain } from './curtain.svelte'
import { Live, type LinkState } from './live'
import { type Motion, motionsOf } from './motions'
import { Results } from './results.svelte'
import { placesOf, rollOf, UNCHANGED } from './rolls'
import { Watch } from '../told/watch.svelte'
import { withKnown } from './snapshots'
import { isLost, type Kept, Unsent } from './unsent.svelte'

const EMPTY: Tabletop = {
  pieces: [],
  markers: [],
  layers: [],
  boxes: [],
  track: { turn: 0, labels: [], phases: [], phase: 0, sequence: [], now: -1 },
  scores: [],
  level: '',
  obligations: [],
  sheet: null,
  aims: [],
  warnings: [],
  conditions: [],
  chips: [],
  notices: [],
}

export class Session {
  seats: Seats = $state({})
  /** Whether we have no seat here, not even a spectator's. */
  unseated = $state(false)
  snapshots = $state.raw<Record<string, Snapshot>>({})
  log = $state.raw<LogEntry[]>([])
  /** What happened before a what-if began, in the match it comes from. */
  earlier = $state.raw<LogEntry[]>([])
  link = $state<LinkState>('live')
  busy = $state(false)
  thinking = $state<string | null>(null)
  /** How far a seat that searches has come with its order. */
  searched = $state.raw<{ done: number; of: number } | null>(null)
  refusal = $state.raw<Refusal | null>(null)
  refused = $state.raw<Order | null>(null)
  notice = $state.raw<Text | null>(null)
  /** The last roll: a die with what it brought, or a battle decided without one. */
  roll = $state.raw<EventLine | null>(null)
  /** Where the last die fell. */
  rollHex = $state('')
  motions = $state.raw<Motion[]>([])
  geometry = $state.raw<Geometry | null>(null)
  mapSvg = $state('')
  /** The language of the map that is shown or asked for. */
  private mapLanguage = ''
  trouble = $state.raw<Text | null>(null)
  game = $state.raw<TableGame | null>(null)
  info = $state.raw<GameInfo | null>(null)
  readonly results = new Results()
  /** The orders of others as they come in. */
  readonly watch = new Watch()
  private line: Live | null = null
  /** News are taken in one after the other. */
  private queue: Promise<void> = Promise.resolve()
  /** The newest snapshot of each seat: what the next update of that seat is laid over. */
  private readonly bases = new Map<string, Snapshot>()
  /** The newest version that was taken in or waits for it. */
  private newest = -1
  /** Whose eyes the log was read with; after the end nothing is kept back any more. */
  private reader = ''
  readonly curtain = new Curtain()
  /** The order that waits for an answer of the server. */
  readonly unsent: Unsent
  private readonly checks = new Checks((orders) => api.check(this.match, this.token, orders))

  constructor(readonly match: string) {
    this.unsent = new Unsent(match, {
      give: async (kept) => this.receive(await this.give(kept)),
      followed: async ({ side, log }) => (await api.log(match, this.tokenOf(side), log + 1))[0],
      declined: (error, order) => this.declined(error, order),
      tell: async (text) => {
        await this.refresh().catch(() => undefined)
        this.notice = text
      },
    })
  }

  /** The seat whose eyes we use: the deciding one if we hold it. */
  readonly shown: Snapshot | null = $derived.by(() => {
    const all = Object.values(this.snapshots)
    const newest = Math.max(...all.map((s) => s.version))
    const fresh = all.filter((s) => s.version === newest)
    return (
      fresh.find((s) => s.yours) ?? fresh.find((s) => s.viewer !== 'spectator') ?? fresh[0] ?? null
    )
  })
  readonly tabletop: Tabletop = $derived(this.shown?.tabletop ?? EMPTY)
  readonly pieces: ReadonlyMap<string, Piece> = $derived(
    new Map(this.tabletop.pieces.map((p) => [p.id, p])),
  )
  /** The units by the names that sentences call them, in the player's language. */
  readonly called: ReadonlyMap<string, string> = $derived.by(() => {
    const found = new Map<string, string>()
    // Read from `info`: the names come with it.
    if (this.info)
      for (const { id } of this.tabletop.pieces)
        found.set(nameText(id)?.[settings.language] ?? id, id)
    return found
  })
  // Apart from the snapshot, which changes when somebody comes or goes: what is chosen stays chosen.
  private readonly viewer = $derived(this.shown?.viewer ?? '')
  private readonly offers = $derived(this.shown?.offers)
  /** What offers are read with. */
  readonly around: Around = $derived.by(() => ({
    pieces: this.pieces,
    boxes: new Map(this.tabletop.boxes.map((b) => [b.id, b.title])),
    fields: this.info?.words['field'] ?? {},
    words: this.info?.words['word'] ?? {},
    title: (order: string) => this.game?.title(order) ?? { it: order, en: order },
    end: this.game?.about.end ?? '',
    isEnemy: this.measured
      ? (piece: string) => (this.pieces.get(piece)?.side ?? this.viewer) !== this.viewer
      : null,
    isHex: (word: string) => this.geometry?.has(word) ?? false,
  }))
  readonly plan: Plan = $derived.by(() =>
    this.offers && this.game ? readPlan(this.offers, this.around) : NOTHING,
  )
  /** Who can still act, place by place. */
  readonly able: ReadonlyMap<string, readonly string[]> = $derived.by(() => {
    const { plan, pieces, game } = this
    return game ? ableAt({ plan, pieces, ...game.about }) : new Map()
  })
  readonly sides: string[] = $derived(Object.keys(this.seats).filter((s) => s !== 'spectator'))
  readonly token: string = $derived(this.seats[this.viewer] ?? Object.values(this.seats)[0] ?? '')

  async open(): Promise<void> {
    const held = await this.enter()
    if (!held) return
    const sides = Object.entries(held).filter(([side]) => side !== 'spectator')
    this.seats = sides.length ? Object.fromEntries(sides) : held
    const first = Object.values(this.seats)[0]
    if (!first) {
      this.unseated = true
      return
    }
    this.unsent.read(Object.keys(this.seats))
    try {
      await this.refresh()
      const slug = this.shown?.game ?? ''
      const info = await api.game(slug)
      speakOf(info)
      this.info = info
      this.game = gameOf(info)
      this.results.tells = info.about.tells
      this.results.end = info.about.end
      if (info.map) {
        const [board] = await Promise.all([api.board(slug), this.drawMap()])
        this.geometry = new Geometry(board)
      }
    } catch (error) {
      this.trouble = error instanceof Declined ? error.says : WORDS.serverSilent
      return
    }
    void this.readOrigin()
    this.line = new Live(
      this.match,
      first,
      () => this.bases.get(Object.keys(this.seats)[0] ?? '')?.version ?? 0,
      (message) => this.hear(message),
      (state) => this.changeLink(state),
    )
    void this.unsent.again()
  }

  /** Where we sit, as a person or by what this browser keeps; null if the server does not say. */
  private async enter(): Promise<Seats | null> {
    try {
      return await me.seats(this.match)
    } catch (error) {
      this.trouble =
        error instanceof Declined ? error.says : { it: String(error), en: String(error) }
      return null
    }
  }

  /** The map in the player's language: the server draws its lettering. */
  async drawMap(): Promise<void> {
    const { language } = settings
    if (!this.info?.map || this.mapLanguage === language) return
    this.mapLanguage = language
    const map = await api.mapSvg(this.info.slug, language)
    if (this.mapLanguage === language) this.mapSvg = map
  }

  /** Our live line need not tell us what the answer to an order tells. */
  private get lineId(): string {
    return this.line?.id ?? ''
  }

  close(): void {
    this.line?.close()
    this.line = null
    this.unsent.stop()
  }

  private changeLink(state: LinkState): void {
    const back = this.link === 'reconnecting' && state === 'live'
    this.link = state
    if (back) void this.refresh().then(() => this.unsent.again())
  }

  private hear(message: LiveMessage): void {
    switch (message.type) {
      case 'thinking':
        this.thinking = message.side
        this.searched = message.of ? { done: message.done, of: message.of } : null
        return
      case 'seats': {
        const { seats } = message
        const seated = Object.entries(this.snapshots).map(
          ([side, s]) => [side, { ...s, seats }] as const,
        )
        this.snapshots = Object.fromEntries(seated)
        return
      }
      case 'update':
        this.thinking = null
        this.searched = null
        void this.receive(message)
    }
  }

  /** An update of one of our seats, by the live line or as the answer to an order. */
  private receive(update: Update): Promise<void> {
    const base = this.bases.get(update.viewer)
    if (base && base.version >= update.version) return this.queue
    const news = base ? applyUpdate(base, update) : null
    if (!news) return this.refresh()
    this.bases.set(news.viewer, news)
    // Two at one screen are told twice; once is enough.
    return news.version > this.newest ? this.take(news, update) : this.queue
  }

  private take(news: Snapshot, update: Update | null): Promise<void> {
    this.newest = Math.max(this.newest, news.version)
    this.queue = this.queue
      .then(() => this.results.pause)
      .then(() => this.seat(news, update))
      .then(() => this.watch.after(update?.lines ?? [], this.sides, this.results.tells))
      .catch(() => this.line?.renew())
    return this.queue
  }

  private async look(token: string): Promise<Snapshot> {
    const seen = await api.snapshot(this.match, token)
    const known = this.bases.get(seen.viewer)
    if (!known || known.version < seen.version) this.bases.set(seen.viewer, seen)
    return seen
  }

  /** Look at the news through the eyes of the deciding seat if it is ours. */
  private async seat(news: Snapshot, update: Update | null): Promise<void> {
    if (news.version < (this.shown?.version ?? -1)) return
    const events = update?.lines.flatMap((line) => line.events) ?? []
    const held = news.outcome ? null : this.results.ends(events, this.sides, news.version)
    const eyes = held ?? news.step?.side ?? ''
    const token = this.seats[eyes]
    let all: Record<string, Snapshot> = { [news.viewer]: news }
    if (eyes !== news.viewer && token) {
      const theirs = await this.look(token)
      all = held ? { [eyes]: theirs } : { ...all, [eyes]: theirs }
    }
    const viewer = token ? eyes : news.viewer
    const apart = await this.curtain.pass(this.seats, viewer, news)
    const known = this.log.length
    if (apart) await this.readLog(news, viewer, update)
    // The update tells what its seat saw: another one reads it in its own log.
    const other = apart && viewer !== news.viewer && events.length > 0
    const seen = other ? this.log.slice(known).flatMap((line) => line.events) : events
    const reader = this.curtain.parted ? viewer : this.sides.join(' ')
    this.results.look(this.match, news.outcome ? null : reader)
    this.stage(seen)
    this.results.take(seen, this.sides)
    if (held) this.results.hold(held)
    this.snapshots = withKnown(all, this.snapshots)
    if (!apart) await this.readLog(news, news.outcome ? 'end' : '', update)
    if (!events.length) this.results.catchUp(this.log, news.step?.side ?? '')
  }

  /** The turn that an order ended is ended by us too; on one screen the next question is ours. */
  endTurn(): void {
    if (this.results.release() && this.sides.length > 1) void this.refresh()
  }

  async refresh(): Promise<void> {
    const [token] = Object.values(this.seats)
    if (token) await this.take(await this.look(token), null)
  }

  /** The match a what-if comes from may be gone: then its log begins with itself. */
  private async readOrigin(): Promise<void> {
    const from = origins.of(this.match)
    if (!from) return
    const all = await api.log(from.match, from.token, 1).catch((): LogEntry[] => [])
    this.earlier = all.slice(0, from.at)
  }

  /** The log as the reader's seat sees it. An update of that seat brings the new lines; at the end all is open. */
  private async readLog(news: Snapshot, reader: string, update: Update | null): Promise<void> {
    const seat = reader in this.seats ? reader : (Object.keys(this.seats)[0] ?? '')
    const token = this.seats[seat]
    if (!token) return
    const length = news.log_length
    const known = reader !== this.reader ? [] : this.log.slice(0, length)
    const told =
      reader === this.reader && update?.viewer === seat ? logAfter(this.log, update) : null
    this.reader = reader
    if (told) {
      this.log = told
      return
    }
    const more = known.length < length ? await api.log(this.match, token, known.length + 1) : []
    this.log = [...known, ...more].slice(0, length)
  }

  /** What the eye should follow in these events: pieces on their way, the last die. */
  private stage(events: readonly EventLine[]): void {
    this.motions = motionsOf(events, this.pieces, (hex) => this.geometry?.has(hex) ?? false)
    const roll = rollOf(events)
    if (roll === UNCHANGED) return
    this.roll = roll
    this.rollHex = ''
    if (!roll) return
    const [defender = ''] = roll.defenders ?? []
    this.rollHex =
      placesOf(roll).find((h) => this.geometry?.has(h)) ?? this.pieces.get(defender)?.at ?? ''
  }

  /** Everything the table needs is here; a game without hexes needs no map. */
  get ready(): boolean {
    return this.shown !== null && this.info !== null && (!this.info.map || this.geometry !== null)
  }

  /** A game without hexes. */
  get measured(): boolean {
    return this.info?.map === false
  }

  get canOrder(): boolean {
    const { shown, results } = this
    const free = !this.busy && !this.unsent.kept && !results.held
    return free && (shown?.yours ?? false) && shown?.outcome === null
  }

  /** Send an order; true if it was accepted. A refusal stays on the table until it is read. */
  async send(order: Order): Promise<boolean> {
    const now = this.shown
    if (!now || this.busy || this.unsent.kept || this.results.held) return false
    this.roll = null
    this.results.send(order.order, now)
    const { match } = this
    const { viewer: side, version, log_length: log } = now
    const given = { match, side, version, log, order, seal: this.seal(now, order) }
    return this.act(order, () => this.give(given), given)
  }

  private tokenOf(side: string): string {
    return this.seats[side] ?? this.token
  }

  private give({ side, version, order, seal }: Kept): Promise<Update> {
    return api.order(this.match, this.tokenOf(side), version, order, this.lineId, seal)
  }

  /** The salt and the signature that our order brings, where its dice want them. */
  private seal(now: Snapshot, order: Order): Seal | null {
    if (now.dice.tier !== 'salted') return null
    if (!now.can_undo) noteDice(this.match, now.dice, now.log_length)
    return sealOrder(this.match, now.viewer, now.dice.chain, order)
  }

  /** Ask a computer that searches for the best order it has so far. */
  async hurry(): Promise<void> {
    await api.hurry(this.match, this.token).catch(() => undefined)
  }

  async undo(): Promise<void> {
    const now = this.shown
    if (!now?.can_undo || this.busy || this.unsent.kept) return
    this.roll = null
    await this.act(null, () => api.act(this.match, 'undo', this.token, now.version, this.lineId))
  }

  async speak(what: 'resign' | 'offer-stop' | 'accept-stop'): Promise<void> {
    this.endTurn()
    const now = this.shown
    if (now)
      await this.act(null, () => api.act(this.match, what, this.token, now.version, this.lineId))
  }

  /** What is sent to the gate. An order that nobody answers is kept; anything else is for the player to repeat. */
  private async act(
    order: Order | null,
    gate: () => Promise<Update>,
    given: Kept | null = null,
  ): Promise<boolean> {
    this.busy = true
    this.refusal = null
    this.notice = null
    try {
      await this.receive(await gate())
      return true
    } catch (error) {
      if (!isLost(error)) await this.declined(error, order)
      else {
        if (given) this.unsent.keep(given)
        else this.notice = WORDS.notAnswered
        this.line?.renew()
      }
      return false
    } finally {
      this.busy = false
    }
  }

  /** A word of the server against it: a rule, or that the match has moved on. */
  private async declined(error: unknown, order: Order | null): Promise<void> {
    if (!(error instanceof Declined)) return
    this.refused = order
    this.refusal = error.refusal
    if (error.refusal) return
    this.notice = error.says
    await this.refresh().catch(() => undefined)
  }

  /** What the judge would say; orders that are asked about in one moment go together. */
  judge(order: Order): Promise<Judgement | null> {
    return this.checks.ask(order)
  }

  /** Whether the record can be had: at the end, or by whoever plays every side; a what-if has none. */
  get hasRecord(): boolean {
    const now = this.shown
    if (!now || now.origin === 'fork') return false
    return now.outcome !== null || Object.keys(now.seats).every((side) => side in this.seats)
  }

  /** Whether a piece is on the map or the table, not in a box beside it. */
  onTable(piece: Piece): boolean {
    return this.geometry?.has(piece.at) ?? piece.id in (this.tabletop.sheet?.stands ?? {})
  }

  explain(refusal: Refusal, order: Order): void {
    this.refusal = refusal
    this.refused = order
  }

  sideName(side: string): Text {
    return this.game?.sides[side]?.name ?? { it: side, en: side }
  }

  /** The formation of a piece in the player's language, as far as the game has a word for it. */
  groupName(piece: Piece | undefined): string {
    const group = piece?.group
    if (!group) return ''
    const named = this.info?.words['word']?.[group]
    return named?.[settings.language] ?? group.replaceAll('_', ' ')
  }

  get title(): string {
    return this.info?.title[settings.language] ?? ''
  }
}
