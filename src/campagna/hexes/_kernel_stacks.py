# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=True
"""Who stands where: the units of two sides on the hexes of a board. No game knowledge, only numbers.

This file runs as it stands; where a C compiler is found the same text is also built as
`campagna.hexes._compiled_stacks`, with the C types of `_compiled_stacks.pxd`.

A unit is a number. Its place is a hex, or negative for a place off the map; its marks are 15 bits
whose meaning the game knows, except two: a unit with a `calm` mark exerts no zone, one with a `reduced` mark
moves less far. Its movement is how it moves: its kind, which is the number of a table of costs, its points,
its points when reduced, and what it spent of them. The units of a hex are in ascending order, so that a game
loaded from a file has the same stacks as the game that was saved.
"""

from array import array
from collections.abc import Sequence, Set
from typing import Any

Buffer = bytes | bytearray

ROOM = 256
"""For so many units there is room from the start; a short array is quicker to copy."""


class Stacks:
    """Kept in step with a game's records by `add_unit`, `set_movement`, `mark`, `relocate`, `march`."""

    def __init__(self, size: int, sides: bytes, calm: int, reduced: int = 0) -> None:
        """`sides` tells the side, 0 or 1, of every unit that there will ever be."""
        self.sides = sides
        self.calm = calm
        self.reduced = reduced
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.uneven = False
        """The dict has seen deletions: it is slow to copy, its copy is not."""
        self.held = [bytearray(size), bytearray(size)]
        """Per side, one entry per hex: 1 where it has a unit."""
        self.exerting = [bytearray(size), bytearray(size)]
        """Per side, one entry per hex: 1 where one of its units exerts a zone."""
        self.zones: list[bytearray | None] = [None, None]
        """Per side whatever the game makes of `exerting`; dropped here when that changes."""
        self.count = 0
        room = min(len(sides), ROOM)
        self._keep(array("h", [-1, 0]) * room, array("h", [0, 0, 0, 0]) * room)
        self.own_first = self.own_second = True
        """Whether the two maps of a side are ours alone; copies share them until one changes."""

    def _keep(self, roster: "array[int]", movement: "array[int]") -> None:
        # The arrays themselves are what a copy copies; the loops go through their views.
        self.store = self.roster = roster
        self.budget = self.movement = movement

    def share(self, other: "Stacks") -> None:
        """Make a bare `other` an independent copy of this one."""
        if self.uneven:
            self.stacks = self.stacks.copy()
            self.uneven = False
        other.sides = self.sides
        other.calm = self.calm
        other.reduced = self.reduced
        other.stacks = self.stacks.copy()
        other.uneven = False
        other.held = self.held.copy()
        other.exerting = self.exerting.copy()
        other.zones = self.zones.copy()
        other.count = self.count
        other._keep(self.store[:], self.budget[:])
        self.own_first = self.own_second = False
        other.own_first = other.own_second = False

    def content(self) -> tuple[Any, ...]:
        """Everything, for `restore`: views of arrays can neither be pickled nor deep-copied."""
        maps = (self.stacks, self.held, self.exerting, self.zones)
        return self.sides, self.calm, *maps, self.count, self.store, self.reduced, self.budget

    def restore(self, content: tuple[Any, ...]) -> None:
        """Fill a bare map with the content of another, which must not be used any more."""
        self.sides, self.calm, self.stacks, self.held, self.exerting = content[:5]
        self.zones, self.count = content[5:7]
        self.reduced = content[8]
        self._keep(content[7], content[9])
        self.uneven = False
        self.own_first = self.own_second = True

    def _make_own(self, side: int) -> None:
        if side == 0 and not self.own_first:
            self.own_first = True
        elif side == 1 and not self.own_second:
            self.own_second = True
        else:
            return
        self.held[side] = self.held[side][:]
        self.exerting[side] = self.exerting[side][:]

    # --- changes --------------------------------------------------------------------------------

    def add_unit(self, place: int, marks: int) -> None:
        """One unit more, with the next number."""
        unit = self.count
        if unit == len(self.sides):
            raise IndexError("more units than there are sides for")
        if 2 * unit == len(self.store):
            self._keep(self.store * 2, self.budget * 2)
        self.count = unit + 1
        self.roster[2 * unit] = -1
        if place >= 0:
            self.relocate(unit, place, marks)
        else:
            self.roster[2 * unit] = place
            self.roster[2 * unit + 1] = marks

    def set_movement(
        self, unit: int, kind: int, points: int, reduced_points: int, spent: int
    ) -> None:
        """New movement for a unit."""
        self.movement[4 * unit] = kind
        self.movement[4 * unit + 1] = points
        self.movement[4 * unit + 2] = reduced_points
        self.movement[4 * unit + 3] = spent

    def mark(self, unit: int, marks: int) -> None:
        """New marks for a unit that stays where it is."""
        before = self.roster[2 * unit + 1]
        self.roster[2 * unit + 1] = marks
        place = self.roster[2 * unit]
        if place >= 0 and (before ^ marks) & self.calm:
            self._refresh(self.sides[unit], place, self.stacks[place])

    def relocate(self, unit: int, new: int, marks: int) -> None:
        """Put one unit somewhere else, on the map or off it."""
        side = self.sides[unit]
        old = self.roster[2 * unit]
        self.roster[2 * unit] = new
        self.roster[2 * unit + 1] = marks
        if old >= 0:
            self._leave(side, old, (unit,))
        if new >= 0:
            there = self.stacks.get(new)
            stack = (unit,) if there is None else tuple(sorted((*there, unit)))
            self.stacks[new] = stack
            self._refresh(side, new, stack)

    def march(
        self,
        units: Sequence[int],
        costs: Sequence[int],
        old: int,
        new: int,
        on: int,
        idle: list[int] | None = None,
    ) -> None:
        """Units of one side that stand together go to a hex, each at its cost, and get more marks.

        None of them is calm. They are struck off the ascending list of the idle, where they must be.
        """
        roster = self.roster
        movement = self.movement
        side = self.sides[units[0]]
        for i in range(len(units)):
            unit = units[i]
            cost = costs[i]
            roster[2 * unit] = new
            roster[2 * unit + 1] |= on
            movement[4 * unit + 3] += cost
            if idle is not None:
                self._strike(idle, unit)
        if old >= 0:
            self._leave(side, old, units)
        there = self.stacks.get(new)
        if there is None and len(units) == 1:
            self.stacks[new] = tuple(units)
        elif there is None:
            self.stacks[new] = tuple(sorted(units))
        else:
            self.stacks[new] = tuple(sorted((*there, *units)))
        self._make_own(side)
        self.held[side][new] = 1
        self.exerting[side][new] = 1
        self.zones[side] = None

    def _strike(self, numbers: list[int], unit: int) -> None:
        low = 0
        high = len(numbers) - 1
        while low < high:
            middle = (low + high) // 2
            number = numbers[middle]
            if number < unit:
                low = middle + 1
            else:
                high = middle
        del numbers[low]

    def _leave(self, side: int, old: int, units: Sequence[int]) -> None:
        stack = self.stacks[old]
        rest: tuple[int, ...] = ()
        if len(stack) > len(units):
            rest = tuple([u for u in stack if u not in units])
        if rest:
            self.stacks[old] = rest
        else:
            del self.stacks[old]
            self.uneven = True
        self._refresh(side, old, rest)

    def _refresh(self, side: int, place: int, stack: tuple[int, ...]) -> None:
        """What a hex shows after its stack changed."""
        self._make_own(side)
        roster = self.roster
        exerts = 0
        for unit in stack:
            if not roster[2 * unit + 1] & self.calm:
                exerts = 1
                break
        self.held[side][place] = 1 if stack else 0
        if self.exerting[side][place] != exerts:
            self.exerting[side][place] = exerts
            self.zones[side] = None

    def clear_flags(self, off: int) -> list[int]:
        """Take these marks, which are not the calm one, off every unit; returns those who had any."""
        roster = self.roster
        found = self.marked(off)
        for unit in found:
            roster[2 * unit + 1] &= ~off
        return found

    def supply_flags(
        self, units: Sequence[int], listed: Set[int], unlisted: int, mask: Buffer, upon: int
    ) -> list[int]:
        """Set one mark on those of these units that are not listed, another on those upon a mask.

        Neither is the calm one, and all the units are on the map; they have spent nothing any more.
        Returns the marks of each.
        """
        roster = self.roster
        movement = self.movement
        wanted = mask
        found = []
        for number in units:
            unit = number
            marks = roster[2 * unit + 1] & ~(unlisted | upon)
            if number not in listed:
                marks |= unlisted
            if wanted[roster[2 * unit]]:
                marks |= upon
            roster[2 * unit + 1] = marks
            movement[4 * unit + 3] = 0
            found.append(marks)
        return found

    # --- how far ----------------------------------------------------------------------------------

    def left(self, unit: int) -> int:
        """The points that a unit can still spend."""
        return self._left(unit)

    def _left(self, unit: int) -> int:
        movement = self.movement
        if self.roster[2 * unit + 1] & self.reduced:
            return movement[4 * unit + 2] - movement[4 * unit + 3]
        return movement[4 * unit + 1] - movement[4 * unit + 3]

    def reach(
        self, unit: int, field: Any, tables: Sequence[Buffer], forbid: Buffer, stop: Buffer
    ) -> int:
        """Let a unit spread over a `Field` from where it stands, by the table of its kind."""
        table = tables[self.movement[4 * unit]]
        count: int = field.reach(table, forbid, stop, self.roster[2 * unit], self._left(unit))
        return count

    def enter(
        self,
        unit: int,
        field: Any,
        tables: Sequence[Buffer],
        forbid: Buffer,
        stop: Buffer,
        gates: Sequence[tuple[int, int]],
    ) -> int:
        """The same from off the map: by each of these hexes, at its cost, that is not forbidden."""
        barred = forbid
        left = self._left(unit)
        field.clear()
        for here, cost in gates:
            place = here
            if not barred[place] and cost <= left:
                field.add_source(here, cost, False)
        count: int = field.spread(tables[self.movement[4 * unit]], forbid, stop, left)
        return count

    def alike(self, unit: int, beside: Sequence[int], idle: Sequence[int], most: int) -> list[int]:
        """A unit with those idle ones beside it that are of its kind and can spend as much.

        Of all these the first so many, or the unit alone if it is not among them.
        """
        movement = self.movement
        left = self._left(unit)
        found = []
        for number in beside:
            other = number
            if other == unit or (
                movement[4 * other] == movement[4 * unit]
                and self._left(other) == left
                and number in idle
            ):
                found.append(number)
        found = found[:most]
        return found if unit in found else [unit]

    def able_to_spend(self, units: Sequence[int], points: int, busy: int) -> list[int]:
        """Those of these units that can still spend so many points and have no busy mark."""
        roster = self.roster
        found = []
        for number in units:
            unit = number
            if self._left(unit) >= points and not roster[2 * unit + 1] & busy:
                found.append(number)
        return found

    # --- questions ------------------------------------------------------------------------------

    def able(self, side: int, busy: int, danger: Buffer, waiting: int) -> list[int]:
        """Units of a side without any busy mark, outside danger or at the place of those who wait."""
        sides = self.sides
        roster = self.roster
        dangerous = danger
        side_of = sides
        found = []
        for unit in range(self.count):
            if side_of[unit] != side or roster[2 * unit + 1] & busy:
                continue
            place = roster[2 * unit]
            if place == waiting or (place >= 0 and not dangerous[place]):
                found.append(unit)
        return found

    def marked(self, mask: int) -> list[int]:
        """Units with any of these marks, wherever they are."""
        roster = self.roster
        found = []
        for unit in range(self.count):
            if roster[2 * unit + 1] & mask:
                found.append(unit)
        return found

    def standing(self, side: int) -> list[int]:
        """Units of a side on the map."""
        roster = self.roster
        side_of = self.sides
        found = []
        for unit in range(self.count):
            if roster[2 * unit] >= 0 and side_of[unit] == side:
                found.append(unit)
        return found

    def ready(self, until: int, busy: int) -> list[int]:
        """Units with a number below this on the map without any busy mark."""
        roster = self.roster
        found = []
        for unit in range(min(until, self.count)):
            if roster[2 * unit] >= 0 and not roster[2 * unit + 1] & busy:
                found.append(unit)
        return found

    def near(self, distances: Buffer, until: int, busy: int, far: Buffer) -> list[int]:
        """Those who are ready, no farther away than each of them may be."""
        roster = self.roster
        distance = distances
        limit = far
        found = []
        for unit in range(min(until, self.count)):
            place = roster[2 * unit]
            if place >= 0 and not roster[2 * unit + 1] & busy and distance[place] <= limit[unit]:
                found.append(unit)
        return found

    def upon(self, mask: Buffer, units: Sequence[int], least: int = 0) -> list[int]:
        """Those of these units, all on the map, with a number from this on, whose hex a mask has set."""
        roster = self.roster
        wanted = mask
        found = []
        for unit in units:
            if unit >= least and wanted[roster[2 * unit]]:
                found.append(unit)
        return found

    def crowded(self, side: int, most: int) -> list[int]:
        """Hexes where a side has more units than this, in map order."""
        side_of = self.sides
        found = []
        for place, stack in self.stacks.items():
            if len(stack) > most and side_of[stack[0]] == side:
                found.append(place)
        found.sort()
        return found

    def roll(self) -> list[tuple[int, int]]:
        """Place and marks of every unit, to be compared with the records of the game."""
        return [(self.roster[2 * unit], self.roster[2 * unit + 1]) for unit in range(self.count)]

    def budgets(self) -> list[tuple[int, int]]:
        """Kind and points left of every unit, to be compared in the same way."""
        return [(self.movement[4 * unit], self._left(unit)) for unit in range(self.count)]
