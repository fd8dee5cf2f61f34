/** The seats this browser holds, and the invitations it may hand on; kept between visits. */
import { isString, mapOf } from './guards'
import { keep, keptTable } from './stored'

const SEATS = 'campagna.seats'
const CODES = 'campagna.codes'
/** Tokens of other seats, which earlier editions gave to the maker of a match as invitations. */
const OLD_INVITATIONS = 'campagna.invitations'

export type Seats = Record<string, string>

const read = (key: string): Record<string, Seats> => keptTable(key, mapOf(isString))

function add(key: string, match: string, seats: Seats): void {
  const known = read(key)
  keep(key, { ...known, [match]: { ...known[match], ...seats } })
}

export const holdings = {
  of: (match: string): Seats => read(SEATS)[match] ?? {},
  tokens: (): string[] => Object.values(read(SEATS)).flatMap((seats) => Object.values(seats)),
  /** Tokens that are a person's seats now are needed no more. */
  forget: (matches: readonly string[]): void => {
    const known = read(SEATS)
    keep(SEATS, Object.fromEntries(Object.entries(known).filter(([m]) => !matches.includes(m))))
  },
  add: (match: string, seats: Seats): void => add(SEATS, match, seats),
  invite: (match: string, codes: Seats): void => add(CODES, match, codes),
  /** Codes for the seats of friends, by side. */
  codes: (match: string): Seats => read(CODES)[match] ?? {},
  oldInvitations: (match: string): Seats => read(OLD_INVITATIONS)[match] ?? {},
}
