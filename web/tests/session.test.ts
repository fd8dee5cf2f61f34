/** One match at the table, with the server that was recorded. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveMessage, Order } from '../src/lib/types'
import { page, server, Sockets, storage } from './browser'
import { framesOf, infoOf } from './recorded'

const GAME = 'alto-comando' // no map to fetch
const { first, heard, last, log } = framesOf(GAME)
const updates = heard.filter((message) => message.type === 'update')
const refusal = {
  rule: 'MOV-1',
  key: 'too-far',
  reason: { it: 'Troppo lontano', en: 'Too far' },
  rule_text: null,
  facts: {},
}
const message = { it: 'Non va', en: 'It does not go' }
const ORDER: Order = { order: 'done' }

let answers: Record<string, (body: unknown) => unknown>
let asked: string[]

/** A table that one seat has opened; what the server says to it can be changed. */
async function opened() {
  const { Session } = await import('../src/match/session.svelte')
  const { holdings } = await import('../src/lib/holdings')
  holdings.add(first.match, { [first.viewer]: 'token', spectator: 'looker' })
  const session = new Session(first.match)
  await session.open()
  return session
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const hear = (said: LiveMessage) => {
  Sockets.last.say(said)
  return settled()
}

/** The settings read the page when they are loaded; on a busy machine that takes its time. */
beforeAll(async () => {
  page()
  storage('localStorage')
  await import('../src/match/session.svelte')
}, 60_000)
beforeEach(() => {
  page()
  storage('localStorage')
  storage('sessionStorage')
  Sockets.stub()
  answers = {
    [`/api/matches/${first.match}`]: () => first,
    [`/api/games/${GAME}`]: () => infoOf(GAME),
    '/log': () => log.slice(0, first.log_length),
  }
  asked = server(answers)
  vi.stubGlobal('matchMedia', () => ({ matches: true })) // nobody waits to watch
})

describe('a table that is opened', () => {
  it('shows the seat that is held, and reads what the game says of itself', async () => {
    const session = await opened()
    expect(session.sides).toEqual([first.viewer])
    expect(session.shown?.version).toBe(first.version)
    expect(session.ready).toBe(true)
    expect(session.measured).toBe(true)
    expect(session.log).toHaveLength(first.log_length)
    expect(session.canOrder).toBe(first.yours)
    expect(session.sideName('axis')).toEqual(infoOf(GAME).words['side']?.['axis'])
  })
  it('says what is wrong if there is no such match', async () => {
    answers[`/api/matches/${first.match}`] = () => ({ status: 404, error: 'unknown', message })
    const session = await opened()
    expect(session.trouble).toEqual(message)
    expect(session.ready).toBe(false)
  })
  it('asks only who we are without a seat', async () => {
    const { Session } = await import('../src/match/session.svelte')
    await new Session('another').open()
    expect(asked).toEqual(['/api/me'])
  })
})

describe('news', () => {
  it('lead to what the server shows at the end, with one request for the log at most', async () => {
    const session = await opened()
    const before = asked.length
    for (const update of updates) await hear(update)
    expect(session.shown?.version).toBe(last.version)
    expect(session.tabletop.pieces).toEqual(last.tabletop.pieces)
    expect(session.log).toEqual(log)
    expect(asked.length - before).toBe(0)
  })
  it('that are old change nothing; after a gap everything is read again', async () => {
    const session = await opened()
    const [one, two] = updates.filter((u) => u.version > first.version)
    if (!one || !two) expect.fail('too few updates')
    await hear(one)
    const [seen, before] = [session.shown, asked.length]
    await hear(one)
    expect(session.shown).toBe(seen)
    expect(asked).toHaveLength(before)
    answers[`/api/matches/${first.match}`] = () => last
    answers['/log'] = () => log.slice(session.log.length)
    await hear({ ...two, since: two.since + 5, version: two.version + 5 })
    expect(session.shown?.version).toBe(last.version)
    expect(session.log).toHaveLength(log.length)
  })
  it('of who sits and who thinks are shown', async () => {
    const session = await opened()
    const seats = {
      ...first.seats,
      axis: { kind: 'captain', here: true, joined: true, name: '', again: false },
    }
    await hear({ type: 'seats', seats })
    expect(session.shown?.seats['axis']?.kind).toBe('captain')
    await hear({ type: 'thinking', side: 'axis', done: 3, of: 10 })
    expect([session.thinking, session.searched]).toEqual(['axis', { done: 3, of: 10 }])
  })
  it('that come while the line is away are fetched when it is back', async () => {
    const session = await opened()
    Sockets.last.onclose()
    expect(session.link).toBe('reconnecting')
    answers[`/api/matches/${first.match}`] = () => last
    answers['/log'] = () => log.slice(first.log_length)
    Sockets.last.onopen()
    await settled()
    expect(session.link).toBe('live')
    expect(session.shown?.version).toBe(last.version)
    session.close()
    expect(Sockets.last.closed).toBe(true)
  })
})

describe('an order', () => {
  it('is answered by the update', async () => {
    const session = await opened()
    const [update] = updates.filter((u) => u.version > first.version)
    const sent: unknown[] = []
    answers['/orders'] = (body) => {
      sent.push(body)
      return update
    }
    expect(await session.send(ORDER)).toBe(true)
    expect(sent).toEqual([
      { token: 'token', version: first.version, order: ORDER, connection: 'line', seal: null },
    ])
    expect(session.shown?.version).toBe(update?.version)
    expect([session.busy, session.refusal]).toEqual([false, null])
  })
  it('that breaks a rule stays with its refusal', async () => {
    const session = await opened()
    answers['/orders'] = () => ({ status: 422, error: 'refused', message, ...refusal })
    expect(await session.send(ORDER)).toBe(false)
    expect([session.refusal?.rule, session.refused]).toEqual(['MOV-1', ORDER])
    expect([session.notice, session.busy]).toEqual([null, false])
  })
  it('that comes too late is told, and the table is read again', async () => {
    const session = await opened()
    answers['/orders'] = () => ({ status: 409, error: 'stale', message })
    answers[`/api/matches/${first.match}`] = () => last
    answers['/log'] = () => log.slice(first.log_length)
    expect(await session.send(ORDER)).toBe(false)
    expect(session.notice).toEqual(message)
    expect(session.shown?.version).toBe(last.version)
  })
  it('without a server says that the line is lost', async () => {
    const session = await opened()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    expect(await session.send(ORDER)).toBe(false)
    expect([session.link, session.busy]).toEqual(['reconnecting', false])
  })
})

it('the record can be had at the end, or by whoever holds every seat', async () => {
  const session = await opened()
  expect(session.hasRecord).toBe(false)
  session.seats = Object.fromEntries(Object.keys(first.seats).map((side) => [side, side]))
  expect(session.hasRecord).toBe(true)
  session.snapshots = { [first.viewer]: { ...first, origin: 'fork' } }
  expect(session.hasRecord).toBe(false)
})
