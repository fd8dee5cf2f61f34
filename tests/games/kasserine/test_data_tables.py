"""The tables of Kasserine and its book of rules: every statement of the book about them holds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from campagna.core.rulebook import load_rulebook
from tests.games.kasserine.naive_map import DATA, SCENARIO, TABLES, UNITS

CRT: dict[str, dict[str, Any]] = TABLES["crt"]["tables"]
COLUMNS: list[str] = TABLES["odds"]["columns"]
RANK = ["AE", "AR", "A3", "A2", "R/R", "D2", "D3", "DR", "DE"]
GRADES = ["-", "RT", "R"]
FIRE: dict[str, dict[str, str]] = TABLES["artillery"]["table"]
COMMANDERS: dict[str, dict[str, Any]] = TABLES["capacities"]["commanders"]
BOOK = load_rulebook(DATA.parent)


def results(table: str) -> list[list[str]]:
    return [row.split() for row in CRT[table]["rows"]]


def column(attack: int, defence: int) -> str | None:
    """The last column not above the exact ratio."""
    fitting = [
        name
        for name, (high, low) in zip(COLUMNS, TABLES["odds"]["ratios"], strict=True)
        if Fraction(high, low) <= Fraction(attack, defence)
    ]
    return fitting[-1] if fitting else None


# --- combat -------------------------------------------------------------------------------------


@pytest.mark.rule("CRT-5 (c)", "ATT-9")
@pytest.mark.parametrize(
    ("attack", "defence", "wanted"),
    [
        (2, 2, "1-1"),
        (5, 2, "2.5-1"),
        (5, 3, "1.5-1"),
        (8, 4, "2-1"),
        (7, 2, "3-1"),
        (1, 2, "1-2"),
        (20, 1, "6-1"),
        (1, 3, None),
    ],
)
def test_odds(attack: int, defence: int, wanted: str | None) -> None:
    assert column(attack, defence) == wanted


@pytest.mark.rule("CRT-5 (c)")
def test_headings_say_what_the_ratios_are() -> None:
    for name, (high, low) in zip(COLUMNS, TABLES["odds"]["ratios"], strict=True):
        left, right = name.split("-")
        assert Fraction(left) / Fraction(right) == Fraction(high, low)


@pytest.mark.rule("BOX-1", "CRT-2 (a)", "CRT-3 (a)")
def test_each_pair_of_declarations_has_one_of_six_tables() -> None:
    said = TABLES["declarations"]
    pairs = {said[a][d]: (a, d) for a in said["attack"] for d in said["defence"]}
    assert sorted(pairs) == sorted(CRT) == list("ABCDEF")
    assert {k: (t["attack"], t["defence"]) for k, t in CRT.items()} == pairs
    assert said["violent"]["disengage"] == "C"
    assert said["medium"]["medium"] == "E"


@pytest.mark.rule("CRT-6")
def test_the_one_printed_cell() -> None:
    assert results("E")[4 - 1][COLUMNS.index("2-1")] == "R/R"
    assert CRT["E"]["printed"] == {"die": 4, "column": "2-1", "result": "R/R"}
    assert [k for k, t in CRT.items() if "printed" in t] == ["E"]


@pytest.mark.rule("RES-1", "RES-2", "RES-10", "RES-11")
def test_results_are_those_of_the_book() -> None:
    meaning = TABLES["results"]["meaning"]
    assert sorted(meaning) == sorted(RANK)
    assert meaning["A3"] == {"attacker": 3}
    assert meaning["D2"] == {"defender": 2}
    assert meaning["DE"] == {"defender": "eliminate"}
    assert meaning["R/R"] == {"attacker": "reduce", "defender": "reduce"}
    assert {cell for k in CRT for row in results(k) for cell in row} == set(RANK)


@pytest.mark.parametrize("table", list("ABCDEF"))
def test_better_odds_or_a_higher_die_never_hurt(table: str) -> None:
    ranks = [[RANK.index(cell) for cell in row] for row in results(table)]
    assert [len(row) for row in ranks] == [len(COLUMNS)] * 6
    assert all(row == sorted(row) for row in ranks)
    assert all(list(down) == sorted(down) for down in zip(*ranks, strict=True))


@pytest.mark.parametrize("table", list("ABCDEF"))
def test_rows_follow_the_ladder_that_explains_them(table: str) -> None:
    ladder = CRT[table]["ladder"].split()
    assert len(ladder) == 14
    assert results(table) == [ladder[die : die + 9] for die in range(6)]


def test_tables_do_what_their_reasoning_says() -> None:
    seen = {k: {cell for row in results(k) for cell in row} for k in CRT}
    assert not seen["A"] & {"A2", "A3", "D2", "D3"}
    assert not seen["D"] & {"D2", "D3"}
    assert not (seen["C"] | seen["F"]) & {"R/R"}
    assert "DE" not in seen["F"]
    assert seen["B"] == set(RANK)


@pytest.mark.rule("RES-4")
def test_who_carries_out_a_retreat() -> None:
    assert {k: t["retreat_by"] for k, t in CRT.items()} == {
        "A": "winner", "B": "winner", "C": "loser", "D": "winner", "E": "loser", "F": "loser",
    }  # fmt: skip


# --- artillery ----------------------------------------------------------------------------------


@pytest.mark.rule("ART-1", "ART-4", "ART-5")
def test_artillery_table_has_a_row_for_every_shot() -> None:
    guns = {u["fire"] for u in UNITS.values() if u["fire"]}
    assert guns | {TABLES["strategic_bombers"]["row"]} == set(FIRE)
    assert set(FIRE) == set(TABLES["artillery"]["classes"])
    targets = {arm["target"] for arm in TABLES["unit_types"]["arms"].values()}
    for rows in FIRE.values():
        assert set(rows) == targets
        for row in rows.values():
            grades = [GRADES.index(cell) for cell in row.split()]
            assert len(grades) == 6
            assert grades == sorted(grades)


@pytest.mark.parametrize(
    ("gun", "target", "row"),
    [
        ("L", "armour", "- - - - - RT"),
        ("M", "soft", "- - - RT RT R"),
        ("H", "artillery", "- - RT RT R R"),
        ("W", "artillery", "- - - RT RT RT"),
        ("strategic", "soft", "- RT RT R R R"),
    ],
)
def test_rows_of_the_artillery_table(gun: str, target: str, row: str) -> None:
    assert FIRE[gun][target] == row


@pytest.mark.rule("ART-7", "TER-3")
def test_night_and_cover_weaken_a_shot_and_a_crowd_helps_it() -> None:
    assert TABLES["artillery"]["modifiers"] == {"night": -1, "stacked": 1, "cover": -1}


def test_tanks_suffer_least() -> None:
    for rows in FIRE.values():
        score = {k: sum(map(GRADES.index, row.split())) for k, row in rows.items()}
        assert score["armour"] == min(score.values())


# --- weather, movement, supply, command, air ----------------------------------------------------


@pytest.mark.rule("WX-2", "WX-4", "WX-5", "WX-6")
def test_weather() -> None:
    weather = TABLES["weather"]
    assert weather["die"] == ["clear"] * 2 + ["rain"] * 3 + ["storm"]
    lines = [TABLES["supply"]["line"] - weather["supply_line_loss"][w] for w in weather["die"]]
    assert lines == [7, 7, 6, 6, 6, 4]
    assert weather["movement_loss"] == {"clear": 0, "rain": 1, "storm": 3}
    assert [w for w, flies in weather["air_support"].items() if not flies] == ["storm"]


@pytest.mark.rule("MOV-11", "MOV-12", "MOV-13", "MOV-15", "MOV-16", "MOV-17", "MOV-20")
def test_movement_costs_in_half_points() -> None:
    costs = TABLES["movement"]
    assert (costs["plain"], costs["road"], costs["town"]) == (2, 1, 4)
    assert costs["track"] == [1, 2]
    assert costs["mountain1"] == {"foot": 4, "vehicles": 6}
    assert costs["mountain2"] == {"foot": 6, "vehicles": 255}
    assert costs["reduced_foot_inf"] == 2
    arms = TABLES["unit_types"]["arms"]
    assert {k for k, arm in arms.items() if arm["cost"] == "foot"} == {"foot_inf", "UCM", "URF"}


@pytest.mark.rule("LOG-1", "ATT-3", "TER-2")
def test_what_the_arms_are() -> None:
    arms = TABLES["unit_types"]["arms"]
    assert {k for k, arm in arms.items() if arm["armoured"]} == {"armour"}
    assert {k for k, arm in arms.items() if not arm["needs_supply"]} == {"recon", "UCM", "URF"}
    assert {k for k, arm in arms.items() if not arm["zone"]} == {"artillery", "UCM", "URF"}
    assert {u["type"] for u in UNITS.values() if u["class"] == "UCT"} == set(arms) - {"UCM", "URF"}


@pytest.mark.rule("LOG-4", "LOG-10", "CMD-2", "CMD-5", "AIR-6", "AIR-8", "MOV-5", "NGT-3")
def test_numbers_of_the_book() -> None:
    assert TABLES["supply"]["line"] == 7
    assert TABLES["demolition"]["success"] == [3, 4, 5, 6]
    assert TABLES["command"]["radius"] == 9
    assert TABLES["command"]["complete_chain"] == 1
    assert TABLES["air"]["bonus"] == 2
    assert TABLES["air"]["per_day"] == {"axis": 4, "allied": 2}
    assert TABLES["stacking"]["uct"] == 2
    assert TABLES["night"]["attacks"] == 2
    for side, most in TABLES["air"]["per_day"].items():
        planes = [u for u in UNITS.values() if u["type"] == "fighter_bomber" and u["side"] == side]
        assert len(planes) == most


@pytest.mark.rule("TER-2", "CMD-5", "CRT-5 (c)", "CRT-6")
def test_the_combat_example_from_factors_to_result() -> None:
    armour, grenadiers = (int(UNITS[i]["full"][0]) for i in ("A21-I5", "A21-I104"))
    chain = TABLES["command"]["complete_chain"]
    attack = armour + grenadiers + 2 * chain
    defence = int(UNITS["LI1-1-26"]["full"].split("-")[1]) * TABLES["defence"]["factor"]
    assert (attack, defence) == (8, 4)
    found = column(attack, defence)
    assert found == "2-1"
    assert results(TABLES["declarations"]["medium"]["medium"])[3][COLUMNS.index(found)] == "R/R"


@pytest.mark.rule("VIC-1", "VIC-2", "VIC-3", "VIC-4", "VIC-5")
def test_victory() -> None:
    victory = TABLES["victory"]
    assert (victory["exit_points"], victory["loss_limit"]) == (20, 35)
    assert victory["exit_areas"] == ["Tebessa", "Le Kef"]
    assert (victory["german_partial_at_most"], victory["allied_total_from"]) == (1, 3)
    assert victory["railway"] == SCENARIO["pause"]["railway"] == "El Borma - Sousse"
    assert [level["side"] for level in victory["levels"]] == [
        "axis", "axis", "", "allied", "allied",
    ]  # fmt: skip
    assert all(level["it"] and level["en"] for level in victory["levels"])


# --- commanders ---------------------------------------------------------------------------------


@pytest.mark.rule("CAP-2", "CAP-3", "CAP-4", "CAP-5", "CAP-6", "CAP-7")
def test_capacities() -> None:
    every = {"to_the_last", "medium", "disengage"}
    assert {k: set(c["defence"]) for k, c in COMMANDERS.items()} == {
        "rommel": every,
        "arnim": every,
        "fredendall": {"medium", "disengage"},
        "anderson": every,
        "patton": {"to_the_last", "medium"},
        "none": {"medium"},
    }
    violent = {k for k, c in COMMANDERS.items() if "violent" in c["attack"]}
    assert violent == {"rommel", "patton"}


@pytest.mark.rule("CAP-1", "CAP-8")
def test_every_army_commander_has_capacities_and_medium_is_always_common() -> None:
    armies = {u["commander"] for u in UNITS.values() if u["class"] == "UCM" and u["type"] == "army"}
    assert {c["name"] for c in COMMANDERS.values()} == armies | {""}
    assert all("medium" in c["attack"] and "medium" in c["defence"] for c in COMMANDERS.values())


# --- reconstructions, options, the book ---------------------------------------------------------


def test_what_is_reconstructed_says_why_in_both_languages() -> None:
    blocks = [
        *(TABLES[k] for k in ("factors", "strategic_bombers", "odds", "declarations", "crt")),
        *(TABLES[k] for k in ("artillery", "capacities")),
        TABLES["victory"]["supply_test"],
        *CRT.values(),
        *(SCENARIO[k] for k in ("pause", "patton", "strategic_bombers")),
    ]
    for block in blocks:
        assert "reconstructed" in block["source"]
        assert set(block["reasoning"]) == {"it", "en"}
        assert all(len(text) > 40 for text in block["reasoning"].values())


def test_every_table_names_its_source() -> None:
    unsourced = [k for k, block in TABLES.items() if k != "sources" and "source" not in block]
    assert not unsourced


def test_options_are_those_of_the_rulings() -> None:
    options = SCENARIO["options"]
    assert sorted(r.option for r in BOOK.ruling if r.option) == sorted(options)
    for option in options.values():
        assert option["default"] == option["values"][0]
        assert len(option["values"]) == 2
        assert option["it"]
        assert option["en"]


def test_the_book_has_every_id_once_and_in_order() -> None:
    listed = (DATA / "rule_ids.txt").read_text(encoding="utf-8").splitlines()
    assert len(listed) == 173
    assert [r.id for r in BOOK.rule] == listed
    assert [r.id for r in BOOK.ruling] == [f"A{n}" for n in range(1, 43)]
    known = set(listed)
    assert all(set(r.rules) <= known for r in BOOK.ruling)


def test_texts_of_the_book_exist_in_both_languages_and_differ() -> None:
    for rule in BOOK.rule:
        assert rule.it
        assert rule.en
        assert rule.it != rule.en
        assert rule.source.startswith(("rulebook, ", "reconstructed: "))
    for ruling in BOOK.ruling:
        texts = (ruling.question_it, ruling.question_en, ruling.ruling_it, ruling.ruling_en)
        assert all(texts)
        assert len(set(texts)) == 4


def test_rulings_named_in_the_data_exist() -> None:
    named = {
        id_
        for name in ("map.toml", "tables.toml", "scenario.toml")
        for id_ in re.findall(r"\bA\d+\b", (DATA / name).read_text(encoding="utf-8"))
    }
    assert named <= {r.id for r in BOOK.ruling}
