"""What orders without dice cost or bring for certain, as forecasts tell it."""

from __future__ import annotations

import msgspec

from campagna.core.contract import Fact, Note
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.agenda import Retreating, Suffer
from campagna.games.panzergruppe_guderian.orders import Remove
from campagna.games.panzergruppe_guderian.reinforcements import front_left
from campagna.games.panzergruppe_guderian.results import give_ground
from campagna.games.panzergruppe_guderian.retreat import carry_out_retreat, is_vacant, routes
from campagna.games.panzergruppe_guderian.stacking import overstacked, remove
from campagna.games.panzergruppe_guderian.state import GONE, State
from campagna.games.panzergruppe_guderian.victory import front_points, soviet_points
from campagna.games.panzergruppe_guderian.world import GERMAN, SIDES, SOVIET, Division


@rule("9.72a", "9.73b")
def ground_given(state: State) -> list[Note]:
    """Who leads the retreat, and who has no hex to go to."""
    twin = state.copy()
    suffer = twin.agenda[-1]
    assert isinstance(suffer, Suffer)
    give_ground(twin, suffer)
    frame = twin.agenda[-1]
    assert isinstance(frame, Retreating)
    lost = [u for u in frame.units if not routes(twin, frame, u)]
    found: list[Note] = []
    if lost:
        found.append(Note("retreat-eliminates", {"units": state.names(lost)}, grave=True))
    led = [u for u in frame.units if u not in lost]
    if _room_may_end(twin, msgspec.structs.replace(frame, units=tuple(led))):
        found.append(Note("retreat-no-room", grave=True))
    if led:
        leader = SIDES[1 - frame.side]
        found.append(Note("opponent-leads", {"side": leader, "hexes": frame.count}))
    return found


@rule("9.73b")
def _room_may_end(state: State, frame: Retreating) -> bool:
    """Whether the retreat of one unit onto friends can take the place of another."""
    for unit in frame.units if len(frame.units) > 1 else ():
        for route in routes(state, frame, unit):
            if all(is_vacant(state, frame, h) for h in route):
                continue
            twin = state.copy()
            twin.agenda[-1] = frame
            carry_out_retreat(twin, frame, unit, route)
            after = twin.agenda[-1]
            assert isinstance(after, Retreating)
            if any(not routes(twin, after, u) for u in after.units):
                return True
    return False


@rule("14.23")
def front_called(state: State, divisions: int) -> list[Note]:
    twin = state.copy()
    twin.front_turn += divisions
    twin.front_total += divisions
    points = front_points(twin) - front_points(state)
    return [
        Note("front-gives-points", {"side": SIDES[GERMAN], "points": points}, grave=True),
        Note("front-left", {"left": front_left(twin)}),
    ]


@rule("7.1e", "7.3e", "15.12a")
def removed(state: State, order: Remove) -> list[Note]:
    """The unit never comes back: its division is not whole any more, or gives its points away."""
    unit = state.find(order.unit)
    twin = state.copy()
    remove(twin, order)
    found = [Note("leaves-the-game", {"unit": order.unit}, grave=True)]
    division = state.world.divisions.get(state.counter(unit).division)
    if division is not None and division.integrity and _whole(state, division):
        rest = state.names(u for u in division.members if u != unit)
        found.append(Note("division-broken", {"units": rest}, grave=True))
    points = soviet_points(twin) - soviet_points(state)
    if points:
        facts: dict[str, Fact] = {"side": SIDES[SOVIET], "points": points}
        found.append(Note("removal-gives-points", facts, grave=True))
    left = state.hexes(overstacked(twin, state.side(unit)))
    if left:
        found.append(Note("still-too-many", {"hexes": left}))
    return found


def _whole(state: State, division: Division) -> bool:
    return all(state.units[u].place not in GONE for u in division.members)


@rule("10.4a", "10.4c")
def withdrawn(state: State, leader: int) -> list[Note]:
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
    return [saved, Note("withdrawals-left", left, grave=True)]
