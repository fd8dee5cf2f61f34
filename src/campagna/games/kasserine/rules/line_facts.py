"""LOG-3 to LOG-8, CMD-2: how far the nearest supply or command is, and where the line to it is cut.

Whoever is refused reads it. What counts is the beginning of the turn: lines end where the unit stood
then, and begin where the commands stood; supplies that supply stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from campagna.core.contract import Fact, Refusal
from campagna.core.rulebook import rule
from campagna.games.kasserine.rules.command import radius
from campagna.games.kasserine.rules.logistics import line_length, supplying
from campagna.games.kasserine.rules.path import FOOT, Terms, doubled, points, prices, reach
from campagna.games.kasserine.rules.zones import Mask, held, watchers, zone
from campagna.games.kasserine.state import NOWHERE, State

LONGEST = 250
"""Half points: longer than any line on this map."""


class Line(NamedTuple):
    """The shortest line to a source, and where it is cut if it is not too long."""

    source: int
    cost: int
    limit: int
    cut: int = NOWHERE
    by: int = NOWHERE


@rule("LOG-3", "LOG-4", "LOG-8")
def supply_line(state: State, unit: int) -> Line | None:
    """From the nearest supply that supplies; None if there is none, or if the line is open now."""
    side, here = state.owner(unit), state.units[unit].start
    sources = {state.place(u): u for u in reversed(supplying(state, side))}
    danger = zone(state, 1 - side)
    return _line(state, (side, here), sources, line_length(state), danger)


@rule("CMD-2", "CMD-4")
def command_line(state: State, unit: int) -> Line | None:
    """From the nearest command that could command the unit; zones do not matter."""
    side, here = state.owner(unit), state.units[unit].start
    world = state.world
    division = world.division_command.get(world.counters[unit].division, NOWHERE)
    commands = [c for c in (division, *world.armies) if c != NOWHERE and state.owner(c) == side]
    starts = {state.units[c].start: c for c in reversed(commands) if state.units[c].start >= 0}
    return _line(state, (side, here), starts, radius(state), world.nothing)


def _line(
    state: State, end: tuple[int, int], sources: Mapping[int, int], limit: int, danger: Mask
) -> Line | None:
    """The line to a hex that a side has there, from these hexes with their pieces."""
    side, here = end
    if not sources or here < 0:
        return None
    enemy, nothing = held(state, 1 - side), state.world.nothing
    past = _line_past(state, here, sources, (enemy, danger))
    if past is not None and past[1] <= limit:
        return None
    free = _line_past(state, here, sources, (nothing, nothing))
    if free is None:
        return None
    way, cost = free
    if cost <= limit:
        cut = next(h for h in way[1:-1] if enemy[h] or danger[h])
        return Line(sources[way[0]], cost, limit, cut, _closing(state, 1 - side, cut))
    way, cost = past or free
    return Line(sources[way[0]], cost, limit)


def _line_past(
    state: State, here: int, sources: Iterable[int], barring: tuple[Mask, Mask]
) -> tuple[list[int], int] | None:
    """The cheapest way for foot infantry from one of these hexes, and its cost."""
    ground, costs = prices(FOOT, state.options, shut=False)
    closed, danger = map(doubled, barring)
    starts = tuple((h, 0) for h in sources)
    found = reach(Terms(ground, costs, LONGEST, closed, danger, starts))
    return (found.path(here), found.cost(here)) if here in found.node else None


def _closing(state: State, side: int, hex_: int) -> int:
    """The piece of a side that stands in a hex or has it in its zone."""
    there = [u for u in state.stack(hex_) if state.owner(u) == side]
    return (there or watchers(state, side, hex_))[0]


# --- what a refusal tells -----------------------------------------------------------------------------

_LINES: Mapping[str, Callable[[State, int], Line | None]] = {
    "unsupplied": supply_line,
    "attack-unsupplied": supply_line,
    "gun-unsupplied": supply_line,
    "attack-uncommanded": command_line,
}


@rule("LOG-1", "CMD-4", "CMD-6", "ART-6")
def explained(state: State, unit: int, refusal: Refusal) -> Refusal:
    """The refusal of a unit without supply or command, with how far and where, if that can be said."""
    line = _LINES[refusal.reason](state, unit) if refusal.reason in _LINES else None
    if line is None:
        return refusal
    if line.cut == NOWHERE:
        return _too_long(state, unit, line, refusal)
    return _cut(state, unit, line, refusal)


def _length(state: State, unit: int, line: Line) -> dict[str, Fact]:
    return {
        "unit": state.name(unit),
        "source": state.name(line.source),
        "cost": points(line.cost),
        "limit": points(line.limit),
    }


def _where(state: State, unit: int, line: Line) -> dict[str, Fact]:
    cut, by = state.hex_name(line.cut), state.name(line.by)
    return {**_length(state, unit, line), "cut": cut, "by": by}


def _too_long(state: State, unit: int, line: Line, refusal: Refusal) -> Refusal:
    match refusal.reason:
        case "unsupplied":
            return Refusal(refusal.rule, "unsupplied-far", _length(state, unit, line))
        case "attack-unsupplied":
            return Refusal(refusal.rule, "attack-unsupplied-far", _length(state, unit, line))
        case "gun-unsupplied":
            return Refusal(refusal.rule, "gun-unsupplied-far", _length(state, unit, line))
    return Refusal(refusal.rule, "attack-uncommanded-far", _length(state, unit, line))


def _cut(state: State, unit: int, line: Line, refusal: Refusal) -> Refusal:
    match refusal.reason:
        case "unsupplied":
            return Refusal(refusal.rule, "unsupplied-cut", _where(state, unit, line))
        case "attack-unsupplied":
            return Refusal(refusal.rule, "attack-unsupplied-cut", _where(state, unit, line))
        case "gun-unsupplied":
            return Refusal(refusal.rule, "gun-unsupplied-cut", _where(state, unit, line))
    return Refusal(refusal.rule, "attack-uncommanded-cut", _where(state, unit, line))
