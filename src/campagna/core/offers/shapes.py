"""Offers: what a side may order now, as typed data.

An offer says which control asks and which fields of the order each part fills. There are eleven
shapes; every game says all it offers in them, so whoever draws the controls, chooses an order or
checks one knows shapes and no games.

Names in an offer are those of the order: units, hexes, boxes, cards. Costs are in the unit that the
game counts in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Tone = Literal["main", "plain", "decline", "grave"]
"""How a control speaks: `main` is what most players want now, `decline` is quiet, `grave` asks again
and is never chosen beforehand."""

TableEdge = Literal["north", "east", "south", "west"]
"""An edge of a measured table."""

Option = str | int | tuple[str | int, ...]
"""What one part of a control stands for: a name, a number, or several names that go together."""
Value = bool | str | int | tuple[Option, ...]
Fields = Mapping[str, Value]
"""Fields of an order by their names."""


# --- optional parts -----------------------------------------------------------------------------------


class Toggle(msgspec.Struct, frozen=True, tag_field="extra", tag="toggle"):
    """A field that is false unless the player says otherwise."""

    field: str


class Some(msgspec.Struct, frozen=True, tag_field="extra", tag="some", omit_defaults=True):
    """A field that takes some of these options.

    `along`: only those that the order names already count, as the hexes of its path or its targets.
    """

    field: str
    options: tuple[Option, ...]
    least: int = 0
    most: int = 0
    """Zero: as many as there are."""
    along: str = ""


class Number(msgspec.Struct, frozen=True, tag_field="extra", tag="number"):
    """A field that takes a number; `least` unless the player says otherwise."""

    field: str
    least: int
    most: int


class Pairs(msgspec.Struct, frozen=True, tag_field="extra", tag="pairs"):
    """A field that takes pairs of what the order names already, as a unit and a hex of its path in
    which it is left behind. Whom a pair concerns is named in the field `who`, the rest in `along`."""

    field: str
    who: str
    along: str


Extra = Toggle | Some | Number | Pairs
"""A field that may be left out. Taken with an extra, an order must pass the judge once more."""


# --- the shapes ---------------------------------------------------------------------------------------


class _Order(msgspec.Struct, frozen=True):
    order: str
    """The tag of the order that the offer makes."""


class _Offer(_Order, frozen=True, kw_only=True, tag_field="shape", omit_defaults=True):
    tone: Tone = "plain"
    exact: bool = True
    """False: the parts are right one by one, but together they must pass the judge."""
    fixed: Fields = {}
    """Fields that are decided already."""
    suggest: tuple[Fields, ...] = ()
    """Whole orders that the game proposes: each is legal as it stands."""
    extras: tuple[Extra, ...] = ()

    @property
    def shape(self) -> str:
        """Its name in JSON."""
        return str(self.__struct_config__.tag)


class Say(_Offer, frozen=True, tag="say"):
    """A button: nothing is left to choose."""


class Batch(msgspec.Struct, frozen=True):
    """So many of these options, no more and no fewer."""

    options: tuple[str, ...]
    count: int


class Pick(_Offer, frozen=True, tag="pick"):
    """Some of a few: `field` takes one option, or with `many` a tuple of `least` to `most`."""

    field: str
    options: tuple[Option, ...]
    many: bool = False
    least: int = 1
    most: int = 1
    times: Mapping[str, int] = {}
    """Options that may be named more than once, with how often: a unit that loses two steps."""
    first: tuple[str, ...] = ()
    """Each of these is named once before any other, and before anybody is named twice."""
    weights: Mapping[str, int] = {}
    sum: int = 0
    """The weights of those named must reach this sum."""
    batches: tuple[Batch, ...] = ()
    """Instead of least and most: so many of each batch, as cards of different armies."""


class Place(_Offer, frozen=True, tag="place"):
    """Somebody, then where to or at whom. Without `subject` only a place is chosen."""

    subjects: Mapping[str, tuple[Option, ...]]
    """Who may be chosen, each with its own places; none named: those in `places`."""
    subject: str = "unit"
    place: str = "hex"
    places: tuple[Option, ...] = ()
    together: bool = False
    """The subject's field takes several who share a place. Not exact: each of them may go alone."""
    most: int = 0
    """How many may go together; zero: all."""
    at: str = ""
    """The field that takes the hex in which the subject stands."""
    origins: Mapping[str, str] = {}
    """That hex, for each subject."""
    costs: Mapping[str, int] = {}
    anywhere: bool = False
    """Any hex of the map may be named; `places` are those worth it."""
    setup: bool = False
    """Before play begins: everybody is placed one after the other, and may be placed by the table."""


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units with one and the same reach."""

    units: tuple[str, ...]
    origin: str
    """The hex in which they stand; empty for units that enter the map."""
    steps: tuple[tuple[str, int, str], ...]
    """Each hex in reach with its cost and the hex before it, cheapest first; never the origin. An
    entry hex has no hex before it."""
    left: int = 0
    """What they may still spend."""
    ends: tuple[str, ...] | None = None
    """Where a move may end, if not in every hex of `steps`."""
    company: tuple[str, ...] = ()
    """Who must go along, as the leader whose bonus makes the reach."""
    stay: bool = False
    """Whether an empty path is an order too."""
    effects: Mapping[str, str] = {}
    """What comes of ending in a hex, as a word of the game."""
    grave: tuple[str, ...] = ()
    """Ends that a player must not choose by mistake."""
    serves: int = 0
    """How many hexes around its end whoever moves serves others, as a headquarters supports combats."""


class Reach(_Offer, frozen=True, tag="reach"):
    """Somebody, then a hex with its cost. Not exact: each unit may go alone."""

    groups: tuple[Group, ...]
    unit: str = "units"
    path: str = "path"
    together: bool = True
    """The field of the units takes several of a group."""
    from_origin: bool = False
    """The path begins with the hex in which they stand."""


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    path: tuple[str, ...]
    cost: int = 0


class Ways(msgspec.Struct, frozen=True):
    """Units that may go the same ways."""

    units: tuple[str, ...]
    ways: tuple[Way, ...]


class Routes(_Offer, frozen=True, tag="routes"):
    """Somebody, then a whole way."""

    groups: tuple[Ways, ...]
    unit: str = "unit"
    path: str = "path"
    many: bool = False
    """The field of the unit takes a tuple: of this one unit."""


class Attack(_Offer, frozen=True, tag="attack"):
    """A target, then who joins in."""

    targets: Mapping[str, tuple[str, ...]]
    """Each target hex with the units that may join."""
    units: str = "units"
    target: str = "target"
    most: Mapping[str, int] = {}
    """How many may join at a target, if not all."""
    most_targets: int = 1
    """More than one: the target's field takes a tuple, and whoever joins reaches every target."""
    defenders: Mapping[str, tuple[str, ...]] = {}
    """Who stands in each target hex."""
    by_unit: bool = False
    """The target's field takes defenders, some or all of a hex, instead of hexes."""


class Amount(_Offer, frozen=True, tag="amount"):
    """A number, or somebody and a number."""

    field: str
    least: int = 0
    most: int = 0
    subject: str = ""
    ranges: Mapping[str, tuple[int, int]] = {}
    """With a subject: least and most for each."""
    not_zero: bool = False


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of a form: its options, and what is asked after each of them."""

    choices: tuple[Option, ...]
    then: tuple[Node, ...] = ()
    """Nothing, one node after any choice, or one node for each choice."""


class Form(_Offer, frozen=True, tag="form"):
    """Fields one after the other, where an earlier one decides what a later one may be."""

    fields: tuple[str, ...]
    first: Node


class Whole(_Offer, frozen=True, tag="whole"):
    """One of a short list of whole orders."""

    orders: tuple[Fields, ...]


LONGEST_LIST = 12
"""A `Whole` of more orders wants another shape: nobody reads a list that long."""


class Measured(_Offer, frozen=True, tag="measured"):
    """A piece, then points on a measured table. Where they may lie the survey of the piece says."""

    pieces: Mapping[str, int]
    """Each piece that can go, with its allowance in millimetres."""
    unit: str = "unit"
    path: str = "path"
    end: str = ""
    """The field that takes the last point by itself."""
    least: int = 1
    most: int = 0
    """Points of the path; zero: as many as the allowance lets."""
    over: TableEdge | None = None
    """The edge of the table over which the path leads out of the game."""
    many: bool = False
    """The fields take several pieces and a path for each of them: a block, which the game drafts."""


class Lay(_Offer, frozen=True, tag="lay"):
    """Things put on a measured table. Where they may lie the survey of each says."""

    pieces: Mapping[str, tuple[int, int]]
    """What can be put down, with its width and height."""
    place: str = "places"
    who: str = ""
    """The field that names the pieces; works have no names."""
    many: bool = True
    left: int = 0
    """How many may still be put down; zero: every piece once."""
    box: bool = False
    """The place is a rectangle, named by its corners, instead of a centre."""


Offer = Say | Pick | Place | Reach | Routes | Attack | Amount | Form | Whole | Measured | Lay
