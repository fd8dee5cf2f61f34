/** How a base looks: a card with the sign of its kind. */
import type { CounterFace } from '../counters/counter'
import { nationOf } from '../counters/nations'
import { drawSign } from '../counters/signs'
import { settings } from '../lib/settings.svelte'
import type { GameInfo, Piece } from '../lib/types'
import { baseStates } from './states'

/** Kinds of bases by the sign they carry. */
const SIGNS: Readonly<Record<string, string>> = {
  camel: 'cavalry',
  tank: 'armour',
  cruiser: 'armour',
  light_tank: 'light_armour',
  tiger: 'armour',
  motor: 'motorised',
  foot: 'infantry',
  para: 'infantry',
  art: 'artillery',
  at88: 'antitank',
}
/** What the sign alone does not tell. */
const LETTERS: Readonly<Record<string, string>> = {
  tiger: 'VI',
  at88: '88',
  para: 'P',
  cruiser: 'C',
}
const NATIONS: Readonly<Record<string, string>> = {
  de: 'german',
  it: 'italian',
  gb: 'british',
  fr: 'french',
  us: 'american',
}

const cache = new Map<string, string>()

export function baseFace(piece: Piece, extra: readonly string[] = [], decision = ''): CounterFace {
  const states = baseStates(piece, decision)
  return {
    nation: NATIONS[piece.nation] ?? (piece.nation || piece.side),
    symbol: SIGNS[piece.symbol] ?? piece.symbol,
    factors: LETTERS[piece.symbol] ?? '',
    states: new Set([...states, ...extra]),
  }
}

const mark = (face: CounterFace, state: string): boolean => face.states?.has(state) ?? false

/** A square of 64 units: the sign in its middle, what the sign does not tell in a corner. */
function base(face: CounterFace): string {
  const nation = nationOf(face.nation)
  const ring = (line: string, width: number) =>
    `<rect x="-3" y="-3" width="70" height="70" rx="8" fill="none" stroke="${line}" stroke-width="${width}"/>`
  return [
    `<rect x="0" y="3" width="64" height="63" rx="5" fill="var(--black)" fill-opacity=".25"/>`,
    `<rect width="64" height="64" rx="5" fill="${nation.face}" stroke="${nation.shade}" stroke-width="3"/>`,
    `<g transform="translate(32 ${face.factors ? 25 : 32})">${drawSign(face.symbol, 46, 29, 3.6, nation)}</g>`,
    face.factors
      ? `<text x="32" y="59" font-size="17" font-weight="700" text-anchor="middle" style="fill:${nation.ink}">${face.factors}</text>`
      : '',
    mark(face, 'moved')
      ? '<rect width="64" height="64" rx="5" fill="var(--worn)" fill-opacity=".4"/><path d="M64 42v17a5 5 0 0 1-5 5H42z" fill="var(--print)"/>'
      : '',
    mark(face, 'shaken')
      ? '<g transform="translate(58 6)"><circle r="11" fill="var(--warning)" stroke="var(--white)" stroke-width="2"/><path d="M1.500-7l-6 8h4l-1 6 6-8h-4z" fill="var(--warning-ink)"/></g>'
      : '',
    mark(face, 'target') ? ring('var(--white)', 8) + ring('var(--enemy)', 5) : '',
    mark(face, 'selected') ? ring('var(--gold-case)', 7) + ring('var(--gold)', 4.5) : '',
  ].join('')
}

export function drawnBase(piece: Piece, extra: readonly string[] = [], decision = ''): string {
  const face = baseFace(piece, extra, decision)
  const key = JSON.stringify([face.nation, face.symbol, face.factors, [...(face.states ?? [])]])
  let svg = cache.get(key)
  if (svg === undefined) {
    svg = base(face)
    cache.set(key, svg)
  }
  return svg
}

/** What a base is called: its kind in the player's language, with its number in the formation. */
export function baseName(piece: Piece, info: GameInfo | null): string {
  const kind = info?.words?.['word']?.[piece.symbol]
  const number = /\d+$/.exec(piece.symbol === 'at88' ? '' : (piece.name ?? ''))?.[0] ?? ''
  if (!kind) return piece.name || piece.id
  return [capital(kind[settings.language]), number].filter(Boolean).join(' ')
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
