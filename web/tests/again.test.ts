import { describe, expect, it } from 'vitest'
import { exchanged } from '../src/lib/kinds'

const seats = (a: string, b: string) => ({
  north: { kind: a, here: true, joined: true, name: '', again: false },
  south: { kind: b, here: true, joined: true, name: '', again: false },
})

describe('playing again', () => {
  it('exchanges the sides with a computer', () => {
    expect(exchanged(seats('human', 'captain'), ['north'])).toEqual({
      north: 'captain',
      south: 'human',
    })
  })
  it('invites the friend again, never takes his seat', () => {
    expect(exchanged(seats('human', 'human'), ['north'])).toEqual({
      north: 'friend',
      south: 'human',
    })
    expect(exchanged(seats('human', 'human'), ['south'])).toEqual({
      north: 'human',
      south: 'friend',
    })
  })
  it('leaves both seats to one screen', () => {
    expect(exchanged(seats('human', 'human'), ['north', 'south'])).toEqual({
      north: 'human',
      south: 'human',
    })
  })
})
