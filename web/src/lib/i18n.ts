import { settings } from './settings.svelte'
import type { Text } from './types'
import { WORDS, type Word } from './words'

/** Put facts into the braces of a sentence. */
export function fill(sentence: string, facts: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, key: string) => String(facts[key] ?? whole))
}

/** A word of the interface in the player's language. */
export function t(word: Word, facts: Readonly<Record<string, string | number>> = {}): string {
  return fill(WORDS[word][settings.language], facts)
}

/** A text that came from the server. */
export function say(text: Text | null | undefined): string {
  return text ? (text[settings.language] ?? text.en ?? '') : ''
}
