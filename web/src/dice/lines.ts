/** The parts of a JSON line as they were written: what was signed or hashed are its very bytes. */

const SPACES = ' \t\n\r'

/** The end of the value that begins here, as a place in the line; its beginning if there are spaces in it. */
function endOfValue(line: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < line.length; at += 1) {
    const sign = line[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
      continue
    }
    if (sign === undefined || SPACES.includes(sign)) return start
    if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      if (depth === 0) return at
      depth -= 1
    } else if (sign === ',' && depth === 0) return at
  }
  return line.length
}

export type Members = ReadonlyMap<string, string>

/** The fields of an object with their values as they stand there; null for what is not written without spaces. */
export function membersOf(line: string): Members | null {
  const found = new Map<string, string>()
  if (!line.startsWith('{') || !line.endsWith('}')) return null
  let at = 1
  while (at < line.length - 1) {
    const name = /^"([a-z_]+)":/.exec(line.slice(at, at + 40))
    if (!name?.[1] || found.has(name[1])) return null
    const start = at + name[0].length
    const end = endOfValue(line, start)
    if (end === start) return null
    found.set(name[1], line.slice(start, end))
    at = end + 1
  }
  return written(found) === line ? found : null
}

/** The object as a line again, with some values replaced. */
export function written(members: Members, changes: Readonly<Record<string, string>> = {}): string {
  const fields = [...members].map(([name, value]) => `"${name}":${changes[name] ?? value}`)
  return `{${fields.join(',')}}`
}
