/** What an order looks like on the map: who goes which way, whom it strikes, which places it concerns. */
import type { Json, Order } from '../lib/types'
import { isPlace } from './choices'
import type { Offer } from './offers'
import type { Around } from './plan'

export type Point = readonly [number, number]

export interface Scene {
  /** Own pieces that go or act. */
  readonly units: readonly string[]
  /** The places on their way, the last of them where they end; empty if they stay. */
  readonly way: readonly string[]
  /** The same on a measured table, in millimetres. */
  readonly points: readonly Point[]
  /** Places that are attacked. */
  readonly targets: readonly string[]
  /** Other places that the order names. */
  readonly places: readonly string[]
}

type Writable<T> = { [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const list = (value: Json | undefined): readonly Json[] => {
  if (value === undefined) return []
  return isList(value) ? value : [value]
}

export const names = (value: Json | undefined): string[] =>
  list(value).flatMap((v) => (typeof v === 'string' ? [v] : Array.isArray(v) ? names(v) : []))

/** The fields that shapes say lead over the map, or at whom. */
interface Fields {
  ways: Set<string>
  ends: Set<string>
  targets: Set<string>
}

function fieldsOf(order: Order, offers: readonly Offer[]): Fields {
  const found: Fields = { ways: new Set(), ends: new Set(), targets: new Set() }
  for (const offer of offers) {
    if (offer.order !== order.order) continue
    if (offer.shape === 'reach' || offer.shape === 'routes') found.ways.add(offer.path)
    else if (offer.shape === 'attack') found.targets.add(offer.target)
    else if (offer.shape === 'place' && offer.subject) found.ends.add(offer.place)
    else if (offer.shape === 'lay') found.ends.add(offer.place)
    else if (offer.shape === 'measured') {
      found.ways.add(offer.path)
      if (offer.end) found.ends.add(offer.end)
    }
  }
  return found
}

export const pointsIn = (value: Json | undefined): Point[] => {
  if (!isPlace(value)) return []
  if (value.every((v) => typeof v === 'number'))
    return value.length === 2 ? [[Number(value[0]), Number(value[1])]] : []
  return value.flatMap((v) => pointsIn(v))
}

/** `isMine`: whether a piece is of the side that orders. */
export function sceneOf(
  order: Order,
  offers: readonly Offer[],
  around: Around,
  isMine: (piece: string) => boolean,
): Scene {
  const { ways, ends, targets } = fieldsOf(order, offers)
  const at = (piece: string) => around.pieces.get(piece)?.at ?? ''
  const scene: Writable<Scene> = { units: [], way: [], points: [], targets: [], places: [] }
  for (const [field, value] of Object.entries(order)) {
    if (field === 'order') continue
    scene.points.push(...pointsIn(value))
    for (const name of names(value)) {
      const piece = around.pieces.has(name)
      const place = piece ? at(name) : name
      if (piece && isMine(name) && !ends.has(field)) scene.units.push(name)
      else if (!around.isHex(place)) {
        if (piece) scene.targets.push(name)
      } else if (ways.has(field) || (ends.has(field) && !piece)) scene.way.push(place)
      else if (targets.has(field) || piece) scene.targets.push(place)
      else scene.places.push(place)
    }
  }
  return { ...scene, targets: [...new Set(scene.targets)], places: [...new Set(scene.places)] }
}

/** The places of the map that an order is about, to bring them into sight. */
export const placesOf = (scene: Scene, around: Around): string[] =>
  [
    ...scene.units.map((u) => around.pieces.get(u)?.at ?? ''),
    ...scene.way.slice(-1),
    ...scene.targets,
    ...scene.places,
  ].filter((place) => around.isHex(place))
