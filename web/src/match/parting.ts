/** What is left of the orders of a group after the parts that were chosen in the panel or on the map. */
import { keyOf, parted, soleName, type Parted } from '../shapes/parts'
import type { ChoiceGroup } from '../shapes/plan'
import type { Draft } from './draft.svelte'

/** Whoever was pressed on the map or in the panel is the first part, if it is about him. */
export function partsOf(draft: Draft, group: ChoiceGroup): Parted {
  const chosen = draft.parts[group.kind] ?? {}
  const [first] = parted(group.choices, chosen).parts
  const led = first?.values.find((value) => soleName(value) === draft.focus)
  if (!first || led === undefined) return parted(group.choices, chosen)
  return parted(group.choices, { ...chosen, [first.field]: keyOf(led) })
}
