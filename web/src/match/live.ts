import { isLiveMessage, parsed } from '../lib/guards'
import type { LiveMessage } from '../lib/types'

/** The live line of one seat: reconnects by itself and asks for what it has missed. */
export type LinkState = 'live' | 'reconnecting'

const FIRST_WAIT = 400
const LONGEST_WAIT = 4000

export class Live {
  /** By this an order says which line need not be told of it. */
  readonly id = crypto.randomUUID()
  private socket: WebSocket | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(
    private readonly match: string,
    private readonly token: string,
    private readonly since: () => number,
    private readonly hear: (message: LiveMessage) => void,
    private readonly change: (state: LinkState) => void,
  ) {
    this.open()
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const token = encodeURIComponent(this.token)
    const url = `${scheme}://${location.host}/api/matches/${this.match}/live?token=${token}&since=${this.since()}&connection=${this.id}`
    const socket = new WebSocket(url)
    this.socket = socket
    socket.onopen = () => {
      this.wait = FIRST_WAIT
      this.change('live')
    }
    socket.onmessage = (event) => {
      const message = parsed(String(event.data))
      if (isLiveMessage(message)) this.hear(message)
      // What cannot be read is not laid over the table: a new line tells from the version we have.
      else socket.close()
    }
    socket.onclose = () => {
      if (this.closed) return
      this.change('reconnecting')
      this.timer = setTimeout(() => this.open(), this.wait)
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT)
    }
  }

  /** Something was missed: what came since the version we have is told by a new line. */
  renew(): void {
    this.socket?.close()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.socket?.close()
  }
}
