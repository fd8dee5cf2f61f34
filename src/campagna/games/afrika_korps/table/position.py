"""Positions: the readable form of a state, for what-ifs, views and tests.

A position may be partial: only the counters that matter; all others are beside the map. Nothing is
hidden in this game, so a view shows the whole position.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from campagna.core.contract import BadPosition, Setup
from campagna.core.editions import Options
from campagna.core.numbered import Count, Since
from campagna.games.afrika_korps import state as st
from campagna.games.afrika_korps.frames import Frame
from campagna.games.afrika_korps.rules.sequence.sequence import enter_combat
from campagna.games.afrika_korps.rules.sequence.setup import empty_state
from campagna.games.afrika_korps.rules.sequence.turns import begin_turn
from campagna.games.afrika_korps.state import (
    NOWHERE,
    PHASE_NAMES,
    Maps,
    Phase,
    State,
    Unit,
    Victory,
)
from campagna.games.afrika_korps.world import SIDES, World

FLAG_NAMES = {
    "stopped": st.STOPPED,
    "frozen": st.FROZEN,
    "fought": st.FOUGHT,
    "defended": st.DEFENDED,
    "used": st.USED,
    "held": st.HELD,
    "landed": st.LANDED,
    "isolated": st.ISOLATED,
    "into-zone": st.INTO_ZONE,
    "crossed": st.CROSSED,
    "late": st.LATE,
    "sheltered": st.SHELTERED,
    "embarked": st.EMBARKED,
}
BOXES = {"pool": st.POOL, "dead": st.DEAD, "sea": st.SEA, "aside": st.ASIDE}
BOX_NAMES = {code: name for name, code in BOXES.items()}


class UnitPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: str
    at: str = "pool"
    """A hex, or the box it is in: pool, dead, sea, aside."""
    state: tuple[str, ...] = ()
    spent: Count = 0
    road: Count = 0
    lane: str = ""
    since: Since = NOWHERE
    count: Count = 0
    trail: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


class VictoryPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    supplies: tuple[str, ...] = ()
    surrounded: bool = False


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    turn: Count = 1
    side: str = "axis"
    phase: str = "movement"
    opened: bool = False
    """True: the tests at the beginning of the turn are done and stand in the units."""
    units: tuple[UnitPosition, ...] = ()
    ports: tuple[str, ...] = ()
    pool: tuple[Count, Count] = (0, 0)
    victories: tuple[VictoryPosition, ...] = ()
    rommel_path: tuple[str, ...] = ()
    """Hexes Rommel passed; empty names where he was displaced."""
    must_attack: tuple[str, ...] = ()
    must_defend: tuple[str, ...] = ()
    front: dict[str, str] = {}
    depots: dict[str, str] = {}
    sorties: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()
    robbed: tuple[str, ...] = ()
    inroads: dict[str, str] = {}
    spared: tuple[str, ...] = ()
    held: tuple[Count, Count] = (0, 0)
    held_at_start: tuple[bool, bool] = (False, False)
    bare_at_start: bool = False
    bare_turns: Count = 0
    level: str = ""
    agenda: tuple[Frame, ...] = ()


# --- from a state -----------------------------------------------------------------------------------


def describe(state: State) -> Position:
    ids = state.world.hex_ids
    fresh = Unit()

    def hexes(numbers: list[int]) -> tuple[str, ...]:
        return tuple("" if h == NOWHERE else ids[h] for h in numbers)

    return Position(
        turn=state.turn,
        side=SIDES[state.side],
        phase=PHASE_NAMES[state.phase],
        opened=True,
        units=tuple(
            [_describe_unit(state.world, i, u) for i, u in enumerate(state.units) if u != fresh]
        ),
        ports=hexes(state.ports),
        pool=(state.pool[0], state.pool[1]),
        victories=tuple(
            VictoryPosition(
                state.names(v.attackers),
                state.names(v.defenders),
                state.names(v.supplies),
                v.surrounded,
            )
            for v in state.victories
        ),
        rommel_path=hexes(state.rommel_path),
        must_attack=state.names(state.must_attack),
        must_defend=state.names(state.must_defend),
        front={state.name(u): ids[h] for u, h in state.front},
        depots={state.name(u): ids[h] for u, h in state.depots},
        sorties=hexes(state.sorties),
        prey=hexes(state.prey),
        robbed=hexes(state.robbed),
        inroads={state.name(u): ids[h] for u, h in state.inroads},
        spared=state.names(state.spared),
        held=(state.held[0], state.held[1]),
        held_at_start=(state.held_at_start[0], state.held_at_start[1]),
        bare_at_start=state.bare_at_start,
        bare_turns=state.bare_turns,
        level=state.level,
        agenda=tuple(state.agenda),
    )


@lru_cache(maxsize=8192)
def _describe_unit(world: World, unit: int, u: Unit) -> UnitPosition:
    """Kept: most units stand as they stood in the last view."""
    ids = world.hex_ids
    return UnitPosition(
        id=world.names[unit],
        at=ids[u.place] if u.place >= 0 else BOX_NAMES[u.place],
        state=tuple(name for name, bit in FLAG_NAMES.items() if u.flags & bit),
        spent=u.spent,
        road=u.road,
        lane="" if u.lane == NOWHERE else ids[u.lane],
        since=u.since,
        count=u.count,
        trail=tuple(ids[h] for h in u.trail),
        parts=tuple([world.names[part] for part in u.parts]),
    )


# --- to a state -------------------------------------------------------------------------------------


def arrange(world: World, setup: Setup, options: Options, position: object) -> State:
    """A state from a position, whole or partial."""
    if not isinstance(position, Position):
        raise BadPosition("this is not a position of Afrika Korps")
    state = empty_state(world, setup, options)
    if not 1 <= position.turn <= world.last_turn:
        raise BadPosition(f"turn {position.turn}: there are turns 1 to {world.last_turn}")
    if position.phase not in PHASE_NAMES:
        raise BadPosition(f"no phase '{position.phase}'; choose one of: {', '.join(PHASE_NAMES)}")
    if position.side not in SIDES:
        raise BadPosition(f"no side '{position.side}'; choose one of: {', '.join(SIDES)}")
    state.turn = position.turn
    state.side = SIDES.index(position.side)
    for given in position.units:
        _arrange_unit(state, given)
    state.maps = Maps.rebuilt(state)
    _check_hexes(state)
    if not position.opened:
        _open(state, position)
        return state
    state.phase = PHASE_NAMES.index(position.phase)
    _arrange_rest(state, position)
    return state


def _open(state: State, position: Position) -> None:
    """The tests at the beginning of the turn; a combat phase also gets its obligations."""
    pool = list(position.pool)
    begin_turn(state)
    state.pool = pool
    state.held = list(position.held)
    state.bare_turns = position.bare_turns
    state.phase = PHASE_NAMES.index(position.phase)
    if state.phase == Phase.COMBAT:
        state.phase = Phase.SUBSTITUTION
        enter_combat(state)


def _arrange_rest(state: State, position: Position) -> None:
    world = state.world
    state.ports = [_hex(world, h) for h in position.ports]
    state.pool = list(position.pool)
    state.victories = [
        Victory(
            _units(world, v.attackers),
            _units(world, v.defenders),
            _units(world, v.supplies),
            v.surrounded,
        )
        for v in position.victories
    ]
    state.rommel_path = [NOWHERE if not h else _hex(world, h) for h in position.rommel_path]
    state.must_attack = list(_units(world, position.must_attack))
    state.must_defend = list(_units(world, position.must_defend))
    state.front = [(_unit(world, u), _hex(world, h)) for u, h in position.front.items()]
    state.depots = [(_unit(world, u), _hex(world, h)) for u, h in position.depots.items()]
    state.sorties = [_hex(world, h) for h in position.sorties]
    state.prey = [_hex(world, h) for h in position.prey]
    state.robbed = [_hex(world, h) for h in position.robbed]
    state.inroads = [(_unit(world, u), _hex(world, h)) for u, h in position.inroads.items()]
    state.spared = list(_units(world, position.spared))
    state.held = list(position.held)
    state.held_at_start = list(position.held_at_start)
    state.bare_at_start = position.bare_at_start
    state.bare_turns = position.bare_turns
    state.level = position.level
    state.agenda = list(position.agenda)


def _unit(world: World, name: str) -> int:
    if name not in world.index:
        raise BadPosition(f"no counter '{name}' in this game")
    return world.index[name]


def _units(world: World, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_unit(world, n) for n in names)


def _hex(world: World, name: str) -> int:
    if name not in world.hex_index:
        raise BadPosition(f"no hex '{name}' on this map (a letter A-X and a number, as G25)")
    return world.hex_index[name]


def _arrange_unit(state: State, given: UnitPosition) -> None:
    world = state.world
    unit = _unit(world, given.id)
    if state.units[unit] != Unit():
        raise BadPosition(f"{given.id} is named twice")
    flags = 0
    for name in given.state:
        if name not in FLAG_NAMES:
            raise BadPosition(f"{given.id}: no state '{name}'; there are: {', '.join(FLAG_NAMES)}")
        flags |= FLAG_NAMES[name]
    state.units[unit] = Unit(
        place=BOXES[given.at] if given.at in BOXES else _hex(world, given.at),
        flags=flags,
        spent=given.spent,
        road=given.road,
        lane=_hex(world, given.lane) if given.lane else NOWHERE,
        since=given.since,
        count=given.count,
        trail=tuple(_hex(world, h) for h in given.trail),
        parts=_units(world, given.parts),
    )


def _check_hexes(state: State) -> None:
    """A position must be possible on the map, if not in the course of play."""
    for place, stack in state.maps.stacks.items():
        name = state.hex_name(place)
        if not state.world.playable[place]:
            raise BadPosition(f"{state.name(stack[0])}: hex {name} cannot be entered")
        if len({state.owner(u) for u in stack if state.fights(u)}) > 1:
            raise BadPosition(f"hex {name} holds combat units of both sides")
    if state.place(state.world.rommel) in (st.DEAD, st.ASIDE):
        raise BadPosition("Rommel cannot be eliminated")
