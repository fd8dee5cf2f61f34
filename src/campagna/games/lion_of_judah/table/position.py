"""Positions: the readable form of a state, for what-ifs, views and tests.

A position may be partial: only the units and markers that matter. `describe` writes a whole one,
`arrange` makes a state of either; `seen` leaves out what a viewer may not know.
"""

from __future__ import annotations

from collections import Counter as Tally
from functools import lru_cache

import msgspec
from msgspec import UNSET

from campagna.core.numbered import Count
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah import flags
from campagna.games.lion_of_judah.counters import ITALIAN, PARTS
from campagna.games.lion_of_judah.flags import ABSENT, NOWHERE
from campagna.games.lion_of_judah.frames import Frame
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general.setup import first_control
from campagna.games.lion_of_judah.state import (
    PHASE_NAMES,
    AirStatus,
    Capture,
    InForce,
    Ledger,
    PartResult,
    Shipment,
    Site,
    State,
    Unit,
)
from campagna.games.lion_of_judah.world import Part

FLAG_NAMES = {
    "hidden": flags.HIDDEN,
    "top": flags.TOP,
    "shown": flags.SHOWN,
    "fought": flags.FOUGHT,
    "moved": flags.MOVED,
    "unsupplied": flags.UNSUPPLIED,
    "interdicted": flags.INTERDICTED,
    "attacked": flags.ATTACKED,
    "attacked-twice": flags.ATTACKED_TWICE,
    "gassed": flags.GASSED,
    "m-side": flags.M_SIDE,
    "tried": flags.TRIED,
    "active": flags.ACTIVE,
    "used": flags.USED,
    "disrupted": flags.DISRUPTED,
    "column": flags.COLUMN,
    "arrived": flags.ARRIVED,
    "recalled": flags.RECALLED,
    "airlifted": flags.AIRLIFTED,
    "marched": flags.MARCHED,
    "lifted": flags.LIFTED,
}
BOXES = {
    "not-due": flags.NOT_DUE,
    "dead": flags.DEAD,
    "gone": flags.GONE,
    "breakdown": flags.BREAKDOWN_BOX,
    "holding": flags.HOLDING,
}
BOX_NAMES = {code: name for name, code in BOXES.items()}
SOMEWHERE = "?"
"""On the map, where the viewer cannot tell."""

AIR_NAMES = ("away", "ready", "committed", "flying", "interdicting", "supplying")

COMBAT_FLAGS = ("hidden", "top", "shown", "fought", "airlifted")
OPEN_FLAGS = (*COMBAT_FLAGS, "m-side", "tried", "used", "active", "disrupted")
"""What the enemy sees of a unit; of one in a combat or in a gassed hex also whether it is gassed."""


class UnitPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: str
    at: str = "not-due"
    """A hex, an RP box, another box, or '?'."""
    steps: Count | None = None
    """Steps left; None: all on the map, none off it."""
    state: tuple[str, ...] = ()
    spent: Count = 0
    value: int = NOWHERE
    """The drawn factor; -1: none, or unknown and drawn if a state is made of it."""
    carrier: str = ""
    load: Count = 0
    most: Count = 0
    due: Count = 0
    entry: str = ""
    tribe: str = ""
    """With the optional rule of friction; empty: none, or unknown and dealt if a state is made of it."""


class HiddenUnits(msgspec.Struct, frozen=True, array_like=True):
    """So many units in a hex of which only the kind is seen: a faction, guerrillas, or nothing."""

    hex: str
    side: str
    kind: str
    count: int


class AirPosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: str
    status: str = "ready"
    due: Count = 0
    at: str = ""
    theatre: str = ""


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    part: str = ""
    """s1935 or s1940; empty: the first of the scenario."""
    turn: Count = 1
    phase: str = "movement"
    side: str = "italian"
    """The acting player: italian, or anything else for his opponent."""
    opened: bool = False
    """True: the supply check of the segment is done and stands in the units."""
    units: tuple[UnitPosition, ...] = ()
    hidden: tuple[HiddenUnits, ...] = ()
    air: tuple[AirPosition, ...] = ()
    taken: dict[str, str] = {}
    """Hexes whose control differs from the start: italian, other or none."""
    boxes: dict[str, Count] = {}
    shipments: tuple[Shipment, ...] = ()
    roads: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
    cup: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    in_force: tuple[InForce, ...] = ()
    bombing: Count = 0
    bombed_turn: Count = 0
    gassed: tuple[str, ...] = ()
    bribed: tuple[str, ...] = ()
    steps_lost: tuple[Count, Count] = (0, 0)
    ledger: tuple[Ledger, ...] = ()
    fuel: Count | None = None
    prestige: int | None = None
    fuel_spent: tuple[str, ...] = ()
    taken_once: tuple[str, ...] = ()
    lost_once: tuple[str, ...] = ()
    captures: tuple[Capture, ...] = ()
    french_open: bool = False
    withdrawal: Count = 0
    railed: tuple[tuple[str, int, int], ...] = ()
    sailed: tuple[Count, Count] = (0, 0)
    leader: str = ""
    moving: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    minor_users: tuple[str, ...] = ()
    first_part: PartResult | None = None
    sudden: str = ""
    agenda: tuple[Frame, ...] = ()


# --- from a state -----------------------------------------------------------------------------------


def describe(state: State) -> Position:
    """The whole truth."""
    ids = state.world.hex_ids

    def hexes(numbers: list[int]) -> tuple[str, ...]:
        return tuple(ids[h] for h in numbers)

    return Position(
        part=PARTS[state.part],
        turn=state.turn,
        phase=PHASE_NAMES[state.phase],
        side=state.side_name(state.side),
        opened=True,
        units=_units(state),
        air=tuple(_air(state, i) for i in state.theatre.air),
        taken=_taken(state),
        boxes={box.id: state.boxes[i] for i, box in enumerate(state.theatre.boxes)},
        shipments=tuple(state.shipments),
        roads=hexes(state.roads),
        sites=tuple(state.sites),
        cup=tuple(state.cup),
        drawn=tuple(state.drawn),
        in_force=tuple(state.in_force),
        bombing=state.bombing,
        bombed_turn=state.bombed_turn,
        gassed=hexes(state.gassed),
        bribed=tuple(state.bribed),
        steps_lost=(state.steps_lost[0], state.steps_lost[1]),
        ledger=tuple(state.ledger),
        fuel=state.fuel,
        prestige=state.prestige,
        fuel_spent=state.names(state.fuel_spent),
        taken_once=hexes(state.taken),
        lost_once=hexes(state.lost),
        captures=tuple(state.captures),
        french_open=state.french_open,
        withdrawal=state.withdrawal,
        railed=tuple(state.railed),
        sailed=state.sailed,
        leader="" if state.leader == NOWHERE else state.name(state.leader),
        moving=state.names(state.moving),
        fought=hexes(state.fought),
        minor_users=state.names(state.minor_users),
        first_part=state.first_part,
        sudden=state.sudden,
        agenda=tuple(state.agenda),
    )


def _place_name(theatre: Part, place: int) -> str:
    if place >= 0:
        return theatre.world.hex_ids[place]
    if place <= flags.IN_BOX:
        return theatre.boxes[flags.IN_BOX - place].id
    return BOX_NAMES[place]


def _units(state: State) -> tuple[UnitPosition, ...]:
    units, theatre = state.units, state.theatre
    found = [_unit(theatre, i, units[i]) for i in theatre.units if units[i].place != ABSENT]
    if state.tribes is not UNSET:
        slots, tribes = state.world.slots, state.tribes
        found = [msgspec.structs.replace(u, tribe=tribes[slots[u.id]]) for u in found]
    return tuple(found)


@lru_cache(maxsize=8192)
def _unit(theatre: Part, unit: int, u: Unit) -> UnitPosition:
    """Kept: most units stand as they stood in the last view."""
    counters = theatre.world.counters
    return UnitPosition(
        counters[unit].id,
        _place_name(theatre, u.place),
        u.steps,
        tuple(name for name, bit in FLAG_NAMES.items() if u.flags & bit),
        u.spent,
        u.value,
        "" if u.carrier == NOWHERE else counters[u.carrier].id,
        u.load,
        u.most,
        u.due,
        "" if u.entry == NOWHERE else _place_name(theatre, u.entry),
    )


def _air(state: State, marker: int) -> AirPosition:
    a = state.air[marker]
    return AirPosition(
        state.world.air[marker].id,
        AIR_NAMES[AirStatus(a.status)],
        a.due,
        state.hex_name(a.place),
        a.theatre,
    )


OWNERS = ("italian", "other", "none")
_STRETCH = 32


def _taken(state: State) -> dict[str, str]:
    first, control = first_control(state), state.control
    ids = state.world.hex_ids
    taken = {}
    for start in range(0, len(control), _STRETCH):
        # Most of the map stays as it was: whole stretches are compared first.
        if first[start : start + _STRETCH] != control[start : start + _STRETCH]:
            for h in range(start, min(start + _STRETCH, len(control))):
                if first[h] != control[h]:
                    taken[ids[h]] = OWNERS[control[h]]
    return taken


# --- what a viewer sees -----------------------------------------------------------------------------


@rule("12.3-a", "12.3-c", "2.3.7-a", "2.3.5-a", "PB 14.6.5")
def seen(state: State, viewer: str) -> Position:
    """Factors face down are hidden from all; enemy stacks below their top from the other side."""
    whole = describe(state)
    sides = state.maps.sides
    foreign = {s for s in (0, 1) if sides[s] != viewer}
    units = []
    slots: Tally[tuple[str, str, str]] = Tally()
    slot_of, side_of = state.world.slots, state.world.unit_sides
    for unit in whole.units:
        slot = slot_of[unit.id]
        given = unit
        if _face_down(unit):
            given = msgspec.structs.replace(unit, value=NOWHERE, tribe="")
        if side_of[slot] in foreign:
            if not visibility.visible(state, slot):
                slots[unit.at, sides[side_of[slot]], visibility.kind_seen(state, slot)] += 1
                given = _somewhere(given)
            elif state.units[slot].place >= 0:
                gassed = state.units[slot].place in state.gassed
                given = _from_outside(given, fighter=state.stacks_visibly(slot), gassed=gassed)
        units.append(given)
    moving_seen = viewer == sides[state.side]
    italian_eyes = viewer == sides[ITALIAN]
    return msgspec.structs.replace(
        whole,
        units=tuple(units),
        hidden=tuple(HiddenUnits(*key, count) for key, count in sorted(slots.items())),
        moving=whole.moving if moving_seen else (),
        fuel_spent=whole.fuel_spent if italian_eyes else (),
        minor_users=whole.minor_users if italian_eyes else (),
    )


def _face_down(unit: UnitPosition) -> bool:
    return "hidden" in unit.state


def _somewhere(unit: UnitPosition) -> UnitPosition:
    """A unit in some stack: its strength is known, its place is not."""
    kept = tuple(s for s in unit.state if s in ("hidden", "fought"))
    return UnitPosition(unit.id, SOMEWHERE, unit.steps, kept, value=unit.value, tribe=unit.tribe)


def _from_outside(unit: UnitPosition, *, fighter: bool, gassed: bool) -> UnitPosition:
    """A unit as the enemy sees it: what it has done this segment is not written on it."""
    kept = _open_names(unit.state, fighter, gassed) if unit.state else ()
    if kept == unit.state and not (unit.spent or unit.most or unit.due or unit.entry):
        return unit
    return msgspec.structs.replace(unit, state=kept, spent=0, most=0, due=0, entry="")


@lru_cache(maxsize=1024)
def _open_names(names: tuple[str, ...], fighter: bool, gassed: bool) -> tuple[str, ...]:
    open_ = COMBAT_FLAGS if fighter else OPEN_FLAGS
    if gassed or "shown" in names:
        open_ = (*open_, "gassed")
    return tuple(s for s in names if s in open_)
