/** The order that the server has not answered: kept in this browser, and sent again as it is until it is answered. */
import { Declined } from '../lib/api'
import { isSeal } from '../dice/seal'
import { isNumber, isString, isTable, orNull, shaped } from '../lib/guards'
import { drop, keep, keptList } from '../lib/stored'
import type { LogEntry, Order, Seal, Text } from '../lib/types'
import { WORDS } from '../lib/words'

export interface Kept {
  readonly match: string
  readonly side: string
  /** The version it was given for: the server takes it once, and only while the match stands there. */
  readonly version: number
  /** How many orders the match had. */
  readonly log: number
  readonly order: Order
  /** Its salt and signature: what is sent again is the same to the last byte. */
  readonly seal: Seal | null
}

const KEY = 'campagna.unsent'
const MOST = 20
const FIRST_WAIT = 500
const LONGEST_WAIT = 5000

const isOrder = (value: unknown): value is Order => isTable(value) && isString(value['order'])
const isKept = shaped<Kept>({
  match: isString,
  side: isString,
  version: isNumber,
  log: isNumber,
  order: isOrder,
  seal: orNull(isSeal),
})

/** Whether nobody knows what became of a request: no answer, or one that is not the table's own. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof Declined) || (error.status >= 500 && error.key === 'unknown')

/** Answers to an order that was given for another moment than the present one. */
const MOVED_ON = new Set(['stale', 'over', 'not-your-turn'])
const hasMovedOn = (error: unknown): boolean => error instanceof Declined && MOVED_ON.has(error.key)

/** Whether the order that followed is this one: the server may have filled in what was left out. */
function isThis({ side, order, log }: Kept, entry: LogEntry | undefined): boolean {
  const given = entry?.order
  if (entry?.n !== log + 1 || entry.side !== side || !isTable(given)) return false
  return Object.entries(order).every(([name, value]) => plain(given[name]) === plain(value))
}

/** The server may put a list in another order. */
const plain = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value)
      ? value.map((v: unknown) => JSON.stringify(v)).sort((a, b) => a.localeCompare(b))
      : value,
  )

/** What the table does for an order that is kept. */
interface Sender {
  /** Give it for the version it was given for. */
  give: (kept: Kept) => Promise<void>
  /** The order that followed the moment of this one. */
  followed: (kept: Kept) => Promise<LogEntry | undefined>
  /** The server has a word against it. */
  declined: (error: unknown, order: Order) => Promise<void>
  /** Show the match as it is now, with a word about the order. */
  tell: (text: Text) => Promise<void>
}

export class Unsent {
  kept = $state.raw<Kept | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  private wait = FIRST_WAIT
  private trying = false

  constructor(
    private readonly match: string,
    private readonly sender: Sender,
  ) {}

  /** What an earlier visit has left for these seats. */
  read(sides: readonly string[]): void {
    this.kept =
      keptList(KEY, isKept).find((k) => k.match === this.match && sides.includes(k.side)) ?? null
  }

  keep(kept: Kept): void {
    this.kept = kept
    this.store()
    this.later()
  }

  /** The player no longer wants it; it may have arrived all the same. */
  drop(): void {
    clearTimeout(this.timer)
    this.wait = FIRST_WAIT
    this.kept = null
    this.store()
  }

  /** Send it now, and again later if nobody answers. */
  async again(): Promise<void> {
    const { kept } = this
    clearTimeout(this.timer)
    if (!kept || this.trying) return
    this.trying = true
    try {
      const said = await this.attempt(kept)
      // Who did not want it any more while it was on its way sees what became of it.
      if (this.kept === kept) this.drop()
      await said()
    } catch {
      if (this.kept === kept) this.later()
    } finally {
      this.trying = false
    }
  }

  /** What the server makes of it, to be told when nothing waits any more; it throws if nobody answers. */
  private async attempt(kept: Kept): Promise<() => Promise<void>> {
    const { sender } = this
    try {
      await sender.give(kept)
      return () => sender.tell(WORDS.unsentSent)
    } catch (error) {
      if (isLost(error)) throw error
      if (!hasMovedOn(error)) return () => sender.declined(error, kept.order)
      const arrived = isThis(kept, await sender.followed(kept))
      return () => sender.tell(arrived ? WORDS.unsentArrived : WORDS.unsentLate)
    }
  }

  /** The page goes away; the order stays. */
  stop(): void {
    clearTimeout(this.timer)
  }

  private later(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.again(), this.wait)
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT)
  }

  private store(): void {
    const others = keptList(KEY, isKept).filter((k) => k.match !== this.match)
    const all = this.kept ? [...others, this.kept] : others
    if (all.length) keep(KEY, all.slice(-MOST))
    else drop(KEY)
  }
}
