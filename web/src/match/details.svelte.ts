/** What else a drafted order may say. The server tries every detail on the judge; no rule is here. */
import { api } from '../lib/api'
import type { Change, Detail, Json, Order } from '../lib/types'
import type { Session } from './session.svelte'

export class Details {
  /** The fields that were changed by hand. */
  extras = $state.raw<Readonly<Record<string, Json>>>({})
  found = $state.raw<readonly Detail[]>([])
  private asked = 0

  constructor(private readonly session: Session) {}

  reset(): void {
    this.asked++
    this.extras = {}
    this.found = []
  }

  /** Ask what may be changed in this order. Fields named in `fixed` have a control of their own. */
  async ask(order: Order | null, fixed: (detail: Detail) => boolean): Promise<void> {
    const ticket = ++this.asked
    if (!order) {
      this.found = []
      return
    }
    const { match, token } = this.session
    const all = await api.details(match, token, order).catch((): Detail[] => [])
    if (ticket === this.asked) this.found = all.filter((d) => d.field in this.extras || !fixed(d))
  }

  apply(detail: Detail, change: Change): void {
    this.extras = { ...this.extras, [detail.field]: change.value }
  }
}
