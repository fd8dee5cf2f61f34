import { expect, it } from 'vitest'
import { Declined } from '../src/lib/api'
import type { Judgement, Order } from '../src/lib/types'
import { Checks } from '../src/match/checks'

const order = (n: number): Order => ({ order: 'move', n })
const judged = (o: Order) =>
  ({ refusal: null, notes: [], results: [], forecast: o }) as unknown as Judgement

it('questions of one moment are one request, each with its own answer', async () => {
  const sent: number[] = []
  const checks = new Checks((orders) => {
    sent.push(orders.length)
    return Promise.resolve(orders.map(judged))
  })
  const first = [1, 2, 3].map((n) => checks.ask(order(n)))
  const said = await Promise.all(first)
  expect(sent).toEqual([3])
  expect(said.map((s) => s?.forecast)).toEqual([order(1), order(2), order(3)])
  await checks.ask(order(4))
  expect(sent).toEqual([3, 1])
})

it('more than the server takes go in several', async () => {
  const sent: number[] = []
  const checks = new Checks((orders) => {
    sent.push(orders.length)
    return Promise.resolve(orders.map(judged))
  })
  await Promise.all(Array.from({ length: 70 }, (_, n) => checks.ask(order(n))))
  expect(sent).toEqual([64, 6])
})

it('a match that has gone on answers nobody', async () => {
  const words = { it: '', en: '' }
  const checks = new Checks(() => Promise.reject(new Declined(409, 'not-your-turn', words, {})))
  expect(await checks.ask(order(1))).toBeNull()
})
