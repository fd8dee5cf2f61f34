"""Derived from the units: who stands where, and what was worked out from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.kit.derived import new_memos

if TYPE_CHECKING:
    from campagna.games.lion_of_judah.state import State

# What memos depend on (`kit/derived`).
ITALIANS, OTHERS, CONTROL, ROADS, EVENTS, AIR, PHASE = (1 << n for n in range(7))
"""Where the units of a side stand, with which trucks, and what the enemy sees of them (two kinds);
who controls the hexes; the roads that were built; the events in force and
the country that one of them opens; the air markers and whom they supply; the turn with its phase."""
UNITS = (ITALIANS, OTHERS)
ENEMIES = (OTHERS, ITALIANS)
"""By side: the units of the other side."""
BOTH_SIDES = ITALIANS | OTHERS
LINES = BOTH_SIDES | CONTROL | ROADS | EVENTS
"""Lines of supply."""
CHARTS = ROADS | EVENTS | PHASE
"""What a step costs."""
EVERYTHING = LINES | CHARTS | AIR


class Maps:
    def __init__(self, size: int, sides: tuple[str, ...]) -> None:
        self.sides = sides
        """The names of the two sides in this game."""
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.held = [bytearray(size), bytearray(size)]
        """Per side, one entry per hex: 1 where it has a unit of any kind (2.3-a)."""
        self.armed = [bytearray(size), bytearray(size)]
        """Per side: 1 where it has a unit with a combat factor."""
        self.solid = [bytearray(size), bytearray(size)]
        """Per side: 1 where it has a unit other than guerrillas (9.5.1-e)."""
        self.carried: dict[int, tuple[int, ...]] = {}
        """Trucks by the unit they carry."""
        self.memos = new_memos()
        self.uncovered: list[int] = []
        """Units that came to the top since the order began; see `visibility.uncover`."""
        self.hold = NOWHERE
        """In a what-if the phase beyond which play does not go by itself."""

    @classmethod
    def rebuilt(cls, state: State, sides: tuple[str, ...]) -> Maps:
        maps = cls(state.world.size, sides)
        for unit, u in enumerate(state.units):
            if u.place >= 0:
                maps.stacks[u.place] = (*maps.stacks.get(u.place, ()), unit)
            if u.carrier != NOWHERE:
                maps.carried[u.carrier] = (*maps.carried.get(u.carrier, ()), unit)
        for place, stack in maps.stacks.items():
            maps._refresh(state, place, stack)
        return maps

    def copy(self) -> Maps:
        other = Maps.__new__(Maps)
        other.sides = self.sides
        other.stacks = self.stacks.copy()
        other.held = [self.held[0][:], self.held[1][:]]
        other.armed = [self.armed[0][:], self.armed[1][:]]
        other.solid = [self.solid[0][:], self.solid[1][:]]
        other.carried = self.carried.copy()
        other.memos = self.memos.copy()
        other.uncovered = self.uncovered.copy()
        other.hold = self.hold
        return other

    def moved(self, state: State, unit: int, old: int, new: int) -> None:
        """Keep stacks sorted by unit, so that a rebuild gives the same order."""
        if old >= 0:
            rest = tuple([u for u in self.stacks[old] if u != unit])
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
            self._refresh(state, old, rest)
        if new >= 0:
            stack = tuple(sorted((*self.stacks.get(new, ()), unit)))
            self.stacks[new] = stack
            self._refresh(state, new, stack)
        self.memos.touch(UNITS[state.world.unit_sides[unit]])

    def loaded(self, state: State, truck: int, old: int, new: int) -> None:
        """A truck carries another unit than before, or none."""
        if old != NOWHERE:
            self.carried[old] = tuple([t for t in self.carried[old] if t != truck])
            if not self.carried[old]:
                del self.carried[old]
        if new != NOWHERE:
            self.carried[new] = tuple(sorted((*self.carried.get(new, ()), truck)))
        self.memos.touch(UNITS[state.world.unit_sides[truck]])

    def _refresh(self, state: State, place: int, stack: tuple[int, ...]) -> None:
        sides, combat = state.world.unit_sides, state.world.combat
        guerrilla = state.world.guerrilla
        for side in (0, 1):
            mine = [u for u in stack if sides[u] == side]
            self.held[side][place] = 1 if mine else 0
            self.armed[side][place] = any(combat[u] for u in mine)
            self.solid[side][place] = any(not guerrilla[u] for u in mine)
