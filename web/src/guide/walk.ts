/** How a guide goes from step to step. */
import type { GuideStep } from '../lib/types'
import { holds, type Moment } from './conditions'

/** Whether a step waits for the player; the others are read and left with a button. */
export const waits = (step: GuideStep): boolean => step.when.length + step.done.length > 0

/** Whether a step is done, or has nothing to say here. */
function isPast(step: GuideStep, moment: Moment): boolean {
  return (
    step.when.some((condition) => !holds(condition, moment)) ||
    step.done.some((condition) => holds(condition, moment))
  )
}

/** The step to stand at: past everything that is over, or back to what was taken back. */
export function follow(at: number, moment: Moment): number {
  const { guide, scene } = moment
  let next = at
  let now = moment
  let step = guide.step[next]
  while (step && isPast(step, now)) {
    next++
    step = guide.step[next]
    // A step begins now: what was ordered before it is not its doing.
    now = { ...moment, since: scene.version }
  }
  if (next === at && step?.needs.some((condition) => !holds(condition, now))) return at - 1
  return next
}
