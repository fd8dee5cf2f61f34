/** What orders and their fields are called: words of the game, or the tag itself. */
import type { Text } from '../lib/types'

type Words = Readonly<Record<string, Text>>

/** An order without a title of its own is called by its tag. */
export function orderTitle(kind: string, words: Words = {}): Text {
  const known = words[kind]
  if (known) return known
  const plain = kind.replaceAll('-', ' ').replaceAll('_', ' ')
  const name = plain.charAt(0).toUpperCase() + plain.slice(1)
  return { it: name, en: name }
}

/** What a field of an order is called beside its control. */
export const fieldTitle = (field: string, words: Words = {}): Text => orderTitle(field, words)
