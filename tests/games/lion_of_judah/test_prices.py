"""What orders are said to cost is what they cost, in random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from campagna.core.chance import SeededChance, Whim
from campagna.core.contract import Event, Note, Order, Setup
from campagna.games.lion_of_judah import orders
from campagna.games.lion_of_judah.events import FuelChanged, PointsSpent
from campagna.games.lion_of_judah.field_events import Loaded
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.board_setup import GAME, Phase, arrange

BOUGHT = ("road", "steps", "rebuilding", "recall", "support", "bribery")
FLIGHTS = (orders.Bomb, orders.CommitAir, orders.Interdict, orders.AirSupply)


def spent(events: Iterable[Event]) -> Counter[str]:
    """Points by whose they were."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, PointsSpent) and event.purpose in BOUGHT:
            found[event.holder] += event.count
        if isinstance(event, Loaded) and event.count > 0:
            found[event.box] += event.count
    return found


def told(notes: Iterable[Note]) -> Counter[str]:
    found: Counter[str] = Counter()
    for note in notes:
        if note.key in ("costs-points", "costs-carried"):
            holder = str(note.facts.get("box", note.facts.get("unit")))
            found[holder] += int(str(note.facts["count"]))
    return found


def fuel_told(notes: Iterable[Note]) -> int:
    return sum(int(str(n.facts["count"])) for n in notes if n.key == "costs-fuel")


def check(state: State, order: Order, chance: SeededChance) -> set[str]:
    """Play the order; the keys of the notes it had."""
    notes = GAME.forecast(state, order).notes
    events = GAME.play(state, order, chance)
    assert told(notes) == spent(events), order
    if isinstance(order, FLIGHTS):
        burnt = sum(-e.change for e in events if isinstance(e, FuelChanged) and e.change < 0)
        assert fuel_told(notes) == burnt, order
    return {note.key for note in notes}


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios[:2]])
def test_prices_are_told_before_they_are_paid(scenario: str) -> None:
    seen: set[str] = set()
    for seed in (1, 2):
        chance, whim = SeededChance(seed), Whim(seed)
        state = GAME.start(Setup(scenario), chance)
        for _ in range(700):
            if GAME.step(state) is None:
                break
            seen |= check(state, GAME.offers(state).sample(whim), chance)
    assert seen >= {"costs-points", "aircraft-used", "road-next-turn", "trucks-used"}


@pytest.mark.rule("PB 13.6.5.1-b", "PB 13.6.5.1-c")
def test_gas_tells_what_the_world_makes_of_it() -> None:
    units = {"it_Sb": "1306", "et_kassa_1": "1307"}
    state = arrange(units, phase=Phase.BOMBING)
    listed = GAME.offers(state).listing()["bomb"]
    one = listed[0]
    gas, bombs = (orders.Bomb(one["marker"], one["hex"], gas) for gas in (True, False))
    notes = {n.key: n for n in GAME.forecast(state, gas).notes}
    assert notes["gas-counts"].grave
    GAME.play(state, gas, SeededChance(1))
    assert notes["gas-counts"].facts["track"] == state.bombing
    state = arrange(units, phase=Phase.BOMBING)
    bombed = {n.key for n in GAME.forecast(state, bombs).notes}
    assert "aircraft-used" in bombed
    assert not bombed & {"gas-counts", "gas-halves"}
