import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { findings } from '../src/dice/findings'
import { noteDice, newSalts, seatKey, sealOrder, seenOf, type Seen } from '../src/dice/seal'
import { isSigned } from '../src/dice/bytes'
import { orderDigest } from '../src/dice/digests'
import { proveRecord } from '../src/dice/verify'
import { storage } from './browser'

const record = readFileSync(new URL('../../docs/dice/format-2.jsonl', import.meta.url), 'utf8')
const lines = record.trim().split('\n')
const parts = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const [head] = parts
const chainOf = (number: number): string => String(parts[number]?.['chain'])
const KEYS = head?.['keys'] as Record<string, string>
const SEEN: Seen = {
  commitment: String(head?.['commitment']),
  salts: JSON.stringify(head?.['salts']),
  first: chainOf(0),
  link: chainOf(12),
  orders: '12',
}
const words = async (seen: Partial<Seen>, mine: Record<string, string>, text = record) =>
  findings(await proveRecord(text), seen, mine).map((found) => found.word)

beforeEach(() => void storage('localStorage'))

it('is content with the record that was seen', async () => {
  expect(await words(SEEN, { north: KEYS['north'] ?? '' })).toEqual(['diceProven', 'signedAll'])
  expect(await words({}, {})).toEqual(['diceProven', 'signedAll'])
})

it.each([
  { first: 'x' },
  { link: chainOf(13) },
  { commitment: 'x' },
  { salts: '{}' },
  { salts: JSON.stringify({ north: 'x' }) },
])('notices a record that was not seen: %j', async (other) => {
  expect(await words({ ...SEEN, ...other }, {})).toContain('notAsSeen')
})

it('notices a record that lacks the end of the match', async () => {
  const last = chainOf(lines.length - 2)
  const found = async (text: string) =>
    findings(await proveRecord(text), SEEN, {}, last).map(({ word }) => word)
  expect(await found(record)).not.toContain('notAsSeen')
  expect(await found(lines.slice(0, -1).join('\n'))).toContain('notAsSeen')
  expect(await found(lines.slice(0, -5).join('\n'))).toContain('notAsSeen')
})

it('notices orders of ours that we did not sign', async () => {
  expect(await words(SEEN, { south: KEYS['north'] ?? '' })).toContain('notMine')
})

it('tells where a record is false', async () => {
  const forged = lines.with(3, lines[3]?.replace('"sig":"', '"sig":"0') ?? '').join('\n')
  const [found] = findings(await proveRecord(forged), SEEN, {})
  expect(found).toMatchObject({ word: 'faultOrder', grave: true, facts: { order: 3 } })
})

it('signs what will be sent, with a key for each seat and a salt for each order', () => {
  const order = { order: 'end', text: 'è' }
  const seal = sealOrder('m', 'north', 'ab'.repeat(32), order)
  const again = sealOrder('m', 'north', 'ab'.repeat(32), order)
  expect(seal.key).toBe(again.key)
  expect(seal.salt).not.toBe(again.salt)
  expect(seatKey('m', 'south')).not.toBe(seal.key)
  const digest = orderDigest({
    chain: 'ab'.repeat(32),
    side: 'north',
    key: seal.key,
    salt: seal.salt,
    order: JSON.stringify(order),
  })
  expect(isSigned(seal.key, digest, seal.sig)).toBe(true)
})

it('remembers the promise and what cannot be taken back any more', () => {
  const given = newSalts({ match: 'm', commitment: 'c', server: 's' }, ['north'])
  noteDice('m', { commitment: 'c', secret: null, tier: 'salted', first: 'f', chain: 'l' }, 7)
  expect(seenOf('m')).toEqual({
    commitment: 'c',
    salts: JSON.stringify(given.salts),
    first: 'f',
    link: 'l',
    orders: '7',
  })
})
