/** What a browser gives to a module of state: storage, and the globals that the settings read. */
import { vi } from 'vitest'

/** An empty storage under this name; what is kept in it. */
export function storage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return kept
}

/** A page at this address, of somebody who speaks this language. */
export function page({ search = '', hash = '', speaks = 'it-IT', night = false } = {}) {
  const root = { lang: '', dataset: {} as Record<string, string> }
  vi.stubGlobal('location', { search, hash, host: 'table', protocol: 'http:' })
  vi.stubGlobal('navigator', { language: speaks })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: night && query.includes('dark'),
  }))
  vi.stubGlobal('document', { documentElement: root })
  return root
}

/** Lines to the server that the test holds the other end of. */
export class Sockets {
  static opened: Sockets[] = []
  onopen: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: () => void = () => undefined
  closed = false

  constructor(readonly url: string) {
    Sockets.opened.push(this)
  }

  close(): void {
    this.closed = true
    this.onclose()
  }

  say(message: unknown): void {
    this.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }

  static stub(): void {
    Sockets.opened = []
    vi.stubGlobal('WebSocket', Sockets)
    vi.stubGlobal('crypto', { randomUUID: () => 'line' })
  }

  static get last(): Sockets {
    const socket = Sockets.opened.at(-1)
    if (!socket) throw new Error('no line was opened')
    return socket
  }
}

/** Answers of the server by the end of the address; what was asked is kept. */
export function server(answers: Readonly<Record<string, (body: unknown) => unknown>>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, init?: { body?: string }) => {
    const [plain = ''] = path.split('?')
    asked.push(plain)
    const name = Object.keys(answers).find((end) => plain.endsWith(end))
    const body: unknown = init?.body === undefined ? null : JSON.parse(init.body)
    const said = name === undefined ? { status: 404 } : answers[name]?.(body)
    const status = typeof said === 'object' && said && 'status' in said ? Number(said.status) : 200
    return Promise.resolve({
      ok: status < 300,
      status,
      json: () => Promise.resolve(said),
      text: () => Promise.resolve(String(said)),
    })
  })
  return asked
}
