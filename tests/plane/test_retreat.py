"""Falling back from an enemy."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from campagna.plane.bases import Point
from campagna.plane.legality import Ground
from campagna.plane.legs import length2
from campagna.plane.retreat import retreat, retreat_candidates, retreat_vector
from tests.plane.oracles import Situation, oracle_end, oracle_leg, places, situations

LAND = (0, 100, 1200, 1600)
HQ = (300, 300)
apart = st.tuples(st.integers(-400, 400), st.integers(-400, 400))


@pytest.mark.rule("G-16", "HQ-11", "A-11")
@given(apart)
def test_the_vector_points_away_and_is_rounded_towards_the_start(enemy: Point) -> None:
    assume(enemy != (0, 0))
    dx, dy = retreat_vector((0, 0), enemy)
    assert dx * enemy[0] <= 0
    assert dy * enemy[1] <= 0
    squared = enemy[0] ** 2 + enemy[1] ** 2
    for got, v in ((dx, enemy[0]), (dy, enemy[1])):
        # got is the whole part of 150 |v| / length.
        assert got**2 * squared <= (150 * v) ** 2 < (abs(got) + 1) ** 2 * squared
    assert dx * dx + dy * dy <= 150 * 150


@pytest.mark.rule("G-16")
def test_shorter_retreats_are_cut_in_proportion() -> None:
    candidates = list(retreat_candidates((700, 500), (560, 420)))
    assert candidates[0] == (830, 574)
    assert candidates[75] == (765, 537)
    assert len(candidates) == 150
    west = list(retreat_candidates((700, 500), (840, 580)))
    assert west[0] == (570, 426)
    assert west[75] == (635, 463)


@pytest.mark.rule("G-16", "A-26")
def test_a_retreat_stops_at_the_edge_a_base_an_enemy_or_mines() -> None:
    assert retreat((1140, 500), (1000, 500), Ground(LAND, [(1000, 500)])) == (1185, 500)
    assert retreat((1185, 500), (1000, 500), Ground(LAND, [(1000, 500)])) == (1185, 500)
    between = Ground(LAND, [(560, 500), (900, 500)])
    assert retreat((700, 500), (560, 500), between) == (820, 500)
    crowded = Ground(LAND, [(560, 500)], friends=[(850, 500)])
    assert retreat((700, 500), (560, 500), crowded) == (820, 500)
    passed = Ground(LAND, [(560, 500)], friends=[(800, 500)])
    assert retreat((700, 500), (560, 500), passed) == (850, 500)
    mined = Ground(LAND, [(800, 300)], strips=[(600, 100, 630, 400)])
    assert retreat((700, 300), (800, 300), mined) == (645, 300)


@pytest.mark.rule("G-16")
@given(situations(), places())
def test_the_first_candidate_with_a_legal_end_and_way_is_taken(
    situation: Situation, enemy: Point
) -> None:
    assume(enemy != HQ)
    free = [
        p
        for p in retreat_candidates(HQ, enemy)
        if p != HQ and oracle_end(situation, p) and oracle_leg(situation, HQ, p)
    ]
    end = retreat(HQ, enemy, situation.ground())
    assert end == (free[0] if free else HQ)
    assert length2(HQ, end) <= 150 * 150
