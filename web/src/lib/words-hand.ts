/** Words for what lies in the hand: the hint, the next unit, choices of several parts. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const HAND_WORDS = {
  nextUnit: w('Prossima', 'Next unit'),
  formations: w('Divisioni e corpi', 'Divisions and corps'),
  partWho: w('Chi', 'Who'),
  partWhom: w('Contro chi', 'At whom'),
  partWhere: w('Dove', 'Where'),
  partMany: w('Quanti', 'How many'),
  partWhat: w('Che cosa', 'What'),
  hint: w('Consiglio', 'Hint'),
  hintKey: w('consiglio: che cosa posso fare?', 'hint: what can I do?'),
  hintHead: w('Il capitano farebbe così', 'The captain would do this'),
  hintHere: w('Un ordine permesso', 'An order that is allowed'),
  hintTake: w('Prendila in mano', 'Take it in hand'),
  hintNone: w('Qui il capitano non ha consigli.', 'The captain has no advice here.'),
  hintEnd: w('Il pulsante è in fondo.', 'The button is at the bottom.'),
  hintFailed: w('Il consiglio non arriva: riprova.', 'The hint does not come: try again.'),
} as const satisfies Record<string, Text>
