"""The tables, events and rules of Lion of Judah: quoted cells, smoothness, completeness."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.games.lion_of_judah.naive_map import (
    CAMPAIGN,
    DATA,
    EVENTS,
    RULES,
    S1935,
    S1940,
    TABLES,
    TERRAIN,
    UNITS,
)

RULE_IDS = (DATA / "rule_ids.txt").read_text(encoding="utf-8").splitlines()
ORIGINS = ("rulebook", "reconstructed", "public")


def losses(cell: str) -> tuple[int, int, bool]:
    attacker, defender = cell.removesuffix("R").split("/")
    return int(attacker), int(defender), cell.endswith("R")


def sourced(block: object, where: str = "") -> list[str]:
    """The tables of a file, at the top or one level down, that name no source."""
    if not isinstance(block, dict):
        return []
    below = [v for v in block.values() if isinstance(v, dict)]
    if "source" in block or (below and all("source" in v for v in below)):
        return []
    return [where]


# --- combat -----------------------------------------------------------


@pytest.mark.rule("12.4-6", "12.7-b", "12.11-a")
def test_the_standard_table_has_its_size_and_the_quoted_cell() -> None:
    table = TABLES["crt_standard"]
    assert (table["columns"][0], table["columns"][-1]) == ("1:3", "7:1")
    assert len(table["rows"]) == 7
    assert all(len(row) == 9 for row in table["rows"])
    for quoted in table["from_rulebook"]:
        column = table["columns"].index(quoted["column"])
        assert table["rows"][quoted["die"] - 1][column] == quoted["result"] == "2/1"


@pytest.mark.rule("12.1-b", "PB 13.6.2.3")
def test_the_ethiopian_table_stops_at_four_to_one() -> None:
    table = TABLES["crt_ethiopian"]
    assert table["columns"] == TABLES["crt_standard"]["columns"][:6]
    assert len(table["rows"]) == 7
    assert all(len(row) == 6 for row in table["rows"])


@pytest.mark.parametrize("name", ["crt_standard", "crt_ethiopian"])
def test_better_odds_and_rolls_never_hurt_the_attacker(name: str) -> None:
    rows = [[losses(cell) for cell in row] for row in TABLES[name]["rows"]]
    steps = [pair for row in rows for pair in pairwise(row)]
    steps += [pair for column in zip(*rows, strict=True) for pair in pairwise(column)]
    for worse, better in steps:
        assert better[0] <= worse[0]
        assert better[1] >= worse[1]
        assert better[2] >= worse[2]


@pytest.mark.rule("PB 13.6.2.3")
def test_ethiopian_attacks_cost_more() -> None:
    standard, ethiopian = TABLES["crt_standard"]["rows"], TABLES["crt_ethiopian"]["rows"]
    for ours, theirs in zip(standard, ethiopian, strict=True):
        for cell, other in zip(ours, theirs, strict=False):
            assert losses(other)[0] >= losses(cell)[0]
            assert losses(other)[1] <= losses(cell)[1]


# --- terrain, movement, supply -----------------------------------------------------------


@pytest.mark.rule("11.1-c", "11.4.2-a", "10.2.2.2")
def test_costs_of_the_book_in_halves() -> None:
    terrain = TABLES["terrain"]
    assert set(terrain) == set(TERRAIN.values())
    assert terrain["mountain"]["leg"] + TABLES["hexside"]["river"]["leg"] == 2 * 3
    assert terrain["rough"]["leg"] == 2 * 2
    assert terrain["desert"]["motorised"] == 255
    assert TABLES["lines"]["road"] == {"leg": 2, "motorised": 1}
    assert TABLES["lines"]["rail"] == {"leg": 2, "motorised": 2}


@pytest.mark.rule("12.8", "12.9-b", "8.2-b")
def test_terrain_in_combat_and_stacking() -> None:
    shifts = {kind: row["shift"] for kind, row in TABLES["terrain"].items()}
    assert shifts == {"clear": 0, "rough": -1, "mountain": -1, "amba": -2, "desert": 0}
    roomy = {kind for kind, row in TABLES["terrain"].items() if row.get("extra_division")}
    assert roomy == {"clear", "amba"}
    assert TABLES["terrain"]["amba"]["no_concentric"]
    stacking = TABLES["stacking"]
    assert 6 * (stacking["limit"] + stacking["extra"]) == 24 * stacking["division"]


@pytest.mark.rule("9.4-1", "9.4-2", "9.4-3", "7.3.2-d", "7.3.2-f")
def test_supply_and_resource_paths() -> None:
    supply, path = TABLES["supply"], TABLES["rp_path"]
    assert (supply["to_source"], supply["to_line"], supply["to_hq"]) == (3, 3, 2)
    assert (path["limit"], path["track"], path["other"]) == (2 * 4, 1, 2)
    assert path["road"] == path["rail"] == 0
    assert path["truck_bonus"] * path["trucks_counted"] == 2 * 3


# --- rolls -----------------------------------------------------------


def found(rows: list[dict[str, Any]], roll: int) -> list[dict[str, Any]]:
    return [r for r in rows if r["roll"].get("from", -99) <= roll <= r["roll"].get("to", 99)]


@pytest.mark.parametrize(
    "rows",
    [TABLES["forced_march"]["results"], TABLES["bombing"]["results"], TABLES["bribery"]["levies"]],
    ids=["forced march", "bombing", "bribery"],
)
def test_every_roll_has_one_result(rows: list[dict[str, Any]]) -> None:
    for roll in range(-4, 12):
        assert len(found(rows, roll)) == 1, roll


@pytest.mark.rule("11.5.3-c", "11.5.3-d")
def test_the_quoted_forced_march() -> None:
    (row,) = found(TABLES["forced_march"]["results"], 1)
    assert (row["extra"], row["ambush"]) == (1, True)


@pytest.mark.rule("10.1.3-b", "10.1.3-c", "10.1.4-a", "10.1.4-c")
def test_air_tables() -> None:
    assert Counter(TABLES["air_support"]["die"]) == {"NE": 2, "shift": 3, "superiority": 1}
    back = TABLES["air_return"]
    assert (back["committed_up_to"], back["delay_turns"], back["bombing_or_gas"]) == (5, 2, 1)
    assert len(TABLES["guerrilla_placement"]["by_prestige"]) == S1940["prestige"]["maximum"] + 1


# --- events -----------------------------------------------------------


@pytest.mark.rule("6.1", "6.2-b")
def test_the_event_pools() -> None:
    markers = Counter(dict.fromkeys("ABCD", 0))
    for event in EVENTS.values():
        markers[event["pool"]] += event.get("count", 1)
        assert all((event["name"]["it"], event["name"]["en"]))
        assert event.get("returns", False) == (event["name"]["en"] == "No Event")
        assert event.get("returns", False) != ("effect" in event)
    assert markers == {"A": 11, "B": 9, "C": 12, "D": 11}
    pools = {p for s in (S1935, S1940) for p in s["strategic_turns"] if p != "source"}
    assert pools == set(markers)


@pytest.mark.rule("10.1.6")
def test_the_fourth_event_is_the_league() -> None:
    assert EVENTS["A4"]["name"]["en"] == "League of Nations"
    assert S1935["bombing_track"]["closed_by"] == "A4"


def test_events_name_units_and_hexes_that_exist() -> None:
    def words(thing: object) -> list[str]:
        if isinstance(thing, dict):
            return [w for v in thing.values() for w in words(v)]
        if isinstance(thing, list):
            return [w for v in thing for w in words(v)]
        return [thing] if isinstance(thing, str) else []

    for event in EVENTS.values():
        for word in words(event.get("effect", {})):
            if word.isdigit():
                assert word in TERRAIN, event["id"]
            elif word.startswith(("et_", "cw_", "ge40_")):
                assert word in UNITS, event["id"]


# --- rules and provenance -----------------------------------------------------------


def test_every_rule_in_order_and_in_both_languages() -> None:
    assert [r["id"] for r in RULES["rule"]] == RULE_IDS
    assert len(RULE_IDS) == len(set(RULE_IDS)) == 291
    for rule in RULES["rule"]:
        assert len({rule["it"], rule["en"], ""}) == 3, rule["id"]
        assert rule["status"] in ("enforced", "data", "informative")
        assert any(origin in rule["source"] for origin in ORIGINS), rule["id"]


def test_playbook_rules_say_what_is_reconstructed() -> None:
    certain = {r["id"] for r in RULES["rule"] if "reconstructed" not in r["source"]}
    playbook = {id_ for id_ in certain if id_.startswith("PB")}
    assert playbook == {
        "PB 13.2.3", "PB 13.6.1-a", "PB 13.6.5.1-d", "PB 14.6.4.1-c", "PB 14.6.4.1-e",
    }  # fmt: skip


def test_rulings() -> None:
    rulings = RULES["ruling"]
    assert [r["id"] for r in rulings] == [f"A-{n:02d}" for n in range(1, 58)]
    assert all(set(r["rules"]) <= set(RULE_IDS) for r in rulings)
    options = {option["id"]: option for option in CAMPAIGN["option"]}
    assert {r["option"] for r in rulings if "option" in r} <= set(options)
    assert set(options) == {"hq_airbase", "tribal_friction"}
    assert all(o["rule"] in RULE_IDS and not o["default"] for o in options.values())


def test_every_table_says_where_it_comes_from() -> None:
    for name, block in TABLES.items():
        if name not in ("sources", "event"):
            assert not sourced(block, name)
    for data in (S1935, S1940, CAMPAIGN):
        for name, block in data.items():
            for part in block if isinstance(block, list) else [block]:
                if name not in ("title", "sequence"):
                    assert not sourced(part, name)


def test_reconstructed_tables_explain_themselves() -> None:
    for name in (
        "factor_pools", "crt_standard", "crt_ethiopian", "forced_march", "air_support", "bombing",
        "leader_activation", "leader_escape", "ethiopian_attrition", "bribery",
        "guerrilla_placement", "colonial_desertion",
    ):  # fmt: skip
        assert "reconstructed" in TABLES[name]["source"], name
        assert all(TABLES[name]["reasoning"][language] for language in ("it", "en")), name
