import { describe, expect, it, vi } from 'vitest'
import { gameOf } from '../src/games/game'
import { infoOf } from './recorded'

// The settings ask the page when they are read.
vi.stubGlobal('location', { search: '?lang=it' })
vi.stubGlobal('navigator', { language: 'it' })
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { pointsOf } = await import('../src/board/describe')

describe('points of movement', () => {
  it('have the name that the book of the game gives them', () => {
    expect(pointsOf(gameOf(infoOf('afrika-korps')))).toBe('FM')
    expect(pointsOf(gameOf(infoOf('kasserine')))).toBe('PM')
    expect(pointsOf(null)).toBe('PM')
  })
})
