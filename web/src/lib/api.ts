import type {
  BoardInfo,
  Detail,
  GameInfo,
  Judgement,
  LogEntry,
  Order,
  Refusal,
  ReplayFrame,
  Rule,
  Snapshot,
  Spot,
  Survey,
  Text,
} from './types'

/** A 4xx of the server: why, in both languages, with whatever else it says. */
export class Declined extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly says: Text,
    readonly body: Record<string, unknown>,
  ) {
    super(`${status} ${key}`)
  }

  /** The refusal inside, when an order broke a rule. */
  get refusal(): Refusal | null {
    return this.status === 422 && 'rule' in this.body ? (this.body as unknown as Refusal) : null
  }
}

const SILENT: Text = { it: 'Il server non risponde', en: 'The server does not answer' }

async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(
    `/api${path}`,
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  )
  if (response.ok) return (await response.json()) as T
  const said = (await response.json().catch(() => ({}))) as Record<string, unknown>
  throw new Declined(
    response.status,
    String(said['error'] ?? 'unknown'),
    (said['message'] as Text | undefined) ?? SILENT,
    said,
  )
}

const enc = encodeURIComponent

export interface Created {
  match: string
  tokens: Record<string, string>
}
export interface MatchCard {
  match: string
  game: string
  scenario: string
  title?: string
  step?: { side: string } | null
  turn?: number
  version?: number
  outcome?: unknown
  sides?: string[]
  yours?: boolean
  prompt?: Text
  seats?: Record<string, { kind: string } | string>
}

export const api = {
  games: () => call<GameInfo[]>('/games'),
  board: (slug: string) =>
    call<Record<string, unknown>>(`/games/${enc(slug)}/board`).then(readBoard),
  mapSvg: async (slug: string, language: string): Promise<string> => {
    const response = await fetch(`/api/games/${enc(slug)}/map.svg?lang=${language}`)
    if (!response.ok) throw new Declined(response.status, 'map', SILENT, {})
    return response.text()
  },
  hex: (slug: string, hex: string) =>
    call<Record<string, unknown>>(`/games/${enc(slug)}/hexes/${enc(hex)}`),
  rules: (slug: string) => call<Rule[]>(`/games/${enc(slug)}/rules`),
  rule: (slug: string, id: string) =>
    call<Record<string, unknown>>(`/games/${enc(slug)}/rules/${enc(id)}`),
  create: (wish: {
    game: string
    scenario?: string
    options?: Record<string, boolean | string>
    seats: Record<string, string>
    title?: string
  }) => call<Created>('/matches', wish),
  matches: (tokens: readonly string[]) =>
    call<MatchCard[]>(`/matches?tokens=${tokens.map(enc).join(',')}`),
  snapshot: (match: string, token: string) =>
    call<Snapshot>(`/matches/${enc(match)}?token=${enc(token)}`),
  log: (match: string, token: string, from: number) =>
    call<LogEntry[]>(`/matches/${enc(match)}/log?token=${enc(token)}&from=${from}`),
  order: (match: string, token: string, version: number, order: Order) =>
    call<{ version: number }>(`/matches/${enc(match)}/orders`, { token, version, order }),
  judge: (match: string, token: string, order: Order) =>
    call<Judgement>(`/matches/${enc(match)}/judge`, { token, order }),
  details: (match: string, token: string, order: Order) =>
    call<Detail[]>(`/matches/${enc(match)}/details`, { token, order }),
  hurry: (match: string, token: string) =>
    call<{ hurried: boolean }>(`/matches/${enc(match)}/hurry`, { token }),
  survey: (match: string, token: string, piece: string, path: readonly Spot[]) =>
    call<Survey | null>(`/matches/${enc(match)}/survey`, { token, piece, path }),
  ideas: (match: string, token: string) =>
    call<Order[]>(`/matches/${enc(match)}/ideas?token=${enc(token)}`),
  act: (
    match: string,
    what: 'undo' | 'resign' | 'offer-stop' | 'accept-stop',
    token: string,
    version: number,
  ) => call<{ version: number }>(`/matches/${enc(match)}/${what}`, { token, version }),
  replay: (match: string, token: string, n: number) =>
    call<ReplayFrame>(`/matches/${enc(match)}/replay/${n}?token=${enc(token)}`),
  fork: (match: string, token: string, at: number) =>
    call<Created>(`/matches/${enc(match)}/fork`, { token, at }),
  luck: (match: string, token: string) =>
    call<unknown>(`/matches/${enc(match)}/luck?token=${enc(token)}`),
  importRecord: async (text: string): Promise<Created> => {
    const response = await fetch('/api/records', { method: 'POST', body: text })
    const said = (await response.json().catch(() => ({}))) as Record<string, unknown>
    if (response.ok) return said as unknown as Created
    const key = String(said['error'] ?? 'unknown')
    throw new Declined(response.status, key, (said['message'] as Text | undefined) ?? SILENT, said)
  },
  recordUrl: (match: string, token: string) =>
    `/api/matches/${enc(match)}/record?token=${enc(token)}`,
}

/** The board as the table uses it; neighbours may come as a table of ids or under `directions`. */
function readBoard(raw: Record<string, unknown>): BoardInfo {
  const neighbours = (raw['neighbours'] ?? raw['directions'] ?? {}) as BoardInfo['neighbours']
  return { ...(raw as unknown as BoardInfo), neighbours }
}
