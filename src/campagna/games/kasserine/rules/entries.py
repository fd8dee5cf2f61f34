"""Later entries: when and where divisions come onto the map, and how they are kept out (CAL-16 to CAL-20)."""

from __future__ import annotations

from campagna.core.contract import Event, Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import CommanderReplaced, EntryCancelled
from campagna.games.kasserine.rules.path import off_road
from campagna.games.kasserine.rules.zones import held, zone
from campagna.games.kasserine.state import BLOCKING, CANCELLED, EXITED, REPLACED, TRAY, State
from campagna.games.kasserine.world import ALLIED, UCT, Group
from campagna.hexes.kernels import BARRED


@rule("SET-1", "SET-10", "CAL-4", "CAL-16")
def entitled(state: State, unit: int) -> bool:
    """Whether a piece in the tray may come onto the map in this turn; entry may be delayed."""
    u = state.units[unit]
    if u.place != TRAY or u.side != state.side:
        return False
    group = state.world.group_of.get(unit)
    return group is not None and group.move <= state.move


def waiting(state: State) -> list[int]:
    """Every piece of the phasing side that may come in now."""
    return [
        u for g in state.world.groups if g.move <= state.move for u in g.units if entitled(state, u)
    ]


@rule("CAL-16", "CAL-17", "CAL-18", "CAP-6", "VIC-1")
def refuse_absent(state: State, unit: int, rule_id: str) -> Refusal:
    """Why a piece that is off the map and may not come in does nothing there."""
    name: dict[str, Fact] = {"unit": state.name(unit)}
    place, group = state.place(unit), state.world.group_of.get(unit)
    if place == TRAY and group is not None and group.move > state.move:
        return Refusal("CAL-16", "not-due", {**name, "move": group.move})
    if place == CANCELLED and group is not None:
        return Refusal("CAL-17", "entry-cancelled", {**name, "hex": state.hex_name(group.hex)})
    if place == BLOCKING:
        return Refusal("CAL-18", "left-to-block", name)
    if place == EXITED:
        return Refusal("VIC-1", "left-for-good", name)
    if place == REPLACED:
        return Refusal("CAP-6", "relieved", name)
    return Refusal(rule_id, "not-on-map", name)


@rule("CAL-19")
def is_shut(state: State, hex_: int, side: int) -> bool:
    """An enemy piece stands on an edge hex, or on all its neighbours."""
    enemy = held(state, 1 - side)
    return bool(enemy[hex_]) or all(enemy[h] for h in state.world.near[hex_])


@rule("CAL-16", "CAL-19")
def entry_hexes(state: State, unit: int, kind: str) -> list[tuple[int, int]]:
    """Where a piece may appear, with the cost in half points.

    The entry hex itself costs nothing. If it is shut, the nearest hex of the same edge that is not
    takes its place, at its off-road cost. Enemy zones do not matter, unless the option says so for
    commands and supplies (A5).
    """
    world = state.world
    group = world.group_of[unit]
    found: list[tuple[int, int]] = []
    if not is_shut(state, group.hex, group.side):
        found = [(group.hex, 0)]
    else:
        distance = world.board.grid.distance
        for h in world.border[group.hex]:
            if found and distance(h, group.hex) > distance(found[0][0], group.hex):
                break
            cost = off_road(world, kind, h)
            if h != group.hex and cost != BARRED and not is_shut(state, h, group.side):
                found.append((h, cost))
    if not state.options["entry_in_enemy_zone"] and world.kind[unit] != UCT:
        danger = zone(state, 1 - group.side)
        found = [(h, cost) for h, cost in found if not danger[h]]
    return found


@rule("CAL-19", "ATT-2")
def halts(state: State, unit: int, hex_: int) -> bool:
    """Whether a piece that comes in here has entered an enemy zone: only by a substitute hex (A42).

    Movement begins on the printed entry hex (CAL-16), and to begin in a zone stops nobody.
    """
    if not state.options.fixed("substitute-entry-stops"):
        return False
    group = state.world.group_of[unit]
    return hex_ != group.hex and bool(zone(state, 1 - group.side)[hex_])


@rule("CAL-17")
def still_due(state: State, hex_: int, side: int) -> list[Group]:
    """Groups of divisions of a side that have pieces yet to enter by this hex (A36)."""
    return [
        g
        for g in state.world.groups_by.get(hex_, ())
        if g.side == side and g.division and any(state.place(u) == TRAY for u in g.units)
    ]


@rule("CAL-17")
def cancel(state: State, hex_: int, side: int) -> list[Event]:
    """The road is blocked for good: whoever still waits for it never comes."""
    events: list[Event] = []
    for group in still_due(state, hex_, side):
        lost = [u for u in group.units if state.place(u) == TRAY]
        for unit in lost:
            state.put(unit, CANCELLED)
        events.append(
            EntryCancelled(
                rule="CAL-17",
                group=group.name,
                units=state.names(lost),
                hex=state.hex_name(hex_),
            )
        )
    return events


@rule("CAP-6", "CMD-9")
def relieve(state: State) -> list[Event]:
    """Patton takes over where Fredendall's counter stands; if it is gone he enters by his road."""
    world = state.world
    due = state.side == ALLIED and state.move >= world.patton_move
    here = state.place(world.replaced)
    if not due or here < 0 or state.place(world.patton) != TRAY:
        return []
    state.put(world.replaced, REPLACED)
    state.put(world.patton, here)
    return [
        CommanderReplaced(
            rule="CAP-6",
            unit=state.name(world.patton),
            old=state.name(world.replaced),
            hex=state.hex_name(here),
        )
    ]
