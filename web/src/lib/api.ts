/** What the table asks the server, by the words of the table. */
import { get, post, send, text } from './requests'
import type {
  BlockAsk,
  LogEntry,
  Mark,
  MatchCard,
  Order,
  ReplayFrame,
  Snapshot,
  Spot,
  Update,
  WithoutTable,
} from './types'

export { Declined } from './requests'

const AT_ONCE = 100

/** Every game of the server can be laid on a table; what the description calls possible does not happen. */
function laid<S extends WithoutTable>(seen: S): S & { tabletop: NonNullable<S['tabletop']> } {
  const { tabletop } = seen
  if (!tabletop) throw new Error('a game without a table')
  return { ...seen, tabletop }
}

export const api = {
  games: () => get('/api/games', {}),
  game: (slug: string) => get('/api/games/{slug}', { slug }),
  board: (slug: string) => get('/api/games/{slug}/board', { slug }),
  mapSvg: (slug: string, lang: string) =>
    text(`/api/games/${encodeURIComponent(slug)}/map.svg?lang=${lang}`),
  hex: (slug: string, id: string) => get('/api/games/{slug}/hexes/{id}', { slug, id }),
  guide: (slug: string) => get('/api/games/{slug}/guide', { slug }),
  charts: (slug: string, scenario: string, options: Readonly<Record<string, string | boolean>>) =>
    get('/api/games/{slug}/charts', { slug, scenario, options: JSON.stringify(options) }),
  rulebook: (slug: string) => get('/api/games/{slug}/rulebook', { slug }),
  fiveMinutes: (slug: string) => get('/api/games/{slug}/five-minutes', { slug }),
  examples: (slug: string) => get('/api/games/{slug}/examples', { slug }),
  example: (slug: string, id: string) => get('/api/games/{slug}/examples/{id}', { slug, id }),
  /** A private match from the position of an example. */
  openExample: (slug: string, id: string) =>
    post('/api/games/{slug}/examples/{id}', { slug, id }, {}),
  rule: (slug: string, id: string) => get('/api/games/{slug}/rules/{id}', { slug, id }),
  create: (wish: {
    game: string
    scenario?: string
    options?: Record<string, boolean | string>
    seats: Record<string, string>
    title?: string
  }) => post('/api/matches', {}, wish),
  /** All of them: the address takes only so many tokens at once. */
  matches: async (tokens: readonly string[]): Promise<MatchCard[]> => {
    const found = new Map<string, MatchCard>()
    for (let at = 0; at < tokens.length; at += AT_ONCE) {
      const some = tokens.slice(at, at + AT_ONCE).join(',')
      for (const card of await get('/api/matches', { tokens: some })) found.set(card.match, card)
    }
    return [...found.values()].sort((a, b) => b.changed - a.changed)
  },
  health: () => get('/api/health', {}),
  invitation: (match: string, code: string) =>
    post('/api/matches/{match}/invitation', { match }, { code }),
  join: (match: string, code: string) => post('/api/matches/{match}/join', { match }, { code }),
  invite: (match: string, token: string, side: string) =>
    post('/api/matches/{match}/invite', { match }, { token, side }),
  carry: (match: string, token: string) => post('/api/matches/{match}/carry', { match }, { token }),
  /** Whether the holders of these seats know different things now. */
  curtain: (match: string, tokens: readonly string[]) =>
    get('/api/matches/{match}/curtain', { match, token: tokens.join(',') }),
  snapshot: async (match: string, token: string): Promise<Snapshot> =>
    laid(await get('/api/matches/{match}', { match, token })),
  log: async (match: string, token: string, from: number): Promise<LogEntry[]> => [
    ...(await get('/api/matches/{match}/log', { match, token, from })),
  ],
  order: (match: string, token: string, version: number, order: Order, connection: string) =>
    post('/api/matches/{match}/orders', { match }, { token, version, order, connection }),
  check: (match: string, token: string, orders: readonly Order[]) =>
    post('/api/matches/{match}/check', { match }, { token, orders }),
  /** Whether each is allowed, without its chances. */
  allowed: async (match: string, token: string, orders: readonly Order[]) => {
    const body = { token, orders, forecasts: false }
    const said = await post('/api/matches/{match}/check', { match }, body)
    return said.map((answer) => !answer.refusal)
  },
  hurry: (match: string, token: string) => post('/api/matches/{match}/hurry', { match }, { token }),
  survey: (match: string, token: string, piece: string, path: readonly Spot[]) =>
    post('/api/matches/{match}/survey', { match }, { token, piece, path }),
  hint: (match: string, token: string) => get('/api/matches/{match}/hint', { match, token }),
  block: (match: string, token: string, ask: BlockAsk) =>
    post('/api/matches/{match}/block', { match }, { token, ask }),
  ruler: (match: string, token: string, a: Mark, b: Mark) =>
    post('/api/matches/{match}/ruler', { match }, { token, a, b }),
  act: (
    match: string,
    what: 'undo' | 'resign' | 'offer-stop' | 'accept-stop',
    token: string,
    version: number,
    connection: string,
  ): Promise<Update> =>
    post(`/api/matches/{match}/${what}`, { match }, { token, version, connection }),
  replay: async (match: string, token: string, n: number): Promise<ReplayFrame> =>
    laid(await get('/api/matches/{match}/replay/{n}', { match, n, token })),
  fork: (match: string, token: string, at: number, seats: Record<string, string>) =>
    post('/api/matches/{match}/fork', { match }, { token, at, seats }),
  luck: (match: string, token: string) => get('/api/matches/{match}/luck', { match, token }),
  importRecord: (record: string) => send('/api/records', record),
  recordUrl: (match: string, token: string) =>
    `/api/matches/${encodeURIComponent(match)}/record?token=${encodeURIComponent(token)}`,
}
