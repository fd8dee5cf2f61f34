"""What is good play in Kasserine, valued in combat points from the Axis view.

In words: the Axis wants points off the map by the roads to Tebessa and Le Kef, keeps its losses
below the limit, drives supplied Allies from south of the railway and takes supplies and commands.
The Allies keep a unit on every exit and pass, stay in supply and command, and make the Axis pay.
Weights are those of the design study.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campagna.core.contract import Order, Text
from campagna.games.kasserine.logistics import supplied_at_the_end, supplied_hexes
from campagna.games.kasserine.orders import Done
from campagna.games.kasserine.state import MARCHING, State
from campagna.games.kasserine.victory import (
    axis_losses,
    beyond_the_railway,
    exit_points,
    worth,
)
from campagna.games.kasserine.world import ALLIED, AXIS, UCM, URF, World
from campagna.games.kasserine.zones import fighters

LEVELS = {
    "german_total": 150.0,
    "german_partial": 70.0,
    "draw": 0.0,
    "allied_partial": -70.0,
    "allied_total": -110.0,
}
LATE = 20
"""From this move on the railway counts in full."""


class Chart:
    """Distances in hexes from the exits, and what lies within three hexes, counted once."""

    def __init__(self, world: World) -> None:
        board = world.board
        exits = sorted(world.exits)
        self.to_exit = board.field.flood(board.edge, world.nothing, world.nothing, exits, 254)
        self.within = [self._within(world, h, 3) for h in range(world.size)]

    def _within(self, world: World, here: int, radius: int) -> list[int]:
        seen, ring = {here}, [here]
        for _ in range(radius):
            ring = list(dict.fromkeys(n for h in ring for n in world.near[h] if n not in seen))
            seen.update(ring)
        return sorted(seen)


_charts: dict[int, Chart] = {}


def chart_of(world: World) -> Chart:
    if id(world) not in _charts:
        _charts[id(world)] = Chart(world)
    return _charts[id(world)]


class Judgement:
    knobs: Mapping[str, Text] = {
        "result": {"it": "la vittoria", "en": "the victory"},
        "exits": {"it": "punti usciti dalla mappa", "en": "points brought off the map"},
        "losses": {"it": "perdite dell'Asse", "en": "Axis losses"},
        "forces": {"it": "forze in mappa", "en": "forces on the map"},
        "approach": {"it": "vicinanza alle uscite", "en": "nearness to the exits"},
        "guards": {"it": "uscite sorvegliate", "en": "exits guarded"},
        "railway": {"it": "Alleati oltre la ferrovia", "en": "Allies beyond the railway"},
        "supply": {"it": "unità rifornite", "en": "units in supply"},
        "train": {"it": "rifornimenti vicini alle truppe", "en": "supplies close to the troops"},
        "staff": {"it": "comandi e rifornimenti", "en": "commands and supplies"},
        "danger": {"it": "unità esposte", "en": "units exposed"},
    }
    planned = frozenset(
        {"allied-setup", "axis-setup", "logistics", "movement", "plan", "fire"}
        | {"defensive-fire", "combat"}
    )
    passing: tuple[Order, ...] = (Done(),)
    tries = 24

    def __init__(self, game: Any) -> None:
        self.game = game

    def terms(self, state: State) -> dict[str, float]:
        if state.level:
            return {"result": LEVELS[state.level]}
        axis, allied = fighters(state, AXIS), fighters(state, ALLIED)
        late = min(1.0, 0.2 + 0.8 * state.move / LATE)
        return {
            "exits": _exits(state),
            "losses": -_losses(state),
            "forces": 0.5 * _sum(state, axis) - 0.8 * _sum(state, allied),
            "approach": _approach(state, axis),
            "guards": -_guards(state, allied),
            "railway": -2.0 * late * max(0, len(beyond_the_railway(state)) - 1),
            "supply": _hungry(state, ALLIED, allied) - _hungry(state, AXIS, axis),
            "train": _train(state, AXIS, axis) - _train(state, ALLIED, allied),
            "staff": _staff(state, AXIS) - _staff(state, ALLIED),
            "danger": _exposed(state, ALLIED, allied, axis) - _exposed(state, AXIS, axis, allied),
        }


def _sum(state: State, units: list[int]) -> float:
    return float(sum(worth(state, u) for u in units))


def _exits(state: State) -> float:
    """More than the same unit is worth anywhere on the map, so that who can leave does."""
    return 9.0 * exit_points(state)


def _losses(state: State) -> float:
    """Dear near the limit of 35, ruinous beyond it: there the Allies win."""
    lost = axis_losses(state)
    return 0.9 * min(lost, 25) + 1.6 * max(0, min(lost, 36) - 25) + (25.0 if lost > 35 else 0.0)


def _approach(state: State, axis: list[int]) -> float:
    """Who is near an exit may leave soon; reconnaissance needs no supply to do it."""
    chart, world = chart_of(state.world), state.world
    total = 0.0
    for u in axis:
        far = min(chart.to_exit[state.place(u)], 40)
        share = 1.6 if world.recon[u] else 1.0 if world.armoured[u] else 0.5
        total += share * worth(state, u) * (2.2 * 0.9**far + 0.04 * (40 - far))
    return total


def _guards(state: State, allied: list[int]) -> float:
    """A battalion on an exit, or next to it, for each of them; more add little."""
    chart = chart_of(state.world)
    near = [0] * 3
    posts = {state.place(u) for u in allied}
    for h in state.world.exits:
        if h in posts:
            near[0] += 1
        elif any(n in posts for n in state.world.near[h]):
            near[1] += 1
        elif any(n in posts for n in chart.within[h]):
            near[2] += 1
    return 4.0 * near[0] + 2.5 * near[1] + 1.0 * near[2]


def _hungry(state: State, side: int, units: list[int]) -> float:
    """Out of reach of every supply; a little also who must wait because his supply moves now."""
    near, now = supplied_at_the_end(state, side), supplied_hexes(state, side)
    total = 0.0
    for u in units:
        place = state.place(u)
        if state.world.needs_supply[u] and not now[place]:
            total += worth(state, u) * (0.1 if near[place] else 0.6)
    return total


def _train(state: State, side: int, units: list[int]) -> float:
    """Mobile supplies keep up with the fighters who need them."""
    world = state.world
    distance = world.board.grid.distance
    posts = [state.place(u) for u in units if world.needs_supply[u]]
    total = 0.0
    for s in world.supplies:
        place = state.place(s)
        if posts and place >= 0 and state.owner(s) == side and not world.fixed[s]:
            far = sorted(distance(place, p) for p in posts)
            nearer = far[: max(1, len(far) // 2)]
            mean = sum(nearer) / len(nearer)
            total -= 0.5 * mean
            if state.flagged(s, MARCHING):
                # It has been told to move: worth it if it has a way to go.
                total += min(4.0, max(0.0, mean - 2.0))
    return total


def _staff(state: State, side: int) -> float:
    """Commands and supplies still on the map; a supply follows whoever took it."""
    world, total = state.world, 0.0
    for u, kind in enumerate(world.kind):
        if kind in (UCM, URF) and state.place(u) >= 0 and state.owner(u) == side:
            if kind == URF:
                total += 2.0 if world.fixed[u] else 5.0
            else:
                total += 10.0 if u in world.army_bit else 4.0
    return total


def _exposed(state: State, side: int, own: list[int], enemy: list[int]) -> float:
    """Stacks that enemies within three hexes outnumber, by what they are worth."""
    chart, world = chart_of(state.world), state.world
    strength: dict[int, float] = {}
    for u in enemy:
        h = state.place(u)
        strength[h] = strength.get(h, 0.0) + state.face(u).attack
    stacks: dict[int, list[int]] = {}
    for u in own:
        stacks.setdefault(state.place(u), []).append(u)
    total = 0.0
    for h, units in stacks.items():
        against = sum(strength[n] for n in chart.within[h] if n in strength)
        if not against:
            continue
        defence = sum(state.face(u).defence for u in units) * (2 if world.cover[h] else 1)
        odds = against / max(1, defence)
        if odds > 1.5:
            total += min(0.4, 0.1 * (odds - 1.0)) * _sum(state, units)
    return total
