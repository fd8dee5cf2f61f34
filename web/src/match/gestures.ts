/** What a click, a drop or a key on a hex means at this moment. */
import type { Order } from '../lib/types'
import type { Detail } from '../shapes/extras'
import { attacked, picked, placed } from '../shapes/fill'
import { moveOrder, stopsOf, waysTo } from '../shapes/moves'
import { together } from './actors'
import { leading } from './formations'
import type { Draft } from './draft.svelte'
import { answerAt, answerBy, goalsAt } from './answers'
import { tap } from './losses'

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
    case 'losses':
      return pressLosses(draft, hex)
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
  const { place, deploy } = draft.session.plan
  const [standing, ...more] = stack(draft, hex).filter((p) => deploy.has(p.id) && p.id !== unit)
  // Where nobody chosen may go, who stands there is taken up again.
  if (standing && !deploy.get(unit ?? '')?.includes(hex)) {
    draft.fan = more.length && draft.fan !== hex ? hex : null
    draft.choose([standing.id])
  } else if (unit && place) await draft.session.send(placed(place, unit, hex))
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
  if (!through && draft.selected.length && hex === draft.place) return pressAgain(draft, hex, own)
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
  if (await answerBeyond(draft, hex)) return
  if (idle && !through) {
    // Nobody here moves, but somebody has other orders: the panel lists them.
    draft.choose([])
    pressUnit(draft, idle.id)
    draft.fan = stack(draft, hex).length > 1 ? hex : null
  } else if (draft.selected.length) await explainFar(draft, hex)
  else draft.fan = stack(draft, hex).length > 1 && draft.fan !== hex ? hex : null
}

/** A second press takes the others who stand there, as a headquarters; a third lays all counters open. */
function pressAgain(draft: Draft, hex: string, party: readonly string[]): void {
  const { plan, pieces } = draft.session
  const others = draft.movable.filter(
    (u) => pieces.get(u)?.at === hex && !draft.selected.includes(u),
  )
  const first =
    party.length === draft.selected.length && draft.selected.every((u) => party.includes(u))
  if (first && others.length && draft.fan !== hex) draft.choose(together(plan, others, hex))
  else draft.fan = draft.fan === hex ? null : hex
}

/** Where no move leads another order may, as a forced march: of whoever is chosen. */
async function answerBeyond(draft: Draft, hex: string): Promise<boolean> {
  const { selected } = draft
  const [first] = selected
  const pick = draft.session.plan.picks.find(
    (asked) => asked.hexes.includes(hex) && first && selected.every((u) => asked.units.includes(u)),
  )
  if (pick) {
    draft.choose([])
    for (const unit of selected.slice(0, pick.most)) draft.tapPick(pick, unit)
    return true
  }
  if (first !== undefined && selected.length === 1) draft.focus = first
  if (!draft.focus || !goalsAt(draft, hex).length) return false
  if (first !== undefined) draft.choose([])
  return answerAt(draft, hex)
}

/** A press on one counter of a stack. Who cannot move joins nobody: the panel lists its other orders. */
export function pressUnit(draft: Draft, unit: string): void {
  const { plan } = draft.session
  switch (draft.kind) {
    case 'move':
      if (draft.movable.includes(unit)) draft.toggle(unit)
      else void answerBy(draft, unit)
      return
    case 'attack':
      draft.toggle(unit)
      return
    case 'losses':
      if (plan.losses?.units.has(unit)) draft.losses = tap(plan.losses, draft.losses, unit)
      return
    case 'retreat':
    case 'advance':
      if (plan.routes.has(unit)) draft.choose([unit])
      return
    case 'deploy':
      if (plan.deploy.has(unit)) draft.choose([unit])
      return
    case 'choice':
      void answerBy(draft, unit)
      return
    default:
  }
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

/** Whole orders and units to be picked: a press on what they are about. */
async function pressChoice(draft: Draft, hex: string): Promise<void> {
  if (await answerAt(draft, hex)) return
  draft.fan = draft.fan === hex || stack(draft, hex).length < 2 ? null : hex
}

/** Units in a hex that may lose steps: the only one at once, several lie open beside it. */
function pressLosses(draft: Draft, hex: string): void {
  const { losses } = draft.session.plan
  const here = stack(draft, hex).filter((p) => losses?.units.has(p.id))
  const [only] = here
  if (only && (here.length === 1 || draft.fan === hex)) {
    const steps = (unit: string) => draft.losses.filter((u) => u === unit).length
    const next = here.find((p) => steps(p.id) < (losses?.units.get(p.id) ?? 0)) ?? only
    pressUnit(draft, next.id)
  } else draft.fan = draft.fan === hex || stack(draft, hex).length < 2 ? null : hex
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
