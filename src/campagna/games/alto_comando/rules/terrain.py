"""Terrain that the players lay before the battle, up to eight elements (TER-1, TER-2, TER-6, A-59).

The sides take turns, one element at a time; whoever stops lays no more. What an element does is the
same as in a ready layout: the chapters of movement, fire and cover ask for the terrain in force.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import UNSET

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Lay, Offer, Say
from campagna.core.rulebook import rule
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.roster import supply_posts
from campagna.games.alto_comando.rules.battle_start import EUROPEAN, derive, field_of
from campagna.games.alto_comando.rules.geometry import outlined, sane
from campagna.games.alto_comando.state import State, bounds
from campagna.games.alto_comando.world import ALLIED, AXIS, SIDES, Element, Piece
from campagna.plane.bases import Rect, footprint
from campagna.plane.region import Region, Span

LAID = "laid"
"""The value of the option `terrain` with which the players lay it."""
BARRING = ("rough", "scarp", "river")
"""Kinds on which no supply base could stand."""
RULES = {"woods": "WF-1a", "broken": "WF-1a", "building": "WF-3", "river": "WF-5a"}
"""What the western front adds, by the rule that knows it."""


# --- the beginning and the end --------------------------------------------------------------------


@rule("TER-1", "TER-2")
def must_lay(state: State) -> bool:
    """Whether the terrain of the next battle is still to be prepared: before anything else."""
    if state.options["terrain"] != LAID or field_of(state).id == "reduced":
        return False
    return state.terrain is UNSET


def begin(state: State) -> list[Event]:
    state.terrain = ()
    return _next(state, (ALLIED, AXIS))


@rule("TER-2")
def _next(state: State, sides: tuple[int, ...]) -> list[Event]:
    """The next side lays, or the forces are gathered: eight elements are enough."""
    if not sides or elements_left(state) <= 0:
        state.laying = UNSET
        return []
    state.laying = sides
    return [ev.PhaseBegan(rule="TER-2", phase="terrain", side=SIDES[sides[0]])]


def sides_laying(state: State) -> tuple[int, ...]:
    """Who still lays terrain, the one whose turn it is first."""
    return () if state.laying is UNSET else state.laying


def laid(state: State) -> tuple[Element, ...]:
    return () if state.terrain is UNSET else state.terrain


@rule("TER-2")
def elements_left(state: State) -> int:
    return state.world.most_elements - len(laid(state))


def facts_of_laying(state: State) -> dict[str, Fact]:
    return {"left": elements_left(state)}


def side_laying(state: State) -> str:
    return SIDES[sides_laying(state)[0]]


# --- laying ---------------------------------------------------------------------------------------


def pieces(state: State) -> dict[str, Piece]:
    """What may be laid: the pieces of Europe only with the rules of the western front."""
    known = state.world.pieces
    if state.options["western_front"]:
        return dict(known)
    return {name: piece for name, piece in known.items() if piece.kind not in EUROPEAN}


@rule("TER-1", "TER-2", "TER-6", "SET-7", "WF-1a", "WF-3", "WF-5a")
def judge_lay(state: State, order: orders.LayTerrain) -> Refusal | Element:
    """A known piece inside the zones, on no other element and under no supply base it would bar."""
    facts: dict[str, Fact] = {"element": order.element}
    piece = state.world.pieces.get(order.element)
    if piece is None:
        return Refusal("TER-1", "unknown-element", facts)
    if order.element not in pieces(state):
        return Refusal(RULES[piece.kind], "western-front-only", facts)
    if elements_left(state) <= 0:
        return Refusal("TER-2", "too-many-elements", {"most": state.world.most_elements})
    x0, y0, x1, y1 = place = order.place
    if (x1 - x0, y1 - y0) != piece.size:
        size = {"width": piece.size[0], "height": piece.size[1]}
        return Refusal("TER-1", "element-misshapen", {**facts, **size})
    if not sane([(x0, y0)]) or not _within(place, state.world.terrain_area):
        return Refusal("TER-2", "element-outside-zones", facts)
    element = piece.laid_in(place)
    other = next((e for e in laid(state) if _meet(place, bounds(e.polygon))), None)
    if other is not None:
        return Refusal("TER-6", "elements-overlap", {**facts, "other": other.kind})
    if any(_meet(place, post) for post in _posts_barred(state, piece)):
        return Refusal("SET-7", "supply-base-there", facts)
    return element


def _within(place: Rect, area: Rect) -> bool:
    return (
        area[0] <= place[0] and area[1] <= place[1] and place[2] <= area[2] and place[3] <= area[3]
    )


def _meet(r: Rect, s: Rect) -> bool:
    """Whether two rectangles share more than an edge: hills side by side make a ridge (TER-6)."""
    return r[0] < s[2] and s[0] < r[2] and r[1] < s[3] and s[1] < r[3]


@rule("SET-7", "TER-2")
def _posts_barred(state: State, piece: Piece) -> list[Rect]:
    """The supply bases, where this piece may not lie whichever way north comes to be."""
    if piece.kind not in BARRING:
        return []
    field = field_of(state)
    x, y = state.world.turning_point
    posts = [p for side in supply_posts(field, bool(state.options["extra_supply"])) for p in side]
    return [footprint(p) for post in posts for p in (post, (x - post[0], y - post[1]))]


def carry_out_lay(state: State, element: Element, chance: Chance) -> list[Event]:
    first, *others = sides_laying(state)
    state.terrain = (*laid(state), element)
    derive(state)
    event = ev.TerrainLaid(
        rule="TER-1", side=SIDES[first], element=element.kind, polygon=element.polygon
    )
    return [event, *_next(state, (*others, first))]


def judge_stop(state: State, order: orders.Done) -> None:
    """Nobody has to lay anything."""


def carry_out_stop(state: State, plan: None, chance: Chance) -> list[Event]:
    """The side lays no more; the other may go on."""
    first, *others = sides_laying(state)
    return [ev.TerrainEnded(rule="TER-2", side=SIDES[first]), *_next(state, tuple(others))]


# --- what is offered ------------------------------------------------------------------------------


def corners(state: State, piece: Piece) -> Region:
    """Where the north-west corner of a piece may be: just where `judge_lay` says yes."""
    x0, y0, x1, y1 = state.world.terrain_area
    width, height = piece.size
    taken = [bounds(e.polygon) for e in laid(state)] + _posts_barred(state, piece)
    end = y1 - height + 1
    # From one edge of something that lies there to the next, every row has the same room.
    edges = {y for r in taken for y in (r[1] - height + 1, r[3]) if y0 < y < end}
    bands = (
        (
            below - y,
            _free(x0, x1 - width, [r for r in taken if r[1] < y + height and y < r[3]], width),
        )
        for y, below in pairwise(sorted({y0, *edges, max(y0, end)}))
    )
    return Region.of_bands(y0, bands)


def _free(first: int, last: int, taken: list[Rect], width: int) -> Iterator[Span]:
    """The runs of a row that no rectangle blocks for a piece so wide."""
    at = first
    for left, right in sorted((r[0] - width + 1, r[2] - 1) for r in taken):
        if left > at:
            yield at, min(left - 1, last)
        at = max(at, right + 1)
        if at > last:
            return
    yield at, last


def offer_terrain(state: State) -> tuple[Offer, ...]:
    """Every piece that finds room, each as a thing to lay: its name is no choice of the place."""
    return tuple(
        Lay(
            "lay-terrain",
            {name: piece.size},
            place="place",
            fixed={"element": name},
            many=False,
            left=elements_left(state),
            box=True,
            tone="main",
            exact=False,
        )
        for name, piece in pieces(state).items()
        if corners(state, piece)
    )


def survey_terrain(state: State, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    """The places of the north-west corner of a piece."""
    known = pieces(state).get(piece)
    if path or known is None:
        return None
    return outlined(piece, corners(state, known), elements_left(state), "TER-2")


def offer_stop(state: State) -> tuple[Offer, ...]:
    return (Say("done", tone="decline"),)


LAY_TERRAIN = Decision(
    orders.LayTerrain,
    "TER-1",
    judge_lay,
    carry_out_lay,
    offer=offer_terrain,
    survey=survey_terrain,
)
TERRAIN_DONE = Decision(orders.Done, "TER-2", judge_stop, carry_out_stop, offer=offer_stop)
