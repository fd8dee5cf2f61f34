import type { Frame } from './viewport.svelte'

/** The view box of a map drawing: the sheet with its margin, in the units of the hexes. */
export function mapFrame(svg: string): Frame {
  const numbers =
    /viewBox="([^"]+)"/
      .exec(svg)?.[1]
      ?.split(/[\s,]+/)
      .map(Number) ?? []
  const [x = 0, y = 0, width = 1, height = 1] = numbers
  return { x, y, width, height }
}
