import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventLine, Snapshot } from '../src/lib/types'
import { Results } from '../src/match/results.svelte'
import { infoOf } from './recorded'
import { forget, Shelf } from '../src/match/unread'

const GAME = 'kasserine'
const event = (name: string, facts: Record<string, unknown> = {}): EventLine => ({
  event: name,
  rule: '1',
  text: { it: name, en: name },
  ...facts,
})
const phase = (side: string) => event('phase-began', { side, phase: 'combat' })
const told = (results: Results) =>
  results.cards.map((c) => [c.kind, ...c.lines.map((l) => l.event)].join(' '))

/** A page that is opened, or opened again: it knows only what is kept. */
function opened(seat: string, owner = 'axis', match = 'm1'): Results {
  const results = new Results()
  results.tells = infoOf(GAME).about.tells
  results.look(match, seat)
  results.catchUp(
    [{ n: 1, side: owner, order: null, events: [phase(owner)], draws: [], why: null }],
    owner,
  )
  return results
}

function attacked(seat: string, match = 'm1'): Results {
  const results = opened(seat, 'axis', match)
  results.take([event('combat-rolled')], [seat])
  return results
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    get length() {
      return kept.size
    },
  })
})

describe('cards that are not read', () => {
  it('are there again after a reload, and go on where they were', () => {
    attacked('allied')
    const again = opened('allied')
    expect(told(again)).toEqual(['against combat-rolled'])
    again.take([event('retreated'), event('combat-rolled')], ['allied'])
    expect(told(opened('allied'))).toEqual(['against combat-rolled retreated combat-rolled'])
  })

  it('are put away by the next attack after a turn of our own, also past a reload', () => {
    const results = attacked('allied')
    results.take([phase('allied')], ['allied'])
    results.send('move', { game: GAME, viewer: 'allied', version: 1 } as Snapshot)
    const again = opened('allied')
    again.take([event('combat-rolled'), event('eliminated')], ['allied'])
    expect(told(again)).toEqual(['against combat-rolled eliminated'])
  })

  it('are gone once they are read, or the turn is ended', () => {
    attacked('allied').read('against')
    expect(told(opened('allied'))).toEqual([])
    expect(sessionStorage.length).toBe(0)
    const ended = attacked('allied')
    ended.hold('allied')
    ended.release()
    expect(told(opened('allied'))).toEqual([])
  })

  it('belong to the seat that was told, on one screen too', () => {
    const results = attacked('allied')
    results.look('m1', 'axis')
    expect(told(results)).toEqual([])
    expect(told(opened('axis'))).toEqual([])
    expect(told(opened('allied', 'axis', 'm2'))).toEqual([])
    results.look('m1', 'allied')
    expect(told(results)).toEqual(['against combat-rolled'])
  })

  it('are not kept when the match is over', () => {
    const results = attacked('allied')
    attacked('allied', 'm2')
    results.look('m1', null)
    results.take([event('eliminated')], ['allied'])
    expect(told(results)).toEqual(['against combat-rolled eliminated'])
    expect(told(opened('allied'))).toEqual([])
    expect(told(opened('allied', 'axis', 'm2'))).toEqual(['against combat-rolled'])
    forget('m2')
    expect(sessionStorage.length).toBe(0)
  })

  it('take little room', () => {
    for (let i = 0; i < 20; i++) attacked('allied', `match ${i}`)
    expect(told(opened('allied', 'axis', 'match 0'))).toEqual([])
    expect(told(opened('allied', 'axis', 'match 19'))).toEqual(['against combat-rolled'])
    const many = Array.from({ length: 500 }, () => event('combat-rolled'))
    opened('allied').take(many, ['allied'])
    expect(new Shelf('m1', 'allied').read().cards[0]?.lines).toHaveLength(60)
  })

  it('last as long as the page where nothing can be stored, or what is stored is spoilt', () => {
    sessionStorage.setItem('campagna.unread', '{')
    expect(told(opened('allied'))).toEqual([])
    vi.stubGlobal('sessionStorage', undefined)
    const results = attacked('allied')
    expect(told(results)).toEqual(['against combat-rolled'])
    results.read('against')
    expect(told(results)).toEqual([])
  })
})
