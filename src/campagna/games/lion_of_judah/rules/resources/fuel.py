"""PB 14.6.1.1 Italian fuel in 1940-41: what it is spent on, and what happens without."""

from __future__ import annotations

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import FuelChanged
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1940


@rule("PB 14.6.1.1")
def rationed(state: State, side: int) -> bool:
    """Only the Italian of 1940-41 counts his fuel."""
    return state.part == S1940 and side == ITALIAN


@rule("PB 14.6.1.1")
def air_price(state: State, side: int) -> int:
    """Fuel for one air mission."""
    return int(_costs(state)["air_mission"]) if rationed(state, side) else 0


@rule("PB 14.6.1.1")
def move_price(state: State, unit: int) -> int:
    """Fuel for the move of one unit by itself: wheels of any kind, an HQ that uses its factor.

    Trucks under a unit or an HQ are not counted apart; the caller asks for what moves.
    """
    if not rationed(state, state.own(unit)):
        return 0
    counter, costs = state.counter(unit), _costs(state)
    if counter.type == "truck":
        return int(costs["truck"])
    if counter.type == "hq":
        return int(costs["hq_full_move"])
    if counter.motorised or state.trucks_under(unit):
        return int(costs["motorised_unit"])
    return 0


def affordable(state: State, price: int) -> bool:
    return not price or state.fuel >= price


@rule("PB 14.6.1.1")
def change(state: State, amount: int) -> list[Event]:
    """Fuel spent or gained; the track has an upper end."""
    before = state.fuel
    state.fuel = max(0, min(before + amount, state.theatre.scenario["fuel"]["maximum"]))
    if state.fuel == before:
        return []
    return [FuelChanged(rule="PB 14.6.1.1", change=state.fuel - before, fuel=state.fuel)]


def pay(state: State, price: int) -> list[Event]:
    return change(state, -price) if price else []


def _costs(state: State) -> dict[str, int]:
    costs: dict[str, int] = state.theatre.scenario["fuel"]["costs"]
    return costs
