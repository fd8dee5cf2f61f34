/** How a game ended, in words: who won and how much, why, and whether it was the reader. */
import { opposite, type Grade, type TableGame } from '../games/game'
import { fill } from '../lib/fill'
import type { Ended, Outcome, Score, Text } from '../lib/types'
import { WORDS } from '../lib/words'
import type { Session } from '../match/session.svelte'

export interface Facts {
  game: TableGame | null
  outcome: Outcome
  /** By whom and how it was ended. */
  ended: Ended | null
  /** What the server says of the end. */
  prompt: Text
  turn: number
  /** The sides whose seats we hold. */
  ours: readonly string[]
  scores: readonly Score[]
}

/** The end of the match that is shown, if it has come. */
export function endOf({ shown, game, sides, tabletop }: Session): Facts | null {
  const outcome = shown?.outcome
  if (!outcome) return null
  const { ended, prompt } = shown
  return {
    game,
    outcome,
    ended,
    prompt,
    turn: tabletop.track.turn,
    ours: sides,
    scores: tabletop.scores,
  }
}

const both = (make: (language: 'it' | 'en') => string): Text => ({
  it: make('it'),
  en: make('en'),
})
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const afterColon = (text: string) => text.split(': ').slice(-1).join()

const nameOf = ({ game }: Facts, side: string): Text =>
  game?.sides[side]?.name ?? { it: side, en: side }

function wins(facts: Facts, winner: string): Text {
  const name = nameOf(facts, winner)
  return (
    facts.game?.about.wins[winner] ??
    both((lang) => fill(WORDS.wins[lang], { side: name[lang] ?? '' }))
  )
}

function resigned(facts: Facts, winner: string | null, by: string): Text {
  const name = nameOf(facts, by)
  const who =
    facts.game?.about.resigns[by] ??
    both((lang) => fill(WORDS.gaveUp[lang], { side: name[lang] ?? '' }))
  const won = winner ? wins(facts, winner) : null
  return both((lang) => {
    const when = facts.turn ? ` ${fill(WORDS.onTurn[lang], { n: facts.turn })}` : ''
    const said = `${who[lang] ?? ''}${when}`
    return won ? `${won[lang]}: ${said}` : said
  })
}

/** The heading: the winner first, then how much or why. */
export function headline(facts: Facts): Text {
  const { outcome, ended, prompt } = facts
  const { winner, level } = outcome
  if (ended?.how === 'resignation') return resigned(facts, winner, ended.by)
  const { spoken = [], sizes = {} } = facts.game?.about ?? {}
  if (!winner || spoken.includes(level)) return prompt
  const won = wins(facts, winner)
  const size = sizes[level]
  if (size) return both((lang) => `${won[lang]}: ${size[lang] ?? ''}`)
  // What is left is a sentence: "Axis victory: no unit left", or a reason alone.
  return both((lang) => `${won[lang]}: ${lower(afterColon(prompt[lang] ?? ''))}`)
}

/** Whether the reader won; nothing for who watches or plays both sides. */
export function verdict({ outcome, ours }: Facts): Text | null {
  if (ours.length !== 1) return null
  if (!outcome.winner) return WORDS.nobodyWon
  return ours.includes(outcome.winner) ? WORDS.youWon : WORDS.youLost
}

/** The points of each side that has any, as the game counted them at its end. */
export function finalPoints({ game, outcome, scores }: Facts): [side: string, points: number][] {
  if (game && !game.about.scored) return []
  const counted = Object.entries(outcome.points).filter(([side]) => side in (game?.sides ?? {}))
  return counted.length ? counted : scores.map((s) => [s.side, s.points])
}

export interface Rung {
  name: Text
  grade: Grade
  current: boolean
}

/** The levels from one side's best to the other's. Where a level does not say whose it is, it stands
    there twice, each time with its side. */
export function ladder(facts: Facts, seated: readonly string[]): Rung[] {
  const { game, outcome } = facts
  const all = game?.levels ?? []
  const absent = Object.keys(game?.sides ?? {}).filter((s) => !seated.includes(s))
  const levels = all.filter((l) => !absent.includes(l.side))
  if (!levels.some((l) => l.id === outcome.level)) return []
  if (levels.every((l) => l.side || !l.grade))
    return levels.map((l) => ({ ...l, current: l.id === outcome.level }))
  const draw = levels.filter((l) => l.grade === 0)
  const won = levels.filter((l) => l.grade > 0).sort((a, b) => b.grade - a.grade)
  const [first = '', second = ''] = seated
  const of = (side: string, sign: 1 | -1) =>
    won.map((l) => ({
      name: both((lang) => `${nameOf(facts, side)[lang]}: ${lower(l.name[lang] ?? '')}`),
      grade: sign > 0 ? l.grade : opposite(l.grade),
      current: l.id === outcome.level && side === outcome.winner,
    }))
  return [
    ...of(first, 1),
    ...draw.map((l) => ({ ...l, current: l.id === outcome.level })),
    ...of(second, -1).reverse(),
  ]
}
