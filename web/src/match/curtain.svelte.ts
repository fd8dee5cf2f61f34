/** Two share a screen and know different things: the other is called before anything is shown. */
import { api } from '../lib/api'
import type { Seats } from '../lib/holdings'
import type { Snapshot } from '../lib/types'

export class Curtain {
  /** To whom the screen must be passed now; empty if it need not. */
  side = $state('')
  /** Who is in front of the screen. */
  private front = ''
  /** Whether those at this screen have ever known different things. */
  parted = false

  /** The side that looks next; true if it and the others here know different things. */
  async pass(seats: Seats, side: string, news: Snapshot): Promise<boolean> {
    const people = Object.keys(seats).filter((s) => s !== 'spectator')
    const alone = people.length < 2 || news.outcome || news.origin === 'fork'
    const asked = alone ? null : api.curtain(news.match, Object.values(seats))
    const needed = (await asked?.catch(() => ({ needed: true })))?.needed ?? false
    this.parted ||= needed
    if (!needed) this.front = side
    this.side = side === this.front ? '' : side
    return needed
  }

  /** The one who was called is here. */
  lift(): void {
    this.front = this.side
    this.side = ''
  }
}
