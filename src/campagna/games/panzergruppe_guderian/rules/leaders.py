"""10.0 Soviet leaders: attack support, stranding and the optional withdrawal.

Their radius and supply are in `supply`, their entry into zones in `movement`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal
from campagna.core.decision import Decision, certain
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import LeaderWithdrawn, WentBack
from campagna.games.panzergruppe_guderian.orders import Withdraw
from campagna.games.panzergruppe_guderian.rules.movement import can_escort
from campagna.games.panzergruppe_guderian.rules.stacking import has_room
from campagna.games.panzergruppe_guderian.rules.untried import eliminate
from campagna.games.panzergruppe_guderian.rules.zones import blocked, zone
from campagna.games.panzergruppe_guderian.state import (
    DISRUPTED,
    NOWHERE,
    WAITING,
    WITHDRAWN,
    State,
)
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from campagna.hexes.grid import OFF_MAP


@rule("10.36a", "10.36b", "10.36c", "10.1", "6.64")
def support(state: State, attackers: Iterable[int], strength: int) -> int:
    """What leaders in an attack add to the units stacked with them: never more than those have."""
    known, units = state.world.ratings, state.units
    ratings = sum(
        [known[u] for u in attackers if u < len(known) and not units[u].flags & DISRUPTED]
    )
    return min(ratings, strength)


# --- 10.23, 12.3: stranded after a revelation -------------------------------------------------------


@rule("10.23b", "10.23c", "10.23d", "12.3c", "12.3d")
def send_back(
    state: State, attackers: Sequence[int], bases: Iterable[int]
) -> tuple[list[int], list[Event]]:
    """After the revelation in a Soviet attack: who goes back, and what is left of the attack.

    A 0-1-6 goes back in any case, a leader in one of the attacking hexes if no unit able to attack
    is left with him, whether he took part or not (AMB-51). One whom the enemy came to has no hex
    to go back to: it stays out of the fight, as does a leader left without units to support.
    """
    present = [u for u in attackers if state.units[u].place >= 0]
    supported = {state.units[u].place for u in present if can_escort(state, u)}
    leaves = [u for u in present if not state.is_leader(u) and not can_escort(state, u)]
    stays = [u for u in present if u not in leaves and state.units[u].place in supported]
    for base in bases:
        stack = state.stack(base)
        if not any(can_escort(state, x) for x in stack):
            leaves += [x for x in stack if state.is_leader(x)]
    events: list[Event] = []
    for unit in leaves:
        events += _go_back(state, unit)
    return stays, events


def _go_back(state: State, unit: int) -> list[Event]:
    u = state.units[unit]
    if u.back == NOWHERE:
        return []
    rule_id = "10.23b" if state.is_leader(unit) else "12.3d"
    if blocked(state, SOVIET)[u.back] or not has_room(state, unit, u.back):
        return [eliminate(state, unit, "10.23d")]
    state.put(unit, u.back, back=NOWHERE)
    return [WentBack(rule=rule_id, unit=state.name(unit), hex=state.world.hex_ids[u.back])]


# --- 10.4: optional withdrawal ----------------------------------------------------------------------


@rule("10.4b")
def surrounded(state: State, leader: int) -> bool:
    """All six sides closed by Germans or their zones; friendly units open a hex, lakes close it.

    The map edge closes too, except in the east (AMB-18).
    """
    world = state.world
    place = state.units[leader].place
    if place in world.east_edge:
        return False
    danger = zone(state, GERMAN)
    for d in range(6):
        there = world.board.grid.neighbour(place, d)
        if there == OFF_MAP or world.walls[place * 6 + d] or state.maps.held[GERMAN][there]:
            continue
        if not danger[there] or state.maps.held[SOVIET][there]:
            return False
    return True


@rule("10.4a", "10.4b")
def withdrawable(state: State) -> list[int]:
    limits = state.world.scenario["limits"]["leader_withdrawal"]
    if not state.options["leader_withdrawal"] or state.withdrawn_this_turn:
        return []
    if state.withdrawals >= limits["total"]:
        return []
    return [
        x
        for x in range(len(state.world.leaders))
        if state.units[x].place >= 0 and surrounded(state, x)
    ]


@rule("10.4a", "10.4b")
def judge_withdraw(state: State, order: Withdraw) -> Refusal | int:
    leader = state.find(order.leader)
    if leader == NOWHERE:
        return Refusal("3.4a", "unknown-unit", {"unit": order.leader})
    if state.side(leader) != SOVIET:
        return Refusal("10.4a", "not-your-unit", {"unit": order.leader})
    if not state.is_leader(leader) or state.units[leader].place < 0:
        return Refusal("10.4a", "no-leader-there", {"unit": order.leader})
    if not surrounded(state, leader):
        return Refusal("10.4b", "not-surrounded", {"unit": order.leader})
    if leader not in withdrawable(state):
        return Refusal("10.4a", "no-withdrawal-left", {"unit": order.leader})
    return leader


@rule("10.4a", "10.4c")
def carry_out_withdraw(state: State, leader: int, chance: Chance) -> list[Event]:
    # He comes back rested: points spent, lost supply and disruption stay behind.
    state.put(leader, WITHDRAWN, flags=0, back=NOWHERE)
    state.set_movement(leader, spent=0)
    state.withdrawals += 1
    state.withdrawn_this_turn = True
    return [LeaderWithdrawn(rule="10.4a", unit=state.name(leader))]


@rule("10.4c")
def bring_back(state: State) -> None:
    """Leaders withdrawn on an earlier turn wait at their entry hex again."""
    entry = state.world.scenario["limits"]["leader_withdrawal"]["returns_at"]
    for x in range(len(state.world.leaders)):
        if state.units[x].place == WITHDRAWN:
            state.put(x, WAITING, entry=entry)


@rule("10.4a", "10.4c")
def forecast_withdraw(state: State, leader: int) -> Forecast:
    """He is saved and may come back if a turn is left; one of few withdrawals is used up."""
    scenario = state.world.scenario
    limits, turn = scenario["limits"]["leader_withdrawal"], state.turn + 1
    facts: dict[str, Fact] = {"unit": state.name(leader)}
    if turn > scenario["turns"]:
        saved = Note("leader-too-late", facts, grave=True)
    else:
        saved = Note("leader-back", {**facts, "entry": limits["returns_at"], "turn": turn})
    total = int(limits["total"])
    left = {"left": total - state.withdrawals - 1, "of": total}
    return replace(certain("10.4a"), notes=(saved, Note("withdrawals-left", left, grave=True)))


def offer_withdrawals(state: State) -> tuple[Offer, ...]:
    able = state.names(withdrawable(state))
    return (Pick("withdraw", "leader", able),) if able else ()


WITHDRAW = Decision(
    Withdraw,
    "10.4a",
    judge_withdraw,
    carry_out_withdraw,
    forecast_withdraw,
    offer=offer_withdrawals,
)
