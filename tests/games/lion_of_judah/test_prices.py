"""What orders are said to cost is what they cost, in random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Event, Note, Order, Setup
from campagna.games.lion_of_judah import orders
from campagna.games.lion_of_judah.events import FuelChanged, PointsSpent
from campagna.games.lion_of_judah.field_events import HqCommitted, Loaded
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import GAME, ITALIAN, WORLD, Phase, arrange
from tests.offered import by_order

BOUGHT = ("road", "steps", "rebuilding", "recall", "support", "bribery")
FLIGHTS = (orders.Bomb, orders.CommitAir, orders.Interdict, orders.AirSupply)
MARCHES = (orders.Move, orders.MoveHq, orders.ForcedMarch)


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


def shifts_told(notes: Iterable[Note]) -> int:
    """The columns that a support is said to buy."""
    return sum(int(str(n.facts["count"])) for n in notes if n.key == "support-shifts")


def check(state: State, order: Order, chance: SeededChance) -> set[str]:
    """Play the order; the keys of the notes it had."""
    notes = GAME.forecast(state, order).notes
    events = GAME.play(state, order, chance)
    assert told(notes) == spent(events), order
    if isinstance(order, (*FLIGHTS, *MARCHES)):
        burnt = sum(-e.change for e in events if isinstance(e, FuelChanged) and e.change < 0)
        assert fuel_told(notes) == burnt, order
    if isinstance(order, orders.CommitHq):
        bought = sum(e.shifts for e in events if isinstance(e, HqCommitted))
        assert shifts_told(notes) == bought, order
    return {note.key for note in notes}


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios[:2]])
def test_prices_are_told_before_they_are_paid(scenario: str) -> None:
    seen: set[str] = set()
    for seed in (1, 2):
        chance, whim = SeededChance(seed), UnrecordedChance(seed)
        state = GAME.start(Setup(scenario), chance)
        for _ in range(700):
            if GAME.step(state) is None:
                break
            seen |= check(state, GAME.offers(state).sample(whim), chance)
    assert seen >= {"costs-points", "aircraft-used", "road-next-turn", "trucks-used"}
    assert seen >= {"support-follows", "no-support"}
    if scenario == "s1935":
        assert seen >= {"support-shifts", "air-supplies-left"}


@pytest.mark.rule("PB 13.6.5.1-b", "PB 13.6.5.1-c")
def test_gas_tells_what_the_world_makes_of_it() -> None:
    units = {"it_Sb": "1306", "et_kassa_1": "1307"}
    state = arrange(units, phase=Phase.BOMBING)
    ((marker, (hex_, *_)), *_) = by_order(GAME.offers(state))["bomb"].items()
    gas, bombs = (orders.Bomb(marker, hex_, gas) for gas in (True, False))
    notes = {n.key: n for n in GAME.forecast(state, gas).notes}
    assert notes["gas-counts"].grave
    GAME.play(state, gas, SeededChance(1))
    assert notes["gas-counts"].facts["track"] == state.bombing
    state = arrange(units, phase=Phase.BOMBING)
    bombed = {n.key for n in GAME.forecast(state, bombs).notes}
    assert "aircraft-used" in bombed
    assert not bombed & {"gas-counts", "gas-halves"}


@pytest.mark.rule("PB 14.6.1.1")
def test_a_move_on_wheels_tells_the_fuel_it_burns_once() -> None:
    """The first part of a move pays for the whole segment; who walks pays nothing."""
    wheels = next(c.id for c in WORLD.counters if c.part == 1 and c.side == ITALIAN and c.motorised)
    walker = next(
        c.id
        for c in WORLD.counters
        if c.part == 1 and c.side == ITALIAN and c.type == "infantry" and not c.motorised
    )
    state = arrange({wheels: "1305", walker: "1305"}, scenario="s1940", fuel=5)
    move = orders.Move((wheels,), ("1305", "1306"))
    (note,) = GAME.forecast(state, move).notes
    price = state.theatre.scenario["fuel"]["costs"]["motorised_unit"]
    assert (note.key, note.facts) == ("costs-fuel", {"count": price, "left": 5 - price})
    assert not GAME.forecast(state, orders.Move((walker,), ("1305", "1306"))).notes
    GAME.play(state, move, SeededChance(1))
    assert state.fuel == 5 - price
    assert not GAME.forecast(state, orders.Move((wheels,), ("1306", "1305"))).notes
