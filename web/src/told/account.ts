/** What another side has done, in the order of importance: battles, places, moves, arrivals, losses. */
import { begins, type Tells } from '../games/tells'
import type { EventLine, LogEntry, Piece } from '../lib/types'

/** A line of the account: what was said, and where on the map. */
export interface Told {
  readonly key: string
  readonly event: EventLine
  /** A hex, or on a measured table a piece; empty where it has no place. */
  readonly at: string
}
export interface Fight extends Told {
  readonly n: number
  /** What followed from it: losses, retreats, advances. */
  readonly after: readonly EventLine[]
}
/** Pieces that went from one place to another together. */
export interface Journey {
  readonly key: string
  readonly units: readonly string[]
  readonly from: string
  readonly to: string
}
export type Group = 'places' | 'arrivals' | 'losses' | 'events' | 'points'
export interface Account {
  /** The numbers of the first and the last order that are told. */
  readonly first: number
  readonly last: number
  /** Who did it: whoever gave most of the orders. */
  readonly side: string
  readonly fights: readonly Fight[]
  readonly journeys: readonly Journey[]
  readonly groups: Readonly<Record<Group, readonly Told[]>>
  /** How many pieces of each side were lost. */
  readonly lost: Readonly<Record<string, number>>
  /** Where pieces were lost. */
  readonly graves: readonly string[]
}

export interface Around {
  readonly viewer: string
  readonly tells: Tells
  readonly before: ReadonlyMap<string, Piece>
  readonly after: ReadonlyMap<string, Piece>
  /** Whether this is a place: a hex, or a piece that stood on the measured table. */
  readonly isPlace: (id: string) => boolean
  /** Where a piece stands among the places: its hex, or itself on a measured table. */
  readonly placeOf: (piece: Piece) => string
  /** Whether a piece on a measured table has gone elsewhere. */
  readonly hasMoved?: (unit: string) => boolean
}

const list = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value ? [value] : []

const PLACES = ['target', 'targets', 'hex', 'hexes', 'to', 'path'] as const
const UNITS = ['defenders', 'target', 'unit', 'units', 'pieces', 'attackers', 'marker'] as const

/** The order of ours after which others acted: the last one in a phase of our own; 0 if there is none. */
export function lastOfOurs(log: readonly LogEntry[], viewer: string): number {
  let owner = log[0]?.side ?? ''
  let last = 0
  for (const entry of log) {
    if (entry.side === viewer && owner === viewer) last = entry.n
    owner = ownerAfter(entry, owner)
  }
  return last
}

/** Whose phase it is after these orders. */
export function ownerOf(log: readonly LogEntry[]): string {
  return log.reduce((owner, entry) => ownerAfter(entry, owner), log[0]?.side ?? '')
}

const ownerAfter = ({ events }: LogEntry, before: string) =>
  events.findLast((e) => e.event === 'phase-began')?.side ?? before

/** The account of these orders; null if nothing in them is worth telling. */
export function accountOf(lines: readonly LogEntry[], around: Around): Account | null {
  const theirs = lines.filter((entry) => entry.side !== around.viewer)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || !theirs.length) return null
  const teller = new Teller(around)
  for (const entry of lines)
    entry.events.forEach((event, i) => teller.hear(event, `${entry.n}.${i}`))
  const journeys = journeysOf(around, teller.driven)
  const { fights, groups } = teller
  const told = fights.length + journeys.length + Object.values(groups).flat().length
  if (!told) return null
  return {
    first: first.n,
    last: last.n,
    side: most(theirs.map((entry) => entry.side)),
    fights,
    journeys,
    groups,
    lost: teller.lost,
    graves: [...new Set(teller.graves)],
  }
}

/** Whether it is worth stopping for: arrivals and points alone can be read in the log. */
export const weighs = ({ fights, journeys, groups }: Account) =>
  fights.length + journeys.length + groups.places.length + groups.losses.length > 0

function most(sides: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const side of sides) counts.set(side, (counts.get(side) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

class Teller {
  readonly fights: (Fight & { after: EventLine[] })[] = []
  readonly groups: Record<Group, Told[]> = {
    places: [],
    arrivals: [],
    losses: [],
    events: [],
    points: [],
  }
  readonly lost: Record<string, number> = {}
  readonly graves: string[] = []
  /** Pieces of ours that did not go by our own wish. */
  readonly driven = new Set<string>()
  /** Where each piece stands by what was told so far. */
  private readonly spots = new Map<string, string>()
  private readonly dead = new Set<string>()
  private fighting = false

  constructor(private readonly around: Around) {
    for (const [id, piece] of around.before) this.spots.set(id, around.placeOf(piece))
  }

  hear(event: EventLine, key: string): void {
    const { tells } = this.around
    const { event: name } = event
    const at = this.place(event)
    const told = { key, event, at }
    if (begins(tells, event)) {
      this.fights.push({ ...told, n: this.fights.length + 1, after: [] })
      this.fighting = true
    } else if (name === 'phase-began') this.fighting = false
    else if (tells.after.includes(name) && this.fighting) this.fights.at(-1)?.after.push(event)
    if (tells.losses.includes(name)) this.mourn(event, at)
    if (tells.after.includes(name)) for (const unit of this.units(event)) this.driven.add(unit)
    const group = this.group(name)
    if (group) this.groups[group].push(told)
    this.follow(event)
  }

  private group(name: string): Group | null {
    const { tells } = this.around
    if (tells.places.includes(name)) return 'places'
    if (tells.arrivals.includes(name)) return 'arrivals'
    if (tells.losses.includes(name) && !this.fighting) return 'losses'
    if (tells.points.includes(name)) return 'points'
    return tells.happened.includes(name) ? 'events' : null
  }

  private mourn(event: EventLine, at: string): void {
    for (const unit of this.units(event)) {
      if (this.dead.has(unit)) continue
      this.dead.add(unit)
      const side = (this.around.before.get(unit) ?? this.around.after.get(unit))?.side
      if (side) this.lost[side] = (this.lost[side] ?? 0) + 1
      if (at) this.graves.push(at)
    }
  }

  private units(event: EventLine): string[] {
    return [event.unit, event.units, event.pieces].flatMap(list)
  }

  private place(event: EventLine): string {
    const { isPlace } = this.around
    for (const field of PLACES) {
      const places = list(event[field]).filter(isPlace)
      if (places.length) return (field === 'path' ? places.at(-1) : places[0]) ?? ''
    }
    const spots = UNITS.flatMap((field) => list(event[field]).map((u) => this.spots.get(u) ?? ''))
    return spots.find(isPlace) ?? ''
  }

  /** Keep in mind where the pieces of this event stand now. */
  private follow(event: EventLine): void {
    const { isPlace } = this.around
    const end = [...list(event.path), ...list(event.hex)].filter(isPlace).at(-1)
    if (!end || !('path' in event || 'units' in event)) return
    for (const unit of this.units(event)) this.spots.set(unit, end)
  }
}

/** From where to where pieces went: the enemy's, and ours that were driven back. Those that made the
    same way stand in one line. */
function journeysOf(around: Around, driven: ReadonlySet<string>): Journey[] {
  const { before, after, viewer, isPlace, placeOf, hasMoved } = around
  const found = new Map<string, string[]>()
  for (const [id, piece] of after) {
    const old = before.get(id)
    if (!old || (piece.side === viewer && !driven.has(id))) continue
    const [from, to] = [placeOf(old), placeOf(piece)]
    const moved = hasMoved ? hasMoved(id) : from !== to
    if (!moved || !isPlace(from) || !isPlace(to)) continue
    const together = piece.formation || piece.group || ''
    const key = hasMoved ? `${together || id}` : `${from} ${to} ${piece.side}`
    found.set(key, [...(found.get(key) ?? []), id])
  }
  return [...found].map(([key, units]) => {
    const [a, b] = [before.get(units[0] ?? ''), after.get(units[0] ?? '')]
    return { key, units, from: a ? placeOf(a) : '', to: b ? placeOf(b) : '' }
  })
}
