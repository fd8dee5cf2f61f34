"""What a table shows of a view: pieces, markers, layers and tracks, without any rule in it.

A game that can be played on a table turns a `View` into a `Tabletop`. Everything is computed from
the view alone, so nothing hidden can be on it. Places are named as in the game's orders; texts
come in every language of the product.
"""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

import msgspec

from campagna.core.contract import Text, View


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as its face shows it."""

    id: str
    side: str
    at: str
    """A hex, or the id of a box (reinforcements, losses ...)."""
    nation: str
    symbol: str
    """The sign in the box: infantry, armour, mechanised, cavalry, headquarters ..."""
    size: str = ""
    """Size mark: III, XX ..."""
    factors: str = ""
    """The printed numbers, '?' where they are unknown."""
    name: str = ""
    group: str = ""
    """Division, corps or army it belongs to."""
    steps: int = 1
    steps_left: int = 1
    states: tuple[str, ...] = ()
    """moved, disrupted, unsupplied, untried ... as the counter drawing knows them."""
    source: str = ""
    """Where its values come from."""
    formation: str = ""
    """The formation it fights in, where its counters wear the same stripe."""


MarkerSign = Literal[
    "",
    "aircraft",
    "aircraft-barred",
    "arrows",
    "burst",
    "bolt",
    "anchor",
    "flag",
    "road",
    "shovel",
    "cut-rails",
    "number",
]
"""What is drawn of a marker; without a sign its text stands on a plain tile. `number` is the text in
the colours of its side."""
MarkerSpot = Literal["under", "top-left", "top-right", "bottom-left", "bottom-right"]
"""Under the counters of its hex, or small in a corner above them."""


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: str
    at: str
    side: str = ""
    text: str = ""
    sign: MarkerSign = ""
    spot: MarkerSpot = "under"


LayerKind = Literal["", "zone", "supply", "command", "goal"]
"""How a layer is drawn and which switch shows it; without a kind it is only told."""


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A set of hexes that can be shown over the map: zones, supply, command, objectives."""

    id: str
    title: Text
    side: str
    hexes: tuple[str, ...]
    rule: str = ""
    kind: LayerKind = ""


BoxKind = Literal["", "area", "sources"]
"""An area of a campaign, in the order of its front; where the knowledge of the game comes from."""


class Box(msgspec.Struct, frozen=True):
    """A place beside the map: reinforcements by turn and entry, losses, pools."""

    id: str
    title: Text
    side: str
    turn: int | None = None
    note: Text | None = None
    kind: BoxKind = ""


class Stretch(msgspec.Struct, frozen=True):
    """A phase as it stands in the sequence of play: its name as events tell it, in whose player turn
    it falls, and the rule that describes it."""

    phase: str
    title: Text
    side: str
    rule: str
    asks: bool = True
    """False where nobody is asked: what happens there happens by itself."""


class Track(msgspec.Struct, frozen=True):
    """The turn track: labels in order and where the game stands."""

    turn: int
    labels: tuple[Text, ...]
    phases: tuple[Text, ...] = ()
    phase: int = 0
    sequence: tuple[Stretch, ...] = ()
    """The phases of a whole turn, of both sides, as they are played."""
    now: int = -1
    """Where in the sequence the game stands; -1 outside of it, as in a set-up."""


def place_in(sequence: tuple[Stretch, ...], phase: str, side: str) -> int:
    """Where in the sequence a phase of this player turn stands, -1 if it is not part of it."""
    found = (i for i, s in enumerate(sequence) if (s.phase, s.side) == (phase, side))
    return next(found, -1)


class Score(msgspec.Struct, frozen=True):
    """Points so far, line by line, each with its rule."""

    side: str
    points: int
    lines: tuple[tuple[Text, int, str], ...] = ()
    left: tuple[tuple[Text, int, str], ...] = ()
    """What the side may still use; it counts for nothing."""


class Aim(msgspec.Struct, frozen=True):
    """A place that counts for victory and who holds it now, '' for nobody."""

    title: Text
    at: str
    side: str
    rule: str


class Threat(msgspec.Struct, frozen=True):
    """An end of the game that threatens: what would bring it, the rule, the side that would win."""

    text: Text
    rule: str
    side: str


ConditionGroup = Literal["now", "means", "danger", "levels"]


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that holds now and is easily overlooked: the weather, what is left to use, who is in
    danger, what a victory level takes."""

    kind: str
    """weather, pause, air, nights, replacements, isolated, overstacked, cards, level ..."""
    title: Text
    group: ConditionGroup
    value: Text | None = None
    rule: str = ""
    side: str = ""
    grave: bool = False
    """Not to be overlooked."""


ChipKind = Literal[
    "weather",
    "season",
    "supply",
    "points",
    "event",
    "night",
    "trucks",
    "air",
    "bombs",
    "prestige",
    "fuel",
]
"""The sign beside the text of a chip."""


class Chip(msgspec.Struct, frozen=True, omit_defaults=True):
    """What holds for the whole turn and stands in the top bar: the weather, a season, supplies left."""

    kind: ChipKind
    text: Text
    rule: str = ""
    chart: str = ""
    """The chart that tells more, and its row that holds now."""
    row: str = ""
    side: str = ""
    title: Text | None = None
    """What a text that is only a number counts; the sign stands for it where there is little room."""


class Notice(msgspec.Struct, frozen=True):
    """A card that lies open on the table and changes what may be done: an event in force."""

    id: str
    title: Text
    text: Text
    until: Text
    """How long it holds."""
    rule: str


Spot = tuple[int, int]
"""A place on a measured table, in whole millimetres from its north-west corner, y downwards."""


RadiusKind = Literal["move", "range", "spotting", "exclusion", "command"]


class Radius(msgspec.Struct, frozen=True, omit_defaults=True):
    """A distance round a piece that its player measures."""

    kind: RadiusKind
    distance: int
    rule: str = ""


class Stand(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a piece stands on a measured table: the centre of its base."""

    at: Spot
    reaches: tuple[Radius, ...] = ()


ShapeKind = Literal[
    "sea",
    "desert",
    "zone",
    "deployment",
    "rough",
    "broken",
    "woods",
    "hill",
    "scarp",
    "river",
    "road",
    "bridge",
    "building",
    "central-line",
    "escape",
    "trench",
    "minefield",
    "air",
]
"""How a shape is drawn, in the order in which shapes lie upon each other."""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lies on a measured table: terrain, a zone, a road, works, a line."""

    kind: ShapeKind
    points: tuple[Spot, ...]
    closed: bool = True
    side: str = ""
    title: Text | None = None
    rule: str = ""
    source: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A measured table. Pieces in `stands` are on it, all others in the boxes beside it."""

    width: int
    height: int
    base: int
    """The edge of a base."""
    shapes: tuple[Shape, ...]
    stands: dict[str, Stand]
    title: Text | None = None


class Survey(msgspec.Struct, frozen=True):
    """Where a piece may go next: exactly the places that the judge would allow.

    The rings are outlines to be filled even-odd, each x, y, x, y ... along the cells of its places:
    the place (x, y) is the cell from (x, y) to (x + 1, y + 1).
    """

    piece: str
    rings: tuple[tuple[int, ...], ...]
    left: int = 0
    """What is left of its allowance, in millimetres."""
    rule: str = ""


class Tabletop(msgspec.Struct, frozen=True):
    pieces: tuple[Piece, ...]
    markers: tuple[Marker, ...]
    layers: tuple[Layer, ...]
    boxes: tuple[Box, ...]
    track: Track
    scores: tuple[Score, ...]
    level: str = ""
    """The victory level the points would give now."""
    obligations: tuple[tuple[Text, str, tuple[str, ...]], ...] = ()
    """What the deciding side must still do: text, rule, the pieces or hexes concerned."""
    sheet: Sheet | None = None
    """Only in games without hexes."""
    aims: tuple[Aim, ...] = ()
    """In games that are won by holding places."""
    warnings: tuple[Threat, ...] = ()
    """Ends of the game that threaten now, for both sides to read."""
    conditions: tuple[Condition, ...] = ()
    """What holds now besides: weather, means, dangers, thresholds."""
    chips: tuple[Chip, ...] = ()
    """What holds for the whole turn."""
    notices: tuple[Notice, ...] = ()
    """Cards that are in force."""


@runtime_checkable
class OnTable(Protocol):
    """A game that can be laid on a table."""

    def tabletop(self, view: View) -> Tabletop: ...
