"""The judge of places, legs, moves and departures."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from campagna.plane.bases import Point, inside_rect
from campagna.plane.legality import Edge, Ground, Violation, invariant_violations
from campagna.plane.legs import lengths_allowed, merged
from campagna.plane.shapes import rect_polygon
from tests.plane.oracles import START, Situation, oracle_end, oracle_leg, places, situations

LAND = (0, 100, 1200, 1600)


@pytest.mark.rule("G-11")
@given(situations(), places())
def test_ends_are_judged_as_defined(situation: Situation, p: Point) -> None:
    assert (situation.ground().end_violation(p) is None) == oracle_end(situation, p)


@pytest.mark.rule("G-8", "G-9")
@given(situations(), places())
def test_legs_are_judged_as_defined(situation: Situation, p: Point) -> None:
    allowed = inside_rect(p, situation.land) and oracle_leg(situation, START, p)
    assert (situation.ground().leg_violation(START, p) is None) == allowed


@pytest.mark.rule("G-7", "MOV-6")
@given(situations(), places(), places())
def test_moves_are_judged_leg_by_leg(situation: Situation, turn: Point, end: Point) -> None:
    way = merged([START, turn, end])
    allowed = lengths_allowed(way, 250) and oracle_end(situation, end)
    for a, b in pairwise(way):
        allowed = allowed and inside_rect(b, situation.land) and oracle_leg(situation, a, b)
    assert (situation.ground().move_violation([START, turn, end], 250) is None) == allowed


@pytest.mark.rule("G-11", "G-4", "A-4", "A-5")
def test_what_an_end_may_meet() -> None:
    ground = Ground(
        LAND,
        enemies=[(500, 500)],
        friends=[(300, 500), (300, 600)],
        walls=[rect_polygon((100, 900, 200, 1000))],
        strips=[(570, 300, 600, 450)],
    )
    assert ground.end_violation((580, 500)) is None
    assert ground.end_violation((579, 500)) == Violation("G-11", "enemy", 0)
    assert ground.end_violation((300, 629)) == Violation("G-11", "friend", 1)
    assert ground.end_violation((300, 630)) is None
    assert ground.end_violation((215, 950)) is None
    assert ground.end_violation((214, 950)) == Violation("G-11", "wall", 0)
    assert ground.end_violation((615, 375)) is None
    assert ground.end_violation((614, 375)) == Violation("G-11", "strip", 0)
    assert ground.end_violation((300, 114)) == Violation("G-11", "land")
    assert ground.leg_violation((300, 550), (300, 450)) is None


@pytest.mark.rule("G-6", "G-7")
def test_what_a_move_may_break() -> None:
    ground = Ground(LAND, enemies=[(500, 500)])
    assert ground.move_violation([(100, 300), (190, 420)], 150) is None
    assert ground.move_violation([(100, 300), (191, 420)], 150) == Violation("G-6", "allowance")
    assert ground.move_violation([(100, 300), (149, 300), (149, 310)], 150) == Violation(
        "G-7", "leg"
    )
    assert ground.move_violation([(100, 300), (100, 300)], 150) == Violation("G-7", "leg")
    assert ground.move_violation([(100, 300)], 150) == Violation("G-7", "leg")
    assert ground.move_violation([(400, 400), (600, 420)], 250) is None
    assert ground.move_violation([(400, 400), (600, 435)], 250) == Violation("G-9", "enemy")


@pytest.mark.rule("G-7", "G-8")
def test_a_short_part_of_a_straight_way_is_no_leg_of_its_own() -> None:
    ground = Ground(LAND)
    assert ground.move_violation([(100, 300), (110, 300), (200, 300)], 100) is None


@pytest.mark.rule("G-10")
def test_past_an_edge_or_a_shape_80_millimetres_are_enough() -> None:
    for ground in (
        Ground((0, 100, 1200, 1600), enemies=[(400, 195)]),
        Ground((0, 0, 1200, 1600), [(400, 195)], walls=[rect_polygon((0, 0, 1200, 100))]),
    ):
        assert ground.move_violation([(300, 115), (500, 115)], 200) is None
    for ground in (
        Ground((0, 101, 1200, 1600), enemies=[(400, 195)]),
        Ground((0, 0, 1200, 1600), [(400, 195)], walls=[rect_polygon((0, 0, 1200, 101))]),
    ):
        assert ground.move_violation([(300, 116), (500, 116)], 200) == Violation("G-9", "enemy")


@pytest.mark.rule("G-12", "MOV-3")
def test_leaving_takes_the_whole_base_over_its_own_edge() -> None:
    ground = Ground(LAND)
    start = (100, 400)
    assert ground.leave_violation([start, (-15, 400)], 115, Edge.WEST) is None
    assert ground.leave_violation([start, (-15, 400)], 114, Edge.WEST) == Violation(
        "G-6", "allowance"
    )
    assert ground.leave_violation([start, (-14, 400)], 150, Edge.WEST) == Violation("G-12", "edge")
    assert ground.leave_violation([start, (-15, 400)], 150, Edge.EAST) == Violation("G-12", "edge")
    assert ground.leave_violation([(20, 120), (-15, 115)], 150, Edge.WEST) is None
    assert ground.leave_violation([(20, 120), (-15, 114)], 150, Edge.WEST) == Violation(
        "G-12", "edge"
    )
    watched = Ground(LAND, enemies=[(20, 479)])
    assert watched.leave_violation([start, (-15, 400)], 150, Edge.WEST) == Violation("G-9", "enemy")
    turning = [start, (100, 450), (-20, 450)]
    assert ground.leave_violation(turning, 170, Edge.WEST) is None
    off_and_back = [start, (-20, 400), (-20, 450)]
    assert ground.leave_violation(off_and_back, 250, Edge.WEST) == Violation("G-8", "land")


@pytest.mark.rule("G-12")
@pytest.mark.parametrize(
    ("edge", "off", "not_off"),
    [
        (Edge.NORTH, (500, -15), (500, -14)),
        (Edge.SOUTH, (500, 815), (500, 814)),
        (Edge.WEST, (-15, 400), (-14, 400)),
        (Edge.EAST, (1015, 400), (1014, 400)),
    ],
)
def test_every_edge_is_left_fifteen_millimetres_outside(
    edge: Edge, off: Point, not_off: Point
) -> None:
    ground = Ground((0, 0, 1000, 800))
    assert ground.leave_violation([(500, 400), off], 600, edge) is None
    assert ground.leave_violation([(500, 400), not_off], 600, edge) == Violation("G-12", "edge")


def test_other_friends_change_nothing_else() -> None:
    ground = Ground(LAND, [(500, 500)], [(300, 300)], strips=[(570, 300, 600, 450)])
    other = ground.with_friends([(700, 700)])
    assert other.end_violation((700, 700)) == Violation("G-11", "friend", 0)
    assert other.end_violation((300, 300)) is None
    assert other.end_violation((500, 500)) == Violation("G-11", "enemy", 0)
    assert other.end_violation((600, 400)) == Violation("G-11", "strip", 0)
    assert ground.end_violation((300, 300)) == Violation("G-11", "friend", 0)


@pytest.mark.rule("G-23")
def test_invariants_name_every_base_that_breaks_them() -> None:
    assert invariant_violations(([(100, 200), (130, 200)], [(210, 200)]), LAND) == []
    found = invariant_violations(
        ([(100, 200), (129, 200)], [(208, 200), (5, 900)]), LAND, strips=[(90, 210, 240, 240)]
    )
    assert found == [
        Violation("G-23", "land", 3),
        Violation("G-23", "base", 0),
        Violation("G-23", "enemy", 1),
        Violation("G-23", "strip", 0),
        Violation("G-23", "strip", 1),
        Violation("G-23", "strip", 2),
    ]
