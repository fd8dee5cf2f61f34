"""Forecasts: exact chances, checked against every die there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from campagna.core.chance import ChanceError, ScriptedChance, SeededChance
from campagna.core.contract import Event, Order, Refused
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.events import (
    BattleEnded,
    BreakoutEnded,
    BridgeRolled,
    ClearingRolled,
    CrossingRolled,
    Destroyed,
    Fired,
    FrontMoved,
    SaveRolled,
    Scattered,
)
from campagna.games.alto_comando.orders import AirAttack, Bridge, Clear, Concede, Cross, Fire, Move
from campagna.games.alto_comando.state import State
from tests.games.alto_comando.lay import GAME, points, start, table

AXIS_HQ = {"A1.hq": "400 900"}


def by_force(state: State, order: Order) -> dict[str, tuple[Fraction, int]]:
    """Every pair of dice: the chance of each result and the points that go with it."""
    counts: Counter[str] = Counter()
    gained: dict[str, int] = {}
    for dice in product(range(1, 7), repeat=2):
        twin, chance = state.copy(), ScriptedChance(dice)
        before = sum(points(twin))
        try:
            events = GAME.play(twin, order, chance)
        except ChanceError:
            pytest.fail("more than two dice")
        result = _result(events)
        counts[result] += 1
        gained[result] = sum(points(twin)) - before
    return {result: (Fraction(n, 36), gained[result]) for result, n in counts.items()}


def _result(events: Sequence[Event]) -> str:
    for event in events:
        match event:
            case Destroyed():
                return "destroyed"
            case Scattered():
                return "scattered"
    for event in events:
        match event:
            case SaveRolled():
                return "saved"
            case Fired():
                result = "saved" if event.hit else "miss"
            case CrossingRolled():
                return event.result
            case ClearingRolled():
                return "cleared" if event.cleared else "nothing"
            case BridgeRolled():
                return "built" if event.built else "nothing"
            case _:
                continue
        if result == "miss":
            return result
    return "saved"


def told(state: State, order: Order) -> dict[str, tuple[Fraction, int]]:
    lines = GAME.forecast(state, order).lines
    return {
        line.result: (
            Fraction(line.probability).limit_denominator(36),
            int(str(line.outcomes.get("points", 0))),
        )
        for line in lines
    }


FIGHTS = {
    "infantry near its HQ": ("motor1", {"G1.motor1": "600 500", "G1.hq": "700 500"}),
    "infantry far from its HQ": ("motor1", {"G1.motor1": "600 500", "G1.hq": "1100 500"}),
    "a tank": ("motor1", {"G1.tank1": "600 500", "G1.hq": "700 500"}),
    "a tank before an 88": ("at88", {"G1.tank1": "600 500", "G1.hq": "700 500"}),
    "a headquarters in company": ("motor1", {"G1.hq": "600 500", "G1.tank1": "1100 900"}),
    "a headquarters alone": ("motor1", {"G1.hq": "600 500"}),
    "the last of a boxed division": (
        "motor1",
        {"G1.hq": "600 500 shaken", "G1.tank1": "scattered", "G1.tank2": "scattered"},
    ),
    "a supply base": ("motor1", {"supply.allied.1": "600 500", "G1.hq": "1100 900"}),
}


@pytest.mark.rule("FIR-6", "SAV-1", "SAV-3", "SAV-5", "SAV-6", "HQ-7", "VIC-7")
@pytest.mark.parametrize("fight", FIGHTS)
def test_the_forecast_of_fire_is_that_of_all_dice(fight: str) -> None:
    firer, enemies = FIGHTS[fight]
    state = table({f"A1.{firer}": "500 500", **AXIS_HQ, **enemies}, phase="fire")
    target = next(name for name, words in enemies.items() if words.startswith("600 500"))
    order = Fire(f"A1.{firer}", target)
    assert told(state, order) == by_force(state, order)


@pytest.mark.rule("TRE-2", "ITA-2", "WF-2")
def test_cover_and_light_weapons_show_in_the_sums() -> None:
    state = table(
        {"A1.foot1": "500 500", **AXIS_HQ, "G1.tank1": "600 500"},
        phase="fire",
        formations={"A1": "gen.it.infantry"},
    )
    sums = GAME.forecast(state, Fire("A1.foot1", "G1.tank1")).sums
    assert sums["hit"] == {"rule": "FIR-6", "needed": 6, "probability": pytest.approx(1 / 6)}
    dug_in = table(
        {"A1.motor1": "500 500", **AXIS_HQ, "G1.motor1": "600 500"},
        phase="fire",
        segments={"allied": [(600, 500)]},
    )
    assert GAME.forecast(dug_in, Fire("A1.motor1", "G1.motor1")).sums["save"]["needed"] == 4


@pytest.mark.rule("MIN-3", "MIN-4", "MIN-5")
def test_the_forecast_of_a_crossing_is_that_of_all_dice() -> None:
    state = table(
        {"A1.motor1": "500 375", "A1.hq": "400 375"}, strips={"axis": [(540, 300, 570, 450)]}
    )
    order = Cross("A1.motor1", ((525, 375),), (585, 375))
    assert told(state, order) == by_force(state, order)
    assert set(told(state, order)) == {"across", "stop", "scattered"}


@pytest.mark.rule("MIN-6", "WF-5a")
def test_the_forecasts_of_engineers() -> None:
    strips = {"axis": [(540, 300, 570, 450)]}
    state = table({"A1.motor1": "525 375", "A1.tank1": "100 900"}, phase="clear", strips=strips)
    order = Clear("A1.motor1", 0)
    assert told(state, order) == by_force(state, order)
    river = [("river", [(540, 300), (570, 300), (570, 450), (540, 450)])]
    bank = table(
        {"A1.motor1": "525 375", "A1.tank1": "100 900"},
        phase="clear",
        terrain=river,
        options={"western_front": True},
    )
    assert told(bank, Bridge("A1.motor1", 0)) == by_force(bank, Bridge("A1.motor1", 0))


@pytest.mark.rule("AIR-4")
def test_an_air_marker_tells_what_its_attack_would_do() -> None:
    state = table({"A1.motor1": "500 500", "G1.motor1": "600 500", "G1.hq": "700 500"}, phase="air")
    forecast = GAME.forecast(state, AirAttack("G1.motor1"))
    assert [line.probability for line in forecast.lines] == [1.0]
    assert forecast.sums["loss"]["probability"] == pytest.approx(1 / 3 * 5 / 6)
    assert forecast.sums["attack-lost"]["probability"] == pytest.approx(1 / 6)


def test_orders_without_dice_have_one_line_and_refused_ones_none() -> None:
    state = table({"A1.motor1": "500 500", "G1.motor1": "1000 500"})
    assert len(GAME.forecast(state, Move("A1.motor1", ((550, 500),))).lines) == 1
    assert len(GAME.forecast(state, orders.Done()).lines) == 1
    with pytest.raises(Refused):
        GAME.forecast(state, Move("A1.motor1", ((900, 500),)))


@pytest.mark.rule("VIC-6", "CAM-4", "CAM-5")
@pytest.mark.parametrize("scenario", ["battle", "beda_fomm", "c1", "c3"])
def test_conceding_is_told_with_its_price(scenario: str) -> None:
    """The notes name the winner, and where the campaign goes, as the order then brings it."""
    state, whim = start(scenario), SeededChance(1)
    while GAME.refusal(state, Concede()) is not None:
        GAME.play(state, GAME.offers(state).sample(whim), whim)
    notes = {note.key: note.facts for note in GAME.forecast(state, Concede()).notes}
    events = {event.__struct_config__.tag: event for event in GAME.play(state, Concede(), whim)}
    ended = events.get("battle-ended") or events["breakout-ended"]
    assert isinstance(ended, BattleEnded | BreakoutEnded)
    lost = notes.get("battle-given-up") or notes["breakout-given-up"]
    assert lost["winner"] == ended.winner
    assert ("match-ends" in notes) == (scenario in ("battle", "beda_fomm"))
    assert ("front-lost" in notes) == ("front-moved" in events)
    assert ("campaign-lost" in notes) == ("campaign-ended" in events)
    if isinstance(moved := events.get("front-moved"), FrontMoved):
        assert notes["front-lost"] == {"area": moved.area, "areas": moved.areas}
