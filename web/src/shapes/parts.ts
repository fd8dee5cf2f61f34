/** Orders of several parts, as aircraft, target and load: each part has a control of its own, and an earlier one
    decides what a later one may be. Nobody reads a list of all combinations. */
import type { Json } from '../lib/types'
import type { Choice } from './plan'

/** A control: one field of the order, with the values that the parts before it leave. */
export interface Part {
  readonly field: string
  readonly values: readonly Json[]
  /** What is chosen; null while nobody has. */
  readonly now: Json | null
}

/** What was chosen, by field, as JSON. */
export type Chosen = Readonly<Record<string, string>>

export interface Parted {
  readonly parts: readonly Part[]
  /** The field that the lines below the controls tell apart; empty if none is left. */
  readonly last: string
  /** The orders that are left. */
  readonly left: readonly Choice[]
}

/** So few orders are a list however they are made. */
const FEW = 6

export const keyOf = (value: Json | undefined): string => JSON.stringify(value ?? null)

/** The fields in which these orders differ, in their order. */
export function varying(choices: readonly Choice[]): string[] {
  const fields = new Set(choices.flatMap((choice) => Object.keys(choice.order)))
  return [...fields].filter(
    (field) => new Set(choices.map((choice) => keyOf(choice.order[field]))).size > 1,
  )
}

function distinct(choices: readonly Choice[], field: string): Json[] {
  const found = new Map(choices.map(({ order }) => [keyOf(order[field]), order[field] ?? null]))
  return [...found.values()]
}

/** The controls of these orders, and the orders that they leave. The first control waits to be used; those
    after it begin with their first value. */
export function parted(choices: readonly Choice[], chosen: Chosen): Parted {
  const parts: Part[] = []
  let left = choices
  for (;;) {
    const [field, ...more] = varying(left)
    if (field === undefined || !more.length || (!parts.length && choices.length <= FEW))
      return { parts, last: field ?? '', left }
    const values = distinct(left, field)
    const wanted = values.find((value) => keyOf(value) === chosen[field])
    const now = wanted ?? (parts.length ? (values[0] ?? null) : null)
    parts.push({ field, values, now })
    if (now === null) return { parts, last: '', left: [] }
    left = left.filter(({ order }) => keyOf(order[field]) === keyOf(now))
  }
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** The one name that a value stands for, as a unit alone. */
export function soleName(value: Json): string | null {
  if (typeof value === 'string') return value
  if (!isList(value) || value.length !== 1) return null
  const [only] = value
  return typeof only === 'string' ? only : null
}
