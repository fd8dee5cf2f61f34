"""Short positions for the tests of The Two Fords: `lay("N1 0302 3", "S1 0205 2 up")`."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Event, Order, Setup
from two_fords.game import TwoFords
from two_fords.state import State, Unit
from two_fords.table.position import Counter, Position
from two_fords.world import INDEX

GAME = TwoFords()
SETUP = Setup("crossing")


def lay(
    *counters: str,
    side: str = "north",
    phase: str = "move",
    turn: int = 1,
    retreat: str = "",
    setup: Setup = SETUP,
) -> State:
    """Counters as "id place [strength] [up]"; the others stay in reserve."""
    units: list[Counter] = []
    for text in counters:
        id_, place, *rest = text.split()
        strength = next((int(word) for word in rest if word.isdigit()), None)
        units.append(Counter(id_, place, strength, up="up" in rest))
    position = Position(turn, side, phase, retreat, tuple(units))
    return GAME.arrange(setup, position, SeededChance(1))


def play(state: State, *orders: Order, dice: Sequence[int] = ()) -> list[Event]:
    """Play the orders with the given dice; every die must be used."""
    chance = ScriptedChance(dice)
    events = [event for order in orders for event in GAME.play(state, order, chance)]
    assert not chance.dice, "the orders rolled fewer dice than the test expects"
    return events


def refused(state: State, order: Order) -> tuple[str, str] | None:
    """Rule and reason of the refusal, None if the order is allowed."""
    refusal = GAME.refusal(state, order)
    return None if refusal is None else (refusal.rule, refusal.reason)


def unit(state: State, id_: str) -> Unit:
    return state.units[INDEX[id_]]
