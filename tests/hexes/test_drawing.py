"""The drawing room: maps and counters as SVG, judged by what is in the drawing."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
import time
import tomllib
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest

from campagna.hexes.board import Board, Feature, load_board, read_board
from campagna.hexes.drawing import (
    LAYERS,
    NATIONS,
    Caption,
    CounterFace,
    DrawingError,
    MapGeometry,
    State,
    draw_counter,
    draw_map,
    draw_marker,
    draw_stack,
)
from campagna.hexes.drawing.legend import WORDS
from campagna.hexes.drawing.lines import LINES
from campagna.hexes.drawing.margin import Margin
from campagna.hexes.drawing.markers import MARKERS
from campagna.hexes.drawing.palette import PALETTES
from campagna.hexes.drawing.places import PLACES
from campagna.hexes.drawing.signs import FREE_SIGNS, SIGNS
from campagna.hexes.drawing.terrain import BUILT_OVER, KNOWN
from campagna.hexes.grid import DIRECTIONS, OFF_MAP

SVG = "{http://www.w3.org/2000/svg}"
GUDERIAN = Path(__file__).parents[2] / "src/campagna/games/panzergruppe_guderian/data/map.toml"

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


@pytest.fixture(params=[FLAT, POINTY], ids=["flat-top", "pointy-top"])
def any_board(request: pytest.FixtureRequest) -> Board:
    return board(str(request.param))


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
    order = "land terrain grain grid rivers borders names roads places ids"
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


# --- lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["river", "road", "rail", "road_supply_joint", "impassable"])
def test_lines_are_drawn_on_exactly_their_hexsides(any_board: Board, kind: str) -> None:
    drawn = drawn_sides(draw_map(any_board), kind)
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == printed_sides(any_board, kind)


def test_a_river_runs_from_corner_to_corner_of_its_hexsides(any_board: Board) -> None:
    plan = MapGeometry(any_board)
    for path in paths_of(draw_map(any_board), "river"):
        sides = path.attrib["data-sides"].split()
        points = stops(path.attrib["d"])
        assert len(points) == len(sides) + 1
        for side, ends in zip(sides, pairwise(points), strict=True):
            a, b = (any_board.hex(id_) for id_ in side.split("/"))
            corners = [plan.at(v) for v in plan.shared_side(a, b)]
            for point in ends:
                assert min(math.dist(point, c) for c in corners) < 0.45 * plan.size


def test_a_river_that_closes_on_itself_is_one_ring(any_board: Board) -> None:
    middle = next(h for h in range(len(any_board)) if len(any_board.grid.around(h)) == DIRECTIONS)
    ring = tuple((middle, h) for h in any_board.grid.around(middle))
    any_board.features = [Feature("river", ring, "test", crosses=False)]
    (path,) = paths_of(draw_map(any_board), "river")
    assert len(path.attrib["data-sides"].split()) == DIRECTIONS
    assert path.attrib["d"].endswith("z")
    points = stops(path.attrib["d"])
    assert len(points) == DIRECTIONS + 1
    assert math.dist(points[0], points[-1]) < 0.3


def test_a_road_passes_through_its_hexes_and_leaves_at_its_exit() -> None:
    on = board(FLAT)
    plan = MapGeometry(on)
    through = [p for path in paths_of(draw_map(on), "road") for p in stops(path.attrib["d"])]
    for id_ in ("0103", "0203", "0303", "0402", "0502", "0602"):
        centre = plan.centre(on.hex(id_))
        assert min(math.dist(centre, p) for p in through) < 0.5 * plan.size
    assert min(x for x, _ in through) < 0, "the road runs off the sheet"
    assert "data-exit" in draw_map(on)


def test_a_road_meets_the_middle_of_its_town() -> None:
    on = board(FLAT)
    points = [p for path in paths_of(draw_map(on), "road") for p in stops(path.attrib["d"])]
    town = MapGeometry(on).centre(on.hex("0203"))
    assert min(math.dist(town, p) for p in points) < 0.3


def test_a_railway_keeps_clear_of_the_road_it_follows() -> None:
    on = board(FLAT.replace('hexes = "0203 0204"', 'hexes = "0505"'))
    svg = draw_map(on)
    road, rail = (
        [p for path in paths_of(svg, kind) for p in stops(path.attrib["d"])]
        for kind in ("road", "rail")
    )
    at = MapGeometry(on).centre(on.hex("0203"))
    assert (
        math.dist(
            min(road, key=lambda p: math.dist(p, at)), min(rail, key=lambda p: math.dist(p, at))
        )
        > 3
    )


def test_a_joint_is_a_dashed_road() -> None:
    root = ET.fromstring(draw_map(board(FLAT)))
    inks = [e for e in root.iter(f"{SVG}use") if e.attrib["href"] == "#road_supply_joint-lines"]
    assert any("stroke-dasharray" in ink.attrib for ink in inks)
    assert any(ink.attrib["stroke"] == PALETTES["summer"].road for ink in inks)


def test_a_lake_hexside_is_drawn_only_where_no_lake_hex_draws_it() -> None:
    assert drawn_sides(draw_map(board(FLAT)), "lake") == [frozenset(("0104", "0105"))]


# --- terrain, names, margin -------------------------------------------------------------------


def test_terrain_is_traced_as_one_outline_per_region() -> None:
    root = ET.fromstring(draw_map(board(FLAT)))
    swamp = root.find(".//*[@id='terrain']/*[@data-terrain='swamp']")
    assert swamp is not None
    assert swamp[0].attrib["d"].count("M") == 1, "0302 and 0303 touch"
    kinds = [e.attrib["data-terrain"] for e in root.iter() if "data-terrain" in e.attrib]
    assert kinds == ["swamp", "forest", "lake"]


def test_names_are_escaped() -> None:
    svg = draw_map(board(FLAT))
    assert "KING'S LYNN & SONS <LTD>" in texts(svg, "places")
    assert ET.fromstring(svg).attrib["aria-label"] == "Fog & Frost"
    assert "Fog & Frost" in texts(svg, "cartouche")


def test_a_river_name_follows_a_river_that_is_long_enough() -> None:
    on = board(FLAT)
    assert texts(draw_map(on), "names") == ["Rio d'Oro"]
    on.features = [f for f in on.features if f.kind != "river"]
    assert texts(draw_map(on), "names") == []


def test_entry_areas_are_marked_and_other_areas_are_not() -> None:
    plates = texts(draw_map(board(FLAT)), "entries")
    assert sorted(plates) == ["A", "B", "V, 1"]


def test_entry_brackets_that_overlap_go_to_different_rows() -> None:
    on = board(FLAT)
    margin = Margin(on, MapGeometry(on), PALETTES["summer"], 1.0)
    assert [[b.label for b in row] for row in margin.tiers["w"]] == [["B"], ["A"]]
    assert margin.depth("w") > margin.depth("n")


def test_the_legend_speaks_both_languages() -> None:
    on = board(FLAT)
    caption = Caption(
        subtitle={"it": "Prova", "en": "Trial"},
        km_per_hex=10,
        names={"clear": {"it": "Steppa", "en": "Steppe"}},
        effects={"forest": {"it": "2 punti movimento", "en": "2 movement points"}},
    )
    italian = texts(draw_map(on, language="it", caption=caption), "cartouche")
    english = texts(draw_map(on, language="en", caption=caption), "cartouche")
    assert {"Steppa", "Foresta", "2 punti movimento", "Fiume", "Prova"} <= set(italian)
    assert {"Steppe", "Forest", "2 movement points", "River", "Trial"} <= set(english)
    assert any(text.endswith(" km") for text in italian)
    assert not any(text.endswith(" km") for text in texts(draw_map(on), "cartouche"))


def test_the_legend_lists_what_is_on_the_board_once() -> None:
    svg = draw_map(board(POINTY))
    legend = ET.fromstring(svg).find(".//*[@id='legend']")
    assert legend is not None
    kinds = [e.attrib["data-kind"] for e in legend]
    assert kinds == [
        "clear",
        "sea",
        "escarpment",
        "qattara",
        "river",
        "impassable",
        "road",
        "fortress",
    ]


def test_every_kind_that_can_be_drawn_has_a_word_in_each_language() -> None:
    kinds = (KNOWN - BUILT_OVER) | set(LINES) | set(PLACES) | {"entry", "exit"}
    assert kinds <= set(WORDS)
    assert all(WORDS[kind][language] for kind in kinds for language in ("it", "en"))


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ('"f" = "forest"', '"f" = "jungle"'),
        ('kind = "river"\nsides', 'kind = "canyon"\nsides'),
        ('kind = "major"', 'kind = "metropolis"'),
        ('kind = "river"\nhexes', 'kind = "rumour"\nhexes'),
        ('palette = "summer"', 'palette = "moon"'),
    ],
)
def test_what_no_style_knows_is_refused_by_name(written: str, instead: str) -> None:
    unknown = instead.split('"')[-2]
    with pytest.raises(DrawingError, match=unknown):
        draw_map(board(FLAT.replace(written, instead)))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="de"):
        draw_map(board(FLAT), language="de")


def test_the_map_of_guderian_is_complete_light_and_quick() -> None:
    on = load_board(GUDERIAN)
    began = time.process_time()
    svg = draw_map(on)
    assert time.process_time() - began < 2
    assert len(svg.encode()) < 900_000
    assert texts(svg, "ids") == list(on.grid.ids)
    for kind in ("river", "road", "rail", "road_supply_joint"):
        drawn = drawn_sides(svg, kind)
        assert len(drawn) == len(set(drawn))
        assert set(drawn) == printed_sides(on, kind)
    assert {p.name.upper() for p in on.places} == {t.upper() for t in texts(svg, "place-names")}
    plates = {id_ for plate in texts(svg, "entries") for id_ in plate.split(", ")}
    assert plates == {a.id for a in on.areas.values() if a.kind == "entry"}


# --- counters ---------------------------------------------------------------------------------

PANZER = CounterFace(
    nation="german",
    symbol="armour",
    factors="4-10",
    size="regiment",
    left="25",
    right="7",
    band="#c8a02a",
    steps=(1, 2),
    name="Panzer-Regiment 25 & Stab",
)


def faced(*states: State) -> CounterFace:
    return CounterFace(nation="soviet", factors="4-5-6", size="division", states=frozenset(states))


@pytest.mark.parametrize("size", [28, 64])
def test_every_sign_is_well_formed_and_unlike_the_others(size: int) -> None:
    signs = {*SIGNS, *FREE_SIGNS}
    faces = [CounterFace(nation="italian", symbol=sign, factors="2-3") for sign in sorted(signs)]
    drawings = [draw_counter(face, size=size) for face in faces]
    for drawing in drawings:
        ET.fromstring(drawing)
    assert len(set(drawings)) == len(signs)


def test_a_counter_prints_what_its_face_says() -> None:
    svg = draw_counter(PANZER)
    assert texts(svg) == ["III", "25", "7", "4-10"]
    assert ET.fromstring(svg).attrib["aria-label"] == "Panzer-Regiment 25 & Stab"
    assert PANZER.band in svg


def test_the_small_face_keeps_sign_and_factors_only() -> None:
    assert texts(draw_counter(PANZER, size=28)) == ["4-10"]


def test_steps_are_dots_filled_while_they_last() -> None:
    dots = [e for e in ET.fromstring(draw_counter(PANZER)) if e.tag == f"{SVG}circle"]
    assert [d.attrib["fill"] == "none" for d in dots] == [False, True]


def test_each_state_changes_the_drawing() -> None:
    drawings = {draw_counter(faced(state)) for state in State} | {draw_counter(faced())}
    assert len(drawings) == len(State) + 1


def test_states_combine_without_depending_on_their_order() -> None:
    both = draw_counter(faced(State.UNSUPPLIED, State.DISRUPTED))
    assert both == draw_counter(faced(State.DISRUPTED, State.UNSUPPLIED))
    badges = [e for e in ET.fromstring(both).iter(f"{SVG}circle") if e.attrib["r"] == "10.5"]
    assert len(badges) == 2


def test_an_unknown_counter_betrays_nothing_but_its_side() -> None:
    strong = CounterFace(
        nation="soviet",
        symbol="armour",
        factors="9-9",
        left="1",
        band="#123456",
        steps=(2, 3),
        name="1st Guards",
        states=frozenset({State.UNKNOWN}),
    )
    weak = CounterFace(nation="soviet", states=frozenset({State.UNKNOWN}))
    for size in (28, 64):
        assert draw_counter(strong, size=size) == draw_counter(weak, size=size)
        assert draw_stack([strong], size=size) == draw_stack([weak], size=size)


def test_an_untried_counter_without_factors_asks() -> None:
    assert texts(draw_counter(CounterFace(nation="soviet", states=frozenset({State.UNTRIED})))) == [
        "?"
    ]


def test_a_stack_shows_three_counters_and_counts_the_rest() -> None:
    assert texts(draw_stack([PANZER] * 3, size=28)) == ["4-10"] * 3
    assert texts(draw_stack([PANZER] * 5, size=28)) == ["4-10"] * 3 + ["5"]


def test_counters_refuse_what_they_do_not_know() -> None:
    with pytest.raises(DrawingError, match="dragoon"):
        draw_counter(CounterFace(nation="german", symbol="dragoon"))
    with pytest.raises(DrawingError, match="martian"):
        draw_counter(CounterFace(nation="martian"))
    with pytest.raises(DrawingError, match="flag"):
        draw_marker("flag")


def brightness(colour: str) -> float:
    """Relative luminance of the web guidelines."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("nation", sorted(NATIONS))
def test_factors_are_readable_on_every_face(nation: str) -> None:
    n = NATIONS[nation]
    light, dark = sorted((brightness(n.face), brightness(n.ink)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 7


@pytest.mark.parametrize("kind", sorted(MARKERS))
def test_markers_are_well_formed_in_both_languages(kind: str) -> None:
    for language in ("it", "en"):
        ET.fromstring(draw_marker(kind, text="5 & 6", language=language))
    assert texts(draw_marker("turn", text="5", language="en")) == ["TURN", "5"]
