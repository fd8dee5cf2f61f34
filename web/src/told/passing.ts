/** A phase that begins with nothing to decide passes by itself, unless the player wants to stop at it. */
import type { Tabletop } from '../lib/types'
import type { Plan } from '../shapes/plan'

export interface Moment {
  /** Side and decision: what is asked. */
  question: string
  side: string
  plan: Plan
  track: Tabletop['track']
  /** Orders given so far. */
  orders: number
  /** Whether the question answers another, and ends no phase. */
  reply: boolean
}

/** Ending is all that may be ordered, and the turn goes on with a phase of the same side. */
export function isEmpty({ plan, track, side, reply }: Moment): boolean {
  if (reply || !plan.end || plan.end.tone === 'grave' || plan.offers.length !== 1) return false
  const { sequence = [], now = -1 } = track
  return now >= 0 && sequence.slice(now + 1).some((s) => s.side === side && s.asks)
}

export class Passing {
  private question = ''
  private orders = 0

  /** Whether to pass now. Only a phase that has just begun passes, and none that was taken back to. */
  now(moment: Moment): boolean {
    const begins = moment.question !== this.question && moment.orders >= this.orders
    this.question = moment.question
    this.orders = moment.orders
    return begins && isEmpty(moment)
  }
}
