import { describe, expect, it } from 'vitest'
import { gameOf, type TableGame } from '../src/games/game'
import type { Text } from '../src/lib/types'
import { infoOf } from './recorded'
import { type Facts, finalPoints, headline, ladder, verdict } from '../src/pages/ending'

const w = (it: string, en: string): Text => ({ it, en })
const side = (it: string, en: string) => ({ name: w(it, en), nation: '' })
const level = (id: string, it: string, en: string, grade: 0 | 2 | 3) => ({
  id,
  name: w(it, en),
  short: w(it, en),
  grade,
})

const DESERT = {
  slug: 'alto-comando',
  about: infoOf('alto-comando').about,
  sides: { axis: side('Asse', 'Axis'), allied: side('Alleati', 'Allies') },
  levels: [
    level('draw', 'Pareggio', 'Draw', 0),
    level('victory', 'Vittoria', 'Victory', 2),
    level('great_victory', 'Grande vittoria', 'Great victory', 3),
  ],
} as unknown as TableGame

function end(winner: string | null, name: string, change: Partial<Facts> = {}): Facts {
  return {
    game: DESERT,
    outcome: { winner, level: name, points: {} },
    ended: { how: 'rules', by: '' },
    prompt: w('Grande vittoria', 'Great victory'),
    turn: 7,
    ours: ['axis'],
    scores: [],
    ...change,
  }
}

describe('the headline of an end', () => {
  it('names the winner before the level', () => {
    const lost = end('allied', 'great_victory')
    expect(headline(lost)).toEqual(
      w('Vincono gli Alleati: grande vittoria', 'The Allies win: great victory'),
    )
    expect(verdict(lost)?.en).toBe('You lost')
    expect(verdict(end('axis', 'great_victory'))?.it).toBe('Hai vinto')
  })

  it.each([
    [
      'panzergruppe-guderian',
      'german',
      'german_decisive',
      'The German player wins: decisive victory',
    ],
    [
      'panzergruppe-guderian',
      'soviet',
      'soviet_strategic',
      'The Soviet player wins: strategic victory',
    ],
    ['kasserine', 'axis', 'german_partial', 'The Axis wins: partial victory'],
    ['lion-of-judah', 'italian', 'italian_marginal', 'The Italian player wins: marginal victory'],
    [
      'lion-of-judah',
      'ethiopian',
      'ethiopian_decisive',
      'The Ethiopian player wins: decisive victory',
    ],
  ])('%s: %s, %s', (slug, winner, name, said) => {
    const game = gameOf(infoOf(slug))
    expect(headline(end(winner, name, { game })).en).toBe(said)
  })

  it('says why where the level is a reason', () => {
    const prompt = w(
      "Vittoria alleata: l'Asse è rimasto senza rifornimenti",
      'Allied victory: the Axis was left without supply',
    )
    expect(headline(end('allied', 'allied_collapse', { prompt }))).toEqual(
      w(
        "Vincono gli Alleati: l'Asse è rimasto senza rifornimenti",
        'The Allies win: the Axis was left without supply',
      ),
    )
    const stopped = w('La colonna italiana è bloccata', 'The Italian column is stopped')
    expect(headline(end('allied', 'blocked', { prompt: stopped })).en).toBe(
      'The Allies win: the Italian column is stopped',
    )
  })

  it('says who resigned, and when', () => {
    const ended = { how: 'resignation', by: 'axis' }
    expect(headline(end('allied', 'resigned', { ended }))).toEqual(
      w(
        'Vincono gli Alleati: l’Asse ha abbandonato al turno 7',
        'The Allies win: the Axis resigned on turn 7',
      ),
    )
    expect(headline(end('allied', 'resigned', { ended, turn: 0 })).en).toBe(
      'The Allies win: the Axis resigned',
    )
  })

  it('a campaign has its own sentence, a draw no winner', () => {
    const prompt = w("L'Asse vince la campagna", 'The Axis wins the campaign')
    expect(headline(end('axis', 'axis_campaign', { prompt })).en).toBe('The Axis wins the campaign')
    const draw = end(null, 'draw', { prompt: w('Pareggio', 'Draw') })
    expect(headline(draw).en).toBe('Draw')
    expect(verdict(draw)?.en).toBe('Nobody won')
  })

  it('nobody who watches or plays both sides has won or lost', () => {
    expect(verdict(end('axis', 'victory', { ours: [] }))).toBeNull()
    expect(verdict(end('axis', 'victory', { ours: ['axis', 'allied'] }))).toBeNull()
  })
})

describe('points and levels', () => {
  it('are those of the sides', () => {
    const points = { german: 45, soviet: 30, net: 15 }
    const game = { ...DESERT, sides: { german: side('', ''), soviet: side('', '') } } as TableGame
    const outcome = { winner: 'german', level: 'german_marginal', points }
    expect(finalPoints(end('german', '', { game, outcome }))).toEqual([
      ['german', 45],
      ['soviet', 30],
    ])
    const scores = [{ side: 'axis', points: 4, lines: [], left: [] }]
    expect(finalPoints(end('axis', 'resigned', { scores }))).toEqual([['axis', 4]])
    const korps = { ...DESERT, about: infoOf('afrika-korps').about } as TableGame
    expect(finalPoints(end('axis', 'axis_control', { scores, game: korps }))).toEqual([])
  })

  it('say whose they are', () => {
    const rungs = ladder(end('allied', 'great_victory'), ['axis', 'allied'])
    expect(rungs.map((r) => r.name.en)).toEqual([
      'Axis: great victory',
      'Axis: victory',
      'Draw',
      'Allies: victory',
      'Allies: great victory',
    ])
    expect(rungs.map((r) => r.current)).toEqual([false, false, false, false, true])
    expect(ladder(end('allied', 'resigned'), ['axis', 'allied'])).toEqual([])
  })
})
