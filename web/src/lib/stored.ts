/** What this browser keeps between visits. It may be of an older edition, or written by hand: it is looked at first. */
import { isTable, parsed } from './guards'

type Guard<T> = (value: unknown) => value is T

/** Text that is kept; null without a browser, without leave, or if there is none. */
export function keptText(key: string, where: () => Storage = () => localStorage): string | null {
  try {
    return where().getItem(key)
  } catch {
    return null
  }
}

const read = (key: string, where?: () => Storage): unknown => parsed(keptText(key, where) ?? '')

/** The entries of a list that are as they should be; the others are forgotten. */
export function keptList<T>(key: string, is: Guard<T>, where?: () => Storage): T[] {
  const found = read(key, where)
  return Array.isArray(found) ? found.filter(is) : []
}

/** The same of a table. */
export function keptTable<T>(key: string, is: Guard<T>): Record<string, T> {
  const found = read(key)
  const table: Record<string, T> = {}
  if (isTable(found))
    for (const [name, value] of Object.entries(found)) if (is(value)) table[name] = value
  return table
}

/** False where there is no room or no leave: then it lasts as long as the page. */
export function keep(
  key: string,
  value: unknown,
  where: () => Storage = () => localStorage,
): boolean {
  try {
    where().setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function drop(key: string, where: () => Storage = () => localStorage): void {
  try {
    where().removeItem(key)
  } catch {
    // Nothing can be kept here, so nothing is.
  }
}
