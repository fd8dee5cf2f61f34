"""Counters, tables and scenario of Afrika Korps: as printed, and in agreement with the map."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import campagna.games.afrika_korps as game
from campagna.hexes.board import load_board
from campagna.tables.odds import odds

DATA = Path(game.__path__[0]) / "data"
BOARD = load_board(DATA / "map.toml")
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
SCENARIO: dict[str, Any] = tomllib.loads((DATA / "scenario.toml").read_text(encoding="utf-8"))
with (DATA / "units.csv").open(encoding="utf-8", newline="") as _file:
    UNITS = {row["id"]: row for row in csv.DictReader(_file)}


def factors(id_: str) -> str:
    return "-".join(UNITS[id_][k] for k in ("attack", "defence", "movement"))


def arrivals(side: str) -> dict[int, list[str]]:
    return {b["turn"]: b["units"].split() for b in SCENARIO["reinforcements"] if b["side"] == side}


# --- counters -----------------------------------------------------------------------------------


@pytest.mark.rule("1.2", "2.3a", "21.7")
def test_counter_mix() -> None:
    assert len(UNITS) == 100
    assert Counter((u["side"], u["combat"], u["substitute"]) for u in UNITS.values()) == {
        ("axis", "yes", "no"): 27,
        ("axis", "no", "no"): 6,
        ("allied", "yes", "no"): 55,
        ("allied", "yes", "yes"): 6,
        ("allied", "no", "no"): 6,
    }
    supplies = Counter(u["side"] for u in UNITS.values() if u["type"] == "supply")
    assert supplies == {"axis": 5, "allied": 6}


@pytest.mark.rule("1.3.1", "1.3.2", "1.3.3")
@pytest.mark.parametrize(
    ("id_", "printed"),
    [
        ("DE-21-5", "7-7-10"),
        ("DE-15-115", "3-3-10"),
        ("DE-15-33", "2-2-12"),
        ("DE-ROMMEL", "0-0-12"),
        ("DE-SUP-1", "0-0-10"),
        ("IT-SAVONA", "2-2-4"),
        ("IT-PAVIA", "2-3-4"),
        ("IT-TRIESTE", "3-4-6"),
        ("IT-ARIETE", "4-5-6"),
        ("IT-FOLGORE", "1-1-7"),
        ("UK-7-7", "3-3-7"),
        ("UK-1-22", "4-4-7"),
        ("UK-1ARM", "2-2-7"),
        ("UK-32", "2-2-7"),
        ("AU-7-2", "1-1-6"),
        ("UK-22GDS", "2-2-6"),
        ("SA-2-7R", "1-1-12"),
        ("SUB-ARM-1", "4-4-10"),
        ("SUB-INF-3", "3-3-7"),
    ],
)
def test_printed_factors(id_: str, printed: str) -> None:
    assert factors(id_) == printed


def test_factors_in_all() -> None:
    """A slip of one factor anywhere shows here."""
    sums = {
        side: tuple(
            sum(int(u[k]) for u in UNITS.values() if u["side"] == side)
            for k in ("attack", "defence", "movement")
        )
        for side in ("axis", "allied")
    }
    assert sums == {"axis": (73, 80, 248), "allied": (101, 101, 461)}


@pytest.mark.rule("1.3")
def test_only_combat_units_have_factors() -> None:
    for unit in UNITS.values():
        fights = int(unit["attack"]) > 0 and int(unit["defence"]) > 0
        assert fights == (unit["combat"] == "yes"), unit["id"]
    assert {u["id"] for u in UNITS.values() if u["type"] == "hq"} == {"DE-ROMMEL"}


@pytest.mark.rule("21.1b", "21.7")
def test_substitutes_and_what_they_stand_for() -> None:
    mine = [u for u in UNITS.values() if u["substitute"] == "yes"]
    assert Counter((u["type"], factors(u["id"])) for u in mine) == {
        ("armor", "4-4-10"): 2,
        ("infantry", "3-3-7"): 4,
    }
    groups = {k: set(v) for k, v in TABLES["substitutes"].items() if k != "source"}
    assert groups == {"armor": {"armor", "armored_infantry"}, "infantry": {"infantry", "recon"}}
    fighting = {u["type"] for u in UNITS.values() if u["side"] == "allied" and u["combat"] == "yes"}
    assert fighting == groups["armor"] | groups["infantry"]


def test_sources_of_units_are_all_explained_and_all_used() -> None:
    assert {u["source"] for u in UNITS.values()} == set(TABLES["sources"])


def test_labels_tell_the_counters_of_a_side_apart() -> None:
    labels = [(u["side"], u["label"]) for u in UNITS.values()]
    assert len(set(labels)) == len(labels)


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.rule("7.5a", "7.5b", "7.5c", "7.5e", "7.5f")
def test_combat_results_table() -> None:
    crt = TABLES["crt"]
    rows = [row.split() for row in crt["rows"]]
    assert crt["columns"] == [
        *(f"1-{n}" for n in range(6, 1, -1)),
        *(f"{n}-1" for n in range(1, 7)),
    ]
    assert [len(row) for row in rows] == [11] * 6
    cell = dict(zip(crt["columns"], zip(*rows, strict=True), strict=True))
    assert cell["1-6"] == ("AE", "AE", "AR", "AE", "AE", "AE")
    assert cell["1-4"] == ("AR", "AE", "AR", "AR", "AE", "AE")
    assert cell["1-2"] == ("DR", "EX", "AR", "AR", "AE", "AE")
    assert cell["1-1"] == ("DE", "EX", "DR", "AR", "AE", "AE")
    assert cell["3-1"] == ("DE", "EX", "DR", "DR", "EX", "DE")
    assert cell["5-1"] == ("DE", "DR", "DE", "DR", "DE", "DE")
    assert Counter(r for row in rows for r in row) == {
        "AE": 19, "DE": 16, "AR": 14, "DR": 10, "EX": 7,
    }  # fmt: skip


@pytest.mark.rule("9.1a")
def test_from_five_to_one_the_defender_dies_or_goes_back() -> None:
    at = TABLES["crt"]["columns"].index(f"{TABLES['odds']['surrounded_from']}-1")
    assert at == 9
    assert {r for row in TABLES["crt"]["rows"] for r in row.split()[at:]} == {"DE", "DR"}
    four_to_one = {row.split()[at - 1] for row in TABLES["crt"]["rows"]}
    assert four_to_one == {"DE", "DR", "EX"}, "one column lower it may survive"


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (7, 2, (3, 1)),
        (2, 7, (1, 4)),
        (3, 2, (1, 1)),
        (30, 9, (3, 1)),
        (6, 17, (1, 3)),
        (7, 36, (1, 6)),
        (8, 16, (1, 2)),
        (44, 11, (4, 1)),
        (52, 13, (4, 1)),
        (60, 10, (6, 1)),
        (60, 15, (4, 1)),
    ],
)
def test_odds_by_the_formula_also_where_the_printed_table_slips(
    attack: int, defence: int, ratio: tuple[int, int]
) -> None:
    assert odds(attack, defence) == ratio


@pytest.mark.rule("12.2d")
def test_axis_supply_table() -> None:
    rows = TABLES["supply"]["axis_roll"]
    assert [(r["turns"], r["sunk"]) for r in rows] == [
        ([1, 6], [1, 2]),
        ([7, 16], [1, 2, 3]),
        ([17, 38], [1]),
    ]
    labels = SCENARIO["turn_labels"]["en"]
    first_months = [labels[r["turns"][0] - 1] for r in rows]
    assert first_months == ["1 April 1941", "1 July 1941", "1 December 1941"]


@pytest.mark.rule("5.2", "5.6", "10.2", "18.1")
def test_terrain_effects_cover_the_map() -> None:
    terrain = TABLES["terrain"]
    assert {*terrain["entered"], *terrain["closed"]} == set(BOARD.terrain_names)
    assert (terrain["closed"], terrain["stops"]) == (["sea", "qattara"], ["escarpment"])
    assert terrain["doubles_defence"] == ["fortress", "escarpment"]
    assert (terrain["step"], terrain["defence_factor"]) == (1, 2)


@pytest.mark.rule("6.1a", "12.1b", "12.2c", "14.2a", "17.1", "17.3.2b", "22.1a", "24.2")
def test_numbers_of_the_rules() -> None:
    assert TABLES["stacking"]["combat_units"] == 3
    assert TABLES["supply"]["limits"] == {"axis": 3, "allied": 4}
    assert (TABLES["supply"]["attack_line"], TABLES["supply"]["needed_from"]) == (5, "1-2")
    assert (TABLES["road"]["bonus"], TABLES["road"]["split_cost"]) == (10, 1)
    assert TABLES["combat"]["retreat"] == TABLES["rommel"]["bonus"] == 2
    assert TABLES["isolation"]["turns"] == TABLES["isolation"]["axis_without_supply"] == 2
    assert TABLES["victory"]["turns"] == 2


@pytest.mark.rule("17.3")
def test_split_roads_are_lines_of_the_map() -> None:
    names = {f.name for f in BOARD.features if f.kind == "road"}
    assert set(TABLES["road"]["split_roads"]) < names
    assert TABLES["road"]["split_hex"] == "I26"


# --- scenario -----------------------------------------------------------------------------------


@pytest.mark.rule("2.2.1a")
def test_set_up() -> None:
    placed = {b["hex"]: (b["side"], len(b["units"].split())) for b in SCENARIO["setup"]}
    assert placed == {
        "W6": ("axis", 11), "H2": ("allied", 1), "H15": ("allied", 2), "G25": ("allied", 2),
        "I33": ("allied", 1), "I48": ("allied", 2), "L59": ("allied", 4),
    }  # fmt: skip
    assert all(id_ in BOARD.grid.index for id_ in placed)
    assert all(
        UNITS[u]["side"] == block["side"]
        for block in SCENARIO["setup"]
        for u in block["units"].split()
    )


@pytest.mark.rule("12.2b")
def test_the_axis_starts_without_a_port() -> None:
    ports = {BOARD.name(h) for h in BOARD.area("port", "axis").hexes}
    assert not ports & {b["hex"] for b in SCENARIO["setup"] if b["side"] == "axis"}


@pytest.mark.rule("2.2", "2.3a", "2.3b")
def test_every_counter_is_on_the_map_or_due_or_beside_it_exactly_once() -> None:
    off_map = SCENARIO["off_map"]
    blocks = [b["units"] for b in (*SCENARIO["setup"], *SCENARIO["reinforcements"])]
    blocks += [off_map[k] for k in ("axis_supplies", "allied_supplies", "substitutes")]
    listed = Counter(u for block in blocks for u in block.split())
    assert set(listed) == set(UNITS)
    assert set(listed.values()) == {1}
    assert len(off_map["axis_supplies"].split()) == 4
    assert len(off_map["allied_supplies"].split()) == 5


@pytest.mark.rule("1.6", "19.1")
def test_order_of_appearance() -> None:
    axis = {turn: len(units) for turn, units in arrivals("axis").items()}
    allied = {turn: len(units) for turn, units in arrivals("allied").items()}
    assert axis == {3: 3, 15: 4, 21: 3, 29: 6, 33: 2}
    assert allied == {5: 5, 7: 8, 9: 4, 15: 13, 27: 5, 33: 6, 37: 3}
    assert arrivals("axis")[3] == ["DE-15-8", "DE-15-115", "DE-15-33"]
    for side in ("axis", "allied"):
        assert all(UNITS[u]["side"] == side for units in arrivals(side).values() for u in units)


@pytest.mark.rule("1.6", "3")
def test_calendar() -> None:
    labels = SCENARIO["turn_labels"]
    assert SCENARIO["turns"] == len(labels["en"]) == len(labels["it"]) == 38
    assert (labels["en"][0], labels["en"][-1]) == ("1 April 1941", "15 October 1942")
    assert (labels["it"][0], labels["it"][-1]) == ("1° aprile 1941", "15 ottobre 1942")
    assert labels["en"][SCENARIO["replacements"]["from_turn"] - 1] == "1 March 1942"
    assert labels["en"][SCENARIO["substitution"]["from_turn"] - 1] == "1 August 1942"
    assert len(set(labels["en"])) == len(set(labels["it"])) == 38


@pytest.mark.rule("20.2", "20.3")
def test_replacement_rates() -> None:
    rates = SCENARIO["replacements"]
    assert (rates["axis"], rates["allied"]) == ({"W3": 1, "G25": 1}, {"J62": 2, "G25": 1})
    assert rates["most"] == {side: sum(rates[side].values()) for side in ("axis", "allied")}
    assert rates["most"] == {"axis": 2, "allied": 3}
    for side in ("axis", "allied"):
        assert set(rates[side]) == {BOARD.name(h) for h in BOARD.area("port", side).hexes}


def test_options_have_the_defaults_of_their_rulings() -> None:
    options = SCENARIO["options"]
    assert {name: o["default"] for name, o in options.items()} == {
        "victory_turns": "allied",
        "supply_removed_before_isolation_check": True,
        "i26_transfer_is_a_crossing": False,
    }
    assert all(o["default"] in o["values"] and o["it"] and o["en"] for o in options.values())


def test_every_block_names_its_source() -> None:
    blocks = [SCENARIO, *SCENARIO["setup"], *SCENARIO["reinforcements"], SCENARIO["turn_labels"]]
    blocks += [SCENARIO["off_map"], SCENARIO["replacements"], SCENARIO["substitution"]]
    blocks += SCENARIO["options"].values()
    blocks += [block for name, block in TABLES.items() if name != "sources"]
    blocks += TABLES["supply"]["axis_roll"]
    assert all("rulebook" in b["source"] or "public: " in b["source"] for b in blocks)
