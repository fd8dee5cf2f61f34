"""The scenario of Kasserine: set-up, entries and calendar, in agreement with book, map and counters."""

from __future__ import annotations

from datetime import date

import pytest

from tests.games.kasserine.naive_map import (
    RAILWAYS,
    SCENARIO,
    TABLES,
    TERRAIN,
    TOWNS,
    UNITS,
    area,
    around,
    of_class,
    reached,
)

SFAX = RAILWAYS["El Borma - Sfax"]
AXIS_STARTS = ("10Pz", "21Pz", "131Centauro")
STARTS = (*AXIS_STARTS, "1AD-A", "1AD-B", "1AD-C", "19FR")
SETUP = {
    **SCENARIO["setup"]["mobile_urf"],
    **SCENARIO["setup"]["fixed_urf"],
    **SCENARIO["setup"]["commands"],
}


def group(area_: str) -> list[str]:
    return next(g["units"].split() for g in SCENARIO["setup_group"] if g["area"] == area_)


def ground(id_: str) -> set[str]:
    """The start hexes of an area and the hexes next to them."""
    return {h for start in area("start", id_) for h in (start, *around(start))}


# --- set-up -------------------------------------------------------------------------------------


@pytest.mark.rule("SET-1", "SET-10")
def test_every_piece_starts_or_enters_once() -> None:
    entering = [i for e in SCENARIO["entry"] for i in e["units"].split()]
    starting = [i for g in SCENARIO["setup_group"] for i in g["units"].split()]
    everywhere = [*SETUP, *starting, *entering]
    assert len(everywhere) == len(set(everywhere))
    assert set(everywhere) == set(UNITS) - set(of_class("AIR"))
    for block in (*SCENARIO["setup_group"], *SCENARIO["entry"]):
        assert {UNITS[i]["side"] for i in block["units"].split()} == {block["side"]}
        kind = "start" if "adjacent" in block else "entry"
        assert area(kind, block["area"])


@pytest.mark.rule("SET-3")
def test_one_mobile_supply_on_each_start_hex_of_the_four_divisions() -> None:
    wanted = sorted(h for s in STARTS if s != "131Centauro" for h in area("start", s))
    assert sorted(SCENARIO["setup"]["mobile_urf"].values()) == wanted
    assert len(wanted) == 9


@pytest.mark.rule("SET-4")
def test_fixed_supplies_in_the_towns_north_of_the_sfax_line_except_fondouk() -> None:
    north = reached("0101", set(SFAX))
    wanted = {h for h, name in TOWNS.items() if h in north and name != "Fondouk"}
    assert "3311" in north
    assert set(SCENARIO["setup"]["fixed_urf"].values()) == wanted
    assert len(wanted) == 10
    for id_, h in SCENARIO["setup"]["fixed_urf"].items():
        assert UNITS[id_]["side"] == "allied"
        assert UNITS[id_]["name"] == TOWNS[h]


@pytest.mark.rule("SET-5", "SET-7", "SET-8", "SET-11")
def test_the_1st_us_and_the_commands() -> None:
    assert [area("start", s) for s in ("1AD-A", "1AD-B", "1AD-C")] == [["2723"], ["1134"], ["1320"]]
    assert SCENARIO["setup"]["commands"] == {
        "CA-ARNIM": "3524", "CD-10": "3022", "CD-21": "3327", "CL-II": "1320", "CD-1AD": "1320",
        "CD-19": "2905",
    }  # fmt: skip
    for letter in "AB":
        assert set(group(f"1AD-{letter}")) == set(of_class("UCT", division="1AD", group=letter))
    reserve = of_class("UCT", group="reserve")
    assert reserve == ["L1R-68", "L1R-17"]
    assert set(group("1AD-C")) == {*of_class("UCT", division="1AD", group="C"), *reserve}
    assert group("131Centauro") == ["AIT-XIV5", "AIT-XXII5"]
    near = {n for h in ground("1AD-B") for n in around(h)}
    assert near & set(around("1236")), "combat group B faces Gafsa"


@pytest.mark.rule("SET-6")
@pytest.mark.parametrize("start", STARTS)
def test_every_group_has_room_on_ground_all_its_arms_can_enter(start: str) -> None:
    room = [h for h in ground(start) if TERRAIN[h] != "mountain2"]
    assert 0 < len(group(start)) <= TABLES["stacking"]["uct"] * len(room)
    foes = [s for s in STARTS if (s in AXIS_STARTS) != (start in AXIS_STARTS)]
    assert not any(ground(start) & ground(foe) for foe in foes)


# --- calendar -----------------------------------------------------------------------------------


@pytest.mark.rule("CAL-1", "CAL-3", "HIS-1")
def test_two_day_moves_and_a_night_move_from_14_to_24_february() -> None:
    rows = SCENARIO["calendar"]["rows"]
    assert [r["move"] for r in rows] == list(range(1, SCENARIO["moves"] + 1))
    assert [r["part"] for r in rows] == ["I", "II", "N"] * 11
    assert [r["date"] for r in rows] == [date(1943, 2, 14 + n // 3) for n in range(33)]
    for language in ("it", "en"):
        assert len(set(SCENARIO["move_labels"][language])) == 33


@pytest.mark.rule("CAL-4", "CAL-6", "STR-1")
def test_pause_patton_and_bombers() -> None:
    rows = {r["move"]: (r["date"].day, r["part"]) for r in SCENARIO["calendar"]["rows"]}
    pause = [rows[m] for m in SCENARIO["pause"]["moves"]]
    assert pause == [(17, "N"), (18, "I"), (18, "II"), (18, "N")]
    assert rows[SCENARIO["patton"]["move"]] == (23, "I")
    assert [rows[m] for m in SCENARIO["strategic_bombers"]["moves"]] == [
        (22, "I"),
        (23, "I"),
        (24, "I"),
    ]
    assert UNITS[SCENARIO["patton"]["unit"]]["commander"] == "Patton"
    assert UNITS[SCENARIO["patton"]["replaces"]]["commander"] == "Fredendall"
    assert UNITS[SCENARIO["pause"]["free_under"]]["commander"] == "Rommel"


@pytest.mark.rule("CAL-16")
def test_entries() -> None:
    assert [(e["move"], e["group"], area("entry", e["area"])[0]) for e in SCENARIO["entry"]] == [
        (4, "DAK", "1236"),
        (4, "Centauro", "1236"),
        (4, "34US", "2201"),
        (4, "1US - 26 RCT", "0119"),
        (8, "26 Armoured Brigade", "1301"),
        (10, "1 Guards Brigade", "1301"),
        (10, "1US - 18 RCT", "0119"),
        (14, "1US - 16 RCT", "0119"),
        (16, "DAK second echelon", "1236"),
        (17, "9US - 3/39", "0112"),
        (19, "2/5 Leicesters", "1301"),
        (23, "9US", "0112"),
        (28, "Patton", "0119"),
    ]
    assert [e["group"] for e in SCENARIO["entry"] if not e["division"]] == ["Patton"]
