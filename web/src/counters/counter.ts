/**
 * Counters: cardboard squares with a sign, factors and marks, in two levels of detail.
 * The drawing is that of `hexes/drawing/counters.py`; a counter is 64 units wide.
 */
import type { Nation } from './nations'
import { drawSign, num } from './signs'

export const CARD = 64
export const RIM = 8
/** Up to this many pixels the small face is drawn: bigger sign, factors only. */
export const SMALL = 36

const ECHELONS: Readonly<Record<string, string>> = {
  company: 'I',
  battalion: 'II',
  regiment: 'III',
  brigade: 'X',
  division: 'XX',
  corps: 'XXX',
  army: 'XXXX',
}

export interface CounterFace {
  colours: Nation
  symbol: string
  factors?: string
  size?: string
  left?: string
  right?: string
  band?: string
  /** Steps left and steps printed; dots appear where there is more than one. */
  steps?: readonly [number, number]
  states?: ReadonlySet<string>
}

const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c,
  )

function text(words: string, ink: string, size: number, weight: number, place: string): string {
  if (!words) return ''
  return (
    `<text ${place} font-size="${size}" font-weight="${weight}" text-anchor="middle" ` +
    `style="fill:${ink}">${escapeXml(words)}</text>`
  )
}

const has = (face: CounterFace, state: string): boolean => face.states?.has(state) ?? false

/** The counter at 64 by 64 units without its own SVG, to be laid on a map. */
export function counterGroup(face: CounterFace, small = false): string {
  const nation = face.colours
  const card =
    `<rect x="1" y="2.5" width="62" height="61" rx="5" fill="${nation.shade}"/>` +
    `<rect x="1" y="1" width="62" height="60" rx="5" fill="${nation.face}"/>` +
    '<path d="M2 6a4 4 0 0 1 4-4h52a4 4 0 0 1 4 4" fill="none" stroke="var(--white)" ' +
    'stroke-opacity=".55" stroke-width="1.2"/>'
  let body: string
  if (has(face, 'unknown')) body = unknown(nation)
  else body = small ? smallFace(face, nation) : fullFace(face, nation)
  const marks = Object.entries(MARKS)
    .filter(([state]) => has(face, state))
    .map(([, mark]) => mark)
  return card + body + marks.join('') + badges(face)
}

function unknown(nation: Nation): string {
  const lines =
    `<path d="M8 16h48M8 27h48M8 38h48M8 49h48" stroke="${nation.ink}" ` +
    'stroke-opacity=".16" stroke-width="5"/>'
  return lines + text('?', nation.ink, 44, 700, 'x="32" y="47"')
}

const factorsOf = (face: CounterFace): string => face.factors || (has(face, 'untried') ? '?' : '')

function smallFace(face: CounterFace, nation: Nation): string {
  const factors = factorsOf(face)
  const sign = drawSign(face.symbol, 42, 25, 3.6, nation)
  const size = factors.length < 5 ? 25 : 22
  return (
    `<g transform="translate(32 21.5)">${sign}</g>` +
    text(factors, nation.ink, size, 700, 'x="32" y="58.5"')
  )
}

function fullFace(face: CounterFace, nation: Nation): string {
  const ink = nation.ink
  const factors = factorsOf(face)
  const out: string[] = []
  if (face.band) {
    out.push(`<path d="M1 6a5 5 0 0 1 5-5h52a5 5 0 0 1 5 5v.8H1z" fill="${face.band}"/>`)
  }
  const mark = ECHELONS[face.size ?? ''] ?? face.size ?? ''
  out.push(text(mark, ink, 9, 700, 'x="32" y="15.2" letter-spacing=".6"'))
  out.push(`<g transform="translate(32 27.2)">${drawSign(face.symbol, 32, 19, 2.1, nation)}</g>`)
  for (const [words, x, turn] of [
    [face.left ?? '', 10.5, -90],
    [face.right ?? '', 53.5, 90],
  ] as const) {
    const place = `transform="translate(${x} 27.5) rotate(${turn})" y="3.2"`
    out.push(text(words, ink, words.length < 5 ? 9.4 : 7.6, 600, place))
  }
  out.push(text(factors, ink, factors.length < 6 ? 20 : 17.5, 700, 'x="32" y="57"'))
  if (has(face, 'untried')) {
    out.push(
      `<path d="M14 61H50" stroke="${ink}" stroke-width="1.6" stroke-dasharray="2.4 2.4" ` +
        'stroke-opacity=".7"/>',
    )
  }
  return out.join('') + stepDots(face, ink)
}

function stepDots(face: CounterFace, ink: string): string {
  const [left, printed] = face.steps ?? [1, 1]
  if (printed < 2) return ''
  return Array.from({ length: printed }, (_, k) => {
    const fill = k < left ? ink : 'none'
    return (
      `<circle cx="58.2" cy="${num(56 - 5.6 * k)}" r="1.9" fill="${fill}" stroke="${ink}" ` +
      'stroke-width=".9"/>'
    )
  }).join('')
}

function ring(at: number, radius: number, ...strokes: string[]): string {
  const side = num(CARD - 2 * at)
  return strokes
    .map(
      (stroke) =>
        `<rect x="${num(at)}" y="${num(at)}" width="${side}" height="${side}" ` +
        `rx="${num(radius)}" fill="none" ${stroke}/>`,
    )
    .join('')
}

const CORNERS = 'M-3 12V-3h15M52-3h15v15M67 52v15H52M12 67H-3V52'

/** Each state has a shape of its own, never a colour alone. */
const MARKS: Readonly<Record<string, string>> = {
  moved:
    '<rect x="1" y="1" width="62" height="62" rx="5" fill="var(--worn)" fill-opacity=".42"/>' +
    '<path d="M63 42v16a5 5 0 0 1-5 5H42z" fill="var(--print)"/><path d="M51.5 57.5l2.6 2.2 ' +
    '4.4-6" fill="none" stroke="var(--white)" stroke-width="2"/>',
  isolated: ring(
    -2,
    8,
    'stroke="var(--white)" stroke-width="4.5"',
    'stroke="var(--charcoal)" stroke-width="4" stroke-dasharray="7 5"',
  ),
  selected: ring(
    -3,
    9,
    'stroke="var(--gold-case)" stroke-width="6.5"',
    'stroke="var(--gold)" stroke-width="4"',
  ),
  target:
    `<g fill="none" stroke-linecap="round"><path d="${CORNERS}" stroke="var(--white)" ` +
    `stroke-width="7.5"/><path d="${CORNERS}" stroke="var(--enemy)" stroke-width="4.6"/></g>`,
}

const BADGES: readonly (readonly [string, string, string])[] = [
  [
    'disrupted',
    'var(--warning)',
    '<path d="M1.5-7l-6 8h4l-1 6 6-8h-4z" fill="var(--warning-ink)"/>',
  ],
  [
    'unsupplied',
    'var(--charcoal)',
    '<path d="M-4-5.5h8v11h-8zM-4-2h8M-4 2h8" fill="none" stroke="var(--white)" stroke-width="1.6"/>' +
      '<path d="M-7 7L7-7" stroke="var(--lacking)" stroke-width="2.6"/>',
  ],
]

/** Round signs on the top edge, from the right. */
function badges(face: CounterFace): string {
  return BADGES.filter(([state]) => has(face, state))
    .map(
      ([, fill, sign], k) =>
        `<g transform="translate(${59 - 22 * k} 5)"><circle r="10.5" fill="${fill}" ` +
        `stroke="var(--white)" stroke-width="2"/>${sign}</g>`,
    )
    .join('')
}
