/** The account of the odds as the panel shows it. */
import type { Account, AccountLine, Forecast } from '../lib/types'
import type { Word } from '../lib/words'

/** The columns with their chances, as the game lists them. */
export const columnsOf = (account: Account | null): [string, number][] =>
  Object.entries(account?.columns ?? {})

/** The columns that are possible: one, or from the lowest to the highest. */
export function spread(account: Account | null): string {
  const names = Object.keys(account?.columns ?? {})
  const [first] = names
  const last = names.at(-1)
  if (!first || !last) return ''
  return first === last ? first : `${first} … ${last}`
}

export const isUnknown = (line: AccountLine): boolean => line.value === '?'

/** Why the column is not known yet: units that nobody has seen, or dice that come before, of aircraft. */
export function columnWord({ columns, lines }: Pick<Account, 'columns' | 'lines'>): Word {
  if (Object.keys(columns).length <= 1) return 'column'
  return lines.some(isUnknown) ? 'columnUnknown' : 'columnDice'
}

/** Whether a forecast has more to tell than that the order happens. */
export const tells = (forecast: Forecast | null | undefined): boolean =>
  Boolean(forecast && (!forecast.settled || forecast.account))
