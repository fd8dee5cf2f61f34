"""What a table says of a game besides its rules and messages: `data/about.toml`.

How the game is introduced, how its choices are offered, what its results are worth, and which
events a player should read before he goes on. A game without the file is shown all the same.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from campagna.core.contract import Text
from campagna.core.five_minutes import five_minutes_path
from campagna.core.guide import guide_path
from campagna.core.prepared import prepared
from campagna.core.tabletop import Piece


class Blurb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The card of the game: where and when, how long it takes, what is special."""

    where: Text
    size: Text
    tells: Text


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A victory level. Levels stand from the worst to the best for the first side."""

    id: str
    short: Text
    grade: int
    """From -3 to 3, for the first side."""
    side: str = ""
    """Whose victory it is; empty where it is nobody's, or can be that of either."""


class Tells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Events, and orders, by what a player wants to read of them."""

    battles: tuple[str, ...] = ()
    """Each begins the account of a battle."""
    undefended: tuple[str, ...] = ()
    """These begin one too where nobody defends: no die follows."""
    after: tuple[str, ...] = ()
    """These belong to the battle that was fought last."""
    ended: tuple[str, ...] = ()
    """The end of a battle inside a campaign."""
    between: tuple[str, ...] = ()
    """What comes between two turns."""
    places: tuple[str, ...] = ()
    """Places taken and lost."""
    losses: tuple[str, ...] = ()
    """Units lost, in whole or in part."""
    arrivals: tuple[str, ...] = ()
    happened: tuple[str, ...] = ()
    """What else should be known at the start of the next turn: weather, events, works."""
    points: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    """Each begins a turn, where no event says by its number that one began."""
    closes: tuple[str, ...] = ()
    """Orders that give the turn away on purpose, as the end of a phase does."""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces of a kind look where the kind is no sign of the drawing."""

    sign: str
    letter: str = ""
    """What the sign alone does not tell."""
    cut: bool = False
    """Whether a corner of the card is cut off."""
    numbered: bool = True
    """Whether the number at the end of a piece's name is said with its kind."""


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first_side: str = ""
    """The side a newcomer begins with."""
    guided: bool = False
    """Whether there is a guided first turn: whether the game has `data/guide.toml`."""
    five_minutes: bool = False
    """Whether it has the page of five minutes: `data/five_minutes.toml`."""
    bases: bool = False
    """Whether its pieces are bases of miniatures, without factors on their face."""
    halves: bool = False
    """Whether prices of movement are counted in half points."""
    whole: tuple[str, ...] = ()
    """Orders of movement whose prices are whole points all the same."""
    movement: Text | None = None
    """What the book calls a point of movement, in short, where it is not MP."""
    scored: bool = True
    """False where what is counted is no score."""
    pictured: bool = False
    """Whether the client has a small picture of its map; others are drawn by the server."""
    blurb: Blurb | None = None
    nations: dict[str, str] = {}
    """The nation whose colours each side has."""
    colours: dict[str, str] = {}
    """Nations of pieces that have the colours of another name of the drawing."""
    faces: dict[str, Face] = {}
    """Kinds of pieces whose name is no sign of the drawing."""
    marks: dict[str, str] = {}
    """A state that a counter shows with the mark of another."""
    spent: dict[str, str] = {}
    """By decision, the state of a piece that can do no more in it. Elsewhere such a state is not shown."""
    end: str = "done"
    """The order that ends a phase, or declines what is asked."""
    again: str = ""
    """The order that begins a set-up anew."""
    strikes: tuple[str, ...] = ()
    """Orders that are attacks or shots: ending a phase without them asks first."""
    seldom: tuple[str, ...] = ()
    """Orders that are possible all the time and given seldom."""
    grades: dict[str, int] = {}
    """How good a result is for the attacker: 3 best, -3 worst."""
    tells: Tells = Tells()
    wins: dict[str, Text] = {}
    """'The Axis wins', by side."""
    resigns: dict[str, Text] = {}
    sizes: dict[str, Text] = {}
    """How large a victory is, in words that follow those of who wins, by the level of the outcome."""
    spoken: tuple[str, ...] = ()
    """Levels whose own words already say who wins."""
    level: tuple[Level, ...] = ()
    sample: tuple[Piece, ...] = ()
    """Counters for the card of the game."""


@cache
def load_about(home: Path) -> About:
    """Raises `msgspec.ValidationError` where the file says what nobody reads."""
    path = home / "data" / "about.toml"
    about = (
        msgspec.toml.decode(path.read_bytes(), type=prepared(About)) if path.exists() else About()
    )
    return msgspec.structs.replace(
        about, guided=guide_path(home).exists(), five_minutes=five_minutes_path(home).exists()
    )
