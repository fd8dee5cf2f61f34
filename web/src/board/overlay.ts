/** What the draft asks the stage to show. */
import { points } from '../lib/format'
import type { Marker, Tabletop } from '../lib/types'
import type { Draft } from '../match/draft.svelte'
import { readSums } from '../panel/sums'

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
}

const NONE: Overlay = {
  hexes: new Map(),
  veil: true,
  targets: [],
  aimed: [],
  odds: '',
  ways: [],
  markers: [],
}

export function overlay(draft: Draft | null, tabletop: Tabletop): Overlay {
  if (!draft) return NONE
  const { plan } = draft.session
  switch (draft.kind) {
    case 'deploy':
      return { ...NONE, hexes: plain(plan.deploy.get(draft.selected[0] ?? '') ?? []) }
    case 'markers': {
      const ground = plan.markers?.hexes ?? new Set<string>()
      const most = ground.size > 600
      return {
        ...NONE,
        hexes: most ? new Map() : plain([...ground]),
        markers: draft.markers.map((at) => ({ kind: 'interdiction', at })),
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
      return { ...NONE, ways: draft.ways }
    case 'losses':
    case 'remove': {
      const units = draft.kind === 'remove' ? plan.removals : [...(plan.losses?.units.keys() ?? [])]
      const at = new Set(tabletop.pieces.filter((p) => units.includes(p.id)).map((p) => p.at))
      return { ...NONE, hexes: plain([...at]), veil: false }
    }
    default:
      return NONE
  }
}

function plain(hexes: readonly string[]): ReadonlyMap<string, string> {
  return new Map(hexes.map((h) => [h, '']))
}

function move(draft: Draft): Overlay {
  if (!draft.selected.length) return NONE
  const write = draft.rail ? String : points
  const hexes = new Map<string, string>()
  for (const [hex, { cost }] of draft.reach) hexes.set(hex, cost ? write(cost) : '')
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
  return readSums(draft.judged?.forecast ?? null).columns
}
