"""The bases of one battle: who belongs to which formation, and what each can do (BAS-1, DIV, CHR).

A formation without headquarters that was attached belongs to its host's group: for spotting,
command, replacement and clearing the group is the division (A-23).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from campagna.core.numbered import SideIndex
from campagna.core.rulebook import rule
from campagna.games.alto_comando.world import (
    ALLIED,
    AXIS,
    NOBODY,
    SIDES,
    Field,
    Line,
    added_supply,
    load_world,
)
from campagna.plane.bases import Point


class Formation(msgspec.Struct, frozen=True, array_like=True):
    """A formation of the present battle, as its card brings it."""

    id: str
    card: str
    template: str
    side: SideIndex
    host: str = ""
    """The formation it is attached to for this battle (DIV-14)."""


class Unit(msgspec.Struct, frozen=True):
    """One base as its line describes it; where it is stands in the state."""

    id: str
    key: str
    side: int
    formation: int
    """Index into the formations, NOBODY for a supply base (G-21)."""
    group: int
    nationality: str
    line: Line

    @property
    def kind(self) -> str:
        return self.line.kind

    @property
    def is_hq(self) -> bool:
        return self.line.kind == "hq"

    @property
    def is_supply(self) -> bool:
        return self.line.kind == "supply"

    @property
    def is_infantry(self) -> bool:
        return self.line.class_ == "infantry"


class Group(msgspec.Struct, frozen=True):
    """A division with everything attached to it."""

    id: str
    side: int
    members: tuple[int, ...]
    hq: int = NOBODY


class Roster:
    """All bases of a battle in a fixed order: formations as they stand, supply bases last."""

    def __init__(self, units: tuple[Unit, ...], groups: tuple[Group, ...]) -> None:
        self.units = units
        self.groups = groups
        self.index = {unit.id: i for i, unit in enumerate(units)}
        self.of_side = (self._units_of(AXIS), self._units_of(ALLIED))
        self.sides = tuple(unit.side for unit in units)
        self.supplies = tuple(i for i, unit in enumerate(units) if unit.is_supply)
        self.farthest_spotting = max((unit.line.spotting for unit in units), default=0)

    def _units_of(self, side: int) -> tuple[int, ...]:
        return tuple(i for i, unit in enumerate(self.units) if unit.side == side)


Muster = tuple[Formation, ...]
Posts = tuple[tuple[Point, ...], tuple[Point, ...]]


@lru_cache(maxsize=256)
def build_roster(list_: str, formations: Muster, cruisers: tuple[str, ...], posts: Posts) -> Roster:
    """The roster of these formations; the supply bases of both sides are the given posts."""
    world = load_world()
    units: list[Unit] = []
    names = [f.id for f in formations]
    groups = [_host(names, formations, i) for i in range(len(formations))]
    for number, formation in enumerate(formations):
        template = world.templates[formation.template]
        for key, kind in template.members():
            id_ = f"{formation.id}.{key}"
            taken = _taken_as(kind, id_ in cruisers)
            # The Tiger is in the list of Tunisia only, also when it joins divisions of another.
            own = list_ if world.has_line(list_, taken, template.nationality) else template.list_
            line = world.line(own, taken, template.nationality)
            units.append(
                Unit(id_, key, formation.side, number, groups[number], template.nationality, line)
            )
    for side, places in enumerate(posts):
        for n in range(len(places)):
            tent = world.line(list_, "supply", "all")
            id_ = f"supply.{SIDES[side]}.{n + 1}"
            units.append(Unit(id_, f"supply{n + 1}", side, NOBODY, NOBODY, "", tent))
    members = [tuple(i for i, u in enumerate(units) if u.group == g) for g in range(len(names))]
    return Roster(
        tuple(units),
        tuple(
            Group(f.id, f.side, members[g], _hq_of(units, members[g]))
            for g, f in enumerate(formations)
        ),
    )


@rule("DIV-17")
def _taken_as(kind: str, cruiser: bool) -> str:
    """A British tank base may be taken as a cruiser and keeps its name (A-24)."""
    return "cruiser" if cruiser and kind == "tank" else kind


@rule("DIV-14", "DIV-21")
def _host(names: list[str], formations: Muster, number: int) -> int:
    host = formations[number].host
    return names.index(host) if host in names else number


def _hq_of(units: list[Unit], members: tuple[int, ...]) -> int:
    return next((i for i in members if units[i].is_hq), NOBODY)


@rule("TAB-10", "TAB-11", "SET-7", "G-21")
def supply_posts(field: Field, extra: bool) -> Posts:
    """Where the supply bases stand: the centres of the supply zones, and of added rows."""
    if not extra:
        return field.supply
    more = added_supply(field) if field.supply[AXIS] else ((), ())
    return field.supply[AXIS] + more[AXIS], field.supply[ALLIED] + more[ALLIED]
