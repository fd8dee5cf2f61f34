/** Which of its states a base shows. */
import type { Piece } from '../lib/types'

/** What uses a base up in a decision: who has moved may still fire. */
const SPENT: Readonly<Record<string, string>> = {
  move: 'moved',
  fire: 'fired',
  'trench-fire': 'fired',
}

/** The states of a base as they matter in a decision: used up is who can do no more in this phase. */
export function baseStates(piece: Piece, decision: string): string[] {
  return (piece.states ?? []).flatMap((s) => {
    if (s !== 'moved' && s !== 'fired') return [s]
    return s === SPENT[decision] ? ['moved'] : []
  })
}
