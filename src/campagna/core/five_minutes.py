"""A game in five minutes: `data/five_minutes.toml`.

What the war was about, what each side wants, a turn in a few words, some ideas with a picture each,
common mistakes, and what to know of every scenario. A picture is a position of the game itself, laid
out as in a script, with marks over it; what units can reach in it is asked of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from campagna.core.contract import Text
from campagna.core.prepared import prepared

Ink = Literal["plan", "enemy", "later", "good"]
Tinted = Literal["reach", "zone", "good", "aim"]
Where = str | tuple[int, int]
"""A hex, or a place on a measured table in millimetres."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


INKS: Mapping[Ink, str] = {
    "plan": "#173f6d",
    "enemy": "#a3171d",
    "later": "#5b5348",
    "good": "#1f6b3a",
}
"""What one plans, what the enemy does, what may follow, what helps."""


class Arrow(_Part, frozen=True):
    path: tuple[Where, ...]
    ink: Ink = "plan"


class Ring(_Part, frozen=True):
    at: tuple[Where, ...]
    ink: Ink = "enemy"


class Tint(_Part, frozen=True):
    """Hexes of one meaning."""

    at: tuple[str, ...]
    kind: Tinted = "good"
    texts: dict[str, str] = {}
    """A number in some of them, as the cost of going there."""


class Tag(_Part, frozen=True):
    """Words above a hex or a place."""

    at: Where
    text: Text
    ink: Ink = "enemy"


class Circle(_Part, frozen=True):
    """A distance that a piece on a measured table has: its range, its command."""

    unit: str
    kind: str
    ink: Ink = "plan"


Mark = Arrow | Ring | Tint | Tag


class Picture(_Part, frozen=True):
    """A part of the map or of the table, with what lies there and marks over it."""

    around: tuple[Where, ...]
    """Hexes or places: the middle of the picture is the middle of the box round them."""
    width: float
    """In hexes, or in millimetres on a measured table."""
    scenario: str = ""
    options: dict[str, bool | str] = {}
    position: dict[str, Any] = {}
    """As in a script of `campagna try`; without it the normal start."""
    viewer: str = ""
    """Whose view is drawn; without it everything is open."""
    reach: str = ""
    """A unit: the hexes to which the game lets it go, with their costs."""
    layers: tuple[str, ...] = ()
    """Layers of the table that are tinted: zones of control, supply."""
    arrow: tuple[Arrow, ...] = ()
    ring: tuple[Ring, ...] = ()
    tint: tuple[Tint, ...] = ()
    tag: tuple[Tag, ...] = ()
    circle: tuple[Circle, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        return (*self.tint, *self.ring, *self.arrow, *self.tag)


class Idea(_Part, frozen=True):
    title: Text
    text: Text
    rules: tuple[str, ...]
    picture: Picture


class Aims(_Part, frozen=True):
    side: str
    text: Text
    rules: tuple[str, ...] = ()


class Mistake(_Part, frozen=True):
    text: Text
    rule: str


class Share(_Part, frozen=True):
    """How often a side won between equal opponents: the share of the points in percent."""

    side: str
    percent: int
    games: int


class ScenarioNotes(_Part, frozen=True):
    id: str
    aims: Text
    length: Text
    forces: Text
    watch: Text
    measured: Share | None = None
    """From `docs/ladder.md`: captains against captains."""


class FiveMinutes(_Part, frozen=True):
    war: Text
    turn: tuple[Text, ...]
    aim: tuple[Aims, ...]
    idea: tuple[Idea, ...]
    mistake: tuple[Mistake, ...]
    scenario: tuple[ScenarioNotes, ...]


def five_minutes_path(home: Path) -> Path:
    return home / "data" / "five_minutes.toml"


@cache
def load_five_minutes(home: Path) -> FiveMinutes | None:
    """None for a game without the page. Raises `msgspec.ValidationError` where the file is wrong."""
    path = five_minutes_path(home)
    if not path.exists():
        return None
    return msgspec.toml.decode(path.read_bytes(), type=prepared(FiveMinutes))
