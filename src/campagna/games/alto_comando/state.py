"""The whole truth of a game in progress: a campaign, if there is one, and the present battle.

A base is a small frozen record in `State.bases`, in the order of the roster; to change it is to
replace it. What can be derived (roster, terrain, grounds) hangs on the state, never saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy as shallow_copy
from enum import IntEnum
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import UNSET, UnsetType

from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.core.numbered import SideIndex
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.roster import Formation, Roster, Unit
from campagna.games.alto_comando.world import NOBODY, Element, Field, World
from campagna.kit.derived import new_memos
from campagna.plane.bases import Point, Rect

# Where a base is.
RESERVE = 0
"""Not placed yet, or waiting to enter the table (BF-3)."""
TABLE = 1
SCATTERED = 2
"""In the box of units that may be replaced (SAV-1)."""
DESTROYED = 3
ESCAPED = 4
"""Off the table over the edge it had to reach (BF-5)."""

WHERE_NAMES = ("reserve", "table", "scattered", "destroyed", "escaped")

# Flags of a base.
MOVED = 1 << 0
FIRED = 1 << 1
SHAKEN = 1 << 2
"""A headquarters that is Scattered but stays on the table (HQ-8)."""
RECOVERED = 1 << 3
"""A headquarters that replaced itself this turn and replaces nobody else (HQ-9)."""
CONVERTED = 1 << 4
"""Destroyed by the end of the battle only (VIC-8)."""

FLAG_NAMES = {
    "moved": MOVED,
    "fired": FIRED,
    "shaken": SHAKEN,
    "recovered": RECOVERED,
    "converted": CONVERTED,
}
TURN_FLAGS = MOVED | FIRED | RECOVERED


class Phase(IntEnum):
    """What is being decided: the forces, the set-up, the phases of a turn (SET-1..3, SEQ-1..5)."""

    FORCES = 0
    WORKS = 1
    DEPLOY = 2
    REPLACE = 3
    CLEAR = 4
    MOVE = 5
    AIR = 6
    TRENCH_FIRE = 7
    FIRE = 8
    OVER = 9


PHASE_NAMES = (
    "forces",
    "works",
    "deploy",
    "replace",
    "clear",
    "move",
    "air",
    "trench-fire",
    "fire",
    "over",
)


class Base(msgspec.Struct, frozen=True, array_like=True):
    x: int = 0
    y: int = 0
    where: int = RESERVE
    flags: int = 0

    @property
    def at(self) -> Point:
        return self.x, self.y


class Strip(msgspec.Struct, frozen=True, array_like=True):
    """An uncleared stretch of minefield and who laid it (MIN-1)."""

    side: SideIndex
    rect: Rect


class Segment(msgspec.Struct, frozen=True, array_like=True):
    """A trench segment and who dug it: it helps nobody else (TRE-7)."""

    side: SideIndex
    at: Point


class Span(msgspec.Struct, frozen=True, array_like=True):
    """A pontoon bridge: over which river, and where (WF-5a)."""

    river: int
    at: int


class Tally(msgspec.Struct, frozen=True, array_like=True):
    """What a side has done to the other: every entry is worth points (VIC-1..3)."""

    scattered: int = 0
    destroyed: int = 0
    supplies: int = 0


class Result(msgspec.Struct, frozen=True, array_like=True):
    """The end of the whole game; `winner` is NOBODY for a draw."""

    winner: SideIndex
    level: str
    points: tuple[int, int] = (0, 0)


class Laying(msgspec.Struct, frozen=True):
    """The players lay terrain: the sides that still do (A-59)."""

    sides: tuple[int, ...]


class State(msgspec.Struct, dict=True):
    setup: Setup
    phase: int = Phase.FORCES
    side: int = 0
    """Who decides now, once the forces are known."""
    campaign: CampaignState | None = None
    result: Result | None = None
    # --- the present battle
    formations: tuple[Formation, ...] = ()
    cruisers: tuple[str, ...] = ()
    bases: list[Base] = []
    placing: int = 0
    """Which step of the placement it is: an index into the order of SET-3."""
    turned: bool = False
    """The terrain lies turned by 180 degrees (TER-2)."""
    strips: list[Strip] = []
    segments: list[Segment] = []
    spans: list[Span] = []
    turn: int = 0
    active: int = 0
    """The Moving Player (TRN-3)."""
    replaced: bool = False
    """The army's one replacement of this turn is used (HQ-2)."""
    engineers: list[int] = []
    """Groups whose engineers tried a minefield this turn (MIN-7)."""
    pontoniers: list[int] = []
    """Groups that tried a bridge this turn (WF-5b)."""
    air: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Air attacks a turn each side still has (AIR-1, AIR-5)."""
    markers: list[int] = []
    """Targets of this turn's air attacks, in the order placed (A-22)."""
    tallies: list[Tally] = msgspec.field(default_factory=lambda: [Tally(), Tally()])
    terrain: tuple[Element, ...] | UnsetType = UNSET
    """The elements that the players laid, before they were turned; unset until they begin (TER-2)."""
    laying: tuple[int, ...] | UnsetType = UNSET
    """The sides that still lay terrain, the one whose turn it is first; unset when nobody does."""

    if TYPE_CHECKING:
        # Attached to a state in play, never saved: see `AltoComando.attach`.
        world: World = cast(World, None)
        options: Options = Options({})
        derived: Derived = cast("Derived", None)

    def copy(self) -> State:
        """An independent state: records are shared, lists are not."""
        other = shallow_copy(self)
        other.bases = self.bases.copy()
        other.strips = self.strips.copy()
        other.segments = self.segments.copy()
        other.spans = self.spans.copy()
        other.engineers = self.engineers.copy()
        other.pontoniers = self.pontoniers.copy()
        other.air = self.air.copy()
        other.markers = self.markers.copy()
        other.tallies = self.tallies.copy()
        other.world = self.world
        other.options = self.options
        other.derived = self.derived.copy()
        return other

    @property
    def agenda(self) -> tuple[Laying, ...]:
        """Terrain that is being laid comes before the forces; nothing else interrupts a phase."""
        return () if self.laying is UNSET else (Laying(self.laying),)

    # --- bases ----------------------------------------------------------------------------------

    @property
    def maps(self) -> Derived:
        """Where `kit/derived` looks for the memos."""
        return self.derived

    @property
    def roster(self) -> Roster:
        return self.derived.roster

    @property
    def field(self) -> Field:
        return self.derived.field

    def unit(self, base: int) -> Unit:
        return self.derived.roster.units[base]

    def name(self, base: int) -> str:
        return self.derived.roster.units[base].id

    def names(self, bases: Iterable[int]) -> tuple[str, ...]:
        units = self.derived.roster.units
        return tuple([units[b].id for b in bases])

    def find(self, name: str) -> int:
        """The base of this name, NOBODY if there is none."""
        return self.derived.roster.index.get(name, NOBODY)

    def on_table(self, base: int) -> bool:
        return self.bases[base].where == TABLE

    def table_of(self, side: int) -> list[int]:
        """The bases of a side on the table, supply bases included."""
        bases = self.bases
        return [b for b in self.derived.roster.of_side[side] if bases[b].where == TABLE]

    def places_of(self, side: int, without: int = NOBODY) -> list[Point]:
        bases = self.bases
        return [
            (bases[b].x, bases[b].y)
            for b in self.derived.roster.of_side[side]
            if bases[b].where == TABLE and b != without
        ]

    def at(self, base: int) -> Point:
        b = self.bases[base]
        return b.x, b.y

    # --- changes --------------------------------------------------------------------------------

    def put(self, base: int, at: Point, flags: int = 0) -> None:
        """Put a base on the table here, with these flags besides its own."""
        old = self.bases[base]
        self.bases[base] = Base(at[0], at[1], TABLE, old.flags | flags)
        self.derived.moved(base)

    def remove(self, base: int, where: int, flags: int = 0) -> None:
        """Take a base off the table, into a box or for good; its place and old flags are gone."""
        self.bases[base] = Base(0, 0, where, flags)
        self.derived.moved(base)

    def flag(self, base: int, on: int, off: int = 0) -> None:
        old = self.bases[base]
        self.bases[base] = Base(old.x, old.y, old.where, (old.flags | on) & ~off)


FIRST_PLACES, SECOND_PLACES, WORKS = 1, 2, 4
"""What memos depend on: where the bases of each side are; mines, trenches and bridges."""
PLACES = (FIRST_PLACES, SECOND_PLACES)
ENEMIES_AND_WORKS = (SECOND_PLACES | WORKS, FIRST_PLACES | WORKS)
"""By side: the places of the other side, and the works."""
EVERYTHING = FIRST_PLACES | SECOND_PLACES | WORKS


class Derived:
    """What follows from the state: the roster, the terrain in force, and grounds kept for reuse."""

    def __init__(self, roster: Roster, field: Field, elements: tuple[Element, ...]) -> None:
        self.roster = roster
        self.field = field
        self.elements = elements
        self.terrain = [(e, bounds(e.polygon)) for e in elements]
        self.memos = new_memos()
        self.terrain_at: dict[tuple[Point, tuple[str, ...]], int] = {}
        """The element of some kinds under a place: it lasts while no works change; copies share it."""
        self.trench_at: dict[tuple[Point, int], bool] = {}
        """Whether a place is in a trench of a side: kept and shared as the terrain is."""
        self.sights: dict[tuple[int, int], bool] = {}
        """Whether a group sees a base, or with NOBODY for the group any enemy of it does.

        It lasts while that base and whoever might see it stand still: `moved` forgets single
        answers, which a memo that names kinds of changes cannot.
        """

    def copy(self) -> Derived:
        other = shallow_copy(self)
        other.memos = self.memos.copy()
        other.sights = self.sights.copy()
        return other

    def moved(self, base: int) -> None:
        """A base came, moved or went: what depends on where it was no longer holds."""
        side, group = self.roster.sides[base], self.roster.units[base].group
        self.memos.touch(PLACES[side])
        for seen in [k for k in self.sights if k[0] in (group, NOBODY) or k[1] == base]:
            del self.sights[seen]

    def works_changed(self) -> None:
        self.memos.touch(WORKS)
        self.terrain_at = {}
        self.trench_at = {}
        self.sights.clear()


def bounds(polygon: Sequence[Point]) -> Rect:
    """The smallest rectangle round a polygon."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)
