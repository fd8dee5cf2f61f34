/** What the player is measuring: a base, the way it shall take, and what the judge says of it. */
import { api } from '../lib/api'
import type { Judgement, Order, Sheet, Spot, Stand, Survey } from '../lib/types'
import type { Bases } from '../match/leftover'
import type { Session } from '../match/session.svelte'
import { laid, led, picked, placed, sameOrder } from '../shapes/fill'
import { pointsIn } from '../shapes/scene'
import { full, ofShape, type Edge, type Of, type Offer } from '../shapes/offers'
import { isFire, isStrike } from '../shapes/measured'
import { isName } from '../shapes/plan'
import { Block, type How } from './block.svelte'
import { overEdge, SNAP, type Layer, type Task, type Tool } from './measuring'
import { inside, nearest, type Rings } from './rings'
import { Ruler } from './ruler.svelte'

export class Measure {
  unit = $state('')
  /** Way-points that stand; the end is still being aimed. */
  bends = $state.raw<readonly Spot[]>([])
  end = $state.raw<Spot | null>(null)
  target = $state('')
  /** What shall be laid, by its name. */
  laying = $state('')
  /** The edge over which the base shall leave. */
  edge = $state<Edge | ''>('')
  survey = $state.raw<Survey | null>(null)
  judged = $state.raw<Judgement | null>(null)
  judging = $state(false)
  /** What the player looks at besides. */
  shows = $state({ exclusion: true, range: true, command: false, names: true })
  /** How often the player asked to be shown where something happens. */
  wanted = $state(0)
  private asked = 0
  /** Where the player pointed, and how near counts: the survey may come later than the press. */
  private pointed: { at: Spot; slack: number } | null = null

  readonly block: Block
  readonly ruler: Ruler

  constructor(readonly session: Session) {
    this.ruler = new Ruler(session)
    this.block = new Block(
      session,
      () => this.unit,
      () => this.together,
    )
  }

  toggle(layer: Layer): void {
    this.shows[layer] = !this.shows[layer]
  }

  get sheet(): Sheet | null {
    return this.session.tabletop.sheet ?? null
  }

  get stand(): Stand | null {
    return this.sheet?.stands[this.unit] ?? null
  }

  readonly offers: readonly Offer[] = $derived.by(() =>
    (this.session.shown?.offers ?? []).map(full),
  )

  /** Ways over the table that any place may end. */
  private readonly ways: readonly Of<'measured'>[] = $derived(
    ofShape(this.offers, 'measured').filter(
      (o) => !o.end && !o.many && !Object.keys(o.fixed).length,
    ),
  )
  /** Bases that may go with others of their division. */
  private readonly together: ReadonlySet<string> = $derived.by(
    () =>
      new Set([
        ...ofShape(this.offers, 'measured')
          .filter((o) => o.many)
          .flatMap((o) => Object.keys(o.pieces)),
      ]),
  )
  /** Bases to be put down, by their names. */
  private readonly placings: readonly Of<'lay'>[] = $derived(
    ofShape(this.offers, 'lay').filter((offer) => offer.who !== ''),
  )

  /** What may be laid on the ground. */
  readonly tools: readonly Tool[] = $derived(
    ofShape(this.offers, 'lay')
      .filter((offer) => offer.who === '')
      .flatMap((offer) =>
        Object.keys(offer.pieces).map((piece) => ({ piece, offer, left: offer.left })),
      ),
  )
  readonly tool: Tool | null = $derived(
    this.tools.find((tool) => tool.piece === this.laying) ?? null,
  )

  private stands(unit: string): boolean {
    return unit in (this.sheet?.stands ?? {})
  }

  /** Bases that stand already and may be placed anew in the set-up. */
  readonly placed: ReadonlySet<string> = $derived.by(
    () =>
      new Set(
        this.placings
          .filter((o) => o.many)
          .flatMap((o) => Object.keys(o.pieces).filter((u) => this.stands(u))),
      ),
  )

  /** Bases that can be told to do something by pointing, with what asks for the place. */
  readonly actors: ReadonlyMap<string, Task> = $derived.by(() => {
    const found = new Map<string, Task>()
    for (const task of [...this.placings, ...[...this.ways].reverse()])
      for (const unit of Object.keys(task.pieces)) if (!this.placed.has(unit)) found.set(unit, task)
    return found
  })

  private readonly strike: Of<'pick'> | null = $derived.by(
    () =>
      this.offers.find((o): o is Of<'pick'> => isStrike(o, (unit) => this.isEnemy(unit))) ?? null,
  )
  /** The order by which aircraft strike, as the offer calls it. */
  readonly airOrder = $derived(this.strike?.order ?? '')
  readonly airTargets: readonly string[] = $derived(this.strike?.options.filter(isName) ?? [])
  readonly airLeft: number = $derived.by(() =>
    this.airTargets.length ? Number(this.session.shown?.step?.facts['left'] ?? 1) : 0,
  )

  private isEnemy(unit: string): boolean {
    const piece = this.session.pieces.get(unit)
    return piece !== undefined && piece.side !== this.session.shown?.viewer
  }

  private readonly fire: Of<'place'> | null = $derived.by(
    () =>
      this.offers.find((o): o is Of<'place'> => isFire(o, (unit) => this.isEnemy(unit))) ?? null,
  )

  /** Whom each base may fire at; each air attack that is left may go for any of its targets. */
  readonly shots: ReadonlyMap<string, readonly string[]> = $derived.by(() => {
    const found = new Map<string, string[]>()
    for (const [unit, targets] of Object.entries(this.fire?.subjects ?? {}))
      found.set(unit, targets.filter(isName))
    for (let n = 1; n <= this.airLeft; n++) found.set(`air ${n}`, [...this.airTargets])
    return found
  })

  /** What can still be done, order by order. */
  readonly left: Bases = $derived.by(() => {
    const title = (offer: Offer) => this.session.around.title(offer.order)
    const tasks = new Map<Task, number>()
    for (const task of this.actors.values()) tasks.set(task, (tasks.get(task) ?? 0) + 1)
    const laying = new Map(this.tools.map((tool) => [tool.offer, tool.left]))
    const shots = Object.keys(this.fire?.subjects ?? {}).length
    return [
      ...[...tasks].map(([task, n]) => [n, title(task)] as const),
      ...(this.fire ? [[shots, title(this.fire)] as const] : []),
      ...(this.strike ? [[this.airLeft, title(this.strike)] as const] : []),
      ...[...laying].map(([offer, n]) => [n, title(offer)] as const),
    ]
  })

  /** Whom a press on the table takes for a target: of the chosen base, or of the aircraft. */
  readonly aims: ReadonlySet<string> = $derived(
    new Set(this.shots.get(this.unit) ?? this.airTargets),
  )

  /** Own bases on which a press is answered with something to do. */
  readonly able: ReadonlySet<string> = $derived(
    new Set(
      [...this.actors.keys(), ...this.shots.keys(), ...this.placed].filter((id) =>
        this.session.pieces.has(id),
      ),
    ),
  )

  /** The ways out of the table for the chosen base: one for each edge that it may leave by. */
  private readonly ways_out: readonly Of<'measured'>[] = $derived(
    ofShape(this.offers, 'measured').filter((o) => o.over !== null && this.unit in o.pieces),
  )
  readonly exits: readonly Edge[] = $derived(
    this.ways_out.map((o) => o.over).filter((edge) => edge !== null),
  )

  readonly task: Task | null = $derived(
    this.actors.get(this.unit) ??
      (this.placed.has(this.unit)
        ? (this.placings.find((o) => this.unit in o.pieces) ?? null)
        : null),
  )
  /** Whether the chosen base is put down, not led. */
  readonly puts: boolean = $derived(this.task?.shape === 'lay')
  readonly rings: Rings = $derived(this.survey?.rings ?? [])

  /** From the surveyed places to those that are pointed at: a strip is surveyed by its corner. */
  readonly shift: Spot = $derived.by(() => {
    if (!this.tool?.offer.box) return [0, 0]
    const [wide = 0, tall = 0] = this.tool.offer.pieces[this.tool.piece] ?? []
    return [wide / 2, tall / 2]
  })

  /** Everything is placed, and yet the set-up cannot end. */
  readonly stuck: boolean = $derived.by(() => {
    const settingUp = this.placings.some((offer) => offer.many)
    return settingUp && !this.actors.size && !this.session.plan.end
  })

  /** The base begins here: where it stands, or at the last way-point. */
  get from(): Spot | null {
    return this.bends.at(-1) ?? this.stand?.at ?? null
  }

  get bendable(): boolean {
    return this.task?.shape === 'measured' && this.end !== null && !this.block.active
  }

  readonly order: Order | null = $derived.by((): Order | null => {
    const { unit, end, target, task, tool } = this
    if (tool && end) return laid(tool.offer, tool.piece, end)
    if (target && this.strike && this.airTargets.includes(target))
      return picked(this.strike, [target])
    if (!unit) return null
    if (this.block.active && !this.edge && !target)
      return end ? (this.block.draft?.order ?? null) : null
    const out = this.ways_out.find((o) => o.over === this.edge)
    if (out?.over)
      return led(out, unit, [...this.bends, ...overEdge(out.over, this.from, this.sheet)])
    if (target) return this.fire && placed(this.fire, unit, target)
    if (!end || !task) return null
    return task.shape === 'lay' ? laid(task, unit, end) : led(task, unit, [...this.bends, end])
  })

  take(piece: string): void {
    const same = this.laying === piece
    this.clear()
    this.laying = same ? '' : piece
    void this.measure()
  }

  leave(edge: Edge): void {
    this.drop()
    this.edge = edge
    void this.consult()
  }

  select(unit: string): void {
    if (this.aims.has(unit)) {
      this.aimAt(unit)
      return
    }
    this.clear()
    this.unit = unit
    void this.measure()
  }

  clear(): void {
    this.asked += 1
    this.unit = ''
    this.laying = ''
    this.bends = []
    this.survey = null
    this.drop()
  }

  /** Forget the end, keep the base. */
  drop(): void {
    this.end = null
    this.pointed = null
    this.edge = ''
    this.target = ''
    this.judged = null
    this.judging = false
    this.block.drop()
  }

  /** One base by itself or its division in a formation; what was aimed at stays. */
  lead(how: How): void {
    this.block.how = how
    const { end } = this
    this.bends = []
    this.drop()
    if (end) {
      this.end = end
      void this.consult()
    }
    void this.measure()
  }

  /** One more, or one fewer, of the division goes along. */
  along(unit: string): void {
    if (unit === this.unit) return
    this.block.toggle(unit)
    if (this.end) void this.consult()
  }

  unbend(): void {
    this.bends = this.bends.slice(0, -1)
    this.drop()
    void this.measure()
  }

  bend(): void {
    if (!this.end) return
    this.bends = [...this.bends, this.end]
    this.drop()
    void this.measure()
  }

  /** Point at a place; as near to an allowed one as `slack` it means that one. */
  aim(x: number, y: number, slack = 0): void {
    if (!this.task && !this.tool) return
    this.target = ''
    this.edge = ''
    const at: Spot = [Math.round(x / SNAP) * SNAP, Math.round(y / SNAP) * SNAP]
    this.pointed = { at, slack }
    this.settle()
  }

  /** Whether the next place is only where the way begins. */
  private get begins(): boolean {
    return this.task?.shape === 'measured' && this.bends.length + 1 < this.task.least
  }

  /** The first press says where a way begins: in the nearest place that is open. */
  private begin(at: Spot): void {
    const begin = this.near(at, Infinity)
    if (!begin) return
    this.bends = [begin]
    this.pointed = null
    void this.measure()
  }

  /** Put the end where the player pointed, or on the allowed place beside it. */
  private settle(): void {
    if (!this.pointed) return
    const { at, slack } = this.pointed
    if (this.begins) {
      this.begin(at)
      return
    }
    const end = slack ? (this.near(at, slack) ?? at) : at
    const same = this.end && end[0] === this.end[0] && end[1] === this.end[1]
    if (same && (this.judging || this.judged || this.block.draft)) return
    this.end = end
    void this.consult()
  }

  private near([x, y]: Spot, slack: number): Spot | null {
    const [dx, dy] = this.shift
    const found = nearest(this.rings, [x - dx, y - dy], slack)
    return found && [found[0] + dx, found[1] + dy]
  }

  nudge(dx: number, dy: number): void {
    const at = this.end ?? this.from
    if (at) {
      this.aim(at[0] + dx, at[1] + dy)
      return
    }
    const { width, height } = this.sheet ?? { width: 0, height: 0 }
    // Who waits beside the table begins where it may stand.
    const middle: Spot = [Math.round(width / 2), Math.round(height / 2)]
    if (!this.survey) {
      // Where it may stand is still being measured: the key is answered then.
      this.pointed = { at: middle, slack: width + height }
      return
    }
    const begin = this.begins ? middle : this.near(middle, width + height)
    if (begin) this.aim(...begin)
  }

  aimAt(target: string): void {
    this.drop()
    this.target = target
    void this.consult()
  }

  get allowed(): boolean {
    return this.end !== null && inside(this.rings, this.end)
  }

  private async measure(): Promise<void> {
    const ticket = ++this.asked
    this.survey = null
    const piece = this.tool?.piece ?? (this.task ? this.unit : '')
    if (!piece) return
    const { match, token } = this.session
    const found = await api.survey(match, token, piece, this.bends).catch(() => null)
    if (ticket !== this.asked) return
    this.survey = found
    this.settle()
  }

  private async consult(): Promise<void> {
    if (this.block.active && this.end && !this.target && !this.edge) {
      await this.block.point(this.end)
      return
    }
    const order = this.order
    if (!order) return
    this.judging = true
    const said = await this.session.judge(order)
    if (JSON.stringify(this.order) !== JSON.stringify(order)) return
    this.judging = false
    this.judged = said
  }

  async confirm(): Promise<void> {
    const order = this.order
    if (!order || !this.session.canOrder) return
    if (this.judged?.refusal) {
      this.session.explain(this.judged.refusal, order)
      return
    }
    await this.session.send(order)
  }

  /** Point as this order says; false if no gesture here makes it. */
  propose(order: Order): boolean {
    const named = Object.values(order)
      .flat()
      .filter((v) => typeof v === 'string')
    const unit = named.find((id) => this.actors.has(id) || this.shots.has(id))
    if (!this.sheet || unit === undefined) return false
    const target = named.find((id) => this.shots.get(unit)?.includes(id))
    const points = Object.values(order).flatMap(pointsIn)
    this.block.how = 'one'
    this.clear()
    this.unit = unit
    if (target) this.target = target
    else {
      this.bends = points.slice(0, -1)
      this.end = points.at(-1) ?? null
    }
    if (!sameOrder(this.order, order)) {
      this.clear()
      return false
    }
    void this.measure()
    void this.consult()
    return true
  }

  /** After every change of the match: keep the base if it can still act. */
  restart(): void {
    const tool = this.tool?.piece
    void this.ruler.read()
    const keep = this.actors.has(this.unit) || this.shots.has(this.unit) ? this.unit : ''
    this.clear()
    if (keep) this.select(keep)
    if (tool) this.take(tool)
  }
}
