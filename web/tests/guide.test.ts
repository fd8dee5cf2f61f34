/** How the guide goes on, and back. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Controls } from '../src/board/controls.svelte'
import { Guide, TURNS } from '../src/guide/guide.svelte'
import type { Draft } from '../src/match/draft.svelte'
import type { Session } from '../src/match/session.svelte'
import type { Measure } from '../src/plane/measure.svelte'

const MOVING: Readonly<Record<string, string>> = {
  'panzergruppe-guderian': 'german-move',
  'afrika-korps': 'movement',
  kasserine: 'movement',
  'lion-of-judah': 'movement',
  'alto-comando': 'move',
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})

/** A table of a game where it is ours to move, with the guide at the button that gives the order. */
function table(game: string) {
  const side = TURNS[game]?.side ?? ''
  const shown = { game, version: 1, yours: true, step: { decision: MOVING[game], side } }
  const session = { match: 'm', seats: { [side]: 'human' }, tabletop: { pieces: [], track: { turn: 1 } }, shown }
  const draft: { selected: string[]; target: string | null } = { selected: ['one'], target: '0101' }
  const measure: { unit: string; end: number[] | null } = { unit: 'one', end: [1, 2] }
  const guide = new Guide(
    session as unknown as Session,
    draft as unknown as Draft,
    {} as Controls,
    measure as unknown as Measure,
    true,
  )
  guide.at = guide.steps.findIndex((step) => step.id === 'move')
  guide.resume()
  return { guide, draft, measure, shown }
}

describe.each(Object.keys(TURNS))('the guide of %s at the button', (game) => {
  it('stays while a place is aimed at', () => {
    const { guide } = table(game)
    guide.follow()
    expect(guide.step?.id).toBe('move')
  })
  it('asks for a place again when none is aimed at any more', () => {
    const { guide, draft, measure } = table(game)
    draft.target = measure.end = null
    guide.follow()
    expect(guide.step?.id).toBe('aim')
    guide.follow()
    expect(guide.step?.id).toBe('aim')
  })
  it('goes back as far as the choice of units when none is chosen any more', () => {
    const { guide, draft, measure } = table(game)
    draft.target = measure.end = null
    draft.selected = []
    measure.unit = ''
    for (let i = 0; i < 4; i++) guide.follow()
    expect(guide.step?.id).toBe(game === 'afrika-korps' ? 'stack' : 'pick')
  })
  it('goes on when the order was played, which forgets the place too', () => {
    const { guide, draft, measure, shown } = table(game)
    const at = guide.at
    draft.target = measure.end = null
    shown.version = 2
    guide.follow()
    expect(guide.at).toBeGreaterThan(at)
  })
})
