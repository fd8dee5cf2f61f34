"""Seas, lakes and names around the hexes, and the borders between areas."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import pytest

from campagna.hexes.board import Board, load_board
from campagna.hexes.drawing import MapGeometry, draw_map
from campagna.hexes.drawing.expanses import on_sheet
from tests.hexes.drawn_boards import FLAT, ROOT_GAMES, SVG, board, texts

HORN = ROOT_GAMES / "lion_of_judah/data/map.toml"
# Column 3 is at 10 degrees east; two columns, and four rows, are one degree.
EARTH = """
column = 3
east = 10.0
columns_per_degree = 2.0
row = 2.5
north = 40.0
rows_per_degree = 4.0
"""
SEA = """
[[expanse]]
kind = "sea"
outline = "11 41, 14 41, 14 38, 11 38"
source = "test"
[[lettering]]
text = "Mare & Monti"
kind = "sea"
at = "10 40"
slope = 30
source = "test"
"""


def _with_sea() -> Board:
    return board(FLAT.replace("[grid]\n", f"[grid]\n{EARTH}", 1) + SEA)


def _between(b: Board, left: str, right: str) -> tuple[float, float]:
    plan = MapGeometry(b)
    return tuple(  # type: ignore[return-value]
        (p + q) / 2
        for p, q in zip(plan.centre(b.hex(left)), plan.centre(b.hex(right)), strict=True)
    )


def test_the_earth_is_laid_on_the_hexes() -> None:
    """Even columns lie lower: row 2.5 of column 3 is half way between 0302 and 0303."""
    b = _with_sea()
    [name] = b.scenery.letterings
    assert on_sheet(MapGeometry(b), name.at) == pytest.approx(_between(b, "0302", "0303"))
    [sea] = b.scenery.expanses
    x, y = on_sheet(MapGeometry(b), sea.outline[0])
    there = MapGeometry(b).centre(b.hex("0501"))
    assert x == pytest.approx(there[0])
    assert there[1] - y == pytest.approx(2.5 * math.sqrt(3) * MapGeometry(b).size)


def test_water_is_drawn_beyond_the_hexes_but_not_beyond_the_page() -> None:
    drawing = draw_map(_with_sea())
    root = ET.fromstring(drawing)
    layer = root.find(".//*[@id='expanses']")
    assert layer is not None
    assert layer.attrib["clip-path"] == "url(#page)"
    assert len(layer.findall(f"{SVG}path")) == 2
    assert "Mare & Monti" in texts(drawing, "names")
    assert re.search(r'transform="rotate\(30 ', drawing)


def test_a_map_without_scenery_has_an_empty_layer() -> None:
    root = ET.fromstring(draw_map(board(FLAT)))
    layer = root.find(".//*[@id='expanses']")
    assert layer is not None
    assert not len(layer)


def test_borders_lie_between_areas_of_a_kind() -> None:
    b = load_board(HORN)
    [border] = [f for f in b.features if f.kind == "border"]
    owner = {h: a.id for a in b.areas.values() if a.kind == "region" for h in a.hexes}
    assert border.sides
    assert not border.crosses
    assert all(owner[a] != owner[c] for a, c in border.sides)
    # Eritrea ends where the first battles are fought, and nowhere inside of Ethiopia.
    found = {frozenset((b.name(x), b.name(y))) for x, y in border.sides}
    assert frozenset(("1306", "1307")) in found
    assert not found & {frozenset(("1208", "1308")), frozenset(("1207", "1208"))}


def test_the_horn_has_its_seas() -> None:
    drawing = draw_map(load_board(HORN), names={"Red Sea": "Mar Rosso"})
    assert {"Mar Rosso", "Gulf of Aden", "Indian Ocean", "Lake Tana"} <= set(
        texts(drawing, "names")
    )
