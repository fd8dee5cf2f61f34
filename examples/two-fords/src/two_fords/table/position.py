"""A game in progress as people write it: whole (`describe`), as one side sees it, or partial."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import BadPosition, Setup
from two_fords.frames import Retreating
from two_fords.rules.counters import draw_strengths, knows
from two_fords.state import LOST, OVER, PHASES, RESERVE, State, Unit, option, units_of
from two_fords.world import BOARD, INDEX, NAMES, SIDES, TABLES

OFF_MAP_PLACES = {"reserve": RESERVE, "lost": LOST}


class Counter(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One counter. Without a strength it is unknown, and drawn from what is left."""

    id: str
    place: str = "reserve"
    strength: int | None = None
    up: bool = False
    scouted: bool = False
    done: bool = False
    attacked: bool = False


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Only the counters that matter need naming; the others stay in reserve."""

    turn: int = 1
    side: str = "north"
    phase: str = "move"
    """deploy, move, attack, or over."""
    retreat: str = ""
    """The counter whose owner must now choose its retreat, in the attack phase of `side`."""
    units: tuple[Counter, ...] = ()


def describe(state: State, viewer: str | None = None) -> Position:
    """The position as a viewer may know it; without a viewer, the whole truth."""
    units = tuple(
        Counter(
            id=NAMES[i],
            place=place_name(u.place),
            strength=u.strength if viewer is None or knows(viewer, i, u) else None,
            up=u.up,
            scouted=u.scouted,
            done=u.done,
            attacked=u.attacked,
        )
        for i, u in enumerate(state.units)
    )
    if state.phase == OVER:
        return Position(state.turn, phase="over", units=units)
    retreat = NAMES[state.agenda[-1].unit] if state.agenda else ""
    return Position(state.turn, *PHASES[state.phase], retreat, units)


def arrange(setup: Setup, position: Position, chance: Chance) -> State:
    counters = _counters(position)
    up = option(setup, "open-counters")
    units: list[Unit] = []
    for side in SIDES:
        written = [counters.get(NAMES[i], Counter(NAMES[i])) for i in units_of(side)]
        strengths = _strengths([c.strength for c in written], side, chance)
        units += [
            Unit(s, _place(c), up or c.up, c.scouted, c.done, c.attacked)
            for c, s in zip(written, strengths, strict=True)
        ]
    return State(setup, position.turn, _phase(position), units, _agenda(position, units))


def _counters(position: Position) -> dict[str, Counter]:
    counters: dict[str, Counter] = {}
    places: set[str] = set()
    for counter in position.units:
        if counter.id not in INDEX:
            raise BadPosition(f"no counter '{counter.id}'; there are: {', '.join(NAMES)}")
        if counter.id in counters:
            raise BadPosition(f"counter {counter.id} is named twice")
        if counter.place in places:
            raise BadPosition(f"two counters in {counter.place}: a hex holds one (2.2)")
        if counter.place not in OFF_MAP_PLACES:
            places.add(counter.place)
        counters[counter.id] = counter
    return counters


def _strengths(known: list[int | None], side: str, chance: Chance) -> list[int]:
    try:
        return draw_strengths(known, chance)
    except ValueError:
        raise BadPosition(f"the counters of {side} have the strengths {TABLES.strengths}") from None


def _phase(position: Position) -> int:
    if position.phase == "over":
        return OVER
    if position.side not in SIDES:
        raise BadPosition(f"no side '{position.side}'; there are: {', '.join(SIDES)}")
    if (position.side, position.phase) not in PHASES:
        raise BadPosition(f"no phase '{position.phase}'; there are: deploy, move, attack, over")
    if position.phase != "deploy" and not 1 <= position.turn <= TABLES.turns:
        raise BadPosition(f"turn {position.turn} is not from 1 to {TABLES.turns}")
    return PHASES.index((position.side, position.phase))


def _agenda(position: Position, units: list[Unit]) -> list[Retreating]:
    if not position.retreat:
        return []
    unit = INDEX.get(position.retreat)
    if unit is None or units[unit].place < 0:
        raise BadPosition(f"no counter '{position.retreat}' on the map to retreat")
    return [Retreating(unit)]


def place_name(place: int) -> str:
    if place >= 0:
        return BOARD.name(place)
    return "reserve" if place == RESERVE else "lost"


def _place(counter: Counter) -> int:
    if counter.place in OFF_MAP_PLACES:
        return OFF_MAP_PLACES[counter.place]
    if counter.place not in BOARD.grid.index:
        raise BadPosition(f"{counter.id}: no hex '{counter.place}' on the map")
    return BOARD.hex(counter.place)
