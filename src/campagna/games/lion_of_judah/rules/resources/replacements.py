"""7.3.3, 7.3.4 Steps and units for resource points, step III; warriors called back (PB 13.6.4.2)."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import Rebuilt, Strengthened
from campagna.games.lion_of_judah.flags import ARRIVED, DEAD, RECALLED
from campagna.games.lion_of_judah.orders import Pay, Rebuild, Recall
from campagna.games.lion_of_judah.rules.events.placement import MIXING
from campagna.games.lion_of_judah.rules.general import control, losses, stacking
from campagna.games.lion_of_judah.rules.general.forecast import priced
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_box, own_unit
from campagna.games.lion_of_judah.rules.general.offering import form
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.prices import carried_note, points_note
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935, Block
from campagna.hexes.grid import DIRECTIONS

BLACK_CIRCLE = "no_replacements"

# --- steps for units on the map -------------------------------------------------------------------------


@rule("7.3.3-a", "2.4-c")
def refuse_unit(state: State, unit: int, steps: int) -> Refusal | None:
    """Why a unit on the map cannot regain these steps, whoever pays."""
    counter = state.counter(unit)
    facts = {"unit": state.name(unit)}
    if state.units[unit].place < 0:
        return Refusal("7.3.3-a", "not-on-map", facts)
    if BLACK_CIRCLE in counter.flags or counter.steps < 2:
        return Refusal("7.3.3-a", "no-replacements", facts)
    if steps < 1 or state.units[unit].steps + steps > counter.steps:
        return Refusal("7.3.3-a", "at-full-strength", facts)
    if not in_supply(state, unit):
        return Refusal("7.3.3-a", "out-of-supply", facts)
    return None


@rule("7.3.3-b", "A-45")
def beside_hq(state: State, unit: int, hq: int) -> bool:
    """In the hex of an HQ or next to it, no impassable hexside between them."""
    here, there = state.units[unit].place, state.units[hq].place
    if here == there:
        return True
    direction = state.world.board.grid.direction(here, there)
    return direction >= 0 and not state.world.walls[here * DIRECTIONS + direction]


@rule("7.3.3-a", "7.3.3-b")
def judge_pay(state: State, order: Pay) -> Refusal | tuple[int, int, int]:
    unit = own_unit(state, order.unit, state.side, "7.3.3-a")
    if isinstance(unit, Refusal):
        return unit
    hq = own_unit(state, order.hq, state.side, "7.3.3-b")
    if isinstance(hq, Refusal):
        return hq
    box = own_box(state, order.box, state.side)
    if isinstance(box, Refusal):
        return box
    refusal = refuse_unit(state, unit, order.steps)
    if refusal is not None:
        return refusal
    if state.counter(hq).type != "hq" or state.units[hq].place < 0:
        return Refusal("7.3.3-b", "not-an-hq", {"unit": order.hq})
    if not beside_hq(state, unit, hq):
        return Refusal("7.3.3-b", "far-from-hq", {"unit": order.unit, "hq": order.hq})
    points = order.steps * state.world.tables["rp_costs"]["step"]
    refusal = resources.refuse_payment(state, box, hq, points)
    return (unit, box, order.steps) if refusal is None else refusal


@rule("7.3.3-a", "2.3.9-c", "2.3.9-d", "5.2-A-III")
def carry_out_pay(state: State, plan: tuple[int, int, int], chance: Chance) -> list[Event]:
    """Points pay for steps; the counter shows the side of the steps it has now."""
    unit, box, steps = plan
    points = steps * state.world.tables["rp_costs"]["step"]
    events = resources.spend(state, box, points, "steps", "7.3.3-a")
    total = state.units[unit].steps + steps
    state.change(unit, steps=total)
    return [*events, Strengthened(rule="7.3.3-a", unit=state.name(unit), steps=total)]


def payments(state: State) -> list[Pay]:
    """One step for every unit that an HQ and a box can serve."""
    side, found = state.side, []
    weak = [u for u in state.on_map(side) if refuse_unit(state, u, 1) is None]
    if not weak:
        return []
    for hq in state.on_map(side):
        if state.counter(hq).type == "hq":
            for box in resources.payers(state, hq, 1):
                name = state.theatre.boxes[box].id
                found += [
                    Pay(state.name(u), state.name(hq), name)
                    for u in weak
                    if beside_hq(state, u, hq)
                ]
    return found


# --- units from the dead ----------------------------------------------------------------------------------


@rule("7.3.4-a", "PB 14.6.8", "PB 14.4.3", "PB 14.4.2")
def may_be_rebuilt(state: State, unit: int) -> bool:
    """Whether the scenario lets this eliminated unit come back."""
    counter = state.counter(unit)
    if state.units[unit].place != DEAD or BLACK_CIRCLE in counter.flags:
        return False
    scenario = state.theatre.scenario["rebuilding"]
    allowed: Block | str = scenario[state.theatre.sides[counter.side]]
    if isinstance(allowed, str):
        return False
    last = scenario.get("not_from_turn", {}).get(counter.id)
    if last is not None and (state.turn >= last or state.withdrawal):
        return False
    if counter.type in ("truck", "hq"):
        return bool(allowed["trucks" if counter.type == "truck" else "hqs"])
    if "not_at_prestige" in allowed and state.prestige <= allowed["not_at_prestige"]:
        return False
    if allowed.get("multi_step") and counter.steps < 2:
        return False
    if "branches" in allowed:
        return counter.branch in allowed["branches"]
    return counter.combat and counter.nationality in allowed["nationalities"]


@rule("7.3.4-b")
def rebuilding_cost(state: State, unit: int, steps: int) -> int:
    """One point a step; an HQ costs two, a truck one."""
    costs, kind = state.world.tables["rp_costs"], state.counter(unit).type
    return int(costs[kind]) if kind in ("hq", "truck") else steps * int(costs["step"])


@rule("7.3.4-c", "PB 13.3.1", "PB 14.4.1", "PB 14.6.8")
def rebuilding_hexes(state: State, box: int) -> list[int]:
    """Entry hexes with a path to the source of a box, that source among them."""
    side, sources = state.theatre.boxes[box].side, resources.sources(state, box)
    found = set(sources)
    if side == OTHER:
        theatres = state.theatre.scenario["reinforcements"]["theatres"]
        found |= {state.world.hex_index[t["hex"]] for t in theatres}
    reach, enemy = resources.path_reach(state, box), state.maps.held[1 - side]
    return sorted(h for h in found if reach[h] and not enemy[h])


@rule("7.3.4-a", "7.3.4-b", "7.3.4-c", "2.4-c")
def judge_rebuild(state: State, order: Rebuild) -> Refusal | tuple[int, int, int, int]:
    unit = own_unit(state, order.unit, state.side, "7.3.4-a")
    if isinstance(unit, Refusal):
        return unit
    box = own_box(state, order.box, state.side)
    if isinstance(box, Refusal):
        return box
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if not may_be_rebuilt(state, unit):
        return Refusal("7.3.4-a", "not-rebuilt", {"unit": order.unit})
    if not 1 <= order.steps <= state.counter(unit).steps:
        return Refusal("7.3.4-b", "wrong-steps", {"unit": order.unit})
    points, held = rebuilding_cost(state, unit, order.steps), state.boxes[box]
    if held < points:
        facts: dict[str, Fact] = {"box": order.box, "count": held}
        return Refusal("7.3.1-a", "too-few-points", facts)
    if hex_ not in rebuilding_hexes(state, box):
        return Refusal("7.3.4-c", "no-rebuilding-hex", {"hex": order.hex, "box": order.box})
    refusal = stacking.refuse_arrival(state, state.side, hex_, [unit])
    return (unit, box, hex_, order.steps) if refusal is None else refusal


@rule("7.3.4-b", "7.3.4-c", "5.2-A-III")
def carry_out_rebuild(state: State, plan: tuple[int, int, int, int], chance: Chance) -> list[Event]:
    """The unit comes in at once; an irregular is face down again."""
    unit, box, hex_, steps = plan
    points = rebuilding_cost(state, unit, steps)
    events = resources.spend(state, box, points, "rebuilding", "7.3.4-b")
    if state.counter(unit).hidden:
        remix(state, unit, chance)
    state.put(unit, hex_, steps=steps, due=0)
    state.flag(unit, ARRIVED)
    name, at = state.name(unit), state.hex_name(hex_)
    events.append(Rebuilt(rule="7.3.4-c", unit=name, hex=at, steps=steps))
    if state.world.combat[unit]:
        events += control.enter(state, hex_, state.side)
    return events


def remix(state: State, unit: int, chance: Chance) -> None:
    """A unit that comes back takes a factor at random from the eliminated ones of its pool."""
    pool = state.world.pools[state.counter(unit).pool]
    losses.mix(state, [u for u in pool if state.units[u].place == DEAD], chance, MIXING)


def rebuildings(state: State) -> list[Rebuild]:
    """Every unit that can be rebuilt, with each number of steps that a box can pay."""
    found = []
    dead = [
        u for u in state.theatre.units if state.own(u) == state.side and may_be_rebuilt(state, u)
    ]
    for box in resources.side_boxes(state, state.side) if dead else []:
        name, held = state.theatre.boxes[box].id, state.boxes[box]
        hexes = rebuilding_hexes(state, box) if held else []
        for unit in dead:
            open_ = [h for h in hexes if stacking.may_arrive(state, state.side, h, [unit])]
            for steps in range(1, state.counter(unit).steps + 1):
                if rebuilding_cost(state, unit, steps) <= held:
                    found += [
                        Rebuild(state.name(unit), name, state.hex_name(h), steps) for h in open_
                    ]
    return found


# --- warriors called back -----------------------------------------------------------------------------------


@rule("PB 13.6.4.2")
def refuse_recall(state: State, leader: int) -> Refusal | None:
    """Why a leader cannot call a fallen warrior back now."""
    u = state.units[leader]
    facts: dict[str, Fact] = {"unit": state.name(leader)}
    if state.counter(leader).type != "leader" or u.place < 0:
        return Refusal("PB 13.6.4.2", "not-a-leader", facts)
    if u.load < 1:
        return Refusal("PB 13.6.4.2", "leader-without-points", {**facts, "count": u.load})
    if state.has(leader, RECALLED):
        return Refusal("PB 13.6.4.2", "recalled-already", facts)
    if not state.world.ethiopia[u.place]:
        return Refusal("PB 13.6.4.2", "leader-abroad", facts)
    if any(state.maps.held[ITALIAN][h] for h in state.world.around(u.place, 1)):
        return Refusal("PB 13.6.4.2", "enemy-beside", facts)
    return None


@rule("PB 13.6.4.2", "2.3.7-a")
def judge_recall(state: State, order: Recall) -> Refusal | tuple[int, int]:
    leader = own_unit(state, order.leader, state.side, "PB 13.6.4.2")
    if isinstance(leader, Refusal):
        return leader
    unit = own_unit(state, order.unit, state.side, "PB 13.6.4.2")
    if isinstance(unit, Refusal):
        return unit
    refusal = refuse_recall(state, leader)
    if refusal is not None:
        return refusal
    if unit not in fallen_warriors(state, leader):
        return Refusal("PB 13.6.4.2", "no-fallen-warrior", {"unit": order.unit})
    refusal = stacking.refuse_arrival(state, state.side, state.units[leader].place, [unit])
    return (leader, unit) if refusal is None else refusal


def fallen_warriors(state: State, leader: int) -> list[int]:
    """Eliminated warriors of a leader's faction."""
    faction = state.counter(leader).faction
    return [
        u
        for u in state.theatre.units
        if state.counter(u).faction == faction
        and state.counter(u).type == "warrior"
        and state.units[u].place == DEAD
    ]


@rule("PB 13.6.4.2")
def carry_out_recall(state: State, plan: tuple[int, int], chance: Chance) -> list[Event]:
    leader, unit = plan
    events = resources.spend_carried(state, leader, 1, "recall")
    state.flag(leader, RECALLED)
    remix(state, unit, chance)
    hex_ = state.units[leader].place
    state.put(unit, hex_, steps=1)
    state.flag(unit, ARRIVED)
    at = state.hex_name(hex_)
    events.append(Rebuilt(rule="PB 13.6.4.2", unit=state.name(unit), hex=at, steps=1))
    return events + control.enter(state, hex_, state.side)


def recalls(state: State) -> list[Recall]:
    """Each leader with the first of his fallen warriors: their factors are mixed anyway."""
    if state.part != S1935 or state.side != OTHER:
        return []
    found = []
    for leader in state.on_map(OTHER):
        if state.counter(leader).type != "leader" or refuse_recall(state, leader) is not None:
            continue
        place = state.units[leader].place
        for unit in fallen_warriors(state, leader)[:1]:
            if stacking.may_arrive(state, OTHER, place, [unit]):
                found.append(Recall(state.name(leader), state.name(unit)))
    return found


# --- the decisions of step III ------------------------------------------------------------------------


def forecast_pay(state: State, plan: tuple[int, int, int]) -> Forecast:
    _, box, steps = plan
    points = steps * int(state.world.tables["rp_costs"]["step"])
    return priced("7.3.3-a", [points_note(state, box, points)])


def forecast_rebuild(state: State, plan: tuple[int, int, int, int]) -> Forecast:
    unit, box, _, steps = plan
    return priced("7.3.4-a", [points_note(state, box, rebuilding_cost(state, unit, steps))])


def forecast_recall(state: State, plan: tuple[int, int]) -> Forecast:
    return priced("PB 13.6.4.2", [carried_note(state, plan[0], 1)])


def offer_pay(state: State) -> tuple[Offer, ...]:
    """As many steps as the unit lacks and the box can pay."""
    cost = int(state.world.tables["rp_costs"]["step"])
    rows = []
    for order in payments(state):
        unit = state.world.slots[order.unit]
        missing = state.counter(unit).steps - state.units[unit].steps
        held = state.boxes[state.theatre.box_index[order.box]]
        for steps in range(1, min(missing, held // cost) + 1):
            rows.append((order.unit, order.hq, order.box, steps))
    return form("pay", ("unit", "hq", "box", "steps"), rows)


def offer_rebuild(state: State) -> tuple[Offer, ...]:
    rows = [(o.unit, o.box, o.hex, o.steps) for o in rebuildings(state)]
    return form("rebuild", ("unit", "box", "hex", "steps"), rows)


def offer_recall(state: State) -> tuple[Offer, ...]:
    subjects: dict[str, tuple[str, ...]] = {}
    for order in recalls(state):
        leader = state.world.slots[order.leader]
        place = state.units[leader].place
        fallen = [
            u
            for u in fallen_warriors(state, leader)
            if stacking.may_arrive(state, OTHER, place, [u])
        ]
        subjects[order.leader] = state.names(fallen)
    return (Place("recall", subjects, subject="leader", place="unit"),) if subjects else ()


PAY = Decision(Pay, "7.3.3-a", judge_pay, carry_out_pay, forecast_pay, offer=offer_pay)
REBUILD = Decision(
    Rebuild, "7.3.4-a", judge_rebuild, carry_out_rebuild, forecast_rebuild, offer=offer_rebuild
)
RECALL = Decision(
    Recall, "PB 13.6.4.2", judge_recall, carry_out_recall, forecast_recall, offer=offer_recall
)
