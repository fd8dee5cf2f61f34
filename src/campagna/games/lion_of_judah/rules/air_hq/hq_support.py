"""10.2.3 Combat support: HQs for a resource point each, and leaders in their stead (PB 13.6.4)."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Note, Refusal
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.field_events import HqCommitted
from campagna.games.lion_of_judah.flags import M_SIDE, NOWHERE
from campagna.games.lion_of_judah.frames import Battle, Stage, Support
from campagna.games.lion_of_judah.orders import CommitHq
from campagna.games.lion_of_judah.rules.ethiopia.leaders import is_negus
from campagna.games.lion_of_judah.rules.general.names import own_box, own_unit
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.prices import carried_note, points_note
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935

SUPPORT_REACH = 1
"""Hexes between a supporter and those whom it supports: their own hex or the next."""
OWN_POINTS = ""
"""In place of a box: the points the leader carries."""


def supporting_side(battle: Battle) -> int:
    """12.4-5: the attacker commits first, then the defender."""
    return battle.side if battle.stage == Stage.ATTACKER_HQ else 1 - battle.side


def fighters(battle: Battle, side: int) -> tuple[int, ...]:
    return battle.attackers if side == battle.side else battle.defenders


@rule("10.2.3-a", "10.2-a")
def refuse_supporter(state: State, battle: Battle, unit: int) -> Refusal | None:
    """Why an HQ or leader cannot support this combat, whoever pays."""
    counter, side = state.counter(unit), state.own(unit)
    facts = {"unit": state.name(unit)}
    if counter.type == "leader":
        return _refuse_leader(state, battle, unit)
    if counter.type != "hq" or state.units[unit].place < 0:
        return Refusal("10.2.3-a", "no-support", facts)
    if state.has(unit, M_SIDE):
        return Refusal("10.2-a", "hq-has-moved", facts)
    if not _near(state, unit, fighters(battle, side)):
        return Refusal("10.2.3-a", "support-too-far", facts)
    if not in_supply(state, unit):
        return Refusal("10.2.3-a", "hq-unsupplied", facts)
    return None


@rule("PB 13.6.4.2", "PB 13.6.4.3", "PB 14.6.10")
def _refuse_leader(state: State, battle: Battle, leader: int) -> Refusal | None:
    """A leader supports his own faction next to him, the Negus any, the Emperor of 1941 patriots."""
    facts = {"unit": state.name(leader)}
    if state.units[leader].place < 0:
        return Refusal("10.2.3-a", "no-support", facts)
    mine = fighters(battle, state.own(leader))
    if state.part != S1935:
        here = state.units[leader].place
        served = state.theatre.scenario["emperor"]["shift_for"]
        near = [u for u in mine if state.units[u].place == here and _serves(state, u, served)]
        return None if near else Refusal("PB 14.6.10", "support-too-far", facts)
    if not is_negus(state, leader):
        mine = tuple(u for u in mine if state.counter(u).faction == state.counter(leader).faction)
    if not _near(state, leader, mine):
        return Refusal("PB 13.6.4.2", "support-too-far", facts)
    return None


def _serves(state: State, unit: int, served: list[str]) -> bool:
    return state.counter(unit).type in served or state.name(unit) in served


def _near(state: State, unit: int, others: tuple[int, ...]) -> bool:
    """In the hex of one of the others or next to it, walls or not."""
    here, distance = state.units[unit].place, state.world.board.grid.distance
    return any(distance(here, state.units[u].place) <= SUPPORT_REACH for u in others)


# --- who pays ---------------------------------------------------------------------------------------


@rule("10.2.3-a", "PB 13.6.4", "PB 14.6.10")
def refuse_price(state: State, unit: int, box: str, points: int) -> Refusal | None:
    """Why these points cannot be paid by this box, or by what the leader carries."""
    if state.counter(unit).type == "leader" and state.part == S1935:
        held = state.units[unit].load
        if box != OWN_POINTS or held < points:
            facts: dict[str, Fact] = {"unit": state.name(unit), "count": held}
            return Refusal("PB 13.6.4.2", "leader-without-points", facts)
        return None
    number = own_box(state, box, state.own(unit))
    if isinstance(number, Refusal):
        return number
    if state.counter(unit).type == "leader":
        if box != state.theatre.scenario["emperor"]["box"]:
            return Refusal("PB 14.6.10", "wrong-box", {"box": box})
        if state.boxes[number] < points:
            held = state.boxes[number]
            return Refusal("7.3.1-a", "too-few-points", {"box": box, "count": held})
        return None
    return resources.refuse_payment(state, number, unit, points)


def accounts(state: State, unit: int) -> list[str]:
    """Who can pay a point for this supporter."""
    own = [state.theatre.boxes[b].id for b in resources.side_boxes(state, state.own(unit))]
    return [box for box in (OWN_POINTS, *own) if refuse_price(state, unit, box, 1) is None]


# --- the decision -----------------------------------------------------------------------------------


@rule("10.2.3-b", "12.4-5", "PB 13.6.4.3")
def judge_commit_hq(state: State, battle: Battle, order: CommitHq) -> Refusal | tuple[Support, ...]:
    """Two supporters at most; each gives one shift, only the Negus two."""
    side, most = supporting_side(battle), state.world.tables["combat"]["hq_max"]
    if len(order.support) > most:
        return Refusal("10.2.3-b", "too-much-support", {"count": most})
    shifts: dict[tuple[int, str], int] = {}
    due: dict[str, int] = {}
    for name, box in order.support:
        unit = own_unit(state, name, side, "10.2.3-a")
        if isinstance(unit, Refusal):
            return unit
        refusal = refuse_supporter(state, battle, unit)
        if refusal is not None:
            return refusal
        if any(u == unit for u, _ in shifts) and not is_negus(state, unit):
            return Refusal("10.2.3-b", "supports-once", {"unit": name})
        shifts[unit, box] = shifts.get((unit, box), 0) + 1
        account = box or name
        due[account] = due.get(account, 0) + 1
        refusal = refuse_price(state, unit, box, due[account])
        if refusal is not None:
            return refusal
    return tuple(
        Support(unit, n, state.theatre.box_index.get(box, NOWHERE))
        for (unit, box), n in shifts.items()
    )


@rule("10.2.3-a", "10.2.3-b", "12.4-5", "7.3.1-a")
def carry_out_commit_hq(
    state: State, battle: Battle, plan: tuple[Support, ...], chance: Chance
) -> list[Event]:
    """Pay, and note the support in the combat on top of the agenda."""
    events: list[Event] = []
    side = supporting_side(battle)
    for s in plan:
        if s.box == NOWHERE:
            events += resources.spend_carried(state, s.unit, s.shifts, "support")
        else:
            events += resources.spend(state, s.box, s.shifts, "support", "10.2.3-b")
    if plan:
        units = state.names(s.unit for s in plan)
        shifts = sum(s.shifts for s in plan)
        event = HqCommitted(rule="10.2.3-b", side=state.side_name(side), units=units, shifts=shifts)
        events.append(event)
    attacking = side == battle.side
    both = (plan, battle.support[1]) if attacking else (battle.support[0], plan)
    state.agenda[-1] = msgspec.structs.replace(battle, support=both)
    return events


def notes(state: State, plan: tuple[Support, ...]) -> tuple[Note, ...]:
    """The points of each account, and the columns that they buy."""
    if not plan:
        return (Note("no-support"),)
    boxes: dict[int, int] = {}
    for s in plan:
        if s.box != NOWHERE:
            boxes[s.box] = boxes.get(s.box, 0) + s.shifts
    own = [carried_note(state, s.unit, s.shifts) for s in plan if s.box == NOWHERE]
    bought = Note("support-shifts", {"count": sum(s.shifts for s in plan)})
    return (bought, *(points_note(state, box, n) for box, n in boxes.items()), *own)


def supporters(state: State, battle: Battle, side: int) -> tuple[int, ...]:
    """The HQs and leaders of a side that can support a combat and be paid for."""
    return tuple(
        u
        for u in state.on_map(side)
        if state.counter(u).type in ("hq", "leader")
        and refuse_supporter(state, battle, u) is None
        and accounts(state, u)
    )


def _paid_supporters(state: State, battle: Battle) -> list[tuple[str, str]]:
    """Each supporter with each that can pay for it."""
    return [
        (state.name(u), box)
        for u in supporters(state, battle, supporting_side(battle))
        for box in accounts(state, u)
    ]


def offer_commit_hq(state: State, battle: Battle) -> tuple[Offer, ...]:
    """Supporters, or none; together they must be two at most, and paid for."""
    found = tuple(_paid_supporters(state, battle))
    most = min(int(state.world.tables["combat"]["hq_max"]), len(found))
    twice = {name for name, _ in found if is_negus(state, state.world.slots[name])}
    most = max(most, 2) if twice else most
    offer = Pick(
        "commit-hq", "support", found, many=True, least=0, most=most, exact=False, tone="main"
    )
    return (offer,)


def commitments(state: State, battle: Battle) -> list[CommitHq]:
    """Nobody, or any one or two supporters with whoever can pay for them."""
    one = _paid_supporters(state, battle)
    pairs = [CommitHq((a, b)) for i, a in enumerate(one) for b in one[i:]]
    found = [CommitHq(), *(CommitHq((a,)) for a in one), *pairs]
    return [o for o in found if not isinstance(judge_commit_hq(state, battle, o), Refusal)]


@rule("5.2-E-II", "10.2.1-d")
def flip_back(state: State) -> None:
    """At the end of the turn every HQ supports again, and its trucks are free."""
    for unit in state.theatre.units:
        if state.has(unit, M_SIDE):
            state.flag(unit, 0, M_SIDE)
            for truck in state.trucks_under(unit):
                state.change(truck, carrier=NOWHERE)
