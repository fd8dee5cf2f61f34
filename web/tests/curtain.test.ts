/** Two share a screen: when the other must be called, and what is asked of the judge meanwhile. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Snapshot } from '../src/lib/types'
import { Curtain } from '../src/match/curtain.svelte'
import { withKnown } from '../src/match/snapshots'
import { framesOf } from './recorded'

const SNAPSHOT: Snapshot = { ...framesOf('kasserine').first, outcome: null }
const SEATS = { axis: 'a', allied: 'b' }
let needed: boolean | null
let asked: number
beforeEach(() => {
  ;[needed, asked] = [true, 0]
  vi.stubGlobal('fetch', () => {
    asked++
    return needed === null
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve({ ok: true, json: () => Promise.resolve({ needed }) })
  })
})

describe('the curtain', () => {
  it('falls before the other side looks, and is lifted by it', async () => {
    const curtain = new Curtain()
    expect(await curtain.pass(SEATS, 'axis', SNAPSHOT)).toBe(true)
    expect(curtain.side).toBe('axis')
    curtain.lift()
    expect(curtain.side).toBe('')
    await curtain.pass(SEATS, 'axis', SNAPSHOT)
    expect(curtain.side).toBe('')
    await curtain.pass(SEATS, 'allied', SNAPSHOT)
    expect(curtain.side).toBe('allied')
  })
  it('stays up where both know the same', async () => {
    needed = false
    const curtain = new Curtain()
    expect(await curtain.pass(SEATS, 'axis', SNAPSHOT)).toBe(false)
    await curtain.pass(SEATS, 'allied', SNAPSHOT)
    expect([curtain.side, curtain.parted]).toEqual(['', false])
    needed = true
    await curtain.pass(SEATS, 'axis', SNAPSHOT)
    expect([curtain.side, curtain.parted]).toEqual(['axis', true])
  })
  it('is not asked for where one is alone, the match is over or only tried', async () => {
    const curtain = new Curtain()
    const over = { side: 'axis', level: 'x', winner: null, points: {}, rule: '' }
    await curtain.pass({ axis: 'a', spectator: 'c' }, 'axis', SNAPSHOT)
    await curtain.pass(SEATS, 'axis', { ...SNAPSHOT, outcome: over })
    await curtain.pass(SEATS, 'axis', { ...SNAPSHOT, origin: 'fork' })
    expect([asked, curtain.side]).toEqual([0, ''])
  })
  it('falls when the server cannot say: nobody is shown what is not his', async () => {
    needed = null
    const curtain = new Curtain()
    expect(await curtain.pass(SEATS, 'axis', SNAPSHOT)).toBe(true)
    expect(curtain.side).toBe('axis')
  })
})

describe('snapshots of the version that is shown', () => {
  it('keep the offers that were chosen from', () => {
    const again = { ...SNAPSHOT, offers: [], can_undo: !SNAPSHOT.can_undo }
    const kept = withKnown({ axis: again }, { axis: SNAPSHOT })['axis']
    expect(kept?.offers).toBe(SNAPSHOT.offers)
    expect(kept?.can_undo).toBe(again.can_undo)
  })
  it('of another version, or for another decider, are taken as they are', () => {
    const later = { ...SNAPSHOT, version: SNAPSHOT.version + 1, offers: [] }
    expect(withKnown({ axis: later }, { axis: SNAPSHOT })['axis']).toBe(later)
    const theirs = { ...SNAPSHOT, yours: !SNAPSHOT.yours, offers: [] }
    expect(withKnown({ axis: theirs }, { axis: SNAPSHOT })['axis']).toBe(theirs)
  })
})
