/** From where an address can be reached: this computer, the network at home, or anywhere. */
export type Reach = 'here' | 'network' | 'anywhere'

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[?f[cde])/i

export function reach(hostname: string): Reach {
  if (/^(localhost|127(\.\d+){3}|\[?::1\]?)$|\.localhost$/i.test(hostname)) return 'here'
  if (PRIVATE.test(hostname) || /\.(local|lan|home|internal)$/i.test(hostname)) return 'network'
  return hostname.includes('.') || hostname.includes(':') ? 'anywhere' : 'network'
}

/** The address to hand on: ours, or the one by which others reach the same server. */
export function openTo(origin: string, network: string): string {
  return network && reach(new URL(origin).hostname) === 'here' ? network : origin
}
