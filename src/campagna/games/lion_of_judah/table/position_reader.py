"""From a position to a state: what it names is put there, what it leaves out has a default."""

from __future__ import annotations

from collections import Counter

from campagna.core.chance import Chance
from campagna.core.contract import BadPosition, Setup
from campagna.core.editions import Options
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER, PARTS
from campagna.games.lion_of_judah.flags import (
    BREAKDOWN_BOX,
    HIDDEN,
    HOLDING,
    IN_BOX,
    NOT_DUE,
    NOWHERE,
)
from campagna.games.lion_of_judah.invariants import impossible
from campagna.games.lion_of_judah.maps import Maps
from campagna.games.lion_of_judah.rules.general import tribes
from campagna.games.lion_of_judah.rules.general.setup import empty_state, first_control
from campagna.games.lion_of_judah.rules.sequence.sequence import check_supply
from campagna.games.lion_of_judah.state import PHASE_NAMES, Air, AirStatus, Phase, State, Unit
from campagna.games.lion_of_judah.table.position import (
    AIR_NAMES,
    BOXES,
    FLAG_NAMES,
    OWNERS,
    Position,
    UnitPosition,
)
from campagna.games.lion_of_judah.world import CAMPAIGN_SIDES, S1940, World

NEVER = 99


def arrange(
    world: World, setup: Setup, options: Options, position: object, chance: Chance
) -> State:
    """A state from a position; hidden factors that it does not name are drawn."""
    if not isinstance(position, Position):
        raise BadPosition("this is not a position of Lion of Judah")
    if position.hidden or any(u.at == "?" for u in position.units):
        raise BadPosition("a view cannot be arranged: say where every unit stands")
    _check_names(world, position)
    state = build(world, setup, options, position, chance)
    for problem in impossible(state):
        raise BadPosition(problem)
    return state


def _check_names(world: World, position: Position) -> None:
    """A side by its name in either war; each unit and each air marker once."""
    sides = list(dict.fromkeys(name for part in world.parts for name in part.sides))
    if position.side not in (*sides, *CAMPAIGN_SIDES, "other"):
        raise BadPosition(f"no side '{position.side}'; choose one of: {', '.join(sides)}")
    for kind in (position.units, position.air):
        tally = Counter(given.id for given in kind)
        for name, count in tally.items():
            if count > 1:
                raise BadPosition(f"{name} is named twice")


def build(
    world: World, setup: Setup, options: Options, position: Position, chance: Chance
) -> State:
    """The state of a position that is known to be possible."""
    state = empty_state(world, setup, options)
    if position.part:
        if position.part not in PARTS:
            raise BadPosition(f"part '{position.part}' is one of: {', '.join(PARTS)}")
        state.part = PARTS.index(position.part)
        state.theatre = world.parts[state.part]
    if position.phase not in PHASE_NAMES:
        raise BadPosition(f"no phase '{position.phase}'; choose one of: {', '.join(PHASE_NAMES)}")
    if not 1 <= position.turn <= state.theatre.turns:
        raise BadPosition(f"turn {position.turn}: there are turns 1 to {state.theatre.turns}")
    state.turn, state.phase = position.turn, PHASE_NAMES.index(position.phase)
    state.side = ITALIAN if position.side == "italian" else OTHER
    _arrange_units(state, position)
    _arrange_air(state, position)
    _arrange_control(state, position)
    _arrange_rest(state, position)
    state.maps = Maps.rebuilt(state, state.maps.sides)
    if not position.opened:
        for hex_ in sorted(state.maps.stacks):
            if state.top(hex_) == NOWHERE:
                state.crown(hex_)
    _draw_factors(state, chance)
    _deal_tribes(state, position, chance)
    state.maps.uncovered.clear()
    if not position.opened and state.phase == Phase.MOVEMENT:
        check_supply(state)
    return state


# --- units ------------------------------------------------------------------------------------------


def _arrange_units(state: State, position: Position) -> None:
    for unit in state.theatre.units:
        state.units[unit] = _default(state, unit)
    for given in position.units:
        unit = state.world.slots.get(given.id, NOWHERE)
        if unit == NOWHERE or unit not in state.theatre.units:
            raise BadPosition(f"no unit '{given.id}' in this war")
        state.units[unit] = _arranged(state, unit, given)


def _default(state: State, unit: int) -> Unit:
    """A unit that a partial position does not name stays out of the way."""
    counter = state.counter(unit)
    flags = HIDDEN if counter.hidden else 0
    if counter.breakdown:
        return Unit(BREAKDOWN_BOX)
    if counter.type in ("guerrilla", "tribal_levy") or counter.box == "event":
        return Unit(HOLDING, 0, flags)
    home = state.world.hex_index.get(counter.entry or counter.hex, 0)
    return Unit(NOT_DUE, 0, flags, due=NEVER, entry=home)


def _arranged(state: State, unit: int, given: UnitPosition) -> Unit:
    flags = 0
    for name in given.state:
        if name not in FLAG_NAMES:
            raise BadPosition(f"{given.id}: no state '{name}'; there are: {', '.join(FLAG_NAMES)}")
        flags |= FLAG_NAMES[name]
    counter = state.counter(unit)
    if counter.hidden and given.value == NOWHERE:
        flags |= HIDDEN
    place = _place(state, given.at, given.id)
    steps = given.steps
    if steps is None:
        steps = counter.steps if place >= 0 or place <= IN_BOX else 0
    if not 0 <= steps <= counter.steps:
        raise BadPosition(f"{given.id} has {counter.steps} steps")
    carrier = state.world.slots.get(given.carrier, NOWHERE)
    if given.carrier and carrier == NOWHERE:
        raise BadPosition(f"{given.id}: no unit '{given.carrier}' to carry")
    entry = _place(state, given.entry, given.id) if given.entry else NOWHERE
    return Unit(
        place,
        steps,
        flags,
        given.spent,
        given.value,
        carrier,
        given.load,
        given.most,
        given.due,
        entry,
    )


def _place(state: State, name: str, unit: str) -> int:
    if name in BOXES:
        return BOXES[name]
    if name in state.theatre.box_index:
        return IN_BOX - state.theatre.box_index[name]
    return _hex(state, name, unit)


def _hex(state: State, name: str, what: str) -> int:
    if name not in state.world.hex_index:
        raise BadPosition(f"{what}: no hex '{name}' on this map (hexes are 0101 to 3313)")
    return state.world.hex_index[name]


def _draw_factors(state: State, chance: Chance) -> None:
    """Factors that the position does not tell come from what is left of their pools."""
    for pool, units in state.world.pools.items():
        if state.counter(units[0]).part != state.part:
            continue
        left = list(state.world.tables["factor_pools"][pool])
        missing = []
        for unit in units:
            value = state.units[unit].value
            if value == NOWHERE:
                missing.append(unit)
            elif value in left:
                left.remove(value)
            else:
                raise BadPosition(f"{state.name(unit)}: no factor {value} is left in its pool")
        for unit in missing:
            state.change(unit, value=left.pop(chance.pick(len(left), "hidden factors")))


def _deal_tribes(state: State, position: Position, chance: Chance) -> None:
    given = {state.world.slots[u.id]: u.tribe for u in position.units if u.tribe}
    if not tribes.deal(state, chance, given):
        raise BadPosition("a tribe stands on more counters than there are, or on a wrong one")


# --- everything else --------------------------------------------------------------------------------


def _arrange_air(state: State, position: Position) -> None:
    world = state.world
    for marker in state.theatre.air:
        kind = world.air[marker]
        state.air[marker] = Air(AirStatus.AWAY, NEVER, NOWHERE, kind.theatre)
    for given in position.air:
        slot = world.air_slots.get(given.id, NOWHERE)
        if slot not in state.theatre.air:
            raise BadPosition(f"no air marker '{given.id}' in this war")
        if given.status not in AIR_NAMES:
            raise BadPosition(f"{given.id} is one of: {', '.join(AIR_NAMES)}")
        at = _hex(state, given.at, given.id) if given.at else NOWHERE
        theatre = given.theatre or world.air[slot].theatre
        state.air[slot] = Air(AIR_NAMES.index(given.status), given.due, at, theatre)


def _arrange_control(state: State, position: Position) -> None:
    """As at the start, then as the position says, then by the combat units on the map."""
    control = bytearray(first_control(state))
    for name, owner in position.taken.items():
        if owner not in OWNERS:
            raise BadPosition(f"hex {name} belongs to one of: {', '.join(OWNERS)}")
        control[_hex(state, name, "taken")] = OWNERS.index(owner)
    if not position.opened:
        for unit, u in enumerate(state.units):
            if u.place >= 0 and state.world.combat[unit]:
                control[u.place] = state.own(unit)
    state.control = bytes(control)


def _arrange_rest(state: State, position: Position) -> None:
    def hexes(names: tuple[str, ...]) -> list[int]:
        return [_hex(state, n, "hex") for n in names]

    def units(names: tuple[str, ...]) -> list[int]:
        for name in names:
            if name not in state.world.slots:
                raise BadPosition(f"no unit '{name}' in this game")
        return [state.world.slots[n] for n in names]

    for name, count in position.boxes.items():
        if name not in state.theatre.box_index:
            raise BadPosition(f"no box '{name}' in this war")
        state.boxes = [*state.boxes, *[0] * (len(state.theatre.boxes) - len(state.boxes))]
        state.boxes[state.theatre.box_index[name]] = count
    state.boxes = (state.boxes + [0] * len(state.theatre.boxes))[: len(state.theatre.boxes)]
    for field in ("shipments", "sites", "cup", "drawn", "in_force", "bribed", "ledger"):
        setattr(state, field, list(getattr(position, field)))
    for field in ("captures", "railed", "steps_lost", "agenda"):
        setattr(state, field, list(getattr(position, field)))
    for field in ("bombing", "bombed_turn", "french_open", "withdrawal", "sailed", "first_part"):
        setattr(state, field, getattr(position, field))
    state.sudden = position.sudden
    state.roads, state.gassed = hexes(position.roads), hexes(position.gassed)
    state.taken, state.lost = hexes(position.taken_once), hexes(position.lost_once)
    state.fought = hexes(position.fought)
    state.fuel_spent, state.moving = units(position.fuel_spent), units(position.moving)
    state.minor_users = units(position.minor_users)
    state.leader = units((position.leader,))[0] if position.leader else NOWHERE
    state.fuel, state.prestige = _tracks(state, position)


def _tracks(state: State, position: Position) -> tuple[int, int]:
    if state.part != S1940:
        return position.fuel or 0, position.prestige or 0
    scenario = state.theatre.scenario
    fuel = scenario["fuel"]["start"] if position.fuel is None else position.fuel
    prestige = scenario["prestige"]["start"] if position.prestige is None else position.prestige
    return fuel, prestige
