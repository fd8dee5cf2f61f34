/** Whether the rows of a calendar are the turns of the track. */
import type { Chart, Text } from '../lib/types'

export function hasTurns(chart: Chart, labels: readonly Text[]): boolean {
  const { rows } = chart
  return rows.length === labels.length && rows.every((row, i) => row.title.en === labels[i]?.en)
}
