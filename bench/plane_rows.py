"""Rows about the plane: where one base can go, in tests of one leg against every enemy."""

from __future__ import annotations

from functools import partial

from bench.measure import Measurement, Task, cost, interleaved, speedup
from campagna.plane import _kernel_legs
from campagna.plane.bases import Point
from campagna.plane.kernels import flat, intruded
from campagna.plane.legality import Ground
from campagna.plane.legs import keeps_out
from campagna.plane.regions import RegionFinder

LAND = (0, 100, 1200, 1600)
A_SIDE = 50
"""Bases of a side in a battle of usual size (BAS-4)."""
DISTANCE = 110
"""Between the bases of one rank: too narrow to pass."""
RANKS = 5
ALLOWANCES = (150, 250)
"""Millimetres: of most units, and of the fastest."""
LEGS = 8
"""Legs whose mean test is the batch."""
START = (590, 640)
"""A little before its own first rank, so that enemies stand within reach."""


def army(nearest: int, step: int) -> list[Point]:
    """Fifty bases in ranks, the first at this x."""
    deep = A_SIDE // RANKS
    return [(nearest + step * (i // deep), 150 + DISTANCE * (i % deep)) for i in range(A_SIDE)]


ENEMIES = army(700, 70)
FRIENDS = army(560, -60)


def ends(allowance: int) -> list[Point]:
    """Ends of a leg in sixteen directions: some are free, some not."""
    around = [(2, 0), (2, 1), (1, 1), (1, 2)]
    turned = [d for x, y in around for d in ((x, y), (-y, x), (-x, -y), (y, -x))]
    return [(START[0] + x * allowance // 3, START[1] + y * allowance // 3) for x, y in turned]


def reference(end: Point) -> bool:
    """The readable definition, asked for every enemy: no short cut."""
    kept = [keeps_out(START, end, enemy) for enemy in ENEMIES]
    return all(kept)


def assert_same_verdicts(allowance: int) -> None:
    ground, enemies = Ground(LAND, ENEMIES, FRIENDS), flat(ENEMIES)
    region = RegionFinder().ends(ground, START, allowance)
    verdicts = [reference(end) for end in ends(allowance)]
    assert True in verdicts, "no leg is free"
    assert False in verdicts, "every leg is free"
    for end, free in zip(ends(allowance), verdicts, strict=True):
        assert (intruded(*START, *end, enemies) < 0) == free, "the tests of a leg differ"
        assert (_kernel_legs.intruded(*START, *end, enemies) < 0) == free, "the tests differ"
        assert (end in region) == (ground.move_violation([START, end], allowance) is None)


def batches(allowance: int) -> list[Task]:
    """The exclusion test of one leg against all enemies in one call, for legs that the region allows.

    None of them stops early: whoever is free of all enemies has been tested against every one.
    """
    enemies = flat(ENEMIES)
    region = RegionFinder().ends(Ground(LAND, ENEMIES, FRIENDS), START, allowance)
    ends = [region[len(region) * (2 * i + 1) // (2 * LEGS)] for i in range(LEGS)]
    assert all(intruded(*START, *end, enemies) < 0 for end in ends), "a leg is not free"
    return [partial(intruded, *START, *end, enemies) for end in ends]


def _region(allowance: int, batch: list[Task]) -> Measurement:
    assert_same_verdicts(allowance)
    ground, region_finder = Ground(LAND, ENEMIES, FRIENDS), RegionFinder()
    region = partial(region_finder.ends, ground, START, allowance)
    note = f"{2 * A_SIDE} bases, {allowance} mm, {len(region())} places"
    a, b = interleaved(batch, [region])
    return cost(a / len(batch), b, note=note)


def region_in_readable_tests() -> Measurement:
    """The region of one base, in readable tests of one leg against every enemy: the worst allowance."""
    batch: list[Task] = [partial(reference, (START[0] - 140, START[1]))]
    return max((_region(allowance, batch) for allowance in ALLOWANCES), key=lambda m: m.ratio)


def usual_region() -> Measurement:
    """The region of a base with the usual allowance, in compiled tests of one leg against all enemies."""
    return _region(ALLOWANCES[0], batches(ALLOWANCES[0]))


def fastest_region() -> Measurement:
    """The same for a base with the longest allowance there is."""
    return _region(ALLOWANCES[-1], batches(ALLOWANCES[-1]))


def exclusion() -> Measurement:
    """One leg against every enemy: the readable definition against the kernel."""
    plain: list[Task] = []
    compiled: list[Task] = []
    enemies = flat(ENEMIES)
    for allowance in ALLOWANCES:
        assert_same_verdicts(allowance)
        plain += [partial(reference, end) for end in ends(allowance)]
        compiled += [partial(intruded, *START, *end, enemies) for end in ends(allowance)]
    a, b = interleaved(plain, compiled)
    return speedup(a / len(plain), b / len(plain), note=f"mean of {len(plain)} legs")
