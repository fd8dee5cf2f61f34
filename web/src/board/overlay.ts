/** What the draft asks the stage to show. */
import type { Choice } from '../shapes/plan'
import type { Marker, Tabletop } from '../lib/types'
import type { Draft } from '../match/draft.svelte'
import { goalHexes } from '../match/answers'
import { spread } from '../panel/sums'

export interface Overlay {
  /** Ground left clear, with the cost to print in it. */
  hexes: ReadonlyMap<string, string>
  veil: boolean
  /** Hexes that can be attacked or overrun. */
  targets: readonly string[]
  /** Hexes under attack in the draft. */
  aimed: readonly string[]
  odds: string
  ways: readonly (readonly string[])[]
  markers: readonly Marker[]
  /** Hexes that are closed to a retreat. */
  barred: readonly string[]
}

const NONE: Overlay = {
  hexes: new Map(),
  veil: true,
  targets: [],
  aimed: [],
  odds: '',
  ways: [],
  markers: [],
  barred: [],
}

export function overlay(draft: Draft | null, tabletop: Tabletop): Overlay {
  if (!draft) return NONE
  const { plan } = draft.session
  if (draft.choice) return chosen(draft.choice, tabletop)
  switch (draft.kind) {
    case 'deploy':
      return { ...NONE, hexes: plain(plan.deploy.get(draft.selected[0] ?? '') ?? []) }
    case 'markers': {
      const ground = plan.markers?.hexes ?? new Set<string>()
      const most = ground.size > 600
      return {
        ...NONE,
        hexes: most ? new Map() : plain([...ground]),
        markers: draft.markers.map((at) => ({ kind: '', at, sign: 'aircraft-barred' as const })),
      }
    }
    case 'move':
      return move(draft)
    case 'attack': {
      const able = [...plan.attacks].filter(
        ([, units]) => !draft.selected.length || draft.selected.some((u) => units.includes(u)),
      )
      return {
        ...NONE,
        targets: able.map(([hex]) => hex),
        aimed: draft.targets,
        odds: oddsOf(draft),
      }
    }
    case 'retreat':
    case 'advance':
      return { ...NONE, ways: draft.ways, barred: draft.barred.map((b) => b.hex) }
    case 'losses': {
      const units = [...(plan.losses?.units.keys() ?? [])]
      const at = new Set(tabletop.pieces.filter((p) => units.includes(p.id)).map((p) => p.at))
      return { ...NONE, hexes: plain([...at]), veil: false }
    }
    case 'choice': {
      const asked = plan.picks.flatMap((pick) => [...pick.hexes])
      return { ...NONE, hexes: plain([...goalHexes(draft), ...asked]), veil: false }
    }
    default:
      return NONE
  }
}

/** Whom a whole order concerns, and where it leads. */
function chosen(choice: Choice, tabletop: Tabletop): Overlay {
  const places = tabletop.pieces.filter((p) => choice.units.includes(p.id)).map((p) => p.at)
  const goals = choice.hexes.length ? choice.hexes : places
  return { ...NONE, hexes: plain([...new Set(goals)]), veil: false }
}

function plain(hexes: readonly string[]): ReadonlyMap<string, string> {
  return new Map(hexes.map((h) => [h, '']))
}

function move(draft: Draft): Overlay {
  if (!draft.selected.length) return NONE
  const hexes = new Map<string, string>()
  for (const [hex, arrival] of draft.reach) {
    hexes.set(hex, arrival.cost ? draft.price(arrival.cost) : '')
  }
  return {
    ...NONE,
    hexes,
    targets: draft.overruns,
    aimed: draft.overrun ? [draft.overrun] : [],
    odds: oddsOf(draft),
  }
}

/** The columns the judge thinks possible. */
export function oddsOf(draft: Draft): string {
  return spread(draft.judged?.forecast?.account ?? null)
}
