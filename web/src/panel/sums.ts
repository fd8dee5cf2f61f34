/** The sums of a battle forecast as the engines list them, made safe to show. */
import type { Forecast, Json, Text } from '../lib/types'
import type { Word } from '../lib/words'
import { termsOf, type Term } from '../match/rolls'

/** One line of the account: whose, what, how much, by which rule. */
export interface SumLine {
  part: 'attack' | 'defence'
  /** unit, total, or a reason that the words of the table know. */
  what: string
  unit: string
  hex: string
  value: string
  rule: string
  /** How many things the line stands for, if it stands for several. */
  count: number
}

/** What happens in one case among several: by the answer of the defender, the column, the shift. */
export interface Answer {
  by: 'defence' | 'column' | 'shift'
  name: string
  lines: { result: string; probability: number }[]
}

export interface Sums {
  /** The odds of the strengths, before any shift; '' where they are the column. */
  ratio: string
  /** The columns of the table that may be used, with their chances. */
  odds: [string, number][]
  /** What moves the column or changes the die. */
  terms: Term[]
  lines: SumLine[]
  answers: Answer[]
  /** Where the table of results comes from, and why it is as it is. */
  source: string
  reasoning: Text | null
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
    count: Number(row['count'] ?? 1),
  }
}

/** Games without an account of lines list the share of each unit. */
function shares(part: SumLine['part'], block: Json | undefined): SumLine[] {
  return rows(block).map((row) => {
    const chain = Number(row['chain'] ?? 0)
    const full = chain ? Number(row['factor']) + chain : (row['factor'] ?? row['printed'])
    const counts = text(row['value'] ?? full)
    const printed = text(row['printed'] ?? row['factor'])
    const shown = Number(counts) < 0 ? `−${-Number(counts)}` : counts
    const value = printed && printed !== counts ? `${printed} → ${counts}` : shown || '?'
    return {
      ...line({ ...row, value }),
      part,
      what: text(row['unit']) ? 'unit' : text(row['what']),
    }
  })
}

function account(sums: Row): SumLine[] {
  if (Array.isArray(sums['lines'])) return rows(sums['lines']).map(line)
  const totals = Array.isArray(sums['totals'])
    ? (sums['totals'] as Json[])
    : [sums['attack_total'], sums['defence_total']]
  return (['attack', 'defence'] as const).flatMap((part, i) => {
    const listed = shares(part, sums[part])
    const total = totals[i] ?? (typeof sums[part] === 'number' ? sums[part] : undefined)
    if (total === undefined || total === null) return listed
    const sum = { part, what: 'total', unit: '', hex: '', value: text(total), rule: '', count: 1 }
    return [...listed, ...(part === 'attack' ? flown(sums, listed, Number(total)) : []), sum]
  })
}

/** What aircraft add to the attackers, where the engine tells only how many there are. */
function flown(sums: Row, listed: readonly SumLine[], total: number): SumLine[] {
  const planes = Number(sums['aircraft'] ?? 0)
  if (!planes) return []
  const units = listed.reduce((sum, l) => sum + Number(l.value.split(' → ').at(-1)), 0)
  const value = `+${total - units}`
  return [{ part: 'attack', what: 'aircraft', unit: '', hex: '', value, rule: 'AIR-6', count: 1 }]
}

export function readSums(forecast: Forecast | null): Sums {
  const sums = forecast?.sums ?? {}
  const ratios = chances(sums['odds'])
  const odds = sums['columns'] === undefined ? ratios : chances(sums['columns'])
  const reasoning = sums['reasoning']
  return {
    odds,
    ratio: sums['columns'] === undefined ? '' : columns(ratios.map(([ratio]) => ratio)),
    terms: termsOf(sums['terms']),
    lines: account(sums),
    answers: [
      ...answers('defence', sums['by_defence']),
      ...answers('column', sums['tables']),
      ...(sums['tables'] === undefined ? answers('shift', sums['by_shift']) : []),
    ],
    source: text(sums['source']),
    reasoning: isText(reasoning) ? reasoning : null,
    columns: columns(odds.map(([column]) => column)),
  }
}

const chances = (listed: Json | undefined): [string, number][] =>
  typeof listed === 'string'
    ? [[listed, 1]]
    : Object.entries((listed ?? {}) as Record<string, number>)

const isText = (value: Json | undefined): value is Text & Json =>
  typeof value === 'object' && value !== null && 'it' in value && 'en' in value

function answers(by: Answer['by'], block: Json | undefined): Answer[] {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return []
  return Object.entries(block as Row).map(([name, chances]) => ({
    by,
    name,
    lines: Object.entries((chances ?? {}) as Record<string, Json>)
      .map(([result, probability]) => ({ result, probability: Number(probability) }))
      .filter((line) => line.probability > 0),
  }))
}

/** Why the column is not known yet: units that nobody has seen, or dice that come before, of aircraft. */
export function columnWord({ odds, lines }: Pick<Sums, 'odds' | 'lines'>): Word {
  if (odds.length <= 1) return 'column'
  return lines.some((l) => l.value === '?') ? 'columnUnknown' : 'columnDice'
}

export function columns(odds: readonly string[]): string {
  const [first] = odds
  const last = odds.at(-1)
  if (!first || !last) return ''
  return first === last ? first : `${first} … ${last}`
}
