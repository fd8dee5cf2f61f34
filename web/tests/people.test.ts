/** Who we are here: seats as a person, tokens of before, names, codes, toasts. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, server, Sockets, storage } from './browser'

let answers: Record<string, (body: unknown) => unknown>
let asked: string[]
const GUEST = { name: 'Guest 4817', guest: true, turns: 2 }
const NOBODY = { name: '', guest: true, turns: 0 }

beforeEach(() => {
  page()
  storage('localStorage')
  storage('sessionStorage')
  Sockets.stub()
  answers = {}
  asked = server(answers)
})

const people = async () => {
  const { People } = await import('../src/lib/me.svelte')
  return new People()
}

describe('a visitor', () => {
  it('is nobody until a match begins, and asked about once', async () => {
    answers['/api/me'] = () => NOBODY
    const me = await people()
    await Promise.all([me.known(), me.known()])
    expect(me.name).toBe('')
    expect(asked.filter((path) => path.includes('/api/me'))).toHaveLength(1)
    answers['/api/me'] = () => GUEST
    await me.enter()
    expect([me.name, me.turns]).toEqual(['Guest 4817', 2])
  })
  it('sits by word where the server knows it, by token where it does not', async () => {
    answers['/api/me/matches/m'] = () => ({ sides: ['axis'], title: '' })
    answers['/api/me'] = () => GUEST
    const me = await people()
    expect(await me.seats('m')).toEqual({ axis: '@axis' })
    answers['/api/me/matches/n'] = () => ({ sides: [], title: '' })
    expect(await me.seats('n')).toEqual({})
  })
  it('brings the tokens of before, once', async () => {
    const { holdings } = await import('../src/lib/holdings')
    holdings.add('m', { axis: 'token' })
    answers['/api/me/adopt'] = () => ({ matches: ['m'] })
    answers['/api/me/matches/m'] = () => ({ sides: ['axis'], title: '' })
    answers['/api/me'] = () => GUEST
    const me = await people()
    expect(await me.seats('m')).toEqual({ axis: '@axis' })
    expect(holdings.tokens()).toEqual([])
  })
})

describe('words', () => {
  it('of guests have a number, of others their name', async () => {
    const { personName, readCode } = await import('../src/lib/people-names')
    expect(personName('Olga')).toBe('Olga')
    expect(personName('Guest 4817')).toMatch(/^(Guest|Ospite) 4817$/)
    expect(readCode('7kq4 m2xp')).toBe('7KQ4-M2XP')
    expect(readCode(' a-long-code-of-before ')).toBe('a-long-code-of-before')
  })
  it('at the foot of the page go away by themselves', async () => {
    vi.useFakeTimers()
    const { Toasts } = await import('../src/components/toasts.svelte')
    const toasts = new Toasts()
    for (const text of ['a', 'b', 'c', 'd']) toasts.say({ text })
    expect(toasts.all.map((toast) => toast.text)).toEqual(['b', 'c', 'd'])
    vi.advanceTimersByTime(11_000)
    expect(toasts.all).toEqual([])
    vi.useRealTimers()
  })
})
