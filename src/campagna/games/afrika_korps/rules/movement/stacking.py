"""6 Stacking: three combat units in a hex, when movement ends."""

from __future__ import annotations

from itertools import combinations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.frames import Crowded
from campagna.games.afrika_korps.orders import Sacrifice
from campagna.games.afrika_korps.rules.combat import losses
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.movement import movement
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import SIDES
from campagna.hexes.naming import own_units


@rule("6.1a", "6.1b", "19.4", "22.2")
def overstacked(state: State) -> list[int]:
    """Hexes of the phasing side with too many combat units (A30)."""
    tally: dict[int, int] = {}
    for u in fighters(state, state.side):
        tally[state.place(u)] = tally.get(state.place(u), 0) + 1
    return sorted(h for h, n in tally.items() if n > state.world.stack_limit)


@rule("6.1a", "6.3", "2.2.1b")
def refuse_crowds(state: State) -> Refusal | None:
    """Movement does not end while a hex holds too many and somebody can leave it."""
    for hex_ in overstacked(state):
        if movement.can_thin_out(state, hex_):
            return Refusal("6.1a", "overstacked", {"hex": state.hex_name(hex_)})
    return None


@rule("6.1a")
def ask_who_goes(state: State) -> None:
    """For each hex that nobody can leave: its owner chooses who is lost (A35)."""
    for hex_ in overstacked(state):
        excess = len(state.fighters_at(hex_, state.side)) - state.world.stack_limit
        state.agenda.append(Crowded(state.side, hex_, excess))


@rule("6.1a")
def choices(state: State, frame: Crowded) -> list[tuple[int, ...]]:
    return list(combinations(state.fighters_at(frame.hex, frame.side), frame.count))


@rule("6.1a")
def judge_sacrifice(state: State, frame: Crowded, order: Sacrifice) -> Refusal | list[int]:
    units = own_units(state, order.units, frame.side, "6.1a")
    if isinstance(units, Refusal):
        return units
    there = state.fighters_at(frame.hex, frame.side)
    if len(units) != frame.count or not set(units) <= set(there):
        facts: dict[str, Fact] = {"units": order.units, "count": frame.count}
        return Refusal("6.1a", "wrong-sacrifice", facts)
    return units


@rule("6.1a")
def carry_out_sacrifice(
    state: State, frame: Crowded, units: list[int], chance: Chance
) -> list[Event]:
    state.agenda.pop()
    return losses.eliminate(state, units, "rout", "6.1a")


def ask_thin_out(state: State, frame: Crowded) -> Step:
    facts: dict[str, Fact] = {
        "turn": state.turn,
        "hex": state.hex_name(frame.hex),
        "count": frame.count,
    }
    return Step(SIDES[frame.side], "thin-out", "6.1a", facts)


def offer_sacrifice(state: State, frame: Crowded) -> tuple[Offer, ...]:
    there = state.names(state.fighters_at(frame.hex, frame.side))
    count = frame.count
    return (Pick("sacrifice", "units", there, many=True, least=count, most=count, tone="main"),)


THIN_OUT = Reply(Sacrifice, "6.1a", judge_sacrifice, carry_out_sacrifice, offer=offer_sacrifice)
