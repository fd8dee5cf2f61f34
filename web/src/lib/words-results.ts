/** Words for results that stay, and for the end of a turn and of a game. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const RESULT_WORDS = {
  lastBattle: w('La tua ultima battaglia', 'Your last battle'),
  attackedUs: w('Hai subito un attacco', 'You were attacked'),
  battleOver: w('La battaglia è finita', 'The battle is over'),
  betweenTurns: w('Cambio di turno ed eventi', 'Change of turn and events'),
  noUndoDice: w('Senza annullo: dadi tirati', 'No undo: dice were rolled'),
  noUndoShown: w('Senza annullo: qualcosa è stato scoperto', 'No undo: something was revealed'),
  haveRead: w('Ho letto', 'I have read it'),
  nothingLeft: w('Non ti resta altro da fare', 'Nothing is left for you to do'),
  turnWaits: w(
    'Il turno finisce quando lo dici tu: l’avversario muove dopo.',
    'The turn ends when you say so: the enemy moves after that.',
  ),
  wins: w('Vince: {side}', 'Winner: {side}'),
  gaveUp: w('Abbandono: {side}', '{side} resigned'),
  onTurn: w('al turno {n}', 'on turn {n}'),
  youWon: w('Hai vinto', 'You won'),
  youLost: w('Hai perso', 'You lost'),
  nobodyWon: w('Nessuno ha vinto', 'Nobody won'),
  howItEnded: w('Come è finita', 'How it ended'),
  stillFree: w('Ancora disponibili', 'Still free'),
  endTurn: w('Fine del turno', 'End the turn'),
  thePoints: w('I punti', 'The points'),
  levels: w('livelli di vittoria', 'victory levels'),
  endOfGame: w('Fine della partita', 'End of the game'),
  netPoints: w('{n} punti netti', '{n} net points'),
}
