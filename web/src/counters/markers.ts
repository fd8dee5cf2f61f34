/** Markers that are not units, as in `hexes/drawing/markers.py`, in 64 units around (0, 0). */
import { NATIONS, NONE } from './nations'
import { drawSign } from './signs'

const INK = '#2b2620'
const RED = '#b3141b'
const PAPER = '#fbf7ec'

const disc = (sign: string): string =>
  `<circle r="28" fill="${PAPER}" stroke="${INK}" stroke-width="3"/>${sign}`

const interdiction = (): string =>
  disc(
    `<g transform="scale(1.25)">${drawSign('air', 36, 22, 2, NONE)}</g>` +
      `<path d="M-19 19L19-19" stroke="${RED}" stroke-width="4" stroke-linecap="round"/>`,
  )

const railCut = (): string =>
  disc(
    '<path d="M-20-5h13M-20 6h13M20-5h-13M20 6h-13M-16-10v21M-10-10v21M10-10v21M16-10v21" ' +
      `stroke="${INK}" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M3-16l-6 9 6 7-6 8 5 9" fill="none" stroke="${RED}" stroke-width="4"/>`,
  )

/** Points in a small hex, in the colours of whoever holds the place. */
function plain(text: string, holder: string): string {
  const nation = NATIONS[holder]
  const [paper, ink] = nation ? [nation.face, nation.ink] : [PAPER, RED]
  return (
    `<path d="M-17-29h34l17 29-17 29h-34l-17-29z" fill="${paper}" stroke="${ink}" stroke-width="4"/>` +
    `<text y="11" font-size="32" font-weight="700" text-anchor="middle" style="fill:${ink}">` +
    `${text.replace(/[^\p{L}\p{N} +.-]/gu, '')}</text>`
  )
}

export function markerGroup(kind: string, text = '', holder = ''): string {
  if (kind.includes('interdict')) return interdiction()
  if (kind.includes('cut')) return railCut()
  return plain(text || '•', holder)
}
