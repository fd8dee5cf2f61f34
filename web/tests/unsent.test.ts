/** The order that nobody answered: kept, sent again as it was, told what became of it. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Declined } from '../src/lib/api'
import type { LogEntry, Order, Text } from '../src/lib/types'
import { type Kept, Unsent } from '../src/match/unsent.svelte'
import { storage } from './browser'

const ORDER: Order = { order: 'march', units: ['a', 'b'], hex: '0101' }
const KEPT: Kept = { match: 'm', side: 'red', version: 7, log: 5, order: ORDER, seal: null }
const LOST = new TypeError('no network')
const declined = (status: number, key: string) =>
  new Declined(status, key, { it: key, en: key }, {})
const entry = (order: Order, side = 'red', n = 6): LogEntry => ({
  n,
  side,
  order,
  events: [],
  draws: [],
  why: null,
})

let answers: unknown[]
let follows: LogEntry | undefined
let given: Kept[]
let told: string[]
let kept: Map<string, string>

function desk(): Unsent {
  return new Unsent('m', {
    give: (order) => {
      given.push(order)
      const answer = answers.shift()
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve()
    },
    followed: () => Promise.resolve(follows),
    declined: (error) => {
      told.push(error instanceof Declined ? error.key : '')
      return Promise.resolve()
    },
    tell: (text: Text) => {
      told.push(text.en)
      return Promise.resolve()
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  kept = storage('localStorage')
  answers = []
  given = []
  told = []
  follows = undefined
})

describe('a kept order', () => {
  it('is sent again until somebody answers, always the same', async () => {
    answers = [LOST, declined(502, 'unknown'), null]
    const unsent = desk()
    unsent.keep(KEPT)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(given).toEqual([KEPT, KEPT, KEPT])
    expect(unsent.kept).toBeNull()
    expect(kept.size).toBe(0)
    expect(told).toHaveLength(1)
  })
  it('is found again by the same seat of the same match only', () => {
    desk().keep(KEPT)
    const [later, other] = [desk(), desk()]
    later.read(['red'])
    other.read(['blue'])
    expect([later.kept, other.kept]).toEqual([KEPT, null])
  })
  it('had arrived, if it is the one that followed', async () => {
    answers = [declined(409, 'stale')]
    follows = entry({ order: 'march', units: ['b', 'a'], hex: '0101', mode: 'road' })
    const unsent = desk()
    unsent.keep(KEPT)
    await unsent.again()
    expect(told).toEqual(['The order had arrived already: it was not given a second time.'])
  })
  it.each([
    ['another order', entry({ order: 'march', units: ['c'], hex: '0101' })],
    ['another side', entry(ORDER, 'blue')],
    ['nothing', undefined],
  ])('is overtaken if %s followed', async (_, after) => {
    answers = [declined(409, 'not-your-turn')]
    follows = after
    const unsent = desk()
    unsent.keep(KEPT)
    await unsent.again()
    expect(told[0]).toContain('no longer counts')
    expect(unsent.kept).toBeNull()
  })
  it('that breaks a rule is refused as any other', async () => {
    answers = [declined(422, 'refused')]
    const unsent = desk()
    unsent.keep(KEPT)
    await unsent.again()
    expect([told, unsent.kept]).toEqual([['refused'], null])
  })
  it('that nobody wants any more is not sent', async () => {
    const unsent = desk()
    unsent.keep(KEPT)
    unsent.drop()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([given, kept.size]).toEqual([[], 0])
  })
  it('stays when the page goes away', async () => {
    const unsent = desk()
    unsent.keep(KEPT)
    unsent.stop()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([given, kept.size]).toEqual([[], 1])
  })
})
