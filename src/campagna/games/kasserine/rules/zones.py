"""Zones of control and contact (ATT-1, ATT-3, NGT-2), and the masks that stop movement and lines."""

from __future__ import annotations

from campagna.core.rulebook import rule
from campagna.games.kasserine.state import PIECES, State
from campagna.kit.derived import derived_by_side

Mask = bytes | bytearray


def either(one: Mask, other: Mask) -> bytes:
    """One where any of the masks is one."""
    total = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return total.to_bytes(len(one), "little")


@derived_by_side(on=PIECES)
def on_map(state: State, side: int) -> list[int]:
    """Everything of a side on the map, in counter order."""
    return [i for i, u in enumerate(state.units) if u.place >= 0 and u.side == side]


def fighters(state: State, side: int) -> list[int]:
    """Combat units of a side on the map, in counter order."""
    return [u for u in on_map(state, side) if state.fights(u)]


@rule("MOV-9")
@derived_by_side(on=PIECES)
def held(state: State, side: int) -> Mask:
    """Mask of the hexes where a side has a piece of any class (A25)."""
    return state.world.board.mask(state.place(u) for u in on_map(state, side))


@rule("ATT-1", "ATT-3")
def has_zone(state: State, unit: int) -> bool:
    """Combat units other than artillery, outside towns."""
    return bool(state.world.has_zone[unit]) and not state.world.town[state.place(unit)]


@rule("ATT-1", "ATT-3")
@derived_by_side(on=PIECES)
def day_zone(state: State, side: int) -> Mask:
    """Mask of the hexes next to the units of a side that have a zone, whatever the terrain."""
    board = state.world.board
    exerting = board.mask(state.place(u) for u in on_map(state, side) if has_zone(state, u))
    return board.field.zones(exerting, board.edge)


@rule("NGT-2")
def zone(state: State, side: int) -> Mask:
    """The zones of a side in this move: at night there are none."""
    return state.world.nothing if state.night else day_zone(state, side)


def watchers(state: State, side: int, hex_: int) -> list[int]:
    """Units of a side in whose zone a hex lies, by day."""
    return [
        u for h in state.world.near[hex_] for u in state.fighters_at(h, side) if has_zone(state, u)
    ]


@rule("ATT-4", "CAL-9 (b)", "ART-3", "ART-8")
def in_contact(state: State, hex_: int, side: int) -> bool:
    """Whether a combat unit of a side stands next to a hex."""
    return any(state.fighters_at(h, side) for h in state.world.near[hex_])
