"""Chapter 2: deployment."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Refusal
from campagna.core.decision import Decision, Settled
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from two_fords.events import Deployed
from two_fords.orders import Deploy
from two_fords.rules.sequence import named_hex, next_phase, own_counter
from two_fords.state import RESERVE, State, unit_at, units_of
from two_fords.world import BOARD, NAMES

Placing = tuple[int, int]
"""A counter and the hex it is put in."""


@rule("2.1", "2.2")
def judge_deploy(state: State, order: Deploy) -> Refusal | Placing:
    unit, place = own_counter(state, order.unit), named_hex(order.hex)
    if isinstance(unit, Refusal):
        return unit
    if isinstance(place, Refusal):
        return place
    if state.units[unit].place != RESERVE:
        return Refusal("2.1", "already-deployed", {"unit": order.unit})
    if place not in BOARD.area("deployment", state.side).hexes:
        return Refusal("2.1", "outside-deployment", {"hex": order.hex})
    if unit_at(state, place) is not None:
        return Refusal("2.2", "occupied", {"hex": order.hex})
    return unit, place


@rule("2.1")
def carry_out_deploy(state: State, plan: Placing, chance: Chance) -> list[Event]:
    unit, place = plan
    state.change(unit, place=place)
    return [Deployed(rule="2.1", unit=NAMES[unit], hex=BOARD.name(place))]


def waiting(state: State) -> list[str]:
    """The counters that the deciding side has not deployed yet."""
    return [NAMES[i] for i in units_of(state.side) if state.units[i].place == RESERVE]


@rule("2.1")
def settle_deployment(state: State, chance: Chance) -> Settled:
    """Who has deployed everything is done."""
    return ([], True) if waiting(state) else (next_phase(state), False)


def offer_deploy(state: State) -> tuple[Offer, ...]:
    """Any counter of the reserve to any free hex of the area."""
    area = BOARD.area("deployment", state.side)
    free = tuple(BOARD.name(h) for h in area.hexes if unit_at(state, h) is None)
    return (Place("deploy", dict.fromkeys(waiting(state), ()), places=free, setup=True),)


DEPLOY = Decision(Deploy, "2.1", judge_deploy, carry_out_deploy, offer=offer_deploy)
