/** Which window lies over the table. */
export class Opened {
  rule = $state<string | null>(null)
  hex = $state<string | null>(null)
  unit = $state<string | null>(null)
  rules = $state(false)
  /** The rule to begin with when the rulebook is opened. */
  inRules = $state('')
  keys = $state(false)
  goTo = $state(false)
  state = $state(false)
  guide = $state(new URLSearchParams(location.hash.split('?')[1] ?? '').has('guide'))
}
