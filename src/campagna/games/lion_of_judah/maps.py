"""Derived from the units: who stands where, and what was worked out from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from campagna.games.lion_of_judah.state import State

Memo = dict[object, Any]
"""What was worked out once; whoever asks knows the type of his own key."""


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
        self.lines: Memo = {}
        """Supply and the like; holds until any unit moves or control changes."""
        self.ground: Memo = {}
        """Where the phasing side may go; holds until the enemy, the roads or the phase change."""
        self.carried: dict[int, tuple[int, ...]] | None = None
        """Trucks by the unit they carry; rebuilt when a truck is loaded or freed."""
        self.uncovered: list[int] = []
        """Units that came to the top since the order began; see `visibility.uncover`."""

    @classmethod
    def rebuilt(cls, state: State, sides: tuple[str, ...]) -> Maps:
        maps = cls(state.world.size, sides)
        for unit, u in enumerate(state.units):
            if u.place >= 0:
                maps.stacks[u.place] = (*maps.stacks.get(u.place, ()), unit)
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
        other.lines = self.lines.copy()
        other.ground = self.ground.copy()
        other.carried = self.carried
        other.uncovered = self.uncovered.copy()
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
        self.lines.clear()
        # Ethiopian factions bar each other's way, so their own moves change the ground too (8.1-b).
        if state.world.unit_sides[unit] != state.side or state.part == 0:
            self.ground.clear()

    def ground_changed(self) -> None:
        """The enemy, the roads, the events or the phase changed: nothing known holds."""
        self.ground.clear()
        self.lines.clear()

    def _refresh(self, state: State, place: int, stack: tuple[int, ...]) -> None:
        sides, combat = state.world.unit_sides, state.world.combat
        guerrilla = state.world.guerrilla
        for side in (0, 1):
            mine = [u for u in stack if sides[u] == side]
            self.held[side][place] = 1 if mine else 0
            self.armed[side][place] = any(combat[u] for u in mine)
            self.solid[side][place] = any(not guerrilla[u] for u in mine)
