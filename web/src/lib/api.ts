/** What the table asks the server, by the words of the table. */
import { get, patch, post, remove, send, text } from './requests'
import type {
  BlockAsk,
  LogEntry,
  Mark,
  NewSalts,
  Order,
  ReplayFrame,
  Seal,
  Snapshot,
  Spot,
  Update,
  WithoutTable,
} from './types'

export { Declined } from './requests'

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
    salted?: NewSalts | null
  }) => post('/api/matches', {}, wish),
  /** The server fixes the secret of a new match before it hears what the players add to its dice. */
  promise: () => post('/api/promise', {}, {}),
  health: () => get('/api/health', {}),
  invite: (match: string, token: string, side: string) =>
    post('/api/matches/{match}/invite', { match }, { token, side }),
  me: () => get('/api/me', {}),
  becomeKnown: () => post('/api/me', {}, {}),
  rename: (name: string) => patch('/api/me', {}, { name }),
  adopt: (tokens: readonly string[]) => post('/api/me/adopt', {}, { tokens: [...tokens] }),
  sessions: () => get('/api/me/sessions', {}),
  endOthers: () => remove('/api/me/sessions', {}),
  newDevice: () => post('/api/me/devices', {}, {}),
  myMatches: (state: string, after: string) => get('/api/me/matches', { state, after }),
  mySeats: (match: string) => get('/api/me/matches/{match}', { match }),
  changeMine: (match: string, what: { title?: string; archived?: boolean }) =>
    patch('/api/me/matches/{match}', { match }, what),
  deleteMine: (match: string) => remove('/api/me/matches/{match}', { match }),
  lookAtCode: (code: string) => get('/api/invitations/{code}', { code }),
  useCode: (code: string) => post('/api/invitations/{code}', { code }, {}),
  putComputer: (match: string, token: string, side: string, kind: string) =>
    post('/api/matches/{match}/computer', { match }, { token, side, kind }),
  watchToken: (match: string, token: string) =>
    post('/api/matches/{match}/watch', { match }, { token }),
  rematch: (match: string) => post('/api/matches/{match}/rematch', { match }, {}),
  qr: (link: string) => post('/api/qr', {}, { link }),
  /** Whether the holders of these seats know different things now. */
  curtain: (match: string, tokens: readonly string[]) =>
    get('/api/matches/{match}/curtain', { match, token: tokens.join(',') }),
  snapshot: async (match: string, token: string): Promise<Snapshot> =>
    laid(await get('/api/matches/{match}', { match, token })),
  log: async (match: string, token: string, from: number): Promise<LogEntry[]> => [
    ...(await get('/api/matches/{match}/log', { match, token, from })),
  ],
  order: (
    match: string,
    token: string,
    version: number,
    order: Order,
    connection: string,
    seal: Seal | null,
  ) => post('/api/matches/{match}/orders', { match }, { token, version, order, connection, seal }),
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
  record: (match: string, tokens: string) => text(api.recordUrl(match, tokens)),
  recordUrl: (match: string, token: string) =>
    `/api/matches/${encodeURIComponent(match)}/record?token=${encodeURIComponent(token)}`,
}
