/** Which of its states a base shows. */
import type { About } from '../games/game'
import type { Piece } from '../lib/types'

/** The states of a base as they matter in a decision: used up is who can do no more in it. */
export function baseStates(
  piece: Piece,
  decision: string,
  about?: Pick<About, 'marks' | 'spent'>,
): string[] {
  const { marks = {}, spent = {} } = about ?? {}
  const uses = new Set(Object.values(spent))
  return (piece.states ?? []).flatMap((state) => {
    if (uses.has(state)) return state === spent[decision] ? ['moved'] : []
    return [marks[state] ?? state]
  })
}
