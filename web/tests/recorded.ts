/** What the server said, recorded by `python -m tests.server.frames`. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { GameInfo, GuideInfo, LiveMessage, LogEntry, Snapshot } from '../src/lib/types'

export interface Frames {
  first: Snapshot
  heard: LiveMessage[]
  last: Snapshot
  log: LogEntry[]
}

function recorded<T>(name: string): T {
  const file = new URL(`./frames/${name}.json.gz`, import.meta.url)
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as T
}

export const GAMES = recorded<GameInfo[]>('games')

/** The guided turns by the slug of their game. */
export const GUIDES = recorded<Readonly<Record<string, GuideInfo>>>('guides')

export const framesOf = (slug: string): Frames => recorded<Frames>(slug)

/** The card of a game as the server sends it. */
export function infoOf(slug: string): GameInfo {
  const found = GAMES.find((game) => game.slug === slug)
  if (!found) throw new Error(`no card of ${slug}`)
  return found
}
