/** What the player is measuring: a base, the way it shall take, and what the judge says of it. */
import { api } from '../lib/api'
import type { Json, Judgement, Order, Sheet, Spot, Stand, Survey } from '../lib/types'
import type { Word } from '../lib/words'
import type { Session } from '../match/session.svelte'
import { inside, nearest, type Rings } from './rings'

/** What can be done with a base by pointing at a place. */
export const TASKS = ['move', 'enter', 'deploy', 'replace'] as const
export type Task = (typeof TASKS)[number]
/** What can be laid on the ground before the battle. */
export const TOOLS = ['segment', 'strip-ns', 'strip-ew'] as const
export type Tool = (typeof TOOLS)[number]

/** What the survey calls them. */
const SURVEYED: Readonly<Record<Tool, string>> = {
  segment: 'trench',
  'strip-ns': 'minefield-upright',
  'strip-ew': 'minefield-across',
}

/** What is left to be laid, and how large a strip is. */
export interface Works {
  strips: number
  segments: number
  long: number
  deep: number
}

type Table = Readonly<Record<string, Json>>

const isTable = (value: Json | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The bases named by a block of the offers: its keys, its words, or the units of its entries. */
function named(block: Json | undefined): string[] {
  if (isTable(block)) return Object.keys(block)
  if (!Array.isArray(block)) return []
  const units = (block as readonly Json[]).map((e) => (isTable(e) ? e['unit'] : e))
  return [...new Set(units.filter((u): u is string => typeof u === 'string'))]
}

/** What each distance is called. */
export const MEASURED: Readonly<Record<string, Word>> = {
  move: 'mm_move',
  range: 'mm_range',
  spotting: 'mm_spotting',
  command: 'mm_command',
  exclusion: 'mm_exclusion',
}

/** Places are whole millimetres. */
export const SNAP = 1
/** A press so near to an allowed place, in millimetres, means that place. */
export const SLACK = 30
/** The same on the screen, in pixels. */
export const FINGER = 24

/** The distances that can be shown or hidden on the sheet. */
export const RULERS = ['exclusion', 'range', 'command'] as const
export type Ruler = (typeof RULERS)[number]

export class Measure {
  unit = $state('')
  /** Way-points that stand; the end is still being aimed. */
  bends = $state.raw<readonly Spot[]>([])
  end = $state.raw<Spot | null>(null)
  target = $state('')
  tool = $state<Tool | null>(null)
  /** The edge over which the base shall leave. */
  edge = $state('')
  survey = $state.raw<Survey | null>(null)
  judged = $state.raw<Judgement | null>(null)
  judging = $state(false)
  /** What the player looks at besides. */
  shows = $state({ exclusion: true, range: true, command: false })
  private asked = 0
  /** Where the player pointed, and how near counts: the survey may come later than the press. */
  private pointed: { at: Spot; slack: number } | null = null

  constructor(readonly session: Session) {}

  toggle(ruler: Ruler): void {
    this.shows[ruler] = !this.shows[ruler]
  }

  get sheet(): Sheet | null {
    return this.session.tabletop.sheet ?? null
  }

  get stand(): Stand | null {
    return this.sheet?.stands[this.unit] ?? null
  }

  readonly offers: Table = $derived.by(() => this.session.shown?.offers ?? {})

  /** Bases that can be told to do something by pointing, with what they can do. */
  readonly actors: ReadonlyMap<string, Task> = $derived.by(() => {
    const found = new Map<string, Task>()
    for (const task of [...TASKS].reverse())
      for (const unit of named(this.offers[task])) found.set(unit, task)
    return found
  })

  /** Bases that stand already and may be placed anew in the set-up. */
  readonly placed: ReadonlySet<string> = $derived(new Set(named(this.offers['placed'])))

  /** The enemies that may be attacked from the air, and how many attacks are left. */
  readonly airTargets: readonly string[] = $derived(named(this.offers['air']))
  readonly airLeft: number = $derived.by(() =>
    this.airTargets.length ? Number(this.session.shown?.step?.facts['left'] ?? 1) : 0,
  )

  /** Whom each base may fire at; each air attack that is left may go for any of its targets. */
  readonly shots: ReadonlyMap<string, readonly string[]> = $derived.by(() => {
    const found = new Map<string, string[]>()
    const fire = this.offers['fire']
    const pairs: [string, string][] = []
    if (isTable(fire)) {
      for (const [unit, targets] of Object.entries(fire))
        if (Array.isArray(targets))
          for (const to of targets as Json[]) if (typeof to === 'string') pairs.push([unit, to])
    } else if (Array.isArray(fire)) {
      for (const e of fire as Json[])
        if (isTable(e)) pairs.push([String(e['unit'] ?? ''), String(e['target'] ?? '')])
    }
    for (const [unit, to] of pairs) found.set(unit, [...(found.get(unit) ?? []), to])
    for (let n = 1; n <= this.airLeft; n++) found.set(`air ${n}`, [...this.airTargets])
    return found
  })

  /** Whom a press on the table takes for a target: of the chosen base, or of the aircraft. */
  readonly aims: ReadonlySet<string> = $derived(
    new Set(this.shots.get(this.unit) ?? this.airTargets),
  )

  /** Own bases on which a press is answered with something to do. */
  readonly able: ReadonlySet<string> = $derived(
    new Set([...this.actors.keys(), ...this.shots.keys(), ...this.placed].filter((id) => this.session.pieces.has(id))),
  )

  readonly works: Works | null = $derived.by(() => {
    const left = this.offers['fortify']
    if (!isTable(left)) return null
    const [long, deep] = (left['strip'] ?? [0, 0]) as unknown as readonly [number, number]
    return { strips: Number(left['strips'] ?? 0), segments: Number(left['segments'] ?? 0), long, deep }
  })

  /** Where a base that waits beside the table begins to come in. */
  private get entryLine(): number {
    const block = this.offers['enter']
    const entry = isTable(block) ? block[this.unit] : undefined
    return isTable(entry) ? Number(entry['y'] ?? 0) : 0
  }

  /** The edges over which the chosen base may leave. */
  readonly exits: readonly string[] = $derived.by(() => {
    const block = this.offers['move']
    const entry = isTable(block) ? block[this.unit] : undefined
    const exits = isTable(entry) ? entry['exits'] : undefined
    return Array.isArray(exits) ? (exits as Json[]).map(String) : []
  })

  readonly task: Task | null = $derived(
    this.actors.get(this.unit) ?? (this.placed.has(this.unit) ? 'deploy' : null),
  )
  readonly rings: Rings = $derived(this.survey?.rings ?? [])

  /** From the surveyed places to those that are pointed at: a strip is surveyed by its corner. */
  readonly shift: Spot = $derived.by(() => {
    if (!this.tool || this.tool === 'segment') return [0, 0]
    const [wide, tall] = this.stripSize(this.tool)
    return [wide / 2, tall / 2]
  })

  /** Everything is placed, and yet the set-up cannot end. */
  readonly stuck: boolean = $derived.by(() => {
    const { offers } = this
    return 'deploy' in offers && !named(offers['deploy']).length && offers['done'] !== true
  })

  /** The base begins here: where it stands, or at the last way-point. */
  get from(): Spot | null {
    return this.bends.at(-1) ?? this.stand?.at ?? null
  }

  get bendable(): boolean {
    return (this.task === 'move' || this.task === 'enter') && this.end !== null
  }

  readonly order: Order | null = $derived.by((): Order | null => {
    const { unit, end, target, task } = this
    if (this.tool && end) return this.laying(this.tool, end)
    if (target && this.airTargets.includes(target)) return { order: 'air-attack', target }
    if (!unit) return null
    if (this.edge) return { order: 'leave', unit, path: this.wayOut(this.edge), edge: this.edge }
    if (target) return { order: 'fire', unit, target }
    if (!end || !task) return null
    const path = [...this.bends, end] as unknown as Json
    const at = [...end] as unknown as Json
    if (task === 'deploy') return { order: 'deploy', units: [unit], places: [at] }
    if (task === 'replace') return { order: 'replace', unit, at }
    return { order: task, unit, path }
  })

  private laying(tool: Tool, [x, y]: Spot): Order {
    if (tool === 'segment') return { order: 'fortify', segments: [[x, y]] }
    const [wide, tall] = this.stripSize(tool)
    const [left, top] = [Math.round(x - wide / 2), Math.round(y - tall / 2)]
    return { order: 'fortify', strips: [[left, top, left + wide, top + tall]] }
  }

  private stripSize(tool: Tool): Spot {
    const { long, deep } = this.works ?? { long: 0, deep: 0 }
    return tool === 'strip-ns' ? [deep, long] : [long, deep]
  }

  /** Straight over an edge, just far enough to be gone. */
  private wayOut(edge: string): Json {
    const { sheet, from } = this
    if (!sheet || !from) return []
    const out = sheet.base / 2
    const ends: Readonly<Record<string, Spot>> = {
      north: [from[0], -out],
      south: [from[0], sheet.height + out],
      west: [-out, from[1]],
      east: [sheet.width + out, from[1]],
    }
    return [...this.bends, ends[edge] ?? from] as unknown as Json
  }

  take(tool: Tool): void {
    const same = this.tool === tool
    this.clear()
    this.tool = same ? null : tool
    void this.measure()
  }

  leave(edge: string): void {
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
    this.tool = null
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
    if (this.task === 'enter' && !this.bends.length) {
      // The first press says where along the edge it comes in.
      this.bends = [[Math.round(x), this.entryLine]]
      void this.measure()
      return
    }
    const at: Spot = [Math.round(x / SNAP) * SNAP, Math.round(y / SNAP) * SNAP]
    this.pointed = { at, slack }
    this.settle()
  }

  /** Put the end where the player pointed, or on the allowed place beside it. */
  private settle(): void {
    if (!this.pointed) return
    const { at, slack } = this.pointed
    const end = slack ? this.near(at, slack) ?? at : at
    const same = this.end && end[0] === this.end[0] && end[1] === this.end[1]
    if (same && (this.judging || this.judged)) return
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
    // Who comes in begins in the middle of the edge.
    if (this.task === 'enter') {
      this.aim(width / 2, 0)
      return
    }
    // Who waits beside the table begins where it may stand.
    const begin = this.near([Math.round(width / 2), Math.round(height / 2)], width + height)
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
    const piece = this.tool ? SURVEYED[this.tool] : this.task ? this.unit : ''
    if (!piece || (this.task === 'enter' && !this.bends.length)) return
    const { match, token } = this.session
    const found = await api.survey(match, token, piece, this.bends).catch(() => null)
    if (ticket !== this.asked) return
    this.survey = found
    this.settle()
  }

  private async consult(): Promise<void> {
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

  /** After every change of the match: keep the base if it can still act. */
  restart(): void {
    const tool = this.works ? this.tool : null
    const keep = this.actors.has(this.unit) || this.shots.has(this.unit) ? this.unit : ''
    this.clear()
    if (keep) this.select(keep)
    if (tool) this.take(tool)
  }
}
