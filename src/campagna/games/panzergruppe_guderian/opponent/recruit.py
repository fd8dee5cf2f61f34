"""The recruit: a legal order at random, as a beginner might give it.

It draws in steps: first the unit, then its destination. The chapters say what is possible; nothing
here decides a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.games.panzergruppe_guderian.frames import (
    Advancing,
    Excess,
    Frame,
    Retreating,
    Suffer,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    CallFront,
    Deploy,
    Done,
    GiveGround,
    Interdict,
    Move,
    Overrun,
    RailMove,
    Remove,
    Retreat,
    TakeLosses,
    Withdraw,
)
from campagna.games.panzergruppe_guderian.rules import (
    combat,
    first_turn,
    interdiction,
    leaders,
    movement,
    overrun,
    reinforcements,
    setup,
)
from campagna.games.panzergruppe_guderian.rules.advance import advances
from campagna.games.panzergruppe_guderian.rules.combat import AttackPlan, attack_options
from campagna.games.panzergruppe_guderian.rules.destinations import reach
from campagna.games.panzergruppe_guderian.rules.rail import rail_reach
from campagna.games.panzergruppe_guderian.rules.results import alive, losses_asked
from campagna.games.panzergruppe_guderian.rules.retreat import routes
from campagna.games.panzergruppe_guderian.rules.sequence import refuse_end
from campagna.games.panzergruppe_guderian.rules.stacking import removable
from campagna.games.panzergruppe_guderian.rules.untried import steps_left
from campagna.games.panzergruppe_guderian.state import (
    GERMAN_COMBAT,
    GERMAN_INTERDICT,
    GERMAN_MECH_MOVE,
    GERMAN_MOVE,
    SETUP,
    SETUP_AIR,
    SOVIET_COMBAT,
    SOVIET_INTERDICT,
    SOVIET_MOVE,
    SOVIET_START,
    WAITING,
    State,
    acting_side,
)

DONE = Done()
PURPOSE = "seat"
CHANCES_PER_UNIT = 32
"""What one movable unit weighs against the end of the phase, which weighs one."""
OTHER_CHANCES = CHANCES_PER_UNIT // 4 + 1
"""The weight of overruns and calls to the front together, and of the end."""
ATTEMPTS = 8


def recruit(state: State, chance: Chance) -> Order:
    if state.agenda:
        frame = state.agenda[-1]
        return REPLIES[type(frame)](state, frame, chance)
    return ORDERS[state.phase](state, chance)


# --- set-up, markers, withdrawal ----------------------------------------------------------------------


def _deployment(state: State, chance: Chance) -> Order:
    units = setup.undeployed(state)
    if not units:
        return DONE
    unit = units[chance.pick(len(units), PURPOSE)]
    hexes = setup.deployment_hexes(state, unit)
    hex_ = hexes[chance.pick(len(hexes), PURPOSE)]
    return Deploy(state.name(unit), state.world.hex_ids[hex_])


def _markers(state: State, chance: Chance) -> Order:
    side = acting_side(state.phase)
    chosen: list[int] = []
    for _ in range(chance.pick(interdiction.markers_now(state, side) + 1, PURPOSE)):
        h = chance.pick(state.world.size, PURPOSE)
        if h not in chosen and interdiction.refuse_marker(state, side, h) is None:
            chosen.append(h)
    return Interdict(state.hexes(chosen))


def _withdrawal(state: State, chance: Chance) -> Order:
    able = leaders.withdrawable(state)
    k = chance.pick(len(able) + 1, PURPOSE)
    return Withdraw(state.name(able[k])) if k < len(able) else DONE


# --- movement -------------------------------------------------------------------------------------------


def _movement(state: State, chance: Chance) -> Order:
    """A movable unit has as many chances, the end of the phase one."""
    movers = movement.movers(state)
    units = len(movers) * CHANCES_PER_UNIT
    for _ in range(ATTEMPTS):
        k = chance.pick(units + OTHER_CHANCES, PURPOSE)
        order: Order | None
        if k < units:
            order = _move(state, movers[k // CHANCES_PER_UNIT], chance)
        elif k > units:
            order = _special(state, chance)
        else:
            order = DONE if refuse_end(state) is None else None
        if order is not None:
            return order
        if not units:
            break
    return _last_resort(state, chance)


def _last_resort(state: State, chance: Chance) -> Order:
    owing = first_turn.unmarched(state)
    if not owing:
        return DONE
    way = random_march(state, owing[0], chance)
    if way is None:
        raise AssertionError("a unit that must march has no march")
    return Move(state.names(owing[:1]), state.hexes(way))


def _move(state: State, unit: int, chance: Chance) -> Order | None:
    """A move of this unit, with the units beside it that can go as far; a train now and then."""
    if state.turn == 1 and first_turn.special_move(state, unit):
        return _first_turn(state, unit, chance)
    place, world = state.units[unit].place, state.world
    soviet, enters = state.phase == SOVIET_MOVE, place < 0
    if soviet and (enters or place in world.rail_hexes):
        by_rail = _rail(state, unit, chance)
        if by_rail is not None:
            return by_rail
    count = reach(state, unit)
    first = 0 if enters else 1  # on the map its own hex comes first
    if count <= first:
        return None
    path, _ = world.field.way(first + chance.pick(count - first, PURPOSE))
    group: Sequence[int] = _waiting_with(state, unit) if enters else state.stack(place)
    if len(group) > 1:
        group = _company(state, unit, group, chance)
    cut = () if soviet or path[-1] not in world.rail_hexes else _cut(state, path[-1], chance)
    return Move(state.names(group), state.hexes(path[first:]), cut)


def _cut(state: State, end: int, chance: Chance) -> tuple[str, ...]:
    """Now and then a German cuts the rail where his move ends."""
    markers = state.world.tables["rail"]["cut_markers"]
    spare = len(state.cuts) < markers and end not in state.cuts
    return state.hexes([end]) if spare and chance.pick(3, PURPOSE) == 0 else ()


def _rail(state: State, unit: int, chance: Chance) -> RailMove | None:
    if chance.pick(4, PURPOSE):
        return None
    count = rail_reach(state, unit)
    first = 1 if state.units[unit].place >= 0 else 0
    if count <= first:
        return None
    path, _ = state.world.field.way(first + chance.pick(count - first, PURPOSE))
    return RailMove(state.name(unit), state.hexes(path[first:]))


def _company(state: State, unit: int, beside: Sequence[int], chance: Chance) -> Sequence[int]:
    """Mostly those of the units beside it that can go exactly as far, up to a full stack."""
    if chance.pick(16, PURPOSE) == 0:
        return [unit]
    world = state.world
    most = world.soviet_stack if state.phase == SOVIET_MOVE else world.german_stack
    return state.maps.alike(unit, beside, movement.movers(state), most)


def _waiting_with(state: State, unit: int) -> Sequence[int]:
    """The next units before the same entry: the regiments of a division stand side by side."""
    if unit == state.provisional:
        return [unit]
    units, entry, division = state.units, state.units[unit].entry, state.counter(unit).division
    together = []
    for x in range(max(0, unit - 2), min(len(units), unit + 3)):
        u = units[x]
        waits = u.entry == entry and u.place == WAITING and x != state.provisional
        if waits and state.counter(x).division == division:
            together.append(x)
    if entry == reinforcements.FRONT and len(together) > reinforcements.front_room(state):
        return [unit]
    return together


def _first_turn(state: State, unit: int, chance: Chance) -> Move | None:
    if first_turn.must_march(state, unit):
        way = random_march(state, unit, chance)
        return None if way is None else Move((state.name(unit),), state.hexes(way))
    steps = first_turn.spill_steps(state, unit)
    if not steps:
        return None
    end = steps[chance.pick(len(steps), PURPOSE)]
    return Move((state.name(unit),), (state.world.hex_ids[end],))


def random_march(state: State, unit: int, chance: Chance) -> list[int] | None:
    """A complete march chosen at random, None if none was found that leaves the west."""
    for attempt in range(20):
        here = state.units[unit].place
        way, left = [here], movement.allowance(state, unit)
        steps = first_turn.march_steps(state, unit, way, left)
        while steps:
            # Late attempts go straight east: some march always leaves the two columns (AMB-4).
            pick = chance.pick(len(steps), "march") if attempt < 15 else len(steps) // 2
            there, cost = steps[pick]
            way.append(there)
            left -= cost
            steps = first_turn.march_steps(state, unit, way, left)
        if len(way) > 1 and not state.world.closed_west[way[-1]]:
            return way[1:]
    return None


def _special(state: State, chance: Chance) -> Order | None:
    """An overrun if one is possible, else a call to the South-Western Front."""
    option = _overrun(state, chance)
    if option is not None:
        group, target = option
        return Overrun(state.names(group), state.world.hex_ids[target])
    front = reinforcements.front_left(state)
    if front and chance.pick(8, PURPOSE) == 0:
        return CallFront(1 + chance.pick(front, PURPOSE))
    return None


def _overrun(state: State, chance: Chance) -> tuple[list[int], int] | None:
    """One of the overruns, looking at as few hexes as possible."""
    places = combat.contacts(state)
    if not places:
        return None
    first = chance.pick(len(places), PURPOSE)
    for place in (*places[first:], *places[:first]):
        options = overrun.overruns_from(state, place)
        if options:
            return options[chance.pick(len(options), PURPOSE)]
    return None


# --- combat ---------------------------------------------------------------------------------------------


def _combat(state: State, chance: Chance) -> Order:
    options = attack_options(state)
    targets = list(options)
    for _ in range(4):
        k = chance.pick(len(targets) + 1, PURPOSE)
        if k == len(targets):
            return DONE
        plan = _attack_on(options, targets[k], chance)
        if combat.refuse_attack(state, plan) is None:
            return Attack(state.names(plan.units), state.hexes(plan.targets))
    return DONE


def _attack_on(options: dict[int, list[int]], target: int, chance: Chance) -> AttackPlan:
    """Each able unit takes part or not at the toss of a coin; sometimes two hexes at once."""
    able = options[target]
    units = [u for u in able if chance.pick(2, PURPOSE)] or list(able)
    targets = [target]
    if chance.pick(4, PURPOSE) == 0:
        shared = [t for t in options if t != target and set(units) <= set(options[t])]
        if shared:
            targets.append(shared[chance.pick(len(shared), PURPOSE)])
    return AttackPlan(units, targets)


# --- replies --------------------------------------------------------------------------------------------


def _suffer(state: State, frame: Frame, chance: Chance) -> Order:
    assert isinstance(frame, Suffer)
    if frame.may_retreat and chance.pick(2, PURPOSE):
        return GiveGround()
    steps = [u for u in alive(state, frame.units) for _ in range(steps_left(state, u))]
    count = losses_asked(state, frame)
    lost = sorted([steps.pop(chance.pick(len(steps), PURPOSE)) for _ in range(count)])
    return TakeLosses(state.names(lost))


def _retreat(state: State, frame: Frame, chance: Chance) -> Order:
    assert isinstance(frame, Retreating)
    unit = frame.units[chance.pick(len(frame.units), PURPOSE)]
    ways = routes(state, frame, unit)
    return Retreat(state.name(unit), state.hexes(ways[chance.pick(len(ways), PURPOSE)]))


def _advance(state: State, frame: Frame, chance: Chance) -> Order:
    assert isinstance(frame, Advancing)
    able = list(advances(state, frame))
    k = chance.pick(len(able) + 1, PURPOSE)
    if k == len(able):
        return DONE
    unit, paths = able[k]
    return Advance(state.name(unit), state.hexes(paths[chance.pick(len(paths), PURPOSE)]))


def _removal(state: State, frame: Frame, chance: Chance) -> Order:
    assert isinstance(frame, Excess)
    units = removable(state, frame)
    return Remove(state.name(units[chance.pick(len(units), PURPOSE)]))


ORDERS: Mapping[int, Callable[[State, Chance], Order]] = {
    SETUP: _deployment,
    SETUP_AIR: _markers,
    SOVIET_START: _withdrawal,
    SOVIET_MOVE: _movement,
    SOVIET_COMBAT: _combat,
    SOVIET_INTERDICT: _markers,
    GERMAN_MOVE: _movement,
    GERMAN_COMBAT: _combat,
    GERMAN_MECH_MOVE: _movement,
    GERMAN_INTERDICT: _markers,
}
"""By phase."""

REPLIES: Mapping[type[Frame], Callable[[State, Frame, Chance], Order]] = {
    Suffer: _suffer,
    Retreating: _retreat,
    Advancing: _advance,
    Excess: _removal,
}
"""By what waits for an answer."""
