"""Positions: the readable form of a state, for what-ifs, views and tests.

A position may be partial: only the units and markers that matter. `describe` writes a whole one,
`arrange` makes a state of either; `seen` leaves out what neither player may know.
"""

from __future__ import annotations

from collections import Counter as Tally
from functools import lru_cache

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import BadPosition, Setup
from campagna.core.editions import Options
from campagna.core.numbered import Count
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian import state as st
from campagna.games.panzergruppe_guderian.frames import Frame, Owed
from campagna.games.panzergruppe_guderian.invariants import impossible
from campagna.games.panzergruppe_guderian.rules.sequence import check_supply
from campagna.games.panzergruppe_guderian.rules.setup import empty_state
from campagna.games.panzergruppe_guderian.state import (
    NOWHERE,
    PHASE_NAMES,
    RECYCLED,
    UNTRIED,
    State,
    Unit,
)
from campagna.games.panzergruppe_guderian.world import ARMOR, RIFLE, World

FLAG_NAMES = {
    "untried": st.UNTRIED,
    "disrupted": st.DISRUPTED,
    "unsupplied": st.UNSUPPLIED,
    "commanded": st.COMMANDED,
    "moved": st.MOVED,
    "stopped": st.STOPPED,
    "attacked": st.ATTACKED,
    "defended": st.DEFENDED,
    "advanced": st.ADVANCED,
    "retreated": st.RETREATED,
    "entered": st.ENTERED,
    "recycled": st.RECYCLED,
    "railed": st.RAILED,
}
BOXES = {
    "not-due": st.NOT_DUE,
    "waiting": st.WAITING,
    "dead": st.DEAD,
    "withdrawn": st.WITHDRAWN,
    "lost": st.LOST,
    "removed": st.REMOVED,
}
_BOX_NAMES = {code: name for name, code in BOXES.items()}


class UnitPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: str
    at: str = "not-due"
    """A hex, or the box it is in: waiting, dead, not-due ..."""
    counter: str = ""
    """Of a Soviet division: its counter. Empty: unknown, and drawn if a state is made of it."""
    symbol: str = ""
    """rifle, tank or mech: what the back of a Soviet division shows."""
    step: Count = 0
    state: tuple[str, ...] = ()
    spent: Count = 0
    start: str = ""
    back: str = ""
    entry: str = ""
    army: str = ""


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    turn: Count = 1
    phase: str = "german-move"
    opened: bool = False
    """True: the supply check of the phase is done and stands in the units."""
    units: tuple[UnitPosition, ...] = ()
    air: tuple[str, ...] = ()
    soviet_marker: str = ""
    soviet_marker_uses: Count = 0
    cuts: tuple[str, ...] = ()
    repaired: tuple[str, ...] = ()
    german_hexes: tuple[str, ...] = ()
    """Prize hexes last passed by a German unit."""
    held_cities: tuple[str, ...] = ()
    smolensk_free: bool = False
    rail_used: Count = 0
    front_turn: Count = 0
    front_total: Count = 0
    front_entered: Count = 0
    withdrawals: Count = 0
    withdrawn_this_turn: bool = False
    recaptures: Count = 0
    attacked_from: tuple[str, ...] = ()
    wanted_cut: str = ""
    wanted_lift: str = ""
    frozen: tuple[str, ...] = ()
    provisional: str = ""
    entries: Count = 0
    owed: tuple[Owed, ...] = ()
    agenda: tuple[Frame, ...] = ()
    pools: tuple[tuple[str, ...], ...] | None = None
    """Counters to be drawn, rifle and armour; None: unknown, or all that the units do not use."""
    dead: tuple[tuple[str, ...], ...] | None = None
    left: dict[str, int] = {}
    """How many counters of each symbol are left to draw."""
    fallen: dict[str, int] = {}
    """How many counters of each symbol lie in the pool of the eliminated."""


# --- from a state -----------------------------------------------------------------------------------


def describe(state: State) -> Position:
    """The whole truth."""
    ids = state.world.hex_ids
    counters = state.world.counters

    def hexes(numbers: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(ids[h] for h in numbers)

    def hex_or_none(number: int) -> str:
        return "" if number == NOWHERE else ids[number]

    def pools(lists: st.Pools) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(counters[c].id for c in pool) for pool in lists)

    return Position(
        turn=state.turn,
        phase=PHASE_NAMES[state.phase],
        opened=True,
        units=tuple([_describe_unit(state.world, i, u) for i, u in enumerate(state.units)]),
        air=hexes(state.air),
        soviet_marker=hex_or_none(state.soviet_marker),
        soviet_marker_uses=state.soviet_marker_uses,
        cuts=hexes(state.cuts),
        repaired=hexes(state.repaired),
        german_hexes=tuple(
            ids[h] for h, bit in state.world.prize_bit.items() if state.control & bit
        ),
        held_cities=tuple(
            p.name for i, p in enumerate(state.world.prizes) if state.held_cities >> i & 1
        ),
        smolensk_free=state.smolensk_free,
        rail_used=state.rail_used,
        front_turn=state.front_turn,
        front_total=state.front_total,
        front_entered=0 if state.front_entered is msgspec.UNSET else state.front_entered,
        withdrawals=state.withdrawals,
        withdrawn_this_turn=state.withdrawn_this_turn,
        recaptures=state.recaptures,
        attacked_from=hexes(state.attacked_from),
        wanted_cut=hex_or_none(state.wanted_cut),
        wanted_lift=hex_or_none(state.wanted_lift),
        frozen=tuple(state.frozen),
        provisional="" if state.provisional == NOWHERE else state.name(state.provisional),
        entries=state.entries,
        owed=tuple(state.owed),
        agenda=tuple(state.agenda),
        pools=pools(state.pools),
        dead=pools(state.dead),
        left=_symbols(state.world, state.pools),
        fallen=_symbols(state.world, state.dead),
    )


def _symbols(world: World, pools: st.Pools) -> dict[str, int]:
    return dict(sorted(Tally(world.counters[c].symbol for pool in pools for c in pool).items()))


@lru_cache(maxsize=8192)
def _describe_unit(world: World, unit: int, u: Unit) -> UnitPosition:
    """Kept: most units stand as they stood in the last view."""
    ids = world.hex_ids
    drawn = unit >= world.first_drawn
    counter = world.counters[u.counter]
    return UnitPosition(
        id=world.unit_names[unit],
        at=ids[u.place] if u.place >= 0 else _BOX_NAMES[u.place],
        counter=counter.id if drawn else "",
        symbol=counter.symbol if drawn else "",
        step=u.step,
        state=tuple(name for name, bit in FLAG_NAMES.items() if u.flags & bit),
        spent=u.spent,
        start=_start_name(world, u.start),
        back="" if u.back == NOWHERE else ids[u.back],
        entry=u.entry,
        army=u.army,
    )


def _start_name(world: World, start: int) -> str:
    """A hex, or for units that entered in this phase the number of their entry order."""
    if start >= 0:
        return world.hex_ids[start]
    return "" if start == NOWHERE else f"entry {-100 - start}"


@rule("12.1c", "12.GEN", "3.4e", "S2-1", "S2-3")
def seen(state: State) -> Position:
    """What both players see: untried divisions without their counters, pools without their order."""
    whole = describe(state)
    units = tuple(
        msgspec.structs.replace(u, counter="") if "untried" in u.state else u for u in whole.units
    )
    return msgspec.structs.replace(whole, units=units, pools=None, dead=None)


# --- to a state -------------------------------------------------------------------------------------


def arrange(
    world: World, setup: Setup, options: Options, position: object, chance: Chance
) -> State:
    """A state from a position; hidden counters that it does not name are drawn."""
    if not isinstance(position, Position):
        raise BadPosition("this is not a position of Panzergruppe Guderian")
    state = build(world, setup, options, position, chance)
    for problem in impossible(state):
        raise BadPosition(problem)
    return state


def build(
    world: World, setup: Setup, options: Options, position: Position, chance: Chance
) -> State:
    """The state of a position that is known to be possible."""
    state = empty_state(world, setup, options)
    if not 0 <= position.turn <= world.scenario["turns"]:
        raise BadPosition(f"turn {position.turn}: there are turns 1 to {world.scenario['turns']}")
    if position.phase not in PHASE_NAMES:
        raise BadPosition(f"no phase '{position.phase}'; choose one of: {', '.join(PHASE_NAMES)}")
    state.turn = position.turn
    state.phase = PHASE_NAMES.index(position.phase)
    _arrange_scalars(state, position)
    _arrange_pools(state, position)
    named = {u.counter or u.id for u in position.units}
    if position.pools is None:
        state.pools = _unnamed(world, state.pools, named)
        state.dead = _unnamed(world, state.dead, named)
    for unit in position.units:
        _arrange_unit(state, unit, chance)
    state.maps = st.Maps.rebuilt(state)
    _check_hexes(state)
    if position.provisional:
        state.provisional = state.find(position.provisional)
    state.agenda = list(position.agenda)
    if not position.opened and state.phase in st.MOVEMENT_PHASES:
        check_supply(state)
    return state


def _arrange_scalars(state: State, position: Position) -> None:
    world = state.world
    state.air = tuple(_hex(world, h) for h in position.air)
    state.soviet_marker = _hex(world, position.soviet_marker)
    state.soviet_marker_uses = position.soviet_marker_uses
    state.cuts = tuple(_hex(world, h) for h in position.cuts)
    state.repaired = tuple(_hex(world, h) for h in position.repaired)
    for h in position.german_hexes:
        if _hex(world, h) not in world.prize_bit:
            raise BadPosition(f"hex {h} is worth no victory points")
        state.control |= world.prize_bit[_hex(world, h)]
    names = [p.name for p in world.prizes]
    for city in position.held_cities:
        if city not in names:
            raise BadPosition(f"no city '{city}'; there are: {', '.join(names)}")
        state.held_cities |= 1 << names.index(city)
    for field in (
        "smolensk_free",
        "rail_used",
        "front_turn",
        "front_total",
        "withdrawals",
        "withdrawn_this_turn",
        "recaptures",
        "entries",
    ):
        setattr(state, field, getattr(position, field))
    state.front_entered = position.front_entered or msgspec.UNSET
    state.attacked_from = tuple(_hex(world, h) for h in position.attacked_from)
    state.wanted_cut = _hex(world, position.wanted_cut)
    state.wanted_lift = _hex(world, position.wanted_lift)
    state.frozen = tuple(position.frozen)
    state.owed = tuple(position.owed)


def _unnamed(world: World, pools: st.Pools, named: set[str]) -> st.Pools:
    return tuple(tuple(c for c in pool if world.counters[c].id not in named) for pool in pools)


def _arrange_pools(state: State, position: Position) -> None:
    for given, field in ((position.pools, "pools"), (position.dead, "dead")):
        if given is not None:
            if len(given) != 2:
                raise BadPosition(f"'{field}' needs two lists, rifle and armour")
            pools = tuple(tuple(_counter(state.world, c) for c in pool) for pool in given)
            setattr(state, field, pools)


def _hex(world: World, name: str) -> int:
    if not name:
        return NOWHERE
    if name not in world.hex_index:
        raise BadPosition(f"no hex '{name}' on this map (hexes are 0101 to 5931)")
    return world.hex_index[name]


def _counter(world: World, name: str) -> int:
    if name not in world.counter_index:
        raise BadPosition(f"no counter '{name}' in this game")
    return world.counter_index[name]


def _arrange_unit(state: State, given: UnitPosition, chance: Chance) -> None:
    world = state.world
    flags = 0
    for name in given.state:
        if name not in FLAG_NAMES:
            raise BadPosition(f"{given.id}: no state '{name}'; there are: {', '.join(FLAG_NAMES)}")
        flags |= FLAG_NAMES[name]
    place = BOXES[given.at] if given.at in BOXES else _hex(world, given.at)
    if place == st.WAITING and not _known_entry(world, given.entry):
        raise BadPosition(f"{given.id} waits at no entry of this map: '{given.entry}'")
    start = _start(world, given)
    fixed = world.slot_of.get(given.id)
    counter = (
        world.fixed_counters[fixed] if fixed is not None else _drawn(state, given, flags, chance)
    )
    if not 0 <= given.step < len(world.counters[counter].steps):
        raise BadPosition(f"{given.id} has {len(world.counters[counter].steps)} steps")
    if fixed is None and not given.counter and given.id.startswith("S-"):
        flags |= UNTRIED
    back = _hex(world, given.back)
    unit = Unit(
        counter, place, given.step, flags, given.spent, start, back, given.entry, given.army
    )
    if fixed is None:
        state.units.append(unit)
    else:
        if state.units[fixed].place != st.NOT_DUE:
            raise BadPosition(f"{given.id} is named twice")
        state.units[fixed] = unit


def _known_entry(world: World, entry: str) -> bool:
    """A unit may wait without an entry: then it stays out."""
    kinds = ("entry", "swf", "setup")
    return not entry or any((kind, entry) in world.board.areas for kind in kinds)


def _start(world: World, given: UnitPosition) -> int:
    """A hex, or "entry" and a number for units that came in together (see `_start_name`)."""
    number = given.start.removeprefix("entry ")
    if number != given.start and number.isdecimal():
        return -100 - int(number)
    return _hex(world, given.start)


def _drawn(state: State, given: UnitPosition, flags: int, chance: Chance) -> int:
    """The counter of a Soviet division: by its own name, given, or drawn by its symbol."""
    world = state.world
    number = len(state.units) - world.first_drawn + 1
    if not given.id.startswith("S-"):
        if given.id not in world.counter_index:
            raise BadPosition(f"no unit '{given.id}' in this game")
        return world.counter_index[given.id]
    if given.id != f"S-{number}":
        raise BadPosition(f"{given.id}: number Soviet divisions in order, this one is S-{number}")
    if given.counter:
        return _counter(world, given.counter)
    symbol = given.symbol or "rifle"
    pool = RIFLE if symbol == "rifle" else ARMOR
    source = "dead" if flags & RECYCLED else "pools"
    pools: st.Pools = getattr(state, source)
    fitting = [c for c in pools[pool] if world.counters[c].symbol == symbol]
    if not fitting:
        raise BadPosition(f"{given.id}: no {symbol} counter is left for it")
    counter = fitting[chance.pick(len(fitting), "hidden counter")]
    setattr(state, source, st.taken(pools, pool, counter))
    return counter


def _check_hexes(state: State) -> None:
    """A position must be possible on the map, if not in the course of play."""
    for place, stack in state.maps.stacks.items():
        name = state.world.hex_ids[place]
        if state.world.lake[place]:
            raise BadPosition(f"{state.name(stack[0])}: hex {name} is a lake")
        if len({state.side(u) for u in stack}) > 1:
            raise BadPosition(f"hex {name} holds units of both sides")
    tally = Tally(u.counter for u in state.units if u.place not in st.GONE)
    for counter, count in tally.items():
        if count > 1:
            raise BadPosition(f"counter {state.world.counters[counter].id} is named twice")
