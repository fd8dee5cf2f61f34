/** Colours and sizes of type stand in `styles/tokens.css`, and nothing there is left over. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCES = new URL('../src/', import.meta.url)
const PALETTE = ['styles/tokens.css']

const files = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte|css)$/.test(name) && !name.startsWith('api/'))
    .map((name) => [name, readFileSync(new URL(name, SOURCES), 'utf8')]),
)
const others = [...files].filter(([name]) => !PALETTE.includes(name))
const palette = PALETTE.map((name) => files.get(name) ?? '').join('\n')
const code = [...files.values()].join('\n')

/** What a pattern finds outside the palette, with where it stands. */
const found = (pattern: RegExp): string[] =>
  others.flatMap(([name, text]) => [...text.matchAll(pattern)].map((hit) => `${name}: ${hit[0]}`))

const defined = new Set(palette.match(/--[\w-]+(?=:)/g))

it('no component has a colour of its own', () => {
  expect(others.length).toBeGreaterThan(150)
  expect(found(/#[\da-f]{3,8}\b(?=["'`;, )])|\b(?:rgb|hsl|oklch)a?\(/gi)).toEqual([])
  // The words for colours, where a value stands.
  const words = 'white|black|red|green|blue|gr[ae]y|yellow|orange|brown|gold|silver|purple'
  expect(found(new RegExp(`(?:[:\\s]|["'\`])(?:${words})(?=[;"'\`])`, 'g'))).toEqual([])
})

it('no component has a size of type of its own', () => {
  const own = found(/\bfont(?:-size)?:[^;{}"]*?[\d.]+(?:px|rem|pt)\b/g)
  // Of a shorthand only the height of the line may be a number.
  expect(own.filter((hit) => !/var\(--text-\d+\)\/\d+px$/.test(hit))).toEqual([])
  expect(code.match(/var\(--text-\d+\)/g)?.length).toBeGreaterThan(100)
})

it('every token that is used is defined, and the other way round', () => {
  const own = new Set(others.flatMap(([, text]) => text.match(/--[\w-]+(?=[:=])/g) ?? []))
  const used = new Set([...code.matchAll(/var\((--[\w-]+)[),]/g)].map((hit) => hit[1] ?? ''))
  const missing = [...used].filter((name) => !defined.has(name) && !own.has(name))
  expect(missing).toEqual([])
  // Stripes are joined from their numbers.
  const joined = /^--band-\d+$/
  expect([...defined].filter((name) => !used.has(name) && !joined.test(name))).toEqual([])
})

it('every class of the common styles is used', () => {
  const base = files.get('styles/base.css') ?? ''
  const classes = new Set([...base.matchAll(/\.([a-z][\w-]*)(?=[\s.:,>[{])/g)].map((hit) => hit[1]))
  const markup = others.filter(([name]) => !name.endsWith('.css')).map(([, text]) => text)
  // In a class attribute or directive, or in a string that becomes one.
  const places = /"[^"\n]*"|'[^'\n]*'|`[^`]*`|\bclass:[\w-]+/g
  const said = markup.flatMap((text) => text.match(places) ?? [])
  const words = new Set(said.flatMap((text) => text.match(/[\w-]+/g) ?? []))
  expect([...classes].filter((name) => name && !words.has(name))).toEqual([])
})
