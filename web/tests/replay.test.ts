import { expect, it } from 'vitest'
import { chipOf, headlineOf, marksOf, sceneOf, waysOf } from '../src/match/replay'
import type { EventLine, LogEntry, Piece } from '../src/lib/types'

const event = (name: string, fields: object = {}): EventLine => ({
  event: name,
  rule: '',
  text: { it: name, en: name },
  ...fields,
})
const entry = (n: number, ...events: EventLine[]): LogEntry => ({
  n,
  side: '',
  order: null,
  events,
  draws: [],
  why: null,
})
const isHex = (id: string) => /^\d{4}$/.test(id)
const fought = event('fought', { target: '0303', odds: '3-1', die: 4, result: 'DR' })

it('marks the orders with which turns began and battles were decided', () => {
  const log = [
    entry(1, event('turn-began', { turn: 2 })),
    entry(2, event('moved', { path: ['0101'] })),
    entry(3, fought, event('fought', { result: 'AE' })),
  ]
  expect(marksOf(log, (result) => (result === 'DR' ? 1 : -3))).toEqual({
    turns: [{ turn: 2, n: 1 }],
    battles: [
      { n: 3, good: true, result: 'DR' },
      { n: 3, good: false, result: 'AE' },
    ],
  })
})

it('tells the battle first, else what happened, else what began', () => {
  const began = event('phase-began')
  const moved = event('moved')
  expect(headlineOf([began, moved, fought])).toBe(fought)
  expect(headlineOf([began, moved])).toBe(moved)
  expect(headlineOf([began])).toBe(began)
  expect(headlineOf([])).toBeUndefined()
})

it('shows odds, die and result at a hex, and nothing where one of them lacks', () => {
  expect(chipOf([fought], isHex)).toEqual({ hex: '0303', text: '3-1 · 4 → DR' })
  expect(chipOf([{ ...fought, column: '4-1' }], isHex)?.text).toBe('4-1 · 4 → DR')
  expect(chipOf([{ ...fought, target: 'a unit' }], isHex)).toBeNull()
  expect(chipOf([event('fought', { target: '0303', odds: '3-1' })], isHex)).toBeNull()
})

it('follows the pieces over hexes only', () => {
  const piece = { id: 'a', at: '0101' } satisfies Partial<Piece>
  const pieces = new Map([['a', { ...PIECE, ...piece }]])
  const path = ['0102', 'box', '0103']
  expect(waysOf([event('moved', { unit: 'a', path })], pieces, isHex)).toEqual([
    { units: ['a'], path: ['0101', '0102', '0103'] },
  ])
  expect(waysOf([event('moved', { unit: 'a', path: ['box'] })], pieces, isHex)).toEqual([])
})

it('looks where a battle is fought, or where a way ends', () => {
  expect(sceneOf([event('moved', { path: ['0102', '0103'] })], isHex)).toBe('0103')
  expect(sceneOf([event('rolled', { targets: ['0404'] })], isHex)).toBe('0404')
  expect(sceneOf([event('rested', { unit: 'a' })], isHex)).toBeUndefined()
})

const PIECE: Piece = { id: '', side: '', at: '', nation: '', symbol: '' }
