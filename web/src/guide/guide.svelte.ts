/** Where the player is in a guided turn; kept between visits, match by match. */
import type { Controls } from '../board/controls.svelte'
import { api } from '../lib/api'
import { isBoolean, isNumber, shaped } from '../lib/guards'
import { keep, keptTable } from '../lib/stored'
import type { GuideInfo, GuideStep } from '../lib/types'
import type { Draft } from '../match/draft.svelte'
import type { Session } from '../match/session.svelte'
import type { Measure } from '../plane/measure.svelte'
import { hexesOf } from './pointing'
import { sceneOf, type Scene } from './scene'
import { follow, waits } from './walk'

const KEY = 'campagna.guides'

interface Kept {
  at: number
  open: boolean
}

const isKept = shaped<Kept>({ at: isNumber, open: isBoolean })

export class Guide {
  open = $state(false)
  at = $state(0)
  private since = $state(0)
  private info = $state.raw<GuideInfo | null>(null)

  constructor(
    readonly session: Session,
    readonly draft: Draft,
    readonly controls: Controls,
    readonly measure: Measure,
    wanted: boolean,
  ) {
    const before = keptTable(KEY, isKept)[session.match]
    this.open = before?.open ?? wanted
    this.at = before?.at ?? 0
  }

  /** Fetch the guide of the game; a table is as good without it. */
  async load(slug: string): Promise<void> {
    this.info = await api.guide(slug).catch(() => null)
    this.since = this.session.shown?.version ?? 0
  }

  /** The steps for the game at this table, if we hold the seat they are written for. */
  readonly steps: readonly GuideStep[] = $derived.by(() =>
    this.info && this.info.side in this.session.seats ? this.info.step : [],
  )

  readonly scene: Scene = $derived.by(() =>
    sceneOf(this.session, this.draft, this.controls, this.measure),
  )

  readonly step: GuideStep | null = $derived(this.open ? (this.steps[this.at] ?? null) : null)

  readonly waits: boolean = $derived(this.step !== null && waits(this.step))

  readonly hexes: readonly string[] = $derived.by(() =>
    hexesOf(this.step?.point ?? null, this.scene),
  )

  /** Go on past everything that is done or has nothing to say here, and back to what was taken back. */
  follow(): void {
    const { info, scene, since } = this
    if (!info || !this.steps.length) return
    const at = follow(this.at, { guide: info, scene, since })
    if (at !== this.at) this.go(at)
  }

  next(): void {
    this.go(this.at + 1)
    if (this.at >= this.steps.length) this.close()
  }

  private go(at: number): void {
    this.at = at
    this.since = this.session.shown?.version ?? 0
    this.keep()
  }

  close(): void {
    this.open = false
    if (this.at >= this.steps.length) this.at = 0
    this.keep()
  }

  resume(): void {
    this.open = true
    this.since = this.session.shown?.version ?? 0
    this.keep()
  }

  private keep(): void {
    const now: Kept = { at: this.at, open: this.open }
    keep(KEY, { ...keptTable(KEY, isKept), [this.session.match]: now })
  }
}
