/** One bowed arrow from a place to another: its way, and its head. */
type Point = readonly [number, number]

const BOW = 0.14
const HEAD = 0.26

export function bowed(
  [ax, ay]: Point,
  [bx, by]: Point,
  size: number,
): { way: string; head: string } {
  const [dx, dy] = [bx - ax, by - ay]
  const length = Math.hypot(dx, dy) || 1
  // The point through which the arrow bends lies to the left of its way.
  const [cx, cy] = [(ax + bx) / 2 + dy * BOW, (ay + by) / 2 - dx * BOW]
  const angle = Math.atan2(by - cy, bx - cx)
  // It ends at the rim of the counter, so that the counter can be read.
  const short = Math.min(size * 0.55, length / 3)
  const tip: Point = [bx - Math.cos(angle) * short, by - Math.sin(angle) * short]
  const wing = (turn: number): string => {
    const back = angle + Math.PI + turn
    return `${round(tip[0] + Math.cos(back) * size * HEAD)} ${round(tip[1] + Math.sin(back) * size * HEAD)}`
  }
  return {
    way: `M${round(ax)} ${round(ay)}Q${round(cx)} ${round(cy)} ${round(tip[0])} ${round(tip[1])}`,
    head: `M${round(tip[0])} ${round(tip[1])}L${wing(0.48)}L${wing(-0.48)}Z`,
  }
}

const round = (n: number) => Math.round(n * 10) / 10
