/** What each seat of a match has seen and read, kept in this browser. */
import { isNumber, isString, shaped } from '../lib/guards'
import { keep, keptList } from '../lib/stored'

interface Kept {
  match: string
  seat: string
  /** How many orders the log had when we looked last, and when that was. */
  seen: number
  at: number
  /** The last order that was told and read. */
  begun: number
}

const KEY = 'campagna.seen'
const MOST = 60

const isKept = shaped<Kept>({
  match: isString,
  seat: isString,
  seen: isNumber,
  at: isNumber,
  begun: isNumber,
})
const all = (): Kept[] => keptList(KEY, isKept)

function put(kept: Kept): void {
  const others = all().filter((k) => k.match !== kept.match || k.seat !== kept.seat)
  // Without room nothing is remembered: everything since our last order is told again.
  keep(KEY, [...others, kept].slice(-MOST))
}

export const memory = {
  of: (match: string, seat: string): Kept | null =>
    all().find((k) => k.match === match && k.seat === seat) ?? null,
  see(match: string, seat: string, seen: number): void {
    const begun = memory.of(match, seat)?.begun ?? 0
    put({ match, seat, seen, at: Date.now(), begun: Math.min(begun, seen) })
  },
  begin(match: string, seat: string, begun: number): void {
    const seen = Math.max(memory.of(match, seat)?.seen ?? 0, begun)
    put({ match, seat, seen, at: Date.now(), begun })
  },
}
