import { expect, it } from 'vitest'
import { SILENT } from '../src/games/tells'
import {
  apart,
  chipOf,
  Frames,
  headlineOf,
  jump,
  marksOf,
  sceneOf,
  waysOf,
} from '../src/match/replay'
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
  const tells = { ...SILENT, battles: ['fought'] }
  expect(marksOf(log, (result) => (result === 'DR' ? 1 : -3), tells, 2)).toEqual({
    turns: [{ turn: 2, n: 1 }],
    battles: [
      { n: 3, good: true, result: 'DR' },
      { n: 3, good: false, result: 'AE' },
    ],
    fights: [3],
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

it('numbers turns that do not say their number back from the latest', () => {
  const log = [entry(1, event('dawn')), entry(2, event('moved')), entry(3, event('dawn'))]
  const { turns } = marksOf(log, () => 0, { ...SILENT, turns: ['dawn'] }, 5)
  expect(turns).toEqual([
    { turn: 4, n: 1 },
    { turn: 5, n: 3 },
  ])
})

it('jumps to the next and to the one before, and stays where there is none', () => {
  expect([jump([3, 7], 3, 1), jump([3, 7], 7, -1)]).toEqual([7, 3])
  expect([jump([3, 7], 7, 1), jump([3, 7], 2, -1)]).toEqual([7, 2])
})

it('writes numbers only where they do not run into each other', () => {
  const marks = [{ n: 1 }, { n: 2 }, { n: 5 }, { n: 6 }]
  expect(apart(marks, (n) => n * 10, 30)).toEqual([{ n: 1 }, { n: 5 }])
})

it('asks for each moment once, and again for one that failed', async () => {
  const asked: number[] = []
  const frames = new Frames((n) => {
    asked.push(n)
    return Promise.reject(new Error('away'))
  })
  await frames.at(1).catch(() => undefined)
  await frames.at(1).catch(() => undefined)
  expect(asked).toEqual([1, 1])
})

it('looks where a battle is fought, or where a way ends', () => {
  expect(sceneOf([event('moved', { path: ['0102', '0103'] })], isHex)).toBe('0103')
  expect(sceneOf([event('rolled', { targets: ['0404'] })], isHex)).toBe('0404')
  expect(sceneOf([event('rested', { unit: 'a' })], isHex)).toBeUndefined()
  const stood = (unit: string) => (unit === 'a' ? '0505' : '')
  expect(sceneOf([event('fought', { defenders: ['a'] })], isHex, stood)).toBe('0505')
})

const PIECE: Piece = { id: '', side: '', at: '', nation: '', symbol: '' }
