/** An update laid over what is known: the snapshot of its version, or null if it does not fit. */
import type {
  Layer,
  LogEntry,
  Marker,
  Piece,
  Sheet,
  Snapshot,
  TableChange,
  Tabletop,
  Update,
} from '../lib/types'
import { offersAfter } from './offers-after'

export function applyUpdate(old: Snapshot, update: Update): Snapshot | null {
  const { table, offers, orders, step, prompt, yours, reply, seats, version } = update
  const whole = table.whole !== undefined && offers.whole !== undefined
  if (old.viewer !== update.viewer || (old.version !== update.since && !whole)) return null
  return {
    ...old,
    version,
    step,
    prompt,
    yours,
    reply,
    seats,
    tabletop: tableAfter(old.tabletop, table),
    offers: offersAfter(old.offers, offers),
    can_undo: update.can_undo,
    undo_barred: update.undo_barred,
    outcome: update.outcome,
    ended: update.ended,
    stop_offered_by: update.stop_offered_by,
    dice: update.dice,
    log_length: orders,
  }
}

/** The log after an update: taking back cuts it, the new lines follow. */
export function logAfter(log: readonly LogEntry[], { orders, lines }: Update): LogEntry[] | null {
  const kept = orders - lines.length
  return log.length < kept ? null : [...log.slice(0, kept), ...lines]
}

export function tableAfter(old: Tabletop, change: TableChange): Tabletop {
  if (change.whole) return change.whole
  return {
    pieces: change.pieces ? piecesAfter(old.pieces, change.pieces) : old.pieces,
    markers: change.markers ? markersAfter(old.markers, change.markers) : old.markers,
    layers: change.layers ? layersAfter(old.layers, change.layers) : old.layers,
    boxes: change.boxes ?? old.boxes,
    track: change.track ?? old.track,
    scores: change.scores ?? old.scores,
    level: change.level ?? old.level,
    obligations: change.obligations ?? old.obligations,
    sheet: old.sheet && change.sheet ? sheetAfter(old.sheet, change.sheet) : old.sheet,
    aims: change.aims ?? old.aims,
    warnings: change.warnings ?? old.warnings,
    conditions: change.conditions ?? old.conditions,
    chips: change.chips ?? old.chips,
    notices: change.notices ?? old.notices,
  }
}

type Part<K extends keyof TableChange> = NonNullable<TableChange[K]>

function piecesAfter(
  old: readonly Piece[],
  { set = [], gone = [], order }: Part<'pieces'>,
): Piece[] {
  const found = new Map(old.map((p) => [p.id, p]))
  for (const id of gone) found.delete(id)
  for (const piece of set) found.set(piece.id, piece)
  if (!order) return [...found.values()]
  return order.flatMap((id) => found.get(id) ?? [])
}

/** Those of `these` that `without` lacks; equal ones are counted. */
function less<T>(these: readonly T[], without: readonly T[], key: (item: T) => string): T[] {
  const known = new Map<string, number>()
  for (const item of without) known.set(key(item), (known.get(key(item)) ?? 0) + 1)
  return these.filter((item) => {
    const left = known.get(key(item)) ?? 0
    if (left) known.set(key(item), left - 1)
    return !left
  })
}

const markerKey = ({ kind, at, side = '', text = '' }: Marker) =>
  JSON.stringify([kind, at, side, text])

const markersAfter = (
  old: readonly Marker[],
  { added = [], gone = [] }: Part<'markers'>,
): Marker[] => [...less(old, gone, markerKey), ...added]

function layersAfter(
  old: readonly Layer[],
  { whole, set = [], hexes = [] }: Part<'layers'>,
): readonly Layer[] {
  if (whole) return whole
  const other = new Map(set.map((layer) => [layer.id, layer]))
  const parts = new Map(hexes.map((part) => [part.id, part]))
  return old.map((known) => {
    const layer = other.get(known.id) ?? known
    const part = parts.get(known.id)
    if (!part) return layer
    const kept = less(layer.hexes, part.gone ?? [], (hex) => hex)
    return { ...layer, hexes: [...kept, ...(part.added ?? [])] }
  })
}

function sheetAfter(old: Sheet, { whole, stands = {}, gone = [], shapes }: Part<'sheet'>): Sheet {
  if (whole) return whole
  return {
    ...old,
    stands: without({ ...old.stands, ...stands }, gone),
    shapes: shapes ?? old.shapes,
  }
}

function without<T>(
  table: Readonly<Record<string, T>>,
  keys: readonly string[],
): Record<string, T> {
  return Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)))
}
