"""Where works may be laid, place by place: the regions and grids say what the judge says (G-17, G-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import pytest

from campagna.core.offers import Lay
from campagna.games.alto_comando.orders import Fortify, StartOver
from campagna.games.alto_comando.rules.fieldworks import (
    _segment_has_room,
    can_dig,
    can_lay,
    segment_centres,
    segment_grid,
    strip_corners,
    strip_grid,
)
from campagna.games.alto_comando.rules.geometry import own_segment
from campagna.games.alto_comando.state import State
from campagna.plane.bases import Point, Rect
from tests.games.alto_comando.lay import GAME, allowed, play, table, why

SIZES = {True: (30, 150), False: (150, 30)}
"""Of a strip, by whether it lies north to south."""


def working(strips: Sequence[Rect] = (), segments: Sequence[Point] = ()) -> State:
    """The Axis digs; its band is 450 to 600, its Defence zones begin at 300."""
    return table(
        {"A1.tank1": "reserve", "G1.tank1": "reserve"},
        phase="works",
        options={"mines": "full", "trenches": "full"},
        strips={"axis": strips},
        segments={"axis": segments},
    )


def fitting(state: State, upright: bool, among: Iterable[Point]) -> set[Point]:
    width, height = SIZES[upright]
    laid = [s.rect for s in state.strips]
    return {(x, y) for x, y in among if can_lay(state, (x, y, x + width, y + height), laid)}


@pytest.mark.rule("G-17", "MIN-1", "SET-4")
@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize(
    ("strips", "segments"),
    [
        ([(500, 300, 530, 450)], [(585, 600)]),
        ([(450, 330, 600, 360)], [(465, 115)]),
        ([(450, 100, 480, 250), (450, 520, 600, 550)], []),
    ],
    ids=["upright", "across", "both"],
)
def test_a_strip_may_lie_just_where_the_judge_lets_it(
    upright: bool, strips: list[Rect], segments: list[Point]
) -> None:
    state = working(strips, segments)
    region = strip_corners(state, upright)
    places = [
        p for p in product(range(449, 602), range(99, 702)) if sum(p) % 2 or p[0] in (450, 500)
    ]
    assert {p for p in places if p in region} == fitting(state, upright, places)


@pytest.mark.rule("G-19", "TRE-1", "SET-4")
def test_a_segment_may_lie_just_where_the_judge_lets_it() -> None:
    state = working([(500, 300, 530, 450)], [(585, 600), (400, 400)])
    region = segment_centres(state)
    places = list(product(range(380, 602, 1), range(370, 460, 2)))
    laid, dug = [s.rect for s in state.strips], [s.at for s in state.segments]
    assert {p for p in places if p in region} == {p for p in places if can_dig(state, p, dug, laid)}


@pytest.mark.rule("SET-4", "MIN-1")
@pytest.mark.parametrize("upright", [True, False])
def test_the_grid_of_strips_fills_the_band_and_no_more(upright: bool) -> None:
    state = working()
    width, height = SIZES[upright]
    grid = list(strip_grid(state, upright))
    corners = product(range(450, 600, 30), range(100, 700, 30))
    assert {(x, y) for x, y, _, _ in grid} == fitting(state, upright, corners)
    assert all((x1 - x0, y1 - y0) == (width, height) for x0, y0, x1, y1 in grid)


@pytest.mark.rule("SET-4", "TRE-1")
def test_the_grid_of_segments_fills_the_defence_zones_and_no_more() -> None:
    state = working()
    centres = product(range(285, 640, 30), range(85, 740, 30))
    assert set(segment_grid(state)) == {p for p in centres if can_dig(state, p, [], [])}


@pytest.mark.rule("SET-2", "G-17")
def test_what_is_laid_or_taken_back_changes_the_ground_at_once() -> None:
    """A trench is asked about before and after: nothing of before is remembered."""
    state = working()
    in_strip = Fortify((), ((515, 310),))
    assert allowed(state, in_strip)
    play(state, Fortify(((500, 300, 530, 450),), ()))
    assert why(state, in_strip) == ("G-19", "segment-covers")
    play(state, StartOver())
    assert allowed(state, in_strip)


@pytest.mark.rule("SET-4", "MIN-1", "G-17")
def test_a_strip_on_the_border_of_the_band_is_refused_for_its_neighbour() -> None:
    """What is wrong is told only if it is wrong: the borders of the band belong to it."""
    state = working([(500, 100, 530, 250), (500, 520, 530, 670)])
    assert why(state, Fortify(((450, 240, 600, 270),))) == ("G-17", "strips-crowded")
    assert why(state, Fortify(((510, 550, 540, 700),))) == ("G-17", "strips-crowded")
    assert why(state, Fortify(((450, 670, 600, 700),))) == ("G-17", "strips-crowded")


@pytest.mark.rule("SET-4", "MIN-1")
@pytest.mark.parametrize("corner", range(4))
def test_a_strip_with_a_corner_nowhere_near_the_table_is_misplaced(corner: int) -> None:
    rect = [510, 550, 540, 700]
    rect[corner] = 10**9
    order = Fortify(((rect[0], rect[1], rect[2], rect[3]),))
    assert why(working(), order) == ("SET-4", "strip-misplaced")


@pytest.mark.rule("G-19", "SET-2")
def test_a_base_stands_in_a_trench_from_when_it_is_dug_until_it_is_taken_back() -> None:
    state = working()
    state.put(state.find("A1.tank1"), (400, 400))
    base = state.find("A1.tank1")
    assert not own_segment(state, base)
    play(state, Fortify((), ((400, 400),)))
    assert own_segment(state, base)
    play(state, StartOver())
    assert not own_segment(state, base)


def laid(state: State) -> dict[str, Lay]:
    return {o.place: o for o in GAME.offers(state) if isinstance(o, Lay) and o.order == "fortify"}


@pytest.mark.rule("MIN-1", "TRE-1")
def test_the_last_strip_and_the_last_segment_are_offered_still() -> None:
    strips = [(450, 100 + 150 * n, 480, 250 + 150 * n) for n in range(4)]
    segments = [(315 + 30 * (n % 4), 115 + 30 * (n // 4)) for n in range(15)]
    offers = laid(working(strips, segments))
    assert {name: offer.left for name, offer in offers.items()} == {"strips": 1, "segments": 1}
    # Not everything that can be laid together is listed: the judge has the last word.
    assert not any(offer.exact for offer in offers.values())
    strips.append((510, 100, 540, 250))
    segments.append((315, 685))
    assert laid(working(strips, segments)) == {}


@pytest.mark.rule("G-19", "TRE-1")
def test_room_between_the_places_of_the_grid_is_room() -> None:
    cells = [(x, y) for x in range(330, 600, 60) for y in range(130, 700, 60)]
    state = working((), cells)
    assert not any(can_dig(state, at, cells, []) for at in segment_grid(state))
    assert can_dig(state, (360, 400), cells, [])
    assert _segment_has_room(state)
    assert not _segment_has_room(working((), list(segment_grid(state))))


@pytest.mark.rule("G-17", "MIN-1")
def test_room_for_a_strip_between_the_places_of_the_grid_is_room() -> None:
    cells = [(x, y) for x in (450, 510, 555, 585) for y in (175, 325, 475, 625)]
    state = working((), cells)
    assert not any(can_lay(state, rect, []) for rect in strip_grid(state, upright=True))
    assert can_lay(state, (465, 100, 495, 250), [])
    assert "minefield-upright" in laid(state)["strips"].pieces
