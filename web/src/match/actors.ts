/** Who can act in a position, by the plan read from the offers, and how far they get. */
import type { Choice, Plan } from '../games/game'
import { commonReach, type Reach } from '../lib/paths'

const NOWHERE: Reach = new Map()

/** How far each of the selected units gets, by rail or on its own. */
export function reachesOf(plan: Plan, selected: readonly string[], rail: boolean): Reach[] {
  const { moves } = plan
  // Whoever leads the others further goes with them and does not hold them back.
  const leader = selected.find((u) => selected.some((v) => v !== u && moves.get(v)?.led?.by === u))
  return selected
    .filter((u) => u !== leader)
    .map((u) => {
      const mover = moves.get(u)
      if (leader && mover?.led?.by === leader) return mover.led.reach
      return (rail ? mover?.rail : mover?.reach) ?? NOWHERE
    })
}

/** Where all of the selected units can go together, and may end. */
export function commonEnds(
  plan: Plan,
  selected: readonly string[],
  reaches: readonly Reach[],
): Reach {
  const common = commonReach(reaches)
  const ends = selected.flatMap((u) => plan.moves.get(u)?.ends ?? [])
  if (!ends.length) return common
  return new Map([...common].filter(([hex]) => ends.every((open) => open.has(hex))))
}

/** Whether these units can go to some hex, or overrun one, together. */
function canGo(plan: Plan, units: readonly string[], from: string): boolean {
  if (plan.overruns.some((o) => units.every((u) => o.units.includes(u)))) return true
  const apart = units.some((u) => {
    const company = plan.moves.get(u)?.company
    return company && units.some((v) => !company.has(v))
  })
  if (apart || !units.every((u) => plan.moves.has(u))) return false
  const ends = commonEnds(plan, units, reachesOf(plan, units, false))
  return [...ends.keys()].some((hex) => hex !== from)
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
  if (plan.kind !== 'choice' || plan.done) return null
  const [only, ...more] = plan.choices.flatMap((g) => [...g.choices])
  if (!only || more.length) return null
  return only.tone === 'decline' || only.tone === 'grave' ? null : only
}

/** Units that can do something else than move. */
export function busy(plan: Plan): string[] {
  return [
    ...[...plan.attacks.values()].flat(),
    ...plan.retreats.keys(),
    ...plan.advances.keys(),
    ...plan.removals,
    ...plan.withdrawals,
    ...plan.choices.flatMap((g) => g.choices.flatMap((c) => [...c.units])),
    ...plan.picks.flatMap((p) => [...p.units]),
  ]
}
