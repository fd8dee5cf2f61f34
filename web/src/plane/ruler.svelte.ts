/** The ruler between two bases or places: it asks the game what the distance means, at any time. */
import { api } from '../lib/api'
import type { Mark, Measurement, Spot } from '../lib/types'
import type { Session } from '../match/session.svelte'

export class Ruler {
  on = $state(false)
  from = $state.raw<Mark | null>(null)
  to = $state.raw<Mark | null>(null)
  found = $state.raw<Measurement | null>(null)
  private asked = 0

  constructor(private readonly session: Session) {}

  /** Take the ruler, or put it away; whoever is chosen is where it begins. */
  toggle(unit = ''): void {
    this.on = !this.on
    this.asked += 1
    this.from = this.on && unit ? { unit } : null
    this.to = null
    this.found = null
  }

  /** The next end: a base, or a place where none stands. A third press begins anew. */
  point(unit: string, [x, y]: Spot): void {
    const mark: Mark = unit ? { unit } : { at: [Math.round(x), Math.round(y)] }
    if (!this.from || this.to) {
      this.from = mark
      this.to = null
      this.found = null
      return
    }
    this.to = mark
    void this.read()
  }

  /** After an order the ends may have moved. */
  async read(): Promise<void> {
    const { from, to, session } = this
    if (!from || !to) return
    const ticket = ++this.asked
    const found = await api.ruler(session.match, session.token, from, to).catch(() => null)
    if (ticket === this.asked) this.found = found
  }
}
