/** What this browser adds to its orders: a signature that only it can make, and a salt for the dice. */
import { isString, isTable, mapOf } from '../lib/guards'
import { keep, keptTable, keptText } from '../lib/stored'
import type { Dice, NewSalts, Order, Promised, Seal } from '../lib/types'
import { type Bytes, fresh, hex, isSalt, mac, publicKey, signed, text, unhex } from './bytes'
import { orderDigest } from './digests'

const SEED = 'campagna.seed'
const SEEN = 'campagna.links'

/** The one secret of this browser, from which the keys of all its seats follow. Nobody else ever sees it. */
function ownSeed(): Bytes {
  const kept = keptText(SEED)?.replaceAll('"', '') ?? ''
  if (isSalt(kept)) return unhex(kept)
  const made = fresh()
  keep(SEED, hex(made))
  return made
}

/** A key of its own for each seat: two records do not show that the same person played both. */
const seatSeed = (match: string, side: string): Bytes =>
  mac(ownSeed(), text(`campagna-seat:${match}:${side}`))

export const seatKey = (match: string, side: string): string => publicKey(seatSeed(match, side))

/** The keys and salts of the maker's own sides. */
export function newSalts(promised: Promised, own: readonly string[]): NewSalts {
  const { match } = promised
  const salts = Object.fromEntries(own.map((side) => [side, hex(fresh())]))
  const keys = Object.fromEntries(own.map((side) => [side, seatKey(match, side)]))
  remember(match, { commitment: promised.commitment, salts: JSON.stringify(salts) })
  return { match, keys, salts }
}

/** `order` is signed as it will be sent. */
export function sealOrder(match: string, side: string, chain: string, order: Order): Seal {
  const [seed, salt] = [seatSeed(match, side), hex(fresh())]
  const key = publicKey(seed)
  const digest = orderDigest({ chain, side, key, salt, order: JSON.stringify(order) })
  return { salt, sig: signed(seed, digest), key }
}

// --- what was seen ------------------------------------------------------------------------------------------------

/** What a finished record must contain. */
export interface Seen {
  readonly commitment: string
  /** The salts of our sides for the set-up, as JSON. */
  readonly salts: string
  readonly first: string
  /** The last link that nobody could take back any more, and how many orders led to it. */
  readonly link: string
  readonly orders: string
}

const isSeen = mapOf(isString)

export function seenOf(match: string): Partial<Seen> {
  return keptTable(SEEN, isSeen)[match] ?? {}
}

export function remember(match: string, news: Partial<Seen>): void {
  const all = keptTable(SEEN, isSeen)
  keep(SEEN, { ...all, [match]: { ...all[match], ...news } })
}

/** At the beginning of a decision of ours, what came before is settled. */
export function noteDice(match: string, dice: Dice, orders: number): void {
  remember(match, {
    commitment: dice.commitment,
    first: dice.first,
    link: dice.chain,
    orders: String(orders),
  })
}

export const isSeal = (value: unknown): value is Seal =>
  isTable(value) && isString(value['salt']) && isString(value['sig']) && isString(value['key'])
