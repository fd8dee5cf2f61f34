"""Chapter 2: deployment."""

from __future__ import annotations

from campagna.core.contract import Event, Refusal
from campagna.core.rulebook import rule
from tests.tiny_game.events import Deployed
from tests.tiny_game.orders import Deploy
from tests.tiny_game.sequence import next_phase, wrong_hex, wrong_unit
from tests.tiny_game.state import COUNTERS, INDEX, RESERVE, State, unit_at, units_of
from tests.tiny_game.terrain import BOARD


def refusal(state: State, order: Deploy) -> Refusal | None:
    wrong = wrong_unit(state, order.unit) or wrong_hex(order.hex)
    if wrong:
        return wrong
    side = state.agenda[-1].side
    place = BOARD.hex(order.hex)
    if state.units[INDEX[order.unit]].place != RESERVE:
        return Refusal("2.1", "already-deployed", {"unit": order.unit})
    if place not in BOARD.area("deployment", side).hexes:
        return Refusal("2.1", "outside-deployment", {"hex": order.hex})
    if unit_at(state, place) is not None:
        return Refusal("2.2", "occupied", {"hex": order.hex})
    return None


@rule("2.1")
def play(state: State, order: Deploy) -> list[Event]:
    state.change(INDEX[order.unit], place=BOARD.hex(order.hex))
    events: list[Event] = [Deployed(rule="2.1", unit=order.unit, hex=order.hex)]
    if not waiting(state):
        events += next_phase(state)
    return events


def waiting(state: State) -> list[str]:
    """The counters that the deciding side has not deployed yet."""
    side = state.agenda[-1].side
    return [COUNTERS[i] for i in units_of(side) if state.units[i].place == RESERVE]
