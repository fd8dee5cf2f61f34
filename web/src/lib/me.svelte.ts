/** Who we are at this server, and what its line tells of our tables. */
import { api, Declined } from './api'
import { isMyNews, parsed } from './guards'
import { holdings, type Seats } from './holdings'
import type { MyNews } from './types'

const FIRST_WAIT = 500
const LONGEST_WAIT = 8000
const AT_ONCE = 100
const GUEST = /^Guest (\d+)$/

/** The number of a guest who has not chosen a name; null for others. */
export const guestNumber = (name: string): string | null => GUEST.exec(name)?.[1] ?? null

export class People {
  /** Empty while nobody knows us. */
  name = $state('')
  /** In how many matches it is our turn. */
  turns = $state(0)
  /** Changes with every change at one of our tables. */
  stamp = $state(0)
  /** The tokens of this browser that nobody could adopt are tried once each. */
  private tried = ''
  private entering: Promise<void> | null = null
  private asked: Promise<void> | null = null
  private socket: WebSocket | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly hearers = new Set<(news: MyNews, before: number) => void>()

  /** Who we are, asked once. */
  known(): Promise<void> {
    this.asked ??= this.look()
    return this.asked
  }

  private async look(): Promise<void> {
    try {
      this.take(await api.me())
    } catch {
      // Without a server nobody is known; it is asked again at the next question.
      this.asked = null
    }
  }

  private take(me: { name: string; turns: number }): void {
    this.name = me.name
    this.turns = me.turns
    if (me.name) this.follow()
  }

  /** From the first match on everybody is somebody. */
  async enter(): Promise<void> {
    await this.known()
    if (this.name) return
    this.entering ??= api.becomeKnown().then((me) => this.take(me))
    await this.entering.finally(() => (this.entering = null))
  }

  /** Ask again: another device, another name. */
  async again(): Promise<void> {
    this.asked = null
    this.socket?.close()
    await this.known()
    this.stamp += 1
  }

  async rename(name: string): Promise<void> {
    await this.enter()
    this.take(await api.rename(name))
  }

  /** Tokens of before there were people become our seats. */
  async adopt(): Promise<void> {
    const tokens = holdings.tokens()
    const all = tokens.join(',')
    if (!tokens.length || all === this.tried) return
    this.tried = all
    await this.enter()
    for (let at = 0; at < tokens.length; at += AT_ONCE) {
      const { matches } = await api.adopt(tokens.slice(at, at + AT_ONCE))
      holdings.forget(matches)
    }
    this.stamp += 1
  }

  /** How we are let in at a match: each of our sides with the word that stands for a token. */
  async seats(match: string): Promise<Seats> {
    const held = holdings.of(match)
    try {
      await this.adopt()
      await this.known()
      if (!this.name) return held
      const { sides } = await api.mySeats(match)
      if (sides.length) return Object.fromEntries(sides.map((side) => [side, `@${side}`]))
    } catch (error) {
      // An old server, or none: what this browser holds may still open the match.
      if (error instanceof Declined && !Object.keys(held).length) throw error
    }
    return held
  }

  /** Hear what happens; `before`: in how many matches it was our turn until now. */
  listen(hear: (news: MyNews, before: number) => void): () => void {
    this.hearers.add(hear)
    return () => this.hearers.delete(hear)
  }

  private follow(): void {
    if (this.socket || typeof WebSocket === 'undefined') return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/me/live`)
    this.socket = socket
    socket.onopen = () => (this.wait = FIRST_WAIT)
    socket.onmessage = (event) => {
      const news = parsed(String(event.data))
      if (isMyNews(news)) this.hear(news)
    }
    socket.onclose = () => {
      this.socket = null
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.follow(), this.wait)
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT)
    }
  }

  private hear(news: MyNews): void {
    const before = this.turns
    if (news.type === 'mine') {
      this.turns = news.turns
      if (news.matches.length) this.stamp += 1
    }
    for (const hear of this.hearers) hear(news, before)
  }
}

export const me = new People()
