"""A whole state that agrees with what a viewer sees: for seats that search and for what-ifs."""

from __future__ import annotations

from collections import Counter as Tally

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import PARTS, Counter
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.table.position import (
    SOMEWHERE,
    HiddenUnits,
    Position,
    UnitPosition,
)
from campagna.games.lion_of_judah.table.position_reader import build
from campagna.games.lion_of_judah.world import World

TRIES = 400


@rule("12.3-a", "12.3-c", "PB 14.6.5")
def imagine(world: World, setup: Setup, options: Options, seen: Position, chance: Chance) -> State:
    """Hidden units dealt to the hexes where somebody unknown stands, hidden factors shuffled."""
    places: dict[str, str] = {}
    tops: set[str] = set()
    for group in _groups(world, seen):
        dealt, crowned = _Deal(world, seen, *group).deal(chance)
        places |= dealt
        tops |= crowned
    units = [
        msgspec.structs.replace(u, at=places[u.id], state=_flags(u, tops))
        if u.at == SOMEWHERE
        else u
        for u in seen.units
    ]
    units = _shuffled_factors(world, units, chance)
    whole = msgspec.structs.replace(seen, units=tuple(units), hidden=())
    return build(world, setup, options, whole, chance)


def _flags(unit: UnitPosition, tops: set[str]) -> tuple[str, ...]:
    return (*unit.state, "top") if unit.id in tops else unit.state


def _groups(world: World, seen: Position) -> list[tuple[list[UnitPosition], list[HiddenUnits]]]:
    """Unknown units of one side and kind, with the hexes where they may be."""
    groups: dict[tuple[str, str], tuple[list[UnitPosition], list[HiddenUnits]]] = {}
    for slot in seen.hidden:
        groups.setdefault((slot.side, slot.kind), ([], []))[1].append(slot)
    for unit in seen.units:
        if unit.at != SOMEWHERE:
            continue
        counter = world.counters[world.slots[unit.id]]
        kind = "guerrilla" if counter.type == "guerrilla" else counter.faction
        side = next(s for s, k in groups if k == kind and _is_side(s, counter.side))
        groups[side, kind][0].append(unit)
    return list(groups.values())


def _is_side(name: str, side: int) -> bool:
    return (name == "italian") == (side == 0)


class _Deal:
    """Unknown units of one kind and the slots that wait for them."""

    def __init__(
        self, world: World, seen: Position, units: list[UnitPosition], slots: list[HiddenUnits]
    ) -> None:
        self.world = world
        self.units = units
        self.slots = [s.hex for s in slots for _ in range(s.count)]
        self.part = world.parts[PARTS.index(seen.part)]
        here = {s.hex for s in slots}
        visible = [u for u in seen.units if u.at in here]
        self.topped = {u.at for u in visible if "top" in u.state}
        kinds = {s.hex for s in seen.hidden if s.kind == "guerrilla"}
        kinds |= {u.at for u in visible if self._counter(u).type == "guerrilla"}
        self.among_guerrillas = kinds
        self.room = {h: self._room(h, visible, seen) for h in here}

    def _counter(self, unit: UnitPosition) -> Counter:
        return self.world.counters[self.world.slots[unit.id]]

    def _room(self, hex_: str, visible: list[UnitPosition], seen: Position) -> int:
        """Half divisions beyond one for each slot that the hex may still hold."""
        table = self.world.tables["stacking"]
        extra = table["extra"] if self.world.roomy[self.world.hex_index[hex_]] else 0
        used = sum(self._counter(u).halves for u in visible if u.at == hex_)
        return (
            int(table["limit"] + extra) - used - sum(s.count for s in seen.hidden if s.hex == hex_)
        )

    def deal(self, chance: Chance) -> tuple[dict[str, str], set[str]]:
        for _ in range(TRIES):
            dealt = self._attempt(chance)
            if dealt is not None:
                return dealt, self._crowned(dealt)
        raise AssertionError("the view fits no state")

    def _attempt(self, chance: Chance) -> dict[str, str] | None:
        """The choosy first: tops of screened stacks, friends of guerrillas, dummies, divisions."""
        units, slots, room = list(self.units), list(self.slots), dict(self.room)
        _shuffle(units, chance)
        _shuffle(slots, chance)
        dealt: dict[str, str] = {}
        units.sort(key=self._choosiness)
        for hex_ in dict.fromkeys(s for s in slots if s not in self.topped):
            unit = self._pick_top(units, hex_, room, chance)
            if unit is None:
                return None
            slots.remove(hex_)
            dealt[unit.id] = hex_
        for unit in units:
            hex_ = next((s for s in slots if self._fits(unit, s, room)), "")
            if not hex_:
                return None
            slots.remove(hex_)
            room[hex_] -= self._counter(unit).halves - 1
            dealt[unit.id] = hex_
        return dealt

    def _pick_top(
        self, units: list[UnitPosition], hex_: str, room: dict[str, int], chance: Chance
    ) -> UnitPosition | None:
        """The top of a screened stack has not fought yet."""
        fresh = [u for u in units if "fought" not in u.state and self._fits(u, hex_, room)]
        if not fresh:
            return None
        unit = fresh[chance.pick(len(fresh), "imagine")]
        units.remove(unit)
        room[hex_] -= self._counter(unit).halves - 1
        return unit

    def _choosiness(self, unit: UnitPosition) -> int:
        counter = self._counter(unit)
        if counter.type == "dummy":
            return 0
        return 1 if counter.size == "division" else 2

    def _fits(self, unit: UnitPosition, hex_: str, room: dict[str, int]) -> bool:
        counter = self._counter(unit)
        if counter.size == "division" and room[hex_] < 1:
            return False
        if counter.type == "dummy":
            region = self.part.scenario["dummies"]["region"]
            return bool(self.world.region_of[self.world.hex_index[hex_]] == region)
        if hex_ in self.among_guerrillas and counter.type != "guerrilla":
            return counter.id in self.part.scenario["guerrillas"]["stack_with"]
        return True

    def _crowned(self, dealt: dict[str, str]) -> set[str]:
        """The tops of the stacks of which nothing is seen."""
        fresh = {u.id for u in self.units if "fought" not in u.state}
        tops: dict[str, str] = {}
        for name, hex_ in dealt.items():
            if hex_ not in self.topped and name in fresh:
                tops.setdefault(hex_, name)
        return set(tops.values())


def _shuffled_factors(
    world: World, units: list[UnitPosition], chance: Chance
) -> list[UnitPosition]:
    """What is left of each pool goes to the units whose factor is face down."""
    by_id = {u.id: i for i, u in enumerate(units)}
    for pool, members in world.pools.items():
        names = [world.counters[m].id for m in members]
        if names[0] not in by_id:
            continue
        left = Tally(world.tables["factor_pools"][pool])
        unknown = [n for n in names if "hidden" in units[by_id[n]].state]
        left.subtract(units[by_id[n]].value for n in names if n not in unknown)
        values = sorted(left.elements())
        _shuffle(values, chance)
        for name, value in zip(unknown, values, strict=True):
            i = by_id[name]
            units[i] = msgspec.structs.replace(units[i], value=value)
    return units


def _shuffle(things: list, chance: Chance) -> None:  # type: ignore[type-arg]
    for i in range(len(things) - 1, 0, -1):
        j = chance.pick(i + 1, "imagine")
        things[i], things[j] = things[j], things[i]
