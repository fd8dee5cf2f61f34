"""Tables, options, Beda Fomm and the book of rules of Alto Comando."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from campagna.core.rulebook import load_rulebook
from tests.games.alto_comando.data_files import (
    BATTLEFIELDS,
    BEDA_FOMM,
    CAMPAIGN_FILE,
    CAMPAIGNS,
    CARD_BATTLE,
    DATA,
    FIELDS,
    OPTIONS,
    SAMPLES,
    TABLES,
    bases,
    inside,
    values,
)

BOOK = load_rulebook(DATA.parent)
FILES = sorted(DATA.glob("*.toml")) + sorted(DATA.glob("*.csv"))


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.rule("TRN-1", "TRN-2", "TRN-3", "SEQ-1", "SEQ-2", "SEQ-3", "SEQ-4", "SEQ-5")
def test_the_day_has_nine_to_twelve_turns() -> None:
    turns = TABLES["turns"]
    assert (turns["least"], turns["most"]) == (9, 12)
    assert turns["order"] == ["axis", "allied"]
    assert turns["phases"] == ["replace", "clear", "move", "trench_fire", "fire"]
    ends = Fraction(len(turns["end_die"]["ends_on"]), 6)
    goes_on, lengths = Fraction(1), {}
    for turn in turns["end_die"]["turns"]:
        lengths[turn - 1] = goes_on * ends
        goes_on *= 1 - ends
    lengths[turns["most"]] = goes_on
    assert {t: p * 27 for t, p in lengths.items()} == {9: 9, 10: 6, 11: 4, 12: 8}


@pytest.mark.rule("VIC-4", "VIC-5", "VIC-6")
@pytest.mark.parametrize(
    ("difference", "wanted"),
    [(0, "draw"), (4, "draw"), (5, "victory"), (9, "victory"), (10, "great_victory"),
     (40, "great_victory")],
)  # fmt: skip
def test_levels(difference: int, wanted: str) -> None:
    fitting = [
        level["id"]
        for level in TABLES["level"]
        if level["least"] <= difference <= level.get("most", difference)
    ]
    assert fitting == [wanted]


@pytest.mark.rule("VIC-1", "VIC-2", "VIC-3")
def test_victory_points() -> None:
    points = TABLES["victory_points"]
    assert (points["destroyed"], points["scattered"], points["supply_base"]) == (3, 1, 5)
    assert points["scattered_then_destroyed"] == points["destroyed"]


@pytest.mark.rule("FIR-6", "FIR-7", "FIR-8", "FIR-9", "ITA-2", "BF-10", "BF-11", "DIV-22")
def test_fire() -> None:
    assert TABLES["to_hit"]["value"] == 5
    exceptions = TABLES["to_hit"]["exception"]
    assert [(e["firer"], e.get("option"), e.get("scenario")) for e in exceptions] == [
        ("foot", "italian_problems", None),
        ("foot", None, "beda_fomm"),
        ("light_tank", None, "beda_fomm"),
    ]
    assert all(
        (e["value"], e["nationality"], e["target_class"]) == (6, "it", "tank") for e in exceptions
    )
    targets = TABLES["targets"]
    assert targets["any"] == targets["over_hills"] == ["art"]
    assert targets["nearest_of_tank_and_recon"] == TABLES["classes"]["fires_as_88"]


@pytest.mark.rule("SAV-6", "TRE-2", "TRE-6", "WF-2")
def test_saves() -> None:
    classes = TABLES["classes"]
    assert classes["no_save_against_88"] == classes["tank"] + classes["recon"]
    assert set(classes["trench_benefit"]) == {*classes["infantry"], "art", "at88", "hq"}
    assert not set(classes["trench_benefit"]) & set(classes["no_save_against_88"])
    assert (TABLES["save"]["trench_value"], TABLES["save"]["woods_die_modifier"]) == (4, 1)


@pytest.mark.rule("TER-4", "TER-5", "TRE-3", "TRE-5", "WF-1a")
def test_spotting() -> None:
    spotting = TABLES["spotting"]
    assert spotting["hill_bonus"] == spotting["hill_target_malus"] == 75
    assert spotting["trench_bonus"] == spotting["trench_on_hill_bonus"] == 80
    assert spotting["woods"] == {"recon": 150, "other": 100}


@pytest.mark.rule("HQ-15", "HQ-11", "HQ-2", "ITA-1", "BF-7", "BF-12")
def test_command() -> None:
    command = TABLES["command"]
    assert command["radius"] == 300
    assert command["italian_problems"]["radius"] == 200
    assert command["beda_fomm"] == {"it": 250, "gb": 300}
    assert TABLES["hq"]["retreat"] == 150
    assert TABLES["replacement"]["per_army_per_turn"] == 1


@pytest.mark.rule("MOV-2", "WF-8", "G-10")
def test_distances_of_movement() -> None:
    movement = TABLES["movement"]
    assert movement["keep_out"] == movement["leg_min"] == 50
    assert movement["passage_between_enemies"] == 2 * movement["keep_out"] + 30
    assert movement["passage_beside_an_edge"] == movement["keep_out"] + 30


@pytest.mark.rule("AIR-1", "AIR-2", "AIR-3", "AIR-4", "AIR-5")
def test_air_attacks() -> None:
    air = TABLES["air"]
    assert air["die"] == ["lost_near_hq", "nothing", "nothing", "nothing", "save", "save"]
    assert (air["max_attacks"], air["flak_radius"], air["lost_costs"]) == (3, 300, 1)


@pytest.mark.rule("MIN-1", "MIN-3", "MIN-4", "MIN-5", "MIN-6", "MIN-7", "TRE-1", "G-18")
def test_minefields_and_trenches() -> None:
    mines = TABLES["minefield"]
    assert (mines["length"], mines["depth"], mines["max_strips"]) == (150, 30, 5)
    assert mines["crossing_die"] == ["blown", "stop", "stop", "stop", "across", "across"]
    assert mines["crossing_cost"] == mines["depth"] + 30
    assert mines["clearing_succeeds_on"] == [5, 6]
    trench = TABLES["trench"]
    assert trench["segment"] * trench["max_segments"] == 480


@pytest.mark.rule("WF-1b", "WF-3", "WF-5a", "WF-5b", "WF-6", "WF-7")
def test_western_front() -> None:
    west = TABLES["western_front"]
    assert west["soft_cover"] == west["hidden_from_air"] == ["woods", "broken"]
    assert west["hard_cover"] == ["building"]
    assert values("general", "motor", "gb")[3] // west["woods_move_divisor"] == 75
    assert (west["bridge"]["succeeds_on"], west["bridge"]["width"]) == ([5, 6], 30)


# --- scenarios ----------------------------------------------------------------------------------


@pytest.mark.rule("SET-1", "SET-2", "SET-3")
def test_the_card_battle() -> None:
    assert CARD_BATTLE["decks"]["campaigns"] == list(CAMPAIGNS)
    assert CARD_BATTLE["campaign"] in CAMPAIGNS
    assert CARD_BATTLE["table"] in FIELDS
    setup = TABLES["setup"]
    steps = [f"{side}_works" for side in setup["works"]] + setup["placement"]
    assert CARD_BATTLE["setup"]["order"] == steps
    full = CARD_BATTLE["full_allowance"]
    assert full["air"] == TABLES["air"]["max_attacks"]
    assert full["max_strips"] == TABLES["minefield"]["max_strips"]
    assert full["max_trench_segments"] == TABLES["trench"]["max_segments"]


@pytest.mark.rule("BF-1", "BF-2", "BF-3", "BF-4", "G-1")
def test_the_field_of_beda_fomm() -> None:
    table = BEDA_FOMM["table"]
    assert table["size"] == [1000, 800]
    italian, british = table["zone"]
    assert (italian["side"], italian["rect"]) == ("axis", [0, 0, 1000, 200])
    assert (british["side"], british["rect"]) == ("allied", [0, 500, 1000, 800])
    assert BEDA_FOMM["setup_order"] == ["allied", "axis"]
    assert {"mines", "trenches", "air"} < set(BEDA_FOMM["without"])
    zones: dict[str, list[int]] = {z["side"]: z["rect"] for z in table["zone"]}
    for formation in SAMPLES["setup"][1]["formation"]:
        assert all(inside(p, zones[formation["side"]]) for p in formation["bases"].values())


@pytest.mark.rule("BF-3", "BF-13", "G-12", "G-22")
def test_road_entry_and_exits_of_beda_fomm() -> None:
    road, entry = BEDA_FOMM["road"], BEDA_FOMM["entry"]
    assert road["rect"] == [485, 0, 515, 800]
    assert road["foot_move"] == 150 > values("beda_fomm", "foot", "it")[3] == 80
    assert entry["turns"] == list(range(1, BEDA_FOMM["turns"] + 1))
    assert (entry["least_deployed"], entry["edge"], entry["start_centre_y"]) == (1, "north", -15)
    assert entry["start_centre_x"] == [15, 985]
    exits = BEDA_FOMM["exits"]
    assert exits["escape"]["centre_y_at_least"] == 815
    assert exits["escape"]["barred"] == []
    assert exits["own_edge"]["barred"] == ["hq"]


@pytest.mark.rule("BF-5", "BF-6", "BF-7", "BF-8", "BF-12")
def test_forces_and_victory_of_beda_fomm() -> None:
    forces = BEDA_FOMM["forces"]
    counts = {side: sum(bases(f["template"]).values()) for side, f in forces.items()}
    assert counts == {"axis": 14, "allied": 11}
    radii = {side: f["command_radius"] for side, f in forces.items()}
    assert radii == {"axis": 250, "allied": 300}
    assert (BEDA_FOMM["turns"], BEDA_FOMM["end_die"]) == (12, False)
    victory = BEDA_FOMM["victory"]
    assert (victory["exit_units_needed"], victory["exit_edge"]) == (5, "south")
    assert not victory["victory_points"]
    assert not victory["draw"]


# --- options ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OPTIONS["options"])
def test_options_are_whole(name: str) -> None:
    option = OPTIONS["options"][name]
    assert option["default"] == option["values"][0]
    assert len(set(option["values"])) == len(option["values"]) >= 2
    assert option["it"] != option["en"]
    assert option["rule"] in {r.id for r in BOOK.rule}
    places = {"battle", "campaign", "beda_fomm", *CAMPAIGNS}
    assert option["scenarios"]
    assert set(option["scenarios"]) <= places


def test_every_option_a_file_or_a_ruling_names_exists() -> None:
    named = {r.option for r in BOOK.ruling if r.option} | set(_options_in(TABLES))
    assert {"legs", "italian_problems", "western_front", "tobruk_force"} <= named
    assert named <= set(OPTIONS["options"])


def _options_in(block: Any) -> list[str]:
    if isinstance(block, list):
        return [name for item in block for name in _options_in(item)]
    if not isinstance(block, dict):
        return []
    own = [v for k, v in block.items() if k.startswith("option")]
    return own + [name for item in block.values() for name in _options_in(item)]


@pytest.mark.rule("TER-1", "TAB-7", "TAB-8")
def test_options_for_table_and_terrain_name_what_exists() -> None:
    presets = [p["id"] for p in BATTLEFIELDS["terrain"]["preset"]]
    ready = [v for v in OPTIONS["options"]["terrain"]["values"] if v != "laid"]
    assert ready == presets
    tables = OPTIONS["options"]["table"]["values"]
    assert set(FIELDS) == {t for t in tables if "extra" not in t}


# --- the book of rules --------------------------------------------------------------------------


def test_the_book_has_every_id_once_and_in_order() -> None:
    listed = (DATA / "rule_ids.txt").read_text(encoding="utf-8").splitlines()
    assert len(listed) == len(set(listed)) == 288
    assert [r.id for r in BOOK.rule] == listed
    assert [r.id for r in BOOK.ruling] == [f"A-{n}" for n in range(1, 60)]
    assert all(r.rules and set(r.rules) <= set(listed) for r in BOOK.ruling)


def test_texts_of_the_book_exist_in_both_languages_and_differ() -> None:
    for rule in BOOK.rule:
        assert rule.it
        assert rule.en
        assert rule.it != rule.en
        assert rule.source.startswith("reconstructed: " if rule.id[:2] == "G-" else "rulebook, ")
    for ruling in BOOK.ruling:
        texts = (ruling.question_it, ruling.question_en, ruling.ruling_it, ruling.ruling_en)
        assert all(texts)
        assert len(set(texts)) == 4


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_rules_and_rulings_named_in_the_data_exist(path: Any) -> None:
    known = {r.id for r in BOOK.rule} | {r.id for r in BOOK.ruling}
    prefixes = "|".join(sorted({id_.split("-")[0] for id_ in known}, key=len, reverse=True))
    named = re.findall(rf"\b(?:{prefixes})-\d+[abc]?\b", path.read_text(encoding="utf-8"))
    assert set(named) <= known
    assert named or path.name in ("sample_setups.toml", "messages.toml", "about.toml")


def test_every_line_of_the_lists_has_a_source() -> None:
    for path in DATA.glob("*.csv"):
        for row in path.read_text(encoding="utf-8").splitlines()[1:]:
            assert re.search(r"(rulebook|reconstructed) [A-Z]", row), row


@pytest.mark.parametrize(
    "data",
    [TABLES, BATTLEFIELDS, CAMPAIGN_FILE, CARD_BATTLE, BEDA_FOMM, SAMPLES],
    ids=["tables", "battlefields", "campaigns", "card_battle", "beda_fomm", "sample_setups"],
)
def test_every_block_has_a_source(data: dict[str, Any]) -> None:
    for name, block in data.items():
        for item in block if isinstance(block, list) else [block]:
            assert _sourced(item) or name == "title", name


def _sourced(block: Any) -> bool:
    """A block says where it comes from, or each of its parts does."""
    if not isinstance(block, dict) or "source" in block:
        return True
    return all(isinstance(part, dict) and _sourced(part) for part in block.values())
