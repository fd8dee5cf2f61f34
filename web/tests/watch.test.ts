/** The orders of others as they come in: how long each is shown, and what the player can do about it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LogEntry } from '../src/lib/types'
import { SILENT } from '../src/games/tells'
import { Watch } from '../src/told/watch.svelte'
import { BATTLE, MOVE } from '../src/told/pace.svelte'

const line = (side: string, ...events: string[]): LogEntry => ({
  n: 1,
  side,
  order: null,
  events: events.map((event) => ({ event, rule: '', text: { it: '', en: '' } })),
  draws: [],
  why: null,
})
const TELLS = { ...SILENT, battles: ['fought'] }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => void vi.useRealTimers())

/** Whether the order is over after so many milliseconds. */
async function after(done: Promise<void>, time: number): Promise<boolean> {
  let over = false
  void done.then(() => (over = true))
  await vi.advanceTimersByTimeAsync(time)
  return over
}

it('shows a move for a moment and a battle for longer; our own orders take no time', async () => {
  const watch = new Watch()
  expect(await after(watch.after([line('axis')], ['axis'], TELLS), 0)).toBe(true)
  const move = watch.after([line('allied')], ['axis'], TELLS)
  expect(await after(move, MOVE - 1)).toBe(false)
  expect(watch.showing).toBe(true)
  expect(await after(move, 1)).toBe(true)
  const battle = watch.after([line('allied', 'fought')], ['axis'], TELLS)
  expect(await after(battle, MOVE * 2)).toBe(false)
  expect(await after(battle, BATTLE)).toBe(true)
  expect([watch.orders, watch.showing]).toEqual([2, false])
})

it('counts from the beginning once we have given an order', async () => {
  const watch = new Watch()
  await after(watch.after([line('allied')], ['axis'], TELLS), MOVE)
  await watch.after([line('axis')], ['axis'], TELLS)
  expect(watch.orders).toBe(0)
})

it('stops while it is paused, and goes on order by order', async () => {
  const watch = new Watch()
  watch.pause()
  const order = watch.after([line('allied')], ['axis'], TELLS)
  expect(await after(order, 60_000)).toBe(false)
  watch.step()
  expect(await after(order, 0)).toBe(true)
  expect(watch.paused).toBe(true)
  const next = watch.after([line('allied')], ['axis'], TELLS)
  watch.pause()
  expect(await after(next, 0)).toBe(true)
})

it('shows nothing more once it is skipped, to who wants no motion, or to who only looks', async () => {
  const watch = new Watch()
  watch.skip()
  expect(await after(watch.after([line('allied')], ['axis'], TELLS), 0)).toBe(true)
  const still = new Watch()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(await after(still.after([line('allied')], ['axis'], TELLS), 0)).toBe(true)
  expect(await after(new Watch().after([line('allied')], [], TELLS), 0)).toBe(true)
})
