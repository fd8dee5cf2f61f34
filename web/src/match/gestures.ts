/** What a click, a drop or a key on a hex means at this moment. */
import type { Order } from '../lib/types'
import type { Draft } from './draft.svelte'

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
  const make = draft.session.game?.orders
  if (unit && make) await draft.session.send(make.deploy(unit, hex))
}

function toggleMarker(draft: Draft, hex: string): void {
  const { markers } = draft.session.plan
  if (draft.markers.includes(hex)) draft.markers = draft.markers.filter((h) => h !== hex)
  else if (markers && draft.markers.length < markers.most) draft.markers = [...draft.markers, hex]
  if (markers && !markers.hexes.has(hex)) void judgeMarkers(draft, hex)
}

async function judgeMarkers(draft: Draft, hex: string): Promise<void> {
  const make = draft.session.game?.orders
  if (!make) return
  const order = make.markers([hex])
  draft.markers = draft.markers.filter((h) => h !== hex)
  await explain(draft, order)
}

async function pressMove(draft: Draft, hex: string, through: boolean): Promise<void> {
  const own = draft.actors(hex)
  if (!through && draft.selected.length && hex === draft.place) {
    draft.fan = draft.fan === hex ? null : hex
    return
  }
  if (draft.target === hex || draft.overrun === hex) return draft.confirm()
  if (draft.selected.length && draft.special) return pressMarch(draft, hex)
  if (draft.selected.length && draft.reach.has(hex) && (through || !own.length))
    return draft.aim(hex)
  if (draft.selected.length && isEnemy(draft, hex)) return draft.aimOverrun(hex)
  if (own.length) {
    draft.fan = null
    draft.choose(own.map((p) => p.id))
    return
  }
  if (draft.selected.length) await explainFar(draft, hex)
  else draft.fan = stack(draft, hex).length > 1 && draft.fan !== hex ? hex : null
}

/** Out of reach: send the judge there in a straight line and show what it says. */
export async function explainFar(draft: Draft, hex: string): Promise<void> {
  const { geometry, game } = draft.session
  if (!geometry || !game || !draft.selected.length) return
  const from = draft.onMap ? draft.place : hex
  const way = geometry.line(from, hex).slice(draft.onMap ? 1 : 0)
  if (!way.length) return
  const order =
    draft.rail && draft.selected[0]
      ? game.orders.rail(draft.selected[0], way)
      : game.orders.move(draft.selected, way, false)
  await explain(draft, order)
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
      const make = draft.session.game?.orders
      if (make) void explain(draft, make.attack(draft.selected, [hex]))
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

async function pressRoute(draft: Draft, hex: string): Promise<void> {
  if (draft.routeDone && draft.route.at(-1) === hex) return draft.confirm()
  if (draft.step(hex)) return
  const own = draft.actors(hex).filter((p) => !draft.selected.includes(p.id))
  const [next] = own
  if (next) draft.choose([next.id])
}

/** A march of the first turn: through the pressed hex, then on as the judge asks. */
export async function pressMarch(draft: Draft, hex: string): Promise<void> {
  const { geometry, game } = draft.session
  const [unit] = draft.selected
  if (!geometry || !game || !unit) return
  const begun = geometry.line(draft.place, hex).slice(1)
  const way = await finishMarch(draft, unit, begun)
  if (way) {
    draft.drop()
    draft.target = way.at(-1) ?? null
    draft.way = way
  } else {
    await explain(draft, game.orders.move([unit], begun, false))
  }
}

/** East by north and by south in turn, as far as the judge lets the unit go. */
async function finishMarch(draft: Draft, unit: string, begun: string[]): Promise<string[] | null> {
  const { session } = draft
  const { geometry, game } = session
  const place = session.pieces.get(unit)?.at ?? ''
  if (!geometry || !game) return null
  let way = begun
  if (way.length) {
    const said = await session.judge(game.orders.move([unit], way, false))
    if (said && !said.refusal) return way
    if (!said?.refusal || !game.marchesOn(said.refusal.rule)) return null
  }
  for (let k = way.length; k < 30; k++) {
    const here = way.at(-1) ?? place
    const east = k % 2 ? [2, 1, 0, 3] : [1, 2, 0, 3]
    let longer: string[] | null = null
    for (const direction of east) {
      const next = geometry.neighbour(here, direction)
      if (!next || way.includes(next)) continue
      const tried = [...way, next]
      const said = await session.judge(game.orders.move([unit], tried, false))
      if (said && !said.refusal) return tried
      if (said?.refusal && game.marchesOn(said.refusal.rule)) {
        longer = tried
        break
      }
    }
    if (!longer) return null
    way = longer
  }
  return null
}

/** March one unit, or every unit that still owes its march, without further questions. */
export async function marchAll(draft: Draft, units: readonly string[]): Promise<void> {
  const { session } = draft
  for (const unit of units) {
    const way = await finishMarch(draft, unit, [])
    const make = session.game?.orders
    if (!way || !make) continue
    if (!(await session.send(make.move([unit], way, false)))) return
  }
}

/** Put what is left on the emptiest offered hexes. */
export async function deployRest(draft: Draft): Promise<void> {
  const { session } = draft
  for (let guard = 0; guard < 200; guard++) {
    const [next] = session.plan.deploy
    const make = session.game?.orders
    if (!next || !make) return
    const [unit, hexes] = next
    const crowd = new Map<string, number>()
    for (const p of session.tabletop.pieces) crowd.set(p.at, (crowd.get(p.at) ?? 0) + 1)
    const [hex] = [...hexes].sort((a, b) => (crowd.get(a) ?? 0) - (crowd.get(b) ?? 0))
    if (!hex || !(await session.send(make.deploy(unit, hex)))) return
  }
}
