/** Who loses steps: the choice as it is tapped, and the order of the losses. */
export interface Losses {
  count: number
  /** Unit -> the steps it has. */
  units: ReadonlyMap<string, number>
  /** One of these loses the first step. */
  first: readonly string[]
}

const times = (chosen: readonly string[], unit: string) => chosen.filter((u) => u === unit).length

/** After a tap: one more step of the unit; if all are chosen already, the last one moves to it; a
    unit that has no more to give is left out again. */
export function tap(plan: Losses, chosen: readonly string[], unit: string): string[] {
  const mine = times(chosen, unit)
  if (mine >= (plan.units.get(unit) ?? 0)) return chosen.filter((u) => u !== unit)
  if (chosen.length < plan.count) return [...chosen, unit]
  return mine ? chosen.filter((u) => u !== unit) : [...chosen.slice(0, -1), unit]
}

/** The losses with one that may be the first at their head; null while they are not all chosen. */
export function ordered(plan: Losses, chosen: readonly string[]): string[] | null {
  const head = chosen.findIndex((u) => plan.first.includes(u))
  if (chosen.length !== plan.count || head < 0) return null
  return [...chosen.slice(head, head + 1), ...chosen.slice(0, head), ...chosen.slice(head + 1)]
}

/** Units that may lose steps, but not the first one. */
export const notFirst = (plan: Losses): string[] =>
  [...plan.units.keys()].filter((u) => !plan.first.includes(u))
