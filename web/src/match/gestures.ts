/** What a click, a drop or a key on a hex means at this moment. */
import type { Order } from '../lib/types'
import type { Detail } from '../shapes/extras'
import { attacked, picked, placed } from '../shapes/fill'
import { moveOrder, stopsOf, waysTo } from '../shapes/moves'
import { together } from './actors'
import { leading } from './formations'
import type { Draft } from './draft.svelte'
import { openChoices } from './parting'

/** More units than this in a hex are not selected all at once. */
const CROWD = 4

/** Click or Enter on a hex. `through`: aim at it even if own units stand there. */
export async function pressHex(draft: Draft, hex: string, through = false): Promise<void> {
  const { session } = draft
  session.refusal = null
  session.notice = null
  switch (draft.kind) {
    case 'deploy':
      return deployAt(draft, hex)
    case 'markers':
      return toggleMarker(draft, hex)
    case 'move':
      return pressMove(draft, hex, through)
    case 'attack':
      return pressAttack(draft, hex)
    case 'retreat':
    case 'advance':
      return pressRoute(draft, hex)
    case 'choice':
      return pressChoice(draft, hex)
    default:
      draft.fan = draft.fan === hex || stack(draft, hex).length < 2 ? null : hex
  }
}

const stack = (draft: Draft, hex: string) =>
  draft.session.tabletop.pieces.filter((p) => p.at === hex)

const isEnemy = (draft: Draft, hex: string): boolean =>
  stack(draft, hex).some((p) => p.side !== draft.session.shown?.viewer)

async function deployAt(draft: Draft, hex: string): Promise<void> {
  const [unit] = draft.selected
  const { place } = draft.session.plan
  if (unit && place) await draft.session.send(placed(place, unit, hex))
}

function toggleMarker(draft: Draft, hex: string): void {
  const { markers } = draft.session.plan
  if (draft.markers.includes(hex)) draft.markers = draft.markers.filter((h) => h !== hex)
  else if (markers && draft.markers.length < markers.most) draft.markers = [...draft.markers, hex]
  if (markers && !markers.hexes.has(hex)) void judgeMarkers(draft, hex)
}

async function judgeMarkers(draft: Draft, hex: string): Promise<void> {
  const { markers } = draft.session.plan
  draft.markers = draft.markers.filter((h) => h !== hex)
  if (markers) await explain(draft, picked(markers.offer, [hex]))
}

/** The units in a place who move together when it is pressed: no headquarters, nobody who is done. */
export function partyAt(draft: Draft, place: string): string[] {
  const { plan, pieces } = draft.session
  const here = draft.movable.filter((u) => pieces.get(u)?.at === place)
  return together(plan, here, place)
}

async function pressMove(draft: Draft, hex: string, through: boolean): Promise<void> {
  const own = partyAt(draft, hex)
  if (!through && draft.selected.length && hex === draft.place) {
    draft.fan = draft.fan === hex ? null : hex
    return
  }
  if (draft.target === hex || draft.overrun === hex) return draft.confirm()
  // What is lit as a destination is one, whoever stands there.
  if (draft.selected.length && draft.reach.has(hex)) return draft.aim(hex)
  if (draft.selected.length && isEnemy(draft, hex) && draft.overrunAt(hex))
    return draft.aimOverrun(hex)
  if (own.length && !(through && draft.selected.length)) {
    // A crowd does not go together: a formation or one unit is taken, the others lie open beside it.
    const crowd = own.length > CROWD
    draft.choose(crowd ? leading(draft.session.pieces, own) : own)
    draft.fan = crowd ? hex : null
    return
  }
  const [idle] = draft.actors(hex)
  if (idle && !through) {
    // Nobody here moves, but somebody has other orders: the panel lists them.
    draft.choose([])
    pressUnit(draft, idle.id)
    draft.fan = stack(draft, hex).length > 1 ? hex : null
  } else if (draft.selected.length) await explainFar(draft, hex)
  else draft.fan = stack(draft, hex).length > 1 && draft.fan !== hex ? hex : null
}

/** A press on one counter of a stack. Who cannot move joins nobody: the panel lists its other orders. */
export function pressUnit(draft: Draft, unit: string): void {
  if (draft.kind !== 'move' || draft.movable.includes(unit)) draft.toggle(unit)
  else draft.focus = unit
}

/** Out of reach: send the judge there in a straight line, from the end of the way if there is one. */
export async function explainFar(draft: Draft, hex: string): Promise<void> {
  const { geometry } = draft.session
  if (!geometry || !draft.selected.length) return
  const end = draft.way.at(-1)
  const from = end ?? (draft.onMap ? draft.place : hex)
  const onward = geometry.line(from, hex).slice(end || draft.onMap ? 1 : 0)
  const way = [...draft.way, ...onward]
  const order = onward.length ? draft.moveAlong(way) : null
  if (!order) return
  const said = await draft.session.judge({ ...order, ...draft.details.extras })
  if (!said) return
  // Together the units may go where none of them could go alone, or under a rule that is asked for.
  const asks = (d: Detail) => !(d.field in order)
  const [asked] = said.refusal ? await draft.details.allowed(order, asks) : []
  const [change] = asked?.changes ?? []
  if (said.refusal && !change) {
    draft.session.explain(said.refusal, order)
    return
  }
  const extras = change && asked ? { [asked.field]: change.value } : draft.details.extras
  const { leg } = draft
  draft.drop()
  draft.target = hex
  draft.way = way
  draft.leg = leg ?? draft.anyLeg
  draft.details.extras = extras
  void draft.consult()
}

async function explain(draft: Draft, order: Order): Promise<void> {
  const said = await draft.session.judge(order)
  if (said?.refusal) draft.session.explain(said.refusal, order)
}

function pressAttack(draft: Draft, hex: string): void {
  const { attacks } = draft.session.plan
  if (attacks.has(hex)) {
    draft.aimAttack(hex)
    return
  }
  const own = draft.actors(hex).map((p) => p.id)
  if (!own.length) {
    if (isEnemy(draft, hex) && draft.selected.length) {
      const { attack } = draft.session.plan
      const defenders = stack(draft, hex).map((p) => p.id)
      if (attack) void explain(draft, attacked(attack, draft.selected, [hex], defenders))
      return
    }
    draft.fan = stack(draft, hex).length > 1 && draft.fan !== hex ? hex : null
    return
  }
  if (draft.fan === hex) draft.fan = null
  else if (own.every((u) => draft.selected.includes(u)) && own.length > 1) draft.fan = hex
  else {
    const targets = draft.targets
    const rest = draft.selected.filter((u) => !own.includes(u))
    const off = own.every((u) => draft.selected.includes(u))
    draft.selected = off ? rest : [...rest, ...own]
    draft.targets = targets
    void draft.consult()
  }
}

/** The choices that concern a hex, one after the other; a second press on the only one gives it. */
async function pressChoice(draft: Draft, hex: string): Promise<void> {
  const here = new Set(stack(draft, hex).map((p) => p.id))
  const able = draft.session.plan.choices
    .flatMap((g) => [...openChoices(draft, g)])
    .filter((c) => !draft.focus || c.units[0] === draft.focus)
    .filter((c) => c.hexes.at(-1) === hex || (!c.hexes.length && c.units.some((u) => here.has(u))))
  const at = able.findIndex((c) => c === draft.choice)
  if (able.length === 1 && at === 0) return draft.confirm()
  const next = able[(at + 1) % Math.max(1, able.length)]
  if (next) draft.take(next)
  else draft.fan = draft.fan === hex || here.size < 2 ? null : hex
}

async function pressRoute(draft: Draft, hex: string): Promise<void> {
  if (draft.routeDone && draft.route.at(-1) === hex) return draft.confirm()
  if (draft.step(hex)) return
  const own = draft.actors(hex).filter((p) => !draft.selected.includes(p.id))
  const [next] = own
  if (next) draft.choose([next.id])
}

/** Send each of these units to the emptiest hex that is offered to it. */
export async function marchAll(draft: Draft, units: readonly string[]): Promise<void> {
  const { session } = draft
  for (const unit of units) {
    const mode = session.plan.modes.find((m) => m.legs.some((leg) => leg.units.has(unit)))
    if (!mode) continue
    const [end] = emptiest(draft, [...stopsOf(mode, [unit]).keys()])
    const [way] = waysTo(mode, [unit], end ?? '', session.pieces.get(unit)?.at ?? '')
    if (way && !(await session.send(moveOrder(way.leg, [unit], way.path)))) return
  }
}

/** The same hexes, those with the fewest pieces first. */
function emptiest(draft: Draft, hexes: readonly string[]): string[] {
  const crowd = new Map<string, number>()
  for (const p of draft.session.tabletop.pieces) crowd.set(p.at, (crowd.get(p.at) ?? 0) + 1)
  return [...hexes].sort((a, b) => (crowd.get(a) ?? 0) - (crowd.get(b) ?? 0))
}

/** Put what is left on the emptiest offered hexes. */
export async function deployRest(draft: Draft): Promise<void> {
  const { session } = draft
  for (let guard = 0; guard < 200; guard++) {
    const [unit] = draft.undeployed
    const hexes = session.plan.deploy.get(unit ?? '')
    if (!unit || !hexes) return
    if (!(await deploySomewhere(draft, unit, emptiest(draft, hexes)))) return
  }
}

/** The first of these hexes that the judge accepts; its last refusal stays to be read. */
async function deploySomewhere(
  draft: Draft,
  unit: string,
  hexes: readonly string[],
): Promise<boolean> {
  const { place } = draft.session.plan
  if (!place) return false
  for (const hex of hexes) {
    if (await draft.session.send(placed(place, unit, hex))) return true
    if (!draft.session.refusal) return false
  }
  return false
}
