/** Where the marks of a moment fall on one chart. */
import type { BoardInfo, Chart, ChartMark } from '../lib/types'
import type { Live } from './charts.svelte'

export interface Marked {
  /** The column that is live: the likeliest. */
  live: string
  /** The chance of each column that is possible, if there are several. */
  chances: ReadonlyMap<string, number>
  /** The cell of the last roll, or its row where the roll is about a row. */
  rolled: ChartMark | null
  /** Rows that hold now, or are about the hex pointed at. */
  rows: ReadonlySet<string>
}

export function markedOn(chart: Chart, live: Live): Marked {
  const columns = live.columns.filter((mark) => mark.chart === chart.id && mark.column)
  const best = columns.reduce<ChartMark | null>(
    (most, mark) => (most && chanceOf(most) >= chanceOf(mark) ? most : mark),
    null,
  )
  const chances = columns.length > 1 ? columns : []
  return {
    live: best?.column ?? '',
    chances: new Map(chances.map((mark) => [mark.column ?? '', chanceOf(mark)])),
    rolled: live.rolled?.chart === chart.id ? live.rolled : null,
    rows: rowsOf(chart, live),
  }
}

const chanceOf = (mark: ChartMark): number => mark.chance ?? 1

function rowsOf(chart: Chart, live: Live): ReadonlySet<string> {
  const found = new Set(live.rows.filter((row) => row.chart === chart.id).map((row) => row.row))
  for (const row of chart.rows) {
    if (chart.kind === 'terrain' && row.swatch && live.kinds.has(row.swatch)) found.add(row.id)
    const [first, last] = row.turns ?? [0, 0]
    if (live.turn && first <= live.turn && live.turn <= last) found.add(row.id)
    if (live.rolled?.chart === chart.id && !live.rolled.column && live.rolled.row === row.id)
      found.add(row.id)
  }
  return found
}

/** What a hex consists of, by the names that the rows of a terrain chart have. */
export function kindsOf(board: BoardInfo, hex: string): ReadonlySet<string> {
  const found = new Set<string>()
  const terrain = board.hexes[hex]?.[2]
  if (!terrain) return found
  const places = board.places.filter((place) => place.hexes.includes(hex))
  found.add(terrain)
  for (const place of places) found.add(place.kind)
  for (const [kind, hexes] of Object.entries(board.lines)) if (hexes.includes(hex)) found.add(kind)
  return found
}

/** The part of a calendar that matters now: the turn before, the present one and those to come. */
export function around<T>(rows: readonly T[], turn: number, most: number): readonly T[] {
  const first = Math.max(0, Math.min(turn - 2, rows.length - most))
  return rows.slice(first, first + most)
}
