"""PB 13.6.4 Resource points of the Ethiopians: carried by leaders, captured, given, imported."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import OTHER
from campagna.games.lion_of_judah.events import PointsLost, PointsReceived
from campagna.games.lion_of_judah.flags import NOWHERE
from campagna.games.lion_of_judah.frames import Battle, Gain
from campagna.games.lion_of_judah.orders import GivePoints
from campagna.games.lion_of_judah.rules.ethiopia.activation import leaders
from campagna.games.lion_of_judah.rules.general.names import own_unit
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935

TO_ONE = ("recon", "lone")
"""Causes whose points all go to one leader; others may be split."""


def _table(state: State) -> dict[str, int]:
    found: dict[str, int] = state.theatre.scenario["ethiopian_rp"]["captured"]
    return found


@rule("PB 13.6.4.1", "12.11.1-a")
def after_combat(state: State, battle: Battle) -> None:
    """An Ethiopian R result: a leader whose units took part takes points from the enemy."""
    if state.part != S1935 or battle.side != OTHER or not battle.recon:
        return
    table = _table(state)
    count = table["with_hq_truck_or_rp"] if battle.booty else table["recon_result"]
    factions = {state.counter(u).faction for u in battle.attackers}
    takers = [u for u in leaders(state) if state.counter(u).faction in factions]
    if state.leader != NOWHERE and state.leader not in takers:
        takers.append(state.leader)
    offer(state, takers, count, "recon")


@rule("PB 13.6.4.1")
def lone(state: State, side: int, captured: list[int], hex_: int) -> list[Event]:
    """A lone truck or HQ fell into Ethiopian hands: a leader near by gains a point."""
    if state.part != S1935 or side != OTHER or not captured:
        return []
    table, measure = _table(state), state.world.board.grid.distance
    near = [
        u for u in leaders(state) if measure(state.units[u].place, hex_) <= table["leader_within"]
    ]
    offer(state, near, table["lone_truck_or_hq"], "lone")
    return []


def offer(state: State, takers: list[int], count: int, cause: str) -> None:
    """Lay the decision who takes the points; `settle` closes it if nobody can."""
    state.agenda.append(Gain(OTHER, tuple(sorted(takers)), count, cause))


@rule("PB 13.6.4")
def able(state: State, frame: Gain) -> list[int]:
    """Leaders on the map who carry fewer points than they may."""
    most = state.theatre.scenario["ethiopian_rp"]["per_leader"]
    units = state.units
    return [u for u in frame.leaders if units[u].place >= 0 and units[u].load < most]


@rule("PB 13.6.4")
def settle_gain(state: State, frame: Gain, chance: Chance) -> Settled:
    """Points that only one leader can take, or nobody."""
    takers = able(state, frame)
    if not takers:
        state.agenda.pop()
        lost = PointsLost(rule="PB 13.6.4", holder=state.side_name(OTHER), count=frame.count)
        return [lost], False
    if len(takers) > 1:
        return [], True
    return carry_out_give_points(state, frame, takers[0], chance), False


def ask_gain(state: State, frame: Gain) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "count": frame.count}
    return Step(state.side_name(frame.side), "gain", "PB 13.6.4", facts)


@rule("PB 13.6.4")
def judge_give_points(state: State, frame: Gain, order: GivePoints) -> Refusal | int:
    leader = own_unit(state, order.leader, OTHER, "PB 13.6.4")
    if isinstance(leader, Refusal):
        return leader
    if leader not in able(state, frame):
        return Refusal("PB 13.6.4", "leader-cannot-take", {"unit": order.leader})
    return leader


def carry_out_give_points(state: State, frame: Gain, leader: int, chance: Chance) -> list[Event]:
    if frame.count == 1:
        state.agenda.pop()
    else:
        takers = (leader,) if frame.cause in TO_ONE else frame.leaders
        state.agenda[-1] = msgspec.structs.replace(frame, count=frame.count - 1, leaders=takers)
    return take(state, leader, "PB 13.6.4")


def take(state: State, leader: int, rule_id: str) -> list[Event]:
    """A leader takes one point."""
    state.change(leader, load=state.units[leader].load + 1)
    return [PointsReceived(rule=rule_id, holder=state.name(leader), count=1)]


def offer_give_points(state: State, frame: Gain) -> tuple[Offer, ...]:
    leaders_able = state.names(able(state, frame))
    return (Pick("give-points", "leader", leaders_able, tone="main"),) if leaders_able else ()


GIVE_POINTS = Reply(
    GivePoints,
    "PB 13.6.4",
    judge_give_points,
    carry_out_give_points,
    offer=offer_give_points,
)


# --- imports ----------------------------------------------------------------------------------------


def on_railway(state: State) -> list[int]:
    """Leaders on the Ethiopian hexes of the Franco-Ethiopian railway, Addis Ababa included."""
    line = state.theatre.railway("Franco-Ethiopian railway")
    world = state.world
    return [
        u
        for u in leaders(state)
        if state.units[u].place in line and world.ethiopia[state.units[u].place]
    ]


@rule("PB 13.6.4.4")
def import_points(state: State) -> None:
    """Arms by the railway while it is whole: one point for a leader on it."""
    table = state.theatre.scenario["ethiopian_rp"]
    if state.turn not in table["import_turns"]:
        return
    needed = state.world.hexes(table["import_needs_ethiopian"])
    if all(state.control[h] == OTHER for h in needed):
        offer(state, on_railway(state), table["import"], "import")
