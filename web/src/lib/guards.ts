/** What came from outside, looked at before it is believed. */
import type { Json, LiveMessage, Refusal, Text, MyNews } from './types'

type Guard<T> = (value: unknown) => value is T
type Table = Readonly<Record<string, unknown>>

export const isString: Guard<string> = (value) => typeof value === 'string'
export const isNumber: Guard<number> = (value) => typeof value === 'number'
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean'

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf =
  <T>(of: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(of)

export const mapOf =
  <T>(of: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isTable(value) && Object.values(value).every(of)

export const oneOf =
  <const T extends readonly string[]>(words: T): Guard<T[number]> =>
  (value): value is T[number] =>
    isString(value) && words.includes(value)

export const orNull =
  <T>(of: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || of(value)

export const orAbsent =
  <T>(of: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || of(value)

/** A table that has at least these fields. */
export const shaped =
  <T extends object>(fields: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> =>
  (value): value is T =>
    isTable(value) &&
    Object.entries<Guard<unknown>>(fields).every(([name, fits]) => fits(value[name]))

export const isText: Guard<Text> = shaped<Text>({ it: isString, en: isString })

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The names in a list; what is no name is left out. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(isString) : []

export const isRefusal = (value: unknown): value is Refusal =>
  isTable(value) &&
  isString(value['rule']) &&
  isString(value['key']) &&
  isText(value['reason']) &&
  isTable(value['facts'])

const UPDATE: Readonly<Record<string, (value: unknown) => boolean>> = {
  viewer: isString,
  since: Number.isInteger,
  version: Number.isInteger,
  orders: Number.isInteger,
  lines: Array.isArray,
  table: isTable,
  offers: isTable,
  seats: isTable,
}

/** A message of the live line: without these parts nothing could be done with it. */
export function isLiveMessage(value: unknown): value is LiveMessage {
  if (!isTable(value)) return false
  if (value['type'] === 'update')
    return Object.entries(UPDATE).every(([field, fits]) => fits(value[field]))
  return value['type'] === 'seats' ? isTable(value['seats']) : value['type'] === 'thinking'
}

/** A message of the line of one's own lists. */
export function isMyNews(value: unknown): value is MyNews {
  if (!isTable(value)) return false
  if (value['type'] === 'mine') return isNumber(value['turns']) && Array.isArray(value['matches'])
  const known = value['type'] === 'joined' || value['type'] === 'again'
  return known && isString(value['match']) && isString(value['name'])
}

/** The text of a message as what it says; undefined if it says nothing that can be read. */
export function parsed(text: string): unknown {
  try {
    const said: unknown = JSON.parse(text)
    return said
  } catch {
    return undefined
  }
}
