/** The sums of a battle forecast as the engines list them, made safe to show. */
import type { Forecast, Json } from '../lib/types'

/** One line of the account: whose, what, how much, by which rule. */
export interface SumLine {
  part: 'attack' | 'defence'
  /** unit, total, or a reason that the words of the table know. */
  what: string
  unit: string
  hex: string
  value: string
  rule: string
}

export interface Sums {
  odds: [string, number][]
  lines: SumLine[]
  /** The columns that are possible: one, or from the lowest to the highest. */
  columns: string
}

type Row = Readonly<Record<string, Json>>

const rows = (value: Json | undefined): Row[] =>
  Array.isArray(value) ? (value as Json[]).filter((v): v is Row => typeof v === 'object') : []
const text = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : String(value)

function line(row: Row): SumLine {
  return {
    part: row['part'] === 'defence' ? 'defence' : 'attack',
    what: text(row['what']),
    unit: text(row['unit']),
    hex: text(row['hex']),
    value: text(row['value']),
    rule: text(row['rule']),
  }
}

/** Games without an account of lines list the share of each unit. */
function shares(part: SumLine['part'], block: Json | undefined): SumLine[] {
  return rows(block).map((row) => {
    const printed = text(row['printed'])
    const factor = text(row['factor'] ?? row['value'] ?? row['printed'])
    const value = printed && printed !== factor ? `${printed} → ${factor}` : factor || '?'
    return {
      ...line({ ...row, value }),
      part,
      what: text(row['unit']) ? 'unit' : text(row['what']),
    }
  })
}

function account(sums: Row): SumLine[] {
  if (Array.isArray(sums['lines'])) return rows(sums['lines']).map(line)
  const totals = Array.isArray(sums['totals']) ? (sums['totals'] as Json[]) : []
  return (['attack', 'defence'] as const).flatMap((part, i) => {
    const listed = shares(part, sums[part])
    const total = totals[i]
    if (total === undefined || !listed.length) return listed
    const sum = { part, what: 'total', unit: '', hex: '', value: text(total), rule: '' }
    return [...listed, sum]
  })
}

export function readSums(forecast: Forecast | null): Sums {
  const sums = forecast?.sums ?? {}
  const listed = sums['odds']
  const odds: [string, number][] =
    typeof listed === 'string'
      ? [[listed, 1]]
      : Object.entries((listed ?? {}) as Record<string, number>)
  return { odds, lines: account(sums), columns: columns(odds.map(([column]) => column)) }
}

export function columns(odds: readonly string[]): string {
  const [first] = odds
  const last = odds.at(-1)
  if (!first || !last) return ''
  return first === last ? first : `${first} … ${last}`
}
