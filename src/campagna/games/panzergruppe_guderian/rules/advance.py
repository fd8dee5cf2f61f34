"""9.8 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Routes, Say, Way, Ways
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Advanced
from campagna.games.panzergruppe_guderian.frames import Advancing, Battle
from campagna.games.panzergruppe_guderian.orders import Advance, Done
from campagna.games.panzergruppe_guderian.rules import movement, victory
from campagna.games.panzergruppe_guderian.rules.naming import own_units, path_hexes
from campagna.games.panzergruppe_guderian.rules.stacking import has_room, limit_rule
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import ADVANCED, NOWHERE, State
from campagna.games.panzergruppe_guderian.world import GERMAN, SIDES, SOVIET
from campagna.hexes.grid import OFF_MAP

AdvancePlan = tuple[int, tuple[int, ...]]
"""A unit and its path."""


@rule("9.66b", "9.66c", "9.67b", "9.81", "9.86", "9.87", "9.88", "SUM-4")
def open_advance(state: State, battle: Battle) -> Advancing | None:
    """Who may advance and where: the victors, into hexes the enemy left in this combat."""
    if battle.result == "Eng":
        return None
    if "D" in battle.result:
        return _advance(
            state,
            battle.side,
            battle.attackers,
            battle.origins,
            battle.targets,
            battle.defender_lines,
        )
    return _advance(
        state,
        1 - battle.side,
        battle.defenders,
        battle.posts,
        battle.origins,
        battle.attacker_lines,
    )


def _advance(
    state: State,
    side: int,
    victors: Sequence[int],
    posts: Sequence[int],
    left: Sequence[int],
    lines: Sequence[tuple[int, ...]],
) -> Advancing | None:
    """`posts` are the hexes where the victors fought; one who retreated does not advance (9.66b)."""
    units = tuple(u for u, p in zip(victors, posts, strict=True) if state.units[u].place == p)
    empty = [h for h in dict.fromkeys(left) if not state.stack(h) and _may_enter(state, side, h)]
    open_lines = tuple(dict.fromkeys(_open_part(state, side, x) for x in lines if x[0] in empty))
    emptied = tuple(h for h in empty if all(x[0] != h for x in lines))
    if not units or not (open_lines or emptied):
        return None
    second = tuple(dict.fromkeys(n for h in emptied for n in _second_hexes(state, side, h)))
    return Advancing(side, units, open_lines, emptied, second)


@rule("9.81")
def _open_part(state: State, side: int, line: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes a retreat left empty behind it, up to the first that holds any unit."""
    part: list[int] = []
    for h in line[:-1]:
        if state.stack(h) or not _may_enter(state, side, h):
            break
        part.append(h)
    return tuple(part)


@rule("9.86")
def _second_hexes(state: State, side: int, first: int) -> list[int]:
    """Vacant hexes next to one whose units were all eliminated (AMB-16)."""
    world = state.world
    found = []
    for d in range(6):
        there = world.board.grid.neighbour(first, d)
        if there == OFF_MAP or world.walls[first * 6 + d] or state.stack(there):
            continue
        if _may_enter(state, side, there):
            found.append(there)
    return found


@rule("6.4b")
def _may_enter(state: State, side: int, hex_: int) -> bool:
    closed = side == SOVIET and movement.west_closed(state) and state.world.closed_west[hex_]
    return not closed


@rule("9.82", "9.83", "9.84", "9.86")
def advance_paths(state: State, frame: Advancing, unit: int) -> list[tuple[int, ...]]:
    """Every advance open to a unit: parts of a line of retreat, or one or two hexes."""
    grid = state.world.board.grid
    place = state.units[unit].place
    paths: list[tuple[int, ...]] = [
        line[:i] for line in frame.lines for i in range(1, len(line) + 1)
    ]
    for first in frame.emptied:
        paths.append((first,))
        paths += [
            (first, second)
            for second in frame.vacant_before
            if grid.direction(first, second) != OFF_MAP
            and not state.world.walls[first * 6 + grid.direction(first, second)]
        ]
    near = [p for p in dict.fromkeys(paths) if grid.direction(place, p[0]) != OFF_MAP]
    return [p for p in near if has_room(state, unit, p[-1]) and _escorted(state, unit, p[-1])]


@rule("10.23a", "10.26a")
def _escorted(state: State, unit: int, end: int) -> bool:
    """A leader advances into a German zone only where a unit able to attack already stands."""
    if not state.is_leader(unit) or not zone(state, GERMAN)[end]:
        return True
    return any(movement.can_escort(state, u) for u in state.stack(end))


def advances(state: State, frame: Advancing) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """Units that can still advance, each with its paths."""
    for unit in frame.units:
        u = state.units[unit]
        if not u.flags & ADVANCED and u.place >= 0:
            paths = advance_paths(state, frame, unit)
            if paths:
                yield unit, paths


def advancers(state: State, frame: Advancing) -> list[int]:
    return [unit for unit, _ in advances(state, frame)]


def any_advancer(state: State, frame: Advancing) -> bool:
    return next(advances(state, frame), None) is not None


@rule("9.81", "9.82", "9.84", "9.85a", "9.85b")
def judge_advance(state: State, frame: Advancing, order: Advance) -> Refusal | AdvancePlan:
    units = own_units(state, (order.unit,), frame.side, "9.81")
    if isinstance(units, Refusal):
        return units
    unit = units[0]
    if unit not in frame.units or state.units[unit].flags & ADVANCED:
        return Refusal("9.81", "may-not-advance", {"unit": order.unit})
    path = path_hexes(state, order.path)
    if isinstance(path, Refusal):
        return path
    if tuple(path) in advance_paths(state, frame, unit):
        return unit, tuple(path)
    facts = {"unit": order.unit, "hex": order.path[-1]}
    if not has_room(state, unit, path[-1]):
        return Refusal(limit_rule(state.side(unit)), "no-room", facts)
    if not _escorted(state, unit, path[-1]):
        return Refusal("10.23a", "leader-alone-in-zone", facts)
    return Refusal("9.84", "off-the-line", facts)


@rule("9.83", "9.85b", "9.85c", "6.24b")
def carry_out_advance(
    state: State, frame: Advancing, plan: AdvancePlan, chance: Chance
) -> list[Event]:
    """A victor goes his way: the hexes become his, and no points are spent."""
    unit, path = plan
    u = state.units[unit]
    back = NOWHERE
    if zone(state, 1 - frame.side)[path[-1]]:
        back = path[-2] if len(path) > 1 else u.place
    state.put(unit, path[-1], flags=u.flags | ADVANCED, back=back)
    way = state.hexes((u.place, *path))
    events: list[Event] = [Advanced(rule="9.81", unit=state.name(unit), path=way)]
    return events + victory.pass_through(state, frame.side, path)


# --- the decision -----------------------------------------------------------------------------------


def ask_advance(state: State, frame: Advancing) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "units": state.names(advancers(state, frame))}
    return Step(SIDES[frame.side], "advance", "9.81", facts)


@rule("9.85a")
def settle_advance(state: State, frame: Advancing, chance: Chance) -> Settled:
    """An advance that nobody can make is over."""
    if any_advancer(state, frame):
        return [], True
    state.agenda.pop()
    return [], False


@rule("9.85a")
def judge_stay(state: State, frame: Advancing, order: Done) -> Refusal | None:
    """Nobody has to advance."""
    return None


def carry_out_stay(state: State, frame: Advancing, plan: None, chance: Chance) -> list[Event]:
    state.agenda.pop()
    return []


def offer_advances(state: State, frame: Advancing) -> tuple[Offer, ...]:
    """Every unit that can still advance; those with the same paths together."""
    alike: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for unit, paths in advances(state, frame):
        alike.setdefault(tuple(paths), []).append(unit)
    groups = tuple(
        Ways(state.names(units), tuple(Way(state.hexes(path)) for path in paths))
        for paths, units in alike.items()
    )
    return (Routes("advance", groups, tone="main"),) if groups else ()


def offer_stay(state: State, frame: Advancing) -> tuple[Offer, ...]:
    return (Say("done", tone="decline"),)


ADVANCE = Reply(Advance, "9.81", judge_advance, carry_out_advance, offer=offer_advances)
STAY = Reply(Done, "9.85a", judge_stay, carry_out_stay, offer=offer_stay)
