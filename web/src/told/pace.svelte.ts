/** How fast the orders of others are shown: chosen once, kept in this browser. */
import { keptText } from '../lib/stored'

export type Speed = 'half' | 'once' | 'thrice' | 'summary'
export const SPEEDS: readonly Speed[] = ['half', 'once', 'thrice', 'summary']

const KEY = 'campagna.pace'
const FACTOR: Readonly<Record<Speed, number>> = { half: 2, once: 1, thrice: 1 / 3, summary: 0 }
/** In milliseconds: a move; a battle is its die and the time to read it. */
export const MOVE = 260
export const BATTLE = 700 + 800
/** A whole turn of another side lasts no longer at the plain speed. */
export const LONGEST = 15_000

/** How long an order is shown when so much of the turn has been shown already: what is left of the time
    is shared out, so that a long turn never lasts longer than the longest. */
export function shareOf(battle: boolean, spent: number): number {
  return (battle ? BATTLE : MOVE) * Math.max(0, 1 - spent / LONGEST)
}

class Pace {
  speed = $state<Speed>('once')

  constructor() {
    const kept = keptText(KEY)
    this.speed = SPEEDS.find((speed) => speed === kept) ?? this.speed
  }

  choose(speed: Speed): void {
    this.speed = speed
    try {
      localStorage.setItem(KEY, speed)
    } catch {
      // It lasts as long as the page.
    }
  }

  /** How long one order is shown when it is played again: somebody asked for it, so never not at all. */
  timeOf(battle: boolean): number {
    return (battle ? BATTLE : MOVE + 240) * (FACTOR[this.speed] || 1)
  }

  /** How long an order that comes in is shown. */
  waitFor(battle: boolean, spent: number): number {
    return shareOf(battle, spent) * FACTOR[this.speed]
  }
}

export const pace = new Pace()
