"""The map of Panzergruppe Guderian: counts of the reading, sampled hexes, nets, areas."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import campagna.games.panzergruppe_guderian as game
from campagna.hexes.board import Board, load_board
from campagna.hexes.grid import OFF_MAP

BOARD = load_board(Path(game.__path__[0]) / "data" / "map.toml")


def hexsides(board: Board, kind: str) -> set[frozenset[int]]:
    return {frozenset(pair) for f in board.features if f.kind == kind for pair in f.sides}


def connected(sides: set[frozenset[int]], start: int) -> set[int]:
    """Every hex that chains of these hexsides join to the start."""
    found, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        for side in sides:
            if here in side:
                fresh = side - found
                found |= fresh
                frontier += fresh
    return found


def area(kind: str, id_: str) -> list[str]:
    return [BOARD.name(h) for h in BOARD.area(kind, id_).hexes]


def test_terrain_counts() -> None:
    counts = Counter(BOARD.terrain_name(h) for h in range(len(BOARD)))
    assert counts == {"clear": 1433, "forest": 356, "swamp": 25, "lake": 15}
    assert len(BOARD) == 59 * 31


@pytest.mark.parametrize(
    ("kind", "count"),
    [("river", 650), ("rail", 263), ("road", 137), ("road_supply_joint", 10), ("lake", 64)],
)
def test_feature_counts(kind: str, count: int) -> None:
    drawn = [pair for f in BOARD.features if f.kind == kind for pair in f.sides]
    assert len(drawn) == count
    assert len(hexsides(BOARD, kind)) == count, "no hexside twice"


@pytest.mark.parametrize(
    ("id_", "terrain"),
    [
        ("0112", "forest"),
        ("2617", "forest"),
        ("5907", "forest"),
        ("5915", "clear"),
        ("2410", "clear"),
        ("1315", "clear"),
        ("1006", "swamp"),
        ("1107", "swamp"),
        ("1612", "swamp"),
        ("1503", "lake"),
        ("5901", "lake"),
    ],
)
def test_sampled_terrain(id_: str, terrain: str) -> None:
    assert BOARD.terrain_name(BOARD.hex(id_)) == terrain


@pytest.mark.parametrize(
    ("a", "b", "kinds"),
    [
        ("2216", "2217", {"river", "road_supply_joint", "rail"}),
        ("2617", "2616", {"river"}),
        ("2617", "2517", {"river"}),
        ("2617", "2618", set()),
        ("0420", "0520", {"river"}),
        ("0420", "0521", {"river", "rail"}),
        ("0420", "0419", {"road", "rail"}),
        ("0420", "0320", set()),
        ("0120", "0219", {"road"}),
        ("0811", "0911", {"river", "road_supply_joint"}),
        ("2215", "2216", {"road"}),
        ("5807", "5907", {"road", "rail"}),
    ],
)
def test_sampled_hexsides(a: str, b: str, kinds: set[str]) -> None:
    side = frozenset((BOARD.hex(a), BOARD.hex(b)))
    drawn = {"river", "rail", "road", "road_supply_joint", "lake"}
    assert {kind for kind in drawn if side in hexsides(BOARD, kind)} == kinds


def test_even_columns_sit_lower() -> None:
    around = {BOARD.name(n) for n in BOARD.grid.around(BOARD.hex("0210"))}
    assert around == {"0209", "0211", "0110", "0111", "0310", "0311"}


@pytest.mark.rule("6.32a")
def test_rail_net_is_one_piece() -> None:
    net = hexsides(BOARD, "rail")
    assert connected(net, BOARD.hex("5907")) == BOARD.hexes_on("rail")


@pytest.mark.rule("11.11", "11.13")
def test_every_road_leads_to_0120() -> None:
    roads = hexsides(BOARD, "road")
    joined = roads | hexsides(BOARD, "road_supply_joint")
    assert connected(joined, BOARD.hex("0120")) >= BOARD.hexes_on("road")
    assert connected(roads, BOARD.hex("0120")) < BOARD.hexes_on("road"), "the joints are needed"


@pytest.mark.rule("11.13")
def test_roads_never_cross_rivers_and_joints_always_do() -> None:
    rivers = hexsides(BOARD, "river")
    assert not hexsides(BOARD, "road") & rivers
    assert hexsides(BOARD, "road_supply_joint") <= rivers


@pytest.mark.rule("6.7g")
def test_lake_hexsides_are_those_of_the_lake_hexes() -> None:
    lakes = BOARD.terrain_mask("lake")
    closed = {
        frozenset((h, n)) for h in range(len(BOARD)) if lakes[h] for n in BOARD.grid.around(h)
    }
    assert hexsides(BOARD, "lake") == closed


@pytest.mark.rule("6.32c")
@pytest.mark.parametrize("id_", ["W", "X", "Z", "2", "4", "5", "6"])
def test_rail_entries_lie_on_rails(id_: str) -> None:
    exits = {e.hex for e in BOARD.exits if e.kind == "rail"}
    entry = set(BOARD.area("entry", id_).hexes)
    assert entry <= BOARD.hexes_on("rail")
    assert entry <= exits


def test_entry_areas() -> None:
    entries = {a.id: a.side for a in BOARD.areas.values() if a.kind == "entry"}
    assert entries == dict.fromkeys("ABCDEFGH", "german") | dict.fromkeys("VWXZ123456", "soviet")
    edge = {h for h in range(len(BOARD)) if len(BOARD.grid.around(h)) < 6}
    assert all(set(a.hexes) <= edge for a in BOARD.areas.values() if a.kind == "entry")
    assert area("entry", "X") == ["5907"]
    assert area("entry", "1") == area("entry", "V")


@pytest.mark.rule("14.3b")
def test_area_b_leaves_out_0111() -> None:
    assert area("entry", "B") == [f"01{row:02d}" for row in range(1, 13) if row != 11]


@pytest.mark.rule("14.22")
def test_south_western_front_enters_on_southern_rails() -> None:
    hexes = area("swf", "swf")
    assert hexes == ["3131", "3831", "4331", "4531", "5431"]
    south = sorted(BOARD.name(e.hex) for e in BOARD.exits if e.kind == "rail")
    assert hexes == [h for h in south if h.endswith("31") and h >= "3131"]


@pytest.mark.parametrize(
    ("id_", "columns"), [("west_columns", "01 02"), ("west_edge", "01"), ("east_edge", "59")]
)
def test_regions(id_: str, columns: str) -> None:
    wanted = [f"{c}{r:02d}" for c in columns.split() for r in range(1, 32)]
    assert area("region", id_) == wanted


def test_exits_lead_off_the_map() -> None:
    assert Counter(e.kind for e in BOARD.exits) == {"road": 4, "rail": 12}
    for e in BOARD.exits:
        assert BOARD.grid.neighbour(e.hex, e.direction) == OFF_MAP
        assert e.hex in BOARD.hexes_on(e.kind)


def test_cities_stand_on_clear_ground() -> None:
    hexes = [h for p in BOARD.places for h in p.hexes]
    assert len(hexes) == len(set(hexes)) == 17
    assert {BOARD.terrain_name(h) for h in hexes} == {"clear"}
    assert Counter(p.kind for p in BOARD.places) == {"major": 9, "minor": 5}


def test_marks_name_the_doubtful_hexes() -> None:
    borderline = [h for m in BOARD.marks if m.kind == "borderline" for h in m.hexes]
    assert len(borderline) == len(set(borderline)) == 131
    assert all(m.note for m in BOARD.marks)
    assert any(kind == "uncertain" for kind, _ in BOARD.provenance(BOARD.hex("3122")))


def test_every_block_of_the_map_names_its_source() -> None:
    sources = [BOARD.terrain_source]
    sources += [feature.source for feature in BOARD.features]
    sources += [place.source for place in BOARD.places]
    sources += [area.source for area in BOARD.areas.values()]
    sources += [exit_.source for exit_ in BOARD.exits]
    sources += [label.source for label in BOARD.labels]
    assert all(s.startswith(("public: ", "rulebook ", "reconstructed: ")) for s in sources)
