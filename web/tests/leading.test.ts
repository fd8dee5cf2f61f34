/** A division led at once, and the ruler: what is asked of the game, and which answer counts. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '../src/match/session.svelte'
import { Block } from '../src/plane/block.svelte'
import { Ruler } from '../src/plane/ruler.svelte'

let answer: unknown
let asked: unknown[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body))
    return answer === undefined
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve({ ok: true, json: () => Promise.resolve(answer) })
  })
})
const piece = (id: string, formation: string) => [id, { id, formation }] as const
const session = {
  match: 'm',
  token: 't',
  pieces: new Map([piece('a', '1'), piece('b', '1'), piece('c', '1'), piece('d', '2')]),
} as unknown as Session
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('a division', () => {
  const led = () =>
    new Block(
      session,
      () => 'a',
      () => new Set(['a', 'b', 'd']),
    )
  it('is those of it that can still go, less those that shall stay', () => {
    const block = led()
    expect(block.division).toEqual(['a', 'b'])
    block.toggle('b')
    expect(block.members).toEqual(['a'])
    block.toggle('b')
    block.toggle('a')
    expect(block.members).toEqual(['a', 'b'])
  })
  it('is drafted by the game, and asks nothing while one goes alone', async () => {
    const block = led()
    await block.point([1, 2])
    expect([asked, block.active]).toEqual([[], false])
    block.how = 'line' as Block['how']
    answer = {
      ends: [
        { cost: 3, refusal: null },
        { cost: 0, refusal: { rule: '1' } },
      ],
    }
    await block.point([1, 2])
    expect(asked).toHaveLength(1)
    expect([block.going.length, block.stopped.length, block.drafting]).toEqual([1, 1, false])
    const late = block.point([3, 4])
    block.drop()
    await late
    expect(block.draft).toBeNull()
    answer = undefined
    await block.point([3, 4])
    expect([block.draft, block.drafting]).toEqual([null, false])
  })
})

describe('the ruler', () => {
  it('lies between two ends, and begins anew with a third', async () => {
    answer = { distance: 5 }
    const ruler = new Ruler(session)
    ruler.toggle('a')
    expect(ruler.from).toEqual({ unit: 'a' })
    ruler.point('', [1.6, 2.2])
    expect(ruler.to).toEqual({ at: [2, 2] })
    await settled()
    expect(ruler.found).toEqual(answer)
    ruler.point('b', [0, 0])
    expect([ruler.from, ruler.to, ruler.found]).toEqual([{ unit: 'b' }, null, null])
  })
  it('shows no answer that comes after it was put away', async () => {
    answer = { distance: 5 }
    const ruler = new Ruler(session)
    ruler.toggle('a')
    ruler.point('b', [0, 0])
    ruler.toggle()
    await settled()
    expect([ruler.on, ruler.found]).toEqual([false, null])
  })
})
