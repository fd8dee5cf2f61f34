"""Where a base can go: every region against the judge, place by place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campagna.plane.bases import Point, contact_places, gap2, inside_rect
from campagna.plane.legality import Edge, Ground
from campagna.plane.legs import leg_cost, length2, merged
from campagna.plane.region import Region
from campagna.plane.regions import RegionFinder
from campagna.plane.works import River
from tests.plane.oracles import (
    LAND,
    START,
    Situation,
    oracle_end,
    oracle_leg,
    places,
    situations,
)

FINDER = RegionFinder()
few = settings(max_examples=15)
reaches = st.sampled_from([0, 1, 40, 75, 80, 100, 150, 250])


def assert_same(region: Region, allowed: Callable[[Point], bool], square: int, step: int) -> None:
    """Every step-th place of a square round the start, and all that lie at an end of a run."""
    x0, y0 = START
    telling = {
        (x, y)
        for y, runs in region.rows()
        for first, last in runs
        for x in (first - 1, first, last, last + 1)
    }
    telling |= {(x, y + d) for x, y in list(telling)[::7] for d in (-1, 1)}
    for y in range(y0 - square, y0 + square + 1):
        telling.update((x, y) for x in range(x0 - square + y % step, x0 + square + 1, step))
    for p in telling:
        assert (p in region) == allowed(p), p


@pytest.mark.rule("G-8", "G-9", "G-11")
@few
@given(situations())
def test_ends_on_every_place_of_a_short_leg(situation: Situation) -> None:
    ground = situation.ground()
    region = FINDER.ends(ground, START, 45)
    assert_same(region, lambda p: ground.move_violation([START, p], 45) is None, 47, 1)


@pytest.mark.rule("G-6", "G-8", "G-9", "G-11")
@few
@given(situations(), reaches)
def test_ends_are_where_the_judge_allows_them(situation: Situation, left: int) -> None:
    ground = situation.ground()
    region = FINDER.ends(ground, START, left)
    assert_same(region, lambda p: ground.move_violation([START, p], left) is None, left + 2, 23)


@pytest.mark.rule("G-6", "G-8", "G-9", "G-11")
@few
@given(situations(), st.lists(places(), min_size=40, max_size=40))
def test_ends_agree_with_the_readable_definitions(situation: Situation, asked: list[Point]) -> None:
    region = FINDER.ends(situation.ground(), START, 150)
    for p in asked:
        allowed = (
            0 < length2(START, p) <= 150 * 150
            and oracle_leg(situation, START, p)
            and oracle_end(situation, p)
        )
        assert (p in region) == allowed


@pytest.mark.rule("G-7", "G-8", "G-9")
@few
@given(situations(), reaches)
def test_waypoints_are_where_a_leg_may_turn(situation: Situation, left: int) -> None:
    ground = situation.ground()

    def allowed(p: Point) -> bool:
        long_enough = length2(START, p) >= 2500 and leg_cost(START, p) <= left
        return long_enough and ground.leg_violation(START, p) is None

    assert_same(FINDER.waypoints(ground, START, left), allowed, left + 2, 23)


@pytest.mark.rule("G-7")
@few
@given(situations(), st.lists(places(), min_size=15, max_size=15))
def test_legs_chosen_one_after_the_other_are_just_the_allowed_moves(
    situation: Situation, ends: list[Point]
) -> None:
    ground = situation.ground()
    turns = FINDER.waypoints(ground, START, 150)
    for turn in [turns[n] for n in range(0, len(turns), max(1, len(turns) // 4))]:
        left = 150 - leg_cost(START, turn)
        last = FINDER.ends(ground, turn, left)
        near = [last[n] for n in range(0, len(last), max(1, len(last) // 5))]
        for end in ends + near:
            allowed = ground.move_violation([START, turn, end], 150) is None
            if end in last:
                assert allowed
            elif len(merged([START, turn, end])) == 3:
                assert not allowed


@pytest.mark.rule("G-12")
@few
@given(situations(), st.sampled_from(list(Edge)), reaches)
def test_exits_are_where_a_base_may_leave(situation: Situation, edge: Edge, left: int) -> None:
    ground = situation.ground()

    def allowed(p: Point) -> bool:
        return ground.leave_violation([START, p], left, edge) is None

    assert_same(FINDER.exits(ground, START, left, edge), allowed, left + 2, 23)


@pytest.mark.rule("G-11", "G-13", "SET-3")
@few
@given(situations())
def test_standing_room_is_where_a_base_may_be_placed(situation: Situation) -> None:
    ground = situation.ground()
    area = (START[0] - 120, START[1] - 90, START[0] + 60, START[1] + 130)

    def allowed(p: Point) -> bool:
        return inside_rect(p, area) and ground.end_violation(p) is None

    assert_same(FINDER.standing(ground, area), allowed, 140, 7)


@pytest.mark.rule("G-15", "HQ-10", "A-14")
@settings(max_examples=12)
@given(situations(), st.booleans())
def test_a_replaced_unit_comes_as_near_to_its_headquarters_as_it_can(
    situation: Situation, surrounded: bool
) -> None:
    around = contact_places(START) if surrounded else []
    ground = situation.ground().with_friends([START, *situation.friends, *around])
    places_near = FINDER.replacements(ground, START)
    everywhere = FINDER.standing(
        ground, (START[0] - 195, START[1] - 195, START[0] + 195, START[1] + 195)
    )
    least = min((gap2(START, p) for p in everywhere), default=10**9)
    if least > 150 * 150:
        assert not places_near
    else:
        assert set(places_near) == {p for p in everywhere if gap2(START, p) == least}


@pytest.mark.rule("G-15", "HQ-10")
def test_replacement_places_of_a_free_and_of_a_crowded_headquarters() -> None:
    free = FINDER.replacements(Ground(LAND, friends=[(500, 500)]), (500, 500))
    assert len(free) == 240
    assert all(p in free for p in contact_places((500, 500)))
    ring = [p for p in contact_places((500, 500)) if p != (530, 530)]
    one = FINDER.replacements(Ground(LAND, friends=[(500, 500), *ring]), (500, 500))
    assert list(one) == [(530, 530)]
    full = Ground(LAND, friends=[(500, 500), *contact_places((500, 500))])
    assert {gap2(p, (500, 500)) for p in FINDER.replacements(full, (500, 500))} == {900}
    besieged = Ground(LAND, [(x, y) for x in range(300, 720, 60) for y in range(300, 720, 60)])
    assert not FINDER.replacements(besieged, (500, 500))


@pytest.mark.rule("G-9", "G-10")
def test_a_front_with_narrow_gaps_has_nothing_behind_it() -> None:
    line = [(400, 140 + 80 * i) for i in range(8)]
    region = FINDER.ends(Ground(LAND, line), START, 250)
    # Right between two of them the corners of their halos leave a dent of one millimetre.
    assert max(x for x, _ in region) == 321
    opened = FINDER.ends(Ground(LAND, [(400, 220), (400, 380)]), START, 250)
    assert (550, 300) in opened
    assert (550, 301) not in opened


@pytest.mark.rule("G-17b")
def test_a_bridge_opens_one_line_across_the_river() -> None:
    river = River((0, 340, 1200, 380), (300,))
    region = FINDER.ends(Ground(LAND, rivers=[river]), START, 150)
    assert {p for p in region if p[1] > 325} == {(300, y) for y in range(326, 451)}


def test_too_long_a_leg_is_refused() -> None:
    with pytest.raises(ValueError, match="513"):
        FINDER.ends(Ground(LAND), START, 513)
    with pytest.raises(ValueError, match="-1"):
        FINDER.ends(Ground(LAND), START, -1)


@pytest.mark.rule("G-22", "A-37")
def test_a_base_may_enter_from_beyond_an_edge() -> None:
    ground = Ground((0, 0, 1000, 800), enemies=[(560, 60)], friends=[(470, 30)])
    start = (500, -15)
    region = FINDER.ends(ground, start, 80)
    assert region
    assert region.bounds()[1] == 15
    for x in range(410, 591):
        for y in range(-100, 70):
            allowed = ground.move_violation([start, (x, y)], 80) is None
            assert ((x, y) in region) == allowed
