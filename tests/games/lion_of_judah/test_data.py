"""The map of Lion of Judah and its counters: what the book says of them holds."""

from __future__ import annotations

from collections import Counter

import pytest

from campagna.hexes.board import load_board
from tests.games.lion_of_judah.naive_map import (
    AIR,
    COAST,
    COUNTERS,
    DATA,
    MAP,
    PLACES,
    REGION,
    SETTLEMENTS,
    TABLES,
    TERRAIN,
    UNITS,
    around,
    distance,
    factors,
    network,
    of_scenario,
    railway,
    rp_path,
    sides,
)

BOARD = load_board(DATA / "map.toml")


# --- the map -----------------------------------------------------------


@pytest.mark.rule("2.2-a", "2.2-b")
def test_the_board_is_the_file() -> None:
    assert len(BOARD) == len(TERRAIN) == 635
    assert Counter(TERRAIN.values()) == {
        "clear": 335, "rough": 188, "mountain": 96, "desert": 12, "amba": 4,
    }  # fmt: skip
    for id_, kind in TERRAIN.items():
        hex_ = BOARD.hex(id_)
        assert BOARD.terrain_name(hex_) == kind
        assert {BOARD.name(n) for n in BOARD.grid.around(hex_)} == set(around(id_))


@pytest.mark.rule("12.8.1", "12.11.1-a")
def test_adjacencies_of_the_examples() -> None:
    assert {"1313", "1314"} <= set(around("1214"))
    assert {"1207", "1308"} <= set(around("1307"))


@pytest.mark.rule("12.8.1")
def test_the_river_of_the_example() -> None:
    rivers = sides("river")
    assert frozenset(("1214", "1314")) in rivers
    assert frozenset(("1214", "1313")) not in rivers


@pytest.mark.rule("11.4.3", "2.2-b")
def test_hexes_in_and_out_of_play() -> None:
    assert TERRAIN["1204"] == "clear"
    assert "1505" in TERRAIN
    assert "1010" not in TERRAIN  # Lake Tana


@pytest.mark.rule("11.4.1")
def test_ambas() -> None:
    ambas = {h for h, kind in TERRAIN.items() if kind == "amba"}
    assert ambas == {"1108", "1205", "1308", "1311"}
    assert PLACES["Amba Alagi"] == "1308"


@pytest.mark.rule("8.2-b")
def test_gondar_is_a_city_in_a_mountain_hex_next_to_clear_ground() -> None:
    gondar = PLACES["Gondar"]
    assert (TERRAIN[gondar], SETTLEMENTS[gondar]) == ("mountain", "city")
    assert TERRAIN["0909"] == "clear"
    assert "0909" in around(gondar)


def test_settlements() -> None:
    assert Counter(SETTLEMENTS.values()) == {"capital": 7, "city": 19}
    capitals = {n for n, h in PLACES.items() if SETTLEMENTS.get(h) == "capital"}
    assert capitals == {
        "Khartoum", "Nairobi", "Asmara", "Addis Ababa", "Djibouti", "Berbera", "Mogadishu",
    }  # fmt: skip


@pytest.mark.rule("11.8-a")
def test_ports_are_coastal_settlements() -> None:
    ports = {name for name, h in PLACES.items() if h in COAST and h in SETTLEMENTS}
    assert ports == {"Massawa", "Assab", "Kismayo", "Mogadishu", "Djibouti", "Berbera"}
    assert "Zeila" not in ports


def test_every_hex_has_one_country() -> None:
    assert sum(len(a["hexes"].split()) for a in MAP["area"] if a["kind"] == "region") == 635
    assert Counter(REGION.values()) == {
        "ethiopia": 226, "sudan": 133, "italian_somaliland": 103, "kenya": 95,
        "british_somaliland": 38, "eritrea": 35, "french_somaliland": 5,
    }  # fmt: skip


@pytest.mark.rule("7.3.2-d")
def test_the_resource_path_of_the_example() -> None:
    """Massawa to Asmara by road, then four hexes to 1008 (whole hexes are two halves)."""
    path = rp_path("s1935", "1405")
    assert path[PLACES["Asmara"]] == 0
    assert path["1008"] == TABLES["rp_path"]["limit"]
    farther = [h for h in around("1008") if path[h] > path["1008"]]
    assert farther
    assert min(path[h] for h in farther) <= 8 + TABLES["rp_path"]["truck_bonus"]


@pytest.mark.rule("10.2.1-b", "10.2.1-c")
def test_the_headquarters_example_adds_up() -> None:
    def step(here: str, there: str) -> int:
        river = frozenset((here, there)) in sides("river")
        cost = TABLES["terrain"][TERRAIN[there]]["motorised"]
        return int(cost + (TABLES["hexside"]["river"]["motorised"] if river else 0))

    tracks = network("s1935")["track"]
    assert {frozenset(("1207", "1307")), frozenset(("1307", "1408"))} <= tracks
    assert step("1207", "1307") == 2 * 4
    assert step("1307", "1408") == 2 * 3
    assert step("1207", "1306") + step("1306", "1407") == 2 * 4


def test_lines_of_both_wars() -> None:
    assert {kind: len(net) for kind, net in network("s1935").items()} == {
        "road": 2, "rail": 36, "track": 150,
    }  # fmt: skip
    assert {kind: len(net) for kind, net in network("s1940").items()} == {
        "road": 50, "rail": 36, "track": 160,
    }  # fmt: skip
    assert len(sides("river")) == 245
    assert len(sides("impassable")) == 6
    assert sides("barred") == {frozenset(("2010", "2011"))}


def test_railways_join_their_ends() -> None:
    assert {"1104", "1205", "1305", "1405"} == railway("Eritrean railway")
    assert {"1215", "1514", "1713", "2011"} <= railway("Franco-Ethiopian railway")
    assert {"0801", "0402", "0805", "0607"} <= railway("Sudan railway")


def test_the_sources_lie_apart() -> None:
    assert distance(["1405"])["2324"] > 15


@pytest.mark.parametrize("kind", ["line", "side", "place", "area", "label"])
def test_every_block_of_the_map_has_a_source(kind: str) -> None:
    for block in MAP[kind]:
        assert block["source"].startswith(("rulebook", "public", "reconstructed")), block


# --- the counters -----------------------------------------------------------


@pytest.mark.rule("2.3-d")
def test_the_number_of_counters() -> None:
    assert len(COUNTERS) == 276
    assert Counter(u["scenario"] for u in UNITS.values()) == {"s1935": 137, "s1940": 124}
    assert Counter(a["side"] for a in AIR.values()) == {"italian": 9, "allied": 6}
    kinds = Counter(u["type"] for u in UNITS.values())
    assert (kinds["tribal_levy"], kinds["guerrilla"], kinds["dummy"]) == (6, 14, 4)


@pytest.mark.rule("2.3.2")
def test_the_sample_division() -> None:
    sabauda = UNITS["it_Sb"]
    assert factors("it_Sb")[0] == (5, 7)
    assert len(factors("it_Sb")) == 4
    assert (sabauda["movement"], sabauda["zone"], sabauda["size"]) == ("4", "E", "division")


@pytest.mark.rule("2.3.3")
def test_the_sample_headquarters() -> None:
    north = UNITS["cw_hq_north"]
    assert (north["type"], north["scenario"], north["zone"]) == ("hq", "s1940", "SD")
    assert REGION[north["hex"]] == "sudan"


@pytest.mark.rule("2.3.9-a", "2.3.9-e")
def test_steps() -> None:
    for id_, unit in UNITS.items():
        steps = len(unit["factors"].split())
        assert (steps == 0) == (unit["type"] == "hq"), id_
        assert steps <= TABLES["steps"]["maximum"]
        if unit["type"] in ("warrior", "irregular"):
            assert unit["factors"] == "?"
    assert len(factors("it_TV")) == 3
    assert all(len(factors(i)) == 4 for i in ("it_SL", "it_21", "it_PL"))


@pytest.mark.rule("7.2-a")
def test_pusteria_enters_on_turn_five() -> None:
    assert (UNITS["it_PS"]["turn"], UNITS["it_PS"]["entry"]) == ("5", "1405")


@pytest.mark.rule("2.3.5-a", "2.3.7-a")
def test_hidden_factors_fill_their_pools() -> None:
    drawn = Counter(u["pool"] for u in UNITS.values() if u["pool"])
    pools = {k: len(v) for k, v in TABLES["factor_pools"].items() if isinstance(v, list)}
    assert drawn == pools
    for id_, unit in UNITS.items():
        assert (unit["factors"] == "?") == bool(unit["pool"]), id_
    assert {u["movement"] for u in UNITS.values() if u["type"] == "warrior"} == {"6"}


@pytest.mark.rule("2.3.8-b", "2.3.4-b", "2.3.7-d")
def test_kinds_agree_with_the_tables() -> None:
    types = TABLES["unit_types"]
    for id_, unit in UNITS.items():
        assert (unit["mobility"] == "motorised") == (unit["type"] in types["motorised"]), id_
        bare = unit["type"] in types["no_combat_factor"]
        assert (unit["factors"] in ("", "*")) == bare, id_
        if "european" in unit["flags"].split():
            assert unit["nationality"] in types["european_nationalities"], id_
            assert unit["branch"] not in types["colonial_branches"], id_


@pytest.mark.rule("2.4-d")
@pytest.mark.parametrize(
    ("parent", "piece"),
    [
        ("it_Sb", "it_bd_regular_1"),
        ("it_23", "it_bd_ccnn_1"),
        ("it_1E", "it_bd_colonial_regular_1"),
    ],
)
def test_a_breakdown_unit_is_worth_more_than_the_step(parent: str, piece: str) -> None:
    full, reduced = factors(parent)[:2]
    lost = full[0] - reduced[0] + full[1] - reduced[1]
    assert sum(factors(piece)[0]) > lost
    assert "breakdown" in UNITS[piece]["flags"].split()
    assert UNITS[piece]["branch"] == UNITS[parent]["branch"]


@pytest.mark.rule("10.2.1-b", "10.3.1-a", "10.1.1-a")
def test_movement_and_range_of_the_examples() -> None:
    italian = of_scenario("s1935", side="italian")
    assert {u["movement"] for u in italian.values() if u["type"] == "hq"} == {"4"}
    assert {u["movement"] for u in italian.values() if u["type"] == "truck"} == {"6"}
    assert {(a["side"], a["range"]) for a in AIR.values()} == {("italian", "4"), ("allied", "5")}


def test_every_counter_has_both_names_and_a_source() -> None:
    for id_, row in COUNTERS.items():
        assert all((row["name_en"], row["name_it"])), id_
        assert row["source"] in TABLES["sources"], id_
    assert {row["source"] for row in COUNTERS.values()} == set(TABLES["sources"])
