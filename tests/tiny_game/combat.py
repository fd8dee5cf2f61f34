"""Chapter 6: combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Refusal, Step
from campagna.core.rulebook import rule
from campagna.hexes.kernels import BARRED
from tests.tiny_game.events import Eliminated, Fought, Retreated
from tests.tiny_game.orders import Attack, Retreat
from tests.tiny_game.sequence import next_phase, wrong_hex, wrong_unit
from tests.tiny_game.state import (
    COUNTERS,
    INDEX,
    LOST,
    State,
    enemy_of,
    possible_strengths,
    side_of,
    turn_up,
    unit_at,
)
from tests.tiny_game.terrain import BOARD, COSTS, TABLES
from tests.tiny_game.zones import controls, zones

DIE = 6


def refusal(state: State, order: Attack) -> Refusal | None:
    wrong = wrong_hex(order.target)
    for name in order.units:
        wrong = wrong or wrong_unit(state, name)
    if wrong:
        return wrong
    if not order.units or len(set(order.units)) < len(order.units):
        return Refusal("6.1", "name-attackers-once")
    target = enemy_at(state, order.target)
    if target is None:
        return Refusal("6.1", "no-enemy", {"hex": order.target})
    if state.units[target].attacked:
        return Refusal("6.1", "already-attacked", {"hex": order.target})
    for name in order.units:
        wrong = wrong_attacker(state, name, order.target)
        if wrong:
            return wrong
    return None


@rule("6.3")
def wrong_attacker(state: State, name: str, target: str) -> Refusal | None:
    """Why this counter of the deciding side may not attack that hex."""
    unit = state.units[INDEX[name]]
    if unit.strength == 0:
        return Refusal("6.3", "decoy-attacks", {"unit": name})
    return idle_and_in_zone(state, name, target)


@rule("6.1")
def idle_and_in_zone(state: State, name: str, target: str) -> Refusal | None:
    unit = state.units[INDEX[name]]
    if unit.done:
        return Refusal("6.1", "already-acted", {"unit": name})
    if not controls(state, unit.place, BOARD.hex(target)):
        return Refusal("6.1", "not-in-zone", {"unit": name, "hex": target})
    return None


def enemy_at(state: State, hex_: str) -> int | None:
    """The counter of the side that is not deciding."""
    unit = unit_at(state, BOARD.hex(hex_))
    return unit if unit is not None and side_of(unit) != state.agenda[-1].side else None


@rule("6.5")
def difference(state: State, units: Sequence[int], target: int, strength: int) -> int:
    wood = BOARD.terrain_name(state.units[target].place) == "wood"
    attack = sum(state.units[u].strength for u in units)
    return attack - strength - (TABLES.wood_defence if wood else 0)


@rule("6.6")
def result(difference_: int, die: int) -> str:
    """What the table says."""
    low, high = TABLES.combat.differences[0], TABLES.combat.differences[-1]
    column = min(max(difference_, low), high) - low
    return TABLES.combat.results[die - 1][column]


@rule("6.2")
def play(state: State, order: Attack, chance: Chance) -> list[Event]:
    units = [INDEX[name] for name in order.units]
    target = unit_at(state, BOARD.hex(order.target))
    assert target is not None
    for unit in units:
        state.change(unit, done=True)
    state.change(target, attacked=True)
    events = turn_up(state, [*units, target], "6.2")
    strength = state.units[target].strength
    if strength == 0:
        return [*events, eliminate(state, target, "6.4")]
    by = difference(state, units, target, strength)
    die = chance.roll(DIE, "attack")
    outcome = result(by, die)
    events.append(
        Fought(
            rule="6.6",
            units=order.units,
            target=order.target,
            difference=by,
            die=die,
            result=outcome,
        )
    )
    return events + _apply(state, outcome, units, target)


@rule("6.4", "6.6")
def eliminate(state: State, unit: int, why: str) -> Event:
    hex_ = BOARD.name(state.units[unit].place)
    state.change(unit, place=LOST)
    return Eliminated(why, COUNTERS[unit], hex_)


def _apply(state: State, outcome: str, units: Sequence[int], target: int) -> list[Event]:
    if outcome == "AE":
        return [eliminate(state, unit, "6.6") for unit in units]
    if outcome == "DE":
        return [eliminate(state, target, "6.6")]
    if outcome == "DR":
        if not retreat_hexes(state, target):
            return [eliminate(state, target, "6.7")]
        state.agenda.append(retreat_step(state, target))
    return []


# --- retreat: a decision of the defender in the middle of the attacker's phase -------------------


def retreat_step(state: State, unit: int) -> Step:
    facts: dict[str, Fact] = {
        "unit": COUNTERS[unit],
        "hex": BOARD.name(state.units[unit].place),
    }
    return Step(side_of(unit), "retreat", rule="6.7", facts=facts)


def retreating(state: State) -> int:
    """The counter that the step on top of the agenda is about."""
    return INDEX[str(state.agenda[-1].facts["unit"])]


@rule("6.7")
def retreat_hexes(state: State, unit: int) -> list[str]:
    place = state.units[unit].place
    danger = zones(state, enemy_of(side_of(unit)))
    steps = BOARD.grid.neighbours[place * 6 : place * 6 + 6]
    return [
        BOARD.name(there)
        for side, there in enumerate(steps)
        if COSTS[place * 6 + side] != BARRED and not danger[there] and unit_at(state, there) is None
    ]


def retreat_refusal(state: State, order: Retreat) -> Refusal | None:
    unit = retreating(state)
    if order.hex in retreat_hexes(state, unit):
        return None
    return wrong_hex(order.hex) or Refusal("6.7", "no-retreat-there", {"hex": order.hex})


def play_retreat(state: State, order: Retreat) -> list[Event]:
    unit = retreating(state)
    state.change(unit, place=BOARD.hex(order.hex))
    return [Retreated(rule="6.7", unit=COUNTERS[unit], hex=order.hex), *next_phase(state)]


# --- the odds before the die ---------------------------------------------------------------------


def forecast(state: State, order: Attack) -> Forecast:
    """The exact chances as far as the attacker can know them: a face-down target may be anything left."""
    units = [INDEX[name] for name in order.units]
    target = enemy_at(state, order.target)
    assert target is not None
    strengths = possible_strengths(state, target, state.agenda[-1].side)
    cases: Counter[str] = Counter()
    for strength in strengths:
        if strength == 0:
            cases["decoy"] += DIE
        else:
            by = difference(state, units, target, strength)
            cases.update(result(by, die) for die in range(1, DIE + 1))
    total = DIE * len(strengths)
    lines = tuple(
        ForecastLine(outcome, cases[outcome] / total, _meaning(state, outcome, target))
        for outcome in ("DE", "decoy", "DR", "NE", "AE")
        if cases[outcome]
    )
    attack = sum(state.units[u].strength for u in units)
    return Forecast(rule="6.6", lines=lines, sums={"attack": attack, "defence": strengths})


def _meaning(state: State, outcome: str, target: int) -> dict[str, Fact]:
    if outcome == "DR":
        return {"retreat": tuple(retreat_hexes(state, target))}
    return {}
