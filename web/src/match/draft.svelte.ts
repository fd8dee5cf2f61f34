/** The order being put together: what is selected, where it shall go, what the judge says of it. */
import { commonReach, groupPaths, withPrefix, type Reach } from '../lib/paths'
import type { Judgement, Order, Piece } from '../lib/types'
import type { Session } from './session.svelte'

export type Kind =
  | 'wait'
  | 'deploy'
  | 'markers'
  | 'move'
  | 'attack'
  | 'losses'
  | 'retreat'
  | 'advance'
  | 'remove'
  | 'withdraw'

const NOWHERE: Reach = new Map()

export class Draft {
  selected = $state<string[]>([])
  /** The hex whose stack is fanned out. */
  fan = $state<string | null>(null)
  rail = $state(false)
  cut = $state(false)
  target = $state<string | null>(null)
  way = $state.raw<string[]>([])
  overrun = $state<string | null>(null)
  targets = $state<string[]>([])
  markers = $state<string[]>([])
  losses = $state<string[]>([])
  route = $state<string[]>([])
  judged = $state.raw<Judgement | null>(null)
  judging = $state(false)
  closing = $state(false)
  private asked = 0

  constructor(readonly session: Session) {}

  readonly kind: Kind = $derived.by(() => {
    const { plan, shown } = this.session
    if (!shown?.yours) return 'wait'
    if (plan.losses) return 'losses'
    if (plan.retreats.size) return 'retreat'
    if (plan.advances.size || shown.step?.decision === 'advance') return 'advance'
    if (plan.removals.length) return 'remove'
    if (plan.markers) return 'markers'
    if (plan.deploy.size || shown.step?.decision === 'setup') return 'deploy'
    if (plan.withdrawals.length) return 'withdraw'
    if (shown.offers && 'attack' in shown.offers) return 'attack'
    return 'move'
  })

  /** Where the selected units are: a hex, or the id of a box beside the map. */
  readonly place: string = $derived.by(
    () => this.session.pieces.get(this.selected[0] ?? '')?.at ?? '',
  )

  readonly onMap: boolean = $derived.by(() => this.session.geometry?.has(this.place) ?? false)

  readonly reach: Reach = $derived.by(() => {
    if (this.kind !== 'move') return NOWHERE
    return commonReach(this.reaches())
  })

  private reaches(): Reach[] {
    const { moves } = this.session.plan
    return this.selected.map((u) => {
      const mover = moves.get(u)
      return (this.rail ? mover?.rail : mover?.reach) ?? NOWHERE
    })
  }

  readonly canRail: boolean = $derived.by(
    () =>
      this.selected.length === 1 &&
      Boolean(this.session.plan.moves.get(this.selected[0] ?? '')?.rail),
  )

  readonly special: 'march' | 'spill' | null = $derived.by(
    () => this.session.plan.moves.get(this.selected[0] ?? '')?.special ?? null,
  )

  /** Overruns that the selected units may try: target hexes. */
  readonly overruns: string[] = $derived.by(() => {
    if (this.kind !== 'move' || !this.selected.length) return []
    const able = this.session.plan.overruns.filter((o) =>
      this.selected.every((u) => o.units.includes(u)),
    )
    return [...new Set(able.map((o) => o.target))]
  })

  /** Ways still open to the retreating or advancing unit after the hexes chosen so far. */
  readonly ways: string[][] = $derived.by(() => {
    const { plan } = this.session
    const all = this.kind === 'retreat' ? plan.retreats : plan.advances
    return withPrefix(all.get(this.selected[0] ?? '') ?? [], this.route)
  })

  readonly routeDone: boolean = $derived(
    this.route.length > 0 && this.ways.some((w) => w.length === this.route.length),
  )

  readonly order: Order | null = $derived.by(() => {
    const make = this.session.game?.orders
    if (!make) return null
    const [unit] = this.selected
    switch (this.kind) {
      case 'move':
        if (!unit) return null
        if (this.overrun) return make.overrun(this.selected, this.overrun)
        if (!this.way.length) return null
        return this.rail ? make.rail(unit, this.way) : make.move(this.selected, this.way, this.cut)
      case 'attack':
        return unit && this.targets.length ? make.attack(this.selected, this.targets) : null
      case 'markers':
        return make.markers(this.markers)
      case 'losses':
        return this.losses.length === this.session.plan.losses?.count
          ? make.losses(this.losses)
          : null
      case 'retreat':
        return unit && this.routeDone ? make.retreat(unit, this.route) : null
      case 'advance':
        return unit && this.routeDone ? make.advance(unit, this.route) : null
      default:
        return null
    }
  })

  clear(): void {
    this.selected = []
    this.fan = null
    this.rail = false
    this.closing = false
    this.drop()
    this.markers = []
    this.losses = []
  }

  /** Forget the destination, keep the selection. */
  drop(): void {
    this.target = null
    this.way = []
    this.overrun = null
    this.targets = []
    this.route = []
    this.judged = null
    this.cut = false
    this.asked++
    this.judging = false
  }

  /** A new position: begin with what it asks, as far as there is only one thing to begin with. */
  restart(): void {
    const { plan } = this.session
    const before = this.selected
    this.clear()
    if (this.kind === 'deploy') {
      const left = [...plan.deploy.keys()]
      this.selected = left.slice(0, 1)
    } else if (this.kind === 'retreat' || this.kind === 'advance') {
      const units = [...(this.kind === 'retreat' ? plan.retreats : plan.advances).keys()]
      this.selected = units.slice(0, 1)
      this.onlyWay()
    } else if (this.kind === 'move') {
      const unmoved = before.filter((u) => plan.moves.has(u) && this.waits(u))
      if (unmoved.length) this.selected = unmoved
    }
  }

  private waits(unit: string): boolean {
    const at = this.session.pieces.get(unit)?.at ?? ''
    return !this.session.geometry?.has(at)
  }

  choose(units: readonly string[]): void {
    this.drop()
    this.selected = [...units]
    if (!this.canRail) this.rail = false
    this.onlyWay()
  }

  toggle(unit: string): void {
    const on = this.selected.includes(unit)
    const keepTargets = this.targets
    const rest = on ? this.selected.filter((u) => u !== unit) : [...this.selected, unit]
    this.drop()
    this.selected = rest
    this.targets = keepTargets
    if (!this.canRail) this.rail = false
    void this.consult()
  }

  private onlyWay(): void {
    if (this.kind !== 'retreat' && this.kind !== 'advance') return
    const [way, ...more] = this.ways
    if (way && !more.length) this.route = [...way]
  }

  useRail(on: boolean): void {
    this.drop()
    this.rail = on
  }

  /** Aim at a hex within reach; the judge has the last word on the way. */
  async aim(hex: string): Promise<void> {
    this.drop()
    const ways = groupPaths(this.reaches(), hex, this.place)
    const [first] = ways
    if (!first) return
    this.target = hex
    this.way = first
    const make = this.session.game?.orders
    if (!make || ways.length === 1 || this.rail) return
    const ticket = ++this.asked
    for (const way of ways) {
      const said = await this.session.judge(make.move(this.selected, way, false))
      if (ticket !== this.asked) return
      if (said && !said.refusal) {
        this.way = way
        return
      }
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
    void this.consult()
  }

  /** Ask the judge about an attack or overrun, for its odds and its exact forecast. */
  async consult(): Promise<void> {
    const order = this.order
    const ticket = ++this.asked
    this.judged = null
    if (!order || !(this.targets.length || this.overrun)) return
    this.judging = true
    const said = await this.session.judge(order)
    if (ticket !== this.asked) return
    this.judging = false
    this.judged = said
  }

  /** One more hex of a retreat or advance; false if no way leads there. */
  step(hex: string): boolean {
    const at = this.route.indexOf(hex)
    if (at >= 0) {
      this.route = this.route.slice(0, at)
      return true
    }
    const direct = this.ways.find((w) => w[this.route.length] === hex)
    if (direct) {
      this.route = [...this.route, hex]
      return true
    }
    const beyond = this.ways.find((w) => w.includes(hex))
    if (!beyond) return false
    this.route = beyond.slice(0, beyond.indexOf(hex) + 1)
    return true
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

  /** The units of the deciding side in a hex that can act now. */
  actors(hex: string): Piece[] {
    const { plan, tabletop } = this.session
    const able = new Set<string>([
      ...plan.moves.keys(),
      ...[...plan.attacks.values()].flat(),
      ...plan.retreats.keys(),
      ...plan.advances.keys(),
      ...plan.removals,
      ...plan.withdrawals,
    ])
    return tabletop.pieces.filter((p) => p.at === hex && able.has(p.id))
  }
}
