"""The forecast of attacks: known strengths, its pieces, and whole games."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Refused
from campagna.games.panzergruppe_guderian.events import AttackCancelled, BattleRolled
from campagna.games.panzergruppe_guderian.orders import Attack, Done, Move, Overrun
from campagna.games.panzergruppe_guderian.rules.combat import AttackPlan, judge_attack
from campagna.games.panzergruppe_guderian.rules.forecast import deal, unseen_values
from campagna.games.panzergruppe_guderian.state import COMBAT_PHASES, UNTRIED, State
from campagna.games.panzergruppe_guderian.world import Values
from tests.games.panzergruppe_guderian.forecast_by_force import (
    exact,
    few_unseen,
    forecast,
    truth,
)
from tests.games.panzergruppe_guderian.lay import GAME, SCENARIO, Words, arrange

ATTACK = Attack(("G-6Inf", "G-26Inf"), ("2410",))


# --- known strengths --------------------------------------------------------------------------------------


@pytest.mark.rule("9.4", "9.5")
def test_between_known_units_the_forecast_is_the_column() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}
    state = arrange(units, phase="german-combat")
    found = GAME.forecast(state, Attack(("G-6Inf",), ("2410",)))
    assert {line.result: line.probability for line in found.lines} == {
        "D2": 1 / 6,
        "D1": 1 / 6,
        "D1/A1": 2 / 6,
        "Eng": 1 / 6,
        "A1": 1 / 6,
    }
    assert found.sums["odds"] == {"2-1": 1.0}


@pytest.mark.rule("9.64", "9.65a", "9.66b", "9.67b", "6.52b")
@pytest.mark.parametrize(
    ("overrun", "meanings"),
    [
        (
            False,
            {
                "D2": {"defender": "lose 2 or retreat 2", "advance": "attacker"},
                "D1/A1": {
                    "defender": "lose 1 or retreat 1",
                    "attacker": "lose 1 or retreat 1",
                    "advance": "attacker",
                },
                "Eng": {"defender": "lose 1", "attacker": "lose 1", "advance": "nobody"},
                "A1": {"attacker": "lose 1 or retreat 1", "advance": "defender"},
            },
        ),
        (
            True,
            {
                "D1": {"defender": "lose 1 or retreat 1", "advance": "attacker"},
                "D1/A1": {
                    "defender": "lose 1 or retreat 1",
                    "attacker": "lose 1 or retreat 1",
                    "advance": "nobody",
                },
                "A2": {"attacker": "lose 2 or retreat 2", "advance": "nobody"},
            },
        ),
    ],
)
def test_each_line_says_what_it_lets_the_sides_do(
    overrun: bool, meanings: dict[str, dict[str, str]]
) -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}
    order = Overrun(("G-6Inf",), "2410") if overrun else Attack(("G-6Inf",), ("2410",))
    state = arrange(units, phase="german-move" if overrun else "german-combat")
    lines = {line.result: line.outcomes for line in GAME.forecast(state, order).lines}
    assert {result: lines[result] for result in meanings} == meanings


@pytest.mark.rule("9.4", "12.2a")
def test_the_sums_show_how_the_odds_come_about() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2517",
        "S-1": "2617 SR01",
        "S-2": "2617 SR31 untried",
        "SL-konev": "2617",
    }
    state = arrange(units, phase="german-combat")
    sums = GAME.forecast(state, Attack(("G-6Inf",), ("2617",))).sums
    assert sums["attack"] == [{"unit": "G-6Inf", "supplied": True, "integral": False, "printed": 9}]
    (hex_,) = sums["defence"]
    assert (hex_["hex"], hex_["multiplier"]) == ("2617", 3)
    shares = {u["unit"]: u for u in hex_["units"]}
    assert shares["S-1"]["printed"] == 4
    assert shares["SL-konev"]["printed"] == 5
    assert "printed" not in shares["S-2"], "nobody knows it"


@pytest.mark.rule("9.33", "9.32", "6.7b", "9.21", "9.24", "12.2a")
def test_every_line_of_the_account_has_its_rule() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2517",
        "S-1": "2617 SR01",
        "S-2": "2617 SR31 untried",
        "SL-konev": "2617",
    }
    state = arrange(units, phase="german-combat")
    lines = GAME.forecast(state, Attack(("G-6Inf",), ("2617",))).sums["lines"]
    told = [(x["part"], x["what"], x.get("unit", ""), x["value"], x["rule"]) for x in lines]
    attack = [x for x in told if x[0] == "attack"]
    assert attack == [
        ("attack", "unit", "G-6Inf", "9", "9.24"),
        ("attack", "total", "", "9", "9.4"),
    ]
    assert ("defence", "unit", "S-1", "4", "9.21") in told
    assert ("defence", "untried", "S-2", "?", "12.2a") in told
    assert ("defence", "together", "", "×3", "9.33") in told
    least, most = told[-1][3].split("-")
    assert told[-1][1] == "total"
    assert int(least) == 3 * (4 + 5) < int(most)


@pytest.mark.rule("9.5")
def test_lines_run_from_the_defenders_end_to_the_attackers() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01 untried", "SL-konev": "2408"}
    state = arrange(units, phase="german-combat")
    found = [x.result for x in GAME.forecast(state, Attack(("G-6Inf",), ("2410",))).lines]
    chart = ["emptied", "De", "De/A1", "D2", "D2/A1", "D1", "D1/A1", "Eng", "A1", "A2", "Ae"]
    assert found == [r for r in chart if r in found]


@pytest.mark.rule("4.1")
def test_orders_without_dice_are_certain_and_refused_ones_are_refused() -> None:
    state = arrange({"G-6Inf": "2411"}, phase="german-move")
    assert forecast(state, Move(("G-6Inf",), ("2410",))) == {"certain": 1.0}
    assert forecast(state, Done()) == {"certain": 1.0}
    with pytest.raises(Refused):
        GAME.forecast(state, Overrun(("G-6Inf",), "2410"))


# --- the pieces -------------------------------------------------------------------------------------------


def test_unseen_values_are_what_nobody_has_seen() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR01 untried",
        "S-2": "2409 SR02",
        "S-3": "2408 SR31 untried",
        "S-4": "dead SR69",
        "S-5": "removed SR70",
        "S-6": "removed SR71 untried",
        "S-7": "2410 SA06 untried",
    }
    state = arrange(units)
    everything = Tally(c.steps[0] for c in state.world.counters if c.symbol == "rifle")
    seen = Tally(
        state.world.counters[state.world.counter_index[c]].steps[0]
        for c in ("SR02", "SR69", "SR70")
    )
    assert unseen_values(state, state.find("S-1")) == everything - seen
    tanks = Tally(c.steps[0] for c in state.world.counters if c.symbol == "tank")
    assert unseen_values(state, state.find("S-7")) == tanks
    assert sum(tanks.values()) == 10


@pytest.mark.parametrize("attack", [True, False])
@pytest.mark.parametrize(
    "slots",
    [
        [(0, True)],
        [(0, True), (0, False)],
        [(0, True), (0, True), (1, False)],
        [(1, True), (0, False), (1, True), (0, True)],
    ],
)
def test_dealing_without_replacement_is_exact(attack: bool, slots: list[tuple[int, bool]]) -> None:
    hand = [Values(0, 0, 6), Values(0, 0, 6), Values(0, 1, 6), Values(3, 4, 6), Values(9, 8, 6)]
    expected: dict[tuple[int, ...], Fraction] = {}
    ways = list(permutations(hand, len(slots)))
    for dealt in ways:
        sums = [0, 0]
        for (hex_, supplied), values in zip(slots, dealt, strict=True):
            printed = values.attack if attack else values.defence
            sums[hex_] += printed if supplied or printed == 0 else max(1, printed // 2)
        expected[tuple(sums)] = expected.get(tuple(sums), Fraction(0)) + Fraction(1, len(ways))
    assert deal(Tally(hand), slots, attack, 2) == expected


# --- in whole games ---------------------------------------------------------------------------------------


def attacks_of_a_game(seed: int) -> Iterator[tuple[State, Attack]]:
    """Attacks on or by at most two untried divisions, as random play orders them."""
    chance, seat = SeededChance(seed), SeededChance(seed + 500)
    state = GAME.start(GAME.new_setup(SCENARIO), chance)
    while GAME.step(state) is not None:
        order = GAME.offers(state).sample(seat)
        if state.phase in COMBAT_PHASES and isinstance(order, Attack):
            plan = judge_attack(state, order)
            assert isinstance(plan, AttackPlan)
            involved = [*plan.units, *(u for t in plan.targets for u in state.stack(t))]
            if 0 < sum(bool(state.units[u].flags & UNTRIED) for u in involved) <= 2:
                yield state.copy(), order
        GAME.play(state, order, chance)


@pytest.mark.rule("9.4", "9.5", "12.2a")
@pytest.mark.parametrize("seed", range(8))
def test_attacks_of_whole_games(seed: int) -> None:
    found = list(attacks_of_a_game(seed))
    for state, order in found[:: max(1, len(found) // 4)]:
        assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("9.5", "12.1c")
@pytest.mark.parametrize(
    ("phase", "order"),
    [
        ("german-combat", ATTACK),
        ("soviet-combat", Attack(("S-1", "S-2", "SL-konev"), ("2411",))),
    ],
)
def test_imagined_worlds_play_out_as_forecast(phase: str, order: Attack) -> None:
    """What a seat may imagine from its view, played with real dice, comes out as foretold."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "SL-konev": "2410",
    }
    state = arrange(few_unseen(units), phase=phase, turn=7)
    view = GAME.view(state, "german")
    chance = SeededChance(11)
    games = 1500
    tally: Tally[str] = Tally()
    for _ in range(games):
        world = GAME.imagine(view, chance)
        events = GAME.play(world, order, chance)
        rolls = [e.result for e in events if isinstance(e, BattleRolled)]
        cancelled = any(isinstance(e, AttackCancelled) for e in events)
        tally[rolls[0] if rolls else "cancelled" if cancelled else "emptied"] += 1
    expected = forecast(state, order)
    assert set(tally) <= set(expected)
    for result, chance_of in expected.items():
        spread = (chance_of * (1 - chance_of) / games) ** 0.5
        assert abs(tally[result] / games - chance_of) < 4 * spread, result
