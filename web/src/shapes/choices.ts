/** A whole order as a line in a list: whom it concerns, where, and in words what is neither. */
import { isList } from '../lib/guards'
import type { Json, Order, Text } from '../lib/types'
import type { Around, Choice } from './plan'

const YES: Text = { it: 'Sì', en: 'Yes' }
const NO: Text = { it: 'No', en: 'No' }
const NOBODY: Text = { it: 'Nessuno', en: 'None' }

/** A choice from an order that is complete. */
export function choiceOf(order: Order, around: Around): Choice {
  const known = around.words
  const units: string[] = []
  const hexes: string[] = []
  const words: Text[] = []
  const fields = Object.entries(order).filter(([field]) => field !== 'order')
  for (const [field, value] of fields) {
    if (isPlace(value)) {
      words.push(...placeWords(value))
      continue
    }
    for (const item of (isList(value) ? flat(value) : [value]).flatMap((v) => parts(v, around))) {
      if (typeof item === 'boolean') {
        if (fields.length === 1) words.push(item ? YES : NO)
        else if (item) words.push(known[field] ?? plainWord(field))
      } else if (typeof item === 'number') words.push(counted(around.fields[field], item))
      else if (typeof item !== 'string' || item === '') continue
      else if (around.pieces.has(item)) units.push(item)
      else if (around.isHex(item)) hexes.push(item)
      else words.push(known[item] ?? around.boxes.get(item) ?? plainWord(item))
    }
  }
  // An order that could name somebody and names nobody says so.
  const nobody =
    !units.length &&
    !hexes.length &&
    fields.length > 0 &&
    !fields.some(([, value]) => isPlace(value))
  const said = words.length ? joined(words) : nobody ? NOBODY : null
  return { order, units, hexes, words: said, tone: 'plain' }
}

/** One word may name several things, as a unit and where it comes. */
function parts(value: Json, around: Around): readonly Json[] {
  if (typeof value !== 'string' || around.pieces.has(value)) return [value]
  const found = value.split(/[ :]/)
  return found.some((part) => around.pieces.has(part)) ? found : [value]
}

/** Points of a measured table, in millimetres. */
export const isPlace = (value: Json | undefined): value is readonly Json[] =>
  isList(value) && flat(value).length > 1 && flat(value).every((n) => typeof n === 'number')

/** A single point in centimetres; several together tell nothing in words. */
function placeWords(value: readonly Json[]): Text[] {
  const numbers = flat(value).map(Number)
  if (numbers.length !== 2) return []
  const en = `${numbers.map((mm) => (mm / 10).toFixed(1)).join(' × ')} cm`
  return [{ it: en.replaceAll('.', ','), en }]
}

const flat = (value: readonly Json[]): Json[] =>
  value.flatMap((item) => (isList(item) ? flat(item) : [item]))

/** A number with what it counts, where that has a name. */
function counted(title: Text | undefined, n: number): Text {
  return title ? { it: `${title.it}: ${n}`, en: `${title.en}: ${n}` } : { it: `${n}`, en: `${n}` }
}

const joined = (words: readonly Text[]): Text => ({
  it: words.map((t) => t.it).join(' · '),
  en: words.map((t) => t.en).join(' · '),
})

function plainWord(word: string): Text {
  const name = word.replaceAll('_', ' ')
  return { it: name, en: name }
}
