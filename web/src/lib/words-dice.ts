/** Words for the proof of the dice. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const DICE_WORDS = {
  proveDice: w('Dimostra i dadi', 'Prove the dice'),
  proving: w('Verifico firme e dadi…', 'Proving signatures and dice…'),
  diceSalted: w(
    'Ogni ordine di questa partita è firmato da chi lo ha dato e porta un numero casuale suo: nessuno, nemmeno il server, poteva prevedere o scegliere un tiro dell’altro.',
    'Every order of this match was signed by its mover and brought a random number of his own: nobody, not even the server, could foresee or choose a throw of the other.',
  ),
  diceProven: w(
    'Dadi dimostrati: {draws} tiri ricalcolati dal segreto, {orders} ordini.',
    'Dice proven: {draws} throws computed again from the secret, {orders} orders.',
  ),
  diceNoSecret: w(
    'Il segreto si rivela solo alla fine: adesso si vede solo chi ha dato gli ordini.',
    'The secret is told only at the end: until then one sees only who gave the orders.',
  ),
  signedAll: w(
    'Tutte le firme valgono, e ogni anello segue dal precedente.',
    'All signatures hold, and every link follows from the one before.',
  ),
  newKey: w(
    '{side} firma con un’altra chiave dall’ordine {order}: un altro dispositivo, o un’altra persona.',
    '{side} signs with another key from order {order} on: another device, or another person.',
  ),
  notMine: w(
    'L’ordine {order} di {side} non è firmato da questo browser: lo hai dato da un altro dispositivo?',
    'Order {order} of {side} was not signed by this browser: did you give it at another device?',
  ),
  notAsSeen: w(
    'La registrazione non è quella che questo browser ha visto mentre giocavi.',
    'The record is not the one that this browser saw while you played.',
  ),
  faultSetup: w('La preparazione è falsa: {why}.', 'The set-up is false: {why}.'),
  faultOrder: w('L’ordine {order} è falso: {why}.', 'Order {order} is false: {why}.'),
  faultEnd: w('La fine è falsa: {why}.', 'The end is false: {why}.'),
  whyFormat: w('non è scritto come in una registrazione', 'it is not written as records are'),
  whySignature: w('la firma non vale', 'the signature does not hold'),
  whyDice: w('i dadi non sono quelli del segreto', 'the dice are not those of the secret'),
  whyLink: w('non segue da ciò che precede', 'it does not follow from what came before'),
  whyBlind: w('il velo non segue dal segreto', 'the blind does not follow from the secret'),
  whySecret: w('il segreto non è quello promesso', 'the secret is not the one that was promised'),
  whyEnd: w(
    'non è firmata dal server, o conta altri ordini',
    'it was not signed by the server, or counts other orders',
  ),
  whatProofIs: w(
    'Che gli ordini fossero permessi lo dimostra «campagna verify».',
    'That the orders were allowed is proven by “campagna verify”.',
  ),
} as const satisfies Record<string, Text>
