"""Opponent: how well the Axis stands, as its chance to win in percent.

A logistic formula over what a player would count: points out, losses, how much strength stands near
which exit and what guards it, who has supply, how many Allies stand beyond the railway.
"""

from __future__ import annotations

from math import exp

import msgspec

from campagna.core.weights import Weights, load_weights
from campagna.games.kasserine.opponent.map_reading import Chart, chart_of
from campagna.games.kasserine.rules.logistics import lines, supplies
from campagna.games.kasserine.rules.strength import defence_value
from campagna.games.kasserine.rules.victory import (
    axis_losses,
    beyond_the_railway,
    exit_points,
    loss_limit,
    points_needed,
    worth,
)
from campagna.games.kasserine.rules.zones import day_zone, fighters
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import ALLIED, AXIS, HOME, UCM, URF


class ValueWeights(Weights, frozen=True):
    """What counts for the chance of the Axis: weights of a logistic formula."""

    constant: float
    turn: float
    late: float
    out: float
    out_late: float
    lost: float
    near_limit: float
    over_limit: float
    over_late: float
    near: float
    near_late: float
    unsupplied: float
    strength: float
    allies: float
    allies_unsupplied: float
    stores: float
    open: float
    pressure: float
    beyond: float


WEIGHTS = load_weights(HOME, "position_value", ValueWeights)
_BY_NAME: dict[str, float] = msgspec.structs.asdict(WEIGHTS)


class Measures(Weights, frozen=True):
    """How what counts is measured, each scaled to about one."""

    near_share: float
    open_share: float
    losses_felt_from: int
    losses_felt_over: int
    strength_scale: int
    allies_scale: int
    allied_stores: float
    stores_scale: int
    defence_assumed: int
    most_pressure: float
    most_beyond: int


MEASURES = load_weights(HOME, "position_measures", Measures)


class DecidedWeights(Weights, frozen=True):
    """The chance in percent that a game has in which everything is decided, by its level."""

    german_total: float
    german_partial: float
    draw: float
    allied_partial: float
    allied_total: float


DECIDED: dict[str, float] = msgspec.structs.asdict(load_weights(HOME, "decided", DecidedWeights))


def features(state: State) -> dict[str, float]:
    """What counts, each scaled to about one."""
    world, chart = state.world, chart_of(state.world)
    axis, allied = fighters(state, AXIS), fighters(state, ALLIED)
    supplied = lines(state, AXIS, supplies(state, AXIS), day_zone(state, ALLIED))
    line = lines(state, ALLIED, supplies(state, ALLIED), day_zone(state, AXIS))
    points = {u: worth(state, u) for u in (*axis, *allied)}
    late = state.move / world.last_move
    lost, out = axis_losses(state), exit_points(state)
    needed, limit = points_needed(world), loss_limit(world)
    near = unsupplied = 0.0
    for u in axis:
        share = MEASURES.near_share ** chart.out[state.place(u)]
        near += points[u] * share
        if world.needs_supply[u] and not supplied[state.place(u)]:
            unsupplied += points[u] * share
    beyond = min(MEASURES.most_beyond, len(beyond_the_railway(state)))
    strength = sum(points[u] for u in axis)
    return {
        "constant": 1.0,
        "turn": float(state.side == AXIS),
        "late": late,
        "out": out / needed,
        "out_late": late * out / needed,
        "lost": lost / limit,
        "near_limit": max(0, min(lost, limit) - MEASURES.losses_felt_from)
        / MEASURES.losses_felt_over,
        "over_limit": float(lost > limit),
        "over_late": late * float(lost > limit),
        "near": near / needed,
        "near_late": late * near / needed,
        "unsupplied": unsupplied / needed,
        "strength": (strength + out) / MEASURES.strength_scale,
        "allies": sum(points[u] for u in allied) / MEASURES.allies_scale,
        "allies_unsupplied": sum(
            points[u] for u in allied if world.needs_supply[u] and not line[state.place(u)]
        )
        / MEASURES.allies_scale,
        "stores": _stores(state),
        "open": _open_exits(state, chart, axis, points),
        "pressure": _pressure(state, chart, axis),
        "beyond": late**4 * beyond,
    }


def _stores(state: State) -> float:
    """Mobile supplies and commands of the Axis, less half of those of the Allies."""
    world, total = state.world, 0.0
    for u, kind in enumerate(world.kind):
        if kind in (UCM, URF) and not world.fixed[u] and state.place(u) >= 0:
            total += 1.0 if state.owner(u) == AXIS else -MEASURES.allied_stores
    return total / MEASURES.stores_scale


def _open_exits(state: State, chart: Chart, axis: list[int], points: dict[int, int]) -> float:
    """Strength that has an exit before it where nobody stands."""
    best = 0.0
    ways = chart.to_exit["vehicles"]
    for k, e in enumerate(chart.exits):
        if not state.fighters_at(e, ALLIED):
            best = max(
                best, sum(points[u] * MEASURES.open_share ** ways[k][state.place(u)] for u in axis)
            )
    return best / points_needed(state.world)


def _pressure(state: State, chart: Chart, axis: list[int]) -> float:
    """Attack factors close to the weakest exit for each point of defence there."""
    best = 0.0
    for e in chart.exits:
        gaps = chart.gaps(e)
        attack = sum(state.face(u).attack + 1 for u in axis if gaps[state.place(u)] <= 3)
        if attack:
            guards = sum(
                defence_value(state, u)
                for h in chart.ring(e, 1)
                for u in state.fighters_at(h, ALLIED)
            )
            best = max(best, attack / (MEASURES.defence_assumed + guards))
    return min(MEASURES.most_pressure, best) / 2


def chance_of_the_axis(state: State) -> float:
    """In percent."""
    if state.level:
        return DECIDED[state.level]
    total = sum(_BY_NAME[name] * value for name, value in features(state).items())
    return 100.0 / (1.0 + exp(-max(-12.0, min(12.0, total))))
