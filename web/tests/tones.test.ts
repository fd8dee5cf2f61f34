import { describe, expect, it } from 'vitest'
import { altoComando } from '../src/games/alto-comando'
import type { Around } from '../src/games/game'
import { toned, toneOf } from '../src/games/tones'
import { onlyChoice } from '../src/match/actors'
import { infoOf } from './recorded'

const around: Around = {
  side: 'axis',
  decision: 'deploy',
  pieces: new Map(),
  boxes: new Map(),
  isHex: () => false,
}

describe('the tone of a choice', () => {
  const tones = { concede: 'grave', 'done@supply': 'decline', 'commit-air=': 'decline' } as const
  it('goes by the kind of the order, its decision, or its only value', () => {
    expect(toneOf(tones, { order: 'concede' }, 'deploy')).toBe('grave')
    expect(toneOf(tones, { order: 'done' }, 'supply')).toBe('decline')
    expect(toneOf(tones, { order: 'done' }, 'movement')).toBe('plain')
    expect(toneOf(tones, { order: 'commit-air', markers: [] }, 'attacker-air')).toBe('decline')
    expect(toneOf(tones, { order: 'commit-air', markers: ['a1'] }, 'attacker-air')).toBe('plain')
  })
})

describe('conceding a battle of Alto Comando', () => {
  const game = altoComando(infoOf('alto-comando'))
  const plan = toned(
    game.plan({ deploy: ['A1.hq'], done: false, concede: true }, around),
    game.about.tones,
    'deploy',
  )
  it('stands apart from the list and is not chosen for the player', () => {
    expect(plan.choices).toEqual([])
    expect(plan.grave.map((group) => group.kind)).toEqual(['concede'])
    expect(onlyChoice(plan)).toBeNull()
  })
})
