"""What is good play in Lion of Judah, valued in victory points from the Italian view.

In words: points on the map, and the places worth points that somebody can soon reach; strength on
both sides, European steps dearer than colonial ones; units in supply; the home bases whose loss
ends the war at once kept by a garrison; headquarters close behind the troops; and no stack left
where stronger enemies stand around it. Weights are those of the design study.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campagna.core.contract import Order, Text
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.orders import Done
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.strength import factors
from campagna.games.lion_of_judah.supply import in_supply
from campagna.games.lion_of_judah.victory import level, score, winner_of
from campagna.games.lion_of_judah.world import S1935, World

WON = 60.0
NEARER = 0.8
"""What a place worth points loses for every hex it is away."""
STRONG = 20.0
"""Attack factors beside a place that are enough to count on it."""
SIGHT = 2


class Chart:
    """Distances in hexes to every place that scores or ends the war, counted once a theatre."""

    def __init__(self, world: World, places: tuple[int, ...]) -> None:
        nothing = bytes(len(world.board))
        self.far = {h: world.field.flood(world.walls, nothing, nothing, [h], 60) for h in places}


_charts: dict[tuple[int, tuple[int, ...]], Chart] = {}


class Judgement:
    knobs: Mapping[str, Text] = {
        "result": {"it": "la vittoria", "en": "the victory"},
        "points": {"it": "punti vittoria", "en": "victory points"},
        "approach": {
            "it": "luoghi che danno punti a portata",
            "en": "places worth points in reach",
        },
        "forces": {"it": "forze in campo", "en": "forces in the field"},
        "roads": {"it": "strade costruite verso l'obiettivo", "en": "roads built towards the aim"},
        "supply": {"it": "unità rifornite", "en": "units in supply"},
        "home": {"it": "basi presidiate", "en": "home bases garrisoned"},
        "staff": {"it": "comandi vicini alle truppe", "en": "headquarters close to the troops"},
        "danger": {"it": "pile esposte", "en": "stacks exposed"},
    }
    planned = frozenset(
        (
            "setup",
            "arrivals",
            "replacements",
            "special",
            "motorisation",
            "truck-boxes",
            "breakdown",
            "roads",
            "transport",
            "movement",
            "combat",
            "bombing",
            "interdiction",
            "activation",
            "attrition",
        )
    )
    passing: tuple[Order, ...] = (Done(),)
    tries = 16

    def __init__(self, game: Any) -> None:
        self.game = game

    def terms(self, state: State) -> dict[str, float]:
        if self.game.step(state) is None:
            return {"result": WON if winner_of(state, level(state)) == ITALIAN else -WON}
        sign = 1.0 if state.part == S1935 else -1.0
        armies = [_army(state, ITALIAN), _army(state, OTHER)]
        return {
            "points": 2.0 * sign * score(state),
            "approach": _approach(state, armies),
            "forces": 0.06 * _strength(state, ITALIAN) - 0.3 * _strength(state, OTHER),
            "roads": _roads(state),
            "supply": _hungry(state, OTHER) - _hungry(state, ITALIAN),
            "home": _home(state, armies),
            "staff": _staff(state, ITALIAN, armies) - _staff(state, OTHER, armies),
            "danger": _exposed(state, armies, OTHER) - _exposed(state, armies, ITALIAN),
        }


def _army(state: State, side: int) -> dict[int, tuple[int, int]]:
    """Attack and defence by hex."""
    found: dict[int, tuple[int, int]] = {}
    for u in state.on_map(side):
        if state.world.combat[u]:
            attack, defence = factors(state, u)
            place = state.units[u].place
            a, d = found.get(place, (0, 0))
            found[place] = (a + attack, d + defence)
    return found


def _strength(state: State, side: int) -> float:
    total = 0.0
    for u in state.on_map(side):
        counter = state.counter(u)
        if state.world.combat[u]:
            attack, defence = factors(state, u)
            total += (attack + defence) * (1.3 if counter.european else 1.0)
        elif counter.type in ("hq", "leader"):
            total += 12.0
        elif counter.type == "truck":
            total += 4.0
    return total


def _targets(state: State, side: int) -> dict[int, float]:
    """Places worth points to a side that it does not hold."""
    victory = state.theatre.scenario["victory"]
    index = state.world.hex_index
    if state.part == S1935:
        names = victory["hexes"] if side == ITALIAN else {}
    else:
        names = victory["hexes_italian"] if side == ITALIAN else victory["hexes_allied"]
    return {
        index[n]: float(points) for n, points in names.items() if state.control[index[n]] != side
    }


def _bases(state: State) -> tuple[int, ...]:
    """Italian places whose loss decides the war of 1935."""
    if state.part != S1935:
        return ()
    names = state.theatre.scenario["victory"]["sudden_ethiopian"]["hexes"]
    return tuple(state.world.hex_index[n] for n in names)


def _chart(state: State) -> Chart:
    places = set(_bases(state))
    for side in (ITALIAN, OTHER):
        victory = state.theatre.scenario["victory"]
        for key in ("hexes", "hexes_italian", "hexes_allied"):
            places.update(state.world.hex_index[n] for n in victory.get(key, {}))
        places.update(_targets(state, side))
    key_ = (id(state.world), tuple(sorted(places)))
    if key_ not in _charts:
        _charts[key_] = Chart(state.world, key_[1])
    return _charts[key_]


def _approach(state: State, armies: list[dict[int, tuple[int, int]]]) -> float:
    """For each place the strength that is near it, nearer counting more, up to what is enough."""
    far = _chart(state).far
    total = 0.0
    for side, sign in ((ITALIAN, 1.0), (OTHER, -1.0)):
        for h, points in _targets(state, side).items():
            away = far[h]
            near = sorted(
                (min(a, 30) * NEARER ** min(away[p], 40) for p, (a, _) in armies[side].items()),
                reverse=True,
            )
            held = sum(d for p, (_, d) in armies[1 - side].items() if away[p] <= 1)
            # The few stacks nearest to a place decide; the rest of the army is elsewhere.
            total += sign * points * min(2.0, sum(near[:8]) / (STRONG + 2.0 * held))
    return total


def _roads(state: State) -> float:
    """A built road carries supply: the more, the nearer it leads to places worth points."""
    far = _chart(state).far
    targets = _targets(state, ITALIAN)
    built = sum(
        0.3 + 0.05 * sum(points * NEARER ** min(far[t][h], 40) for t, points in targets.items())
        for h in state.roads
    )
    return built + 0.3 * len(state.sites)


def _hungry(state: State, side: int) -> float:
    total = 0.0
    for u in state.on_map(side):
        if state.world.combat[u] and not in_supply(state, u):
            attack, defence = factors(state, u)
            total += 0.02 * (attack + defence)
    return total


def _home(state: State, armies: list[dict[int, tuple[int, int]]]) -> float:
    """A garrison in each base, more when Ethiopians are near."""
    far = _chart(state).far
    total = 0.0
    for h in _bases(state):
        threat = min((far[h][p] for p in armies[OTHER]), default=60)
        need = 6.0 if threat <= 4 else 3.0 if threat <= 8 else 1.0
        if h in armies[ITALIAN]:
            total += 2.0 * need
        total -= 3.0 * max(0, 5 - threat)
    return total


def _staff(state: State, side: int, armies: list[dict[int, tuple[int, int]]]) -> float:
    """Headquarters with troops beside them, as far forward as the troops: supply reaches with them."""
    grid, far = state.world.board.grid, _chart(state).far
    targets = _targets(state, side)
    army, enemy = armies[side], armies[1 - side]
    total = 0.0
    for u in state.on_map(side):
        if state.counter(u).type not in ("hq", "leader"):
            continue
        place = state.units[u].place
        near = sum(1 for p in army if grid.distance(p, place) <= 2)
        total += 0.2 * min(near, 5)
        total += 0.25 * sum(
            points * NEARER ** min(far[h][place], 40) for h, points in targets.items()
        )
        if place not in army and any(grid.distance(p, place) <= SIGHT for p in enemy):
            total -= 1.5
    return total


def _exposed(state: State, armies: list[dict[int, tuple[int, int]]], side: int) -> float:
    grid = state.world.board.grid
    total = 0.0
    for place, (attack, defence) in armies[side].items():
        against = sum(
            a for p, (a, _) in armies[1 - side].items() if grid.distance(p, place) <= SIGHT
        )
        odds = against / max(1, defence)
        if odds > 2.0:
            total += min(0.4, 0.1 * (odds - 1.0)) * 0.05 * (attack + defence)
    return total
