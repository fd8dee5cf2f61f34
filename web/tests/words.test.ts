import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Text } from '../src/lib/types'
import { WORDS } from '../src/lib/words'
import { CLUB_WORDS } from '../src/lib/words-club'
import { PEOPLE } from '../src/lib/words-people'

const braces = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

const sources = (readdirSync(new URL('../src', import.meta.url), { recursive: true }) as string[])
  .filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8'))
  .join('\n')

const texts: [string, Text][] = [...Object.entries(WORDS)]

describe('every text of the interface', () => {
  it.each(texts)('%s exists in both languages with the same facts', (_key, text) => {
    expect(text.it.trim()).not.toBe('')
    expect(text.en.trim()).not.toBe('')
    expect(braces(text.it)).toEqual(braces(text.en))
  })
  it('has no word twice: the later one would be said in both places', () => {
    for (const [key, text] of Object.entries({ ...PEOPLE, ...CLUB_WORDS }))
      expect(WORDS[key as keyof typeof WORDS]).toBe(text)
  })
  it.each(Object.keys(WORDS))('%s is used', (key) => {
    expect(sources).toMatch(new RegExp(`'${key}'|WORDS\\.${key}\\b`))
  })
})
