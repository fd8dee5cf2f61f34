/** How a base looks: a card with the sign of its kind. */
import type { CounterFace } from '../counters/counter'
import { NONE, type Nation } from '../counters/nations'
import { drawSign } from '../counters/signs'
import type { TableGame } from '../games/game'
import { settings } from '../lib/settings.svelte'
import type { GameInfo, Piece } from '../lib/types'
import { baseStates } from './states'

const cache = new Map<string, string>()

const coloursOf = (piece: Piece, game: TableGame | null): Nation =>
  game?.colours(piece.nation || piece.side) ?? NONE

export function baseFace(
  piece: Piece,
  game: TableGame | null,
  extra: readonly string[] = [],
  decision = '',
): CounterFace {
  const kind = game?.about.faces[piece.symbol]
  return {
    colours: coloursOf(piece, game),
    symbol: kind?.sign ?? piece.symbol,
    factors: kind?.letter ?? '',
    states: new Set([...baseStates(piece, decision, game?.about), ...extra]),
  }
}

/** The colour that a base has where it is only a dot. */
export const tintOf = (piece: Piece, game: TableGame | null): string => coloursOf(piece, game).shade

const mark = (face: CounterFace, state: string): boolean => face.states?.has(state) ?? false

/** How a base is drawn besides what it is. */
export interface Look {
  /** The colour of its division. */
  band?: string | undefined
  /** Drawn so small that only the sign counts. */
  bold?: boolean
}

/** A rounded card; of some kinds one corner is cut off. */
const CARD = 'M5 0H59a5 5 0 0 1 5 5V59a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z'
const CUT = 'M5 0H46L64 18V59a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z'

/** A square of 64 units: the stripe of the division, the sign, in a corner what the sign does not tell. */
function base(face: CounterFace, cut: boolean, { band, bold }: Look): string {
  const nation = face.colours
  const ring = (line: string, width: number) =>
    `<rect x="-3" y="-3" width="70" height="70" rx="8" fill="none" stroke="${line}" stroke-width="${width}"/>`
  const card = cut ? CUT : CARD
  const stripe = bold ? 15 : 11
  const [wide, tall, line] = bold ? [54, 34, 4.6] : [46, 29, 3.6]
  const middle = (band ? stripe / 2 : 0) + 32 - (face.factors && !bold ? 6 : 0)
  const cast = bold
    ? ''
    : `<path transform="translate(2 4)" d="${card}" fill="var(--cast)" fill-opacity=".32"/>`
  return [
    cast,
    `<path d="${card}" fill="${nation.face}"/>`,
    band
      ? `<path d="M5 0H${cut ? 46 : 59}${cut ? `l${stripe} ${stripe}` : `a5 5 0 0 1 5 5v${stripe - 5}`}H0V5a5 5 0 0 1 5-5Z" fill="${band}"/>`
      : '',
    `<path d="${card}" fill="none" stroke="${nation.shade}" stroke-width="${bold ? 4 : 3}"/>`,
    `<g transform="translate(32 ${middle})">${drawSign(face.symbol, wide, tall, line, nation)}</g>`,
    face.factors && !bold
      ? `<text x="32" y="61" font-size="15" font-weight="700" text-anchor="middle" style="fill:${nation.ink}">${face.factors}</text>`
      : '',
    mark(face, 'entrenched')
      ? `<path d="M-4 60v9h72v-9" fill="none" stroke="var(--trench-line)" stroke-width="5" stroke-linejoin="round"/>`
      : '',
    mark(face, 'moved')
      ? `<path d="${card}" fill="var(--worn)" fill-opacity=".4"/><path d="M64 42v17a5 5 0 0 1-5 5H42z" fill="var(--print)"/>`
      : '',
    mark(face, 'disrupted')
      ? '<g transform="translate(58 6)"><circle r="11" fill="var(--warning)" stroke="var(--white)" stroke-width="2"/><path d="M1.500-7l-6 8h4l-1 6 6-8h-4z" fill="var(--warning-ink)"/></g>'
      : '',
    mark(face, 'target') ? ring('var(--white)', 8) + ring('var(--enemy)', 5) : '',
    mark(face, 'selected') ? ring('var(--gold-case)', 7) + ring('var(--gold)', 4.5) : '',
  ].join('')
}

export function drawnBase(
  piece: Piece,
  game: TableGame | null,
  extra: readonly string[] = [],
  decision = '',
  look: Look = {},
): string {
  const face = baseFace(piece, game, extra, decision)
  const cut = game?.about.faces[piece.symbol]?.cut ?? false
  const key = JSON.stringify([
    face.colours,
    face.symbol,
    face.factors,
    cut,
    look,
    [...(face.states ?? [])],
  ])
  let svg = cache.get(key)
  if (svg === undefined) {
    svg = base(face, cut, look)
    cache.set(key, svg)
  }
  return svg
}

/** What a base is called: its kind in the player's language, with its number in the formation. */
export function baseName(piece: Piece, info: GameInfo | null): string {
  const kind = info?.words?.['word']?.[piece.symbol]
  const numbered = info?.about.faces[piece.symbol]?.numbered ?? true
  const number = (numbered && /\d+$/.exec(piece.name ?? '')?.[0]) || ''
  if (!kind) return piece.name || piece.id
  return [capital(kind[settings.language]), number].filter(Boolean).join(' ')
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
