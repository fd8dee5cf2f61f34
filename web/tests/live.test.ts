/** The live line: what it hears, and how it comes back. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveMessage } from '../src/lib/types'
import { Live, type LinkState } from '../src/match/live'
import { page, Sockets } from './browser'
import { framesOf } from './recorded'

const UPDATE = framesOf('kasserine').heard.find((message) => message.type === 'update')

beforeEach(() => {
  vi.useFakeTimers()
  page()
  Sockets.stub()
})
afterEach(() => void vi.useRealTimers())

function line() {
  const heard: LiveMessage[] = []
  const states: LinkState[] = []
  let version = 5
  const live = new Live(
    'm',
    'a token',
    () => version,
    (message) => heard.push(message),
    (state) => states.push(state),
  )
  return { live, heard, states, at: (n: number) => (version = n) }
}

it('asks for what came after the version we have, and names itself', () => {
  const { live } = line()
  expect(Sockets.last.url).toBe(
    'ws://table/api/matches/m/live?token=a%20token&since=5&connection=line',
  )
  expect(live.id).toBe('line')
})

it('hears every kind of message that the server sends', () => {
  const { heard } = line()
  for (const message of framesOf('kasserine').heard) Sockets.last.say(message)
  expect(heard).toEqual(framesOf('kasserine').heard)
  expect(Sockets.last.closed).toBe(false)
})

it.each([
  ['no JSON', '{'],
  ['a list', []],
  ['another type', { type: 'wish' }],
  ['seats without seats', { type: 'seats' }],
  ...['viewer', 'since', 'version', 'orders', 'lines', 'table', 'offers', 'seats'].map(
    (field): [string, unknown] => [`no ${field}`, { ...UPDATE, [field]: undefined }],
  ),
  ['a version in letters', { ...UPDATE, version: '7' }],
])('hangs up on a message of the wrong shape: %s', (_, message) => {
  const { heard, states } = line()
  Sockets.last.say(message)
  expect(heard).toEqual([])
  expect(Sockets.last.closed).toBe(true)
  expect(states).toEqual(['reconnecting'])
})

it('comes back by itself, later each time, from the version it has then', () => {
  const { states, at } = line()
  Sockets.last.close()
  vi.advanceTimersByTime(399)
  expect(Sockets.opened).toHaveLength(1)
  at(9)
  vi.advanceTimersByTime(1)
  expect(Sockets.opened).toHaveLength(2)
  expect(Sockets.last.url).toContain('since=9')
  Sockets.last.close()
  vi.advanceTimersByTime(400)
  expect(Sockets.opened).toHaveLength(2)
  vi.advanceTimersByTime(280)
  expect(Sockets.opened).toHaveLength(3)
  Sockets.last.onopen()
  expect(states).toEqual(['reconnecting', 'reconnecting', 'live'])
})

it('does not come back once it is closed', () => {
  const { live, states } = line()
  live.close()
  vi.advanceTimersByTime(10_000)
  expect(Sockets.opened).toHaveLength(1)
  expect(states).toEqual([])
})
