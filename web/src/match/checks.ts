/** Questions to the judge: those that are asked in one moment become one request. */
import { Declined } from '../lib/api'
import type { Judgement, Order } from '../lib/types'

/** As many as the server takes at once. */
const MOST = 64

interface Question {
  order: Order
  answer: (said: Judgement | null) => void
}

export class Checks {
  private waiting: Question[] = []

  constructor(private readonly send: (orders: readonly Order[]) => Promise<readonly Judgement[]>) {}

  /** Null if there is no answer: the match has gone on, or the server is away. */
  ask(order: Order): Promise<Judgement | null> {
    return new Promise((answer) => {
      if (this.waiting.push({ order, answer }) === 1) queueMicrotask(() => this.flush())
    })
  }

  private flush(): void {
    const all = this.waiting.splice(0)
    for (let i = 0; i < all.length; i += MOST) void this.askAll(all.slice(i, i + MOST))
  }

  private async askAll(questions: readonly Question[]): Promise<void> {
    let said: readonly (Judgement | null)[] = []
    try {
      said = await this.send(questions.map((q) => q.order))
    } catch (error) {
      // Only the server's own word is an answer; whoever asked does without.
      if (!(error instanceof Declined)) console.warn(error)
    }
    questions.forEach((q, i) => q.answer(said[i] ?? null))
  }
}
