/**
 * Offers read by their shape. A game whose listing uses the shapes of the others needs no module of
 * its own: units with a reach can be moved, units with ways are led along them, units with hexes are
 * placed, and everything else becomes a list of whole orders.
 */
import { readReach } from '../lib/paths'
import type { FieldSpec, Json, Order, OrderSpecs, Text } from '../lib/types'
import { choiceOf } from './choices'
import {
  NOTHING,
  STANDING,
  type Around,
  type ChoiceGroup,
  type Kind,
  type Mover,
  type Offers,
  type Orders,
  type Pick,
  type Plan,
  type Proposal,
} from './game'

type Table = Readonly<Record<string, Json>>

const isTable = (value: Json | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const isWords = (value: Json | undefined): value is readonly string[] =>
  isList(value) && value.every((v) => typeof v === 'string')
const strings = (value: Json | undefined): readonly string[] => (isWords(value) ? value : [])

/** `land_supply` asks for a `land-supply`; a shorter name stands for the one order it begins. */
export function orderOf(key: string, specs: OrderSpecs): string | null {
  const tag = key.replaceAll('_', '-')
  if (tag in specs) return tag
  const longer = Object.keys(specs).filter((t) => t.startsWith(`${tag}-`))
  return longer.length === 1 ? (longer[0] ?? null) : null
}

export interface Reader {
  specs: OrderSpecs
  title: (kind: string) => Text
  around: Around
  /** The game's own words for what is neither unit nor hex. */
  words?: Readonly<Record<string, Text>> | undefined
}

const needed = (spec: readonly FieldSpec[]): FieldSpec[] => spec.filter((f) => f.required)

/** The whole orders that a listed block stands for; empty if it is not of that shape. */
function wholeOrders(kind: string, spec: readonly FieldSpec[], block: Json): Order[] {
  const [only, ...more] = needed(spec)
  const single = (value: Json): Order[] => {
    const field = only ?? spec[0]
    if (!field || more.length) return []
    if (field.many) return [{ order: kind, [field.name]: isList(value) ? value : [value] }]
    return isList(value) ? [] : [{ order: kind, [field.name]: value }]
  }
  if (block === true) return only ? [] : [{ order: kind }]
  if (typeof block === 'number' && only?.type === 'int') {
    return Array.from({ length: block }, (_, i) => i + 1).flatMap(single)
  }
  if (typeof block === 'string' && block) return single(block)
  if (!isList(block)) return []
  return block.flatMap((entry) => {
    if (!isTable(entry)) return single(entry)
    return fillings(spec, entry).map((fields) => ({ order: kind, ...fields }))
  })
}

/** The fields of an order from a listed entry; `kinds` offers each of its values as the `kind`. */
function fillings(spec: readonly FieldSpec[], entry: Table): Record<string, Json>[] {
  let found: Record<string, Json>[] = [{}]
  for (const field of spec) {
    const whole = entry[field.name]
    const several = entry[`${field.name}s`] ?? entry[`${field.name}es`]
    let values: readonly Json[] = []
    if (whole !== undefined) values = [whole]
    else if (isList(several)) values = field.many ? [several] : several
    else if (!field.required) continue
    found = found.flatMap((fields) => values.map((v) => ({ ...fields, [field.name]: v })))
  }
  return found
}

/** One order of a kind from the parts of a gesture, put where its fields want them. */
export function make(
  specs: OrderSpecs,
  kind: string,
  parts: {
    units?: readonly string[]
    hexes?: readonly string[]
    defenders?: readonly string[]
    supplies?: readonly string[]
  },
): Order {
  const { units = [], hexes = [], defenders = [], supplies = [] } = parts
  const order: Record<string, Json> = {}
  let placed = false
  for (const field of specs[kind] ?? []) {
    if (field.name === 'defenders') order[field.name] = defenders
    else if (field.name === 'supplies') order[field.name] = supplies
    else if (/^(path|hexes|targets|way|route)$/.test(field.name)) order[field.name] = hexes
    else if (/^(hex|target|port|to|destination|at|place)$/.test(field.name))
      order[field.name] = hexes.at(-1) ?? ''
    else if (!placed && (field.required || units.length)) {
      if (!/unit|attack|leader|counter|supply|piece|stack|group/.test(field.name)) continue
      order[field.name] = field.many ? units : (units[0] ?? '')
      placed = true
    }
  }
  return { order: kind, ...order }
}

// --- blocks by shape --------------------------------------------------------------------------------

function moverOf(entry: Json, kind: string, plain: boolean): Mover | null {
  const order = plain ? null : kind
  if (isList(entry) && entry.length && entry.every((e) => isTable(e) && 'cost' in e))
    return { ...STANDING, reach: readReach(entry), order }
  if (!isTable(entry) || !isList(entry['reach'])) return null
  const rail = entry['rail']
  return {
    ...STANDING,
    left: Number(entry['left'] ?? 0),
    reach: readReach(entry['reach']),
    rail: isList(rail) ? readReach(rail) : null,
    start: typeof entry['from'] === 'string' ? entry['from'] : null,
    ends: isWords(entry['ends']) ? new Set(entry['ends']) : null,
    entry: strings(entry['entry']),
    company: isWords(entry['company']) ? new Set(entry['company']) : null,
    order,
  }
}

function movers(kind: string, block: Table): Map<string, Mover> {
  const found = new Map<string, Mover>()
  for (const [unit, entry] of Object.entries(block)) {
    const mover = moverOf(entry, kind, kind === 'move')
    if (mover) found.set(unit, mover)
  }
  return found
}

type Ways = Map<string, readonly (readonly string[])[]>

function waysOf(block: Table): Ways | null {
  const found: Ways = new Map()
  for (const [unit, entry] of Object.entries(block)) {
    if (!isList(entry) || !entry.length || !entry.every(isWords)) return null
    found.set(unit, entry as readonly (readonly string[])[])
  }
  return found.size ? found : null
}

function picksOf(reader: Reader, kind: string, block: Table): Pick[] {
  const found: Pick[] = []
  for (const [hex, entry] of Object.entries(block)) {
    if (!isTable(entry) || !isWords(entry['units'])) return []
    const units = entry['units']
    found.push({
      kind,
      title: reader.title(kind),
      hex,
      units,
      most: Number(entry['room'] ?? entry['most'] ?? units.length),
      make: (chosen) => make(reader.specs, kind, { units: chosen, hexes: [hex] }),
    })
  }
  return found
}

/** Units with the hexes they may be put on, or hexes with the units that may do something there. */
function pairs(block: Table): [string, string][] {
  return Object.entries(block).flatMap(([a, all]) =>
    strings(all).map((b): [string, string] => [a, b]),
  )
}

interface Draft {
  moves: Map<string, Mover>
  attacks: Map<string, readonly string[]>
  deploy: Map<string, readonly string[]>
  retreats: Ways
  advances: Ways
  groups: ChoiceGroup[]
  picks: Pick[]
}

function readTable(reader: Reader, kind: string, block: Table, into: Draft): void {
  const { around, specs } = reader
  const moved = movers(kind, block)
  if (moved.size) {
    for (const [unit, mover] of moved) into.moves.set(unit, mover)
    return
  }
  const ways = waysOf(block)
  if (ways && (kind === 'retreat' || kind === 'advance')) {
    const led = kind === 'retreat' ? into.retreats : into.advances
    for (const [unit, open] of ways) led.set(unit, open)
    return
  }
  const [first] = Object.keys(block)
  if (kind === 'attack' && first && around.isHex(first)) {
    for (const [hex, entry] of Object.entries(block))
      into.attacks.set(hex, strings(isTable(entry) ? entry['units'] : entry))
    return
  }
  const picks = picksOf(reader, kind, block)
  if (picks.length) {
    into.picks.push(...picks)
    return
  }
  const placing = first !== undefined && around.pieces.has(first) && kind !== 'attack'
  const onHexes = pairs(block).every(([, b]) => around.isHex(b))
  if (placing && onHexes && into.deploy.size === 0 && /^(deploy|land|place|enter)/.test(kind)) {
    for (const [unit, hexes] of Object.entries(block)) into.deploy.set(unit, strings(hexes))
    return
  }
  const [one, two, ...rest] = needed(specs[kind] ?? [])
  if (!ways && one && two && !rest.length && !one.many && !two.many) {
    const orders = pairs(block).map(([a, b]) => ({ order: kind, [one.name]: a, [two.name]: b }))
    add(into, reader, kind, orders)
    return
  }
  const listed = ways
    ? [...ways].flatMap(([unit, open]) => open.map((way) => ({ units: [unit], hexes: way })))
    : pairs(block).map(([a, b]) =>
        around.isHex(a)
          ? { units: [b], hexes: [a] }
          : around.isHex(b)
            ? { units: [a], hexes: [b] }
            : { units: [a], defenders: [b], hexes: [] },
      )
  add(
    into,
    reader,
    kind,
    listed.map((parts) => make(specs, kind, parts)),
  )
}

function add(into: Draft, reader: Reader, kind: string, orders: readonly Order[]): void {
  if (!orders.length) return
  const choices = orders.map((order) => choiceOf(order, reader.around, reader.words))
  into.groups.push({ kind, title: reader.title(kind), choices })
}

/** The plan of any game whose offers have these shapes; `skip` names the keys a game reads itself. */
export function readPlan(offers: Offers, reader: Reader, skip: readonly string[] = []): Plan {
  const into: Draft = {
    moves: new Map(),
    attacks: new Map(),
    deploy: new Map(),
    retreats: new Map(),
    advances: new Map(),
    groups: [],
    picks: [],
  }
  for (const [key, block] of Object.entries(offers)) {
    if (key === 'done' || skip.includes(key)) continue
    if (isOrders(block)) {
      readOrders(reader, block, into)
      continue
    }
    const kind = orderOf(key, reader.specs)
    if (kind === null) continue
    if (isTable(block)) readTable(reader, kind, block, into)
    else if (isCrew(reader, kind, block)) into.picks.push(crew(reader, kind, block, offers['to']))
    else add(into, reader, kind, wholeOrders(kind, reader.specs[kind] ?? [], block))
  }
  const { groups, ...rest } = into
  const plan: Plan = {
    ...NOTHING,
    ...rest,
    choices: groups,
    losses: lossesOf(offers),
    proposals: proposalsOf(offers['proposals'], reader.around),
    deployRest: /set-?up|deploy/.test(reader.around.decision),
    done: offers['done'] === true,
  }
  return { ...plan, kind: kindOf(plan, offers) }
}

/** Orders that the engine lists whole, as they would be sent. */
const isOrders = (block: Json): block is readonly Order[] =>
  isList(block) && block.length > 0 && block.every((o) => isTable(o) && typeof o['order'] === 'string')

function readOrders(reader: Reader, orders: readonly Order[], into: Draft): void {
  const kinds = new Map<string, Order[]>()
  for (const order of orders) kinds.set(order.order, [...(kinds.get(order.order) ?? []), order])
  for (const [kind, alike] of kinds) {
    const [one, two, ...rest] = needed(reader.specs[kind] ?? [])
    if (kind === 'deploy' && one && two && !rest.length) {
      for (const order of alike) {
        const unit = String(order[one.name])
        into.deploy.set(unit, [...(into.deploy.get(unit) ?? []), String(order[two.name])])
      }
    } else add(into, reader, kind, alike)
  }
}

/** Names of units for an order that takes several of them: some may be chosen. */
function isCrew(reader: Reader, kind: string, block: Json): block is readonly string[] {
  const [only, ...more] = needed(reader.specs[kind] ?? [])
  if (!only?.many || more.length || !isWords(block) || !block.length) return false
  return block.every((word) => reader.around.pieces.has(word))
}

function crew(reader: Reader, kind: string, units: readonly string[], to: Json | undefined): Pick {
  const [field] = needed(reader.specs[kind] ?? [])
  return {
    kind,
    title: reader.title(kind),
    hex: typeof to === 'string' ? to : null,
    units,
    most: units.length,
    make: (chosen) => ({ order: kind, [field?.name ?? 'units']: chosen }),
  }
}

function lossesOf(offers: Offers): Plan['losses'] {
  const { losses: count, units } = offers
  if (typeof count !== 'number' || !isTable(units)) return null
  const steps = Object.entries(units).map(([u, n]): [string, number] => [u, Number(n)])
  const retreat = Number(offers['give_ground'] ?? 0)
  const first = isList(offers['first']) ? strings(offers['first']) : Object.keys(units)
  return { count, units: new Map(steps), retreat, first }
}

/** Attacks that the engine proposes, by hexes or by the units in them. */
function proposalsOf(block: Json | undefined, around: Around): Proposal[] {
  if (!isList(block)) return []
  return block.filter(isTable).map((fight) => {
    const defenders = strings(fight['defenders'])
    const named = strings(fight['hexes'] ?? fight['targets'])
    const places = defenders.map((u) => around.pieces.get(u)?.at ?? '')
    return {
      units: strings(fight['attackers'] ?? fight['units']),
      targets: named.length ? named : [...new Set(places)],
      defenders,
      supplies: strings(fight['supplies']),
    }
  })
}

/** Which panel suits what there is to decide. */
export function kindOf(plan: Plan, offers: Offers): Kind {
  if (plan.losses) return 'losses'
  if (plan.retreats.size) return 'retreat'
  if (plan.advances.size) return 'advance'
  if (plan.removals.length) return 'remove'
  if (plan.markers) return 'markers'
  if (plan.deploy.size) return 'deploy'
  if (plan.withdrawals.length) return 'withdraw'
  if (plan.attacks.size || 'attack' in offers || 'targets' in offers) return 'attack'
  return plan.moves.size || 'move' in offers ? 'move' : 'choice'
}

/** The orders of a game by the names of their fields. */
export function ordersBy(specs: OrderSpecs): Orders {
  const one = (kind: string, unit: string, hexes: readonly string[] = []): Order =>
    make(specs, kind, { units: [unit], hexes })
  return {
    move: (units, path, kind) => make(specs, kind ?? 'move', { units, hexes: path }),
    rail: (unit, path) => one('rail', unit, path),
    overrun: (units, target) => make(specs, 'overrun', { units, hexes: [target] }),
    attack: (units, targets, parts) => make(specs, 'attack', { units, hexes: targets, ...parts }),
    deploy: (unit, hex) =>
      one(['deploy', 'land', 'place', 'enter'].find((k) => k in specs) ?? 'deploy', unit, [hex]),
    markers: (hexes) => make(specs, 'markers', { hexes }),
    losses: (units) => make(specs, 'take-losses' in specs ? 'take-losses' : 'lose', { units }),
    giveGround: () => ({ order: 'give-ground' }),
    retreat: (unit, path) => one('retreat', unit, path),
    advance: (unit, path) => one('advance', unit, path),
    remove: (unit) => one('remove', unit),
    withdraw: (unit) => one('withdraw', unit),
    call: (divisions) => ({ order: 'call-front', divisions }),
    done: () => ({ order: 'done' }),
  }
}
