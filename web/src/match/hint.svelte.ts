/** A hint: what the captain would order next and why. It is shown, and never given by itself. */
import { api } from '../lib/api'
import type { Hint as Told } from '../lib/types'
import type { Measure } from '../plane/measure.svelte'
import { choiceOf } from '../shapes/choices'
import type { Choice } from '../shapes/plan'
import { placesOf, sceneOf, type Scene } from '../shapes/scene'
import type { Draft } from './draft.svelte'
import { takeInHand } from './inhand'
import type { Session } from './session.svelte'

interface Asked {
  readonly version: number
  /** Null: there is nothing to say. */
  readonly told: Told | null
  readonly failed: boolean
}

export class Hint {
  private asked = $state.raw<Asked | null>(null)
  busy = $state(false)
  /** It has been taken in hand: the draft draws it now. */
  taken = $state.raw<Choice | null>(null)

  constructor(
    private readonly session: Session,
    private readonly draft: Draft,
    private readonly measure: Measure,
    /** Brings places of the map into sight. */
    private readonly show: (places: readonly string[]) => void,
  ) {}

  /** The answer for the position that is shown. */
  private readonly now: Asked | null = $derived.by(() => {
    const { shown } = this.session
    return shown?.yours && this.asked?.version === shown.version ? this.asked : null
  })
  readonly open: boolean = $derived(this.now !== null)
  readonly failed: boolean = $derived(this.now?.failed ?? false)
  readonly told: Told | null = $derived(this.now?.told ?? null)
  /** As a line: its counters, places and words. */
  readonly choice: Choice | null = $derived.by(() =>
    this.told ? choiceOf(this.told.order, this.session.around) : null,
  )
  /** Whether it ends the phase: that has a button of its own. */
  readonly ends: boolean = $derived.by(
    () => this.told !== null && this.told.order.order === this.session.plan.end?.order,
  )
  /** What is drawn on the map: until it is in hand. */
  readonly scene: Scene | null = $derived.by(() => {
    const { told, session } = this
    if (!told || this.taken) return null
    const viewer = session.shown?.viewer
    const isMine = (id: string) => session.pieces.get(id)?.side === viewer
    return sceneOf(told.order, session.plan.offers, session.around, isMine)
  })

  async ask(): Promise<void> {
    const { session } = this
    const version = session.shown?.version
    if (this.busy || version === undefined || !session.canOrder) return
    if (this.open && !this.failed && !this.taken) {
      this.close()
      return
    }
    this.busy = true
    this.taken = null
    try {
      const told = await api.hint(session.match, session.token)
      this.draft.clear()
      this.measure.clear()
      this.asked = { version, told, failed: false }
      if (this.scene) this.show(placesOf(this.scene, session.around))
    } catch {
      this.asked = { version, told: null, failed: true }
    } finally {
      this.busy = false
    }
  }

  close(): void {
    this.asked = null
    this.taken = null
  }

  /** Put the order together as if by hand, ready to be confirmed or changed. */
  take(): void {
    if (!this.told || !this.choice) return
    this.taken = this.choice
    takeInHand(this.draft, this.measure, this.choice)
  }
}
