/** Hexes closed to a retreat, each with the rule that closes it. */
import type { Refusal } from '../lib/types'
import { moved } from '../shapes/fill'
import type { Session } from './session.svelte'

export interface Barred {
  hex: string
  refusal: Refusal
}

/** Ask the judge about every hex beside the unit where none of its ways begins. */
export async function closedTo(session: Session, unit: string, place: string): Promise<Barred[]> {
  const { geometry, plan } = session
  const { route } = plan
  if (!geometry || !route) return []
  const ways = plan.routes.get(unit) ?? []
  const open = new Set(ways.map((w) => w[0]))
  const long = ways[0]?.length ?? 1
  const asked = geometry
    .neighbours(place)
    .filter((hex) => !open.has(hex))
    .map(async (hex) => {
      const way = geometry.onward(place, hex, long)
      const said = await session.judge(moved(route, [unit], way, place))
      return said?.refusal ? [{ hex, refusal: said.refusal }] : []
    })
  return (await Promise.all(asked)).flat()
}
