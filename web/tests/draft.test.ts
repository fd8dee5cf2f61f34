import { describe, expect, it } from 'vitest'
import { type Choice, NOTHING, type Plan, STANDING } from '../src/games/game'
import { readReach, type Triple } from '../src/lib/paths'
import type { Order } from '../src/lib/types'
import { onlyChoice, together } from '../src/match/actors'
import { Draft } from '../src/match/draft.svelte'
import type { Session } from '../src/match/session.svelte'

const northabout = readReach([
  ['0101', 0, ''],
  ['0201', 1, '0101'],
  ['0302', 2, '0201'],
  ['0403', 3, '0302'],
] satisfies Triple[])
const southabout = readReach([
  ['0101', 0, ''],
  ['0202', 1, '0101'],
  ['0302', 2, '0202'],
  ['0403', 3, '0302'],
] satisfies Triple[])

/** A table where two units stand together and go on by different ways, of which one is allowed. */
function table(allowed: string) {
  const sent: Order[] = []
  const answers: (() => void)[] = []
  const session = {
    shown: { yours: true, version: 1 },
    canOrder: true,
    plan: {
      kind: 'move',
      moves: new Map([
        ['one', { reach: northabout }],
        ['two', { reach: southabout }],
      ]),
      overruns: [],
    },
    pieces: new Map([
      ['one', { id: 'one', at: '0101' }],
      ['two', { id: 'two', at: '0101' }],
    ]),
    game: { orders: { move: (units: string[], path: string[]) => ({ type: 'move', units, path }) } },
    judge: (order: Order & { path: string[] }) =>
      new Promise((resolve) => {
        const refusal = order.path.includes(allowed) ? null : { rule: '1.1' }
        answers.push(() => resolve({ refusal }))
      }),
    send: async (order: Order) => sent.push(order),
  }
  const draft = new Draft(session as unknown as Session)
  draft.selected = ['one', 'two']
  return { draft, sent, answers }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

async function answerAll(answers: (() => void)[]): Promise<void> {
  for (let i = 0; i < answers.length; i++) {
    answers[i]?.()
    await settled()
  }
}

describe('a group that may go several ways', () => {
  it('goes the way that the judge allows, however soon the move is confirmed', async () => {
    for (const allowed of ['0201', '0202']) {
      const { draft, sent, answers } = table(allowed)
      void draft.aim('0302')
      const confirmed = draft.confirm()
      expect(sent).toEqual([])
      await answerAll(answers)
      await confirmed
      expect(sent).toEqual([{ type: 'move', units: ['one', 'two'], path: [allowed, '0302'] }])
    }
  })
  it('stays where it is if it was told to go elsewhere meanwhile', async () => {
    const { draft, sent, answers } = table('0202')
    void draft.aim('0302')
    const confirmed = draft.confirm()
    void draft.aim('0403')
    await answerAll(answers)
    await confirmed
    expect(sent).toEqual([])
  })
})

describe('the only order there is', () => {
  const title = { it: 'Chi marcia', en: 'Who marches' }
  const choice = (unit: string): Choice => ({
    order: { order: 'march', unit },
    units: [unit],
    hexes: [],
    words: null,
    tone: 'plain',
  })
  const [march, other] = [choice('one'), choice('two')]
  const plan = (kind: Plan['kind'], choices: Choice[], done = false): Plan => ({
    ...NOTHING,
    kind,
    done,
    choices: [{ kind: 'march', title, choices }],
  })
  it('is alone in a choice that cannot be declined', () => {
    expect(onlyChoice(plan('choice', [march]))).toBe(march)
  })
  it('is not one of several, nor one that can be declined or stands beside moves', () => {
    expect(onlyChoice(plan('choice', [march, other]))).toBeNull()
    expect(onlyChoice(plan('choice', [march], true))).toBeNull()
    expect(onlyChoice(plan('move', [march]))).toBeNull()
  })
  it('is never what declines or cannot be taken back', () => {
    expect(onlyChoice(plan('choice', [{ ...march, tone: 'decline' }]))).toBeNull()
    expect(onlyChoice(plan('choice', [{ ...march, tone: 'grave' }]))).toBeNull()
  })
})

describe('who moves together when a stack is pressed', () => {
  const here = { ...STANDING, start: '0101' }
  const north = { ...here, reach: northabout, ends: new Set(['0201']) }
  const south = { ...here, reach: southabout, ends: new Set(['0202']) }
  const far = { ...here, reach: southabout, ends: new Set(['0202', '0403']) }
  const plan = (moves: Plan['moves']): Plan => ({ ...NOTHING, kind: 'move', moves })

  it('takes all who have a hex in common', () => {
    const moves = new Map([['a', south], ['b', far]])
    expect(together(plan(moves), ['a', 'b'], '0101')).toEqual(['a', 'b'])
  })

  it('leaves out who cannot move at all, and who has no hex in common with the first', () => {
    const moves = new Map([['a', north], ['b', south], ['c', north]])
    expect(together(plan(moves), ['hq', 'a', 'b', 'c'], '0101')).toEqual(['a', 'c'])
  })

  it('leaves out who may not go in this company', () => {
    const alone = { ...south, company: new Set(['a']) }
    const moves = new Map([['a', alone], ['b', far]])
    expect(together(plan(moves), ['a', 'b'], '0101')).toEqual(['a'])
  })

  it('takes all who share an overrun', () => {
    const overruns = [{ units: ['a', 'b'], target: '0201' }]
    expect(together({ ...NOTHING, overruns }, ['a', 'b'], '0101')).toEqual(['a', 'b'])
  })
})
