"""Opponent: the small decisions of a battle: losses or retreat, where the beaten go, who follows."""

from __future__ import annotations

from collections.abc import Mapping

from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.panzergruppe_guderian.frames import Advancing, Excess, Retreating, Suffer
from campagna.games.panzergruppe_guderian.opponent.map_reading import (
    FOOT,
    MOTORIZED,
    MapReading,
    chart_of,
    step_worth,
    worth,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Done,
    GiveGround,
    Remove,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules.advance import advances
from campagna.games.panzergruppe_guderian.rules.results import alive
from campagna.games.panzergruppe_guderian.rules.retreat import routes
from campagna.games.panzergruppe_guderian.rules.stacking import overstacked
from campagna.games.panzergruppe_guderian.rules.untried import steps_left
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.world import GERMAN, HOME, SOVIET


class ReplyWeights(Weights, frozen=True):
    """Losses, retreats and advances."""

    second_step: float
    stand_firm: float
    stand_on_prize: float
    into_our_zone: float
    onto_prize: float
    beside_us: float
    towards_prizes: float
    least_advance: float
    own_prize: float
    division_mate: float
    stranger: float
    german_crowd: float
    soviet_stack: float
    soviet_crowd: float
    soviet_ground: float
    soviet_in_zone: float


WEIGHTS = load_weights(HOME, "replies", ReplyWeights)


def answer(state: State, style: Mapping[str, float]) -> Advice:
    frame = state.agenda[-1]
    if isinstance(frame, Suffer):
        return _suffer(state, frame)
    if isinstance(frame, Retreating):
        return _retreat(state, frame)
    if isinstance(frame, Advancing):
        return _advance(state, frame, style)
    assert isinstance(frame, Excess)
    return _remove(state, frame)


def _suffer(state: State, frame: Suffer) -> Advice:
    """Lose the cheapest steps, or give ground if they are worth more than the hex."""
    units = alive(state, frame.units)
    asked = min(frame.count, sum(steps_left(state, u) for u in units))
    lost: list[int] = []
    price = 0.0
    for _ in range(asked):
        able = [u for u in units if lost.count(u) < steps_left(state, u)]
        cheapest = min(
            able, key=lambda u: (step_worth(state, u) + WEIGHTS.second_step * lost.count(u), u)
        )
        price += step_worth(state, cheapest)
        lost.append(cheapest)
    if frame.may_retreat and price > _hold_worth(state, frame, units):
        return GiveGround(), -price, "give-ground", {"count": frame.count}
    return TakeLosses(state.names(sorted(lost))), -price, "lose", {"units": state.names(lost)}


def _hold_worth(state: State, frame: Suffer, units: list[int]) -> float:
    """What it is worth not to retreat: the hex, and the danger of having no way."""
    chart = chart_of(state.world)
    total = WEIGHTS.stand_firm * frame.count * len(units)
    for place in {state.units[u].place for u in units}:
        for prize in state.world.prizes:
            if place in prize.hexes:
                total += WEIGHTS.stand_on_prize * prize.points / len(prize.hexes)
        enemy = zone(state, 1 - frame.side)
        held = state.maps.held
        ways = [
            n
            for n in chart.around[place]
            if not held[1 - frame.side][n] and (not enemy[n] or held[frame.side][n])
        ]
        if not ways:
            total += sum(worth(state, u) for u in units if state.units[u].place == place)
    return total


def _retreat(state: State, frame: Retreating) -> Advice:
    """We lead the enemy back: off the victory hexes, towards our own and out of his command."""
    chart = chart_of(state.world)
    ours = 1 - frame.side
    unit = frame.units[0]
    prizes = state.world.prize_hexes
    near = zone(state, ours)
    ways = chart.ways[MOTORIZED]
    open_ = [k for k, p in enumerate(state.world.prizes) if state.control & p.bits != p.bits]

    def gain(way: tuple[int, ...]) -> float:
        end = way[-1]
        score = WEIGHTS.into_our_zone * near[end] - WEIGHTS.onto_prize * (end in prizes)
        score += WEIGHTS.beside_us * sum(state.maps.held[ours][n] for n in chart.around[end])
        pull = sum(state.world.prizes[k].points * ways[k][end] for k in open_)
        # A Soviet unit is best sent away from what he guards, a German one back west.
        return score - WEIGHTS.towards_prizes * pull

    best = max(routes(state, frame, unit), key=lambda w: (gain(w), w))
    ids = state.world.hex_ids
    order = Retreat(state.name(unit), tuple(ids[h] for h in best))
    return order, 0.0, "drive-back", {"hex": ids[best[-1]]}


def _advance(state: State, frame: Advancing, style: Mapping[str, float]) -> Advice:
    """Go forward if the hex is worth more than the one left, without giving up a victory hex."""
    reading = MapReading(state, style)
    enemy = reading.soviets if frame.side == GERMAN else reading.germans
    crowd: dict[int, float] = {}

    def hex_worth(unit: int, h: int, pull: list[float]) -> float:
        if h not in crowd:
            crowd[h] = reading.crowd_at(h, enemy, 1 - frame.side)
        return _hex_worth(state, frame.side, unit, h, pull[h], crowd[h])

    best: tuple[float, int, tuple[int, ...]] | None = None
    for unit, paths in advances(state, frame):
        if state.is_leader(unit):
            continue
        kind = FOOT if state.counter(unit).type == "infantry" else MOTORIZED
        pull = reading.german_pull(kind)
        place = state.units[unit].place
        stay = hex_worth(unit, place, pull)
        for path in paths:
            gain = hex_worth(unit, path[-1], pull) - stay
            if best is None or gain > best[0]:
                best = (gain, unit, path)
    if best is None or best[0] <= WEIGHTS.least_advance:
        return Done(), 0.0, "stay", {}
    ids = state.world.hex_ids
    order = Advance(state.name(best[1]), tuple(ids[h] for h in best[2]))
    return order, best[0], "advance", {"hex": ids[best[2][-1]]}


def _hex_worth(state: State, side: int, unit: int, h: int, pull: float, crowd: float) -> float:
    ours = bool(state.control & state.world.prize_bit.get(h, 0)) == (side == GERMAN)
    total = 0.0
    for prize in state.world.prizes:
        if h in prize.hexes:
            total += prize.points / len(prize.hexes) * (WEIGHTS.own_prize if ours else 1.0)
    stack = [u for u in state.stack(h) if u != unit]
    division = state.counter(unit).division
    if side == GERMAN:
        total += pull
        mates = sum(1 for u in stack if state.counter(u).division == division)
        total += WEIGHTS.division_mate * mates - WEIGHTS.stranger * (len(stack) - mates)
        total -= WEIGHTS.german_crowd * crowd
    else:
        total += WEIGHTS.soviet_stack * len(stack) - WEIGHTS.soviet_crowd * crowd
        ground = bool(state.world.forest[h]) + bool(state.world.major[h])
        total += WEIGHTS.soviet_ground * ground
        if zone(state, GERMAN)[h]:
            total -= WEIGHTS.soviet_in_zone
    return total


def _remove(state: State, frame: Excess) -> Advice:
    units = [u for h in overstacked(state, frame.side) for u in state.stack(h)]
    cheapest = min(units, key=lambda u: (worth(state, u), u))
    side = "soviet" if frame.side == SOVIET else "german"
    return Remove(state.name(cheapest)), 0.0, "remove", {"side": side}
