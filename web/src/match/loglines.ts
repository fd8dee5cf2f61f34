/** Lines of the log: those of battles, and ways from where to where. */
import { begins, type Tells } from '../games/tells'
import { namesIn } from '../lib/guards'
import type { EventLine, LogEntry, Text } from '../lib/types'

export interface LogLine {
  readonly n: number
  readonly event: EventLine
  readonly why: Text | null
  readonly key: string
  /** Whether it is a battle, or what followed from one. */
  readonly fight: boolean
  /** Whether a turn or a phase begins with it. */
  readonly head: boolean
}

const HEADS = new Set(['turn-began', 'phase-began'])

/** The lines of these orders, the newest first. */
export function linesOf(entries: readonly LogEntry[], tells: Tells): LogLine[] {
  const found: LogLine[] = []
  let fighting = false
  for (const { n, events, why } of entries)
    events.forEach((event, i) => {
      const { event: name } = event
      const follows = [...tells.after, ...tells.losses].includes(name)
      if (begins(tells, event)) fighting = true
      else if (name === 'phase-began') fighting = false
      const fight = begins(tells, event) || event.result !== undefined || (fighting && follows)
      const last = i === events.length - 1
      const key = `${n}.${i}`
      const head = HEADS.has(name)
      found.push({ n, event, why: last ? (why ?? null) : null, key, fight, head })
    })
  return found.reverse()
}

/** Only battles, each turn and phase with its heading if one was fought in it. */
export function fightsOf(lines: readonly LogLine[]): LogLine[] {
  let any = false
  return lines.filter(({ fight, head }) => {
    if (fight) any = true
    const shown = fight || (head && any)
    if (head) any = false
    return shown
  })
}

/** The same line with its way from where to where; null if it tells no longer way. */
export function shortened({ text, path }: EventLine): Text | null {
  const way = namesIn(path)
  const [from, to] = [way[0], way.at(-1)]
  const whole = way.join(', ')
  if (way.length < 3 || from === undefined || to === undefined) return null
  if (!text.it.includes(whole) || !text.en.includes(whole)) return null
  const short = `${from} → ${to}`
  return { it: text.it.replace(whole, short), en: text.en.replace(whole, short) }
}
