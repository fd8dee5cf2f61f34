"""What is drawn on a map: lines, terrain, names, margin and legend."""

from __future__ import annotations

import math
import time
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from campagna.hexes.board import Board, Feature, load_board
from campagna.hexes.drawing import (
    Caption,
    DrawingError,
    MapGeometry,
    draw_map,
)
from campagna.hexes.drawing.legend import WORDS
from campagna.hexes.drawing.lines import LINES
from campagna.hexes.drawing.margin import Margin
from campagna.hexes.drawing.palette import PALETTES
from campagna.hexes.drawing.places import PLACES
from campagna.hexes.drawing.terrain import BUILT_OVER, KNOWN
from campagna.hexes.grid import DIRECTIONS
from tests.hexes.drawn_boards import (
    FLAT,
    GUDERIAN,
    POINTY,
    SVG,
    board,
    drawn_sides,
    paths_of,
    printed_sides,
    stops,
    texts,
)

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


def test_places_and_rivers_are_called_as_in_the_language_of_the_sheet() -> None:
    svg = draw_map(
        board(FLAT), names={"Rio d'Oro": "Golden River", "King's Lynn & Sons <Ltd>": "Lenna"}
    )
    assert texts(svg, "names") == ["Golden River"]
    assert "LENNA" in texts(svg, "places")
    assert "KING'S LYNN & SONS <LTD>" not in texts(svg, "places")


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
