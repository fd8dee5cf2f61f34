/** Updates as the server sent them, laid over the snapshot before them. */
import { describe, expect, it } from 'vitest'
import { applyUpdate, logAfter, tableAfter } from '../src/match/apply'
import { offersAfter } from '../src/match/offers-after'
import type { LogEntry, Offer, Tabletop } from '../src/lib/types'
import { framesOf, GAMES } from './recorded'

/** Markers and the hexes of a layer have no order. */
function ordered(table: Tabletop): Tabletop {
  return {
    ...table,
    markers: [...table.markers].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    layers: table.layers.map((layer) => ({ ...layer, hexes: [...layer.hexes].sort() })),
  }
}

describe.each(GAMES.map((game) => game.slug))('the frames of %s', (slug) => {
  const { first, heard, last, log } = framesOf(slug)
  const updates = heard.filter((message) => message.type === 'update')

  it('lead from the first snapshot to the last', () => {
    let shown = first
    for (const update of updates) shown = applyUpdate(shown, update) ?? expect.fail('does not fit')
    expect(shown.version).toBe(last.version)
    expect(ordered(shown.tabletop)).toEqual(ordered(last.tabletop))
    expect(shown.offers).toEqual(last.offers)
    expect({ ...shown, tabletop: null, offers: null, seats: null }).toEqual({
      ...last,
      tabletop: null,
      offers: null,
      seats: null,
    })
  })

  it('bring the log along', () => {
    let known: LogEntry[] = log.slice(0, first.log_length)
    for (const update of updates) known = logAfter(known, update) ?? expect.fail('a gap')
    expect(known).toEqual(log)
  })

  it('do not fit anything but the version before them', () => {
    const [update] = updates
    if (!update) expect.fail('no update')
    expect(applyUpdate({ ...first, version: first.version - 1 }, update)).toBeNull()
    expect(applyUpdate({ ...first, viewer: 'somebody' }, update)).toBeNull()
  })
})

const DONE: Offer = { shape: 'say', order: 'done' }

describe('changes', () => {
  const table = framesOf('afrika-korps').first.tabletop

  it('that say nothing change nothing', () => {
    expect(tableAfter(table, {})).toEqual(table)
    expect(offersAfter([DONE], { origins: [0] })).toEqual([DONE])
  })

  it('of offers keep, drop and patch them', () => {
    const group = (unit: string) => ({ units: [unit], origin: '0101', steps: [] })
    const move = (...units: string[]): Offer => ({
      shape: 'reach',
      order: 'move',
      groups: units.map(group),
    })
    const fire = (subjects: Record<string, string[]>): Offer => ({
      shape: 'place',
      order: 'fire',
      subjects,
    })
    const old = [move('a', 'b', 'c'), fire({ a: ['x'], b: ['x'] }), DONE]
    const change = {
      origins: [0, 1, -1],
      new: [{ ...DONE, tone: 'main' as const }],
      parts: [
        { at: 0, offer: move('d'), groups: [0, -1, 2] },
        { at: 1, offer: fire({ b: ['y'] }), gone: ['a'] },
      ],
    }
    const after = [move('a', 'd', 'c'), fire({ b: ['y'] }), { ...DONE, tone: 'main' }]
    expect(offersAfter(old, change)).toEqual(after)
    expect(offersAfter(old, { whole: null })).toBeNull()
  })

  it('of the log cut what was taken back', () => {
    const line = (n: number) => ({ n, side: '', order: null, events: [], draws: [], why: null })
    const told = { orders: 2, lines: [line(2)] } as unknown as Parameters<typeof logAfter>[1]
    expect(logAfter([line(1), line(9), line(10)], told)).toEqual([line(1), line(2)])
    expect(logAfter([], told)).toBeNull()
  })
})
