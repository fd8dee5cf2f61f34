/** The sums of a battle forecast as the engine lists them, made safe to show. */
import type { Forecast, Json } from '../lib/types'

export interface Share {
  unit: string
  supplied: boolean
  integral: boolean
  /** null: nobody knows yet. */
  printed: number | null
  support: number
}

export interface Sums {
  odds: [string, number][]
  attack: Share[]
  defence: { hex: string; multiplier: number; units: Share[] }[]
  /** The columns that are possible: one, or from the lowest to the highest. */
  columns: string
}

type Row = Readonly<Record<string, Json>>

const rows = (value: Json | undefined): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

function share(row: Row): Share {
  const printed = row['printed']
  return {
    unit: String(row['unit'] ?? ''),
    supplied: row['supplied'] !== false,
    integral: row['integral'] === true,
    printed: typeof printed === 'number' ? printed : null,
    support: Number(row['support'] ?? 0),
  }
}

export function readSums(forecast: Forecast | null): Sums {
  const sums = forecast?.sums ?? {}
  const attack = rows(sums['attack']).map(share)
  const defence = rows(sums['defence']).map((block) => ({
    hex: String(block['hex'] ?? ''),
    multiplier: Number(block['multiplier'] ?? 1),
    units: rows(block['units']).map(share),
  }))
  const odds = Object.entries((sums['odds'] ?? {}) as Record<string, number>)
  return {
    odds,
    attack,
    defence,
    columns: columns(odds.map(([column]) => column)),
  }
}

export function columns(odds: readonly string[]): string {
  const [first] = odds
  const last = odds.at(-1)
  if (!first || !last) return ''
  return first === last ? first : `${first} … ${last}`
}
