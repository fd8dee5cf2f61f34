"""The orders of a phase: each counter goes where it is worth most, and attacks that pay are made."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.chance import Chance
from campagna.core.evaluator import Advice, Style
from campagna.core.weights import Weights, load_weights
from two_fords.opponent.battle_value import battle_value, groups
from two_fords.opponent.position_value import hex_value, on_map, ways_from
from two_fords.orders import Attack, Deploy, EndPhase, Look, Move, Retreat
from two_fords.rules.combat import refuse_attacker, retreat_hexes
from two_fords.rules.movement import destinations
from two_fords.rules.reconnaissance import looks
from two_fords.state import RESERVE, State, enemy_of, unit_at, units_of
from two_fords.world import BOARD, HOME, NAMES, VILLAGES


class PlanWeights(Weights, frozen=True):
    garrison_strength: int
    least_gain: float
    least_move: float


W = load_weights(HOME, "plans", PlanWeights)


def deployment(state: State, style: Style, chance: Chance) -> Iterator[Advice]:
    """One real counter holds the village of the area; the others stand near the enemy's.

    They are put down by number, as they move: any other order would tell their strengths.
    """
    strength = round(W.garrison_strength * style.get("garrison", 1.0))
    side = state.side
    area = BOARD.area("deployment", side).hexes
    waiting = [i for i in units_of(side) if state.units[i].place == RESERVE]
    for unit in waiting:
        free = [h for h in area if unit_at(state, h) is None]
        garrison = state.units[unit].strength == strength
        goals = [v for v in VILLAGES.values() if (v in area) == garrison]
        first = chance.pick(len(free), "seat")
        place = min(
            (*free[first:], *free[:first]), key=lambda h: min(ways_from(v)[h] for v in goals)
        )
        name, hex_ = NAMES[unit], BOARD.name(place)
        reason = "garrison" if garrison else "forward"
        yield Deploy(name, hex_), 0.0, reason, {"hex": hex_}


def moves(state: State, style: Style) -> Iterator[Advice]:
    """One after the other: whoever comes later sees where the others stand."""
    for unit in on_map(state, state.side):
        if not state.units[unit].done and (advice := _move(state, unit, style)) is not None:
            yield advice
    yield EndPhase(), 0.0, "done", {}


def _move(state: State, unit: int, style: Style) -> Advice | None:
    """The best place for a counter, if it is better than where it is."""
    caution = style.get("caution", 1.0)
    stays = hex_value(state, unit, caution)
    trial = state.copy()
    best, way = stays + W.least_move, None
    for place, path in destinations(state, unit).items():
        trial.change(unit, place=place)
        value = hex_value(trial, unit, caution)
        if value > best:
            best, way = value, path
    if way is None:
        return None
    name, path_names = NAMES[unit], tuple(map(BOARD.name, way))
    reason = "village" if way[-1] in VILLAGES.values() else "advance"
    return Move(name, path_names), best - stays, reason, {"hex": path_names[-1]}


def battles(state: State, style: Style) -> Iterator[Advice]:
    """Looks that cost no attack, then the best attack; each changes what is known."""
    while True:
        advice = _decoy_look(state) or _best_attack(state, style) or _any_look(state)
        if advice is None:
            break
        yield advice
    yield EndPhase(), 0.0, "done", {}


def _decoy_look(state: State) -> Advice | None:
    return _look(state, [i for i in on_map(state, state.side) if state.units[i].strength == 0])


def _any_look(state: State) -> Advice | None:
    return _look(state, on_map(state, state.side))


def _look(state: State, units: list[int]) -> Advice | None:
    able = looks(state)
    for unit in units:
        for target in able.get(NAMES[unit], ()):
            return Look(NAMES[unit], target), 0.0, "look", {"hex": target}
    return None


def _best_attack(state: State, style: Style) -> Advice | None:
    least = W.least_gain / style.get("attack", 1.0)
    best: Advice | None = None
    for target in on_map(state, enemy_of(state.side)):
        if state.units[target].attacked:
            continue
        place = state.units[target].place
        own = on_map(state, state.side)
        able = [u for u in own if refuse_attacker(state, u, place) is None]
        for group in groups(able):
            gain = battle_value(state, group, target)
            if gain > least and (best is None or gain > best[1]):
                order = Attack(tuple(NAMES[u] for u in group), BOARD.name(place))
                facts = {"hex": order.target, "gain": f"{gain:.1f}"}
                best = order, gain, "attack", facts
    return best


def retreat(state: State) -> Advice:
    """Back to the hex that is worth most."""
    unit = state.agenda[-1].unit
    trial = state.copy()
    values = {}
    for name in retreat_hexes(state, unit):
        trial.change(unit, place=BOARD.hex(name))
        values[name] = hex_value(trial, unit)
    best = max(values, key=lambda name: values[name])
    return Retreat(best), values[best], "retreat", {"hex": best}
