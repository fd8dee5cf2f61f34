"""The whole truth of a game in progress, and the maps derived from it.

A unit is a small frozen record in `State.units`, at the place of its counter; to change it is to
replace it. The derived maps hang on the state but are neither saved nor hashed.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, cast

import msgspec

from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.kasserine.frames import Combat, Frame
from campagna.games.kasserine.world import UCT, Counter, Face, World
from campagna.kit.derived import new_memos

# Places of counters that are not on the map.
TRAY = -1
"""Not in play yet (SET-10)."""
DEAD = -2
EXITED = -3
"""Left by a road to Tebessa or Le Kef: it scores (VIC-1)."""
CANCELLED = -4
"""Its entry road is blocked for good (CAL-17)."""
REPLACED = -5
"""A commander whom another has relieved (CAP-6)."""
BLOCKING = -6
"""Left so as to block an entry road: no loss, no points (CAL-18)."""

NOWHERE = -1

# Flags of a unit; those of TURN_FLAGS come off when a turn ends.
REDUCED = 1 << 0
SHOCKED = 1 << 1
"""Marker RT: no benefit of terrain in this turn (ART-4)."""
CONDEMNED = 1 << 2
"""Marker E: removed when the fire step ends (PCS-6)."""
SUPPLIED = 1 << 3
"""Had a supply line when the turn began (LOG-2, ART-6)."""
UNDER_DIVISION = 1 << 4
"""Within its own divisional command's radius when the turn began."""
COMPLETE = 1 << 5
"""With the complete chain of command when the turn began (CMD-5)."""
BOUND = 1 << 6
"""Under the limits of the pause in this turn (CAL-8)."""
MOVED = 1 << 7
ENGAGED = 1 << 8
"""Entered an enemy zone by day in this turn: it must attack (ATT-2)."""
FIRED = 1 << 9
MARCHING = 1 << 10
"""A supply that moves in this turn and so supplies nobody (LOG-7)."""
MINED = 1 << 11
"""A supply that somebody tried to blow up in this turn (LOG-11)."""
BLOWN = 1 << 12
"""Blown up: gone when this movement phase ends (LOG-12)."""

TURN_FLAGS = (
    SHOCKED
    | SUPPLIED
    | UNDER_DIVISION
    | COMPLETE
    | BOUND
    | MOVED
    | ENGAGED
    | FIRED
    | MARCHING
    | MINED
)


class Phase(IntEnum):
    """The decisions of a game in order: set-up, then turn after turn."""

    ALLIED_SETUP = 0
    AXIS_SETUP = 1
    LOGISTICS = 2
    MOVEMENT = 3
    PLAN = 4
    FIRE = 5
    DEFENSIVE_FIRE = 6
    COMBAT = 7
    OVER = 8


PHASE_NAMES = (
    "allied-setup",
    "axis-setup",
    "logistics",
    "movement",
    "plan",
    "fire",
    "defensive-fire",
    "combat",
    "over",
)


class Unit(msgspec.Struct, frozen=True, array_like=True):
    place: int = TRAY
    side: int = 0
    """Its owner: supplies can be captured."""
    flags: int = 0
    start: int = NOWHERE
    """Where it stood when the turn began; for one that may enter, its entry hex."""
    control: int = 0
    """Army commands that controlled it when the turn began, as bits of `World.armies`."""


class State(msgspec.Struct, dict=True):
    setup: Setup
    move: int = 0
    side: int = 0
    phase: int = 0
    weather: str = "clear"
    units: list[Unit] = []
    combats: list[Combat] = []
    aircraft: list[list[int]] = msgspec.field(default_factory=lambda: [[], []])
    """Per side the move of each aircraft used, as written on the calendar (CAL-4, AIR-8)."""
    nights: list[list[int]] = msgspec.field(default_factory=lambda: [[], []])
    """Per side the moves with a night attack (NGT-3)."""
    raided: bool = False
    """The strategic bombers have struck in this turn."""
    level: str = ""
    """How the game ended."""
    agenda: list[Frame] = []

    if TYPE_CHECKING:
        # Attached to a state in play, never saved: see `Kasserine.attach`.
        world: World = cast(World, None)
        maps: Maps = cast("Maps", None)
        options: Options = Options({})

    def copy(self) -> State:
        other = State(
            self.setup,
            self.move,
            self.side,
            self.phase,
            self.weather,
            self.units.copy(),
            self.combats.copy(),
            [self.aircraft[0].copy(), self.aircraft[1].copy()],
            [self.nights[0].copy(), self.nights[1].copy()],
            self.raided,
            self.level,
            self.agenda.copy(),
        )
        other.__dict__.update(self.__dict__)
        other.maps = self.maps.copy()
        return other

    # --- units ----------------------------------------------------------------------------------

    def counter(self, unit: int) -> Counter:
        return self.world.counters[unit]

    def owner(self, unit: int) -> int:
        return self.units[unit].side

    def fights(self, unit: int) -> bool:
        return self.world.kind[unit] == UCT

    @rule("PCS-4")
    def face(self, unit: int) -> Face:
        """The side of the counter that lies up."""
        return self.world.counters[unit].faces[self.units[unit].flags & REDUCED]

    def is_light(self, unit: int) -> bool:
        """Reduced foot infantry: free of supply and of terrain."""
        return bool(self.units[unit].flags & REDUCED) and self.world.foot[unit]

    def place(self, unit: int) -> int:
        return self.units[unit].place

    def name(self, unit: int) -> str:
        return self.world.names[unit]

    def names(self, units: Iterable[int]) -> tuple[str, ...]:
        known = self.world.names
        return tuple([known[u] for u in units])

    def hex_name(self, hex_: int) -> str:
        return self.world.hex_ids[hex_]

    def hex_names(self, hexes: Iterable[int]) -> tuple[str, ...]:
        ids = self.world.hex_ids
        return tuple([ids[h] for h in hexes])

    def flagged(self, unit: int, flags: int) -> bool:
        return bool(self.units[unit].flags & flags)

    def flag(self, unit: int, on: int, off: int = 0) -> None:
        u = self.units[unit]
        flags = (u.flags | on) & ~off
        self.units[unit] = Unit(u.place, u.side, flags, u.start, u.control)
        if (flags ^ u.flags) & REDUCED:
            self.maps.touch(u.side)

    def put(self, unit: int, place: int) -> None:
        """Put a counter somewhere else, on the map or off it."""
        u = self.units[unit]
        self.units[unit] = Unit(place, u.side, u.flags, u.start, u.control)
        self.maps.moved(unit, u.side, u.place, place)

    def hand_over(self, unit: int, side: int) -> None:
        """A supply changes its owner in place."""
        self.units[unit] = msgspec.structs.replace(self.units[unit], side=side)
        for owner in range(len(PIECES)):
            self.maps.touch(owner)

    # --- the sequence and the weather -----------------------------------------------------------

    @property
    def night(self) -> bool:
        return bool(self.world.night[self.move])

    @property
    def paused(self) -> bool:
        return self.move in self.world.pause

    # --- stacks ---------------------------------------------------------------------------------

    def stack(self, hex_: int) -> tuple[int, ...]:
        return self.maps.stacks.get(hex_, ())

    def fighters_at(self, hex_: int, side: int) -> list[int]:
        """Combat units of a side in a hex."""
        kind, units = self.world.kind, self.units
        stack = self.maps.stacks.get(hex_, ())
        return [u for u in stack if kind[u] == UCT and units[u].side == side]

    def holder(self, hex_: int) -> int:
        """The side whose pieces stand in a hex, NOWHERE if it is empty."""
        stack = self.maps.stacks.get(hex_)
        return self.units[stack[0]].side if stack else NOWHERE


PIECES = (1, 2)
"""What memos depend on: the pieces of a side, where they are and how strong. While a side moves, what
it must know of the enemy stays the same."""


class Maps:
    """Derived from the units: who stands where, and what was found out from that."""

    def __init__(self) -> None:
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.memos = new_memos()
        self.parties: list[object] = [None, None]
        """Who of a side can go where, see `movement.parties`; it is compared with the units."""

    @classmethod
    def rebuilt(cls, state: State) -> Maps:
        maps = cls()
        for unit, u in enumerate(state.units):
            if u.place >= 0:
                maps.stacks[u.place] = (*maps.stacks.get(u.place, ()), unit)
        return maps

    def copy(self) -> Maps:
        other = Maps()
        other.stacks = self.stacks.copy()
        other.memos = self.memos.copy()
        other.parties = self.parties.copy()
        return other

    def moved(self, unit: int, side: int, old: int, new: int) -> None:
        """Keep stacks sorted by unit, so that a rebuild gives the same order."""
        if old >= 0:
            rest = tuple([u for u in self.stacks[old] if u != unit])
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
        if new >= 0:
            self.stacks[new] = tuple(sorted((*self.stacks.get(new, ()), unit)))
        self.touch(side)

    def touch(self, side: int) -> None:
        """Pieces of a side changed."""
        self.memos.touch(PIECES[side])
        self.parties[side] = None
