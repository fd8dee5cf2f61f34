"""6.5 Overrun and 6.6 Disruption."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Attack, Extra, Offer, Toggle
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Disrupted, Occupied, Recovered
from campagna.games.panzergruppe_guderian.frames import Battle
from campagna.games.panzergruppe_guderian.orders import Overrun
from campagna.games.panzergruppe_guderian.rules import (
    combat,
    first_turn,
    movement,
    rail,
    results,
    victory,
)
from campagna.games.panzergruppe_guderian.rules.naming import own_units, path_hexes
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import (
    COMMANDED,
    DISRUPTED,
    ENTERED,
    GERMAN_MECH_MOVE,
    MOVED,
    NOWHERE,
    RAILED,
    STOPPED,
    UNTRIED,
    State,
    acting_side,
)
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from campagna.hexes.grid import OFF_MAP

SPENT = DISRUPTED | RAILED | STOPPED
"""Flags of a unit that overruns nobody any more in this phase."""


class OverrunPlan(msgspec.Struct, frozen=True):
    units: list[int]
    target: int
    cut: list[int]
    lift: list[int]


# --- the judge ------------------------------------------------------------------------------------


@rule("6.5a", "6.51a", "6.51b", "6.54a", "6.54b", "6.54c", "6.56a", "6.57", "6.11b", "S2-9")
def judge_overrun(state: State, order: Overrun) -> Refusal | OverrunPlan:
    """Units of one hex against everybody in one other hex."""
    side = acting_side(state.phase)
    units = own_units(state, order.units, side, "6.5a")
    if isinstance(units, Refusal):
        return units
    target = path_hexes(state, (order.target,))
    if isinstance(target, Refusal):
        return target
    for unit in units:
        refusal = refuse_overrunner(state, unit)
        if refusal is not None:
            return refusal
    refusal = (
        _refuse_group(state, units)
        or combat.refuse_leaders_alone(state, units, "6.53")
        or refuse_target(state, units[0], target[0])
    )
    if refusal is not None:
        return refusal
    if side == SOVIET:
        refusal = _refuse_uncommanded(state, units)
        if refusal is not None:
            return refusal
    cuts = _judge_cuts(state, order, target[0])
    if isinstance(cuts, Refusal):
        return cuts
    return OverrunPlan(units, target[0], *cuts)


@rule("6.51b", "6.52a", "6.52c", "6.62", "6.32a", "4.2 B3", "12.3c", "6.58")
def refuse_overrunner(state: State, unit: int) -> Refusal | None:
    """Why a unit may not take part in an overrun now; being in an enemy zone is no reason (6.56)."""
    u = state.units[unit]
    if u.place < 0:
        return Refusal("6.51a", "not-on-map", {"unit": state.name(unit)})
    left = movement.allowance(state, unit)
    if left < price(state):
        cost = movement.points(price(state))
        facts = {"unit": state.name(unit), "cost": cost, "left": movement.points(left)}
        return Refusal("6.51b", "overrun-too-dear", facts)
    if u.flags & SPENT:
        return movement.refuse_busy(state, unit)
    if state.phase == GERMAN_MECH_MOVE and not movement.is_mechanised(state, unit):
        return Refusal("4.2 B3", "not-mechanised", movement.unit_and_hex(state, unit))
    if first_turn.is_frozen(state, unit):
        return Refusal("5.21a", "army-frozen", {"unit": state.name(unit), "army": u.army})
    if not state.is_leader(unit) and not u.flags & UNTRIED and state.values(unit).attack == 0:
        return Refusal("12.3c", "cannot-attack", movement.unit_and_hex(state, unit))
    return None


def price(state: State) -> int:
    return state.world.overrun_price


@rule("6.51a", "6.54a")
def _refuse_group(state: State, units: Sequence[int]) -> Refusal | None:
    """All from one hex, and all began the phase in one hex; those who entered did so together."""
    first = state.units[units[0]]
    for unit in units[1:]:
        u = state.units[unit]
        facts = {"unit": state.name(unit)}
        if u.place != first.place:
            return Refusal("6.51a", "not-together", {"units": state.names(units)})
        if u.start != first.start:
            return Refusal("6.54a", "started-elsewhere", facts)
    return None


@rule("6.54b", "6.7g", "6.4c")
def refuse_target(state: State, unit: int, target: int) -> Refusal | None:
    """Why a hex may not be overrun: one hex only, next to the units and open to them."""
    place = state.units[unit].place
    side = acting_side(state.phase)
    d = state.world.board.grid.direction(place, target)
    if d == OFF_MAP:
        return Refusal("6.51a", "not-adjacent-to-target", _between(state, unit, target))
    if state.world.walls[place * 6 + d]:
        return Refusal("6.7g", "lake", _between(state, unit, target))
    if not state.maps.held[1 - side][target]:
        return Refusal("6.51b", "no-enemy-there", _between(state, unit, target))
    if side == SOVIET and state.world.closed_west[target] and movement.west_closed(state):
        return Refusal("6.4c", "west-closed", _between(state, unit, target))
    return None


def _between(state: State, unit: int, target: int) -> dict[str, Fact]:
    ids = state.world.hex_ids
    place = state.units[unit].place
    return {"unit": state.name(unit), "from": ids[place], "hex": ids[target]}


@rule("6.55b")
def _refuse_uncommanded(state: State, units: Sequence[int]) -> Refusal | None:
    """Soviet units outside every radius when the phase began; newcomers need a leader (AMB-8)."""
    led = any(state.is_leader(u) for u in units)
    for unit in units:
        flags = state.units[unit].flags
        if state.is_leader(unit) or flags & COMMANDED or (flags & ENTERED and led):
            continue
        return Refusal("6.55b", "overrun-uncommanded", {"unit": state.name(unit)})
    return None


def _judge_cuts(state: State, order: Overrun, target: int) -> Refusal | tuple[list[int], list[int]]:
    if not order.cut and not order.lift:
        return [], []
    names = (order.target,)
    return rail.judge_markers(
        state, names if order.cut else (), names if order.lift else (), [target]
    )


# --- carrying it out ------------------------------------------------------------------------------


@rule("6.51b", "6.51c", "6.51d")
def carry_out_overrun(state: State, plan: OverrunPlan, chance: Chance) -> list[Event]:
    """Pay, then fight; the agenda leads to `finish_overrun`."""
    for unit in plan.units:
        state.set_movement(unit, spent=state.units[unit].spent + price(state))
    state.wanted_cut = plan.target if plan.cut else -1
    state.wanted_lift = plan.target if plan.lift else -1
    return combat.fight(state, plan.units, [plan.target], chance, overrun=True)


@rule(
    "6.51e",
    "6.51f",
    "6.51g",
    "6.52a",
    "6.52b",
    "6.56b",
    "6.56c",
    "6.57",
    "6.58",
    "6.61a",
    "9.67c",
    "9.88",
)
def finish_overrun(state: State, battle: Battle) -> list[Event]:
    """Disrupt what is left of the defenders; enter the emptied hex or stop for the phase."""
    events = _disrupt(state, battle)
    state.maps.movers = None
    target = battle.targets[0]
    attackers = results.alive(state, battle.attackers)
    clean = battle.result.startswith("D") and "/" not in battle.result
    if not clean or state.stack(target) or not attackers:
        results.stop_overrun(state, attackers, overrun=True)
        return events
    side = battle.side
    in_zone = zone(state, 1 - side)[target]
    for unit in attackers:
        u = state.units[unit]
        back = u.place if in_zone else NOWHERE
        state.put(unit, target, flags=u.flags & ~MOVED, back=back)
    hex_id = state.world.hex_ids[target]
    events.append(Occupied(rule="6.51e", units=state.names(attackers), hex=hex_id))
    events += victory.pass_through(state, side, [target])
    if side == GERMAN:
        cut = [target] if state.wanted_cut == target else []
        lift = [target] if state.wanted_lift == target else []
        events += rail.change_cuts(state, cut, lift)
    elif state.cuts:
        events += rail.repair(state, attackers, [target])
    return events


@rule("6.61a", "6.61b", "6.62")
def _disrupt(state: State, battle: Battle) -> list[Event]:
    """A loss or retreat disrupts every survivor of the stack; an engagement does not (AMB-9)."""
    if not battle.result.startswith("D"):
        return []
    hit = [
        u for u in results.alive(state, battle.defenders) if not state.units[u].flags & DISRUPTED
    ]
    for unit in hit:
        state.disrupt(unit)
    return [Disrupted(rule="6.61a", units=state.names(hit))] if hit else []


@rule("6.63", "4.2 A3", "4.2 B4", "S2-12")
def recover_all(state: State, side: int) -> list[Event]:
    """Disruption ends in the owner's removal phase."""
    units = [
        u
        for u in state.maps.marked(DISRUPTED)
        if state.side(u) == side and state.units[u].place >= 0
    ]
    for unit in units:
        state.recover(unit)
    return [Recovered(rule="6.63", units=state.names(units))] if units else []


def forecast_overrun(state: State, plan: OverrunPlan) -> Forecast:
    # Fractions are slow to import, and most processes never ask for a forecast.
    from campagna.games.panzergruppe_guderian.rules.forecast import forecast_battle

    return forecast_battle(state, plan.units, [plan.target], overrun=True)


# --- what is offered ------------------------------------------------------------------------------


@rule("6.5a", "6.54a")
def overrun_options(state: State) -> list[tuple[list[int], int]]:
    """Groups that began the phase together and stand together, each with a hex they may overrun."""
    return [option for place in combat.contacts(state) for option in overruns_from(state, place)]


@rule("6.5a", "6.54a")
def overruns_from(state: State, place: int) -> list[tuple[list[int], int]]:
    """The same for the units of one hex."""
    # Mostly the points are spent: to look first is cheaper than refusals nobody reads.
    able = state.maps.able_to_spend(state.maps.stacks[place], price(state), SPENT)
    if not able:
        return []
    groups: dict[int, list[int]] = {}
    for u in able:
        if refuse_overrunner(state, u) is None:
            groups.setdefault(state.units[u].start, []).append(u)
    found: list[tuple[list[int], int]] = []
    for group in groups.values():
        units = _commanded(state, group)
        if units and not all(state.is_leader(u) for u in units):
            for target in combat.enemies_beside(state, place):
                if refuse_target(state, units[0], target) is None:
                    found.append((units, target))
    return found


@rule("6.55b")
def _commanded(state: State, group: list[int]) -> list[int]:
    """The part of a group that may overrun together."""
    if acting_side(state.phase) != SOVIET:
        return group
    led = any(state.is_leader(u) for u in group)
    return [
        u
        for u in group
        if state.is_leader(u)
        or state.units[u].flags & COMMANDED
        or (state.units[u].flags & ENTERED and led)
    ]


def offer_overruns(state: State) -> tuple[Offer, ...]:
    """Every target with the units that may overrun it.

    Units of two groups never do it together, and leaders and newcomers need company (6.53, 6.55b):
    then the offer is not exact.
    """
    options = overrun_options(state)
    if not options:
        return ()
    names = state.world.hex_ids
    targets: dict[str, tuple[str, ...]] = {}
    exact = True
    for units, target in options:
        before = targets.get(names[target], ())
        exact = exact and not before and not any(state.is_leader(u) for u in units)
        targets[names[target]] = before + state.names(units)
    extras = _markers(state, {target for _, target in options})
    return (Attack("overrun", targets, exact=exact, extras=extras),)


@rule("6.37a", "6.37e")
def _markers(state: State, targets: set[int]) -> tuple[Extra, ...]:
    """A German may cut the rail in the hex that he enters, or pick up a marker there."""
    if acting_side(state.phase) != GERMAN:
        return ()
    found: list[Extra] = []
    if not targets.isdisjoint(state.world.rail_hexes):
        found.append(Toggle("cut"))
    if not targets.isdisjoint(state.cuts):
        found.append(Toggle("lift"))
    return tuple(found)


OVERRUN = Decision(
    Overrun,
    "6.51c",
    judge_overrun,
    carry_out_overrun,
    forecast_overrun,
    offer=offer_overruns,
)
