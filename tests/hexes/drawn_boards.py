"""Boards to be drawn, and how to read a drawing."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

from campagna.hexes.board import Board, read_board

SVG = "{http://www.w3.org/2000/svg}"
ROOT_GAMES = Path(__file__).parents[2] / "src/campagna/games"
GUDERIAN = ROOT_GAMES / "panzergruppe_guderian/data/map.toml"

FLAT = '''
title = "Fog & Frost"
palette = "summer"
[grid]
kind = "columns"
columns = 7
rows = 5
lower = "even"
[terrain]
source = "test"
rows = [".ff..L.", ".fs..L.", "..s....", "..f.f..", "......."]
[terrain.legend]
"." = "clear"
"f" = "forest"
"s" = "swamp"
"L" = "lake"
[[line]]
kind = "road"
path = "0103 0203 0303 0402 | 0502 0602"
source = "test"
[[line]]
kind = "rail"
path = "0103 0203 0303 0304 0305"
source = "test"
[[line]]
kind = "road_supply_joint"
path = "0402 0502"
source = "test"
[[side]]
kind = "river"
sides = """
0303/0304 0304/0403 0403/0404 0403/0504 0503/0504 0504/0603 0603/0604 0402/0502 0104/0204 0204/0205
"""
source = "test"
[[side]]
kind = "lake"
sides = "0601/0701 0104/0105"
source = "test"
[[place]]
name = "King's Lynn & Sons <Ltd>"
kind = "major"
hexes = "0203 0204"
source = "test"
[[place]]
name = "20"
kind = "objective"
hexes = "0704"
source = "test"
[[area]]
id = "A"
kind = "entry"
side = "german"
hexes = "0101 0102 0103"
source = "test"
[[area]]
id = "B"
kind = "entry"
side = "german"
hexes = "0103 0104"
source = "test"
[[area]]
id = "V"
kind = "entry"
side = "soviet"
hexes = "0701"
source = "test"
[[area]]
id = "1"
kind = "entry"
side = "soviet"
hexes = "0701"
source = "test"
[[area]]
id = "nowhere"
kind = "setup"
hexes = "0301"
source = "test"
[[exit]]
kind = "road"
hex = "0103"
direction = "nw"
source = "test"
[[label]]
text = "Rio d'Oro"
kind = "river"
hexes = "0404"
source = "test"
'''

POINTY = """
title = "Coast"
palette = "desert"
[grid]
kind = "letter-diagonals"
[terrain]
source = "test"
rows = ["A 1 ~~~~", "B 1 .~~~", "C 2 .e.~", "D 2 .q.."]
[terrain.legend]
"~" = "sea"
"." = "clear"
"e" = "escarpment"
"q" = "qattara"
[[line]]
kind = "road"
path = "C2 D3 D4"
source = "test"
[[side]]
kind = "river"
sides = "C4/D4 C4/D5"
source = "test"
[[side]]
kind = "impassable"
sides = "C2/D2"
source = "test"
[[place]]
name = "Tobruch"
kind = "fortress"
hexes = "C4"
source = "test"
[[label]]
text = "MARE"
kind = "sea"
hexes = "A2 A3"
source = "test"
"""


def board(text: str) -> Board:
    return read_board(tomllib.loads(text))


def texts(svg: str, within: str = "") -> list[str]:
    root = ET.fromstring(svg)
    part = root if not within else root.find(f".//*[@id='{within}']")
    assert part is not None
    return ["".join(t.itertext()) for t in part.iter(f"{SVG}text")]


def paths_of(svg: str, kind: str) -> list[ET.Element]:
    group = ET.fromstring(svg).find(f".//*[@id='{kind}-lines']")
    return [] if group is None else list(group)


def drawn_sides(svg: str, kind: str) -> list[frozenset[str]]:
    return [
        frozenset(side.split("/"))
        for path in paths_of(svg, kind)
        for side in path.attrib["data-sides"].split()
    ]


def printed_sides(on: Board, kind: str) -> set[frozenset[str]]:
    return {
        frozenset((on.name(a), on.name(b)))
        for f in on.features
        if f.kind == kind
        for a, b in f.sides
    }


def stops(d: str) -> list[tuple[float, float]]:
    """The points a path passes through, from its absolute start and relative steps."""
    out: list[tuple[float, float]] = []
    for letter, numbers in re.findall(r"([Mlc])([^A-Za-z]*)", d):
        values = [float(n) for n in re.findall(r"-?\d*\.?\d+", numbers)]
        if letter == "M":
            out.append((values[0], values[1]))
        else:
            out.append((out[-1][0] + values[-2], out[-1][1] + values[-1]))
    return out
