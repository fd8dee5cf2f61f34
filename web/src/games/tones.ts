/** The class that colours a result, from the best for who looks to the worst. */
import type { Grade } from './game'

export const TONES: Readonly<Record<Grade, string>> = {
  3: 'good-3',
  2: 'good-2',
  1: 'good-1',
  0: 'even',
  [-1]: 'bad-1',
  [-2]: 'bad-2',
  [-3]: 'bad-3',
}
