/** Markers that are not units, as in `hexes/drawing/markers.py`, in 64 units around (0, 0). */
import type { Marker } from '../lib/types'
import { NONE, type Nation } from './nations'
import { drawSign } from './signs'

const INK = 'var(--print)'
const RED = 'var(--enemy)'
const PAPER = 'var(--disc)'

const disc = (sign: string): string =>
  `<circle r="28" fill="${PAPER}" stroke="${INK}" stroke-width="3"/>${sign}`

const barred = (): string =>
  disc(
    `<g transform="scale(1.25)">${drawSign('air', 36, 22, 2, NONE)}</g>` +
      `<path d="M-19 19L19-19" stroke="${RED}" stroke-width="4" stroke-linecap="round"/>`,
  )

const cut = (): string =>
  disc(
    '<path d="M-20-5h13M-20 6h13M20-5h-13M20 6h-13M-16-10v21M-10-10v21M10-10v21M16-10v21" ' +
      `stroke="${INK}" stroke-width="2.6" stroke-linecap="round"/>` +
      `<path d="M3-16l-6 9 6 7-6 8 5 9" fill="none" stroke="${RED}" stroke-width="4"/>`,
  )

const line = (d: string, colour = INK, width = 4.5): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" ` +
  'stroke-linejoin="round"/>'

type Sign = NonNullable<Marker['sign']>

/** Signs without words; drawn small in a corner of the hex, or under its counters. */
const SIGNS: Readonly<Record<Exclude<Sign, '' | 'number'>, () => string>> = {
  aircraft: () => disc(`<g transform="scale(1.35)">${drawSign('air', 36, 22, 2, NONE)}</g>`),
  'aircraft-barred': barred,
  anchor: () => disc(line('M0-17a5 5 0 1 0 .1 0M0-7v24M-14 4c0 9 8 13 14 13s14-4 14-13M-8-1H8')),
  arrows: () => disc(line('M-13 13L13-13M13-13v9M13-13h-9M13 13L-13-13M-13-13v9M-13-13h9', RED)),
  bolt: () => disc(line('M5-18L-9 3H2L-4 18', 'var(--rail-link)', 5.5)),
  burst: () =>
    disc(line('M0-17v10M0 17V7M-17 0h10M17 0H7M-12-12l7 7M12 12l-7-7M12-12l-7 7M-12 12l7-7', RED)),
  flag: () => disc(line('M-10 18V-17L13-9-10 0', RED, 5)),
  'cut-rails': cut,
  road: () => disc(line('M-9 18L-4-18M9 18L4-18M0 14v-6M0 0v-6M0-12v-4', 'var(--pip)')),
  shovel: () => disc(line('M-14 15L2-1M-2-13c8-4 15 3 11 11L2-1z', 'var(--pip)')),
}

/** A text on a plain tile, in the colours of whoever holds the place. */
function plain(text: string, holder: Nation | null): string {
  const [paper, ink] = holder ? [holder.face, holder.ink] : [PAPER, RED]
  return (
    `<path d="M-17-29h34l17 29-17 29h-34l-17-29z" fill="${paper}" stroke="${ink}" stroke-width="4"/>` +
    `<text y="11" font-size="32" font-weight="700" text-anchor="middle" style="fill:${ink}">` +
    `${text.replace(/[^\p{L}\p{N} +.-]/gu, '')}</text>`
  )
}

export function markerGroup({ sign = '', text = '' }: Marker, holder: Nation | null): string {
  if (sign === 'number') return plain(text, holder)
  return sign ? SIGNS[sign]() : plain(text, null)
}
