/** A set-up in a file: the orders that laid or placed something, to be given again through the judge. */
import { isTable } from '../lib/guards'
import type { LogEntry, Order, Snapshot } from '../lib/types'

export interface SetupFile {
  readonly game: string
  readonly scenario: string
  readonly options: Snapshot['options']
  readonly orders: readonly Order[]
}

/** An order that names nothing: the end of a step, or the way back to its beginning. */
const isBare = (order: Order): boolean => Object.keys(order).length === 1

/** The kind of the last order of a side that names anything. */
export function lastKind(log: readonly LogEntry[], side: string): string[] {
  const last = log.findLast((line) => line.side === side && line.order && !isBare(line.order))
  return last?.order ? [last.order.order] : []
}

/**
 * What a side has put down of these kinds in the present set-up. Whoever started over has put down
 * nothing in that step; an order of another kind, as a move, belongs to what was before.
 */
export function putDown(
  log: readonly LogEntry[],
  side: string,
  kinds: ReadonlySet<string>,
  again: string,
): Order[] {
  const found: Order[] = []
  let dropped = false
  for (const { order } of log.filter((line) => line.side === side).reverse()) {
    if (!order) continue
    if (kinds.has(order.order)) {
      if (!dropped) found.unshift(order)
    } else if (order.order === again) dropped = true
    else if (isBare(order)) dropped = false
    else break
  }
  return found
}

const isOrder = (value: unknown): value is Order =>
  isTable(value) && typeof value['order'] === 'string'

/** The orders of a file for this game, or null where it is none. */
export function readSetup(text: string, game: string): Order[] | null {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (!isTable(found) || found['game'] !== game || !Array.isArray(found['orders'])) return null
  const orders: unknown[] = found['orders']
  return orders.length && orders.every(isOrder) ? orders : null
}
