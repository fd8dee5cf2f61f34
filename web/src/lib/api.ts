import { isRefusal, isTable, isText } from './guards'
import type {
  BoardInfo,
  ChartSheet,
  ExampleLine,
  ExampleView,
  FiveMinutes,
  GameInfo,
  GuideInfo,
  HexView,
  Judgement,
  LogEntry,
  Luck,
  Order,
  Refusal,
  ReplayFrame,
  Rule,
  Rulebook,
  Snapshot,
  Spot,
  Survey,
  Text,
  Update,
} from './types'

/** A 4xx of the server: why, in both languages, with whatever else it says. */
export class Declined extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly says: Text,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(`${status} ${key}`)
  }

  /** The refusal inside, when an order broke a rule. */
  get refusal(): Refusal | null {
    const { body } = this
    return this.status === 422 && isRefusal(body) ? body : null
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
  throw declined(response.status, await response.json().catch(() => null))
}

function declined(status: number, answer: unknown): Declined {
  const said = isTable(answer) ? answer : {}
  const message = isText(said['message']) ? said['message'] : SILENT
  return new Declined(status, String(said['error'] ?? 'unknown'), message, said)
}

const enc = encodeURIComponent
const AT_ONCE = 100

export interface Created {
  match: string
  /** Our own seats and the spectators'. */
  tokens: Record<string, string>
  /** A code for each seat that is kept for a friend. */
  invitations?: Record<string, string>
}
/** What a code is for: an invitation, or one's own seat for another device. */
export interface Invitation {
  match: string
  game: string
  scenario: string
  side: string
  kind: 'invite' | 'carry'
}
export interface NewCode {
  side: string
  code: string
  seconds: number | null
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
  viewers?: string[]
  yours?: boolean
  prompt?: Text
  changed?: number
  seats?: Record<string, { kind: string } | string>
}

export const api = {
  games: () => call<GameInfo[]>('/games'),
  game: (slug: string) => call<GameInfo>(`/games/${enc(slug)}`),
  board: (slug: string) => call<BoardInfo>(`/games/${enc(slug)}/board`),
  mapSvg: async (slug: string, language: string): Promise<string> => {
    const response = await fetch(`/api/games/${enc(slug)}/map.svg?lang=${language}`)
    if (!response.ok) throw new Declined(response.status, 'map', SILENT, {})
    return response.text()
  },
  hex: (slug: string, hex: string) => call<HexView>(`/games/${enc(slug)}/hexes/${enc(hex)}`),
  guide: (slug: string) => call<GuideInfo>(`/games/${enc(slug)}/guide`),
  charts: (slug: string, scenario: string, options: Readonly<Record<string, string | boolean>>) =>
    call<ChartSheet>(
      `/games/${enc(slug)}/charts?scenario=${enc(scenario)}&options=${enc(JSON.stringify(options))}`,
    ),
  rulebook: (slug: string) => call<Rulebook>(`/games/${enc(slug)}/rulebook`),
  fiveMinutes: (slug: string) => call<FiveMinutes>(`/games/${enc(slug)}/five-minutes`),
  examples: (slug: string) => call<ExampleLine[]>(`/games/${enc(slug)}/examples`),
  example: (slug: string, id: string) =>
    call<ExampleView>(`/games/${enc(slug)}/examples/${enc(id)}`),
  /** A private match from the position of an example. */
  openExample: (slug: string, id: string) =>
    call<Created>(`/games/${enc(slug)}/examples/${enc(id)}`, {}),
  rule: (slug: string, id: string) => call<Rule>(`/games/${enc(slug)}/rules/${enc(id)}`),
  create: (wish: {
    game: string
    scenario?: string
    options?: Record<string, boolean | string>
    seats: Record<string, string>
    title?: string
  }) => call<Created>('/matches', wish),
  /** All of them: the address takes only so many tokens at once. */
  matches: async (tokens: readonly string[]): Promise<MatchCard[]> => {
    const found = new Map<string, MatchCard>()
    for (let at = 0; at < tokens.length; at += AT_ONCE) {
      const some = tokens.slice(at, at + AT_ONCE).map(enc)
      for (const card of await call<MatchCard[]>(`/matches?tokens=${some.join(',')}`))
        found.set(card.match, card)
    }
    return [...found.values()].sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0))
  },
  health: () => call<{ network?: string }>('/health'),
  invitation: (match: string, code: string) =>
    call<Invitation>(`/matches/${enc(match)}/invitation`, { code }),
  join: (match: string, code: string) =>
    call<{ side: string; token: string }>(`/matches/${enc(match)}/join`, { code }),
  invite: (match: string, token: string, side: string) =>
    call<NewCode>(`/matches/${enc(match)}/invite`, { token, side }),
  carry: (match: string, token: string) => call<NewCode>(`/matches/${enc(match)}/carry`, { token }),
  /** Whether the holders of these seats know different things now. */
  curtain: (match: string, tokens: readonly string[]) =>
    call<{ needed: boolean }>(`/matches/${enc(match)}/curtain?token=${tokens.map(enc).join(',')}`),
  snapshot: (match: string, token: string) =>
    call<Snapshot>(`/matches/${enc(match)}?token=${enc(token)}`),
  log: (match: string, token: string, from: number) =>
    call<LogEntry[]>(`/matches/${enc(match)}/log?token=${enc(token)}&from=${from}`),
  order: (match: string, token: string, version: number, order: Order, connection: string) =>
    call<Update>(`/matches/${enc(match)}/orders`, { token, version, order, connection }),
  check: (match: string, token: string, orders: readonly Order[]) =>
    call<Judgement[]>(`/matches/${enc(match)}/check`, { token, orders }),
  /** Whether each is allowed, without its chances. */
  allowed: async (match: string, token: string, orders: readonly Order[]) => {
    const body = { token, orders, forecasts: false }
    const said = await call<Judgement[]>(`/matches/${enc(match)}/check`, body)
    return said.map((answer) => !answer.refusal)
  },
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
    connection: string,
  ) => call<Update>(`/matches/${enc(match)}/${what}`, { token, version, connection }),
  replay: (match: string, token: string, n: number) =>
    call<ReplayFrame>(`/matches/${enc(match)}/replay/${n}?token=${enc(token)}`),
  fork: (match: string, token: string, at: number, seats: Record<string, string>) =>
    call<Created>(`/matches/${enc(match)}/fork`, { token, at, seats }),
  luck: (match: string, token: string) =>
    call<Luck>(`/matches/${enc(match)}/luck?token=${enc(token)}`),
  importRecord: async (text: string): Promise<Created> => {
    const response = await fetch('/api/records', { method: 'POST', body: text })
    if (response.ok) return (await response.json()) as Created
    throw declined(response.status, await response.json().catch(() => null))
  },
  recordUrl: (match: string, token: string) =>
    `/api/matches/${enc(match)}/record?token=${enc(token)}`,
}
