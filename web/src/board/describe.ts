/** A hex in words, for the hover card and for the live region. */
import type { TableGame } from '../games/game'
import type { Geometry } from '../lib/geometry'
import { say, t } from '../lib/i18n'
import type { Tabletop } from '../lib/types'
import { groundText, placeText } from '../lib/names'
import type { Draft } from '../match/draft.svelte'
import { nameOf } from './faces'

export function terrainName(geometry: Geometry, hex: string): string {
  const terrain = geometry.terrain(hex)
  return say(groundText(terrain)) || terrain
}

export function placeName(geometry: Geometry, hex: string): string {
  const place = geometry.board.places.find((p) => p.hexes.includes(hex))
  return place ? say(placeText(place.name)) : ''
}

export function zonesOf(tabletop: Tabletop, hex: string): string[] {
  return tabletop.layers
    .filter((l) => l.kind === 'zone' && l.hexes.includes(hex))
    .map((l) => l.side)
}

export function costOf(draft: Draft | null, hex: string): string | null {
  const arrival = draft?.selected.length ? draft.reach.get(hex) : undefined
  return arrival === undefined || draft === null ? null : draft.price(arrival.cost)
}

/** What a game calls points of movement, in short. */
export function pointsOf(game: TableGame | null | undefined): string {
  return say(game?.about.movement) || t('mp')
}

export function hexInWords(
  geometry: Geometry,
  tabletop: Tabletop,
  draft: Draft | null,
  hex: string,
): string {
  const stack = tabletop.pieces.filter((p) => p.at === hex)
  const units = stack.length
    ? stack.map((p) => `${nameOf(p)} ${p.factors ?? ''}`).join(', ')
    : t('empty')
  const zones = zonesOf(tabletop, hex).map((side) =>
    t('inZone', { side: say(draft?.session.sideName(side)) || side }),
  )
  const cost = costOf(draft, hex)
  const aimed =
    draft?.kind === 'attack' && draft.session.plan.attacks.has(hex) ? [t('canBeAttacked')] : []
  const reach =
    draft?.selected.length && draft.kind === 'move'
      ? [
          cost === null
            ? t('notReachable')
            : t('reachable', { cost, points: pointsOf(draft.session.game) }),
        ]
      : []
  return [
    hex,
    placeName(geometry, hex),
    terrainName(geometry, hex),
    units,
    ...zones,
    ...aimed,
    ...reach,
  ]
    .filter(Boolean)
    .join(', ')
}
