/** Bytes, their digits and their hashes. The browser's own would be missing where a household plays: on an address without https. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'

hashes.sha512 = sha512

export type Bytes = Uint8Array

export const text = utf8ToBytes
export const hex = bytesToHex
export const unhex = hexToBytes
export const joined = concatBytes

export const hash = (...parts: readonly Bytes[]): Bytes => sha256(concatBytes(...parts))
export const mac = (key: Bytes, message: Bytes): Bytes => hmac(sha256, key, message)
export const fresh = (): Bytes => crypto.getRandomValues(new Uint8Array(32))

export const publicKey = (seed: Bytes): string => hex(getPublicKey(seed))
export const signed = (seed: Bytes, digest: Bytes): string => hex(sign(digest, seed))

/** Points under which one signature fits many messages; the highest bit does not count. */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
])

/** 32 bytes in small digits. */
export const isSalt = (value: string): boolean => /^[0-9a-f]{64}$/.test(value)

export function isKey(value: string): boolean {
  if (!isSalt(value)) return false
  const last = parseInt(value.slice(-2), 16) & 0x7f
  return !SMALL_ORDER.has(value.slice(0, -2) + last.toString(16).padStart(2, '0'))
}

/** Whether the holder of this key signed this; false for what is no key or no signature. */
export function isSigned(key: string, digest: Bytes, signature: string): boolean {
  if (!isKey(key) || !/^[0-9a-f]{128}$/.test(signature)) return false
  try {
    return verify(unhex(signature), digest, unhex(key), { zip215: false })
  } catch {
    return false
  }
}
