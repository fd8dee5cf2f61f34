/** Who can act in a position, by the plan read from the offers, and how far they get. */
import type { Tabletop } from '../lib/types'
import { stopsOf, type Mode } from '../shapes/moves'
import type { Choice, Plan } from '../shapes/plan'

/** The ways of moving that all of these units have. */
export const modesFor = (plan: Plan, units: readonly string[]): Mode[] =>
  plan.modes.filter((mode) =>
    units.every((unit) =>
      mode.legs.some((leg) => leg.units.has(unit) || leg.company.includes(unit)),
    ),
  )

/** Whether these units can go to some hex, or overrun one, together. */
function canGo(plan: Plan, units: readonly string[], from: string): boolean {
  if (plan.overruns.some((o) => units.every((u) => o.units.includes(u)))) return true
  const [mode] = modesFor(plan, units)
  if (!mode) return false
  return [...stopsOf(mode, units).keys()].some((hex) => hex !== from)
}

/** Those of these units in a place who can move together: all of them, or as many as agree. */
export function together(plan: Plan, units: readonly string[], from: string): string[] {
  if (canGo(plan, units, from)) return [...units]
  const party: string[] = []
  for (const unit of units) if (canGo(plan, [...party, unit], from)) party.push(unit)
  return party.length ? party : [...units]
}

/**
 * The only order there is, if nothing else can be done: nobody has to take it, nobody can put it back.
 * What declines or cannot be taken back is never chosen for the player.
 */
export function onlyChoice(plan: Plan): Choice | null {
  if (plan.kind !== 'choice' || plan.end || plan.picks.length) return null
  const [only, ...more] = plan.choices.flatMap((g) => [...g.choices])
  if (!only || more.length) return null
  return only.tone === 'decline' || only.tone === 'grave' ? null : only
}

/** Units that can do something else than move. */
export function busy(plan: Plan): string[] {
  return [
    ...[...plan.attacks.values()].flat(),
    ...plan.routes.keys(),
    ...plan.choices.flatMap((g) => g.choices.flatMap((c) => [...c.units])),
    ...plan.picks.flatMap((p) => [...p.units]),
  ]
}

/** Those of these units to whom an obligation speaks and who can only go to certain hexes. */
export function mustGo(plan: Plan, obligations: Tabletop['obligations']): string[] {
  const owed = new Set(obligations.flatMap(([, , named]) => [...named]))
  return [...plan.movers].filter(
    (unit) =>
      owed.has(unit) &&
      plan.modes.some((mode) => mode.legs.some((leg) => leg.units.has(unit) && leg.ends)),
  )
}
