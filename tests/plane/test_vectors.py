"""The 42 geometry vectors of the digest."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from campagna.plane.bases import Point, Rect, adjacent, gap2, inside_rect, nearest, overlap, within
from campagna.plane.legality import Ground
from campagna.plane.legs import keeps_out, leg_cost, lengths_allowed
from campagna.plane.retreat import retreat
from campagna.plane.shapes import leg_enters, sight_blocked
from campagna.plane.works import in_cell, strip_landing

VECTORS = json.loads((Path(__file__).parent / "geometry_vectors.json").read_text())["vectors"]


def retreat_from_the_nearest(
    hq: Point, enemies: list[Point], others: list[Point], land: Rect, mines: tuple[Rect, ...] = ()
) -> Point:
    ground = Ground(land, enemies, others, strips=mines)
    return retreat(hq, enemies[nearest(hq, enemies)[0]], ground)


FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "gap2": gap2,
    "within": within,
    "adjacent": adjacent,
    "overlap": overlap,
    "leg_cost": leg_cost,
    "legs_ok": lengths_allowed,
    "leg_keeps_out": keeps_out,
    "retreat": retreat_from_the_nearest,
    "strip_crossing": strip_landing,
    "in_segment": in_cell,
    "sight_line_blocked": sight_blocked,
    "leg_enters": leg_enters,
    "inside_rect": inside_rect,
}


def tuples(value: Any) -> Any:
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def test_there_are_as_many_as_the_digest_says() -> None:
    assert len(VECTORS) == 42
    assert {v["fn"] for v in VECTORS} == FUNCTIONS.keys()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['fn']}-{v.get('note', '')}")
def test_vector(vector: dict[str, Any]) -> None:
    arguments = [tuples(a) for a in vector["args"]]
    named = {k: tuples(a) for k, a in vector.get("kw", {}).items()}
    assert FUNCTIONS[vector["fn"]](*arguments, **named) == tuples(vector["expect"])
