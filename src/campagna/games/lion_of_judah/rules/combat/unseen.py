"""12.3 Who may stand where nobody can look: every way to deal the unseen units, counted.

The enemy knows how many units of a kind he does not see in each hex, and which units these are
together. Every assignment of them to those slots that agrees with what he sees is as likely as any
other. Forecasts weigh with the count (`forecast_sums`), and imagined worlds are drawn from it.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, prod

import msgspec

from campagna.core.chance import Chance
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.flags import FOUGHT, NOWHERE, TOP
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.resources.supply import is_small
from campagna.games.lion_of_judah.state import ADMINISTRATIVE, State
from campagna.games.lion_of_judah.world import Part

GUERRILLA = "guerrilla"
TABLES_KEPT = 256
WORD = 1 << 32
"""A draw has at most so many possibilities."""

Counts = tuple[int, ...]
"""How many units of each sort."""


class Sight(msgspec.Struct):
    """What the enemy knows of one side's stacks."""

    part: Part
    unseen: dict[str, list[int]] = {}
    """By kind, the units that stand he cannot tell where."""
    slots: dict[str, dict[int, int]] = {}
    """By kind, the hexes where they stand, and how many in each."""
    seen: dict[int, list[int]] = {}
    tops: set[int] = set()
    """Hexes where he sees the top of the stack."""
    fought: set[int] = set()
    limited: bool = True
    """Whether the limit holds: in the administrative phase it is checked at the end."""
    excess: frozenset[int] = frozenset()
    """Hexes that were found over the limit."""
    shared: frozenset[int] = frozenset()
    """Hexes where small units have no supply but the minor source, if those who need it are counted."""


class Sort(msgspec.Struct, frozen=True, order=True):
    """Units that may stand in the same slots."""

    big: bool
    dummy: bool
    friend: bool
    """May stack with guerrillas."""
    fresh: bool
    """Has not fought, so that it may be the top of a screened stack."""
    small: bool = False
    """May use the minor source."""
    rooted: bool = False
    """Lives off the land where it is fertile."""


class Spot(msgspec.Struct, frozen=True, order=True):
    """Slots that are filled together, and who may take them."""

    count: int
    room: int
    """How many of the units may be divisions."""
    least: int
    """How many of them must be: the hex was found over the limit."""
    dummies: bool
    friends: bool
    """Nobody but friends of guerrillas."""
    top: bool
    """One slot is the top of a stack of which nothing is seen."""
    shared: bool = False
    """Its supply comes from the minor source."""
    fertile: bool = False

    def needs(self, sort: Sort) -> bool:
        """Whether units of a sort need a place of the minor source here."""
        return self.shared and sort.small and not (sort.rooted and self.fertile)

    def takes(self, sort: Sort) -> bool:
        return (self.dummies or not sort.dummy) and (sort.friend or not self.friends)


def sight(state: State, side: int) -> Sight:
    """What the enemy of a side knows of its stacks in a combat segment, when the limit holds."""
    found = Sight(state.theatre)
    for unit in state.on_map(side):
        u = state.units[unit]
        if visibility.visible(state, unit):
            found.seen.setdefault(u.place, []).append(unit)
            if u.flags & TOP:
                found.tops.add(u.place)
            continue
        kind = visibility.kind_seen(state, unit)
        found.unseen.setdefault(kind, []).append(unit)
        slots = found.slots.setdefault(kind, {})
        slots[u.place] = slots.get(u.place, 0) + 1
        if u.flags & FOUGHT:
            found.fought.add(unit)
    return found


def limit_is_late(phase: int, options: Options) -> bool:
    return phase in ADMINISTRATIVE and options.fixed("stacking-at-the-end")


# --- counting ---------------------------------------------------------------------------------------


class Count:
    """The ways to fill the spots one after the other; the numbers are exact."""

    def __init__(self, sorts: tuple[Sort, ...], left: Counts, spots: tuple[Spot, ...]) -> None:
        self.sorts = sorts
        self.left = left
        self.spots = spots
        self._known: dict[tuple[int, Counts], int] = {}
        self._needing: dict[tuple[int, Counts], Tally[int]] = {}

    def ways(self, at: int, left: Counts) -> int:
        """The ways to deal what is left to the spots from this one on."""
        if at == len(self.spots):
            return 1
        key = at, left
        if key not in self._known:
            self._known[key] = sum(
                self._ways_here(at, left, taken) * self.ways(at + 1, _less(left, taken))
                for taken in self.fills(at, left)
            )
        return self._known[key]

    def _ways_here(self, at: int, left: Counts, taken: Counts) -> int:
        return self.crowns(at, taken) * prod(map(comb, left, taken))

    def crowns(self, at: int, taken: Counts) -> int:
        """In how many ways these can be laid in one stack: any fresh unit may be its top."""
        if not self.spots[at].top:
            return 1
        return sum(n for n, sort in zip(taken, self.sorts, strict=True) if sort.fresh)

    def fills(self, at: int, left: Counts) -> Iterator[Counts]:
        """What the spot may take of each sort."""
        spot = self.spots[at]
        caps = [n if spot.takes(s) else 0 for n, s in zip(left, self.sorts, strict=True)]
        for taken in _splits(spot.count, caps):
            big = sum(n for n, sort in zip(taken, self.sorts, strict=True) if sort.big)
            if spot.least <= big <= spot.room and self.crowns(at, taken):
                yield taken

    def first(self) -> Iterator[tuple[Counts, int]]:
        """What the first spot may take, and the ways of all the rest: those within sorts left out."""
        for taken in self.fills(0, self.left):
            ways = self.crowns(0, taken) * self.ways(1, _less(self.left, taken))
            if ways:
                yield taken, ways

    def needing(self, at: int, left: Counts) -> Tally[int]:
        """The same ways as `ways`, by how many of the units need the minor source where they stand."""
        if at == len(self.spots) or not self.spots[at].shared:
            # Spots that share it come first.
            return Tally({0: self.ways(at, left)})
        key = at, left
        if key not in self._needing:
            found: Tally[int] = Tally()
            for taken in self.fills(at, left):
                here = self._ways_here(at, left, taken)
                needy = self._needy(at, taken)
                for others, ways in self.needing(at + 1, _less(left, taken)).items():
                    found[needy + others] += here * ways
            self._needing[key] = found
        return self._needing[key]

    def _needy(self, at: int, taken: Counts) -> int:
        spot = self.spots[at]
        return sum(n for n, sort in zip(taken, self.sorts, strict=True) if spot.needs(sort))

    def first_and_needing(self) -> Iterator[tuple[Counts, int, int]]:
        """As `first`, and how many units in the other spots need the minor source."""
        for taken in self.fills(0, self.left):
            for others, ways in self.needing(1, _less(self.left, taken)).items():
                if ways:
                    yield taken, others, self.crowns(0, taken) * ways

    def draw(self, chance: Chance) -> Iterator[Counts]:
        """What each spot takes, all deals being equally likely."""
        left = self.left
        for at in range(len(self.spots)):
            mark = _below(chance, self.ways(at, left))
            for taken in self.fills(at, left):
                mark -= self._ways_here(at, left, taken) * self.ways(at + 1, _less(left, taken))
                if mark < 0:
                    break
            yield taken
            left = _less(left, taken)


def _less(left: Counts, taken: Counts) -> Counts:
    return tuple([a - b for a, b in zip(left, taken, strict=True)])


def _splits(count: int, caps: Sequence[int]) -> Iterator[Counts]:
    """A number as a sum with one part for each cap."""
    if not caps:
        if not count:
            yield ()
        return
    rest = caps[1:]
    for part in range(max(0, count - sum(rest)), min(count, caps[0]) + 1):
        for parts in _splits(count - part, rest):
            yield (part, *parts)


def _below(chance: Chance, sides: int) -> int:
    """A draw with any number of possibilities, put together from small ones."""
    if sides <= WORD:
        return chance.pick(sides, "imagine") if sides > 1 else 0
    while True:
        value, size = 0, 1
        while size < sides:
            value, size = value * WORD + chance.pick(WORD, "imagine"), size * WORD
        if value < size - size % sides:
            return value % sides


_count = lru_cache(maxsize=TABLES_KEPT)(Count)
"""Most moments differ from the one before in nothing that counts."""


# --- units and hexes --------------------------------------------------------------------------------


class Deal(msgspec.Struct):
    """The unseen units of a kind by sort, their hexes by spot, and the count of all ways."""

    count: Count
    units: list[list[int]]
    hexes: list[list[int]]
    """One entry for each slot of a spot."""


@rule("12.3-a", "8.2-b", "PB 14.6.5", "PB 14.6.4.1-d", "A-49")
def deal(sight_: Sight, kind: str, apart: int = NOWHERE) -> Deal:
    """The ways to deal the unseen units of a kind; one hex may be set apart as the first spot.

    Dummies stand in their region only, a division needs room, guerrillas have few friends, and the
    top of a stack of which nothing is seen has not fought.
    """
    found = _deal(sight_, kind, apart, limited=True)
    if not found.count.ways(0, found.count.left):
        # In the middle of a phase its owner may stand over the limit.
        found = _deal(sight_, kind, apart, limited=False)
    assert found.count.ways(0, found.count.left), "the view fits no state"
    return found


def _deal(sight_: Sight, kind: str, apart: int, *, limited: bool) -> Deal:
    units = sight_.unseen[kind]
    slots = sight_.slots[kind]
    bound = limited and (sight_.limited or bool(sight_.excess))
    divisions = sum(sight_.part.world.halves[u] > 1 for u in units) if bound else 0
    dummies = any(_is_dummy(sight_, u) for u in units)
    fought = any(u in sight_.fought for u in units)
    spots = {h: _spot(sight_, kind, h, divisions, dummies, fought) for h in sorted(slots)}
    asked = [any(s.room < divisions or s.least for s in spots.values()), dummies]
    asked += [any(s.friends for s in spots.values()), any(s.top for s in spots.values())]
    asked += [any(s.shared for s in spots.values())]
    sorts: dict[Sort, list[int]] = {}
    for unit in units:
        sorts.setdefault(_sort(sight_, unit, asked), []).append(unit)
    merged = _merged(spots, slots, divisions, apart)
    order = sorted(sorts)
    left = tuple(len(sorts[s]) for s in order)
    counted = _count(tuple(order), left, tuple(spot for spot, _ in merged))
    return Deal(counted, [sorts[s] for s in order], [hexes for _, hexes in merged])


def _is_dummy(sight_: Sight, unit: int) -> bool:
    return sight_.part.world.counters[unit].type == "dummy"


def _sort(sight_: Sight, unit: int, asked: Sequence[bool]) -> Sort:
    """Differences that no slot asks for are none."""
    counter = sight_.part.world.counters[unit]
    rooms, dummies, friends, tops, shared = asked
    small = shared and is_small(counter)
    return Sort(
        big=rooms and counter.halves > 1,
        dummy=dummies and counter.type == "dummy",
        friend=friends and stacking.befriends(sight_.part, counter),
        fresh=not tops or unit not in sight_.fought,
        small=small,
        rooted=small and counter.supplies_itself,
    )


def _spot(sight_: Sight, kind: str, hex_: int, divisions: int, dummies: bool, fought: bool) -> Spot:
    world = sight_.part.world
    seen = sight_.seen.get(hex_, ())
    count = sight_.slots[kind][hex_]
    guerrillas = any(world.guerrilla[u] for u in seen) or hex_ in sight_.slots.get(GUERRILLA, ())
    least, room = 0, divisions
    if divisions:
        used = sum(world.halves[u] for u in seen)
        used += sum(slots.get(hex_, 0) for slots in sight_.slots.values())
        free = stacking.limit_of(world, hex_) - used
        if hex_ in sight_.excess:
            # Two headquarters are too many, however few units there are.
            least = 0 if sum(world.is_hq[u] for u in seen) > 1 else max(0, free + 1)
        elif sight_.limited:
            room = max(0, min(free, divisions))
    return Spot(
        count=count,
        room=room,
        least=least,
        dummies=dummies and world.region_of[hex_] == sight_.part.scenario["dummies"]["region"],
        friends=guerrillas and kind != GUERRILLA,
        top=fought and kind != GUERRILLA and hex_ not in sight_.tops,
        shared=hex_ in sight_.shared,
        fertile=hex_ in sight_.shared and bool(world.fertile[hex_]),
    )


def _merged(
    spots: dict[int, Spot], slots: dict[int, int], divisions: int, apart: int
) -> list[tuple[Spot, list[int]]]:
    """Hexes that take everybody alike are one spot; the largest comes last, it takes what is left.

    Spots that share the minor source come before those that do not.
    """
    alone: list[tuple[Spot, list[int]]] = []
    together: dict[Spot, list[int]] = {}
    for hex_, spot in spots.items():
        hexes = [hex_] * spot.count
        if hex_ == apart:
            alone.insert(0, (spot, hexes))
        elif spot.top or spot.least or spot.room < min(divisions, spot.count):
            alone.append((spot, hexes))
        else:
            plain = msgspec.structs.replace(spot, count=0, room=divisions)
            together.setdefault(plain, []).extend(hexes)
    wide = [
        (msgspec.structs.replace(spot, count=len(hexes)), hexes) for spot, hexes in together.items()
    ]
    found = alone + sorted(wide, key=lambda pair: pair[0].count)
    return sorted(found, key=lambda pair: (pair[1][0] != apart, not pair[0].shared))


def drawn(found: Deal, chance: Chance) -> dict[int, int]:
    """A hex for each unit, all ways being equally likely."""
    places: dict[int, int] = {}
    left = [shuffled(units, chance) for units in found.units]
    for hexes, taken in zip(found.hexes, found.count.draw(chance), strict=True):
        dealt = [units.pop() for units, n in zip(left, taken, strict=True) for _ in range(n)]
        places.update(zip(dealt, shuffled(hexes, chance), strict=True))
    return places


def shuffled(things: Sequence[int], chance: Chance) -> list[int]:
    found = list(things)
    for i in range(len(found) - 1, 0, -1):
        j = chance.pick(i + 1, "imagine")
        found[i], found[j] = found[j], found[i]
    return found
