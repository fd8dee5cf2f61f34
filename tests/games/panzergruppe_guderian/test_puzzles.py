"""Positions with one good idea that the captain has to find (the puzzles of the design study)."""

from __future__ import annotations

from campagna.core.chance import SeededChance
from campagna.core.contract import Order
from campagna.core.evaluator import PLAIN, evaluator_of
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Done,
    Interdict,
    Move,
    Overrun,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import GAME, arrange, play

PANZER = ("G-7Pz-PzR25", "G-7Pz-SR6", "G-7Pz-SR7")
STACK = dict.fromkeys(PANZER, "2411") | {"G-6Inf": "2311"}
"""An intact panzer division; the infantry behind it keeps its supply line open."""


def advised(state: State) -> list[Order]:
    """What the captain orders, up to the first order that leaves something to chance."""
    evaluator = evaluator_of(GAME)
    assert evaluator is not None
    found: list[Order] = []
    for order, _, reason, _ in evaluator.plan(state, PLAIN, SeededChance(0)):
        assert reason in evaluator.reasons
        found.append(order)
        if isinstance(order, Overrun | Attack | TakeLosses | Interdict | Done):
            return found
        play(state, order)
    return found


def overruns(state: State) -> list[str]:
    return [order.target for order in advised(state) if isinstance(order, Overrun)]


def test_the_overrun_goes_where_one_untried_division_stands_not_three() -> None:
    """67 % disrupted and 38 % through against one; 22 % and 1 % against three."""
    soviets = {"S-1": "2410 untried"} | {f"S-{n}": "2412 untried" for n in (2, 3, 4)}
    state = arrange(STACK | soviets | {"SL-konev": "2407"})
    assert overruns(state) == ["2410"]


def test_nobody_overruns_three_untried_divisions() -> None:
    soviets = {f"S-{n}": "2412 untried" for n in (1, 2, 3)}
    state = arrange(STACK | soviets | {"SL-konev": "2407"})
    assert overruns(state) == []


def test_a_step_comes_from_a_grenadier_regiment_not_from_the_panzers() -> None:
    """Of the intact 16 a grenadier step leaves 14, a panzer step 12."""
    state = arrange(STACK | {"S-1": "2410 SR08", "SL-konev": "2407"})
    play(state, Overrun(PANZER, "2410"), dice=[4])
    losses = next(order for order in advised(state) if isinstance(order, TakeLosses))
    assert losses.units in (("G-7Pz-SR6",), ("G-7Pz-SR7",))


def test_a_city_without_a_garrison_is_taken() -> None:
    state = arrange(dict.fromkeys(PANZER, "2411"))
    ends = {order.path[-1] for order in advised(state) if isinstance(order, Move)}
    prizes = {GAME.world.hex_ids[h] for prize in GAME.world.prizes for h in prize.hexes}
    assert ends & prizes


def test_aircraft_stop_the_trains_of_the_reserves() -> None:
    """Each marker lies on a railway hex."""
    state = arrange(
        dict.fromkeys(PANZER, "2411") | {"S-1": "4414 SR08"}, phase="german-interdict", turn=3
    )
    for order in advised(state):
        if isinstance(order, Interdict):
            assert order.hexes
            rails = GAME.world.rail_hexes
            assert all(GAME.world.hex_index[h] in rails for h in order.hexes)
            break
    else:
        raise AssertionError("no markers were placed")
