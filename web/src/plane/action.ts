/** Where to look: the bases that face each other. */
import type { Spot } from '../lib/types'
import { gap } from './rings'

type Box = readonly [number, number, number, number]

const around = ([x0, y0, x1, y1]: Box, a: Spot, b: Spot): Box => [
  Math.min(x0, a[0], b[0]),
  Math.min(y0, a[1], b[1]),
  Math.max(x1, a[0], b[0]),
  Math.max(y1, a[1], b[1]),
]

/** The corners of the part of the table, no larger than `room`, in which most of our bases stand near
    enemies: the closest pair first, then whoever still finds room. Nothing if a side has no base. */
export function action(
  own: readonly Spot[],
  foes: readonly Spot[],
  base: number,
  room: readonly [number, number],
): readonly Spot[] {
  const pairs = own
    .flatMap((a) => {
      const near = foes
        .map((b) => ({ a, b, gap: gap(a, b, base) }))
        .sort((p, q) => p.gap - q.gap)[0]
      return near ? [near] : []
    })
    .sort((p, q) => p.gap - q.gap)
  let box: Box | null = null
  for (const { a, b } of pairs) {
    const grown: Box = around(box ?? [a[0], a[1], a[0], a[1]], a, b)
    const fits = grown[2] - grown[0] <= room[0] && grown[3] - grown[1] <= room[1]
    if (fits || !box) box = grown
  }
  return box
    ? [
        [box[0], box[1]],
        [box[2], box[3]],
      ]
    : []
}
