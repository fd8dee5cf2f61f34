"""What is good play in Afrika Korps, valued in combat factors from the Axis view.

In words: both sides count their factors on the map, their supplies (the first is worth most, the
Axis cannot live without one), the ports and fortresses they hold, units cut off from supply, and
what stands where the enemy could overwhelm it. The Axis wants its front far to the east, Tobruch
sealed and its base guarded; the Allies want the opposite and time. Weights are those of the design
study.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campagna.core.contract import Order, Text
from campagna.games.afrika_korps.arrivals import controls
from campagna.games.afrika_korps.captures import supplies_on_map
from campagna.games.afrika_korps.orders import Done
from campagna.games.afrika_korps.state import SEA, Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, World
from campagna.games.afrika_korps.zones import either, fighters, occupied, zone
from campagna.hexes.kernels import FAR

AXIS_SUPPLIES = (10.0, 6.0, 3.0, 1.5)
ALLIED_SUPPLIES = (6.0, 2.0, 0.5, 0.3)
WON = 200.0
HUNTED = 8
"""So few Allied units or fewer are hunted down."""


class Chart:
    """Distances in hexes over open ground, counted once."""

    def __init__(self, world: World) -> None:
        def away(h: int) -> bytearray:
            return world.field.flood(world.walls, world.nothing, world.nothing, [h], 254)

        self.to_objective = {h: away(h) for h in world.objectives}
        self.to_tobruch = away(world.tobruch)
        self.to_east = away(world.bases[ALLIED])
        self.to_west = away(world.bases[AXIS])
        self.near: list[list[int]] = [self._within(world, h, 3) for h in range(world.size)]

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
        "forces": {"it": "fattori di combattimento in mappa", "en": "combat factors on the map"},
        "supplies": {"it": "rifornimenti in mappa", "en": "supplies on the map"},
        "isolation": {"it": "unità tagliate fuori", "en": "units cut off"},
        "places": {"it": "porti, fortezze e basi", "en": "ports, fortresses and bases"},
        "ground": {"it": "terreno guadagnato", "en": "ground gained"},
        "danger": {"it": "unità esposte", "en": "units exposed"},
        "hunt": {"it": "caccia alle ultime unità alleate", "en": "hunt for the last Allied units"},
        "depots": {"it": "rifornimenti al sicuro", "en": "supplies kept safe"},
    }
    planned = frozenset({"supply", "arrival", "movement", "substitution", "combat"})
    passing: tuple[Order, ...] = (Done(),)
    tries = 20

    def __init__(self, game: Any) -> None:
        self.game = game

    def terms(self, state: State) -> dict[str, float]:
        if state.phase == Phase.OVER:
            return {"result": WON if state.level.startswith("axis") else -WON}
        axis, allied = _force(state, AXIS), _force(state, ALLIED)
        return {
            "forces": sum(axis.values()) - 1.25 * sum(allied.values()),
            "supplies": _stock(state, AXIS, AXIS_SUPPLIES) - _stock(state, ALLIED, ALLIED_SUPPLIES),
            "isolation": _cut_off(state, ALLIED) - _cut_off(state, AXIS),
            "places": _places(state),
            "ground": _ground(state),
            "danger": _exposed(state, ALLIED) - _exposed(state, AXIS),
            "hunt": _hunt(state),
            "depots": _lonely_depots(state, ALLIED) - _lonely_depots(state, AXIS),
        }


def _worth(state: State, unit: int) -> float:
    counter = state.counter(unit)
    return 0.6 * counter.attack + 0.4 * counter.defence + 0.08 * counter.movement


def _force(state: State, side: int) -> dict[int, float]:
    found = {u: _worth(state, u) for u in fighters(state, side)}
    for u in state.world.fighters[side]:
        if state.place(u) == SEA:
            found[u] = 0.8 * _worth(state, u)
    return found


def _stock(state: State, side: int, values: tuple[float, ...]) -> float:
    """Each further supply is worth less."""
    many = len(supplies_on_map(state, side))
    return sum(values[:many]) + 0.3 * max(0, many - len(values))


def _cut_off(state: State, side: int) -> float:
    """The rule of `isolation.supplied_hexes`, asked for the units only: a mask of the map is dear."""
    world, enemy = state.world, 1 - side
    forbid = either(occupied(state, enemy), zone(state, enemy))
    seeds = [state.place(s) for s in supplies_on_map(state, side)]
    far = world.field.flood(world.walls, forbid, world.nothing, seeds, 254)
    total = 0.0
    for u in fighters(state, side):
        place = state.place(u)
        if far[place] == FAR and all(far[n] == FAR for n in world.near[place]):
            # The second turn of isolation eliminates (24.2).
            total += _worth(state, u) * (0.45 if state.units[u].count == 0 else 0.9)
    return total


def _places(state: State) -> float:
    world = state.world
    total = 0.0
    for side, sign in ((AXIS, 1.0), (ALLIED, -1.0)):
        total += sign * _objectives(state, side)
    for side, sign in ((AXIS, 1.0), (ALLIED, -1.0)):
        home = world.bases[side]
        if state.fighters_at(home, side):
            total += sign * 6.0
        if state.fighters_at(home, 1 - side):
            total -= sign * 25.0
    if state.fighters_at(world.tobruch, ALLIED):
        total -= 8.0
    elif state.fighters_at(world.tobruch, AXIS):
        total += 10.0
    return total


def _objectives(state: State, side: int) -> float:
    """All four must be occupied at once (4.1b): each one held counts more than the one before.

    One not held counts by how near somebody is who could go there.
    """
    chart = chart_of(state.world)
    own = [state.place(u) for u in fighters(state, side)]
    held, near = 0, 0.0
    for h, far in chart.to_objective.items():
        if controls(state, side, h):
            held += 1
        elif own:
            closest = sorted(far[p] for p in own)[:3]
            near += sum(0.93**d for d in closest) / 3
    # The last ones missing draw the most.
    return 2.0 * held + held * held + (2.0 + 3.0 * held) * near


def _ground(state: State) -> float:
    """How far east the Axis army stands, and how close the Allies keep to what they must hold."""
    chart = chart_of(state.world)
    haste = 0.5 + state.turn / state.world.last_turn
    total = 0.0
    for u in fighters(state, AXIS):
        h = state.place(u)
        far = min(chart.to_east[h], 60)
        total += 0.02 * haste * _worth(state, u) * (60 - far)
        if chart.to_tobruch[h] <= 3:
            total += 0.12 * _worth(state, u)
    for u in fighters(state, ALLIED):
        h = state.place(u)
        near = min(chart.to_tobruch[h], 12, max(0, chart.to_east[h] - 8))
        total += 0.05 * _worth(state, u) * near * 0.2
    return total


def _exposed(state: State, side: int) -> float:
    """Stacks that the enemy near by outnumbers three to one, by what they are worth."""
    world, chart = state.world, chart_of(state.world)
    strength: dict[int, float] = {}
    for u in fighters(state, 1 - side):
        strength[state.place(u)] = strength.get(state.place(u), 0.0) + world.attack[u]
    total = 0.0
    stacks: dict[int, list[int]] = {}
    for u in fighters(state, side):
        stacks.setdefault(state.place(u), []).append(u)
    for h, units in stacks.items():
        against = sum(strength.get(n, 0.0) for n in chart.near[h])
        if not against:
            continue
        defence = sum(world.defence[u] for u in units) * (2 if world.doubled[h] else 1)
        odds = against / max(1, defence)
        if odds >= 2.0:
            total += min(0.5, 0.12 * (odds - 1.0)) * sum(_worth(state, u) for u in units)
    return total


def _hunt(state: State) -> float:
    """When few Allies are left, being near each of them: without any the Axis has won (4.1a)."""
    allied = [state.place(u) for u in fighters(state, ALLIED)]
    if len(allied) > HUNTED:
        return 0.0
    axis = [state.place(u) for u in fighters(state, AXIS) if state.counter(u).attack > 1]
    distance = state.world.board.grid.distance
    total = 0.0
    for h in allied:
        near = sorted(distance(h, p) for p in axis)[:3]
        total += 0.25 * (HUNTED + 1 - len(allied)) * sum(0.9**far for far in near)
    return total + 3.0 * (HUNTED - len(allied))


def _lonely_depots(state: State, side: int) -> float:
    """Supplies that the enemy could reach and nobody guards; and supplies too far to be of use."""
    chart = chart_of(state.world)
    enemy = {state.place(u) for u in fighters(state, 1 - side)}
    own = [state.place(u) for u in fighters(state, side)]
    total = 0.0
    for s in supplies_on_map(state, side):
        h = state.place(s)
        if h < 0:
            continue
        guarded = any(p == h for p in own)
        if not guarded and any(n in enemy for n in chart.near[h]):
            total += 4.0
        if own:
            reach = min(abs(chart.to_tobruch[h] - chart.to_tobruch[p]) for p in own)
            total += 0.05 * min(reach, 10) if reach != FAR else 0.0
    return total
