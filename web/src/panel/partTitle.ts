/** What a part of an order is called: by the game's word for the field, or by what stands in it. */
import { say, t } from '../lib/i18n'
import type { Json } from '../lib/types'
import type { Session } from '../match/session.svelte'
import { soleName } from '../shapes/parts'
import { names } from '../shapes/scene'

type Used = Pick<Session, 'info' | 'pieces' | 'shown' | 'geometry'>

export function partTitle(session: Used, field: string, values: readonly Json[]): string {
  const known = session.info?.words['field']?.[field]
  if (known) return say(known)
  if (values.every((value) => typeof value === 'number')) return t('partMany')
  const named = values.flatMap(names)
  const sides = named.map((name) => session.pieces.get(name)?.side)
  if (sides.every((side) => side !== undefined)) {
    const mine = sides.every((side) => side === session.shown?.viewer)
    return t(mine ? 'partWho' : 'partWhom')
  }
  const hexes = values.every((value) => session.geometry?.has(soleName(value) ?? ''))
  return t(hexes ? 'partWhere' : 'partWhat')
}
