"""Straight legs: cost, joining, and the 5 cm along the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.plane.bases import Point, gap2
from campagna.plane.legs import keeps_out, leg_cost, lengths_allowed, merged, path_cost
from tests.plane.oracles import START, oracle_least_gap2, places

steps = st.tuples(st.integers(-260, 260), st.integers(-260, 260))


@pytest.mark.rule("G-6")
@given(steps)
def test_a_leg_costs_its_length_rounded_up(step: Point) -> None:
    cost = leg_cost((0, 0), step)
    squared = step[0] ** 2 + step[1] ** 2
    assert cost**2 >= squared
    assert cost == 0 or (cost - 1) ** 2 < squared


@pytest.mark.rule("G-7", "A-3", "WF-8", "MOV-1")
def test_legs_in_the_same_direction_are_one() -> None:
    assert merged([(0, 0), (40, 0), (100, 0), (100, 50)]) == [(0, 0), (100, 0), (100, 50)]
    assert merged([(0, 0), (2, 1), (6, 3)]) == [(0, 0), (6, 3)]
    assert merged([(0, 0), (60, 0), (20, 0)]) == [(0, 0), (60, 0), (20, 0)]
    assert path_cost([(0, 0), (1, 1), (2, 2)]) == 4
    assert path_cost(merged([(0, 0), (1, 1), (2, 2)])) == 3


@pytest.mark.rule("G-7")
def test_every_leg_but_the_last_is_at_least_five_centimetres_long() -> None:
    assert lengths_allowed([(0, 0), (30, 40), (30, 41)], 60)
    assert not lengths_allowed([(0, 0), (30, 39), (30, 99)], 150)
    assert lengths_allowed([(0, 0), (1, 0)], 1)
    assert not lengths_allowed([(0, 0), (0, 0)], 10)
    assert not lengths_allowed([(0, 0), (60, 0), (60, 0)], 100)


@pytest.mark.rule("G-7")
@pytest.mark.parametrize(("allowance", "most"), [(80, 2), (100, 2), (150, 3), (250, 5)])
def test_how_many_legs_fit_an_allowance(allowance: int, most: int) -> None:
    def zigzag(legs: int) -> list[Point]:
        """Legs of 50 that turn each time, and a last one of 1."""
        way = [(0, 0)]
        for i in range(legs):
            (x, y), length = way[-1], 1 if i == legs - 1 else 50
            way.append((x + length, y) if i % 2 else (x, y + length))
        return way

    assert lengths_allowed(zigzag(most), allowance)
    assert not lengths_allowed(zigzag(most + 1), allowance)


@pytest.mark.rule("G-9", "MOV-2")
@given(places(), places())
def test_the_five_centimetres_hold_along_the_whole_leg(end: Point, enemy: Point) -> None:
    kept = keeps_out(START, end, enemy)
    least = oracle_least_gap2(START, end, enemy)
    if gap2(START, enemy) >= 2500:
        assert kept == (least >= 2500)
    elif gap2(START, enemy) > 0:
        assert kept == (least == gap2(START, enemy))


@pytest.mark.rule("G-9")
def test_a_base_in_contact_may_slide_and_leave_but_not_overlap() -> None:
    enemy = (330, 310)
    assert keeps_out((300, 300), (300, 400), enemy)
    assert keeps_out((300, 300), (200, 350), enemy)
    assert not keeps_out((300, 300), (301, 300), enemy)
    at_the_corner = (330, 330)
    assert keeps_out((300, 300), (400, 300), at_the_corner)
    assert not keeps_out((300, 300), (301, 301), at_the_corner)


@pytest.mark.rule("G-10", "ITP-1", "ITP-2")
def test_a_gap_of_130_lets_a_base_through_and_129_does_not() -> None:
    start, end = (300, 300), (500, 300)
    assert keeps_out(start, end, (400, 220))
    assert keeps_out(start, end, (400, 380))
    assert not keeps_out(start, end, (400, 379))
    # T-26: both ends are clear, the middle is not.
    assert not keeps_out((300, 300), (400, 400), (430, 310))
    assert keeps_out((300, 300), (400, 400), (440, 300))
