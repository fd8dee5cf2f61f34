"""3.1 Set-up: units on their hexes, factors shuffled, boxes, control; the Italian deploys."""

from __future__ import annotations

from functools import lru_cache

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Setup
from campagna.core.decision import Decision
from campagna.core.editions import Options
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER, PARTS, Counter
from campagna.games.lion_of_judah.events import Deployed
from campagna.games.lion_of_judah.flags import (
    BREAKDOWN_BOX,
    HIDDEN,
    HOLDING,
    IN_BOX,
    NOT_DUE,
    NOWHERE,
)
from campagna.games.lion_of_judah.maps import Maps
from campagna.games.lion_of_judah.orders import Deploy
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general import stacking, tribes
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_box, own_unit
from campagna.games.lion_of_judah.rules.general.offering import by_subject
from campagna.games.lion_of_judah.rules.resources.supply import in_supply_at, shortfall
from campagna.games.lion_of_judah.state import Air, AirStatus, Phase, State, Unit
from campagna.games.lion_of_judah.world import (
    CAMPAIGN,
    CAMPAIGN_SIDES,
    NO_SIDE,
    S1935,
    S1940,
    SIDES,
    Part,
    World,
)

HIDDEN_FACTORS = "hidden factors"


def side_names(scenario: str) -> tuple[str, str]:
    """What the two sides are called in a scenario."""
    return CAMPAIGN_SIDES if scenario == CAMPAIGN else SIDES[PARTS.index(scenario)]


def empty_state(world: World, setup: Setup, options: Options) -> State:
    """A state of a scenario's first part with every counter out of the game."""
    part = 0 if setup.scenario == CAMPAIGN else PARTS.index(setup.scenario)
    state = State(setup=setup, part=part)
    state.world, state.options = world, options
    state.theatre = world.parts[part]
    state.units = [Unit() for _ in world.counters]
    state.air = [Air() for _ in world.air]
    state.control = bytes([NO_SIDE]) * world.size
    state.boxes = [0] * len(state.theatre.boxes)
    state.maps = Maps(world.size, side_names(setup.scenario))
    return state


@rule("3.1-a", "1-a", "1-b", "PB 13.1", "PB 14.1")
def begin_part(state: State, part: int, chance: Chance) -> None:
    """Set up one of the wars; roads, options and the result of the first war stay."""
    fresh = empty_state(state.world, state.setup, state.options)
    kept = state.roads, state.first_part
    for name in State.__struct_fields__:
        setattr(state, name, getattr(fresh, name))
    state.roads, state.first_part = kept
    state.part, state.turn, state.phase, state.side = part, 1, Phase.SETUP, ITALIAN
    state.theatre = state.world.parts[part]
    state.boxes = [box.start for box in state.theatre.boxes]
    state.control = first_control(state)
    for unit in state.theatre.units:
        state.units[unit] = _first_place(state, state.counter(unit))
    _shuffle_factors(state, chance)
    _give_points(state)
    _place_air(state)
    state.maps = Maps.rebuilt(state, state.maps.sides)
    _crown_tops(state)
    if part == S1940:
        state.fuel = state.theatre.scenario["fuel"]["start"]
        state.prestige = state.theatre.scenario["prestige"]["start"]
        _first_guerrillas(state, chance)


@rule("3.2-a")
def first_control(state: State) -> bytes:
    return _control_at_start(state.theatre)


@lru_cache
def _control_at_start(theatre: Part) -> bytes:
    world, countries = theatre.world, theatre.scenario["countries"]
    control = bytearray([NO_SIDE]) * world.size
    for side, name in enumerate(theatre.sides):
        for h in world.regions(countries["control"][name]):
            control[h] = side
    for side, name in enumerate(theatre.sides):
        for hex_name in countries.get("control_hexes", {}).get(name, ()):
            control[world.hex_index[hex_name]] = side
    return bytes(control)


@rule("PB 13.2.1", "PB 13.2.3", "7.2-a", "PB 14.2")
def _first_place(state: State, counter: Counter) -> Unit:
    """On its hex, in its box, or on the turn track."""
    flags = HIDDEN if counter.hidden else 0
    index = state.world.hex_index
    if counter.hex:
        return Unit(index[counter.hex], counter.steps, flags)
    if counter.box in state.theatre.box_index:
        return Unit(IN_BOX - state.theatre.box_index[counter.box], counter.steps)
    if counter.box == "breakdown":
        return Unit(BREAKDOWN_BOX, 0)
    if counter.box:
        return Unit(HOLDING, 0, flags)
    return Unit(NOT_DUE, 0, flags, due=counter.turn, entry=index[counter.entry])


@rule("2.3.7-a", "PB 13.2.1", "2.3-d")
def _shuffle_factors(state: State, chance: Chance) -> None:
    """Each pool of hidden factors is shuffled among its counters."""
    for pool, units in state.world.pools.items():
        if state.counter(units[0]).part != state.part:
            continue
        values = list(state.world.tables["factor_pools"][pool])
        for unit in units:
            value = values.pop(chance.pick(len(values), HIDDEN_FACTORS))
            state.change(unit, value=value)
    tribes.deal(state, chance, {})


@rule("PB 13.6.4")
def _give_points(state: State) -> None:
    block = state.theatre.scenario.get("ethiopian_rp", {"start": {}})
    for name, count in block["start"].items():
        state.change(state.world.slots[name], load=count)


def _place_air(state: State) -> None:
    for marker in state.theatre.air:
        kind = state.world.air[marker]
        status = AirStatus.AWAY if kind.turn else AirStatus.READY
        state.air[marker] = Air(status, kind.turn, NOWHERE, kind.theatre)


def _crown_tops(state: State) -> None:
    """The first combat unit of each stack lies on top."""
    for stack in sorted(state.maps.stacks):
        state.crown(stack)


@rule("PB 14.2")
def _first_guerrillas(state: State, chance: Chance) -> None:
    for block in state.theatre.scenario["initial_guerrillas"]:
        hexes = [h for h in state.world.hexes(block["hexes"]) if not state.maps.held[ITALIAN][h]]
        for _ in range(block["count"]):
            place_guerrilla(state, hexes.pop(chance.pick(len(hexes), "guerrilla hex")), chance)


def place_guerrilla(state: State, hex_: int, chance: Chance) -> int:
    """A guerrilla drawn from the box comes onto a hex; NOWHERE if the box is empty."""
    box = [u for u in state.theatre.units if in_guerrilla_box(state, u)]
    if not box:
        return NOWHERE
    unit = box[chance.pick(len(box), "guerrilla")]
    state.put(unit, hex_, steps=1)
    state.take_control(hex_, OTHER)
    return unit


def in_guerrilla_box(state: State, unit: int) -> bool:
    return bool(state.world.guerrilla[unit]) and state.units[unit].place == HOLDING


# --- the Italian deployment -------------------------------------------------------------------------


@rule("3.1-a", "PB 13.2.2", "PB 13.2.3", "PB 14.2", "7.3.2-f")
def judge_deploy(state: State, order: Deploy) -> Refusal | tuple[int, int]:
    unit = own_unit(state, order.unit, ITALIAN, "3.1-a")
    if isinstance(unit, Refusal):
        return unit
    if order.to in state.theatre.box_index:
        return _judge_box(state, unit, order)
    hex_ = one_hex(state, order.to)
    if isinstance(hex_, Refusal):
        return hex_
    facts: dict[str, Fact] = {"unit": order.unit, "hex": order.to}
    if hex_ == state.units[unit].place or hex_ not in zone(state, unit):
        rule_id = "PB 13.2.2" if state.part == S1935 else "PB 14.2"
        return Refusal(rule_id, "outside-its-zone", facts)
    refusal = stacking.refuse_stack(state, ITALIAN, hex_, [unit])
    if refusal is not None:
        return refusal
    if not in_supply_at(state, unit, hex_):
        return Refusal("9.2", "ends-unsupplied", {**facts, **shortfall(state, unit, hex_, ())})
    return unit, hex_


def _judge_box(state: State, unit: int, order: Deploy) -> Refusal | tuple[int, int]:
    box = own_box(state, order.to, ITALIAN)
    if isinstance(box, Refusal):
        return box
    facts: dict[str, Fact] = {"unit": order.unit, "box": order.to}
    place = state.units[unit].place
    if state.counter(unit).type != "truck" or (place < 0 and state.box_of(unit) == NOWHERE):
        return Refusal("7.3.2-f", "only-trucks-in-boxes", facts)
    if state.box_of(unit) == box:
        return Refusal("7.3.2-f", "outside-its-zone", {"unit": order.unit, "hex": order.to})
    if not _same_front(state, unit, box):
        return Refusal("7.3.2-f", "outside-its-zone", {"unit": order.unit, "hex": order.to})
    return unit, IN_BOX - box


def _same_front(state: State, unit: int, box: int) -> bool:
    """A truck begins in the box of the region it is listed in, or in that region."""
    counter = state.counter(unit)
    if counter.box:
        return counter.box == state.theatre.boxes[box].id
    if not counter.hex:
        return False
    near = min(
        (b for b in state.theatre.boxes if b.side == ITALIAN),
        key=lambda b: state.world.board.grid.distance(b.hex, state.world.hex_index[counter.hex]),
    )
    return near.id == state.theatre.boxes[box].id


@rule("PB 13.2.2", "PB 14.2")
def zone(state: State, unit: int) -> list[int]:
    """Where a unit may be set up."""
    counter, world = state.counter(unit), state.world
    if counter.type == "truck" and (counter.hex or counter.box in state.theatre.box_index):
        home = world.hex_index[counter.hex] if counter.hex else NOWHERE
        sources = [b.hex for b in state.theatre.boxes if _is_box_of(state, unit, b.id)]
        return [h for h in (home, *sources) if h != NOWHERE]
    if not counter.hex:
        return []
    if state.part == S1935:
        block = state.theatre.scenario["setup"]["zones"].get(counter.zone)
        if block is None:
            return []
        return [*world.regions(block["regions"]), *world.hexes(block["hexes"])]
    home = world.hex_index[counter.hex]
    around = [home, *world.board.grid.around(home)]
    return [h for h in around if state.control[h] == ITALIAN]


def _is_box_of(state: State, unit: int, box: str) -> bool:
    return _same_front(state, unit, state.theatre.box_index[box])


def carry_out_deploy(state: State, plan: tuple[int, int], chance: Chance) -> list[Event]:
    unit, place = plan
    before = visibility.sighted(state, [unit])
    state.put(unit, place)
    shown = before or visibility.sighted(state, [unit])
    to = state.hex_name(place) or state.theatre.boxes[IN_BOX - place].id
    side = state.side_name(ITALIAN)
    return [Deployed(rule="3.1-a", side=side, units=state.names([unit]), shown=shown, to=to)]


def deployments(state: State) -> list[Deploy]:
    """Every unit that can be set up elsewhere, with every place for it."""
    orders = []
    for unit in state.theatre.units:
        u = state.units[unit]
        if state.own(unit) != ITALIAN or (u.place < 0 and state.box_of(unit) == NOWHERE):
            continue
        name = state.name(unit)
        orders += [Deploy(name, state.hex_name(h)) for h in zone(state, unit)]
        if state.counter(unit).type == "truck":
            orders += [Deploy(name, box.id) for box in state.theatre.boxes if box.side == ITALIAN]
    return [o for o in orders if not isinstance(judge_deploy(state, o), Refusal)]


def offer_deploy(state: State) -> tuple[Offer, ...]:
    found = by_subject((o.unit, o.to) for o in deployments(state))
    return (Place("deploy", found, place="to", tone="main", setup=True),) if found else ()


DEPLOY = Decision(Deploy, "3.1-a", judge_deploy, carry_out_deploy, offer=offer_deploy)
