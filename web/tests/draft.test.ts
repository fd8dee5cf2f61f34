import { describe, expect, it } from 'vitest'
import type { Order } from '../src/lib/types'
import { onlyChoice, together } from '../src/match/actors'
import { Draft } from '../src/match/draft.svelte'
import type { Session } from '../src/match/session.svelte'
import { modesOf, moversOf } from '../src/shapes/moves'
import { full, type Of } from '../src/shapes/offers'
import { NOTHING, type Choice, type Plan } from '../src/shapes/plan'

type Group = Of<'reach'>['groups'][number]

const NORTHABOUT: Group['steps'] = [
  ['0201', 1, '0101'],
  ['0302', 2, '0201'],
  ['0403', 3, '0302'],
]
const SOUTHABOUT: Group['steps'] = [
  ['0202', 1, '0101'],
  ['0302', 2, '0202'],
  ['0403', 3, '0302'],
]
const group = (unit: string, steps: Group['steps'], more: Partial<Group> = {}): Group => ({
  units: [unit],
  origin: '0101',
  steps,
  ...more,
})

/** A movement phase in which these groups may move; each list is an offer of its own. */
function moving(...offers: Group[][]): Plan {
  const reaches = offers.map(
    (groups) => full({ shape: 'reach', order: 'move', groups }) as Of<'reach'>,
  )
  const modes = modesOf(reaches, () => '0101')
  return { ...NOTHING, kind: 'move', modes, movers: new Set(moversOf(modes)) }
}

/** A table where two units stand together and go on by different ways, of which one is allowed. */
function table(allowed: string) {
  const sent: Order[] = []
  const answers: (() => void)[] = []
  const session = {
    shown: { yours: true, version: 1 },
    canOrder: true,
    plan: moving([group('one', NORTHABOUT), group('two', SOUTHABOUT)]),
    pieces: new Map([
      ['one', { id: 'one', at: '0101' }],
      ['two', { id: 'two', at: '0101' }],
    ]),
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
      expect(sent).toEqual([{ order: 'move', units: ['one', 'two'], path: [allowed, '0302'] }])
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
    end: done ? (full({ shape: 'say', order: 'done' }) as Of<'say'>) : null,
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
  const north = (unit: string) => group(unit, NORTHABOUT, { ends: ['0201'] })
  const south = (unit: string) => group(unit, SOUTHABOUT, { ends: ['0202'] })
  const far = (unit: string) => group(unit, SOUTHABOUT, { ends: ['0202', '0403'] })

  it('takes all who have a hex in common', () => {
    const plan = moving([south('a'), far('b')])
    expect(together(plan, ['a', 'b'], '0101')).toEqual(['a', 'b'])
  })

  it('leaves out who cannot move at all, and who has no hex in common with the first', () => {
    const plan = moving([north('a'), south('b'), north('c')])
    expect(together(plan, ['hq', 'a', 'b', 'c'], '0101')).toEqual(['a', 'c'])
  })

  it('leaves out who has an offer of its own, as one who has begun to move', () => {
    const plan = moving([south('a')], [far('b')])
    expect(together(plan, ['a', 'b'], '0101')).toEqual(['a'])
  })

  it('takes a leader along who leads them further', () => {
    const led = group('a', SOUTHABOUT, { ends: ['0403'], company: ['chief'] })
    const plan = moving([south('a'), led, north('chief')])
    expect(together(plan, ['a', 'chief'], '0101')).toEqual(['a', 'chief'])
  })

  it('takes all who share an overrun', () => {
    const offer = full({
      shape: 'attack',
      order: 'overrun',
      targets: { '0201': ['a', 'b'] },
    }) as Of<'attack'>
    const overruns = [{ offer, units: ['a', 'b'], target: '0201' }]
    expect(together({ ...NOTHING, overruns }, ['a', 'b'], '0101')).toEqual(['a', 'b'])
  })
})
