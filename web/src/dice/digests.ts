/** What is signed and what dice depend on, byte for byte as `docs/dice.md` tells it. */
import { type Bytes, hash, hex, joined, mac, text, unhex } from './bytes'

export interface Given {
  readonly chain: string
  readonly side: string
  readonly key: string
  readonly salt: string
  readonly order: string
}

export const orderDigest = ({ chain, side, key, salt, order }: Given): Bytes =>
  hash(text(`campagna-order:${chain}:${side}:`), unhex(key), unhex(salt), text(order))

/** The same in records of format 1, where orders have no salt. */
export const plainDigest = (chain: string, side: string, order: string): Bytes =>
  hash(text(`${chain}:${side}:${order}`))

export function setupDigest(match: string, salts: Readonly<Record<string, string>>): Bytes {
  const given = Object.keys(salts)
    .sort()
    .map((side) => `${side}=${salts[side] ?? ''};`)
  return hash(text(`campagna-setup:${match}:${given.join('')}`))
}

export const throwDigest = (digest: Bytes): Bytes => hash(text('campagna-throw:'), digest)

export const blindOf = (secret: Bytes, match: string, number: number): string =>
  hex(mac(secret, text(`campagna-blind:${match}:${number}`)))

export const linkOf = (previous: string, line: string): string =>
  hex(hash(text(previous), text(line)))

export const endDigest = (first: string, last: string, tail: string): Bytes =>
  hash(text(`campagna-end:${first}:${last}:`), text(tail))

export const commitmentOf = (secret: Bytes): string => hex(hash(text('campagna-secret:'), secret))

const ALL = 1n << 64n

/** The sealed dice of a match, drawn again one after the other. */
export class SealedDice {
  private counter = 0

  constructor(
    private readonly secret: Bytes,
    private readonly match: string,
  ) {}

  /** A number from 0 to `sides` - 1. */
  draw(digest: Bytes, sides: number): number {
    const many = BigInt(sides)
    const limit = ALL - (ALL % many)
    for (;;) {
      const message = joined(text(`${this.match}:${this.counter}:`), digest)
      this.counter += 1
      const first = mac(this.secret, message).slice(0, 8)
      const number = BigInt(`0x${hex(first)}`)
      if (number < limit) return Number(number % many)
    }
  }
}
