/** What the engine asks, as a heading and what is left of the sentence. */
import { say } from '../lib/i18n'
import { endOf, headline } from '../pages/ending'
import type { Session } from '../match/session.svelte'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The engine's sentence without its address; the game may have a shorter title for it. To whom it
    does not speak it is told whole: what another is asked to do is no order for those who wait. */
export function asked(session: Session): { title: string; more: string } {
  const { shown, game } = session
  const end = endOf(session)
  if (end) return { title: say(headline(end)), more: '' }
  const whole = say(shown?.prompt)
  if (!shown?.yours) return { title: '', more: whole }
  const colon = whole.indexOf(': ')
  const rest = capital(colon < 0 ? whole : whole.slice(colon + 2))
  const title = say(game?.titles[shown.step?.decision ?? ''])
  return title ? { title, more: rest } : { title: rest, more: '' }
}
