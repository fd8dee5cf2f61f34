"""15.2.2 Supplies that a retreating unit took in passing: they may go along to where it ended."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Group, Offer, Reach
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import Moved
from campagna.games.afrika_korps.frames import Following
from campagna.games.afrika_korps.orders import Haul
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import SIDES
from campagna.hexes.naming import own_units


@rule("15.2.2b")
def judge_follow(state: State, frame: Following, order: Haul) -> Refusal | int:
    """A supply taken in passing goes to where its captor ended, and nowhere else."""
    units = own_units(state, [order.supply], frame.side, "15.2.2b")
    if isinstance(units, Refusal):
        return units
    if units[0] not in frame.supplies:
        return Refusal("15.2.2b", "not-captured-now", {"unit": order.supply})
    if order.path != (state.hex_name(frame.hex),):
        facts: dict[str, Fact] = {"unit": order.supply, "hex": state.hex_name(frame.hex)}
        return Refusal("15.2.2b", "follows-captor", facts)
    return units[0]


@rule("15.2.2b")
def carry_out_follow(state: State, frame: Following, supply: int, chance: Chance) -> list[Event]:
    left = tuple(s for s in frame.supplies if s != supply)
    state.agenda[-1] = Following(frame.side, left, frame.hex)
    path = (state.hex_name(state.place(supply)), state.hex_name(frame.hex))
    state.put(supply, frame.hex)
    return [Moved(rule="15.2.2b", units=(state.name(supply),), path=path, cost=1)]


def ask_follow(state: State, frame: Following) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "units": state.names(frame.supplies)}
    return Step(SIDES[frame.side], "haul", "15.2.2b", facts)


def settle_follow(state: State, frame: Following, chance: Chance) -> Settled:
    if frame.supplies:
        return [], True
    state.agenda.pop()
    return [], False


def offer_follow(state: State, frame: Following) -> tuple[Offer, ...]:
    end = state.hex_name(frame.hex)
    groups = []
    for hex_ in dict.fromkeys(state.place(s) for s in frame.supplies):
        here = state.hex_name(hex_)
        units = state.names(s for s in frame.supplies if state.place(s) == hex_)
        groups.append(Group(units, here, ((end, 1, here),)))
    return (Reach("haul", tuple(groups), unit="supply", together=False, tone="main"),)


FOLLOW = Reply(Haul, "15.2.2b", judge_follow, carry_out_follow, offer=offer_follow)
