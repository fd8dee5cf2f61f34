"""The kernels against the readable definitions, on the plain texts and on their compiled builds."""

from __future__ import annotations

import contextlib
import importlib
from array import array
from math import isqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campagna.plane import _kernel_legs, _kernel_rows, _kernel_sight, kernels
from campagna.plane.bases import Point, gap2, overlap
from campagna.plane.kernels import flat
from campagna.plane.legs import approach, keeps_out, length2
from campagna.plane.region import Region
from tests.plane.oracles import START, places

LEGS: dict[str, Any] = {"plain": _kernel_legs}
SIGHT: dict[str, Any] = {"plain": _kernel_sight}
ROWS: dict[str, Any] = {"plain": _kernel_rows}
with contextlib.suppress(ImportError):
    LEGS["compiled"] = importlib.import_module("campagna.plane._compiled_legs")
    SIGHT["compiled"] = importlib.import_module("campagna.plane._compiled_sight")
    ROWS["compiled"] = importlib.import_module("campagna.plane._compiled_rows")

both_backends = pytest.mark.parametrize("backend", LEGS)
crowds = st.lists(places(350), max_size=12)
FIELD = (0, 0, 1200, 1600)
ENDLESS = 1 << 40


def first(found: list[bool]) -> int:
    return found.index(True) if True in found else -1


def test_the_backend_is_what_it_says() -> None:
    names = {"compiled": "_compiled_rows", "plain": "_kernel_rows"}
    assert kernels.Rows.__module__ == f"campagna.plane.{names[kernels.BACKEND]}"


@pytest.mark.rule("G-9")
@both_backends
@given(places(350), crowds)
def test_the_first_enemy_that_a_leg_intrudes_upon(
    backend: str, end: Point, enemies: list[Point]
) -> None:
    found = LEGS[backend].intruded(*START, *end, flat(enemies))
    assert found == first([not keeps_out(START, end, e) for e in enemies])


@pytest.mark.rule("G-11")
@both_backends
@given(crowds)
def test_the_first_base_that_is_too_near_or_overlapped(backend: str, others: list[Point]) -> None:
    legs = LEGS[backend]
    assert legs.crowd(*START, flat(others)) == first([gap2(START, o) < 2500 for o in others])
    assert legs.overlapped(*START, flat(others)) == first([overlap(START, o) for o in others])


reaches = st.sampled_from([-1, 0, 30, 50, 150, 400])


@pytest.mark.rule("G-3", "G-4")
@both_backends
@given(crowds, st.lists(st.tuples(places(350), reaches), max_size=70))
def test_who_of_the_others_reaches_each_place(
    backend: str, at: list[Point], others: list[tuple[Point, int]]
) -> None:
    legs = LEGS[backend]
    bases, far = flat([o for o, _ in others]), array("i", [reach for _, reach in others])
    within = [[r >= 0 and gap2(p, o) <= r * r for o, r in others] for p in at]
    masks = [sum(1 << i for i, it_is in enumerate(row) if it_is) for row in within]
    assert legs.reached(flat(at), bases, far) == masks
    found = legs.nearest_reached(flat(at), bases, far)
    for p, row, which in zip(at, within, found, strict=True):
        gaps = [gap2(p, o) if it_is else ENDLESS for (o, _), it_is in zip(others, row, strict=True)]
        assert which == (gaps.index(min(gaps)) if any(row) else -1)


@pytest.mark.rule("G-3")
@both_backends
@given(crowds, crowds)
def test_the_gaps_from_each_place_to_each_of_the_others(
    backend: str, at: list[Point], others: list[Point]
) -> None:
    expected = [isqrt(gap2(p, o)) for p in at for o in others]
    assert LEGS[backend].gaps(flat(at), flat(others)) == expected


@pytest.mark.rule("G-9")
@both_backends
@given(crowds, st.sampled_from([80, 150, 250]), st.lists(places(), min_size=30, max_size=30))
def test_enemies_in_the_shadow_of_others_may_be_left_out(
    backend: str, enemies: list[Point], reach: int, ends: list[Point]
) -> None:
    outside = [e for e in enemies if gap2(START, e) >= 2500]
    sight = SIGHT[backend].Sight()
    seen = sight.shadows(*START, reach, flat(enemies))
    assert seen == _kernel_sight.Sight().shadows(*START, reach, flat(enemies))
    assert sight.crowded == (len(outside) < len(enemies))
    kept = [(START[0] + x, START[1] + y) for x, y in casters(seen)]
    assert set(kept) <= set(outside)
    for end in ends:
        if length2(START, end) <= reach * reach:
            free = all(keeps_out(START, end, e) for e in kept)
            assert free == all(keeps_out(START, end, e) for e in outside)


def casters(outlines: array[int]) -> list[Point]:
    """The enemies that have an outline, without the mirrors; each once."""
    size = _kernel_sight.OUTLINE
    halves = [outlines[i : i + 3] for i in range(0, len(outlines), size)]
    turned = [(-x if f & 1 else x, -y if f & 2 else y) for x, y, f in halves]
    return list(dict.fromkeys(turned))


@both_backends
def test_a_second_row_right_behind_the_first_casts_no_shadow(backend: str) -> None:
    def seen(enemies: list[Point]) -> list[Point]:
        return casters(SIGHT[backend].Sight().shadows(0, 0, 250, flat(enemies)))

    assert seen([(0, 250), (0, 110)]) == [(0, 110)]
    assert seen([(0, 110), (200, 110)]) == [(0, 110), (200, 110)]
    assert seen([(0, 329), (0, -330), (0, 70)]) == [(0, 329)]


@both_backends
def test_a_halo_that_merges_with_one_that_hides_all_hides_all_as_well(backend: str) -> None:
    def hiding(enemies: list[Point]) -> list[bool]:
        outlines = SIGHT[backend].Sight().shadows(0, 0, 250, flat(enemies))
        return [bool(hides) for hides in outlines[3 :: _kernel_sight.OUTLINE]]

    assert hiding([(110, 60), (110, 170)]) == [True, True, True]
    assert hiding([(110, 60), (40, 270)]) == [True, True, False]
    assert hiding([(110, 170)]) == [False]


def bar_near(rows: Any, enemies: list[Point]) -> None:
    """Bar what brings a base nearer to those to whom it is too near already."""
    for enemy in enemies:
        if gap2(START, enemy) < 2500:
            rows.bar_planes(array("q", [n for plane in approach(START, enemy) for n in plane]))


def survey(module: Any, reach: int, enemies: list[Point], friends: list[Point]) -> Region:
    rows = module.Rows()
    rows.open_disc(*START, reach, FIELD)
    rows.bar_shadows(_kernel_sight.Sight().shadows(*START, reach, flat(enemies)))
    bar_near(rows, enemies)
    rows.bar_halos(flat(enemies))
    rows.bar_bases(flat(friends))
    rows.bar_short(50)
    return Region(*rows.close())


@pytest.mark.rule("G-9", "G-11")
@pytest.mark.skipif("compiled" not in ROWS, reason="the compiled kernels are not built")
@given(crowds, crowds, st.sampled_from([0, 49, 50, 80, 150, 250, 512]))
def test_both_backends_find_the_same_region(
    enemies: list[Point], friends: list[Point], reach: int
) -> None:
    plain = survey(_kernel_rows, reach, enemies, friends)
    compiled = survey(ROWS["compiled"], reach, enemies, friends)
    assert (plain.top, plain.starts, plain.spans) == (
        compiled.top,
        compiled.starts,
        compiled.spans,
    )


@pytest.mark.rule("G-9")
@both_backends
@settings(max_examples=25)
@given(places(600), st.lists(places(), min_size=60, max_size=60))
def test_a_single_shadow(backend: str, enemy: Point, ends: list[Point]) -> None:
    rows = ROWS[backend].Rows()
    rows.open_disc(*START, 512, FIELD)
    rows.bar_shadows(SIGHT[backend].Sight().shadows(*START, 512, flat([enemy])))
    bar_near(rows, [enemy])
    region = Region(*rows.close())
    for y, runs in region.rows():
        for begin, end in runs:
            ends += [(begin - 1, y), (begin, y), (end, y), (end + 1, y)]
    for x, y in ends:
        inside = 0 <= x <= 1200 and 0 <= y <= 1600 and length2(START, (x, y)) <= 512 * 512
        assert ((x, y) in region) == (inside and keeps_out(START, (x, y), enemy))


@both_backends
@given(st.lists(st.tuples(*[st.integers(-9, 9)] * 3), min_size=1, max_size=5))
def test_the_common_part_of_half_planes(backend: str, planes: list[tuple[int, int, int]]) -> None:
    rows = ROWS[backend].Rows()
    rows.open_rect((-12, -11, 13, 14))
    rows.bar_planes(array("q", [n for plane in planes for n in plane]))
    left = set(Region(*rows.close()))
    everything = {(x, y) for x in range(-12, 14) for y in range(-11, 15)}
    barred = {(x, y) for x, y in everything if all(a * x + b * y > c for a, b, c in planes)}
    assert left == everything - barred
