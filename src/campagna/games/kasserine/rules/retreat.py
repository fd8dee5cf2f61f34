"""Retreats: ways back, enemy zones on them, who goes along (RES-2 to RES-9, RES-12, ATT-15)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import (
    Accompanied,
    PassageAnswered,
    PassageAsked,
    Retreated,
)
from campagna.games.kasserine.frames import Following, Permitting, Retreating
from campagna.games.kasserine.orders import Accompany, Done, LetPass, Retreat
from campagna.games.kasserine.rules.losses import eliminate, reduce
from campagna.games.kasserine.rules.movement import kind_of
from campagna.games.kasserine.rules.path import prices
from campagna.games.kasserine.rules.zones import held, zone
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import SIDES, UCT
from campagna.hexes.kernels import BARRED
from campagna.hexes.naming import hexes, own_units

Way = tuple[int, ...]
RetreatPlan = tuple[int, Way]
"""A unit and the hexes it goes back along."""

# --- ways back ----------------------------------------------------------------------------------------


@rule("RES-2", "RES-3", "RES-6", "RES-7", "RES-8", "MOV-7")
def ways(state: State, unit: int, count: int) -> Iterator[Way]:
    """Every way of so many different hexes that kills nobody.

    Not onto enemies, off the map or into ground the unit cannot enter; terrain costs nothing. Friends
    may be crossed, but the last hex must have room.
    """
    side, here = state.owner(unit), state.place(unit)
    ground, _ = prices(kind_of(state, unit), state.options, shut=False)
    enemy = held(state, 1 - side)
    limit = int(state.world.tables["stacking"]["uct"])

    def onward(way: Way) -> Iterator[Way]:
        if len(way) == count + 1:
            if len(state.fighters_at(way[-1], side)) < limit:
                yield way[1:]
            return
        base = way[-1] * 6
        for s in range(base, base + 6):
            there = ground.near[s]
            if ground.price[s] != BARRED and not enemy[there] and there not in way:
                yield from onward((*way, there))

    return onward((here,))


@rule("RES-5", "RES-9", "NGT-2")
def open_ways(state: State, unit: int, count: int) -> list[Way]:
    """The ways that may be chosen: those clear of enemy zones, if there are any."""
    danger = zone(state, 1 - state.owner(unit))
    all_ways = list(ways(state, unit, count))
    clear = [w for w in all_ways if not any(danger[h] for h in w)]
    return clear or all_ways


def is_watched(state: State, unit: int, way: Way) -> bool:
    danger = zone(state, 1 - state.owner(unit))
    return any(danger[h] for h in way)


# --- the judges ---------------------------------------------------------------------------------------


@rule("RES-4", "RES-9", "RES-12")
def judge_retreat(state: State, frame: Retreating, order: Retreat) -> Refusal | RetreatPlan:
    unit = state.world.index.get(order.unit)
    if unit is None:
        return Refusal("RES-12", "unknown-unit", {"unit": order.unit})
    if unit not in frame.units:
        return Refusal("RES-12", "not-retreating", {"unit": order.unit})
    path = hexes(state, order.path, "RES-2")
    if isinstance(path, Refusal):
        return path
    if tuple(path) in open_ways(state, unit, frame.count):
        return unit, tuple(path)
    return _explain(state, frame, unit, tuple(path))


@rule("RES-2", "RES-3", "RES-6", "RES-7", "RES-9")
def _explain(state: State, frame: Retreating, unit: int, path: Way) -> Refusal:
    facts: dict[str, Fact] = {
        "unit": state.name(unit),
        "count": frame.count,
        "hex": state.hex_name(path[-1]),
    }
    if len(path) != frame.count:
        return Refusal("RES-2", "retreat-length", facts)
    way = (state.place(unit), *path)
    if len(set(way)) < len(way):
        return Refusal("RES-3", "retreat-repeats", facts)
    ground, _ = prices(kind_of(state, unit), state.options, shut=False)
    enemy = held(state, 1 - frame.side)
    for here, there in zip(way, path, strict=False):
        facts["hex"] = state.hex_name(there)
        side = next((s for s in range(here * 6, here * 6 + 6) if ground.near[s] == there), -1)
        if side < 0:
            return Refusal("RES-2", "retreat-not-adjacent", facts)
        if enemy[there]:
            return Refusal("RES-6", "retreat-onto-enemy", facts)
        if ground.price[side] == BARRED:
            return Refusal("RES-7", "retreat-impassable", facts)
    if path not in ways(state, unit, frame.count):
        return Refusal("RES-7", "retreat-no-room", facts)
    return Refusal("RES-9", "retreat-clear-way", facts)


@rule("RES-5")
def judge_let_pass(state: State, frame: Permitting, order: LetPass) -> Refusal | bool:
    return order.agree


@rule("ATT-15")
def judge_stay(state: State, frame: Following, order: Done) -> Refusal | None:
    """Nobody has to go along."""
    return None


@rule("ATT-15")
def judge_accompany(state: State, frame: Following, order: Accompany) -> Refusal | list[int]:
    units = own_units(state, order.units, frame.side, "ATT-15")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        if unit not in frame.pieces:
            return Refusal("ATT-15", "cannot-accompany", {"unit": state.name(unit)})
    return units


# --- carrying it out ----------------------------------------------------------------------------------


@rule("RES-5", "RES-12")
def carry_out_retreat(
    state: State, frame: Retreating, plan: RetreatPlan, chance: Chance
) -> list[Event]:
    """A clear way is gone at once; through enemy zones the winner is asked first."""
    unit, way = plan
    state.agenda[-1] = msgspec.structs.replace(
        frame, units=tuple(u for u in frame.units if u != unit)
    )
    if not is_watched(state, unit, way):
        return lead_back(state, unit, way)
    state.agenda.append(Permitting(1 - frame.side, unit, way))
    path = (state.hex_name(state.place(unit)), *state.hex_names(way))
    return [PassageAsked(rule="RES-5", unit=state.name(unit), path=path)]


@rule("RES-5")
def carry_out_let_pass(state: State, frame: Permitting, agree: bool, chance: Chance) -> list[Event]:
    """The unit passes unharmed, or stays and is reduced on the spot."""
    state.agenda.pop()
    event = PassageAnswered(
        rule="RES-5", unit=state.name(frame.unit), side=SIDES[frame.side], agree=agree
    )
    if agree:
        return [event, *lead_back(state, frame.unit, frame.path)]
    return [event, reduce(state, frame.unit, "forbidden", "RES-5")]


@rule("RES-2", "ATT-15")
def lead_back(state: State, unit: int, way: Way) -> list[Event]:
    """The unit goes; commands and mobile supplies of its hex may go with it, if their owner likes."""
    here, side = state.place(unit), state.owner(unit)
    state.put(unit, way[-1])
    pieces = tuple(
        u for u in state.stack(here) if state.world.kind[u] != UCT and not state.world.fixed[u]
    )
    if pieces:
        state.agenda.append(Following(side, pieces, way[-1]))
    path = (state.hex_name(here), *state.hex_names(way))
    return [Retreated(rule="RES-2", unit=state.name(unit), path=path)]


@rule("ATT-15")
def carry_out_accompany(
    state: State, frame: Following, units: list[int], chance: Chance
) -> list[Event]:
    state.agenda.pop()
    for unit in units:
        state.put(unit, frame.hex)
    hex_ = state.hex_name(frame.hex)
    return [Accompanied(rule="ATT-15", units=state.names(units), hex=hex_)]


@rule("ATT-15")
def carry_out_stay(state: State, frame: Following, plan: None, chance: Chance) -> list[Event]:
    state.agenda.pop()
    return []


# --- who is asked -------------------------------------------------------------------------------------


@rule("RES-4")
def ask_retreat(state: State, frame: Retreating) -> Step:
    """The loser leads his units, or the winner does, as the table says."""
    facts: dict[str, Fact] = {
        "move": state.move,
        "units": state.names(frame.units),
        "count": frame.count,
    }
    return Step(SIDES[frame.by], "retreat", "RES-4", facts)


@rule("RES-5")
def ask_passage(state: State, frame: Permitting) -> Step:
    facts: dict[str, Fact] = {
        "move": state.move,
        "unit": state.name(frame.unit),
        "path": state.hex_names(frame.path),
    }
    return Step(SIDES[frame.side], "let-pass", "RES-5", facts)


@rule("ATT-15")
def ask_company(state: State, frame: Following) -> Step:
    facts: dict[str, Fact] = {
        "move": state.move,
        "units": state.names(frame.pieces),
        "hex": state.hex_name(frame.hex),
    }
    return Step(SIDES[frame.side], "accompany", "ATT-15", facts)


@rule("RES-6", "RES-7", "RES-12")
def settle_retreat(state: State, frame: Retreating, chance: Chance) -> Settled:
    """What happens without a choice: the last with one way goes, those without any are lost.

    As long as somebody has a way the others wait: his going may make room for them.
    """
    found = {u: open_ways(state, u, frame.count) for u in frame.units}
    if not any(found.values()):
        state.agenda.pop()
        return [eliminate(state, u, "retreat", "RES-7") for u in frame.units], False
    last = frame.units[0]
    if len(frame.units) == 1 and len(found[last]) == 1:
        return carry_out_retreat(state, frame, (last, found[last][0]), chance), False
    return [], True


# --- what is offered ----------------------------------------------------------------------------------


def retreats(state: State, frame: Retreating) -> dict[int, list[Way]]:
    """Who may go back next, and by which ways."""
    found = {u: open_ways(state, u, frame.count) for u in frame.units}
    return {u: ways_ for u, ways_ in found.items() if ways_}


def offer_retreats(state: State, frame: Retreating) -> tuple[Offer, ...]:
    """Units that may go the same ways share them."""
    alike: dict[tuple[Way, ...], list[int]] = {}
    for unit, found in retreats(state, frame).items():
        alike.setdefault(tuple(found), []).append(unit)
    groups = tuple(
        offers.Ways(state.names(units), tuple(offers.Way(state.hex_names(w)) for w in found))
        for found, units in alike.items()
    )
    return (offers.Routes("retreat", groups, tone="main"),) if groups else ()


def offer_passage(state: State, frame: Permitting) -> tuple[Offer, ...]:
    return (
        offers.Say("let-pass", fixed={"agree": True}),
        offers.Say("let-pass", fixed={"agree": False}),
    )


def offer_company(state: State, frame: Following) -> tuple[Offer, ...]:
    names = state.names(frame.pieces)
    most = len(names)
    return (offers.Pick("accompany", "units", names, many=True, most=most, tone="main"),)


def offer_stay(state: State, frame: Following) -> tuple[Offer, ...]:
    return (offers.Say("done", tone="decline"),)


RETREAT = Reply(Retreat, "RES-2", judge_retreat, carry_out_retreat, offer=offer_retreats)
LET_PASS = Reply(LetPass, "RES-5", judge_let_pass, carry_out_let_pass, offer=offer_passage)
ACCOMPANY = Reply(Accompany, "ATT-15", judge_accompany, carry_out_accompany, offer=offer_company)
STAY = Reply(Done, "CAL-2", judge_stay, carry_out_stay, offer=offer_stay)
