/** The guided turns: every game has one, in both languages, with rules that exist. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TURNS } from '../src/guide/guide.svelte'

const rules = (slug: string): Set<string> => {
  const home = new URL(`../../src/campagna/games/${slug.replaceAll('-', '_')}/data/`, import.meta.url)
  const text = readFileSync(new URL('rules.toml', home), 'utf8')
  return new Set([...text.matchAll(/^id = "([^"]+)"/gm)].map((found) => found[1] ?? ''))
}

describe.each(Object.entries(TURNS))('the guide of %s', (slug, { steps }) => {
  it('says everything in both languages', () => {
    for (const { todo, why } of steps) {
      for (const text of [todo, why]) {
        expect(text.it).toBeTruthy()
        expect(text.en).toBeTruthy()
        expect(text.it).not.toBe(text.en)
      }
    }
  })
  it('names rules of its game', () => {
    const known = rules(slug)
    expect(steps.map((s) => s.rule).filter((id) => id !== undefined && !known.has(id))).toEqual([])
  })
  it('names each step once', () => {
    expect(new Set(steps.map((s) => s.id)).size).toBe(steps.length)
  })
})

it('there is one for each of the five games', () => {
  expect(Object.keys(TURNS)).toHaveLength(5)
})
