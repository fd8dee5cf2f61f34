/** What else an order may say, as far as the judge allows it. */
import { expect, it, vi } from 'vitest'
import { Details } from '../src/match/details.svelte'
import type { Session } from '../src/match/session.svelte'
import { full } from '../src/shapes/offers'
import type { Order } from '../src/lib/types'

const offer = full({
  shape: 'say',
  order: 'go',
  extras: [
    { extra: 'toggle', field: 'fast' },
    { extra: 'some', field: 'with', options: ['a', 'b', 'c'] },
  ],
})
const session = { match: 'm', token: 't', plan: { offers: [offer] } } as unknown as Session

/** A judge that allows what the test says. */
function judge(allows: (order: Order) => boolean) {
  const asked: Order[][] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { orders } = JSON.parse(body) as { orders: Order[] }
    asked.push(orders)
    const said = orders.map((order) => ({ refusal: allows(order) ? null : { rule: '1' } }))
    return Promise.resolve({ ok: true, json: () => Promise.resolve(said) })
  })
  return asked
}

it('finds the changes that are allowed, with one question', async () => {
  const asked = judge(
    (order) => order['with'] === undefined || !String(order['with']).includes('b'),
  )
  const details = new Details(session)
  await details.ask({ order: 'go' }, () => false)
  expect(asked).toHaveLength(1)
  expect(details.found.map((d) => [d.field, d.changes.map((c) => c.item)])).toEqual([
    ['fast', [true]],
    ['with', ['a', 'c']],
  ])
})

it('leaves fields with a control of their own alone until they are changed by hand', async () => {
  judge(() => true)
  const details = new Details(session)
  const own = (d: { field: string }) => d.field === 'with'
  await details.ask({ order: 'go' }, own)
  expect(details.found.map((d) => d.field)).toEqual(['fast'])
  const [fast] = details.found
  const [change] = fast?.changes ?? []
  if (!fast || !change) expect.fail('nothing to change')
  details.apply(fast, change)
  expect(details.extras).toEqual({ fast: true })
  details.reset()
  expect([details.extras, details.found]).toEqual([{}, []])
})

it('an answer that comes too late is not shown, and no answer allows nothing', async () => {
  judge(() => true)
  const details = new Details(session)
  const slow = details.ask({ order: 'go' }, () => false)
  await details.ask(null, () => false)
  await slow
  expect(details.found).toEqual([])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await details.ask({ order: 'go' }, () => false)
  expect(details.found).toEqual([])
})
