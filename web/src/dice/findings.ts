/** What the proof of a record means for whoever played the match in this browser. */
import { isString, mapOf, parsed } from '../lib/guards'
import type { Word } from '../lib/words'
import type { Seen } from './seal'
import type { Fault, Proof } from './verify'

/** A sentence about the record: `grave` where something is not as it should be. */
export interface Finding {
  readonly word: Word
  readonly grave: boolean
  readonly facts: Readonly<Record<string, string | number>>
  /** Another word that stands in the sentence as {why}. */
  readonly why?: Word
}

const WHY: Readonly<Record<Fault['why'], Word>> = {
  format: 'whyFormat',
  signature: 'whySignature',
  dice: 'whyDice',
  link: 'whyLink',
  blind: 'whyBlind',
  secret: 'whySecret',
  end: 'whyEnd',
}

function fault({ order, why }: Fault): Finding {
  const word = order === null ? 'faultEnd' : order ? 'faultOrder' : 'faultSetup'
  return { word, grave: true, facts: { order: order ?? 0 }, why: WHY[why] }
}

const same = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** Whether the record contains what this browser saw while the match was played. */
function isAsSeen(proof: Proof, seen: Partial<Seen>): boolean {
  if (seen.first && proof.links[0] !== seen.first) return false
  if (seen.link && proof.links[Number(seen.orders)] !== seen.link) return false
  if (seen.commitment && proof.commitment !== seen.commitment) return false
  if (!seen.salts) return true
  const given = parsed(seen.salts)
  const ours = mapOf(isString)(given) ? given : {}
  return same(ours, proof.salts)
}

/**
 * `mine`: the public key of this browser for each side that it holds. `last`: the last link, if the match is over
 * and the table has shown it.
 */
export function findings(
  proof: Proof,
  seen: Partial<Seen>,
  mine: Readonly<Record<string, string>>,
  last = '',
): Finding[] {
  if (proof.fault) return [fault(proof.fault)]
  const { draws, orders, told } = proof
  const found: Finding[] = [
    { word: told ? 'diceProven' : 'diceNoSecret', grave: false, facts: { draws, orders } },
  ]
  if (!proof.salted) return found
  found.push({ word: 'signedAll', grave: false, facts: {} })
  const whole = !last || (told && proof.links.at(-1) === last)
  if (!whole || !isAsSeen(proof, seen)) found.unshift({ word: 'notAsSeen', grave: true, facts: {} })
  for (const [side, key] of Object.entries(mine)) {
    const other = proof.signers.find((s) => s.side === side && s.key !== key)
    if (other) found.push({ word: 'notMine', grave: true, facts: { side, order: other.order } })
  }
  for (const { order, side, first } of proof.newKeys)
    if (!first && !(side in mine))
      found.push({ word: 'newKey', grave: true, facts: { side, order } })
  return found
}
