/** What is still undone when a phase is about to end. */
import type { TableGame } from '../games/game'
import type { Plan } from '../shapes/plan'
import type { Piece, Tabletop, Text } from '../lib/types'
import { WORDS } from '../lib/words'
import { movers } from './able'

/** What a table without hexes can still do: how many pieces, and for which order. */
export type Bases = readonly (readonly [n: number, title: Text])[]

export interface Situation {
  plan: Plan
  game: { about: Pick<TableGame['about'], 'marks' | 'strikes' | 'seldom'> }
  pieces: ReadonlyMap<string, Piece>
  obligations: Tabletop['obligations']
  /** Units to be placed that still wait beside the map. */
  waiting: number
  bases: Bases | null
}

/** Stacks with units that can go somewhere and have not moved yet. */
function unmoved({ plan, game, pieces }: Situation): number {
  const { marks, seldom } = game.about
  return new Set(movers({ plan, pieces, marks, seldom }).map((unit) => pieces.get(unit)?.at)).size
}

/** A text about so many; nothing to say about none. */
function counted(n: number, text: Text): Text[] {
  const put = (words: string) => words.replace('{n}', String(n))
  return n ? [{ it: put(text.it), en: put(text.en) }] : []
}

/** That an order is still possible, so many times. */
const possible = (title: Text): Text => ({
  it: WORDS.leftStrikes.it.replace('{title}', title.it),
  en: WORDS.leftStrikes.en.replace('{title}', title.en),
})

/** What would be given up by ending now, one line each; empty if nothing is left. */
export function leftover(now: Situation): Text[] {
  const { plan, game, bases } = now
  const strikes = plan.choices
    .filter((group) => game.about.strikes.includes(group.kind))
    .flatMap(({ title, choices }) => {
      const able = new Set(choices.map((choice, i) => choice.units[0] ?? String(i)))
      return counted(able.size, possible(title))
    })
  return [
    ...now.obligations.map(([text]) => text),
    ...counted(now.waiting, WORDS.leftWaiting),
    ...counted(unmoved(now), WORDS.canMove),
    ...counted(plan.attacks.size, WORDS.leftAttacks),
    ...strikes,
    ...(bases ?? []).flatMap(([n, title]) => counted(n, possible(title))),
  ]
}

/** Whether there is nothing to do but to end. */
export function nothingElse(now: Situation): boolean {
  const { plan, game } = now
  const wanted = plan.choices.filter((group) => !game.about.seldom.includes(group.kind))
  return !wanted.length && !plan.picks.length && !plan.routes.size && !leftover(now).length
}
