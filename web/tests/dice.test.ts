import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSigned, publicKey, signed, unhex } from '../src/dice/bytes'
import {
  blindOf,
  commitmentOf,
  endDigest,
  linkOf,
  orderDigest,
  SealedDice,
  setupDigest,
  throwDigest,
} from '../src/dice/digests'
import { hex } from '../src/dice/bytes'
import { membersOf, written } from '../src/dice/lines'
import { proveRecord } from '../src/dice/verify'

const folder = new URL('../../docs/dice/', import.meta.url)
const file = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const formulas = JSON.parse(file('formulas.json')) as Record<string, Record<string, string>>
const salted = file('format-2.jsonl')
const sealed = file('format-1.jsonl')
const count = (record: string): number => record.trim().split('\n').length - 2

const example = (name: string): Record<string, string> => {
  const found = formulas[name]
  if (!found) throw new Error(name)
  return found
}

describe('the formulas of docs/dice.md', () => {
  it('are computed alike here', () => {
    const {
      chain = '',
      side = '',
      key = '',
      salt = '',
      order = '',
      digest,
    } = example('order digest')
    expect(hex(orderDigest({ chain, side, key, salt, order }))).toBe(digest)
    const setup = example('setup digest')
    const salts = [...(setup.salts ?? '').matchAll(/(\w+)=(\w+);/g)].map(([, who, what]) => [
      who,
      what,
    ])
    const given = Object.fromEntries(salts.reverse()) as Record<string, string>
    expect(hex(setupDigest(setup.match ?? '', given))).toBe(setup.digest)
    const thrown = example('throw digest')
    expect(hex(throwDigest(unhex(thrown.digest ?? '')))).toBe(thrown.throw)
    const promised = example('commitment')
    expect(commitmentOf(unhex(promised.secret ?? ''))).toBe(promised.commitment)
    const blind = example('blind')
    expect(blindOf(unhex(blind.secret ?? ''), blind.match ?? '', 7)).toBe(blind.blind)
    const link = example('link')
    expect(linkOf(link.previous ?? '', link.line ?? '')).toBe(link.link)
    const end = example('end digest')
    expect(hex(endDigest(end.first ?? '', end.last ?? '', end.tail ?? ''))).toBe(end.digest)
  })

  it('draw the same dice', () => {
    const draws = example('draws')
    const dice = new SealedDice(unhex(draws.secret ?? ''), draws.match ?? '')
    const drawn = [0, 1, 2].map(() => dice.draw(unhex(draws.throw ?? ''), 6))
    expect(drawn).toEqual([draws.first, draws.second, draws.third])
  })

  it('sign alike', () => {
    const { digest = '', signature = '', ...keys } = example('signature')
    const seed = unhex(keys.private ?? '')
    expect(publicKey(seed)).toBe(keys.public)
    expect(signed(seed, unhex(digest))).toBe(signature)
    expect(isSigned(keys.public ?? '', unhex(digest), signature)).toBe(true)
    expect(isSigned(keys.public ?? '', unhex(digest), `${signature.slice(0, -1)}0`)).toBe(
      signature.endsWith('0'),
    )
    expect(isSigned('', unhex(digest), '')).toBe(false)
    const anybody = `01${'00'.repeat(31)}`
    expect(isSigned(anybody, unhex(digest), anybody + '00'.repeat(32))).toBe(false)
  })
})

describe('the parts of a line', () => {
  it('stay as they were written', () => {
    const line = '{"side":"a","order":{"text":"}\\"],","list":[[1,2],{}]},"draws":[],"n":-1.5}'
    const members = membersOf(line)
    expect(members?.get('order')).toBe('{"text":"}\\"],","list":[[1,2],{}]}')
    expect(members && written(members)).toBe(line)
    expect(members && written(members, { side: '""' })).toBe(line.replace('"a"', '""'))
  })

  it.each(['', '[]', '{"a": 1}', '{"a":1,"a":2}', '{"a":1,}', '{"a":}', '{a:1}', '{"a":1}x'])(
    'are not read from %j',
    (line) => expect(membersOf(line)).toBeNull(),
  )
})

describe('a record', () => {
  it('of format 2 is proven', async () => {
    const lines = salted.trim().split('\n')
    const proof = await proveRecord(salted)
    expect(proof).toMatchObject({ fault: null, salted: true, orders: count(salted) })
    expect(proof.newKeys.map(({ side, first }) => [side, first])).toEqual([['south', true]])
    expect(proof.draws).toBeGreaterThan(3)
    expect(proof.links.at(-1)).toBe((JSON.parse(lines.at(-2) ?? '') as { chain: string }).chain)
  })

  it('of format 1 has its dice proven', async () => {
    expect(await proveRecord(sealed)).toMatchObject({
      fault: null,
      salted: false,
      orders: count(sealed),
    })
    const other = sealed.replace(/"draws":\[\[(\d)/, (_, die: string) => `"draws":[[${5 - +die}`)
    expect((await proveRecord(other)).fault?.why).toBe('dice')
  })

  it('under way shows who gave its orders', async () => {
    const lines = salted.trim().split('\n')
    const proof = await proveRecord(lines.slice(0, 20).join('\n'))
    expect(proof).toMatchObject({ fault: null, orders: 19 })
  })

  it('cannot be changed in any field', async () => {
    const lines = salted.trim().split('\n')
    let tried = 0
    for (const number of [0, 1, 20, lines.length - 2, lines.length - 1]) {
      const line = lines[number] ?? ''
      for (const other of forgeries(line)) {
        const forged = [...lines.slice(0, number), other, ...lines.slice(number + 1)]
        const { fault } = await proveRecord(forged.join('\n'))
        expect(fault, `${number}: ${other}`).not.toBeNull()
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(60)
  }, 120_000)

  it('is not read from nonsense', async () => {
    for (const text of ['', '{}', 'x', '{"campagna":2}', '{"campagna":3}\n', `${salted}${salted}`])
      expect((await proveRecord(text)).fault).not.toBeNull()
  })
})

/** The line with one value changed, for each value in it. */
function forgeries(line: string): string[] {
  const found: string[] = []
  const visit = (value: unknown, put: (other: unknown) => unknown): void => {
    if (Array.isArray(value))
      value.forEach((each: unknown, i) =>
        visit(each, (other) => put(value.map((old: unknown, j) => (i === j ? other : old)))),
      )
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value))
        visit(each, (other) => put({ ...value, [name]: other }))
    else if (typeof value === 'string') {
      const end = value.endsWith('0') ? '1' : '0'
      found.push(JSON.stringify(put(`${value.slice(0, -1)}${end}`)))
    } else if (typeof value === 'number') found.push(JSON.stringify(put(value + 1)))
    else found.push(JSON.stringify(put(value === true ? false : true)))
  }
  visit(JSON.parse(line), (other) => other)
  return found
}
