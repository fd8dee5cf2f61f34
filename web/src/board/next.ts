/** The next stack or base that can still act: it is chosen, and brought into sight. */
import { after } from '../match/able'
import { leading } from '../match/formations'
import { partyAt } from '../match/gestures'
import type { Table } from '../match/table'
import { hexInWords } from './describe'

type Used = Pick<Table, 'session' | 'draft' | 'controls' | 'measure'>

export function chooseNext(table: Used, back = false): void {
  const { session, draft, controls, measure } = table
  if (!session.canOrder) return
  if (session.measured) {
    const next = after([...measure.able], measure.unit, back)
    if (next) measure.select(next)
    return
  }
  const present = draft.place || (draft.focus && session.pieces.get(draft.focus)?.at)
  const next = after([...session.able.keys()], present || controls.cursor, back)
  if (next === null) return
  const units = session.able.get(next) ?? []
  const { geometry } = session
  if (draft.kind === 'choice') {
    draft.drop()
    draft.focus = units[0] ?? null
  } else if (draft.kind === 'move' && geometry?.has(next)) draft.choose(partyAt(draft, next))
  else draft.choose(geometry?.has(next) ? units : leading(session.pieces, units))
  draft.fan = null
  if (!geometry?.has(next)) {
    controls.frame([...draft.reach.keys()].filter((hex) => geometry?.has(hex)))
    return
  }
  controls.cursor = next
  controls.show([next])
  controls.said = hexInWords(geometry, session.tabletop, draft, next)
}
