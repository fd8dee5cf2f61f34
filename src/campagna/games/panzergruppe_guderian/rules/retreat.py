"""9.7 Retreat after combat: the opponent leads, within the priorities of 9.73."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Routes, Way, Ways
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Retreated
from campagna.games.panzergruppe_guderian.frames import Battle, Retreating, Suffer
from campagna.games.panzergruppe_guderian.orders import Retreat
from campagna.games.panzergruppe_guderian.rules import movement, victory
from campagna.games.panzergruppe_guderian.rules.naming import path_hexes
from campagna.games.panzergruppe_guderian.rules.stacking import fits
from campagna.games.panzergruppe_guderian.rules.untried import eliminate
from campagna.games.panzergruppe_guderian.rules.zones import blocked
from campagna.games.panzergruppe_guderian.state import (
    NOWHERE,
    PHASE,
    PLACES,
    RETREATED,
    ZONES,
    State,
)
from campagna.games.panzergruppe_guderian.world import SIDES, SOVIET
from campagna.kit.derived import derived

Route = tuple[int, ...]
RetreatPlan = tuple[int, Route]
"""A unit and the way it is led."""


@rule("9.71b", "9.71c", "9.72a", "9.72b", "9.73a", "6.4d")
@derived(on=PLACES | ZONES | PHASE)
def routes(state: State, frame: Retreating, unit: int) -> list[Route]:
    """The routes open to a retreating unit, without its own hex; empty if it is lost.

    Among the ways that can be completed a vacant hex comes first at every step; by option, then those
    that end as far away as the number of hexes (AMB-14).
    """
    world, start, count = state.world, state.units[unit].place, frame.count
    ways = world.field.ways(world.walls, barred(state, frame.side), start, count)
    # Where no friend stands, stood or passed there is room, and the hex is vacant.
    held = state.maps.held[frame.side]
    used = {h for way in ways for h in way[1:] if held[h]}
    used.update(frame.stood, *frame.lines)
    used.discard(start)
    if used:
        full = {h for h in used if not has_place(state, frame, unit, h)}
        ways = [w for w in ways if full.isdisjoint(w)]
        taken = {h for h in used if not is_vacant(state, frame, h)}
        for step in range(1, count + 1):
            ways = _vacant_first(ways, taken, step)
    if count > 1 and full_distance(state):
        ways = [w for w in ways if _far(state, w)] or ways
    return [w[1:] for w in ways]


def full_distance(state: State) -> bool:
    """Whether a retreat ends as many hexes away as it is long, if it can: a house rule (AMB-14)."""
    if not state.options.fixed("retreat-any-distance"):
        return True
    return bool(state.options["retreat_full_distance"])


def _far(state: State, way: Route) -> bool:
    """From the hex left to one as far away as the way is long."""
    return state.world.board.grid.distance(way[0], way[-1]) == len(way) - 1


def _falls_short(state: State, way: Route, found: Sequence[Route]) -> bool:
    """By the house rule: this way ends nearer than those that may be taken."""
    if not full_distance(state) or _far(state, way):
        return False
    return any(_far(state, (way[0], *other)) for other in found)


@rule("9.71b", "6.4d")
def barred(state: State, side: int) -> bytearray:
    """Mask of the hexes that no retreat of a side enters: enemies, their zones, the closed west."""
    closed = blocked(state, side)
    if side != SOVIET or not movement.west_closed(state):
        return closed
    return _barred_with_the_west(state)


@derived(on=PLACES | ZONES)
def _barred_with_the_west(state: State) -> bytearray:
    world = state.world
    return world.field.closed(blocked(state, SOVIET), world.closed_west, world.nothing)


@rule("9.73b", "9.74", "7.1d")
def has_place(state: State, frame: Retreating, unit: int, hex_: int) -> bool:
    """Whether the stacking limit lets a retreating unit in, those who passed before it included."""
    stack = state.maps.stacks.get(hex_, ())
    if not stack and not frame.gone:
        return True
    passing = [u for u, line in zip(frame.gone, frame.lines, strict=True) if hex_ in line[1:-1]]
    return fits(state, frame.side, (*stack, *passing, unit))


def _vacant_first(ways: list[Route], taken: set[int], step: int) -> list[Route]:
    """Of the ways that share their first steps keep those whose next hex is vacant, if any."""
    branches: dict[Route, list[Route]] = {}
    for way in ways:
        branches.setdefault(way[:step], []).append(way)
    kept: list[Route] = []
    for branch in branches.values():
        kept += [w for w in branch if w[step] not in taken] or branch
    return kept


@rule("9.73a")
def is_vacant(state: State, frame: Retreating, hex_: int) -> bool:
    """Judged before the retreats of this combat: these neither fill a hex nor empty one."""
    return hex_ not in frame.stood and not _friends_there(state, frame, hex_)


def _friends_there(state: State, frame: Retreating, hex_: int) -> bool:
    """Whether anybody stands in a hex who did not just retreat there too."""
    stack = state.maps.stacks.get(hex_)
    return stack is not None and any(u not in frame.gone for u in stack)


@rule("9.72a", "9.73a", "9.73b")
def judge_retreat(state: State, frame: Retreating, order: Retreat) -> Refusal | RetreatPlan:
    unit = state.find(order.unit)
    if unit == NOWHERE:
        return Refusal("3.4a", "unknown-unit", {"unit": order.unit})
    if unit not in frame.units:
        return Refusal("9.72a", "not-retreating", {"unit": order.unit})
    path = path_hexes(state, order.path)
    if isinstance(path, Refusal):
        return path
    if tuple(path) in routes(state, frame, unit):
        return unit, tuple(path)
    return _explain(state, frame, unit, path)


@rule("9.71b", "9.71c", "9.73a", "9.73b", "6.4d")
def _explain(state: State, frame: Retreating, unit: int, path: Sequence[int]) -> Refusal:
    ids = state.world.hex_ids
    facts: dict[str, str | int | tuple[str, ...]] = {"unit": state.name(unit), "count": frame.count}
    if len(path) != frame.count:
        return Refusal("9.65a", "retreat-length", facts)
    start = here = state.units[unit].place
    grid = state.world.board.grid
    for there in path:
        d = grid.direction(here, there)
        facts |= {"from": ids[here], "hex": ids[there]}
        if d < 0:
            return Refusal("9.72a", "not-adjacent", facts)
        if state.world.walls[here * 6 + d]:
            return Refusal("9.71c", "lake", facts)
        if blocked(state, frame.side)[there]:
            return Refusal("9.71b", "retreat-blocked", facts)
        if frame.side == SOVIET and movement.west_closed(state) and state.world.closed_west[there]:
            return Refusal("6.4d", "west-closed", facts)
        if not has_place(state, frame, unit, there):
            return Refusal("9.73b", "retreat-no-room", facts)
        here = there
    found = routes(state, frame, unit)
    open_ways = tuple("-".join(ids[h] for h in way) for way in found)
    if _falls_short(state, (start, *path), found):
        facts |= {"from": ids[start], "open": open_ways}
        return Refusal("9.73a", "retreat-distance", facts)
    return Refusal("9.73a", "retreat-priority", {**facts, "open": open_ways})


@rule("9.72b", "9.75")
def lead_back(state: State, frame: Retreating, unit: int, route: Route) -> list[Event]:
    """Lead one unit back; landing on friends of an earlier hour makes it a burden (9.75)."""
    start = state.units[unit].place
    burden = _friends_there(state, frame, route[-1])
    flags = state.units[unit].flags | (RETREATED if burden else 0)
    state.put(unit, route[-1], flags=flags, back=NOWHERE)
    state.agenda[-1] = msgspec.structs.replace(
        frame,
        units=tuple(u for u in frame.units if u != unit),
        lines=(*frame.lines, (start, *route)),
        gone=(*frame.gone, unit),
    )
    way = state.hexes((start, *route))
    events: list[Event] = [Retreated(rule="9.72a", unit=state.name(unit), path=way)]
    return events + victory.pass_through(state, frame.side, route)


@rule("9.73b", "6.4d", "9.71a")
def lose_trapped(state: State, frame: Retreating) -> tuple[Retreating, list[Event]]:
    """Units whose owner chose retreat but that have nowhere to go are eliminated."""
    trapped = [u for u in frame.units if not routes(state, frame, u)]
    frame = msgspec.structs.replace(frame, units=tuple(u for u in frame.units if u not in trapped))
    state.agenda[-1] = frame
    return frame, [eliminate(state, u, "9.73b") for u in trapped]


def note_lines(state: State, frame: Retreating) -> None:
    """Tell the battle below which lines of retreat its units took."""
    below = state.agenda[-1]
    # After the defender's retreat in a split result the attacker's part is still to come.
    battle = state.agenda[-2] if isinstance(below, Suffer) else below
    assert isinstance(battle, Battle)
    field = "attacker_lines" if frame.side == battle.side else "defender_lines"
    lines = getattr(battle, field) + frame.lines
    state.agenda[state.agenda.index(battle)] = msgspec.structs.replace(battle, **{field: lines})


# --- the decision -----------------------------------------------------------------------------------


@rule("9.72a")
def ask_retreat(state: State, frame: Retreating) -> Step:
    """The opponent of the retreating units decides."""
    facts: dict[str, Fact] = {
        "turn": state.turn,
        "count": frame.count,
        "units": state.names(frame.units),
    }
    return Step(SIDES[1 - frame.side], "retreat", "9.72a", facts)


def settle_retreat(state: State, frame: Retreating, chance: Chance) -> Settled:
    """Lose the trapped, lead back the one unit with one way."""
    frame, events = lose_trapped(state, frame)
    if not frame.units:
        state.agenda.pop()
        note_lines(state, frame)
        return events, False
    if len(frame.units) == 1:
        ways = routes(state, frame, frame.units[0])
        if len(ways) == 1:
            return events + lead_back(state, frame, frame.units[0], ways[0]), False
    return events, True


def carry_out_retreat(
    state: State, frame: Retreating, plan: RetreatPlan, chance: Chance
) -> list[Event]:
    return lead_back(state, frame, *plan)


def offer_retreats(state: State, frame: Retreating) -> tuple[Offer, ...]:
    """Every unit to be led back; those with the same routes together."""
    alike: dict[tuple[Route, ...], list[int]] = {}
    for unit in frame.units:
        alike.setdefault(tuple(routes(state, frame, unit)), []).append(unit)
    groups = tuple(
        Ways(state.names(units), tuple(Way(state.hexes(route)) for route in ways))
        for ways, units in alike.items()
        if ways
    )
    return (Routes("retreat", groups),) if groups else ()


RETREAT = Reply(Retreat, "9.72a", judge_retreat, carry_out_retreat, offer=offer_retreats)
