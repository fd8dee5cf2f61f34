/** How the guides of the games go on, and back. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Controls } from '../src/board/controls.svelte'
import { Guide } from '../src/guide/guide.svelte'
import type { Draft } from '../src/match/draft.svelte'
import type { Session } from '../src/match/session.svelte'
import type { Measure } from '../src/plane/measure.svelte'
import { GUIDES } from './recorded'

const MOVING: Readonly<Record<string, string>> = {
  'panzergruppe-guderian': 'german-move',
  'afrika-korps': 'movement',
  kasserine: 'movement',
  'lion-of-judah': 'movement',
  'alto-comando': 'move',
}

let stored = ''
beforeEach(() => {
  stored = ''
  vi.stubGlobal('localStorage', {
    getItem: () => stored || null,
    setItem: (_: string, text: string) => (stored = text),
  })
  vi.stubGlobal('fetch', (path: string) => {
    const guide = GUIDES[path.split('/')[3] ?? '']
    const said = guide ?? { error: 'no-guide', message: { it: '', en: '' } }
    return Promise.resolve({ ok: guide !== undefined, json: () => Promise.resolve(said) })
  })
})

/** A table of a game where it is ours to move, with the guide at the button that gives the order. */
async function table(game: string) {
  const side = GUIDES[game]?.side ?? ''
  const shown = {
    game,
    version: 1,
    yours: true,
    step: { decision: MOVING[game], side },
    offers: {},
  }
  const session = {
    match: 'm',
    seats: { [side]: 'human' } as Record<string, string>,
    tabletop: { pieces: [], track: { turn: 1 } },
    plan: { attacks: new Map() },
    onTable: () => false,
    shown,
  }
  const draft: { selected: string[]; target: string | null; targets: string[] } = {
    selected: ['one'],
    target: '0101',
    targets: [],
  }
  const measured = game === 'alto-comando'
  const measure: { unit: string; end: number[] | null } = measured
    ? { unit: 'one', end: [1, 2] }
    : { unit: '', end: null }
  const guide = new Guide(
    session as unknown as Session,
    draft as unknown as Draft,
    {} as Controls,
    measure as unknown as Measure,
    true,
  )
  await guide.load(game)
  guide.at = guide.steps.findIndex((step) => step.id === 'move')
  guide.resume()
  return { guide, draft, measure, shown, session }
}

describe.each(Object.keys(MOVING))('the guide of %s at the button', (game) => {
  it('stays while a place is aimed at', async () => {
    const { guide } = await table(game)
    guide.follow()
    expect(guide.step?.id).toBe('move')
    expect(guide.waits).toBe(true)
  })
  it('asks for a place again when none is aimed at any more', async () => {
    const { guide, draft, measure } = await table(game)
    draft.target = measure.end = null
    guide.follow()
    expect(guide.step?.id).toBe('aim')
    guide.follow()
    expect(guide.step?.id).toBe('aim')
  })
  it('goes back as far as the choice of units when none is chosen any more', async () => {
    const { guide, draft, measure } = await table(game)
    draft.target = measure.end = null
    draft.selected = []
    measure.unit = ''
    for (let i = 0; i < 4; i++) guide.follow()
    expect(guide.step?.id).toBe(game === 'afrika-korps' ? 'stack' : 'pick')
  })
  it('goes on when the order was played, which forgets the place too', async () => {
    const { guide, draft, measure, shown } = await table(game)
    const at = guide.at
    draft.target = measure.end = null
    shown.version = 2
    guide.follow()
    expect(guide.at).toBeGreaterThan(at)
  })
})

describe('a guide', () => {
  it('is there for every recorded game', () => {
    expect(Object.keys(GUIDES).sort()).toEqual(Object.keys(MOVING).sort())
  })
  it('has no steps at a table whose seat is another side’s', async () => {
    const { guide, session } = await table('kasserine')
    session.seats = { allied: 'human' }
    const other = new Guide(guide.session, guide.draft, guide.controls, guide.measure, true)
    await other.load('kasserine')
    expect(other.steps).toEqual([])
    expect(other.step).toBeNull()
  })
  it('is left out where the server has none', async () => {
    const { guide } = await table('kasserine')
    await guide.load('chess')
    expect(guide.steps).toEqual([])
    expect(() => guide.follow()).not.toThrow()
  })
  it('is where it was on the next visit, and begins again after its end', async () => {
    const { guide } = await table('kasserine')
    const again = new Guide(guide.session, guide.draft, guide.controls, guide.measure, false)
    expect([again.at, again.open]).toEqual([guide.at, true])
    await again.load('kasserine')
    while (again.open) again.next()
    expect(again.at).toBe(0)
    const last = new Guide(guide.session, guide.draft, guide.controls, guide.measure, true)
    expect([last.at, last.open]).toEqual([0, false])
  })
})
