"""PB 13.6.2.4 Leaders left alone: caught, or away to their people."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.field_events import LeaderEscaped
from campagna.games.lion_of_judah.flags import HOLDING
from campagna.games.lion_of_judah.frames import Refuge
from campagna.games.lion_of_judah.orders import Flee
from campagna.games.lion_of_judah.rules.general import losses, stacking
from campagna.games.lion_of_judah.rules.general.names import one_hex
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935


@rule("PB 13.6.2.4", "A-39", "PB 14.6.10")
def alone(state: State, hex_: int, chance: Chance) -> list[Event]:
    """Leaders in a hex the enemy is about to enter roll one by one; the Emperor of 1941 is lost."""
    events: list[Event] = []
    for leader in state.stack(hex_):
        if state.counter(leader).type != "leader":
            continue
        if state.part != S1935:
            events += losses.eliminate(state, leader, "caught", "PB 14.6.10")
            continue
        die = chance.roll(6, "leader escape")
        refuges = _refuges(state, leader)
        caught = die <= state.world.tables["leader_escape"]["eliminated_up_to"]
        if caught or not refuges:
            name = state.name(leader)
            events.append(LeaderEscaped(rule="PB 13.6.2.4", leader=name, die=die))
            events += losses.eliminate(state, leader, "caught", "PB 13.6.2.4")
        else:
            events += _escape(state, leader, refuges, die)
    return events


def _escape(state: State, leader: int, refuges: list[int], die: int) -> list[Event]:
    """To the nearest refuge; between equally near ones the Ethiopian chooses (he waits off the map)."""
    name = state.name(leader)
    if len(refuges) == 1:
        state.put(leader, refuges[0])
        to = state.hex_name(refuges[0])
        return [LeaderEscaped(rule="PB 13.6.2.4", leader=name, die=die, to=to)]
    state.put(leader, HOLDING)
    state.agenda.append(Refuge(OTHER, leader, tuple(refuges)))
    return [LeaderEscaped(rule="PB 13.6.2.4", leader=name, die=die, to="")]


@rule("PB 13.6.2.4")
def _refuges(state: State, leader: int) -> list[int]:
    """The nearest hexes with his people, else the nearest Ethiopian towns, not too far."""
    faction, here = state.counter(leader).faction, state.units[leader].place
    people = {
        state.units[u].place
        for u in state.on_map(OTHER)
        if u != leader and state.counter(u).faction == faction
    }
    found = _nearest(state, leader, people - {here})
    if found:
        return found
    towns = {h for h in state.world.towns if state.control[h] == OTHER}
    return _nearest(state, leader, towns - {here})


def _nearest(state: State, leader: int, hexes: set[int]) -> list[int]:
    here, measure = state.units[leader].place, state.world.board.grid.distance
    most = state.world.tables["leader_escape"]["refuge_within"]
    open_ = [
        h
        for h in sorted(hexes)
        if measure(here, h) <= most
        and not state.maps.held[ITALIAN][h]
        and stacking.fits(state, OTHER, h, [leader])
    ]
    least = min((measure(here, h) for h in open_), default=0)
    return [h for h in open_ if measure(here, h) == least]


# --- the choice -------------------------------------------------------------------------------------


@rule("PB 13.6.2.4")
def judge_flee(state: State, frame: Refuge, order: Flee) -> Refusal | int:
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if hex_ not in frame.hexes:
        facts = {"unit": state.name(frame.leader), "hex": order.hex}
        return Refusal("PB 13.6.2.4", "no-refuge", facts)
    return hex_


def carry_out_flee(state: State, frame: Refuge, plan: int, chance: Chance) -> list[Event]:
    leader = frame.leader
    state.agenda.pop()
    state.put(leader, plan)
    name, to = state.name(leader), state.hex_name(plan)
    return [LeaderEscaped(rule="PB 13.6.2.4", leader=name, die=0, to=to)]


def ask_flee(state: State, frame: Refuge) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "leader": state.name(frame.leader)}
    return Step(state.side_name(frame.side), "refuge", "PB 13.6.2.4", facts)


def offer_flee(state: State, frame: Refuge) -> tuple[Offer, ...]:
    hexes = tuple(state.hex_name(h) for h in frame.hexes)
    return (Place("flee", {}, subject="", places=hexes, tone="main"),)


FLEE = Reply(Flee, "PB 13.6.2.4", judge_flee, carry_out_flee, offer=offer_flee)
