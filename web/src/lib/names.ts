/**
 * What ids are called in both languages: words of the game, units, parts of either. The same as
 * `Messages.name` of the engine, so that a name in a sentence can be found again.
 */
import type { GameInfo, Text } from './types'

type Words = Readonly<Record<string, Readonly<Record<string, Text>>>>
const NUMBERED = /^(.*?)(\d+)$/s

/** The words of the game on the table; a page shows one game at a time. */
let words: Words = {}

export function speakOf(info: GameInfo | null | undefined): void {
  words = info?.words ?? {}
}

const known = (id: string): Text | undefined =>
  words['word']?.[id] ?? words['unit']?.[id] ?? words['place']?.[id]

/** What a place of the map is called; the board has one name for both languages. */
export const placeText = (name: string): Text => words['place']?.[name] ?? { it: name, en: name }

/** What lies on the map is called: a terrain, a road, an area. */
export const groundText = (kind: string): Text | undefined => words['ground']?.[kind]

/** The name of an id; null where the game has none. */
export function nameText(id: string): Text | null {
  return known(id) ?? numbered(id) ?? part(id)
}

/** A unit that is made during play and goes by its number: `S-#` names `S-1`, `S-2` ... */
export function numbered(id: string): Text | null {
  const [, kind = '', number = ''] = NUMBERED.exec(id) ?? []
  const name = number && !known(id) ? known(`${kind}#`) : undefined
  return name ? both((lang) => name[lang].replace('{n}', String(Number(number)))) : null
}

/** A part of something with a name: `c3.axis.ariete.tank2` is a tank base of the Ariete. */
function part(id: string): Text | null {
  const dot = id.lastIndexOf('.')
  const whole = dot > 0 ? known(id.slice(0, dot)) : undefined
  if (!whole) return null
  const own = id.slice(dot + 1)
  if (/^\d+$/.test(own)) return both((lang) => `${whole[lang]} ${own}`)
  const exact = known(own)
  const number = exact ? '' : (/\d+$/.exec(own)?.[0] ?? '')
  const kind = own.slice(0, own.length - number.length)
  const called = exact ?? known(kind) ?? { it: kind, en: kind }
  return both((lang) => `${`${called[lang]} ${number}`.trim()} (${whole[lang]})`)
}

const both = (said: (language: 'it' | 'en') => string): Text => ({ it: said('it'), en: said('en') })

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Where data come from, as `Messages.source` says it: part by part, the English text is the key. */
export function sourceText(source: string, said: Words = words): Text {
  const parts = source.split(/\s+/).join(' ').split('; ')
  const of = (part: string): Text =>
    said['source']?.[part] ?? {
      it: part.replace(/^rulebook (?=[A-Z0-9][A-Z0-9.,/ -]*$)/, 'regolamento '),
      en: part,
    }
  return both((language) => parts.map((part) => of(part)[language]).join('; '))
}
