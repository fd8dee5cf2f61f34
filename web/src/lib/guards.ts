/** What came from outside, looked at before it is believed. */
import type { LiveMessage, Refusal, Text } from './types'

type Table = Readonly<Record<string, unknown>>

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText = (value: unknown): value is Text =>
  isTable(value) && typeof value['it'] === 'string' && typeof value['en'] === 'string'

/** The names in a list; what is no name is left out. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []

export const isRefusal = (value: unknown): value is Refusal =>
  isTable(value) &&
  typeof value['rule'] === 'string' &&
  typeof value['key'] === 'string' &&
  isText(value['reason']) &&
  isTable(value['facts'])

const UPDATE: Readonly<Record<string, (value: unknown) => boolean>> = {
  viewer: (v) => typeof v === 'string',
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

/** The text of a message as what it says; undefined if it says nothing that can be read. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
