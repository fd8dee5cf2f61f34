import { describe, expect, it } from 'vitest'
import type { EventLine, Snapshot } from '../src/lib/types'
import { Results } from '../src/match/results.svelte'
import { infoOf } from './recorded'

const GAME = 'kasserine'
const event = (name: string, facts: Record<string, unknown> = {}): EventLine => ({
  event: name,
  rule: '1',
  text: { it: name, en: name },
  ...facts,
})
const phase = (side: string) => event('phase-began', { side, phase: 'combat' })
const at = (viewer: string, version = 0) => ({ game: GAME, viewer, version }) as Snapshot
const told = (results: Results) =>
  results.cards.map((c) => [c.kind, ...c.lines.map((l) => l.event)].join(' '))

function begun(side = 'allied', game = GAME): Results {
  const results = new Results()
  results.tells = infoOf(game).about.tells
  results.end = infoOf(game).about.end
  results.catchUp([{ n: 1, side, order: null, events: [phase(side)], draws: [], why: null }], side)
  return results
}

describe('results that stay', () => {
  it('the last battle of ours stays with what came of it, until the next one', () => {
    const results = begun()
    results.take([event('combat-rolled', { die: 4 })], ['allied'])
    results.take([event('retreated'), event('phase-began', { side: 'axis' })], ['allied'])
    results.take([event('moved', { path: [] }), event('eliminated')], ['allied'])
    expect(told(results)).toEqual(['mine combat-rolled retreated'])
    results.take([phase('allied'), event('combat-rolled')], ['allied'])
    expect(told(results)).toEqual(['mine combat-rolled'])
  })

  it('battles against us gather, also past our answers, until a turn of our own', () => {
    const results = begun('axis')
    results.take([event('combat-rolled')], ['allied'])
    results.send('retreat', at('allied'))
    results.take([event('retreated')], ['allied'])
    results.take([event('combat-rolled'), event('eliminated')], ['allied'])
    const both = 'against combat-rolled retreated combat-rolled eliminated'
    expect(told(results)).toEqual([both])
    results.take([phase('allied')], ['allied'])
    results.send('done', at('allied'))
    expect(told(results)).toEqual([both])
    results.take([phase('axis'), event('combat-rolled')], ['allied'])
    expect(told(results)).toEqual(['against combat-rolled'])
  })

  it('every attack on us is told, also one that does nothing', () => {
    const results = begun('axis')
    results.take([event('shot', { result: '-' })], ['allied'])
    expect(told(results)).toEqual(['against shot'])
    results.take([event('shot', { result: 'R' }), event('reduced')], ['allied'])
    expect(told(results)).toEqual(['against shot shot reduced'])
    const bases = begun('axis', 'alto-comando')
    bases.take([event('fired', { hit: false }), event('fired', { hit: true })], ['allied'])
    expect(told(bases)).toEqual(['against fired fired'])
  })

  it('so is one without a die, where nobody defends', () => {
    const results = begun('italian', 'lion-of-judah')
    const attack = (...defenders: string[]) => event('attack-declared', { defenders })
    results.take([attack('E-1')], ['ethiopian'])
    expect(told(results)).toEqual([])
    results.take([attack(), event('eliminated')], ['ethiopian'])
    results.take([event('moved', { path: [] }), event('overrun')], ['ethiopian'])
    expect(told(results)).toEqual(['against attack-declared eliminated overrun'])
  })

  it('who only watches is told nothing', () => {
    const results = begun('axis')
    results.take([event('combat-rolled')], [])
    expect(told(results)).toEqual([])
    expect(results.ends([phase('allied')], [], 1)).toBeNull()
  })
})

describe('the end of a turn', () => {
  it('is held when an order, whoever gave it, ends a turn of ours', () => {
    const results = begun()
    results.take([event('combat-rolled')], ['allied'])
    expect(results.ends([event('retreated'), phase('axis')], ['allied'], 1)).toBe('allied')
    expect(begun().ends([event('retreated')], ['allied'], 1)).toBeNull()
    expect(begun('axis').ends([phase('allied')], ['allied'], 1)).toBeNull()
  })

  it('is not held when nothing was fought, or what was fought is no longer news', () => {
    const results = begun()
    expect(results.ends([phase('axis')], ['allied'], 1)).toBeNull()
    const attrition = [event('attrition-rolled'), event('eliminated'), phase('axis')]
    expect(begun('allied', 'lion-of-judah').ends(attrition, ['allied'], 1)).toBeNull()
    results.take([event('combat-rolled')], ['allied'])
    expect(results.ends([phase('axis')], ['allied'], 2)).toBe('allied')
    results.send('move', at('allied', 2))
    expect(results.ends([phase('axis')], ['allied'], 3)).toBeNull()
  })

  it('keeps every battle of one order', () => {
    const results = begun()
    results.take([event('shot'), event('shot')], ['allied'])
    expect(told(results)).toEqual(['mine shot shot'])
  })

  it('is not held when its button was pressed', () => {
    const results = begun()
    results.send('done', at('allied', 7))
    expect(results.ends([phase('axis')], ['allied'], 8)).toBeNull()
    results.send('assault', at('allied', 8))
    const fought = [event('combat-rolled'), phase('axis')]
    expect(results.ends(fought, ['allied'], 9)).toBe('allied')
  })

  it('lets the news come when it is released', async () => {
    const results = begun()
    expect(results.release()).toBe(false)
    results.hold('allied')
    let came = false
    const news = results.pause?.then(() => (came = true))
    await Promise.resolve()
    expect(came).toBe(false)
    expect(results.release()).toBe(true)
    await news
    expect(came).toBe(true)
    expect(results.held).toBeNull()
  })
})
