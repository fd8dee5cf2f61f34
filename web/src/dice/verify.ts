/**
 * Proves the dice of a record in the page: who gave each order, that every link follows from the one before, and
 * that every throw follows from the secret, the order and the salt of its mover. It knows no game: that the orders
 * were allowed and led to these states is proven by `campagna verify`.
 */
import { isNumber, isString, listOf, mapOf, parsed } from '../lib/guards'
import { type Bytes, isKey, isSalt, isSigned, unhex } from './bytes'
import {
  blindOf,
  commitmentOf,
  endDigest,
  type Given,
  linkOf,
  orderDigest,
  plainDigest,
  SealedDice,
  setupDigest,
  throwDigest,
} from './digests'
import { type Members, membersOf, written } from './lines'

/** Where a record is false: `order` 0 is the set-up, null the end or the file itself. */
export interface Fault {
  readonly order: number | null
  readonly why: 'format' | 'signature' | 'dice' | 'link' | 'blind' | 'secret' | 'end'
}

export interface NewKey {
  readonly order: number
  readonly side: string
  /** The side had none before: whoever sits there came when the match had begun. */
  readonly first: boolean
}

/** By which key an order was signed. */
export interface Signer {
  readonly order: number
  readonly side: string
  readonly key: string
}

export interface Proof {
  readonly fault: Fault | null
  readonly salted: boolean
  /** The secret is known, so that the dice could be computed again. */
  readonly told: boolean
  readonly commitment: string
  readonly orders: number
  readonly draws: number
  readonly newKeys: readonly NewKey[]
  readonly signers: readonly Signer[]
  /** What players added to the dice of the set-up. */
  readonly salts: Readonly<Record<string, string>>
  /** Every link, the first one of the set-up: to be compared with those that were seen during play. */
  readonly links: readonly string[]
}

type Draw = readonly [value: number, sides: number]

class Wrong extends Error {
  constructor(readonly fault: Fault) {
    super(fault.why)
  }
}

const EMPTY = '""'

function read(members: Members, name: string): unknown {
  return parsed(members.get(name) ?? 'null')
}

function word(members: Members, name: string): string {
  const value = read(members, name)
  return isString(value) ? value : ''
}

function drawsIn(members: Members, name: string, order: number): Draw[] {
  const found = read(members, name)
  if (!Array.isArray(found)) throw new Wrong({ order, why: 'format' })
  return found.map((draw: unknown) => {
    const parts: readonly unknown[] = Array.isArray(draw) ? draw : []
    const [value, sides] = parts
    if (!isNumber(value) || !isNumber(sides) || !Number.isInteger(sides) || sides < 1)
      throw new Wrong({ order, why: 'format' })
    return [value, sides]
  })
}

const namesOf = (value: unknown): Record<string, string> => (mapOf(isString)(value) ? value : {})

/** One record, line after line. */
class Reader {
  private readonly head: Members
  private readonly entries: readonly Members[]
  private readonly tail: Members | null
  private readonly salted: boolean
  private readonly match: string
  private readonly secret: Bytes | null
  private readonly dice: SealedDice | null
  private readonly keys: Record<string, string>
  private readonly newKeys: NewKey[] = []
  private readonly signers: Signer[] = []
  private readonly links: string[] = []
  private readonly sides = new Set<string>()
  private previous = ''
  private draws = 0

  constructor(lines: readonly string[]) {
    const all = lines.map((line, number) => {
      const members = membersOf(line)
      if (!members) throw new Wrong({ order: number, why: 'format' })
      return members
    })
    const [head, ...rest] = all
    if (!head) throw new Wrong({ order: null, why: 'format' })
    const last = rest.at(-1)
    this.head = head
    this.tail = last?.has('outcome') ? last : null
    this.entries = this.tail ? rest.slice(0, -1) : rest
    this.match = word(head, 'match')
    this.salted = this.format()
    this.secret = this.told()
    this.dice = this.secret && new SealedDice(this.secret, this.match)
    this.keys = { ...namesOf(read(head, 'keys')) }
  }

  private format(): boolean {
    const format = read(this.head, 'campagna')
    if (format === 1) return false
    const witnesses = read(this.head, 'witnesses')
    if (format !== 2 || !listOf(isString)(witnesses) || witnesses.length)
      throw new Wrong({ order: 0, why: 'format' })
    return true
  }

  /** The secret that the end tells, if it is the one that was promised. */
  private told(): Bytes | null {
    if (!this.tail) return null
    const secret = word(this.tail, 'secret')
    const promised = word(this.head, 'commitment')
    if (!secret && !promised) return null
    const fits = isSalt(secret) && commitmentOf(unhex(secret)) === promised
    if (!fits) throw new Wrong({ order: null, why: 'secret' })
    return unhex(secret)
  }

  async prove(rest: () => Promise<void>): Promise<Proof> {
    this.setUp()
    for (const [index, entry] of this.entries.entries()) {
      this.order(entry, index + 1)
      if (index % 32 === 31) await rest()
    }
    if (this.tail) this.end(this.tail)
    return {
      fault: null,
      salted: this.salted,
      told: this.secret !== null,
      commitment: word(this.head, 'commitment'),
      orders: this.entries.length,
      draws: this.draws,
      newKeys: this.newKeys,
      signers: this.signers,
      salts: namesOf(read(this.head, 'salts')),
      links: this.links,
    }
  }

  private setUp(): void {
    const salts = namesOf(read(this.head, 'salts'))
    const thrown = this.salted ? throwDigest(setupDigest(this.match, salts)) : new Uint8Array()
    this.throwAgain(drawsIn(this.head, 'start', 0), thrown, 0)
    this.follow(this.head, 0)
  }

  private order(entry: Members, number: number): void {
    const side = word(entry, 'side')
    this.sides.add(side)
    const order = entry.get('order') ?? ''
    let digest = plainDigest(this.previous, side, order)
    if (this.salted) {
      digest = this.signature(entry, { side, order, chain: this.previous }, number)
    }
    const thrown = this.salted ? throwDigest(digest) : digest
    this.throwAgain(drawsIn(entry, 'draws', number), thrown, number)
    this.follow(entry, number)
  }

  /** What was signed, if its mover signed it. */
  private signature(
    entry: Members,
    given: Pick<Given, 'side' | 'order' | 'chain'>,
    number: number,
  ): Bytes {
    const { side } = given
    const brought = entry.has('key')
    const key = brought ? word(entry, 'key') : (this.keys[side] ?? '')
    const salt = word(entry, 'salt')
    if (!isKey(key) || !isSalt(salt)) throw new Wrong({ order: number, why: 'format' })
    if (brought) this.newKeys.push({ order: number, side, first: !(side in this.keys) })
    this.keys[side] = key
    this.signers.push({ order: number, side, key })
    const digest = orderDigest({ ...given, key, salt })
    if (!isSigned(key, digest, word(entry, 'sig')))
      throw new Wrong({ order: number, why: 'signature' })
    return digest
  }

  private throwAgain(draws: readonly Draw[], digest: Bytes, order: number): void {
    this.draws += draws.length
    for (const [value, sides] of draws)
      if (this.dice && this.dice.draw(digest, sides) !== value)
        throw new Wrong({ order, why: 'dice' })
  }

  /** In format 1 a link is a hash of the position too, which only the game can make. */
  private follow(line: Members, number: number): void {
    const chain = word(line, 'chain')
    if (this.salted) {
      const blind = word(line, 'blind')
      if (this.secret && blind !== blindOf(this.secret, this.match, number))
        throw new Wrong({ order: number, why: 'blind' })
      if (linkOf(this.previous, written(line, { chain: EMPTY })) !== chain)
        throw new Wrong({ order: number, why: 'link' })
    }
    this.previous = chain
    this.links.push(chain)
  }

  private end(tail: Members): void {
    const by = word(tail, 'by')
    const sides = new Set([...Object.keys(this.keys), ...this.sides])
    if (read(tail, 'orders') !== this.entries.length || (by && !sides.has(by)))
      throw new Wrong({ order: null, why: 'end' })
    if (!this.salted) return
    // The struct leaves out what says nothing: a tail that is not signed has no such field.
    const bare = new Map([...tail].filter(([name]) => name !== 'sig'))
    const digest = endDigest(word(this.head, 'chain'), this.previous, written(bare))
    if (!isSigned(word(this.head, 'server'), digest, word(tail, 'sig')))
      throw new Wrong({ order: null, why: 'end' })
  }
}

const NOTHING: Proof = {
  fault: null,
  salted: false,
  told: false,
  commitment: '',
  orders: 0,
  draws: 0,
  newKeys: [],
  signers: [],
  salts: {},
  links: [],
}

/** Prove a record; `rest` lets the page do other things now and then. */
export async function proveRecord(
  record: string,
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<Proof> {
  const lines = record.replace(/\n$/, '').split('\n')
  try {
    return await new Reader(lines).prove(rest)
  } catch (problem) {
    if (!(problem instanceof Wrong)) throw problem
    const { fault } = problem
    return { ...NOTHING, fault }
  }
}
