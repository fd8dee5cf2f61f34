import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventLine } from '../src/lib/types'
import { Results } from '../src/match/results.svelte'
import type { Session } from '../src/match/session.svelte'
import type { Account } from '../src/told/account'
import { Told } from '../src/told/told.svelte'
import { infoOf } from './recorded'

const line = (name: string): EventLine => ({ event: name, rule: '1', text: { it: '', en: '' } })
const kinds = (results: Results) => results.cards.map((card) => card.kind)

/** Allied, who were attacked and are told so; `fights` of it stand in the account of the turn. */
function told(fights: number): { told: Told; results: Results } {
  const results = new Results()
  results.tells = infoOf('kasserine').about.tells
  results.end = infoOf('kasserine').about.end
  results.catchUp([], 'axis')
  results.take([line('turn-began'), line('combat-rolled')], ['allied'])
  const session = { match: 'm1', results, shown: { viewer: 'allied' }, motions: [] }
  const made = new Told(session as unknown as Session)
  const fight = { key: '1.0', at: '2420', event: line('combat-rolled'), n: 1, after: [] }
  const groups = { places: [], losses: [], arrivals: [], events: [], points: [] }
  const fought = Array.from({ length: fights }, () => fight)
  made.account = { first: 1, last: 1, fights: fought, groups, journeys: [] } as unknown as Account
  return { told: made, results }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})

describe('the turn that is told', () => {
  it('is told once: its battles leave the card of the attacks on us', () => {
    const { told: card, results } = told(1)
    expect(kinds(results)).toContain('against')
    card.open = true
    card.begin()
    expect(kinds(results)).not.toContain('against')
  })

  it('takes no card away that it did not tell', () => {
    for (const [fights, open] of [
      [0, true],
      [1, false],
    ] as const) {
      const { told: card, results } = told(fights)
      card.open = open
      card.begin()
      expect(kinds(results)).toContain('against')
    }
  })

  it('does not stop at what was told before we gave an order', async () => {
    const table = { pieces: [], sheet: null }
    let answer: (said: unknown) => void = () => undefined
    const pending = new Promise((resolve) => (answer = resolve))
    vi.stubGlobal('fetch', () => pending)
    const entry = (n: number, side: string, ...events: EventLine[]) => ({ n, side, events })
    const attacked = [
      entry(1, 'allied', line('phase-began')),
      entry(2, 'axis', line('combat-rolled'), { ...line('phase-began'), side: 'allied' }),
    ]
    const session = {
      match: 'm2',
      token: 't',
      results: { tells: infoOf('kasserine').about.tells },
      shown: { viewer: 'allied', yours: true, version: 2, outcome: null },
      seats: { allied: 't' },
      sides: ['allied'],
      curtain: { parted: false },
      log: attacked,
      tabletop: table,
      pieces: new Map(),
      geometry: null,
      motions: [],
    }
    const card = new Told(session as unknown as Session)
    const looking = card.look()
    session.shown = { ...session.shown, version: 3 }
    session.log = [...attacked, entry(3, 'allied', line('moved'))]
    await card.look()
    const ok = { ok: true, json: () => Promise.resolve({ n: 1, events: [], tabletop: table }) }
    answer(ok)
    await looking
    expect(card.open).toBe(false)
  })
})
