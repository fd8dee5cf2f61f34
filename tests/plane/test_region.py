"""Regions as sets of places, and their outlines."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.plane.bases import Point
from campagna.plane.region import Region, Ring

small = st.sets(st.tuples(st.integers(-4, 6), st.integers(-4, 5)), max_size=70)


@given(small)
def test_a_region_holds_its_points_and_no_others(points: set[Point]) -> None:
    region = Region.of_points(points)
    assert {
        p for p in ((x, y) for x in range(-6, 9) for y in range(-6, 8)) if p in region
    } == points
    assert list(region) == sorted(points, key=lambda p: (p[1], p[0]))
    assert len(region) == len(points)
    assert bool(region) == bool(points)
    assert [region[n] for n in range(len(region))] == list(region)
    if points:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        assert region.bounds() == (min(xs), min(ys), max(xs), max(ys))


@given(small, small)
def test_the_union_of_two_regions(one: set[Point], other: set[Point]) -> None:
    union = Region.of_points(one) | Region.of_points(other)
    assert union == Region.of_points(one | other)
    assert set(union) == one | other


def test_a_band_is_its_row_as_often_as_it_is_high() -> None:
    runs = [(0, 1), (3, 3)]
    banded = Region.of_bands(5, [(2, runs), (1, []), (3, [(4, 6)]), (0, runs)])
    one_by_one = Region.of_rows(5, [runs, runs, [], *[[(4, 6)]] * 3])
    assert banded == one_by_one
    assert (banded.starts, banded.spans) == (one_by_one.starts, one_by_one.spans)


def test_a_clipped_region_keeps_what_lies_in_the_area() -> None:
    region = Region.of_rows(1, [[(0, 1), (3, 3)], [], [(2, 4)], [(0, 0), (2, 2)]])
    for x0, y0, x1, y1 in product(range(-1, 6), repeat=4):
        kept = [(x, y) for x, y in region if x0 <= x <= x1 and y0 <= y <= y1]
        clipped = region.clipped((x0, y0, x1, y1))
        assert list(clipped) == kept
        assert [clipped[n] for n in range(len(clipped))] == kept


@given(small, small)
def test_regions_are_equal_when_they_hold_the_same(one: set[Point], other: set[Point]) -> None:
    assert (Region.of_points(one) == Region.of_points(other)) == (one == other)


def test_a_place_beyond_the_last_is_an_error() -> None:
    region = Region.of_rows(3, [[(1, 2)], [], [(0, 0)]])
    assert [region[0], region[1], region[2]] == [(1, 3), (2, 3), (0, 5)]
    with pytest.raises(IndexError):
        region[3]
    with pytest.raises(IndexError):
        region[-1]


def cells_inside(rings: list[Ring]) -> set[Point]:
    """Cells with an odd number of vertical sides to their west."""
    crossings: dict[Point, int] = {}
    for ring in rings:
        for (x, y), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
            assert (x == x2) != (y == y2), "a side is slanting or has no length"
            for row in range(min(y, y2), max(y, y2)):
                for cell in range(x, 9):
                    crossings[cell, row] = crossings.get((cell, row), 0) + 1
    return {cell for cell, count in crossings.items() if count % 2}


@given(small)
def test_an_outline_encloses_just_the_cells_of_the_places(points: set[Point]) -> None:
    assert cells_inside(Region.of_points(points).outline()) == points


@given(small)
def test_an_outline_has_a_corner_only_where_it_turns(points: set[Point]) -> None:
    for ring in Region.of_points(points).outline():
        assert len(ring) >= 4
        for i, (x, y) in enumerate(ring):
            before, after = ring[i - 1], ring[(i + 1) % len(ring)]
            assert not before[0] == x == after[0]
            assert not before[1] == y == after[1]


def area(ring: Ring) -> int:
    """Signed area: positive if the ring runs clockwise with y downwards."""
    around = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(x * y2 - x2 * y for (x, y), (x2, y2) in around) // 2


def test_a_hole_runs_the_other_way_round() -> None:
    block = {(x, y) for x in range(5) for y in range(4)}
    rings = Region.of_points(block - {(2, 1), (2, 2)}).outline()
    assert sorted(map(area, rings)) == [-2, 20]
    assert sorted(map(len, rings)) == [4, 4]


def test_cells_that_meet_at_a_corner_have_rings_of_their_own() -> None:
    assert sorted(map(area, Region.of_points({(0, 0), (1, 1)}).outline())) == [1, 1]
