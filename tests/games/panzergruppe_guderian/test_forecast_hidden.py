"""The forecast with untried units is exact: compared with brute force."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.orders import Attack, Overrun
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.forecast_by_force import (
    exact,
    few_unseen,
    forecast,
    truth,
    unseen_counters,
)
from tests.games.panzergruppe_guderian.lay import Words, arrange

# --- hidden defenders -------------------------------------------------------------------------------------

GERMANS: dict[str, Words] = {"G-6Inf": "2411", "G-26Inf": "2411", "G-GD": "2311"}
ATTACK = Attack(("G-6Inf", "G-26Inf"), ("2410",))
HIDDEN_DEFENDERS: dict[str, dict[str, Words]] = {
    "one": {"S-1": "2410 SR01 untried", "SL-konev": "2408"},
    "one, unsupplied": {"S-1": "2410 SR01 untried"},
    "two": {"S-1": "2410 SR01 untried", "S-2": "2410 SR08 untried", "SL-konev": "2408"},
    "three": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "S-3": "2410 SR31 untried",
        "SL-konev": "2408",
    },
    "one with a known one": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR27",
        "SL-konev": "2408",
    },
    "two with their leader": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "SL-konev": "2410",
    },
    "rifle, tank and mechanised": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SA06 untried",
        "S-3": "2410 SA01 untried",
        "SL-konev": "2408",
    },
    "two tanks": {
        "S-1": "2410 SA06 untried",
        "S-2": "2410 SA09 untried",
        "SL-konev": "2408",
    },
    "one that retreated onto others": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried retreated",
        "SL-konev": "2408",
    },
}


@pytest.mark.rule("9.4", "9.5", "12.2a", "12.3a")
@pytest.mark.parametrize("defenders", HIDDEN_DEFENDERS.values(), ids=HIDDEN_DEFENDERS.keys())
def test_hidden_defenders_are_averaged_exactly(defenders: dict[str, Words]) -> None:
    state = arrange(few_unseen(GERMANS | defenders), phase="german-combat")
    assert forecast(state, ATTACK) == exact(truth(state, ATTACK))


@pytest.mark.rule("12.2a", "6.55a")
@pytest.mark.parametrize("defenders", HIDDEN_DEFENDERS.values(), ids=HIDDEN_DEFENDERS.keys())
def test_hidden_defenders_of_an_overrun(defenders: dict[str, Words]) -> None:
    state = arrange(few_unseen(GERMANS | defenders), phase="german-move")
    order = Overrun(("G-6Inf", "G-26Inf"), "2410")
    assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("12.2a")
@pytest.mark.parametrize("number", [1, 2])
def test_from_the_full_mix(number: int) -> None:
    """78 rifles, none of them seen."""
    defenders: dict[str, Words] = {
        "S-1": "2410 SR01 untried",
        "S-2": "2409 SR02 untried" if number == 1 else "2410 SR02 untried",
        "SL-konev": "2408",
    }
    state = arrange(GERMANS | defenders, phase="german-combat")
    assert forecast(state, ATTACK) == exact(truth(state, ATTACK))


@pytest.mark.rule("12.2a", "9.32", "9.33")
@pytest.mark.parametrize("targets", [("2617",), ("2617", "2616"), ("2616", "2518"), ("2518",)])
def test_terrain_multiplies_hex_by_hex(targets: tuple[str, ...]) -> None:
    """From 2517: 2617 is forest behind the river, 2518 behind the river, 2616 open."""
    units: dict[str, Words] = {
        "G-6Inf": "2517",
        "G-26Inf": "2517",
        "G-5Inf": "2517",
        "S-1": "2617 SR01 untried",
        "S-2": "2616 SR08 untried",
        "S-3": "2518 SR31 untried",
        "S-4": "2616 SR44",
        "SL-konev": "2717",
    }
    state = arrange(few_unseen(units), phase="german-combat")
    order = Attack(("G-6Inf", "G-26Inf", "G-5Inf"), targets)
    assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("12.2a")
def test_recycled_divisions_are_among_the_dead() -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "2410", "SR01", state=("untried", "recycled")),
        "S-2": UnitPosition("", "2410", "SR31", state=("untried", "recycled")),
        "S-3": "2409 SR69",  # face up on the map: nobody else can be it
        "SL-konev": "2408",
    }
    found: dict[str, Words] = GERMANS | units
    for i, c in enumerate(["SR01", "SR31", "SR70", "SR44", "SR72"], start=4):
        found[f"S-{i}"] = f"dead {c}"
    found["S-9"] = "removed SR33"  # out of the game for overstacking (7.1e)
    state = arrange(found, phase="german-combat")
    names = {state.world.counters[c].id for c in unseen_counters(state, "rifle", recycled=True)}
    assert names == {"SR01", "SR31", "SR70", "SR44", "SR72"}
    assert forecast(state, ATTACK) == exact(truth(state, ATTACK))


# --- hidden attackers -------------------------------------------------------------------------------------

HIDDEN_ATTACKERS: dict[str, tuple[dict[str, Words], tuple[str, ...]]] = {
    "one": ({"S-1": "2410 SR01 untried", "SL-konev": "2408"}, ("S-1",)),
    "one with his leader": (
        {"S-1": "2410 SR01 untried", "SL-konev": "2410"},
        ("S-1", "SL-konev"),
    ),
    "two with a leader": (
        {"S-1": "2410 SR01 untried", "S-2": "2410 SR08 untried", "SL-lukin": "2410"},
        ("S-1", "S-2", "SL-lukin"),
    ),
    "three with a leader": (
        {
            "S-1": "2410 SR01 untried",
            "S-2": "2410 SR08 untried",
            "S-3": "2410 SR31 untried",
            "SL-konev": "2410",
        },
        ("S-1", "S-2", "S-3", "SL-konev"),
    ),
    "with a known one": (
        {"S-1": "2410 SR01 untried", "S-2": "2410 SR27", "SL-konev": "2410"},
        ("S-1", "S-2", "SL-konev"),
    ),
    "a known one stays out": (
        {"S-1": "2410 SR01 untried", "S-2": "2410 SR27", "SL-konev": "2410"},
        ("S-1", "SL-konev"),
    ),
    "two leaders": (
        {"S-1": "2410 SR01 untried", "SL-lukin": "2410", "SL-rakutin": "2410"},
        ("S-1", "SL-lukin", "SL-rakutin"),
    ),
    "from two hexes, a leader in each": (
        {
            "S-1": "2410 SR01 untried",
            "S-2": "2511 SR08 untried",
            "S-3": "2511 SA06 untried",
            "SL-konev": "2410",
            "SL-lukin": "2511",
        },
        ("S-1", "S-2", "S-3", "SL-konev", "SL-lukin"),
    ),
}


@pytest.mark.rule("12.2a", "12.3c", "10.36b", "10.23b")
@pytest.mark.parametrize("case", HIDDEN_ATTACKERS.values(), ids=HIDDEN_ATTACKERS.keys())
@pytest.mark.parametrize("cut_off", [False, True])
def test_hidden_attackers_are_averaged_exactly(
    case: tuple[dict[str, Words], tuple[str, ...]], cut_off: bool
) -> None:
    soviets, attackers = case
    germans: dict[str, Words] = {"G-6Inf": "2411"}
    if cut_off:  # nobody reaches the east edge
        germans |= {f"G-{n}Inf": f"30{row:02d}" for n, row in WALL}
    state = arrange(few_unseen(germans | soviets), phase="soviet-combat", turn=7)
    order = Attack(attackers, ("2411",))
    assert forecast(state, order) == exact(truth(state, order))


# Every second hex of column 30: their zones close the way to the east.
WALL = list(
    zip(
        (26, 5, 35, 161, 263, 137, 23, 258, 292, 7, 15, 17, 268, 252, 78, 31),
        range(1, 32, 2),
        strict=True,
    )
)


@pytest.mark.rule("12.2a", "6.55a", "10.36b")
@pytest.mark.parametrize("leader", [False, True])
def test_hidden_units_overrunning(leader: bool) -> None:
    units: dict[str, Words] = {
        "G-Lehr": "2411",
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "SL-konev": "2410",
    }
    state = arrange(few_unseen(units), phase="soviet-move", turn=7)
    order = Overrun(("S-1", "S-2", *(("SL-konev",) if leader else ())), "2411")
    assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("12.2a", "9.32")
def test_who_drops_out_does_not_undo_the_river() -> None:
    """From 2616 across the river, from 2618 not; either may prove to have no attack strength."""
    units: dict[str, Words] = {
        "G-6Inf": "2617",
        "S-1": "2618 SR01 untried",
        "S-2": "2616 SR08 untried",
        "S-3": "2618 SR31",
        "SL-konev": "2618",
        "SL-lukin": "2615",
    }
    state = arrange(few_unseen(units), phase="soviet-combat", turn=7)
    for attackers in (("S-1", "S-2"), ("S-1", "S-2", "SL-konev"), ("S-1", "S-2", "S-3")):
        order = Attack(attackers, ("2617",))
        assert forecast(state, order) == exact(truth(state, order))
