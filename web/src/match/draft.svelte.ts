/** The order being put together: what is selected, where it shall go, what the judge says of it. */
import { stepped, withPrefix } from '../lib/paths'
import type { Judgement, Order, Piece } from '../lib/types'
import { subsets, toggled } from '../lib/subsets'
import type { Change, Detail } from '../shapes/extras'
import { attacked } from '../shapes/fill'
import {
  anyLeg,
  moveOrder,
  stopsOf,
  waysTo,
  type Leg,
  type Mode,
  type Stops,
  type Way,
} from '../shapes/moves'
import type { Chosen } from '../shapes/parts'
import type { Choice, Kind, Overrun, Pick, Proposal } from '../shapes/plan'
import { busy, modesFor, onlyChoice } from './actors'
import { closedTo, type Barred } from './barred'
import { Details } from './details.svelte'
import { orderOf } from './made'
import type { Session } from './session.svelte'

export class Draft {
  selected = $state<string[]>([])
  /** The hex whose stack is fanned out. */
  fan = $state<string | null>(null)
  /** The way of moving that was chosen; without it the first one. */
  chosenMode = $state('')
  target = $state<string | null>(null)
  way = $state.raw<string[]>([])
  /** The reach that the way belongs to. */
  leg = $state.raw<Leg | null>(null)
  overrun = $state<string | null>(null)
  targets = $state<string[]>([])
  /** Units in the target hexes that are left out of the battle. */
  spared = $state<string[]>([])
  /** Supplies for the battle; null lets the judge say which ones do. */
  supplies = $state<string[] | null>(null)
  /** The supplies that the judge accepted. */
  serving = $state<string[]>([])
  /** The unit whose orders are listed, where there are too many to list them all. */
  focus = $state<string | null>(null)
  /** The parts chosen of orders that have several, by their kind. */
  parts = $state.raw<Readonly<Record<string, Chosen>>>({})
  /** A whole order out of a list. */
  choice = $state.raw<Choice | null>(null)
  /** Hexes beside a retreating unit that it may not enter, and why. */
  barred = $state.raw<readonly Barred[]>([])
  markers = $state<string[]>([])
  losses = $state<string[]>([])
  /** Units picked for an order that names several, by the question; a refusal leaves them picked. */
  picked = $state.raw<Readonly<Record<string, string[]>>>({})
  /** The question whose answer is the order in hand. */
  asking = $state('')
  route = $state<string[]>([])
  judged = $state.raw<Judgement | null>(null)
  judging = $state(false)
  closing = $state(false)
  /** What a phase was ended in spite of, with the turn: the next phase does not ask for it again. */
  readonly leftAsIs = new Set<string>()
  readonly details: Details
  private asked = 0
  /** Over once the judge has said which of several ways a group may go. */
  private choosing: Promise<void> = Promise.resolve()

  constructor(readonly session: Session) {
    this.details = new Details(session)
  }

  readonly kind: Kind = $derived.by(() =>
    this.session.shown?.yours ? this.session.plan.kind : 'wait',
  )

  /** Where the selected units are: a hex, or the id of a box beside the map. */
  readonly place: string = $derived.by(
    () => this.session.pieces.get(this.selected[0] ?? '')?.at ?? '',
  )

  readonly onMap: boolean = $derived.by(() => this.session.geometry?.has(this.place) ?? false)

  /** Everybody who was pressed for the order in hand, whatever it is. */
  readonly chosen: readonly string[] = $derived.by(() => [
    ...this.selected,
    ...this.losses,
    ...this.session.plan.picks.flatMap((pick) => [...this.pickedOf(pick)]),
    ...(this.focus ? [this.focus] : []),
  ])

  /** The ways of moving that all selected units have. */
  readonly modes: readonly Mode[] = $derived.by(() =>
    this.kind === 'move' && this.selected.length ? modesFor(this.session.plan, this.selected) : [],
  )

  readonly mode: Mode | null = $derived(
    this.modes.find((mode) => mode.key === this.chosenMode) ?? this.modes[0] ?? null,
  )

  /** Where the selected units can go. */
  readonly reach: Stops = $derived.by(() =>
    this.mode ? stopsOf(this.mode, this.selected) : new Map(),
  )

  /** A reach of the selected units, whichever. */
  readonly anyLeg: Leg | null = $derived.by(
    () => (this.mode && anyLeg(this.mode, this.selected[0] ?? '')) ?? null,
  )

  /** What they may still spend. */
  readonly left: number = $derived((this.leg ?? this.anyLeg)?.left ?? 0)

  /** Where the selected unit would serve others from this hex, or from where it goes or stands. */
  served(pointed: string | null): string[] {
    const leg = this.leg ?? this.anyLeg
    const { geometry } = this.session
    if (!leg?.serves || !geometry || this.selected.length !== 1) return []
    const end = pointed && this.reach.has(pointed) ? pointed : (this.target ?? this.place)
    return geometry.has(end) ? geometry.around(end, leg.serves) : []
  }

  /** A price as players of this game write it. */
  price(cost: number): string {
    const { game } = this.session
    const whole = game?.about.whole.includes(this.mode?.order ?? '') ?? true
    return whole ? String(cost) : (game?.price(cost) ?? String(cost))
  }

  /** Units to be placed that are not on the map yet; the others may be placed anew. */
  readonly undeployed: readonly string[] = $derived.by(() =>
    [...this.session.plan.deploy.keys()].filter((u) => this.waits(u)),
  )

  /** Units that can move, or overrun without moving first. */
  readonly movable: readonly string[] = $derived.by(() => {
    const { movers, overruns } = this.session.plan
    return [...new Set([...movers, ...overruns.flatMap((o) => [...o.units])])]
  })

  /** Overruns that the selected units may try: target hexes. */
  readonly overruns: string[] = $derived.by(() => {
    if (this.kind !== 'move' || !this.selected.length) return []
    const able = this.session.plan.overruns.filter((o) =>
      this.selected.every((u) => o.units.includes(u)),
    )
    return [...new Set(able.map((o) => o.target))]
  })

  /** The overrun of a hex; of one that nobody offers, to be asked about. */
  overrunAt(hex: string): Overrun | null {
    const { overruns } = this.session.plan
    const [any] = overruns
    return overruns.find((o) => o.target === hex) ?? (any ? { ...any, target: hex } : null)
  }

  /** Ways still open to the retreating or advancing unit after the hexes chosen so far. */
  readonly ways: string[][] = $derived.by(() => {
    const { routes } = this.session.plan
    return withPrefix(routes.get(this.selected[0] ?? '') ?? [], this.route)
  })

  readonly routeDone: boolean = $derived(
    this.route.length > 0 && this.ways.some((w) => w.length === this.route.length),
  )

  /** The enemies in the target hexes who are attacked, where a game names them one by one. */
  readonly defenders: string[] = $derived.by(() =>
    this.targets
      .flatMap((hex) => [...(this.session.plan.foes.get(hex) ?? [])])
      .filter((u) => !this.spared.includes(u)),
  )

  /** The attack with these units as its support. */
  attackWith(supplies: readonly string[]): Order | null {
    const { attack, support } = this.session.plan
    if (!attack) return null
    const order = attacked(attack, this.selected, this.targets, this.defenders)
    return support ? { ...order, [support.field]: supplies } : order
  }

  /** The order with every detail that was changed by hand. */
  readonly order: Order | null = $derived.by(() =>
    this.base ? { ...this.base, ...this.details.extras } : null,
  )

  /** The order as the gestures make it. */
  readonly base: Order | null = $derived.by(() => this.choice?.order ?? orderOf(this))

  /** The order along a way, to be given or only asked about. */
  moveAlong(way: readonly string[]): Order | null {
    const leg = this.leg ?? this.anyLeg
    return leg ? moveOrder(leg, this.selected, way) : null
  }

  clear(): void {
    this.selected = []
    this.fan = null
    this.chosenMode = ''
    this.closing = false
    this.focus = null
    this.parts = {}
    this.drop()
    this.barred = []
    this.markers = []
    this.losses = []
  }

  /** Forget the destination, keep the selection. */
  drop(): void {
    this.target = null
    this.way = []
    this.leg = null
    this.overrun = null
    this.targets = []
    this.spared = []
    this.supplies = null
    this.serving = []
    this.choice = null
    this.asking = ''
    this.route = []
    this.judged = null
    this.details.reset()
    this.asked++
    this.judging = false
  }

  /** A new position: begin with what it asks, as far as there is only one thing to begin with. */
  restart(): void {
    const { plan } = this.session
    const before = this.selected
    this.clear()
    if (this.kind === 'deploy') {
      this.selected = this.undeployed.slice(0, 1)
    } else if (this.kind === 'retreat' || this.kind === 'advance') {
      this.selected = [...plan.routes.keys()].slice(0, 1)
      this.onlyWay()
    } else if (this.kind === 'move') {
      const unmoved = before.filter((u) => plan.movers.has(u) && this.waits(u))
      if (unmoved.length) this.selected = unmoved
    } else if (this.kind === 'choice') {
      const only = onlyChoice(plan)
      if (only) this.take(only)
    }
  }

  private waits(unit: string): boolean {
    const at = this.session.pieces.get(unit)?.at ?? ''
    // A box that is offered as a place is one: who is in it is placed.
    return !this.session.geometry?.has(at) && !this.session.plan.deploy.get(unit)?.includes(at)
  }

  choose(units: readonly string[]): void {
    this.drop()
    this.selected = [...units]
    this.onlyWay()
  }

  toggle(unit: string): void {
    const { targets, spared } = this
    const all = toggled(this.selected, unit)
    const apart = this.kind === 'move' && all.length > 1 && !modesFor(this.session.plan, all).length
    // Who cannot go along goes alone.
    const rest = apart && all.includes(unit) ? [unit] : all
    this.drop()
    this.selected = rest
    this.targets = targets
    this.spared = spared
    void this.consult()
  }

  private onlyWay(): void {
    if (this.kind !== 'retreat' && this.kind !== 'advance') return
    void this.whyBarred()
    const [way, ...more] = this.ways
    if (way && !more.length) this.route = [...way]
  }

  /** Find out why a retreating unit may not enter the hexes where no way begins. */
  private async whyBarred(): Promise<void> {
    this.barred = []
    const [unit] = this.selected
    const version = this.session.shown?.version
    if (this.kind !== 'retreat' || !unit) return
    const found = await closedTo(this.session, unit, this.place)
    if (this.selected[0] === unit && this.session.shown?.version === version) this.barred = found
  }

  useMode(key: string): void {
    this.drop()
    this.chosenMode = key
  }

  /** Aim at a hex within reach; the judge has the last word on the way. */
  async aim(hex: string): Promise<void> {
    this.drop()
    const ways = this.mode ? waysTo(this.mode, this.selected, hex, this.place) : []
    const [first] = ways
    if (!first) return
    this.go(first.path, first.leg)
    if (ways.length > 1) {
      this.choosing = this.chooseAmong(ways)
      await this.choosing
    }
    if (this.target === hex) await this.consult()
  }

  /** Set the way and its end. */
  go(path: readonly string[], leg: Leg): void {
    this.target = path.at(-1) ?? null
    this.way = [...path]
    this.leg = leg
  }

  private async chooseAmong(ways: readonly Way[]): Promise<void> {
    const ticket = ++this.asked
    for (const way of ways) {
      const said = await this.session.judge(moveOrder(way.leg, this.selected, way.path))
      if (ticket !== this.asked) return
      if (!said || said.refusal) continue
      this.go(way.path, way.leg)
      return
    }
  }

  aimOverrun(hex: string): void {
    this.drop()
    this.overrun = hex
    void this.consult()
  }

  aimAttack(hex: string): void {
    const able = this.session.plan.attacks.get(hex) ?? []
    const shared = this.targets.length > 0 && this.selected.every((u) => able.includes(u))
    if (this.targets.includes(hex)) {
      this.targets = this.targets.filter((h) => h !== hex)
    } else if (shared && this.selected.length) {
      this.targets = [...this.targets, hex]
    } else {
      const willing = this.targets.length ? [] : this.selected.filter((u) => able.includes(u))
      this.targets = [hex]
      this.selected = willing.length ? willing : [...able]
    }
    this.judged = null
    this.details.reset()
    void this.consult()
  }

  /** What is picked for a question. */
  pickedOf(pick: Pick): readonly string[] {
    return this.picked[this.pickName(pick)] ?? []
  }

  private pickName(pick: Pick): string {
    return `${this.session.shown?.version} ${pick.id}`
  }

  /** Pick one, or leave it out again; the judge is asked as soon as there are enough. */
  tapPick(pick: Pick, one: string): void {
    const before = this.pickedOf(pick)
    const rest = before.filter((u) => u !== one)
    const now = rest.length < before.length ? rest : [...before, one].slice(-pick.most)
    const worth = now.reduce((sum, unit) => sum + (pick.weights[unit] ?? 0), 0)
    this.picked = { [this.pickName(pick)]: now }
    if (now.length >= pick.least && worth >= pick.sum && now.length) {
      this.take({ order: pick.make(now), units: [], hexes: [], words: null, tone: pick.tone })
      this.asking = pick.id
    } else if (this.asking) this.drop()
  }

  /** Fill the draft with an attack that the engine proposes. */
  propose(fight: Proposal): void {
    this.drop()
    this.selected = [...fight.units]
    this.targets = [...fight.targets]
    const there = fight.targets.flatMap((hex) => [...(this.session.plan.foes.get(hex) ?? [])])
    this.spared = there.filter((u) => !fight.defenders.includes(u))
    this.supplies = [...fight.supplies]
    void this.consult()
  }

  /** Leave one defender out of the battle, or take it in again. */
  spare(unit: string): void {
    this.spared = toggled(this.spared, unit)
    void this.consult()
  }

  useSupply(unit: string): void {
    this.supplies = toggled(this.supplies ?? this.serving, unit)
    void this.consult()
  }

  /** Take a whole order out of a list; the judge tells what it may lead to. */
  take(choice: Choice): void {
    this.drop()
    this.choice = choice
    void this.consult()
  }

  /** Change one detail of the order. */
  refine(detail: Detail, change: Change): void {
    this.details.apply(detail, change)
    void this.consult()
  }

  /** Ask the judge about the draft, for its price, its odds and its exact forecast. */
  async consult(): Promise<void> {
    const ticket = ++this.asked
    this.judged = null
    const aimed = this.target || this.targets.length || this.overrun || this.choice
    if (!this.order || !aimed) return
    this.judging = true
    let first: Judgement | null = null
    for (const order of this.drafts()) {
      const said = await this.session.judge(order.order)
      if (ticket !== this.asked) return
      first ??= said
      if (!said || said.refusal) continue
      this.serving = [...order.supplies]
      first = said
      break
    }
    this.judging = false
    this.judged = first
  }

  /** The order, or the same attack with fewer and more supplies until the judge is content. */
  private drafts(): { order: Order; supplies: readonly string[] }[] {
    const { support } = this.session.plan
    const order = this.order
    if (!order) return []
    const open = this.kind === 'attack' && !this.choice && this.supplies === null
    if (!open || !support) return [{ order, supplies: this.supplies ?? this.serving }]
    return subsets(support.units, 2).flatMap((supplies) => {
      const attack = this.attackWith(supplies)
      return attack ? [{ order: { ...attack, ...this.details.extras }, supplies }] : []
    })
  }

  /** One more hex of a retreat or advance; false if no way leads there. */
  step(hex: string): boolean {
    const route = stepped(this.ways, this.route, hex)
    if (route) this.route = route
    return route !== null
  }

  async confirm(): Promise<void> {
    const { target } = this
    await this.choosing
    const order = this.order
    if (!order || this.target !== target || !this.session.canOrder) return
    if (this.judged?.refusal) {
      this.session.explain(this.judged.refusal, order)
      return
    }
    await this.session.send(order)
  }

  /** The units of the deciding side in a hex that can act now. */
  actors(hex: string): Piece[] {
    const { plan, tabletop } = this.session
    const able = new Set([...this.movable, ...busy(plan)])
    return tabletop.pieces.filter((p) => p.at === hex && able.has(p.id))
  }
}
