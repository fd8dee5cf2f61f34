"""Distances between bases and rectangles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.plane.bases import (
    Point,
    adjacent,
    adjacent_to_rect,
    at_least,
    centres,
    contact_places,
    footprint,
    gap2,
    gap2_rect,
    inside_rect,
    nearest,
    on_road,
    overlap,
    overlaps_rect,
    point_in_rect,
    rect_gap2,
    within,
)

near = st.tuples(st.integers(-100, 100), st.integers(-100, 100))


@pytest.mark.rule("G-3")
@given(near, near)
def test_the_gap_is_that_of_the_footprints(a: Point, b: Point) -> None:
    cells = [(a[0] - 15 + i, b[0] - 15 + j) for i in (0, 30) for j in (0, 30)]
    apart_x = not (abs(a[0] - b[0]) <= 30)
    dx = min(abs(p - q) for p, q in cells) if apart_x else 0
    assert gap2(a, b) == rect_gap2(footprint(a), footprint(b)) == gap2_rect(a, footprint(b))
    assert gap2(a, b) >= dx * dx


@pytest.mark.rule("G-4", "A-2")
def test_within_and_at_least_both_hold_at_the_exact_distance() -> None:
    assert within((0, 0), (180, 0), 150)
    assert at_least((0, 0), (180, 0), 150)
    assert not within((0, 0), (181, 0), 150)
    assert not at_least((0, 0), (179, 0), 150)


@pytest.mark.rule("G-5", "A-13")
def test_a_common_corner_is_contact() -> None:
    assert adjacent((0, 0), (30, 30))
    assert adjacent((0, 0), (30, -17))
    assert not adjacent((0, 0), (31, 0))
    assert not adjacent((0, 0), (29, 29))
    assert overlap((0, 0), (29, 29))
    assert adjacent_to_rect((15, 15), (30, 30, 180, 60))
    assert not adjacent_to_rect((16, 16), (30, 30, 180, 60))
    assert overlaps_rect((16, 16), (30, 30, 180, 60))
    assert not adjacent_to_rect((14, 15), (30, 0, 60, 150))


@pytest.mark.rule("G-5")
@given(near, near)
def test_bases_touch_overlap_or_are_apart(a: Point, b: Point) -> None:
    assert [overlap(a, b), adjacent(a, b), gap2(a, b) > 0].count(True) == 1


@pytest.mark.rule("G-13")
def test_a_base_lies_in_a_rectangle_with_its_whole_footprint() -> None:
    land = (0, 100, 1200, 1600)
    assert inside_rect((15, 115), land)
    assert not inside_rect((14, 115), land)
    assert inside_rect((1185, 1585), land)
    assert not inside_rect((1185, 1586), land)
    assert centres(land) == (15, 115, 1185, 1585)


@pytest.mark.rule("G-15")
def test_the_eight_contact_places_go_clockwise_from_the_north() -> None:
    found = contact_places((500, 500))
    assert found[:3] == [(500, 470), (530, 470), (530, 500)]
    assert len(set(found)) == 8
    assert all(adjacent((500, 500), p) for p in found)


@pytest.mark.rule("G-20", "A-7")
def test_equally_near_targets_are_all_nearest() -> None:
    assert nearest((0, 0), [(200, 0), (100, 0), (0, -100), (101, 5)]) == [1, 2]
    assert nearest((0, 0), []) == []


@pytest.mark.rule("G-22")
def test_the_road_goes_on_beyond_the_table() -> None:
    road = (485, 0, 515, 800)
    assert point_in_rect((515, 800), road)
    assert not point_in_rect((516, 400), road)
    assert on_road((485, -15), road)
    assert on_road((515, 830), road)
    assert not on_road((484, -15), road)
    assert on_road((-20, 12), (0, 0, 800, 30))
