/** Where the player is in a guided turn; kept between visits, match by match. */
import type { Controls } from '../board/controls.svelte'
import type { Draft } from '../match/draft.svelte'
import type { Session } from '../match/session.svelte'
import type { Measure } from '../plane/measure.svelte'
import { AFRIKA_KORPS } from './afrika-korps'
import { ALTO_COMANDO } from './alto-comando'
import { GUDERIAN } from './guderian'
import { KASSERINE } from './kasserine'
import { LION_OF_JUDAH } from './lion-of-judah'
import type { GuideStep, Scene } from './step'

const KEY = 'campagna.guides'

export const TURNS: Readonly<Record<string, { side: string; steps: readonly GuideStep[] }>> = {
  'panzergruppe-guderian': { side: 'german', steps: GUDERIAN },
  'afrika-korps': { side: 'axis', steps: AFRIKA_KORPS },
  kasserine: { side: 'axis', steps: KASSERINE },
  'lion-of-judah': { side: 'italian', steps: LION_OF_JUDAH },
  'alto-comando': { side: 'axis', steps: ALTO_COMANDO },
}

interface Kept {
  at: number
  open: boolean
}

function kept(match: string): Kept | null {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>)[match] ?? null
  } catch {
    return null
  }
}

export class Guide {
  open = $state(false)
  at = $state(0)
  private since = $state(0)

  constructor(
    readonly session: Session,
    readonly draft: Draft,
    readonly controls: Controls,
    readonly measure: Measure,
    wanted: boolean,
  ) {
    const before = kept(session.match)
    this.open = before?.open ?? wanted
    this.at = before?.at ?? 0
  }

  /** The steps for the game at this table, if we hold the seat they are written for. */
  readonly steps: readonly GuideStep[] = $derived.by(() => {
    const turn = TURNS[this.session.shown?.game ?? '']
    return turn && turn.side in this.session.seats ? turn.steps : []
  })

  readonly scene: Scene = $derived.by(() => ({
    session: this.session,
    draft: this.draft,
    controls: this.controls,
    measure: this.measure,
    since: this.since,
  }))

  readonly step: GuideStep | null = $derived(this.open ? (this.steps[this.at] ?? null) : null)

  readonly hexes: readonly string[] = $derived.by(() => this.step?.hexes?.(this.scene) ?? [])

  /** Go on past everything that is done or has nothing to say here, and back to what was taken back. */
  follow(): void {
    let { at, scene } = this
    let step = this.steps[at]
    while (step && (step.skip?.(scene) || step.done?.(scene))) {
      at++
      step = this.steps[at]
      // A step begins now: what was played before it is not its doing.
      scene = { ...scene, since: this.session.shown?.version ?? 0 }
    }
    if (at === this.at && step?.undone?.(scene)) at--
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
    const all = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>
    const now: Kept = { at: this.at, open: this.open }
    localStorage.setItem(KEY, JSON.stringify({ ...all, [this.session.match]: now }))
  }
}
