/** A sentence of the engine cut into words, hexes and units, so that each can be opened. */
export type Part =
  { kind: 'text'; text: string } | { kind: 'hex'; text: string } | { kind: 'unit'; text: string }

export function linked(
  sentence: string,
  isHex: (word: string) => boolean,
  isUnit: (word: string) => boolean,
): Part[] {
  const parts: Part[] = []
  let plain = ''
  const flush = () => {
    if (plain) parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  for (const word of sentence.split(/([\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*)/u)) {
    if (isHex(word)) {
      flush()
      parts.push({ kind: 'hex', text: word })
    } else if (isUnit(word)) {
      flush()
      parts.push({ kind: 'unit', text: word })
    } else plain += word
  }
  flush()
  return parts
}
