/** Unit signs in the manner of the NATO symbols, line by line as in `hexes/drawing/signs.py`. */
import type { Nation } from './nations'

/** At most two decimals, without trailing zeros. */
export function num(value: number): string {
  const text = value.toFixed(2).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}

interface Frame {
  width: number
  height: number
  line: number
  nation: Nation
  x: number
  y: number
}

type Sign = (frame: Frame) => string

const path = (d: string): string => `<path d="${d}"/>`

const cross: Sign = ({ x, y }) =>
  path(`M-${num(x)}-${num(y)}L${num(x)} ${num(y)}M-${num(x)} ${num(y)}L${num(x)}-${num(y)}`)

const slash: Sign = ({ x, y }) => path(`M-${num(x)} ${num(y)}L${num(x)}-${num(y)}`)

const track: Sign = (f) =>
  `<rect x="${num(-f.x * 0.62)}" y="${num(-f.y * 0.52)}" width="${num(f.width * 0.62)}" ` +
  `height="${num(f.height * 0.52)}" rx="${num(f.height * 0.26)}"/>`

const wheels: Sign = (f) =>
  [-0.6, 0, 0.6]
    .map(
      (at) =>
        `<circle cx="${num(at * f.x)}" cy="${num(f.y + f.line * 1.5)}" r="${num(f.line * 1.2)}" ` +
        `fill="${f.nation.ink}" stroke="none"/>`,
    )
    .join('')

const shot: Sign = (f) =>
  `<circle r="${num(f.height * 0.19)}" fill="${f.nation.line}" stroke="none"/>`

const staff: Sign = (f) =>
  `<rect x="${num(-f.x)}" y="${num(-f.y)}" width="${num(f.width)}" height="${num(f.height * 0.38)}" ` +
  `fill="${f.nation.line}" stroke="none"/>` +
  `<path d="M${num(-f.x)} ${num(-f.y)}V${num(f.y + f.line * 3.2)}" stroke="${f.nation.ink}"/>`

const depot: Sign = (f) => {
  const wide = num(f.x * 0.6)
  const tall = num(f.y * 0.7)
  const crate = `M${num(-f.x * 0.3)} ${num(-f.y * 0.55)}h${wide}v${tall}h-${wide}z`
  return path(`M${num(-f.x)} ${num(f.y * 0.45)}H${num(f.x)}${crate}`)
}

const bridge: Sign = (f) => {
  const x = num(f.x * 0.55)
  const top = num(-f.y * 0.45)
  const foot = num(f.y * 0.5)
  return path(`M-${x} ${foot}V${top}H${x}V${foot}M0 ${top}V${foot}`)
}

const shield: Sign = (f) => path(`M${num(-f.x)} ${num(f.y)}L0 ${num(-f.y)}L${num(f.x)} ${num(f.y)}`)

const SIGNS: Readonly<Record<string, Sign>> = {
  infantry: cross,
  motorised: (f) => cross(f) + wheels(f),
  mechanised: (f) => cross(f) + track(f),
  armour: track,
  light_armour: (f) => track(f) + path(`M0 ${num(-f.y * 0.52)}V${num(f.y * 0.52)}`),
  recon: (f) => slash(f) + wheels(f),
  armoured_recon: (f) => slash(f) + track(f),
  cavalry: slash,
  artillery: shot,
  antitank: shield,
  hq: staff,
  supply: depot,
  engineer: bridge,
}

/** Other names for the same signs. */
const ALIASES: Readonly<Record<string, string>> = {
  reconnaissance: 'recon',
  headquarters: 'hq',
  armor: 'armour',
  mechanized: 'mechanised',
  motorized: 'motorised',
  'anti-tank': 'antitank',
  engineers: 'engineer',
}

const WHEELED: ReadonlySet<string> = new Set(['motorised', 'recon'])

const leader = (n: Nation): string =>
  `<path d="M0-12l3.2 7.4 8 .7-6.1 5.2 1.9 7.9L0 5l-7 4.2 1.9-7.9-6.1-5.2 8-.7z" fill="${n.box}" ` +
  `stroke="${n.ink}" stroke-width="1.6" stroke-linejoin="round"/>`

const air = (n: Nation): string =>
  '<path d="M0-12c1.6 0 2.2 3 2.3 6l13.2 4.4v3.2L2.3 1 1.6 7.6l4 2.6v2.2L0 11.2l-5.6 1.2v-2.2l4-2.6' +
  `L-2.3 1-15.5 1.6v-3.2L-2.3-6c.1-3 .7-6 2.3-6z" fill="${n.ink}"/>`

const truck = (n: Nation): string =>
  `<path d="M-17-9H3V6h-20zM3-4h8l5 5v5H3z" fill="${n.box}" stroke="${n.ink}" stroke-width="2" ` +
  `stroke-linejoin="round"/><g fill="${n.ink}"><circle cx="-11" cy="7" r="3.8"/>` +
  '<circle cx="9" cy="7" r="3.8"/></g>'

const irregular = (n: Nation): string =>
  `<g stroke="${n.ink}"><path d="M-13 11L13-12M13 11L-13-12" stroke-width="2.2" ` +
  'stroke-linecap="round"/><path d="M13-12l-4.5 1 3.2 3.3zM-13-12l4.5 1-3.2 3.3z" ' +
  `fill="${n.ink}"/><ellipse rx="8" ry="10.5" fill="${n.box}" stroke-width="2"/></g>` +
  `<circle r="2.2" fill="${n.ink}"/>`

/** Signs without a box, on a field of 36 by 22. */
const FREE_SIGNS: Readonly<Record<string, (n: Nation) => string>> = {
  leader,
  air,
  truck,
  irregular,
}

/** The sign of a unit around (0, 0). A sign that no drawing knows is an empty box. */
export function drawSign(
  name: string,
  width: number,
  height: number,
  line: number,
  nation: Nation,
): string {
  const symbol = ALIASES[name] ?? name
  const free = FREE_SIGNS[symbol]
  if (free) return `<g transform="scale(${num(width / 36)})">${free(nation)}</g>`
  const wheeled = WHEELED.has(symbol)
  const tall = wheeled ? height * 0.82 : height
  const frame: Frame = { width, height: tall, line, nation, x: width / 2, y: tall / 2 }
  const lift = wheeled ? ` transform="translate(0 ${num(-tall * 0.11)})"` : ''
  return (
    `<g${lift}><rect x="${num(-frame.x)}" y="${num(-frame.y)}" width="${num(width)}" ` +
    `height="${num(tall)}" fill="${nation.box}" stroke="${nation.ink}" stroke-width="${line}"/>` +
    `<g fill="none" stroke="${nation.line}" stroke-width="${line}" stroke-linejoin="round">` +
    `${SIGNS[symbol]?.(frame) ?? ''}</g></g>`
  )
}
