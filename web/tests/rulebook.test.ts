/** The rulebook page: references inside paraphrases, and the search. */
import { describe, expect, it } from 'vitest'
import type { Rulebook } from '../src/lib/types'
import { pattern, references } from '../src/rules/references'
import { anchor, counted, search } from '../src/rules/search'

const rule = (id: string, it: string, en: string, rulings: string[] = []) => ({
  id,
  status: 'enforced',
  text: { it, en },
  rulings,
})
const BOOK: Rulebook = {
  title: { it: 'Gioco', en: 'Game' },
  abbreviations: { it: '', en: '' },
  chapters: [
    {
      number: '1',
      title: { it: 'Movimento', en: 'Movement' },
      rules: [
        rule('1.1', 'Si muove una volta.', 'A unit moves once (see 1.10).', ['AMB-1']),
        rule('1.10', 'Chi è già mosso si ferma.', 'A unit that has moved stops.'),
      ],
    },
    {
      number: 'PB 13',
      title: { it: 'La guerra', en: 'The war' },
      rules: [rule('PB 13.1', 'Si comincia.', 'It begins at 1.1.')],
    },
  ],
  rulings: [
    {
      id: 'AMB-1',
      rules: ['1.1'],
      question: { it: 'Anche di notte?', en: 'At night too?' },
      ruling: { it: 'Sì.', en: 'Yes.' },
    },
  ],
}
const ids = ['1', '1.1', '1.10', 'PB 13.1', 'AMB-1', 'A2']

describe('references', () => {
  const cut = (text: string, own = '') =>
    references(text, pattern(ids), own)
      .filter((p) => p.kind === 'rule')
      .map((p) => p.id)

  it('are ids of the book that no other word looks like', () => {
    expect(cut('See 1.10, AMB-1 and PB 13.1; at most 1 of A2.')).toEqual([
      '1.10',
      'AMB-1',
      'PB 13.1',
    ])
  })
  it('are whole ids, at the end of a sentence too', () => {
    expect(cut('As in 1.1.')).toEqual(['1.1'])
    expect(cut('1.1.2, 11.1, 1.1a')).toEqual([])
  })
  it('are not the rule itself', () => expect(cut('1.1 repeats 1.10', '1.1')).toEqual(['1.10']))
  it('lose nothing of the text', () => {
    const text = '(AMB-1) after 1.1, not 1.10b.'
    const said = references(text, pattern(ids), '').map((p) => (p.kind === 'rule' ? p.id : p.text))
    expect(said.join('')).toBe(text)
  })
  it('need ids that can be told from words', () => expect(pattern(['1', 'A2'])).toBeNull())
})

describe('the search', () => {
  const found = (question: string, language: 'it' | 'en' = 'en') =>
    search(BOOK, question, language).flatMap(({ rules }) => rules.map((r) => r.id))

  it('finds everything where nothing is asked', () =>
    expect(counted(search(BOOK, ' ', 'it'))).toBe(3))
  it('goes by the beginning of a number', () => {
    expect(found('1.1')).toEqual(['1.1', '1.10', 'PB 13.1'])
    expect(found('PB 13')).toEqual(['PB 13.1'])
    expect(found('pb')).toEqual(['PB 13.1'])
  })
  it('goes by every word, without case and accents, in the language of the reader', () => {
    expect(found('UNIT moves')).toEqual(['1.1'])
    expect(found('gia', 'it')).toEqual(['1.10'])
    expect(found('gia', 'en')).toEqual([])
  })
  it('looks into the rulings', () => expect(found('night')).toEqual(['1.1']))
  it('finds nothing where nothing is said', () =>
    expect(search(BOOK, 'zeppelin', 'en')).toEqual([]))
  it('has a place of its own for every id', () => {
    expect(new Set(ids.map(anchor)).size).toBe(ids.length)
    expect(anchor('PB 13.1')).not.toContain(' ')
  })
})
