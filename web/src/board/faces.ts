import { counterGroup, type CounterFace } from '../counters/counter'
import { bandOf, NONE } from '../counters/nations'
import type { TableGame } from '../games/game'
import { say, t } from '../lib/i18n'
import { capital, nameText, numbered } from '../lib/names'
import type { Piece } from '../lib/types'

/** Counters are 64 units of their own; on the sheet they are this wide. */
export const ON_SHEET = 42

const cache = new Map<string, string>()

/** The stripe of every formation, by its place in the order of battle. */
export function bands(pieces: readonly Piece[]): ReadonlyMap<string, string> {
  const names = new Set(pieces.map((p) => p.formation ?? '').filter(Boolean))
  return new Map([...names].sort().map((name, rank) => [name, bandOf(name, rank)]))
}

export function faceOf(
  piece: Piece,
  game: TableGame | null,
  stripes: ReadonlyMap<string, string>,
  extra: readonly string[] = [],
): CounterFace {
  const formation = piece.formation ?? ''
  const [left, right] = labels(piece)
  const face: CounterFace = {
    colours: game?.colours(piece.nation) ?? NONE,
    symbol: game?.about.faces[piece.symbol]?.sign ?? piece.symbol,
    factors: piece.factors ?? '',
    size: piece.size ?? '',
    left,
    right,
    steps: [piece.steps_left ?? 1, piece.steps ?? 1],
    states: new Set([...(piece.states ?? []).map((s) => game?.about.marks[s] ?? s), ...extra]),
  }
  const band = stripes.get(formation)
  return band ? { ...face, band } : face
}

/** Leaders lie under the others and have no number on their face. */
export const leads = (piece: Piece): boolean => piece.symbol === 'leader'

/** "25/7" is the 25th regiment of the 7th division: one number on each side of the sign. */
function labels(piece: Piece): [string, string] {
  if (piece.states?.includes('untried')) return ['', '']
  const [unit, parent] = (piece.name ?? '').split('/')
  if (parent) return [unit ?? '', parent]
  return [leads(piece) || (unit ?? '').length > 6 ? '' : (unit ?? ''), '']
}

/** The drawing of a counter, kept: the same face is drawn once. */
export function drawn(face: CounterFace, small: boolean): string {
  const key = JSON.stringify([face, [...(face.states ?? [])].sort(), small])
  let svg = cache.get(key)
  if (svg === undefined) {
    svg = counterGroup(face, small)
    cache.set(key, svg)
  }
  return svg
}

/** What a piece is called in words: its name, or what is known of it. */
export function nameOf(piece: Piece): string {
  if (piece.symbol === 'unknown') return t('unknownUnit')
  const name = say(nameText(piece.id))
  if (!name) return piece.name || piece.id
  // A division that came in under a number and is known by now has the name on its counter too.
  const known = piece.name && numbered(piece.id) && !piece.states?.includes('untried')
  return capital(known ? `${piece.name} (${name})` : name)
}
