"""9.4, 9.5 Odds and the combat results table, cell by cell."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import BattleRolled
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
)
from tests.games.panzergruppe_guderian.lay import (
    Words,
    arrange,
    only,
    play,
)


def rolled(
    units: dict[str, Words], attackers: tuple[str, ...], *targets: str, die: int = 1
) -> BattleRolled:
    """What a German attack came to."""
    state = arrange(units, phase="german-combat")
    return only(play(state, Attack(attackers, targets), dice=[die]), BattleRolled)


NEAR_2410 = {"G-6Inf": "2411", "G-26Inf": "2411", "G-5Inf": "2311", "G-35Inf": "2310"}


@pytest.mark.rule("9.4")
def test_odds_are_rounded_for_the_defender() -> None:
    """T9: 26 against 9 is 2-1."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "G-GD": "2311",
        "G-12Pz-PzR29": "2311",
        "S-1": "2410 SR01",
        "S-2": "2410 SR08",
        "SL-konev": "2408",
    }
    roll = rolled(units, ("G-6Inf", "G-26Inf", "G-GD", "G-12Pz-PzR29"), "2410")
    assert (roll.attack, roll.defence, roll.odds) == (26, 9, "2-1")


@pytest.mark.rule("9.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "odds"),
    [
        (("G-GD", "2411"), "SR08", "1-2"),  # 4 : 5
        (("G-GD", "2411"), "SR32", "1-2"),  # 4 : 8
        (("G-Lehr", "2411"), "SR32", "1-3"),  # 3 : 8
        (("G-6Inf", "2411"), "SR08", "1-1"),  # 9 : 5
    ],
)
def test_lower_odds_are_rounded_for_the_defender(
    attacker: tuple[str, str], defender: str, odds: str
) -> None:
    name, hex_ = attacker
    units: dict[str, Words] = {name: hex_, "S-1": f"2410 {defender}", "SL-konev": "2408"}
    assert rolled(units, (name,), "2410").odds == odds


@pytest.mark.rule("SUM-5")
def test_odds_beyond_the_table_use_its_ends() -> None:
    """T10: 40 against 3 counts as 10-1, 1 against 9 as 1-3."""
    units: dict[str, Words] = {
        **NEAR_2410,
        "G-GD": "2310",
        "S-1": "2410 SR44",  # defence 3
        "SL-konev": "2408",
    }
    roll = rolled(units, (*NEAR_2410, "G-GD"), "2410")
    assert (roll.attack, roll.defence, roll.odds) == (40, 3, "10-1")
    weak: dict[str, Words] = {
        "G-7Pz-SR6": "2411 step1",
        "S-1": "2410 SR01",
        "S-2": "2410 SR08",
        "SL-konev": "2408",
    }
    roll = rolled(weak, ("G-7Pz-SR6",), "2410")
    assert (roll.attack, roll.defence, roll.odds) == (1, 9, "1-3")


# Attackers in 2411 and 2311, the defender in clear 2410: strengths that make each column.
COLUMNS = {
    "1-3": (("G-7Pz-SR6",), "SR32"),  # 2 : 8
    "1-2": (("G-GD",), "SR32"),  # 4 : 8
    "1-1": (("G-GD",), "SR01"),  # 4 : 4
    "2-1": (("G-6Inf",), "SR01"),  # 9 : 4
    "3-1": (("G-6Inf",), "SR44"),  # 9 : 3
    "4-1": (("G-6Inf", "G-26Inf"), "SR01"),  # 18 : 4
    "5-1": (("G-6Inf", "G-26Inf", "G-7Pz-SR6"), "SR01"),  # 20 : 4
    "6-1": (("G-6Inf", "G-26Inf"), "SR44"),  # 18 : 3
    "7-1": (("G-6Inf", "G-26Inf", "G-Lehr"), "SR44"),  # 21 : 3
    "8-1": (("G-6Inf", "G-26Inf", "G-GD", "G-7Pz-SR6"), "SR44"),  # 24 : 3
    "9-1": (("G-6Inf", "G-26Inf", "G-5Inf"), "SR44"),  # 27 : 3
    "10-1": (("G-6Inf", "G-26Inf", "G-5Inf", "G-Lehr"), "SR44"),  # 30 : 3
}
HEXES = {"G-6Inf": "2411", "G-26Inf": "2411", "G-5Inf": "2311", "G-GD": "2311", "G-Lehr": "2311"}

# The rows of the table in 9.5.
PRINTED = """
A1  D1/A1  D1     D2     D2     D2     D2     De/A1  De     De     De     De
A1  Eng    D1/A1  D1     D2     D2     D2     D2     De/A1  De     De     De
A1  A1     D1/A1  D1/A1  D1     D2/A1  D2     D2     D2     De/A1  De     De
A2  A1     Eng    D1/A1  D1/A1  D1     D2/A1  D2     D2     D2     De/A1  De
Ae  A2     A1     Eng    D1/A1  D1/A1  D1     D2/A1  D2     D2     D2     De
Ae  Ae     A2     A1     Eng    Eng    D1/A1  D1     D2/A1  D2     D2     D2
"""
CELLS = [
    (odds, die, result)
    for die, row in enumerate(PRINTED.strip().splitlines(), start=1)
    for odds, result in zip(COLUMNS, row.split(), strict=True)
]


@pytest.mark.rule("9.5", "9.4")
@pytest.mark.parametrize(("odds", "die", "result"), CELLS)
def test_every_cell_of_the_combat_results_table(odds: str, die: int, result: str) -> None:
    attackers, defender = COLUMNS[odds]
    units: dict[str, Words] = {name: HEXES.get(name, "2411") for name in attackers}
    units |= {"S-1": f"2410 {defender}", "SL-konev": "2408"}
    roll = rolled(units, attackers, "2410", die=die)
    assert (roll.odds, roll.die, roll.result) == (odds, die, result)
