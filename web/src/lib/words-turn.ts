/** Words for the rhythm of a turn: its sequence, what happened, the pace, the state of the game. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const TURN_WORDS = {
  sequence: w('Sequenza di gioco', 'Sequence of play'),
  skippedPhases: w('saltate, niente da decidere: {phases}', 'skipped, nothing to decide: {phases}'),
  phaseDone: w('fatto', 'done'),
  phaseSkipped: w('saltata', 'skipped'),
  levelNow: w('Ora sarebbe', 'It would be now'),
  aimsHeld: w('Luoghi che contano, e chi li tiene', 'Places that count, and who holds them'),
  state_now: w('Adesso', 'Now'),
  state_means: w('Mezzi', 'Means'),
  state_danger: w('In pericolo', 'In danger'),
  state_levels: w('Soglie di vittoria', 'Thresholds of victory'),
  state: w('Stato', 'State'),
  stateOfGame: w('Stato della partita', 'State of the game'),
}
