import { api } from '../lib/api'
import type { Created } from '../lib/types'
import { holdings } from '../lib/holdings'
import { t } from '../lib/i18n'
import { FRIEND } from '../lib/kinds'
import { me } from '../lib/me.svelte'
import { personName } from '../lib/people-names'
import type { GameInfo, OptionSpec, SeatState, Text } from '../lib/types'
import type { Word } from '../lib/words'

/** The name in a list of seats, and one sentence about it. */
const SEATS: Readonly<Record<string, { name: Word; about: Word }>> = {
  human: { name: 'here', about: 'hereAbout' },
  [FRIEND]: { name: 'friend', about: 'friendAbout' },
  recruit: { name: 'recruit', about: 'recruitAbout' },
  captain: { name: 'captain', about: 'captainAbout' },
  general: { name: 'general', about: 'generalAbout' },
}

export function seatName(kind: string): string {
  const seat = SEATS[kind]
  return seat ? t(seat.name) : `${t('computer')}, ${kind}`
}

const LEVELS: Readonly<Record<string, Word>> = {
  recruit: 'recruitName',
  captain: 'captainName',
  general: 'generalName',
}

/** Who sits there, inside a sentence: a person, or the computer with its level. */
export function levelName(kind: string): string {
  if (kind === 'human') return t('human')
  const word = LEVELS[kind]
  return `${t('computer')}, ${word ? t(word) : kind}`
}

/** Who sits there: the person by name, the computer by its level. */
export function sitterName(seat: SeatState): string {
  if (seat.joined === false) return t('notJoined')
  return seat.kind === 'human' && seat.name ? personName(seat.name) : levelName(seat.kind)
}

export function seatAbout(kind: string): string {
  const seat = SEATS[kind]
  return seat ? t(seat.about) : ''
}

export interface Wish {
  scenario: string
  options: Record<string, boolean | string>
  seats: Record<string, string>
  guided: boolean
}

/** Who plays if nobody says otherwise: not the recruit, who plays at random. */
export const USUAL = 'captain'

/** The first side is ours, the others belong to the computer if there is one. */
export function usualSeats(game: GameInfo, sides: readonly string[]): Record<string, string> {
  const first = game.about.first_side
  const ours = sides.includes(first) ? first : sides[0]
  const computer =
    [USUAL, ...game.seats].find((s) => s !== 'human' && game.seats.includes(s)) ?? 'human'
  return Object.fromEntries(sides.map((side) => [side, side === ours ? 'human' : computer]))
}

/** What was chosen before for these names, and the usual for those that are new; no others. */
export function kept<T>(
  usual: Readonly<Record<string, T>>,
  chosen: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, chosen[name] ?? value]),
  )
}

/** The values of an option with their words, which may depend on another option.
 *
 * `area.2@deck.c3` is what the area 2 is called where the option deck is c3. A value that has such names,
 * but none for what is chosen now, is not on the list. */
export function optionValues(
  words: Readonly<Record<string, Text>>,
  option: OptionSpec,
  chosen: Readonly<Record<string, string | boolean>>,
): { value: string; text: Text }[] {
  const now = Object.entries(chosen).map(([name, value]) => `${name}.${value}`)
  return option.values.flatMap((each) => {
    const value = String(each)
    const key = `${option.name}.${value}`
    const own = now.map((other) => words[`${key}@${other}`]).find((text) => text)
    const elsewhere = Object.keys(words).some((known) => known.startsWith(`${key}@`))
    if (!own && elsewhere) return []
    return [{ value, text: own ?? words[key] ?? { it: value, en: value } }]
  })
}

/** Make the match, keep our seats, and go to the table, or first to the invitations. */
export async function beginMatch(game: GameInfo, wish: Wish): Promise<void> {
  await me.enter()
  const made = await createMatch({
    game: game.slug,
    scenario: wish.scenario,
    options: wish.options,
    seats: wish.seats,
  })
  keep(made)
  const invites = Object.keys(made.invitations ?? {}).length > 0
  const rest = invites ? '/people' : wish.guided ? '?guide' : ''
  location.hash = `#/match/${made.match}${rest}`
}

/** With dice that nobody can foresee: the server promises its secret, then our seats add their salts. */
export async function createMatch(
  wish: Omit<Parameters<typeof api.create>[0], 'salted'>,
): Promise<Created> {
  const own = Object.keys(wish.seats).filter((side) => wish.seats[side] === 'human')
  const [promised, { newSalts }] = await Promise.all([api.promise(), import('../dice/seal')])
  return api.create({ ...wish, salted: newSalts(promised, own) })
}

/** Straight to the table: the usual seats, the guide beside the map. */
export function beginGuided(game: GameInfo): Promise<void> {
  const [spec] = game.scenarios
  const seats = usualSeats(game, spec?.sides ?? game.sides)
  return beginMatch(game, { scenario: spec?.id ?? '', options: {}, seats, guided: true })
}

/** Remember the codes for our friends; our seats only where the server does not know us. */
export function keep(made: Created): void {
  if (!me.name) holdings.add(made.match, made.tokens)
  if (made.invitations) holdings.invite(made.match, made.invitations)
}
