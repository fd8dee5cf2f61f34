/** What else a drafted order may say. The offers name the parts, the judge tries them; no rule is here. */
import { api } from '../lib/api'
import type { Json, Order } from '../lib/types'
import { changed, detailsOf, type Change, type Detail } from '../shapes/extras'
import type { Session } from './session.svelte'

/** As many as the server takes at once. */
const MOST = 64

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
    const all = await this.allowed(order, (d) => d.field in this.extras || !fixed(d))
    if (ticket === this.asked) this.found = all
  }

  /** The changes of this order that the judge allows; none if the server does not answer. */
  async allowed(order: Order, asks: (detail: Detail) => boolean): Promise<Detail[]> {
    const { match, token } = this.session
    const tried = detailsOf(this.session.plan.offers, order).filter(asks)
    const orders = tried.flatMap((d) => d.changes.map((change) => changed(order, d, change)))
    const said: boolean[] = []
    for (let i = 0; i < orders.length; i += MOST) {
      const part = orders.slice(i, i + MOST)
      said.push(...(await api.allowed(match, token, part).catch(() => part.map(() => false))))
    }
    return tried
      .map((d) => ({ ...d, changes: d.changes.filter(() => said.shift() === true) }))
      .filter((d) => d.changes.length)
  }

  apply(detail: Detail, change: Change): void {
    this.extras = { ...this.extras, [detail.field]: change.value }
  }
}
