/**
 * The plan of a decision from its offers. Each shape has its control; what has none of its own is a
 * list of whole orders.
 */
import type { Order, Text } from '../lib/types'
import { choiceOf } from './choices'
import { attacked, picked, suggested } from './fill'
import { listsGroups, ordersOf, placesFor } from './listing'
import { isCards, isFire, isStrike } from './measured'
import { modesOf, moversOf } from './moves'
import { full, ofShape, type Of, type Offer } from './offers'
import type { Offers } from '../lib/types'
import {
  isName,
  NOTHING,
  type Around,
  type Choice,
  type ChoiceGroup,
  type Kind,
  type Pick,
  type Plan,
  type Proposal,
} from './plan'

export function readPlan(offers: Offers, around: Around): Plan {
  const all = offers.map(full)
  const end = ofShape(all, 'say').find((o) => o.order === around.end) ?? null
  const { isEnemy } = around
  const pointed = (offer: Offer) =>
    isEnemy !== null && (isFire(offer, isEnemy) || isStrike(offer, isEnemy) || isCards(offer))
  const rest = all.filter((offer) => offer !== end && !pointed(offer))
  const special = readSpecial(rest, around, end !== null)
  const used = new Set<Offer>(special.used)
  const others = rest.filter((offer) => !used.has(offer))
  const grave = ofShape(others, 'say').filter((offer) => offer.tone === 'grave')
  const plan: Plan = {
    ...NOTHING,
    offers: all,
    ...special.plan,
    ...readLists(
      others.filter((offer) => !grave.some((g) => g === offer)),
      around,
    ),
    grave: grave.map((offer) => groupOf(offer, around)),
    end,
  }
  return { ...plan, kind: kindOf(plan) }
}

interface Special {
  plan: Partial<Plan>
  used: readonly Offer[]
}

/** What is asked with a control of its own: on the map, or by taps on units. */
function readSpecial(offers: readonly Offer[], around: Around, declinable: boolean): Special {
  const parts = [
    readMoves(offers, around),
    readAttack(offers, around),
    readPlacing(offers, around),
    readMarkers(offers, around),
    readLosses(offers, around, declinable),
    readRoutes(offers),
  ]
  const plan = parts.reduce<Partial<Plan>>((all, part) => ({ ...all, ...part.plan }), {})
  return { plan, used: parts.flatMap((part) => part.used) }
}

const NONE: Special = { plan: {}, used: [] }

/** A route of one unit is led hex by hex; one that several may go is a move. */
const isMove = (offer: Of<'routes'>): boolean => offer.many

function readMoves(offers: readonly Offer[], around: Around): Special {
  const reach = ofShape(offers, 'reach')
  const routes = ofShape(offers, 'routes').filter(isMove)
  const placeOf = (unit: string) => around.pieces.get(unit)?.at ?? ''
  const modes = modesOf([...reach, ...routes], placeOf)
  if (!reach.length && !routes.length) return NONE
  const overruns = ofShape(offers, 'attack')
    .filter((offer) => !offer.by_unit)
    .flatMap((offer) =>
      Object.entries(offer.targets).map(([target, units]) => ({ offer, target, units })),
    )
  const used = [...reach, ...routes, ...new Set(overruns.map((o) => o.offer))]
  return { plan: { modes, movers: new Set(moversOf(modes)), overruns }, used }
}

/** The attack of a combat phase: targets without a limit to those who join. */
function readAttack(offers: readonly Offer[], around: Around): Special {
  if (offers.some((o) => o.shape === 'reach')) return NONE
  const attack = ofShape(offers, 'attack').find((o) => !Object.keys(o.most).length)
  if (!attack) return NONE
  const some = attack.extras.find((e) => e.extra === 'some' && !e.along)
  const named = some?.extra === 'some' ? some.options.filter(isName) : []
  const plan = {
    attack,
    attacks: new Map(Object.entries(attack.targets)),
    foes: attack.by_unit ? new Map(Object.entries(attack.defenders)) : new Map<string, string[]>(),
    support: some && named.length ? { field: some.field, units: named } : null,
    proposals: suggested(attack).map((order) => proposalOf(attack, order, around)),
  }
  return { plan, used: [attack] }
}

const names = (value: Order[string] | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is string => typeof v === 'string')

export function proposalOf(attack: Of<'attack'>, order: Order, around: Around): Proposal {
  const target = names(order[attack.target])
  const some = attack.extras.find((e) => e.extra === 'some' && !e.along)
  const at = (unit: string) => around.pieces.get(unit)?.at ?? ''
  const there = target.flatMap((hex) => [...(attack.defenders[hex] ?? [])])
  return {
    order,
    units: names(order[attack.units]),
    targets: attack.by_unit ? [...new Set(target.map(at))] : target,
    defenders: attack.by_unit ? target : there,
    supplies: names(order[some?.field ?? '']),
  }
}

/** Units put on hexes or in boxes, one after the other: what most players do first. */
function readPlacing(offers: readonly Offer[], around: Around): Special {
  const isPlace = (place: unknown) =>
    typeof place === 'string' && (around.isHex(place) || around.boxes.has(place))
  const found = ofShape(offers, 'place').find((offer) => {
    const who = Object.keys(offer.subjects)
    const stays = (unit: string) =>
      placesFor(offer, unit).every((place) => place === around.pieces.get(unit)?.at)
    return (
      who.length > 0 &&
      offer.subject !== '' &&
      !offer.at &&
      !Object.keys(offer.fixed).length &&
      (offer.tone === 'main' || offer.setup) &&
      !who.every(stays) &&
      who.every((unit) => around.pieces.has(unit) && placesFor(offer, unit).every(isPlace))
    )
  })
  if (!found) return NONE
  const deploy = new Map(
    Object.keys(found.subjects).map((who) => [who, placesFor(found, who).filter(isName)]),
  )
  return { plan: { place: found, deploy, deployRest: found.setup }, used: [found] }
}

/** Hexes to be marked, as many as there are markers. */
function readMarkers(offers: readonly Offer[], around: Around): Special {
  const found = ofShape(offers, 'pick').find(
    ({ many, options }) =>
      many && options.length > 0 && options.every((o) => isName(o) && around.isHex(o)),
  )
  if (!found) return NONE
  const hexes = new Set(found.options.filter(isName))
  return { plan: { markers: { offer: found, hexes, most: found.most } }, used: [found] }
}

/** So many steps, no more and no fewer, of these units: it must be answered. */
function readLosses(offers: readonly Offer[], around: Around, declinable: boolean): Special {
  const asked = offers.filter((offer) => offer.shape !== 'say')
  const [offer] = asked
  if (declinable || asked.length !== 1 || offer?.shape !== 'pick' || !offer.many) return NONE
  const { options, least, most, times, first } = offer
  const units = options.filter(isName).filter((u) => around.pieces.has(u))
  if (least !== most || units.length !== options.length || offer.sum) return NONE
  const steps = new Map(units.map((u) => [u, times[u] ?? 1]))
  const begin = first.length ? first : units
  return { plan: { losses: { offer, count: most, units: steps, first: begin } }, used: [offer] }
}

/** Somebody led along whole ways. */
function readRoutes(offers: readonly Offer[]): Special {
  const found = ofShape(offers, 'routes').find((offer) => !isMove(offer))
  if (!found) return NONE
  const routes = new Map(
    found.groups.flatMap(({ units, ways }) =>
      units.map((unit): [string, readonly (readonly string[])[]] => [
        unit,
        ways.map((w) => w.path),
      ]),
    ),
  )
  return { plan: { route: found, routes }, used: [found] }
}

// --- lists ----------------------------------------------------------------------------------------

/** Everything else: units to be picked, and whole orders. */
function readLists(offers: readonly Offer[], around: Around): Pick_ {
  const picks: Pick[] = []
  const groups = new Map<string, ChoiceGroup>()
  for (const offer of offers) {
    const pick = offer.shape === 'pick' ? pickOf(offer, around) : null
    if (pick) picks.push(pick)
    if (offer.shape === 'attack') picks.push(...joinings(offer, around))
    const group = groupOf(offer, around, pick !== null)
    const known = groups.get(offer.order)
    if (known) groups.set(offer.order, { ...known, choices: [...known.choices, ...group.choices] })
    else if (group.choices.length) groups.set(offer.order, group)
  }
  return { picks, choices: [...groups.values()] }
}

type Pick_ = Readonly<{ picks: readonly Pick[]; choices: readonly ChoiceGroup[] }>

/** What is chosen on the map or the table itself; only what the game proposes is a list. */
const ON_TABLE: ReadonlySet<Offer['shape']> = new Set(['attack', 'measured', 'lay'])

/** The whole orders of an offer; of one that is picked by taps only those the game proposes. */
function groupOf(offer: Offer, around: Around, tapped = false): ChoiceGroup {
  const listed = tapped || ON_TABLE.has(offer.shape) ? suggested(offer) : ordersOf(offer)
  const choices = listed.map((order): Choice => {
    const choice = choiceOf(order, around)
    const empty = offer.shape === 'pick' && offer.many && !names(order[offer.field]).length
    return { ...choice, tone: empty && !tuples(offer, order) ? 'decline' : offer.tone }
  })
  return { kind: offer.order, title: around.title(offer.order), choices }
}

/** Whether the order names options that are several names together. */
const tuples = (offer: Of<'pick'>, order: Order): boolean => {
  const value = order[offer.field]
  return Array.isArray(value) && value.length > 0
}

type FixedNames = { hex: string | null; hexes: string[]; about: string[] }

/** What the fixed fields of an offer name, to tell it from others of its kind. */
function fixedNames(offer: Offer, around: Around): FixedNames {
  const named = Object.values(offer.fixed).filter((v): v is string => typeof v === 'string')
  const hexes = named.filter((v) => around.isHex(v))
  return {
    hex: hexes[0] ?? null,
    hexes,
    about: named.filter((v) => around.pieces.has(v)),
  }
}

/** Options to be tapped: units, where every option is one, and anything else where its groups would be
    too many to list. */
function pickOf(offer: Of<'pick'>, around: Around): Pick | null {
  const { options, least, most, weights, sum } = offer
  if (!offer.many || !options.length) return null
  const units = options.filter(isName).filter((u) => around.pieces.has(u))
  const some = { ...pickBase(offer, around), least, most, weights, sum, field: offer.field }
  if (units.length === options.length)
    return { ...some, units, lines: [], make: (chosen) => picked(offer, chosen) }
  if (listsGroups(offer)) return null
  return {
    ...some,
    units: [],
    lines: options.map((option) => choiceOf(picked(offer, [option]), around)),
    make: (chosen) =>
      picked(
        offer,
        options.filter((_, i) => chosen.includes(String(i))),
      ),
  }
}

function pickBase(offer: Offer, around: Around) {
  const title: Text = around.title(offer.order)
  return {
    id: offer.order + JSON.stringify(offer.fixed),
    kind: offer.order,
    title,
    ...fixedNames(offer, around),
    tone: offer.tone,
    exact: offer.exact,
  }
}

/** Targets that take only so many: those who enter an emptied hex. */
function joinings(offer: Of<'attack'>, around: Around): Pick[] {
  if (offer.by_unit) return []
  return Object.entries(offer.targets).map(([hex, units]) => ({
    ...pickBase(offer, around),
    id: `${offer.order} ${hex}`,
    hex,
    hexes: [hex],
    about: [],
    units,
    lines: [],
    least: 1,
    most: offer.most[hex] ?? units.length,
    weights: {},
    sum: 0,
    field: offer.units,
    make: (chosen) => attacked(offer, chosen, [hex], []),
  }))
}

/** Which panel suits what there is to decide. */
function kindOf(plan: Plan): Kind {
  if (plan.losses) return 'losses'
  if (plan.route) return plan.end ? 'advance' : 'retreat'
  if (plan.markers) return 'markers'
  if (plan.place) return 'deploy'
  if (plan.attack) return 'attack'
  return plan.modes.length ? 'move' : 'choice'
}
