"""The regions of a move say just what the judge says of each place (MOV-1, G-6, G-7, G-12)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import msgspec
import pytest

from campagna.core.contract import Refusal
from campagna.games.alto_comando.rules.geometry import ground_for
from campagna.games.alto_comando.rules.leg_regions import exits_over, has_end, next_ends
from campagna.games.alto_comando.rules.leg_rules import (
    along_the_road,
    judge_path,
    touches_cover,
    ways,
)
from campagna.games.alto_comando.state import State
from campagna.plane.bases import Point, Rect
from campagna.plane.legality import FAR, Edge
from campagna.plane.legs import merged, path_cost
from tests.games.alto_comando.lay import table

START = (400, 400)
LEFT, RIGHT = (350, 400), (450, 400)
UP, DOWN = (400, 350), (400, 450)
ASLANT = (430, 440)
"""Fifty millimetres away, in steps of three and four."""


def by_judge(
    state: State, base: int, path: tuple[Point, ...], among: Iterable[Point]
) -> set[Point]:
    return {p for p in among if not isinstance(judge_path(state, base, START, [*path, p]), Refusal)}


def around(centre: Point, reach: int, turn: int) -> list[Point]:
    """A third of the places around one, and all on the rays through it."""
    x, y = centre
    offsets = range(-reach, reach + 1)
    return [
        (x + dx, y + dy)
        for dx, dy in product(offsets, offsets)
        if (dx + dy + turn) % 3 == 0 or not dx or not dy or 4 * dx == 3 * dy
    ]


@pytest.mark.rule("MOV-1", "G-6", "G-7")
@pytest.mark.parametrize(
    "path", [(LEFT,), (RIGHT,), (UP,), (DOWN,), (ASLANT,), (RIGHT, (450, 450))], ids=str
)
def test_a_further_leg_may_end_just_where_the_judge_says(path: tuple[Point, ...]) -> None:
    state = table({"A1.tank1": "400 400", "A1.motor1": "430 445", "G1.motor1": "570 400"})
    base = state.find("A1.tank1")
    region, left = next_ends(state, base, START, path)
    allowance = state.unit(base).line.move
    assert left == allowance - path_cost(merged([START, *path])) > 0
    places = around(path[-1], left + 2, len(path))
    assert {p for p in places if p in region} == by_judge(state, base, path, places)


@pytest.mark.rule("MOV-6")
def test_joined_legs_that_cost_a_millimetre_less_go_a_step_farther() -> None:
    """Each leg aslant is rounded up; in one direction both are one leg, rounded once."""
    state = table({"A1.tank1": "400 400"})
    base = state.find("A1.tank1")
    allowance = state.unit(base).line.move
    found = 0
    for way in product((-1, 1), (-1, 1)):
        for first in range(36, 106):
            there = (400 + way[0] * first, 400 + way[1] * first)
            region, _ = next_ends(state, base, START, (there,))
            ends = [(400 + way[0] * k, 400 + way[1] * k) for k in range(first + 1, 112)]
            expected = {e for e in ends if path_cost([START, e]) <= allowance}
            assert {e for e in ends if e in region} == expected
            apart = path_cost([START, there])
            found += any(apart + path_cost([there, e]) > allowance for e in expected)
    assert found, "some ends are reached by joined legs only"


@pytest.mark.rule("MOV-6")
def test_with_a_millimetre_left_four_places_are_reached_and_with_none_no_place() -> None:
    state = table({"A1.tank1": "400 400"})
    base = state.find("A1.tank1")
    move = state.unit(base).line.move
    region, left = next_ends(state, base, START, ((400 + move - 1, 400),))
    assert (len(region), left) == (4, 1)
    region, left = next_ends(state, base, START, ((400 + move, 400),))
    assert (len(region), left) == (0, 0)


def test_nothing_follows_a_leg_that_is_too_short() -> None:
    state = table({"A1.tank1": "400 400"})
    base = state.find("A1.tank1")
    assert not next_ends(state, base, START, (RIGHT, (450, 420)))[0]
    assert not next_ends(state, base, START, ((400, 420), (450, 420)))[0]
    assert next_ends(state, base, START, (RIGHT,))[0], "exactly five centimetres are enough"


def test_nothing_follows_a_way_with_one_leg_too_near_the_enemy() -> None:
    state = table({"A1.tank1": "400 400", "G1.motor1": "525 400"})
    base = state.find("A1.tank1")
    assert next_ends(state, base, START, ((400, 455),))[0]
    assert not next_ends(state, base, START, ((400, 455), (455, 455)))[0]


def test_with_the_option_nothing_follows_the_first_leg() -> None:
    state = table({"A1.tank1": "400 400"}, options={"legs": "single"})
    base = state.find("A1.tank1")
    assert next_ends(state, base, START, ())[0]
    assert not next_ends(state, base, START, (RIGHT,))[0]


@pytest.mark.parametrize("free", [None, (-1, 0), (1, 0), (0, -1), (0, 1)], ids=str)
def test_a_base_that_can_go_anywhere_can_move(free: Point | None) -> None:
    """Shut in by four friends that leave no room, or three; a far place may still be an end."""
    ring = {(-1, 0): (385, 400), (1, 0): (445, 400), (0, -1): (415, 370), (0, 1): (415, 430)}
    shut = [f"{x} {y}" for way, (x, y) in ring.items() if way != free]
    friends = {f"A1.motor{n}": place for n, place in enumerate(shut[:3], 1)}
    state = table({"A1.tank1": "415 400", **friends})
    assert has_end(state, state.find("A1.tank1"))


@pytest.mark.rule("G-12")
def test_the_exits_over_an_edge_are_where_the_judge_lets_it_leave() -> None:
    state = table({"A1.tank1": "60 400", "A1.motor1": "100 380"})
    base = state.find("A1.tank1")
    start = (60, 400)
    region = exits_over(state, base, Edge.WEST)
    places = [(x, y) for x in range(-60, 0, 3) for y in range(310, 490, 3)]
    judged = {
        p for p in places if not isinstance(judge_path(state, base, start, [p], Edge.WEST), Refusal)
    }
    assert judged
    assert {p for p in places if p in region} == judged


@pytest.mark.rule("MOV-6")
def test_one_step_too_long_for_what_is_left_may_be_reached_in_one_line() -> None:
    """From (400, 430) on by (1, 2): 66 steps are 147.6, charged 148; one more makes 149.9."""
    state = table({"A1.tank1": "400 430"})
    base = state.find("A1.tank1")
    region, left = next_ends(state, base, (400, 430), ((466, 562),))
    assert left == 2
    assert (467, 564) in region
    assert (468, 566) not in region


@pytest.mark.rule("WF-1b")
def test_a_base_in_a_wood_whose_neighbours_are_taken_can_still_go_between_them() -> None:
    """Whoever keeps out of the woods has no way at all from within; whoever does not has one."""
    wood = [(300, 300), (500, 300), (500, 500), (300, 500)]
    around_it = {"A1.motor1": "370 400", "A1.motor2": "430 400", "A1.motor3": "400 370"}
    state = table(
        {"A1.tank1": "400 400", "A1.hq": "400 430", **around_it},
        terrain=[("woods", wood)],
        options={"western_front": True},
    )
    base = state.find("A1.tank1")
    assert len(ways(state, base, START)) == 2
    assert has_end(state, base)


@pytest.mark.rule("WF-1b")
def test_a_move_of_two_legs_touches_the_wood_if_one_leg_does() -> None:
    wood = [(500, 300), (700, 300), (700, 500), (500, 500)]
    state = table(
        {"A1.tank1": "400 400"}, terrain=[("woods", wood)], options={"western_front": True}
    )
    points = [(400, 400), (400, 460), (520, 460)]
    assert touches_cover(state, points)
    assert touches_cover(state, points[::-1])
    assert not touches_cover(state, points[:2])


@pytest.mark.rule("BF-13", "G-22")
@pytest.mark.parametrize(
    ("road", "ends"),
    [
        ((485, 0, 515, 800), (485, -FAR, 515, FAR)),
        ((0, 385, 1000, 415), (-FAR, 385, FAR, 415)),
        ((990, 700, 1020, 735), (990, -FAR, 1020, FAR)),
        ((700, 990, 735, 1020), (-FAR, 990, FAR, 1020)),
        ((100, 200, 300, 400), (100, -FAR, 300, FAR)),
    ],
)
def test_a_road_goes_on_beyond_both_its_ends(road: Rect, ends: Rect) -> None:
    state = table(
        {"A1.foot1": "500 100"}, scenario="beda_fomm", formations={"A1": "bf.it", "G1": "bf.gb"}
    )
    state.derived.field = msgspec.structs.replace(state.field, road=road)
    way = along_the_road(state, ground_for(state, state.find("A1.foot1")), 150)
    assert (way.allowance, way.ends) == (150, ends)


@pytest.mark.rule("BF-13", "G-22")
def test_a_way_along_the_road_ends_on_it_and_may_turn_beside_it() -> None:
    state = table(
        {"A1.foot1": "500 100"}, scenario="beda_fomm", formations={"A1": "bf.it", "G1": "bf.gb"}
    )
    base = state.find("A1.foot1")
    found = judge_path(state, base, (500, 100), [(530, 160), (500, 180)])
    assert found == 68 + 37
    back = judge_path(state, base, (500, 100), [(500, 160), (530, 180)])
    assert isinstance(back, Refusal)
