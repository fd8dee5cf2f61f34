import { fill } from './fill'
import { settings } from './settings.svelte'
import type { Text } from './types'
import { WORDS, type Word } from './words'

/** A word of the interface in the player's language. */
export function t(word: Word, facts: Readonly<Record<string, string | number>> = {}): string {
  return fill(WORDS[word][settings.language], facts)
}

/** A text that came from the server. */
export function say(text: Text | null | undefined): string {
  return text ? (text[settings.language] ?? text.en ?? '') : ''
}
