"""The map of Kasserine and its order of battle: what the book says of them holds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from campagna.hexes.board import load_board
from tests.games.kasserine.naive_map import (
    DATA,
    MAP,
    PASSES,
    RAILS,
    RAILWAYS,
    ROADS,
    TABLES,
    TERRAIN,
    TOWNS,
    TRACKS,
    UNITS,
    area,
    around,
    distances,
    of_class,
    path_cost,
    reached,
)

BOARD = load_board(DATA / "map.toml")
SOUSSE, SFAX = RAILWAYS["El Borma - Sousse"], RAILWAYS["El Borma - Sfax"]
SOUTH = reached(area("rail_side", "south")[0], set(SOUSSE))
AXIS_STARTS = ("10Pz", "21Pz", "131Centauro")


def points(id_: str) -> int:
    return sum(map(int, UNITS[id_]["full"].split("-")[:2]))


# --- the map ------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-2")
def test_three_levels_of_ground() -> None:
    assert len(BOARD) == 37 * 36
    assert Counter(TERRAIN.values()) == {"plain": 1037, "mountain1": 245, "mountain2": 50}
    assert all(BOARD.terrain_name(BOARD.hex(h)) == kind for h, kind in TERRAIN.items())
    assert {BOARD.name(n) for n in BOARD.grid.around(BOARD.hex("1118"))} == set(around("1118"))


@pytest.mark.rule("MAP-2")
@pytest.mark.parametrize(
    ("id_", "kind"),
    [
        ("0101", "plain"),
        ("0307", "mountain2"),
        ("0622", "mountain1"),
        ("1018", "mountain2"),
        ("1118", "mountain1"),
        ("1134", "mountain1"),
        ("1217", "mountain1"),
        ("1320", "plain"),
        ("1523", "mountain1"),
        ("2922", "mountain1"),
        ("3019", "mountain2"),
        ("3132", "mountain1"),
        ("3736", "plain"),
    ],
)
def test_named_hexes(id_: str, kind: str) -> None:
    assert TERRAIN[id_] == kind


@pytest.mark.rule("MAP-1")
def test_towns_and_passes() -> None:
    assert TOWNS == {
        "0725": "Feriana", "0911": "Thala", "1236": "Gafsa", "1320": "Kasserine", "1811": "Sbiba",
        "1918": "Sbeitla", "2004": "Maktar", "2723": "Sidi bou Zid", "2814": "Hadjeb el Aioun",
        "2905": "Ousseltia", "2932": "Maknassy", "3009": "Pichon", "3311": "Fondouk",
    }  # fmt: skip
    assert len(PASSES) == 13
    assert {"1118": "Kasserine pass", "2922": "Faid pass", "1134": "Gafsa pass"}.items() <= (
        PASSES.items()
    )
    ways = {h for step in ROADS | TRACKS for h in step}
    assert all(h in ways for h in PASSES)
    assert all(TERRAIN[h] == "mountain1" for h in PASSES if h != "3311")
    assert all(any(h in step for step in ROADS) for h in TOWNS)


@pytest.mark.rule("MAP-1", "MOV-17")
def test_roads_and_tracks_are_one_net_and_never_climb_the_second_level() -> None:
    assert (len(ROADS), len(TRACKS)) == (221, 190)
    assert not ROADS & TRACKS
    net = {h for step in ROADS | TRACKS for h in step}
    assert reached("1320", set(TERRAIN) - net) == net
    assert all(TERRAIN[h] != "mountain2" for h in net)
    found, frontier = {"1320"}, ["1320"]
    while frontier:
        here = frontier.pop()
        fresh = {n for n in around(here) if frozenset((here, n)) in ROADS | TRACKS} - found
        found |= fresh
        frontier += fresh
    assert found == net


@pytest.mark.rule("SET-4", "VIC-2", "CAL-10 (c)")
def test_the_two_railways_run_from_el_borma_to_the_east_edge() -> None:
    assert (len(SOUSSE), len(SFAX), len(RAILS)) == (47, 39, 84)
    assert SOUSSE[0] == SFAX[0] == "0133"
    assert (SOUSSE[-1], SFAX[-1]) == ("3711", "3733")
    assert [p["name"] for p in MAP["place"] if p["hexes"] == "0133"] == ["El Borma"]
    assert {"0725", "1320", "1918", "2814"} == set(SOUSSE) & set(TOWNS)
    assert {"1236", "2932"} == set(SFAX) & set(TOWNS)


@pytest.mark.rule("VIC-2", "CAL-10 (c)")
def test_the_sousse_line_parts_north_from_south() -> None:
    north = reached(area("rail_side", "north")[0], set(SOUSSE))
    assert (len(north), len(SOUTH), len(SOUSSE)) == (672, 613, 47)
    assert not north & SOUTH
    assert {"1134", "1236", "2723", "2932", "3022"} < SOUTH
    assert {"3311", "1118", "2905"} < north


@pytest.mark.rule("VIC-1")
def test_the_exits_lie_on_roads_at_the_edge_and_armour_can_reach_them() -> None:
    assert area("exit", "Tebessa") == ["0116", "0119", "0112"]
    assert area("exit", "Le Kef") == ["0801", "1301"]
    from_faid = distances("3022", "armour")
    for h in (*area("exit", "Tebessa"), *area("exit", "Le Kef")):
        assert any(h in step for step in ROADS)
        assert h.startswith("01") or h.endswith("01")
        assert 27 <= from_faid[h] <= 120


@pytest.mark.rule("CAL-16", "MOV-8")
def test_roads_leave_the_map_where_units_enter_and_leave() -> None:
    entries = {a["id"]: a["hexes"] for a in MAP["area"] if a["kind"] == "entry"}
    assert entries == {
        "DAK": "1236", "131Centauro": "1236", "6UK": "1301", "34US": "2201", "1US": "0119",
        "9US": "0112",
    }  # fmt: skip
    onward = {a["hexes"] for a in MAP["area"] if a["kind"] == "leads_to"}
    assert onward == {"2201", "3001", "3709", "3710", "3725", "3733"}
    off = {e["hex"] for e in MAP["exit"] if e["kind"] == "road"}
    assert off == {*entries.values(), *onward, "0112", "0116", "0119", "0801", "1301"}
    assert all(len(around(h)) < 6 and any(h in step for step in ROADS) for h in off)
    assert all(BOARD.edge[e.hex * 6 + e.direction] for e in BOARD.exits), (
        "an exit points into the map"
    )


def test_every_block_of_the_map_names_its_source() -> None:
    for kind in ("line", "place", "area", "exit", "label"):
        assert MAP[kind]
        for block in MAP[kind]:
            assert block["source"].startswith(
                ("reconstructed: ", "public: ", "rulebook ", "computed ")
            ), block
    assert all(m["note"].startswith("reconstructed: ") for m in MAP["mark"])
    assert MAP["terrain"]["source"].startswith("reconstructed: ")
    assert MAP["grid"]["source"].startswith("reconstructed: ")


# --- worked examples on the map -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "arm", "first", "cost"),
    [
        ("1818 1719 1619 1520 1419", "mech_inf", 0, 2),
        ("1818 1719 1619 1520 1419 1320", "mech_inf", 0, 4),
        ("1420 1421 1522 1523", "armour", 0, 2),
        ("1420 1421 1522 1523", "armour", 1, Fraction(5, 2)),
        ("1117 1217", "foot_inf", 0, 2),
        ("1117 1217", "armour", 0, 3),
        ("1118 1018", "foot_inf", 0, 3),
        ("1118 1018", "armour", 0, None),
        ("1218 1118 1117", "armour", 0, 1),
        ("1320 1419 1520 1619 1719 1818 1918", "foot_inf", 0, Fraction(9, 2)),
        ("3022 2922 2821 2721 2621 2521 2420", "foot_inf", 0, 3),
        ("2420 2320 2219 2119 2018 1918 1818", "armour", 0, Fraction(9, 2)),
        ("1236 1235", "armour", 0, Fraction(1, 2)),
    ],
)
def test_costs_of_the_example_paths(
    path: str, arm: str, first: int, cost: int | Fraction | None
) -> None:
    assert path_cost(path.split(), arm, first=first) == (None if cost is None else 2 * cost)


def test_reduced_foot_infantry_pays_one_point_for_any_mountain() -> None:
    assert path_cost(["1117", "1217"], "foot_inf", reduced=True) == 2
    assert path_cost(["1118", "1018"], "foot_inf", reduced=True) == 2
    assert path_cost(["1219", "1320"], "foot_inf", reduced=True) == 1
    assert path_cost(["1219", "1320"], "foot_inf") == 4


def test_lines_of_the_examples() -> None:
    assert distances("3524")["3022"] == 5, "von Arnim to the 10th Panzer"
    assert distances("3524")["3327"] <= 18, "von Arnim to the 21st Panzer"
    assert distances("1320")["2723"] == 20, "combat group A is beyond the radius of Kasserine"
    from_faid = distances("3022")
    assert from_faid["2420"] == 6
    assert from_faid["1818"] == 14, "past Sbeitla to the south the line is still 7 points"
    assert from_faid["1719"] == 15, "one hex further the unit has outrun it"


# --- order of battle ----------------------------------------------------------------------------


@pytest.mark.rule("PCS-1", "PCS-5", "CMD-1")
def test_counter_mix() -> None:
    assert len(UNITS) == 134
    assert Counter((u["class"], u["side"]) for u in UNITS.values()) == {
        ("UCT", "axis"): 26, ("UCT", "allied"): 62, ("UCM", "axis"): 6, ("UCM", "allied"): 9,
        ("URF", "axis"): 6, ("URF", "allied"): 18, ("AIR", "axis"): 4, ("AIR", "allied"): 3,
    }  # fmt: skip
    nations = Counter(UNITS[id_]["nationality"] for id_ in of_class("UCT"))
    assert nations == {"german": 21, "italian": 5, "american": 43, "french": 8, "british": 11}
    assert Counter(UNITS[id_]["type"] for id_ in of_class("UCM")) == {"army": 5, "division": 10}
    assert set(of_class("AIR", type="strategic_bomber")) == {"AIR-S1"}
    assert all(
        UNITS[i]["division"] == "131Centauro" for i in of_class("UCT", nationality="italian")
    )


@pytest.mark.rule("PCS-2", "PCS-3", "PCS-4")
@pytest.mark.parametrize(
    ("id_", "type_", "full", "reduced"),
    [
        ("A10-I7", "armour", "5-3-5", "3-2-5"),
        ("A10-501", "armour", "2-1-4", "1-1-4"),
        ("A21-I5", "armour", "5-3-5", "3-2-5"),
        ("A21-I104", "mech_inf", "1-2-5", "1-1-5"),
        ("A21-580", "recon", "1-1-7", "0-1-7"),
        ("ADK-I8", "armour", "4-2-5", "2-1-5"),
        ("ADK-71W", "artillery", "0-1-4", "0-1-4"),
        ("AIT-XIV5", "foot_inf", "1-2-4", "1-1-3"),
        ("L1A-3-1", "armour", "3-2-5", "2-1-5"),
        ("LFR-I3Z", "foot_inf", "1-1-3", "0-1-3"),
        ("LUK-3Gren", "foot_inf", "1-3-4", "1-2-3"),
        ("LI1-1-26", "foot_inf", "1-2-4", "1-1-3"),
        ("LI1-Rgr", "foot_inf", "1-2-4", "1-2-3"),
        ("LI1-19E", "foot_inf", "0-2-4", "0-1-3"),
    ],
)
def test_faces_of_some_counters(id_: str, type_: str, full: str, reduced: str) -> None:
    unit = UNITS[id_]
    assert (unit["type"], unit["full"], unit["reduced"]) == (type_, full, reduced)


@pytest.mark.rule("PCS-4")
def test_no_reduced_face_is_better_and_every_unit_can_defend() -> None:
    for id_ in of_class("UCT"):
        full, reduced = (tuple(map(int, UNITS[id_][k].split("-"))) for k in ("full", "reduced"))
        assert all(r <= f for f, r in zip(full, reduced, strict=True)), id_
        assert reduced[1] >= 1, id_


@pytest.mark.rule("SET-3", "SET-4")
def test_factors_of_the_supplies_are_those_of_the_book() -> None:
    assert {UNITS[id_]["full"] for id_ in of_class("URF", type="mobile")} == {"0-0-5"}
    assert {UNITS[id_]["full"] for id_ in of_class("URF", type="fixed")} == {"0-0-0"}


@pytest.mark.rule("VIC-1", "VIC-2")
def test_a_german_division_is_worth_about_20_points() -> None:
    worth = {d: sum(map(points, of_class("UCT", division=d))) for d in (*AXIS_STARTS, "DAK")}
    assert worth == {"10Pz": 26, "21Pz": 22, "131Centauro": 12, "DAK": 18}


@pytest.mark.rule("PCS-3", "ART-2")
def test_only_artillery_has_a_range_and_a_class_of_fire() -> None:
    for id_ in of_class("UCT"):
        unit = UNITS[id_]
        gun = unit["type"] == "artillery"
        assert bool(unit["range"]) == bool(unit["fire"]) == bool(unit["self_propelled"]) == gun
    ranges = {(UNITS[i]["fire"], UNITS[i]["range"]) for i in of_class("UCT", type="artillery")}
    assert ranges == {("L", "2"), ("M", "2"), ("H", "3"), ("W", "1")}


def allowance(unit: dict[str, str]) -> int:
    """The movement factor that the reasoning in tables.toml gives an unreduced unit."""
    french, italian = (unit["nationality"] == n for n in ("french", "italian"))
    if unit["type"] == "foot_inf":
        return 3 if french else 4
    if unit["type"] == "recon":
        return 6 if french else 7
    if unit["type"] == "armour":
        return 4 if italian or "Tiger" in unit["name"] else 5
    if unit["type"] == "artillery":
        quick = unit["self_propelled"] == "yes" or unit["name"] == "12 RHA"
        return 3 if french else 5 if quick else 4
    return 5


def test_movement_follows_the_arm() -> None:
    for id_ in (*of_class("UCT"), *of_class("UCM")):
        assert int(UNITS[id_]["full"][-1]) == allowance(UNITS[id_]), id_
        reduced = UNITS[id_]["reduced"][-1:]
        same = UNITS[id_]["type"] != "foot_inf"
        assert reduced in ("", UNITS[id_]["full"][-1] if same else "3"), id_


def test_sources_and_divisions_of_the_counters_are_known() -> None:
    divisions = {d["id"]: d for d in TABLES["divisions"]["rows"]}
    for id_, unit in UNITS.items():
        assert unit["source"] in TABLES["sources"], id_
        assert not unit["division"] or unit["side"] == divisions[unit["division"]]["side"], id_
    assert {u["source"] for u in UNITS.values()} == set(TABLES["sources"])
    for row in divisions.values():
        assert UNITS[row["command"]]["division"] == row["id"]
