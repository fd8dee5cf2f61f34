/** The search over a rulebook: by words and by numbers, in the reader's language, nothing cut. */
import type { Chapter, Language, Rulebook, RuleLine, Ruling } from '../lib/types'

/** A chapter with those of its rules that were found. */
export interface Found {
  chapter: Chapter
  rules: readonly RuleLine[]
}

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a rule answers every word of the question, by its number, its text or its rulings. */
function answers(
  rule: RuleLine,
  rulings: ReadonlyMap<string, Ruling>,
  asked: readonly string[],
  language: Language,
): boolean {
  const id = plain(rule.id)
  const own = (rule.rulings ?? []).flatMap((name) => rulings.get(name) ?? [])
  const said = own.map((r) => `${r.id} ${r.question[language]} ${r.ruling[language]}`)
  const text = plain([rule.text[language], ...said].join(' '))
  return asked.every((word) => id.startsWith(word) || text.includes(word))
}

/** What a question finds, by chapter; everything where nothing is asked. */
export function search(book: Rulebook, question: string, language: Language): Found[] {
  const asked = plain(question).split(/\s+/).filter(Boolean)
  const rulings = new Map(book.rulings.map((r) => [r.id, r]))
  // A number with a space in it, as of a second book, is one word.
  const whole = asked.join(' ')
  const numbered = (rule: RuleLine) => asked.length > 1 && plain(rule.id).startsWith(whole)
  return book.chapters
    .map((chapter) => ({
      chapter,
      rules: chapter.rules.filter((r) => numbered(r) || answers(r, rulings, asked, language)),
    }))
    .filter(({ rules }) => rules.length > 0)
}

export const counted = (found: readonly Found[]): number =>
  found.reduce((sum, { rules }) => sum + rules.length, 0)

/** The place of a rule on the page. */
export const anchor = (id: string): string => `rule-${id.replaceAll(/[^\p{L}\p{N}.-]/gu, '_')}`
export const heading = (chapter: Chapter): string =>
  `chapter-${anchor(chapter.rules[0]?.id ?? chapter.number)}`
