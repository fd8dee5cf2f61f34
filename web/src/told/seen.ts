/** What each seat of a match has seen and read, kept in this browser. */
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

function all(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(found) ? (found as Kept[]) : []
  } catch {
    return []
  }
}

function put(kept: Kept): void {
  const others = all().filter((k) => k.match !== kept.match || k.seat !== kept.seat)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, kept].slice(-MOST)))
  } catch {
    // Without room nothing is remembered: everything since our last order is told again.
  }
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
