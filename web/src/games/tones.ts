/**
 * How each kind of choice is offered. A game has one table: the kind of an order, the kind in one
 * decision (`done@supply`), or an order of one field with its value (`commit-air=` is without aircraft).
 */
import type { Order } from '../lib/types'
import type { Choice, ChoiceGroup, Plan } from './game'

/**
 * main: what most players want; plain; decline: to do without it, quiet;
 * grave: cannot be taken back, stands under More and asks again.
 */
export type Tone = 'main' | 'plain' | 'decline' | 'grave'
export type Tones = Readonly<Record<string, Tone>>

export function toneOf(tones: Tones, order: Order, decision: string): Tone {
  const { order: kind, ...fields } = order
  const values = Object.values(fields)
  const [only] = values
  const byValue = values.length === 1 ? tones[`${kind}=${String(only)}`] : undefined
  return tones[`${kind}@${decision}`] ?? byValue ?? tones[kind] ?? 'plain'
}

/** The plan with the tone of every choice; grave ones are set apart from the list. */
export function toned(plan: Plan, tones: Tones, decision: string): Plan {
  const groups = plan.choices.map((group) => ({
    ...group,
    choices: group.choices.map(
      (choice): Choice => ({ ...choice, tone: toneOf(tones, choice.order, decision) }),
    ),
  }))
  const some = (wanted: (choice: Choice) => boolean): ChoiceGroup[] =>
    groups
      .map((group) => ({ ...group, choices: group.choices.filter(wanted) }))
      .filter((group) => group.choices.length)
  return {
    ...plan,
    choices: some((choice) => choice.tone !== 'grave'),
    grave: some((choice) => choice.tone === 'grave'),
  }
}
