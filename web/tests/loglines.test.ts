/** The log by battles, and its ways from where to where. */
import { expect, it } from 'vitest'
import { SILENT } from '../src/games/tells'
import type { EventLine, LogEntry } from '../src/lib/types'
import { fightsOf, linesOf, shortened } from '../src/match/loglines'

const event = (name: string, fields: object = {}): EventLine => ({
  event: name,
  rule: '',
  text: { it: name, en: name },
  ...fields,
})
const entry = (n: number, ...events: EventLine[]): LogEntry => ({
  n,
  side: '',
  order: null,
  events,
  draws: [],
  why: n === 2 ? { it: 'perché', en: 'why' } : null,
})
const TELLS = { ...SILENT, battles: ['fought'], after: ['retreated'], losses: ['eliminated'] }
const LOG = [
  entry(1, event('turn-began'), event('moved')),
  entry(2, event('turn-began'), event('eliminated')),
  entry(3, event('fought'), event('retreated'), event('weather')),
  entry(4, event('eliminated'), event('phase-began'), event('eliminated')),
]
const names = (lines: readonly { key: string }[]) => lines.map((line) => line.key)

it('shows every line, the newest first, a reason after the last line of its order', () => {
  const lines = linesOf(LOG, TELLS)
  expect(names(lines)).toEqual([
    '4.2',
    '4.1',
    '4.0',
    '3.2',
    '3.1',
    '3.0',
    '2.1',
    '2.0',
    '1.1',
    '1.0',
  ])
  expect(lines.filter((line) => line.why).map((line) => line.key)).toEqual(['2.1'])
})

it('sifts battles with what followed from them, under the turn they were fought in', () => {
  expect(names(fightsOf(linesOf(LOG, TELLS)))).toEqual(['4.0', '3.1', '3.0', '2.0'])
})

it('tells a way by its ends, and leaves a short one as it is', () => {
  const way = (path: string[]) =>
    shortened(
      event('moved', { path, text: { it: `Va: ${path.join(', ')}.`, en: path.join(', ') } }),
    )
  expect(way(['0101', '0102', '0103'])).toEqual({ it: 'Va: 0101 → 0103.', en: '0101 → 0103' })
  expect(way(['0101', '0102'])).toBeNull()
  expect(shortened(event('moved', { path: ['a', 'b', 'c'] }))).toBeNull()
})
