/** Orders that are lists of parts, and units to be picked, answered on the map: by hexes and by counters. */
import { choiceOf } from '../shapes/choices'
import { keyOf, soleName, varying } from '../shapes/parts'
import type { Choice, ChoiceGroup, Pick } from '../shapes/plan'
import type { Draft } from './draft.svelte'
import { partsOf } from './parting'

/** The orders of a group that agree with whoever was chosen first, in the panel or on the map. */
export function begun(draft: Draft, group: ChoiceGroup): readonly Choice[] {
  const [first] = partsOf(draft, group).parts
  if (first?.now != null)
    return group.choices.filter(({ order }) => keyOf(order[first.field]) === keyOf(first.now))
  if (!draft.focus) return group.choices
  const mine = group.choices.filter((choice) => choice.units[0] === draft.focus)
  return mine.length || first ? mine : group.choices
}

/** Whether somebody or something was chosen of this group. */
const isBegun = (draft: Draft, group: ChoiceGroup): boolean =>
  begun(draft, group).length < group.choices.length

/** The places of the map that a field of an order names: hexes, and where pieces stand. */
function placesIn(draft: Draft, choice: Choice, field: string): string[] {
  const { around, pieces } = draft.session
  const value = choice.order[field]
  if (value === undefined) return []
  const named = choiceOf({ order: choice.order.order, [field]: value }, around)
  const at = named.units.map((unit) => pieces.get(unit)?.at ?? '')
  return [...named.hexes, ...at].filter((place) => around.isHex(place))
}

/** The field that is asked for first, if it names pieces: they are pressed where they stand. */
function leadField(draft: Draft, group: ChoiceGroup): string | null {
  const [first] = varying(group.choices)
  if (first === undefined) return null
  const named = (choice: Choice) => soleName(choice.order[first] ?? null) ?? ''
  return group.choices.every((choice) => draft.session.pieces.has(named(choice))) ? first : null
}

/** The fields that a press on the map may decide now. */
function openFields(draft: Draft, group: ChoiceGroup): string[] {
  const lead = leadField(draft, group)
  if (lead !== null && !isBegun(draft, group)) return []
  return varying(begun(draft, group)).filter((field) => field !== lead)
}

/** How much two orders agree: what was chosen before is kept. */
const alike = (a: Choice, b: Choice | null): number =>
  Object.keys(a.order).filter((field) => b && keyOf(a.order[field]) === keyOf(b.order[field]))
    .length

/** The orders that a press on this hex may mean, one for each thing in it that can be meant. */
export function goalsAt(draft: Draft, hex: string): Choice[] {
  return draft.session.plan.choices.flatMap((group) => {
    const found = new Map<string, Choice>()
    for (const field of openFields(draft, group))
      for (const choice of begun(draft, group)) {
        if (!placesIn(draft, choice, field).includes(hex)) continue
        const key = `${field} ${keyOf(choice.order[field])}`
        const before = found.get(key)
        if (!before || alike(choice, draft.choice) > alike(before, draft.choice))
          found.set(key, choice)
      }
    return [...new Set(found.values())]
  })
}

/** The hexes that a press may mean now. */
export function goalHexes(draft: Draft): string[] {
  const found = draft.session.plan.choices.flatMap((group) =>
    draft.focus && !isBegun(draft, group)
      ? []
      : openFields(draft, group).flatMap((field) =>
          begun(draft, group).flatMap((choice) => placesIn(draft, choice, field)),
        ),
  )
  return [...new Set(found)]
}

/** Who leads an order of this group. */
function leaders(draft: Draft, group: ChoiceGroup): string[] {
  const lead = leadField(draft, group)
  return group.choices.flatMap(({ order, units }) =>
    lead === null ? units.slice(0, 1) : (soleName(order[lead] ?? null) ?? []),
  )
}

/** The pieces in a hex that a press may mean: who leads an order, who can be picked, whom a question is about. */
export function answerers(draft: Draft, hex: string): string[] {
  const { plan, pieces } = draft.session
  const all = [
    ...plan.choices.flatMap((group) => leaders(draft, group)),
    ...plan.picks.flatMap((pick) => [...pick.about, ...pick.units]),
  ]
  return [...new Set(all)].filter((unit) => pieces.get(unit)?.at === hex)
}

/** An order in hand, with its parts set in the panel. */
function takeGoal(draft: Draft, choice: Choice): void {
  const parts = Object.fromEntries(
    Object.entries(choice.order).map(([field, value]) => [field, keyOf(value)]),
  )
  draft.parts = { [choice.order.order]: parts }
  draft.take(choice)
}

/** What cannot be taken back, or declines, is given by its button alone. */
async function again(draft: Draft): Promise<void> {
  const tone = draft.choice?.tone
  if (tone !== 'grave' && tone !== 'decline') await draft.confirm()
}

/** One after the other; a second press on the only one gives it. */
function cycle(draft: Draft, able: readonly Choice[]): Promise<void> | undefined {
  const at = able.findIndex((choice) => choice === draft.choice)
  if (able.length === 1 && at === 0) return again(draft)
  const next = able[(at + 1) % able.length]
  if (next) takeGoal(draft, next)
  return undefined
}

/** A press on a hex: what it completes, then who in it can be meant; false if nothing in it is. */
export async function answerAt(draft: Draft, hex: string): Promise<boolean> {
  const goals = goalsAt(draft, hex)
  if (goals.length) {
    await cycle(draft, goals)
    return true
  }
  const here = answerers(draft, hex)
  const [only] = here
  if (here.length === 1 && only !== undefined) {
    await answerBy(draft, only)
    return true
  }
  if (here.length) {
    // The counters lie open beside their hex; a further press goes through them, as a key must.
    if (draft.fan === hex) await answerBy(draft, nextOf(draft, here))
    else draft.fan = hex
    return true
  }
  const there = draft.session.plan.choices
    .flatMap((group) => [...begun(draft, group)])
    .filter((choice) => choice.hexes.at(-1) === hex)
  if (there.length) await cycle(draft, there)
  return there.length > 0
}

function nextOf(draft: Draft, here: readonly string[]): string {
  const open = here.find((unit) => !draft.chosen.includes(unit) && pickFor(draft, unit))
  const at = here.indexOf(draft.focus ?? '')
  return open ?? here[(at + 1) % here.length] ?? ''
}

/** The question that a press on this piece answers. */
function pickFor(draft: Draft, unit: string): Pick | null {
  const able = draft.session.plan.picks.filter((pick) => pick.units.includes(unit))
  const about = able.find((pick) => draft.focus && pick.about.includes(draft.focus))
  const started = able.find((pick) => draft.pickedOf(pick).length)
  return about ?? started ?? able[0] ?? null
}

/** A press on one counter: it is picked, or leads an order. */
export async function answerBy(draft: Draft, unit: string): Promise<void> {
  const { plan } = draft.session
  const leads = plan.choices.some((group) => leaders(draft, group).includes(unit))
  const pick = pickFor(draft, unit)
  if (pick && (!leads || draft.focus === unit)) {
    draft.tapPick(pick, unit)
    return
  }
  const mine = () => plan.choices.flatMap((g) => (isBegun(draft, g) ? [...begun(draft, g)] : []))
  const sole = plan.choices.flatMap((group) => [...group.choices])
  if (draft.choice && draft.focus === unit && mine().length === 1) return again(draft)
  draft.drop()
  draft.parts = {}
  draft.focus = draft.focus === unit ? null : unit
  if (!draft.focus) return
  for (const asked of plan.picks)
    if (asked.about.includes(unit) && asked.least === asked.units.length)
      for (const other of asked.units)
        if (!draft.pickedOf(asked).includes(other)) draft.tapPick(asked, other)
  const able = sole.length === 1 ? sole : mine()
  const [first] = able
  if (!first || first.tone === 'decline' || draft.choice) return
  const groups = new Set(able.map((choice) => choice.order.order))
  // Where a place is still to be pointed at, nothing is chosen for the player.
  if (able.length === 1 || (groups.size === 1 && !goalHexes(draft).length)) takeGoal(draft, first)
}
