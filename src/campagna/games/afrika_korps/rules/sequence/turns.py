"""3, 14.1, 23.4, 24 The beginning and the end of a player turn."""

from __future__ import annotations

import msgspec

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import Isolated, SupplyExpended, TurnBegan
from campagna.games.afrika_korps.rules.combat import losses
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.forces import arrivals, rommel
from campagna.games.afrika_korps.rules.sequence import victory
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.rules.supply.isolation import is_isolated, supplied_hexes
from campagna.games.afrika_korps.state import (
    EMBARKED,
    ISOLATED,
    LATE,
    NOWHERE,
    POOL,
    SEA,
    TURN,
    TURN_FLAGS,
    USED,
    VICTORIES,
    Phase,
    State,
    Unit,
)
from campagna.games.afrika_korps.world import ALLIED, AXIS


@rule("3.1a", "24.2", "19.2a", "20.2", "24.5")
def begin_turn(state: State) -> list[Event]:
    """Snapshots at the beginning of a player turn: ports, isolation, supply, control."""
    side = state.side
    state.phase = Phase.SUPPLY
    state.ports = arrivals.controlled_ports(state, side)
    for unit in state.world.fighters[side]:
        u = state.units[unit]
        flags = u.flags & ~(ISOLATED | LATE | EMBARKED)
        if (u.place >= 0 or u.place == SEA) and is_isolated(state, unit):
            flags |= ISOLATED
        if flags != u.flags:
            state.change(unit, flags=flags)
    for unit in (*state.world.supplies[side], state.world.rommel):
        if state.owner(unit) == side and state.flagged(unit, EMBARKED):
            state.flag(unit, 0, EMBARKED)
    if side == AXIS:
        state.bare_at_start = not captures.supplies_on_map(state, AXIS)
    victory.note_start(state)
    return arrivals.gain_replacements(state)


@rule("14.1b", "23.4.2", "24.2", "24.5", "4.1b", "3.5", "6.1a")
def end_turn(state: State) -> list[Event]:
    """What a player turn leaves behind, then the other side's, or the next game turn."""
    events: list[Event] = []
    if state.options["supply_removed_before_isolation_check"]:
        events += _expend(state)
        events += _count_isolation(state)
    else:
        events += _count_isolation(state)
        events += _expend(state)
    events += _lose_overdue(state)
    if state.side == AXIS and _collapses(state):
        events += losses.eliminate(state, fighters(state, AXIS), "isolation", "24.5")
        return events + victory.end_game(state, "allied_collapse")
    level = victory.wiped_out(state)
    if level:
        return events + victory.end_game(state, level)
    events += victory.note_end(state)
    if state.phase == Phase.OVER:
        return events
    _clear_turn(state)
    events += _rescue_rommel(state)
    return events + _pass_on(state)


def _expend(state: State) -> list[Event]:
    events: list[Event] = []
    for supply in captures.supplies_on_map(state, state.side):
        if state.flagged(supply, USED):
            state.put(supply, POOL)
            state.units[supply] = Unit()
            events.append(SupplyExpended(rule="14.1b", supply=state.name(supply)))
    return events


@rule("24.1", "24.2", "24.4b")
def _count_isolation(state: State) -> list[Event]:
    """Isolated at the beginning and at the end of the own turn, twice in a row: eliminated."""
    lost = []
    events: list[Event] = []
    for unit in state.world.fighters[state.side]:
        u = state.units[unit]
        if u.place < 0 and u.place != SEA:
            continue
        count = u.count + 1 if u.flags & ISOLATED and is_isolated(state, unit) else 0
        if count != u.count:
            state.change(unit, count=count)
        if count:
            where = state.hex_name(u.place) if u.place >= 0 else "sea"
            events.append(Isolated(rule="24.2", unit=state.name(unit), hex=where, count=count))
        if count >= state.world.tables["isolation"]["turns"]:
            lost.append(unit)
    return events + losses.eliminate(state, lost, "isolation", "24.2")


@rule("23.4.2")
def _lose_overdue(state: State) -> list[Event]:
    """Whoever went to sea in an earlier turn and did not land is lost; Rommel is put ashore (22.4a)."""
    side = state.side
    lost = [
        u
        for u in state.world.fighters[side]
        if state.place(u) == SEA and not state.flagged(u, EMBARKED)
    ]
    events = losses.eliminate(state, lost, "sea", "23.4.2")
    for supply in state.world.supplies[side]:
        if state.place(supply) == SEA and not state.flagged(supply, EMBARKED):
            state.units[supply] = Unit()
            events.append(SupplyExpended(rule="23.4.2", supply=state.name(supply)))
    overdue = state.place(state.world.rommel) == SEA
    if side == AXIS and overdue and not state.flagged(state.world.rommel, EMBARKED):
        events += rommel.come_ashore(state)
    return events


@rule("24.5")
def _collapses(state: State) -> bool:
    """The Axis without any supply on the map at the beginning and end of two turns in a row."""
    bare = state.bare_at_start and not captures.supplies_on_map(state, AXIS)
    state.bare_turns = state.bare_turns + 1 if bare else 0
    return bool(state.bare_turns >= state.world.tables["isolation"]["axis_without_supply"])


@rule("5.5")
def _clear_turn(state: State) -> None:
    """Marks of the turn come off every unit; factors that were not used are not kept."""
    for i, u in enumerate(state.units):
        if u.flags & TURN_FLAGS or u.trail or u.since != NOWHERE:
            state.units[i] = msgspec.structs.replace(
                u,
                flags=u.flags & ~TURN_FLAGS,
                spent=0,
                road=0,
                lane=NOWHERE,
                since=NOWHERE,
                trail=(),
            )
    state.ports = []
    state.victories = []
    state.rommel_path = []
    state.must_attack = []
    state.must_defend = []
    state.front = []
    state.depots = []
    state.sorties = []
    state.prey = []
    state.robbed = []
    state.inroads = []
    state.spared = []
    state.maps.memos.touch(VICTORIES | TURN)


@rule("22.4c")
def _rescue_rommel(state: State) -> list[Event]:
    if rommel.is_cut_off(state, supplied_hexes(state, AXIS)):
        return rommel.displace(state)
    return rommel.check(state)


@rule("3", "3.5", "4.2c", "19.8")
def _pass_on(state: State) -> list[Event]:
    """The next player turn; after the last one the game ends."""
    if state.side == AXIS:
        state.side = ALLIED
        state.phase = Phase.SUPPLY
        return []
    if state.turn == state.world.last_turn:
        return victory.end_game(state, "allied_time")
    state.side = AXIS
    state.turn += 1
    state.phase = Phase.SUPPLY
    return [TurnBegan(rule="3.5", turn=state.turn)]
