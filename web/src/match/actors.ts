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

/** The only order there is, if nothing else can be done: nobody has to take it, nobody can put it back. */
export function onlyChoice(plan: Plan): Choice | null {
  if (plan.kind !== 'choice' || plan.done) return null
  const [only, ...more] = plan.choices.flatMap((g) => [...g.choices])
  return only && !more.length ? only : null
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
