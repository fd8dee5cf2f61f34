/** Cards that their reader has folded, kept in this browser. */
import { isString } from '../lib/guards'
import { keep, keptList } from '../lib/stored'

const KEY = 'campagna.folded'
const MOST = 80

const all = (): string[] => keptList(KEY, isString)

export const folded = {
  has: (card: string): boolean => all().includes(card),
  turn(card: string): void {
    const others = all().filter((c) => c !== card)
    // Without room the card lies open again.
    keep(KEY, folded.has(card) ? others : [...others, card].slice(-MOST))
  },
}
