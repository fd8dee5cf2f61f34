import { describe, expect, it } from 'vitest'
import type { LogEntry, Order } from '../src/lib/types'
import { lastKind, putDown, readSetup } from '../src/plane/setup-file'

const line = (side: string, order: Order): LogEntry => ({
  n: 1,
  side,
  order,
  events: [],
  draws: [],
  why: null,
})
const deploy = (unit: string): Order => ({ order: 'deploy', units: [unit], places: [[1, 2]] })
const kinds = new Set(['deploy'])
const found = (...log: LogEntry[]) => putDown(log, 'axis', kinds, 'start-over')

describe('a set-up in a file', () => {
  it('has what a side put down, in its order, and nothing of the other', () => {
    const [a, b, c] = [deploy('a'), deploy('b'), deploy('c')]
    expect(found(line('axis', a), line('allied', b), line('axis', c))).toEqual([a, c])
  })
  it('has the steps before the one that was begun anew', () => {
    const [a, b, c] = [deploy('a'), deploy('b'), deploy('c')]
    const log = [
      line('axis', a),
      line('axis', { order: 'done' }),
      line('axis', b),
      line('axis', { order: 'start-over' }),
      line('axis', c),
    ]
    expect(found(...log)).toEqual([a, c])
  })
  it('has nothing of an earlier battle', () => {
    const move: Order = { order: 'move', unit: 'a', path: [[3, 4]] }
    expect(found(line('axis', deploy('a')), line('axis', move), line('axis', deploy('b')))).toEqual(
      [deploy('b')],
    )
  })
  it('knows what was put down last, when nothing more is open', () => {
    const log = [line('axis', deploy('a')), line('axis', { order: 'done' })]
    expect(lastKind(log, 'axis')).toEqual(['deploy'])
    expect(lastKind(log, 'allied')).toEqual([])
  })
  it('is read again, and only for its own game', () => {
    const text = JSON.stringify({ game: 'alto-comando', orders: [deploy('a')] })
    expect(readSetup(text, 'alto-comando')).toEqual([deploy('a')])
    expect(readSetup(text, 'kasserine')).toBeNull()
    expect(readSetup('{"game": "alto-comando", "orders": [3]}', 'alto-comando')).toBeNull()
    expect(readSetup('{"game": "alto-comando", "orders": []}', 'alto-comando')).toBeNull()
    expect(readSetup('no json', 'alto-comando')).toBeNull()
  })
})
