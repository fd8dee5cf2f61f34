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

/** Whether the holder of this key signed this; false for what is no key or no signature. */
export function isSigned(key: string, digest: Bytes, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(key) || !/^[0-9a-f]{128}$/.test(signature)) return false
  try {
    return verify(unhex(signature), digest, unhex(key), { zip215: false })
  } catch {
    return false
  }
}
