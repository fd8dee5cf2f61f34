/** The worked examples of a game by the rule that each shows. */
import type { ExampleLine } from '../lib/types'

export function byRule(lines: readonly ExampleLine[]): Map<string, ExampleLine[]> {
  const found = new Map<string, ExampleLine[]>()
  for (const line of lines) found.set(line.rule, [...(found.get(line.rule) ?? []), line])
  return found
}
