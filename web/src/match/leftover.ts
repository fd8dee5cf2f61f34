/** What is still undone when a phase is about to end. */
import type { HexGame, Plan } from '../games/game'
import type { Piece, Tabletop, Text } from '../lib/types'
import { WORDS } from '../lib/words'

/** What a table without hexes can still do. */
export interface Bases {
  moves: number
  shots: number
  works: number
}

export interface Situation {
  plan: Plan
  game: { about: Pick<HexGame['about'], 'marks' | 'strikes' | 'seldom'> }
  pieces: ReadonlyMap<string, Piece>
  obligations: Tabletop['obligations']
  /** Units to be placed that still wait beside the map. */
  waiting: number
  bases: Bases | null
}

/** Stacks with units that can go somewhere and have not moved yet. */
function unmoved({ plan, game, pieces }: Situation): number {
  const places = new Set<string>()
  for (const [unit, mover] of plan.moves) {
    const piece = pieces.get(unit)
    const states = (piece?.states ?? []).map((s) => game.about.marks[s] ?? s)
    const at = piece?.at ?? ''
    const open = [...mover.reach.keys(), ...(mover.rail?.keys() ?? []), ...mover.entry]
    if (!states.includes('moved') && open.some((hex) => hex !== at)) places.add(at)
  }
  return places.size
}

/** A text about so many; nothing to say about none. */
function counted(n: number, text: Text): Text[] {
  const put = (words: string) => words.replace('{n}', String(n))
  return n ? [{ it: put(text.it), en: put(text.en) }] : []
}

/** What would be given up by ending now, one line each; empty if nothing is left. */
export function leftover(now: Situation): Text[] {
  const { plan, game, bases } = now
  const strikes = plan.choices
    .filter((group) => game.about.strikes.includes(group.kind))
    .flatMap(({ title, choices }) => {
      const able = new Set(choices.map((choice, i) => choice.units[0] ?? String(i)))
      const { it, en } = WORDS.leftStrikes
      return counted(able.size, {
        it: it.replace('{title}', title.it),
        en: en.replace('{title}', title.en),
      })
    })
  return [
    ...now.obligations.map(([text]) => text),
    ...counted(now.waiting, WORDS.leftWaiting),
    ...counted(unmoved(now), WORDS.canMove),
    ...counted(plan.attacks.size, WORDS.leftAttacks),
    ...strikes,
    ...counted(bases?.moves ?? 0, plan.undone.moves ?? WORDS.leftBases),
    ...counted(bases?.shots ?? 0, plan.undone.shots ?? WORDS.leftShots),
    ...counted(bases?.works ?? 0, WORDS.leftWorks),
  ]
}

/** Whether there is nothing to do but to end. */
export function nothingElse(now: Situation): boolean {
  const { plan, game } = now
  const wanted = plan.choices.filter((group) => !game.about.seldom.includes(group.kind))
  return !wanted.length && !plan.picks.length && !plan.advances.size && !leftover(now).length
}
