"""Positions: the readable form of a state, for what-ifs, views and tests.

A position may be partial: only the counters that matter; all others are in the tray. Nothing is hidden
in this game, so a view shows the whole position.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from campagna.core.contract import BadPosition, Setup
from campagna.core.editions import Options
from campagna.core.numbered import Count
from campagna.games.kasserine import state as st
from campagna.games.kasserine.frames import Combat, Frame
from campagna.games.kasserine.rules.command import take_stock
from campagna.games.kasserine.rules.logistics import check_supply
from campagna.games.kasserine.rules.setup import empty_state
from campagna.games.kasserine.state import NOWHERE, PHASE_NAMES, Maps, Phase, State, Unit
from campagna.games.kasserine.world import SIDES, UCT, URF, WEATHER, World

FLAG_NAMES = {
    "reduced": st.REDUCED,
    "shocked": st.SHOCKED,
    "condemned": st.CONDEMNED,
    "supplied": st.SUPPLIED,
    "under-division": st.UNDER_DIVISION,
    "complete": st.COMPLETE,
    "bound": st.BOUND,
    "moved": st.MOVED,
    "engaged": st.ENGAGED,
    "fired": st.FIRED,
    "marching": st.MARCHING,
    "mined": st.MINED,
    "blown": st.BLOWN,
}
BOXES = {
    "tray": st.TRAY,
    "dead": st.DEAD,
    "exited": st.EXITED,
    "cancelled": st.CANCELLED,
    "replaced": st.REPLACED,
    "blocking": st.BLOCKING,
}
BOX_NAMES = {code: name for name, code in BOXES.items()}


class UnitPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: str
    at: str = "tray"
    """A hex, or where else it is: tray, dead, exited, cancelled, replaced, blocking."""
    side: str = ""
    """The owner of a captured supply."""
    state: tuple[str, ...] = ()
    start: str = ""
    control: tuple[str, ...] = ()
    """The army commands that controlled it when the turn began."""


class CombatPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    attackers: tuple[str, ...]
    hexes: tuple[str, ...]
    defenders: tuple[str, ...] = ()
    aircraft: tuple[str, ...] = ()
    destroy: bool = False


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    move: Count = 1
    side: str = "axis"
    phase: str = "movement"
    weather: str = "clear"
    opened: bool = False
    """True: the tests at the beginning of the turn are done and stand in the units."""
    units: tuple[UnitPosition, ...] = ()
    combats: tuple[CombatPosition, ...] = ()
    aircraft: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    nights: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    raided: bool = False
    level: str = ""
    agenda: tuple[Frame, ...] = ()


# --- from a state -------------------------------------------------------------------------------------


def describe(state: State) -> Position:
    fresh = [Unit(side=side) for side in state.world.home_side]
    return Position(
        move=state.move,
        side=SIDES[state.side],
        phase=PHASE_NAMES[state.phase],
        weather=state.weather,
        opened=True,
        units=tuple(
            [_describe_unit(state.world, i, u) for i, u in enumerate(state.units) if u != fresh[i]]
        ),
        combats=tuple(_describe_combat(state, c) for c in state.combats),
        aircraft=(tuple(state.aircraft[0]), tuple(state.aircraft[1])),
        nights=(tuple(state.nights[0]), tuple(state.nights[1])),
        raided=state.raided,
        level=state.level,
        agenda=tuple(state.agenda),
    )


@lru_cache(maxsize=8192)
def _describe_unit(world: World, unit: int, u: Unit) -> UnitPosition:
    """Kept: most units stand as they stood in the last view."""
    return UnitPosition(
        id=world.names[unit],
        at=world.hex_ids[u.place] if u.place >= 0 else BOX_NAMES[u.place],
        side="" if u.side == world.home_side[unit] else SIDES[u.side],
        state=tuple(name for name, bit in FLAG_NAMES.items() if u.flags & bit),
        start="" if u.start == NOWHERE else world.hex_ids[u.start],
        control=tuple(world.names[a] for a in world.armies if u.control & world.army_bit[a]),
    )


def _describe_combat(state: State, combat: Combat) -> CombatPosition:
    return CombatPosition(
        attackers=state.names(combat.attackers),
        hexes=state.hex_names(combat.hexes),
        defenders=state.names(combat.defenders),
        aircraft=state.hex_names(combat.aircraft),
        destroy=combat.destroy,
    )


# --- to a state ---------------------------------------------------------------------------------------


def arrange(world: World, setup: Setup, options: Options, position: object) -> State:
    """A state from a position, whole or partial."""
    if not isinstance(position, Position):
        raise BadPosition("this is not a position of Kasserine")
    state = empty_state(world, setup, options)
    state.side = _choice(position.side, SIDES, "side")
    state.phase = _choice(position.phase, PHASE_NAMES, "phase")
    _choice(position.weather, WEATHER, "weather")
    state.weather = position.weather
    first = 0 if state.phase < Phase.LOGISTICS else 1
    state.move = position.move if first or position.opened else 0
    if not first <= state.move <= world.last_move:
        raise BadPosition(f"move {state.move}: there are moves 1 to {world.last_move}")
    for given in position.units:
        _arrange_unit(state, given)
    state.maps = Maps.rebuilt(state)
    _check_hexes(state)
    _arrange_rest(state, position)
    if not position.opened and state.phase >= Phase.LOGISTICS:
        _open(state)
    return state


def _open(state: State) -> None:
    """The tests at the beginning of the turn: command first, then supply."""
    take_stock(state)
    if state.phase > Phase.LOGISTICS:
        check_supply(state)


def _arrange_rest(state: State, position: Position) -> None:
    world = state.world
    state.combats = [
        Combat(
            _units(world, c.attackers),
            _units(world, c.defenders)
            or tuple(
                u
                for h in c.hexes
                for u in state.fighters_at(_hex(world, h), 1 - state.side)
                if not position.opened
            ),
            tuple(_hex(world, h) for h in c.hexes),
            tuple(_hex(world, h) for h in c.aircraft),
            c.destroy,
        )
        for c in position.combats
    ]
    state.aircraft = [list(position.aircraft[0]), list(position.aircraft[1])]
    state.nights = [list(position.nights[0]), list(position.nights[1])]
    state.raided = position.raided
    state.level = position.level
    state.agenda = list(position.agenda)


def _choice(name: str, names: tuple[str, ...], what: str) -> int:
    if name not in names:
        raise BadPosition(f"no {what} '{name}'; choose one of: {', '.join(names)}")
    return names.index(name)


def _unit(world: World, name: str) -> int:
    if name not in world.index:
        raise BadPosition(f"no counter '{name}' in this game")
    return world.index[name]


def _units(world: World, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_unit(world, n) for n in names)


def _hex(world: World, name: str) -> int:
    if name not in world.hex_index:
        raise BadPosition(f"no hex '{name}' on this map (column and row, as 1918)")
    return world.hex_index[name]


def _arrange_unit(state: State, given: UnitPosition) -> None:
    world = state.world
    unit = _unit(world, given.id)
    if state.units[unit] != Unit(side=world.home_side[unit]):
        raise BadPosition(f"{given.id} is named twice")
    flags = 0
    for name in given.state:
        if name not in FLAG_NAMES:
            raise BadPosition(f"{given.id}: no state '{name}'; there are: {', '.join(FLAG_NAMES)}")
        flags |= FLAG_NAMES[name]
    if flags & st.REDUCED and world.kind[unit] != UCT:
        raise BadPosition(f"{given.id} cannot be reduced")
    side = world.home_side[unit]
    if given.side:
        side = _choice(given.side, SIDES, "side")
        if world.kind[unit] != URF and side != world.home_side[unit]:
            raise BadPosition(f"{given.id} cannot change sides")
    state.units[unit] = Unit(
        place=BOXES[given.at] if given.at in BOXES else _hex(world, given.at),
        side=side,
        flags=flags,
        start=_hex(world, given.start) if given.start else NOWHERE,
        control=sum(_army_bit(world, a) for a in given.control),
    )


def _army_bit(world: World, name: str) -> int:
    army = _unit(world, name)
    if army not in world.army_bit:
        raise BadPosition(f"{name} is no army command")
    return world.army_bit[army]


def _check_hexes(state: State) -> None:
    """A position must be possible on the map, if not in the course of play."""
    limit = state.world.tables["stacking"]["uct"]
    for place, stack in state.maps.stacks.items():
        name = state.hex_name(place)
        if len({state.owner(u) for u in stack}) > 1:
            raise BadPosition(f"hex {name} holds pieces of both sides")
        if sum(state.fights(u) for u in stack) > limit:
            raise BadPosition(f"hex {name} holds more than {limit} combat units")
