/** The sequence of play as a strip: what is done, what is asked now, what was passed over. */
import type { EventLine, LogEntry, Tabletop, Text } from '../lib/types'

export type Stretch = Tabletop['track']['sequence'][number]
type Track = Tabletop['track']

/** A phase of the strip; two sides that play the same step one after the other share it. */
export interface Leg {
  readonly title: Text
  readonly rule: string
  readonly side: string
  readonly state: 'done' | 'now' | 'next' | 'skipped'
}

/** Where in the sequence phases began in the turn that is played, from the log. */
export function begun(sequence: readonly Stretch[], now: number, log: readonly LogEntry[]) {
  const found = new Set([now])
  let last = now
  const events = log.flatMap((entry) => entry.events).filter((e) => e.event === 'phase-began')
  if (isAt(sequence[now], events.at(-1))) events.pop()
  for (const event of events.reverse()) {
    const at = placeOf(sequence, event, last)
    if (at < 0) return { found, whole: true }
    found.add(at)
    last = at
  }
  return { found, whole: false }
}

const isAt = (stretch: Stretch | undefined, event: EventLine | undefined) =>
  stretch !== undefined && stretch.phase === event?.phase

/** The last place before `before` that fits; the side counts where it decides. */
function placeOf(sequence: readonly Stretch[], event: EventLine, before: number): number {
  const fits = (stretch: Stretch, i: number) => i < before && stretch.phase === event.phase
  const exact = sequence.findLastIndex((s, i) => fits(s, i) && s.side === event.side)
  return exact >= 0 ? exact : sequence.findLastIndex(fits)
}

export function legsOf(track: Track, log: readonly LogEntry[]): Leg[] {
  const { sequence, now } = track
  if (now < 0) return []
  const { found, whole } = begun(sequence, now, log)
  // What the log does not reach back to was played, as far as anybody can tell.
  const first = whole ? 0 : Math.min(...found)
  const stateOf = (i: number): Leg['state'] => {
    if (i === now) return 'now'
    if (i > now) return 'next'
    const passed = i >= first && !found.has(i) && sequence[i]?.asks !== false
    return passed ? 'skipped' : 'done'
  }
  const legs: Leg[] = []
  let phase = ''
  sequence.forEach(({ title, rule, side, phase: name }, i) => {
    const leg = { title, rule, side, state: stateOf(i) }
    const last = legs.at(-1)
    if (last && name === phase) legs[legs.length - 1] = merged(last, leg)
    else legs.push(leg)
    phase = name
  })
  return legs
}

/** Two sides in one step: it is where the game stands if either is asked. */
function merged(a: Leg, b: Leg): Leg {
  if (a.state === 'now' || b.state === 'next') return a
  if (b.state === 'now') return b
  return a.state === 'done' ? a : b
}

/** Those that were passed over in the player turn that is played. */
export function skippedOf(legs: readonly Leg[]): Leg[] {
  const now = legs.find((leg) => leg.state === 'now')
  return legs.filter((leg) => leg.state === 'skipped' && leg.side === now?.side)
}
