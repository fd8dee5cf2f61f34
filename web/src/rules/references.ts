/** A paraphrase cut where it names another rule or ruling, so that it can be opened. */
export type Piece = { kind: 'text'; text: string } | { kind: 'rule'; id: string }

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Ids that are no plain number or word: `5.2`, `MOV-3`, `PB 13.1`. Others would be found in any sentence. */
const telling = (id: string): boolean => /[.-]/.test(id)

/** Finds the ids of a book in a text, the longest first; null where it has none that can be told. */
export function pattern(ids: Iterable<string>): RegExp | null {
  const names = [...ids].filter(telling).sort((a, b) => b.length - a.length)
  if (!names.length) return null
  const either = names.map(quoted).join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}.-])(${either})(?![\\p{L}\\p{N}-]|\\.\\p{N})`, 'u')
}

/** The text in pieces; `own` is the rule that it belongs to, which is no reference. */
export function references(text: string, ids: RegExp | null, own: string): Piece[] {
  if (!ids) return [{ kind: 'text', text }]
  return text
    .split(ids)
    .map((part, i): Piece =>
      i % 2 && part !== own ? { kind: 'rule', id: part } : { kind: 'text', text: part },
    )
    .filter((piece) => piece.kind === 'rule' || piece.text !== '')
}
