/** What the captain would do: asked for once a position, taken in hand, and gone with the position. */
import { beforeEach, expect, it, vi } from 'vitest'
import type { Draft } from '../src/match/draft.svelte'
import { Hint } from '../src/match/hint.svelte'
import type { Session } from '../src/match/session.svelte'
import type { Measure } from '../src/plane/measure.svelte'
import { NOTHING } from '../src/shapes/plan'
import { server } from './browser'

const told = { order: { order: 'rest', unit: 'a' }, why: null, rule: '1' }
let answer: (body: unknown) => unknown
let asked: string[]
beforeEach(() => {
  answer = () => told
  asked = server({ '/hint': (body) => answer(body) })
})

function table() {
  const cleared = vi.fn()
  const session = {
    match: 'm',
    token: 't',
    canOrder: true,
    shown: { version: 1, yours: true, viewer: 'axis' },
    plan: { ...NOTHING, end: null as null | { order: string } },
    pieces: new Map([['a', { id: 'a', at: '0101', side: 'axis' }]]),
    around: {
      pieces: new Map([['a', { id: 'a', at: '0101', side: 'axis' }]]),
      boxes: new Map(),
      fields: {},
      words: {},
      title: (order: string) => ({ it: order, en: order }),
      end: 'done',
      isEnemy: null,
      isHex: () => false,
    },
  }
  const draft = { clear: cleared, take: vi.fn(), drop: vi.fn() }
  const measure = { clear: cleared }
  const hint = new Hint(
    session as unknown as Session,
    draft as unknown as Draft,
    measure as unknown as Measure,
    () => undefined,
  )
  return { hint, session, cleared }
}

it('is asked for once, told with its order, and put away by asking again', async () => {
  const { hint, cleared } = table()
  await hint.ask()
  expect([hint.open, hint.failed, hint.told?.order]).toEqual([true, false, told.order])
  expect(hint.choice?.order).toEqual(told.order)
  expect(cleared).toHaveBeenCalled()
  await hint.ask()
  expect(hint.open).toBe(false)
  expect(asked).toHaveLength(1)
})

it('says so where there is no answer, and may be asked again', async () => {
  const { hint } = table()
  answer = () => ({ status: 503, error: 'busy', message: { it: '', en: '' } })
  await hint.ask()
  expect([hint.open, hint.failed, hint.told, hint.busy]).toEqual([true, true, null, false])
  answer = () => told
  await hint.ask()
  expect([hint.failed, hint.told?.order]).toEqual([false, told.order])
})

it('is not asked for where it is not ours to order', async () => {
  const { hint, session } = table()
  session.canOrder = false
  await hint.ask()
  expect(asked).toEqual([])
})

it('knows when it would end the phase', async () => {
  const { hint, session } = table()
  session.plan.end = { order: 'rest' }
  await hint.ask()
  expect(hint.ends).toBe(true)
})
