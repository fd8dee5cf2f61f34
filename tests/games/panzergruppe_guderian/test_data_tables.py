"""Units, tables and scenario of Panzergruppe Guderian: as printed, and in agreement with the map."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import campagna.games.panzergruppe_guderian as game
from campagna.hexes.board import load_board

DATA = Path(game.__path__[0]) / "data"
BOARD = load_board(DATA / "map.toml")
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
SCENARIO: dict[str, Any] = tomllib.loads((DATA / "scenario.toml").read_text(encoding="utf-8"))
with (DATA / "units.csv").open(encoding="utf-8", newline="") as _file:
    UNITS = list(csv.DictReader(_file))


# --- units --------------------------------------------------------------------------------------


@pytest.mark.rule("3.3")
def test_counter_mix() -> None:
    assert len({u["id"] for u in UNITS}) == len(UNITS) == 174
    assert Counter((u["side"], u["type"], u["move_class"]) for u in UNITS) == {
        ("soviet", "leader", "leader"): 15,
        ("soviet", "rifle", "soviet_infantry"): 78,
        ("soviet", "armor", "soviet_motorized"): 20,
        ("german", "panzer", "german_motorized"): 9,
        ("german", "panzergrenadier", "german_motorized"): 18,
        ("german", "motorized", "german_motorized"): 15,
        ("german", "cavalry", "german_cavalry"): 1,
        ("german", "infantry", "german_infantry"): 18,
    }


def test_sources_of_units_are_all_explained_and_all_used() -> None:
    assert {u["source"] for u in UNITS} == set(TABLES["sources"])


@pytest.mark.rule("9.62", "9.63")
def test_steps() -> None:
    for unit in UNITS:
        steps = unit["steps"].split()
        if unit["side"] == "soviet":
            assert len(steps) == 1
        elif unit["type"] == "infantry":
            assert steps == ["9-9-7", "4-4-7", "2-2-7", "1-1-7"]
        else:
            assert len(steps) == 2
        assert len({step.split("-")[2] for step in steps}) == 1


@pytest.mark.rule("12.3a", "12.3c")
def test_units_without_attack() -> None:
    printed = Counter(u["steps"] for u in UNITS if u["type"] in ("rifle", "armor"))
    assert printed["0-0-6"] == 8
    assert printed["0-1-6"] == 2
    assert printed["0-0-10"] == 3


@pytest.mark.rule("10.1", "10.21a", "11.22")
def test_leaders_defend_with_their_rating() -> None:
    leaders = {u["id"]: u for u in UNITS if u["type"] == "leader"}
    for leader in leaders.values():
        assert leader["steps"] == f"0-{leader['rating']}-10"
    assert leaders["SL-lukin"]["rating"] == "3"
    assert {u["rating"] for u in UNITS if u["type"] != "leader"} == {""}


@pytest.mark.rule("7.3c", "7.3d")
def test_divisions() -> None:
    shape = {
        "panzer": Counter(panzer=1, panzergrenadier=2),
        "motorized": Counter(motorized=2),
        "cavalry": Counter(cavalry=1),
        "infantry": Counter(infantry=1),
    }
    rows = TABLES["divisions"]["rows"]
    for row in rows:
        members = Counter(u["type"] for u in UNITS if u["division"] == row["id"])
        wanted = Counter(motorized=3) if row["id"] == "DasReich" else shape[row["kind"]]
        assert members == wanted, row["id"]
        assert row["integrity"] == (row["kind"] in ("panzer", "motorized"))
    assert {u["division"] for u in UNITS} == {row["id"] for row in rows} | {""}
    independent = {u["id"] for u in UNITS if u["side"] == "german" and not u["division"]}
    assert independent == {"G-Lehr", "G-GD"}


def test_mech_symbols_belong_to_armor() -> None:
    mech = TABLES["symbols"]["mech"].split()
    armor = {u["id"] for u in UNITS if u["type"] == "armor"}
    assert len(mech) == len(set(mech)) == 10
    assert set(mech) < armor


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.rule("9.5")
def test_combat_results_table() -> None:
    crt = TABLES["crt"]
    rows = [row.split() for row in crt["rows"]]
    assert crt["columns"] == ["1-3", "1-2", *(f"{n}-1" for n in range(1, 11))]
    assert [len(row) for row in rows] == [12] * 6
    cell = dict(zip(crt["columns"], zip(*rows, strict=True), strict=True))
    assert cell["1-3"] == ("A1", "A1", "A1", "A2", "Ae", "Ae")
    assert cell["1-1"] == ("D1", "D1/A1", "D1/A1", "Eng", "A1", "A2")
    assert cell["4-1"] == ("D2", "D2", "D2/A1", "D1", "D1/A1", "Eng")
    assert cell["10-1"] == ("De", "De", "De", "De", "De", "D2")
    assert Counter(r for row in rows for r in row) == {
        "D2": 20, "De": 11, "D1/A1": 9, "A1": 7, "D1": 6, "Eng": 5, "De/A1": 4, "D2/A1": 4,
        "A2": 3, "Ae": 3,
    }  # fmt: skip


@pytest.mark.rule("6.7a", "6.7b", "6.7c", "6.7f", "6.7h", "10.21a")
@pytest.mark.parametrize(
    ("move_class", "forest", "road", "river"),
    [
        ("german_infantry", 2, 2, 4),
        ("german_motorized", 4, 1, 4),
        ("german_cavalry", 4, 2, 4),
        ("soviet_infantry", 2, 2, 2),
        ("soviet_motorized", 4, 1, 2),
        ("leader", 2, 1, 2),
    ],
)
def test_movement_costs(move_class: str, forest: int, road: int, river: int) -> None:
    costs = TABLES["terrain"]["costs"][move_class]
    assert (costs["clear"], costs["swamp"], costs["lake"]) == (2, 4, 255)
    assert (costs["forest"], costs["road"], costs["river"]) == (forest, road, river)
    assert set(BOARD.terrain_names) <= set(costs)


@pytest.mark.rule("6.7d", "6.7e")
def test_cities_cost_as_much_as_the_clear_ground_they_stand_on() -> None:
    for costs in TABLES["terrain"]["costs"].values():
        assert costs["major"] == costs["minor"] == costs["clear"]


def test_every_move_class_has_costs() -> None:
    assert {u["move_class"] for u in UNITS} == set(TABLES["terrain"]["costs"])


@pytest.mark.rule("15.11d")
def test_victory_places() -> None:
    cities = {p.name: set(p.hexes) for p in BOARD.places}
    places = TABLES["victory"]["places"]
    for place in places:
        hexes = {BOARD.hex(id_) for id_ in place["hexes"].split()}
        assert hexes == cities.get(place["name"], hexes)
        assert place["city"] == (place["name"] in cities)
    assert {p["name"]: p["points"] for p in places} == {
        "Vitebsk": 10, "Orsha": 5, "Mogilev": 5, "Smolensk": 25, "Roslavl": 10, "Yelnya": 10,
        "Rzhev": 5, "Gzhatsk": 5, "Vyazma": 15, "Kaluga": 20, "5907": 20, "5915": 20,
    }  # fmt: skip


@pytest.mark.rule("15.2")
def test_victory_levels_rise() -> None:
    levels = TABLES["victory"]["levels"]
    assert [level.get("up_to") for level in levels] == [0, 25, 49, 79, 124, None]
    assert all(level["en"] and level["it"] for level in levels)


@pytest.mark.rule("15.12a")
def test_only_cavalry_is_worth_nothing() -> None:
    worth = {row["kind"]: row["vp_if_eliminated"] for row in TABLES["divisions"]["rows"]}
    full = TABLES["victory"]["division"]
    assert worth == {"panzer": full, "motorized": full, "infantry": full, "cavalry": 0}


# --- scenario -----------------------------------------------------------------------------------


@pytest.mark.rule("5.1a", "5.1b", "5.1c", "5.1d", "5.1e")
def test_setup_agrees_with_the_map() -> None:
    drawn = {army["army"]: (army["rifle"], army["armor"]) for army in SCENARIO["setup"]}
    assert drawn == {
        "24th Army": (5, 1),
        "16th Army": (6, 0),
        "19th Army": (4, 0),
        "13th Army": (7, 1),
        "20th Army": (6, 4),
    }
    for army in SCENARIO["setup"]:
        zone = BOARD.area("setup", army["army"])
        assert army["hexes"].split() == [BOARD.name(h) for h in zone.hexes]
        assert army["overstack"] == (len(army["hexes"].split()) == 1)


@pytest.mark.rule("5.21a", "5.23a")
def test_first_turn_obligations() -> None:
    assert {army["army"]: army["turn1"] for army in SCENARIO["setup"]} == {
        "24th Army": "free",
        "16th Army": "frozen-roll",
        "19th Army": "frozen-roll",
        "13th Army": "march",
        "20th Army": "march",
    }


@pytest.mark.rule("16.1a", "16.1b", "16.1c")
def test_soviet_schedule() -> None:
    schedule = SCENARIO["reinforcements"]["soviet"]
    everything = [*SCENARIO["setup"], *schedule]
    assert sum(entry["rifle"] for entry in everything) == 88
    assert sum(entry["armor"] for entry in everything) == 11
    leaders = sorted(entry["leader"] for entry in everything if entry["leader"])
    assert leaders == sorted(u["id"] for u in UNITS if u["type"] == "leader")
    assert max(entry["turn"] for entry in schedule) == 11
    formation = {u["id"]: u["formation"] for u in UNITS}
    for entry in everything:
        if entry["army"]:
            assert formation[entry["leader"]] == entry["army"]


@pytest.mark.rule("16.2")
def test_german_schedule_brings_every_unit_once_in_the_order_of_the_list() -> None:
    schedule = SCENARIO["reinforcements"]["german"]
    listed = [id_ for entry in schedule for id_ in entry["units"].split()]
    assert listed == [u["id"] for u in UNITS if u["side"] == "german"]
    corps = {u["id"]: u["formation"] for u in UNITS}
    for entry in schedule:
        assert {corps[id_] for id_ in entry["units"].split()} == {entry["corps"]}
    arrivals = [f"{entry['turn']}{entry['where']}" for entry in schedule]
    assert " ".join(arrivals) == "1C 2A 2B 3D 3E 3E 3H 5E 6E 7E 8F 9G"


def test_reinforcements_enter_through_areas_of_their_side() -> None:
    for side, schedule in SCENARIO["reinforcements"].items():
        for entry in schedule:
            assert BOARD.area("entry", entry["where"]).side == side
    for id_ in SCENARIO["provisional"]["entry"]:
        assert BOARD.area("entry", id_).side == "soviet"


def test_limits_name_things_that_exist() -> None:
    limits = SCENARIO["limits"]
    assert ("region", limits["west_columns"]["area"]) in BOARD.areas
    assert limits["german_interdiction"]["freed_by"] in {p.name for p in BOARD.places}
    assert ("entry", limits["leader_withdrawal"]["returns_at"]) in BOARD.areas
    assert limits["soviet_interdiction"]["last_turn"] == SCENARIO["turns"] - 1


def test_options_have_a_legal_default_and_both_languages() -> None:
    assert set(SCENARIO["options"]) == {
        "leader_withdrawal",
        "german_marginal_is_draw",
        "area_b_includes_0111",
        "entry_supply",
        "leaders_repair_rail",
        "retreat_full_distance",
    }
    for option in SCENARIO["options"].values():
        assert option["default"] == option["values"][0]
        assert all(option[key] for key in ("en", "it", "source"))


def test_turn_labels() -> None:
    labels = SCENARIO["turn_labels"]
    assert len(labels["en"]) == len(labels["it"]) == SCENARIO["turns"] == 12
