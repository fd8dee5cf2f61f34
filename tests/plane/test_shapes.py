"""Convex shapes: entering, standing on, hiding behind."""

from __future__ import annotations

import pytest
from hypothesis import given

from campagna.plane.bases import Point
from campagna.plane.shapes import (
    Barrier,
    Polygon,
    grown,
    insides_meet,
    leg_enters,
    line_crosses,
    point_in,
    rect_polygon,
    sight_blocked,
    swept,
)
from tests.plane.oracles import START, oracle_common_area, oracle_line_crosses, places, polygons

HILL = rect_polygon((300, 300, 420, 380))


@pytest.mark.rule("G-8")
@given(places(), polygons())
def test_a_leg_enters_what_its_swept_area_shares_ground_with(end: Point, shape: Polygon) -> None:
    shared = oracle_common_area(swept(START, end), shape) > 0
    assert leg_enters(START, end, shape) == shared
    assert leg_enters(START, end, shape[::-1]) == shared
    assert line_crosses(START, end, grown(shape)) == shared
    assert Barrier(shape).entered(START, end) == shared
    assert Barrier(shape[::-1]).entered(START, end) == shared


@pytest.mark.rule("G-8")
@given(places(), polygons())
def test_the_shadow_of_a_shape_is_where_legs_that_enter_it_end(end: Point, shape: Polygon) -> None:
    planes = Barrier(shape).shadow(START)
    x, y = end[0] - START[0], end[1] - START[1]
    assert all(a * x + b * y > c for a, b, c in planes) == leg_enters(START, end, shape)
    inside = Barrier(shape).inside()
    assert all(a * end[0] + b * end[1] > c for a, b, c in inside) == leg_enters(end, end, shape)


@given(polygons(), polygons())
def test_insides_meet_where_area_is_shared(p: Polygon, q: Polygon) -> None:
    assert insides_meet(p, q) == (oracle_common_area(p, q) > 0)


@pytest.mark.rule("G-8")
@given(polygons(), places())
def test_a_shape_out_of_reach_is_never_entered(shape: Polygon, end: Point) -> None:
    reach = max(abs(end[0] - START[0]), abs(end[1] - START[1]))
    assert Barrier(shape).near(START, reach) or not leg_enters(START, end, shape)


@pytest.mark.rule("G-14")
@given(places(), polygons())
def test_a_line_of_sight_is_cut_by_insides_only(end: Point, hill: Polygon) -> None:
    if end != START:
        assert line_crosses(START, end, hill) == oracle_line_crosses(START, end, hill)
    stands = point_in(START, hill) or point_in(end, hill)
    assert sight_blocked(START, end, [hill]) == (not stands and line_crosses(START, end, hill))
    assert sight_blocked(START, end, [hill]) == sight_blocked(end, START, [hill[::-1]])


@pytest.mark.rule("G-13", "G-14", "TER-3", "TER-6", "A-9")
def test_a_hill_hides_what_is_behind_it_but_not_who_stands_on_it() -> None:
    assert sight_blocked((280, 340), (450, 340), [HILL])
    assert not sight_blocked((300, 340), (450, 340), [HILL])
    assert not sight_blocked((250, 380), (450, 380), [HILL])
    assert not sight_blocked((260, 340), (340, 260), [HILL])
    ridge = [HILL, rect_polygon((420, 300, 500, 380))]
    assert sight_blocked((310, 340), (560, 340), ridge)
    assert not sight_blocked((310, 340), (450, 340), ridge)


@pytest.mark.rule("G-13")
def test_a_border_belongs_to_its_hill() -> None:
    assert point_in((300, 340), HILL)
    assert point_in((420, 380), HILL[::-1])
    assert not point_in((299, 340), HILL)


@pytest.mark.rule("G-8")
def test_a_start_that_touches_a_shape_may_slide_along_it_and_leave() -> None:
    wall = Barrier(rect_polygon((START[0] + 15, START[1] - 40, START[0] + 55, START[1] + 40)))
    for x in range(-90, 91, 5):
        for y in range(-90, 91, 5):
            inside = all(a * x + b * y > c for a, b, c in wall.shadow(START))
            assert inside == (x > 0) == wall.entered(START, (START[0] + x, START[1] + y))
    corner = Barrier(rect_polygon((START[0] + 15, START[1] + 15, START[0] + 55, START[1] + 55)))
    planes = corner.shadow(START)
    assert all(a + b > c for a, b, c in planes)
    assert not all(a * 50 > c for a, _, c in planes)
    assert not all(b * 50 > c for _, b, c in planes)
