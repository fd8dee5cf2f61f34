/** The words in which the end of a game is told: who wins, how much, who gave up. */
import type { Text } from '../lib/types'

const w = (it: string, en: string): Text => ({ it, en })

/** By side; a game that is not here says its name and a colon. */
export const WINS: Readonly<Record<string, Text>> = {
  axis: w('Vince l’Asse', 'The Axis wins'),
  allied: w('Vincono gli Alleati', 'The Allies win'),
  german: w('Vince il tedesco', 'The German player wins'),
  soviet: w('Vince il sovietico', 'The Soviet player wins'),
  italian: w('Vince l’italiano', 'The Italian player wins'),
  ethiopian: w('Vince l’etiope', 'The Ethiopian player wins'),
  opponent: w('Vincono etiopi e Alleati', 'Ethiopians and Allies win'),
}

export const GAVE_UP: Readonly<Record<string, Text>> = {
  axis: w('l’Asse ha abbandonato', 'the Axis resigned'),
  allied: w('gli Alleati hanno abbandonato', 'the Allies resigned'),
  german: w('il tedesco ha abbandonato', 'the German player resigned'),
  soviet: w('il sovietico ha abbandonato', 'the Soviet player resigned'),
  italian: w('l’italiano ha abbandonato', 'the Italian player resigned'),
  ethiopian: w('l’etiope ha abbandonato', 'the Ethiopian player resigned'),
  opponent: w('etiopi e Alleati hanno abbandonato', 'Ethiopians and Allies resigned'),
}

/** How large a victory is, without whose it is: by the end of the level's name. */
export const SIZES: readonly (readonly [RegExp, Text])[] = [
  [/_decisive$/, w('vittoria decisiva', 'decisive victory')],
  [/_strategic$/, w('vittoria strategica', 'strategic victory')],
  [/_marginal$/, w('vittoria marginale', 'marginal victory')],
  [/_total$/, w('vittoria totale', 'total victory')],
  [/_partial$/, w('vittoria parziale', 'partial victory')],
  [/^great_victory$/, w('grande vittoria', 'great victory')],
  [/^victory$/, w('vittoria', 'victory')],
]

/** Levels whose own sentence already says who wins. */
export const WHOLE = /_campaign$/

/** Games that are not decided by points: what they count is no score. */
export const WITHOUT_POINTS: readonly string[] = ['afrika-korps']
