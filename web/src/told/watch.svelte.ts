/** The orders of others as they come in: each is shown for a while before the next one is. */
import { begins, type Tells } from '../games/tells'
import type { LogEntry } from '../lib/types'
import { pace } from './pace.svelte'

export class Watch {
  /** How many orders of others were shown since we decided last. */
  orders = $state(0)
  paused = $state(false)
  /** An order is being shown. */
  showing = $state(false)
  private spent = 0
  private skipped = false
  private goOn: () => void = () => undefined

  /** Wait as long as these orders are to be seen; nothing if they are our own. */
  async after(lines: readonly LogEntry[], ours: readonly string[], tells: Tells): Promise<void> {
    const theirs = lines.filter((line) => !ours.includes(line.side))
    if (!ours.length) return
    if (!theirs.length) {
      if (lines.length) this.restart()
      return
    }
    this.orders += theirs.length
    if (this.skipped || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const battle = theirs.some((line) => line.events.some((event) => begins(tells, event)))
    const time = pace.waitFor(battle, this.spent)
    this.spent += time
    if (!time && !this.paused) return
    this.showing = true
    await new Promise<void>((resolve) => {
      this.goOn = resolve
      if (!this.paused) setTimeout(() => !this.paused && resolve(), time)
    })
    this.showing = false
  }

  private restart(): void {
    this.orders = 0
    this.spent = 0
    this.skipped = false
    this.paused = false
  }

  pause(): void {
    this.paused = !this.paused
    if (!this.paused) this.goOn()
  }

  /** The next order, and no further. */
  step(): void {
    this.paused = true
    this.goOn()
  }

  /** The rest is told by the summary. */
  skip(): void {
    this.skipped = true
    this.paused = false
    this.goOn()
  }
}
