"""Combat: order, declarations, odds, terrain, results (CRT-1 to CRT-6, TER-1, TER-2, RES-1, RES-10)."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.games.kasserine.events import CombatRolled, Declared, Eliminated, Reduced
from campagna.games.kasserine.orders import Assault, Defend, Done, Take
from campagna.games.kasserine.rules.strength import attack_total, defence_value
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    GAME,
    attack,
    decider,
    decision,
    events_of,
    face,
    lay,
    number,
    only,
    place,
    play,
    until,
    why,
)
from tests.games.kasserine.naive_map import TABLES

READY = ":supplied:under-division"


def fight(attackers: str, defenders: str, **given: Any) -> State:
    """Units in 2420 against units in 2320, the plan made."""
    state = lay({"2420": attackers, "2320": defenders}, phase="plan", opened=True, **given)
    names = " ".join(u.split(":")[0].split("@")[0] for u in attackers.split())
    play(state, attack(names, "2320"))
    until(state, "combat")
    return state


@pytest.mark.rule("CRT-1")
def test_combats_one_at_a_time_in_the_attackers_order() -> None:
    board = {
        "2320": "L34-1-133",
        "2521": "L34-3-133",
        "2420": f"A21-I5{READY} A10-I7{READY}",
    }
    state = lay(board, phase="plan", opened=True)
    play(state, attack("A21-I5", "2320"), attack("A10-I7", "2521"), Done())
    assert why(state, Done()) == ("CRT-1", "combats-left")
    assert why(state, Assault("2419", "medium")) == ("CRT-1", "no-combat-there")
    play(state, Assault("2521", "medium"), dice=[3])
    assert decision(state) == "combat"
    assert why(state, Assault("2521", "medium")) == ("CRT-1", "no-combat-there")


@pytest.mark.rule("CRT-2 (a)", "CAP-1")
def test_first_the_attacker_then_the_defender_declares() -> None:
    state = fight(f"A21-I5{READY}@CA-ROMMEL", "L34-1-133@CL-II")
    assert decider(state) == "axis"
    assert why(state, Assault("2320", "furious")) == ("CAP-1", "kind-not-allowed")
    said = only(play(state, Assault("2320", "violent")), Declared)
    assert (said.side, said.kind) == ("axis", "violent")
    assert (decision(state), decider(state)) == ("defend", "allied")
    assert why(state, Defend("to_the_last")) == ("CAP-1", "kind-not-allowed")
    rolled = only(play(state, Defend("disengage"), dice=[1]), CombatRolled)
    assert rolled.table == "C"


@pytest.mark.rule("CRT-2 (a)", "CAP-7")
def test_who_has_no_choice_is_not_asked() -> None:
    state = fight(f"A21-I5{READY}", "L34-1-133")
    assert why(state, Assault("2320", "violent")) == ("CAP-1", "kind-not-allowed")
    assert only(play(state, Assault("2320", "medium"), dice=[4]), CombatRolled).table == "E"


@pytest.mark.rule("CRT-4 (b)", "CRT-6")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("table", "ABCDEF")
def test_die_and_odds_are_read_on_the_table(die: int, table: str) -> None:
    """8 against 4 on the six tables: no modifier, the column 2-1."""
    block = TABLES["crt"]["tables"][table]
    column = TABLES["odds"]["columns"].index("2-1")
    state = fight(
        f"A21-I5{READY}@CA-ROMMEL A10-II7{READY}@CA-ROMMEL", "L34-1-133@CL-1A L34-3-133@CL-1A"
    )
    play(state, Assault("2320", block["attack"]))
    rolled = only(play(state, Defend(block["defence"]), dice=[die]), CombatRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (8, 4, "2-1")
    assert rolled.table == table
    assert rolled.result == block["rows"][die - 1].split()[column]


@pytest.mark.rule("CRT-5 (c)")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        (f"A21-I104{READY} A21-II104{READY}", "L34-1-133", "1-1"),
        (f"A21-I5{READY}", "L34-1-133", "2.5-1"),
        (f"A21-I5{READY}", "LUK-3Gren", "1.5-1"),
        (f"A21-I5{READY} A10-I7{READY}", "L1A-91", "6-1"),
        (f"A21-I104{READY}", "L34-1-133", "1-2"),
    ],
)
def test_odds_go_down_to_the_next_column(attackers: str, defenders: str, odds: str) -> None:
    state = fight(attackers, defenders)
    assert only(play(state, Assault("2320", "medium"), dice=[6]), CombatRolled).odds == odds


@pytest.mark.rule("CRT-2 (a)", "CRT-6", "AIR-8")
def test_the_allied_side_attacks_by_the_same_rules() -> None:
    """Two aircraft a day, Patton's violence, the Axis declares its defence and leads its retreat."""
    board = {
        "2420": f"L1A-3-1{READY}@CL-PATTON L1C-2-1{READY}@CL-PATTON",
        "2320": "A21-I104@CA-ARNIM",
        "2220": "S-M01",
        "2120": f"L1B-2-13{READY}",
    }
    state = lay(board, "allied", "plan", opened=True)
    play(state, attack("L1A-3-1 L1C-2-1", "2320", "2320"), attack("L1B-2-13", "2220"))
    until(state, "combat")
    assert decider(state) == "allied"
    play(state, Take("2220"))
    assert state.units[number(state, "S-M01")].side == 1
    play(state, Assault("2320", "violent"))
    assert (decision(state), decider(state)) == ("defend", "axis")
    rolled = only(play(state, Defend("disengage"), dice=[2]), CombatRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (8, 2, "4-1")
    assert (rolled.table, rolled.result) == ("C", "D2")
    assert (decision(state), decider(state)) == ("retreat", "axis")


# --- terrain ------------------------------------------------------------------------------------------


@pytest.mark.rule("TER-2", "TER-1")
@pytest.mark.parametrize(
    ("unit", "hex_", "value"),
    [
        ("L34-1-133", "2420", 2),
        ("L34-1-133", "1918", 4),
        ("L34-1-133", "1118", 4),
        ("L34-1-133", "1018", 4),
        ("L1B-2-6", "1118", 4),
        ("L1A-91", "1118", 2),
        ("LUK-DY", "1918", 2),
        ("L1A-3-1", "1918", 2),
        ("L1A-3-1", "1118", 2),
        ("L34-1-133:shocked", "1118", 2),
        ("L34-1-133:reduced", "1118", 2),
    ],
)
def test_defence_in_towns_and_mountains(unit: str, hex_: str, value: int) -> None:
    state = lay({hex_: unit}, opened=True)
    assert defence_value(state, number(state, unit.split(":", maxsplit=1)[0])) == value


@pytest.mark.rule("TER-1")
def test_terrain_never_changes_an_attack() -> None:
    board = {"1118": f"A21-I104{READY}", "1117": "L34-1-133"}
    state = lay(board, phase="plan", opened=True)
    play(state, attack("A21-I104", "1117"))
    assert attack_total(state, state.combats[0]) == 1


# --- results ------------------------------------------------------------------------------------------


@pytest.mark.rule("RES-1")
def test_attackers_eliminated() -> None:
    state = fight(f"A21-I104{READY} A10-II69{READY}", "LUK-3Gren L34-1-133")
    # 2 to 5 is below the lowest odds.
    events = play(state, Assault("2320", "medium"))
    assert {e.unit for e in events_of(events, Eliminated)} == {"A21-I104", "A10-II69"}


@pytest.mark.rule("RES-1")
def test_defenders_eliminated() -> None:
    state = fight(f"A21-I5{READY} A10-I7{READY}", "L1A-91")
    events = play(state, Assault("2320", "medium"), dice=[6])
    assert only(events, CombatRolled).result == "DE"
    assert place(state, "L1A-91") == "dead"


@pytest.mark.rule("RES-10", "PCS-4")
def test_all_defenders_reduced_the_reduced_eliminated() -> None:
    state = fight(f"A21-I5{READY} A10-I7{READY}", "L1A-91 L1R-68:reduced")
    events = play(state, Assault("2320", "medium"), dice=[5])
    assert only(events, CombatRolled).result == "DR"
    assert only(events, Reduced).unit == "L1A-91"
    assert face(state, "L1A-91") == "0-1-5"
    assert only(events, Eliminated).unit == "L1R-68"


@pytest.mark.rule("RES-10")
def test_all_attackers_reduced() -> None:
    state = fight(f"A21-I104{READY} A21-II104{READY}:reduced", "L34-1-133")
    events = play(state, Assault("2320", "medium"), dice=[2])
    assert only(events, CombatRolled).result == "AR"
    assert only(events, Reduced).unit == "A21-I104"
    assert only(events, Eliminated).unit == "A21-II104"


@pytest.mark.rule("RES-11")
def test_both_sides_reduced_on_the_spot() -> None:
    state = fight(f"A21-I5{READY} A10-II7{READY}", "L34-1-133 L34-3-133")
    events = play(state, Assault("2320", "medium"), dice=[4])
    assert only(events, CombatRolled).result == "R/R"
    assert len(events_of(events, Reduced)) == 4
    assert place(state, "A21-I5") == "2420"


# --- forecasts ----------------------------------------------------------------------------------------


@pytest.mark.rule("CRT-6", "ATT-9")
def test_forecasts_tell_the_column_of_the_table_and_where_it_comes_from() -> None:
    state = fight(
        f"A21-I5{READY}@CA-ROMMEL A10-II7{READY}@CA-ROMMEL", "L34-1-133@CL-1A L34-3-133@CL-1A"
    )
    open_ = GAME.forecast(state, Assault("2320", "medium"))
    assert [line.result for line in open_.lines] == ["declared"]
    assert open_.sums["by_defence"]["medium"]["R/R"] == pytest.approx(1 / 6)
    assert open_.sums["odds"] == "2-1"
    play(state, Assault("2320", "medium"))
    lines = {line.result: line for line in GAME.forecast(state, Defend("medium")).lines}
    assert {r: round(6 * line.probability) for r, line in lines.items()} == {
        "A3": 1,
        "A2": 2,
        "R/R": 1,
        "D2": 2,
    }
    sums = GAME.forecast(state, Defend("medium")).sums
    assert "reconstructed" in sums["source"]
    assert set(sums["reasoning"]) == {"it", "en"}
    assert lines["R/R"].outcomes["attackers_reduced"] == ("A21-I5", "A10-II7")
    hopeless = fight(f"A21-I104{READY}", "LUK-3Gren")
    line = GAME.forecast(hopeless, Assault("2320", "medium")).lines[0]
    assert (line.result, line.probability) == ("AE", 1.0)
