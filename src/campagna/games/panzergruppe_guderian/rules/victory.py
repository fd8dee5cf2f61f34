"""15.0 Victory: control of cities, recapture, points and levels."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Event, Outcome
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import Captured, GameEnded, Recaptured
from campagna.games.panzergruppe_guderian.rules.supply import ANY_LENGTH
from campagna.games.panzergruppe_guderian.rules.zones import blocked
from campagna.games.panzergruppe_guderian.state import GONE, PLACES, ZONES, State
from campagna.games.panzergruppe_guderian.world import GERMAN, SIDES, Prize
from campagna.hexes.kernels import FAR
from campagna.kit.derived import derived


@rule("15.11b")
def pass_through(state: State, side: int, hexes: Sequence[int]) -> list[Event]:
    """The last player to pass a unit through a prize hex controls it (AMB-46)."""
    events: list[Event] = []
    if state.world.prize_hexes.isdisjoint(hexes):
        return events
    bits = state.world.prize_bit
    for h in hexes:
        bit = bits.get(h, 0)
        if not bit or bool(state.control & bit) == (side == GERMAN):
            continue
        state.control ^= bit
        place = next(p.name for p in state.world.prizes if h in p.hexes)
        if side != GERMAN and place == _lifts_air_limit(state):
            _renew_air_limit(state)
        hex_id = state.world.hex_ids[h]
        events.append(Captured(rule="15.11b", place=place, hex=hex_id, side=SIDES[side]))
    return events


def _lifts_air_limit(state: State) -> str:
    """The city that lets German aircraft go beyond their limit."""
    return str(state.world.scenario["limits"]["german_interdiction"]["freed_by"])


@rule("13.2d")
def _renew_air_limit(state: State) -> None:
    """The city is lost: whoever takes it again waits for the turn after."""
    if state.options.fixed("smolensk-line"):
        state.smolensk_free = False


@derived(on=PLACES | ZONES)
def _westward(state: State) -> bytearray:
    """How far each hex is from the west edge by an open line."""
    world, closed = state.world, blocked(state, GERMAN)
    seeds = [h for h in world.west_edge if not closed[h]]
    return world.field.flood(world.walls, closed, world.nothing, seeds, ANY_LENGTH)


@rule("15.11c")
def connected(state: State, prize: Prize) -> bool:
    """A line of any length, free of enemy units and zones, from the city to the west edge (AMB-52)."""
    world = state.world
    reached = _westward(state)
    # The city's own hex is not tested for enemy zones, so the line may begin next to it.
    for h in prize.hexes:
        if reached[h] != FAR:
            return True
        for d in range(6):
            side = h * 6 + d
            if not world.walls[side] and reached[world.board.grid.neighbours[side]] != FAR:
                return True
    return False


@rule("15.11a", "15.11b", "15.11c", "13.2b")
def holds(state: State, prize: Prize) -> bool:
    """The German controls every hex of the city and has a line to the west edge."""
    return controls(state, prize) and connected(state, prize)


@rule("15.11b")
def controls(state: State, prize: Prize) -> bool:
    """The German was the last to pass through every hex of the city."""
    return state.control & prize.bits == prize.bits


@rule("15.12c", "13.2c")
def close_german_turn(state: State) -> None:
    """Remember what the German holds at the end of his player-turn."""
    state.held_cities = 0
    for i, prize in enumerate(state.world.prizes):
        if prize.city and holds(state, prize):
            state.held_cities |= 1 << i
    freed_by = _lifts_air_limit(state)
    line_too = not state.options.fixed("smolensk-line")
    state.smolensk_free = any(
        p.name == freed_by and controls(state, p) and (not line_too or connected(state, p))
        for p in state.world.prizes
    )


@rule("15.12b", "15.12c", "15.12d")
def score_recaptures(state: State) -> list[Event]:
    """At the end of the Soviet player-turn: 2 points for each city taken back from the German."""
    events: list[Event] = []
    for i, prize in enumerate(state.world.prizes):
        if not state.held_cities >> i & 1 or state.control & prize.bits:
            continue
        if not any(state.maps.held[GERMAN][h] for h in prize.hexes):
            state.recaptures += 1
            points = state.world.tables["victory"]["recapture"]
            events.append(Recaptured(rule="15.12b", place=prize.name, points=points))
    return events


@rule("15.11a", "15.11d", "15.11e", "14.23")
def german_points(state: State) -> int:
    """All that the German has gained, the calls of the South-Western Front among it."""
    cities = sum(p.points for p in state.world.prizes if holds(state, p))
    return cities + front_points(state)


@rule("14.23")
def front_points(state: State) -> int:
    """What the South-Western Front divisions gave the German: 1 each, from the sixth on 2."""
    table = state.world.tables["victory"]
    first = min(state.front_total, table["swf_first"])
    rest = state.front_total - first
    return int(first * table["swf_points_first"] + rest * table["swf_points_next"])


@rule("15.12a", "15.12b")
def soviet_points(state: State) -> int:
    """5 for each German division wholly eliminated, cavalry excepted, and 2 per recapture."""
    lost = sum(
        d.points
        for d in state.world.divisions.values()
        if all(state.units[m].place in GONE for m in d.members)
    )
    return lost + state.recaptures * int(state.world.tables["victory"]["recapture"])


@rule("15.GEN", "15.2", "BAL-1")
def final_outcome(state: State) -> Outcome:
    """Who has won, at which level; by option a marginal German victory is a draw."""
    german, soviet = german_points(state), soviet_points(state)
    level = victory_level(state, german - soviet)
    winner: str | None = level.split("_")[0]
    if level == "german_marginal" and state.options["german_marginal_is_draw"]:
        winner = None
    return Outcome(winner, level, {"german": german, "soviet": soviet, "net": german - soviet})


@rule("15.2")
def victory_level(state: State, net: int) -> str:
    """The level of the net points, from the table of the book."""
    for row in state.world.tables["victory"]["levels"]:
        if net <= row.get("up_to", net):
            return str(row["id"])
    raise AssertionError("the last level has no upper end")


def end_game(state: State) -> Event:
    outcome = final_outcome(state)
    points = outcome.points
    return GameEnded(
        rule="15.GEN", level=outcome.level, german=points["german"], soviet=points["soviet"]
    )
