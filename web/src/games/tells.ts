/** What stays on the table until it is read: names of events, by what a game says of them. */
import type { EventLine, GameInfo } from '../lib/types'

export type Tells = GameInfo['about']['tells']

export const SILENT: Tells = {
  battles: [],
  undefended: [],
  after: [],
  ended: [],
  between: [],
  closes: [],
  places: [],
  losses: [],
  arrivals: [],
  happened: [],
  points: [],
  turns: [],
}

/** Whether an account of a battle begins here. */
export function begins({ battles, undefended }: Tells, event: EventLine): boolean {
  if (battles.includes(event.event)) return true
  return undefended.includes(event.event) && event.defenders?.length === 0
}
