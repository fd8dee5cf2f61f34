/** How large a victory is, without whose it is: by the end of the level's name. */
import type { Text } from '../lib/types'

const w = (it: string, en: string): Text => ({ it, en })

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
