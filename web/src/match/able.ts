/** Who can still act, place by place: marked on the map and walked through one after the other. */
import type { Piece } from '../lib/types'
import { stopsOf } from '../shapes/moves'
import type { Plan } from '../shapes/plan'

interface Around {
  plan: Plan
  pieces: ReadonlyMap<string, Piece>
  /** What the game's words for the state of a piece mean on its counter. */
  marks: Readonly<Record<string, string>>
  /** Orders that are seldom wanted: who could only give those is not waiting for anything. */
  seldom: readonly string[]
}

/** The places with the units in them that can still act, in the order of the table. */
export function ableAt(around: Around): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const able = new Set(actorsOf(around))
  for (const piece of around.pieces.values())
    if (able.has(piece.id)) found.set(piece.at, [...(found.get(piece.at) ?? []), piece.id])
  return found
}

function actorsOf(around: Around): readonly string[] {
  const { plan } = around
  switch (plan.kind) {
    case 'move':
      return movers(around)
    case 'attack':
      return [...plan.attacks.values()].flat()
    case 'retreat':
    case 'advance':
      return [...plan.routes.keys()]
    case 'choice':
      return [
        ...plan.choices
          .filter((group) => !around.seldom.includes(group.kind))
          .flatMap((group) => group.choices.flatMap((choice) => choice.units.slice(0, 1))),
        ...plan.picks.flatMap((pick) => [...(pick.about.length ? pick.about : pick.units)]),
      ]
    default:
      return []
  }
}

/** Who has not moved yet and can go somewhere. */
export function movers({ plan, pieces, marks }: Around): string[] {
  return [...plan.movers].filter((unit) => {
    const piece = pieces.get(unit)
    if ((piece?.states ?? []).some((state) => (marks[state] ?? state) === 'moved')) return false
    return plan.modes.some((mode) =>
      [...stopsOf(mode, [unit]).keys()].some((hex) => hex !== piece?.at),
    )
  })
}

/** The one after the present place, round the circle; null if there is none. */
export function after(
  places: readonly string[],
  present: string | null,
  back: boolean,
): string | null {
  if (!places.length) return null
  const at = places.indexOf(present ?? '')
  const next = at < 0 ? (back ? places.length - 1 : 0) : at + (back ? -1 : 1)
  return places.at(next % places.length) ?? null
}
