"""The drawing room: the sheet and its plan as SVG, judged by what is in the drawing."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from campagna.hexes.board import Board
from campagna.hexes.drawing import (
    LAYERS,
    MapGeometry,
    draw_map,
)
from campagna.hexes.grid import DIRECTIONS, OFF_MAP
from tests.hexes.drawn_boards import FLAT, SVG, board, texts

# --- the plan ---------------------------------------------------------------------------------


def test_neighbours_share_the_corners_of_their_side(any_board: Board) -> None:
    plan = MapGeometry(any_board, 10.0)
    for hex_ in range(len(any_board)):
        for d in range(DIRECTIONS):
            other = any_board.grid.neighbour(hex_, d)
            if other == OFF_MAP:
                continue
            mine = (plan.corners(hex_)[d], plan.corners(hex_)[(d + 1) % DIRECTIONS])
            theirs = plan.corners(other)
            assert set(mine) == set(theirs) & set(plan.corners(hex_))
            assert math.dist(plan.centre(hex_), plan.centre(other)) == pytest.approx(
                10 * math.sqrt(3)
            )


def test_the_plan_is_the_box_of_its_hexes(any_board: Board) -> None:
    plan = MapGeometry(any_board, 12.5)
    corners = [p for h in range(len(any_board)) for p in plan.corners(h)]
    assert min(x for x, _ in corners) == 0
    assert min(y for _, y in corners) == 0
    assert max(x for x, _ in corners) == pytest.approx(plan.width)
    assert max(y for _, y in corners) == pytest.approx(plan.height)


def test_the_plan_agrees_with_the_grid_and_scales(any_board: Board) -> None:
    plan, double = MapGeometry(any_board, 20.0), MapGeometry(any_board, 40.0)
    (x0, y0), (gx0, gy0) = plan.centre(0), any_board.grid.centre(0)
    for hex_ in range(len(any_board)):
        (x, y), (gx, gy) = plan.centre(hex_), any_board.grid.centre(hex_)
        assert (x - x0, y - y0) == pytest.approx((20 * (gx - gx0), 20 * (gy - gy0)))
        assert double.centre(hex_) == pytest.approx((2 * x, 2 * y))
        assert [math.dist((x, y), c) for c in plan.corners(hex_)] == pytest.approx([20.0] * 6)


def test_outlines_trace_rim_and_hole(any_board: Board) -> None:
    plan = MapGeometry(any_board)
    middle = next(h for h in range(len(any_board)) if len(any_board.grid.around(h)) == DIRECTIONS)
    ring = any_board.grid.around(middle)
    assert sorted(map(len, plan.outlines([middle]))) == [6]
    assert sorted(map(len, plan.outlines(ring))) == [6, 18]


# --- the sheet --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("standalone", [True, False])
def test_well_formed_and_finite(any_board: Board, language: str, standalone: bool) -> None:
    svg = draw_map(any_board, language=language, standalone=standalone)
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"\b(nan|inf|None)\b", svg)
    referred = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', svg))
    known = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert referred <= set(known)
    assert len(known) == len(set(known))


def test_the_same_board_gives_the_same_bytes(any_board: Board) -> None:
    assert draw_map(any_board) == draw_map(any_board)


def test_the_same_bytes_in_another_process() -> None:
    """Sets of names are ordered by a seed that changes with each process; the drawing is not."""
    script = (
        "import sys, tomllib, hashlib; from campagna.hexes.board import read_board;"
        "from campagna.hexes.drawing import draw_map;"
        "svg = draw_map(read_board(tomllib.loads(sys.stdin.read())));"
        "print(hashlib.sha256(svg.encode()).hexdigest())"
    )
    path = os.pathsep.join(p for p in sys.path if p)
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            input=FLAT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_layers_lie_in_the_order_of_the_design(any_board: Board) -> None:
    groups = [e.attrib.get("id") for e in ET.fromstring(draw_map(any_board)) if e.tag == f"{SVG}g"]
    order = "land terrain expanses grain grid rivers borders names roads places ids"
    assert [g for g in groups if g in LAYERS] == order.split()


def test_every_hex_has_its_number(any_board: Board) -> None:
    assert texts(draw_map(any_board), "ids") == list(any_board.grid.ids)
    assert texts(draw_map(any_board, ids=False), "ids") == []


def test_hex_numbers_lie_inside_their_hex(any_board: Board) -> None:
    plan = MapGeometry(any_board)
    layer = ET.fromstring(draw_map(any_board)).find(".//*[@id='ids']")
    assert layer is not None
    for hex_, text in enumerate(layer):
        at = float(text.attrib["x"]), float(text.attrib["y"])
        assert math.dist(at, plan.centre(hex_)) < plan.size * 0.8


def test_the_grid_draws_every_hexside_once(any_board: Board) -> None:
    layer = ET.fromstring(draw_map(any_board)).find(".//*[@id='grid']")
    assert layer is not None
    steps = re.findall("[lhv]", layer[0].attrib["d"])
    on_map = sum(n != OFF_MAP for n in any_board.grid.neighbours)
    assert len(steps) == on_map // 2 + any_board.edge.count(1)


def test_the_map_keeps_its_coordinates_whatever_lies_around_it() -> None:
    on = board(FLAT)
    drawings = [draw_map(on, legend=legend) for legend in (True, False)]
    edges = [re.search(r'<path id="edge" d="([^"]*)"', svg) for svg in drawings]
    assert edges[0] is not None
    assert edges[1] is not None
    assert edges[0].group(1) == edges[1].group(1)
    for svg in drawings:
        left, top, width, height = map(float, ET.fromstring(svg).attrib["viewBox"].split())
        plan = MapGeometry(on)
        assert left < 0
        assert top < 0
        assert left + width > plan.width
        assert top + height > plan.height


def test_a_standalone_file_names_its_fonts_and_the_table_does_not() -> None:
    on = board(FLAT)
    alone, inlaid = draw_map(on), draw_map(on, standalone=False)
    assert "Spectral" in alone
    assert "Barlow Condensed" in alone
    assert "font-family" not in inlaid
    assert ".show-ids .ids{display:inline}" in inlaid
    assert "show-ids" not in alone
    assert "@font-face" not in alone
