/** A sentence of the engine cut into words, hexes and units, so that each can be opened. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'hex'; text: string }
  | { kind: 'unit'; text: string; id: string }

const WORD = /[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*/u

/** `units` has the id of every unit by its name; a name may have spaces and begin the sentence. */
export function linked(
  sentence: string,
  isHex: (word: string) => boolean,
  units: ReadonlyMap<string, string>,
): Part[] {
  const parts: Part[] = []
  let plain = ''
  const put = (part: Part) => {
    if (plain) parts.push({ kind: 'text', text: plain })
    plain = ''
    parts.push(part)
  }
  for (const word of sentence.split(pattern(units))) {
    const id = units.get(word) ?? units.get(word.charAt(0).toLowerCase() + word.slice(1))
    if (id !== undefined) put({ kind: 'unit', text: word, id })
    else if (isHex(word)) put({ kind: 'hex', text: word })
    else plain += word
  }
  if (plain) parts.push({ kind: 'text', text: plain })
  return parts
}

const patterns = new WeakMap<ReadonlyMap<string, string>, RegExp>()

/** Names, the longest first, then single words. */
function pattern(units: ReadonlyMap<string, string>): RegExp {
  let found = patterns.get(units)
  if (!found) {
    const names = [...units.keys()].filter(Boolean).sort((a, b) => b.length - a.length)
    const either = names.map(anyCase).join('|')
    const name = either ? `(?<![\\p{L}\\p{N}/.-])(?:${either})(?![\\p{L}\\p{N}/])|` : ''
    found = new RegExp(`(${name}${WORD.source})`, 'u')
    patterns.set(units, found)
  }
  return found
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** The name as it stands, or with a capital at the beginning of the sentence. */
function anyCase(name: string): string {
  const [small, rest] = [name.charAt(0), name.slice(1)]
  const large = small.toUpperCase()
  return (small === large ? quoted(small) : `[${small}${large}]`) + quoted(rest)
}
