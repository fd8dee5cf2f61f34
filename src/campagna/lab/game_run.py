"""One whole game between seats, with or without a record of it.

Game number `n` of a series takes its dice and its seats' luck from streams derived from the seed
of the series and `n` alone: it is the same game on every machine, whoever plays it and when.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from campagna.bots.bots import BadBots, Bot, SeesEveryOrder, bot_maker
from campagna.core.chance import Chance, SeededChance, UnrecordedChance
from campagna.core.contract import Event, Game, Outcome, Setup, State, Step
from campagna.core.record import Record
from campagna.lab.counts import Watch


class TooLong(RuntimeError):
    """The game went past the bound that its `longest_game` promises."""


class Series(msgspec.Struct, frozen=True):
    """What all games of a simulation have in common."""

    game: str
    setup: Setup
    seats: tuple[str, ...]
    """One name per side, in the order of the scenario's sides."""
    seed: int


def derived_seed(series: Series, number: int, stream: str) -> int:
    """48 bits: exact in every program that reads JSON numbers as floats."""
    text = f"campagna:{series.seed}:{number}:{stream}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def check_seats(game: Game[Any], series: Series) -> None:
    """Raises `BadBots` before anything is played."""
    sides = game.scenario(series.setup).sides
    if len(series.seats) != len(sides):
        count, names = len(series.seats), ", ".join(sides)
        raise BadBots(
            {
                "it": f"{game.slug} vuole {len(sides)} posti ({names}), non {count}",
                "en": f"{game.slug} needs {len(sides)} seats ({names}), not {count}",
            }
        )
    seats_of(game, series, 0)


def seats_of(game: Game[Any], series: Series, number: int) -> dict[str, Bot]:
    """The seats by side, each with its own stream so that one seat's luck never shifts another's."""
    sides = game.scenario(series.setup).sides
    seats = {
        side: bot_maker(name)(
            game, side, UnrecordedChance(derived_seed(series, number, f"seat:{side}"))
        )
        for side, name in zip(sides, series.seats, strict=True)
    }
    for seat in seats.values():
        if isinstance(seat, SeesEveryOrder):
            seat.sees_every_order = True
    return seats


def game_chance(series: Series, number: int) -> SeededChance:
    return SeededChance(derived_seed(series, number, "game"))


def _unwatched(events: list[Event]) -> None:
    """Nobody wants to know."""


def play_out(
    game: Game[Any],
    setup: Setup,
    chance: Chance,
    seats: Mapping[str, Bot],
    watch: Watch = _unwatched,
) -> tuple[int, Outcome]:
    """Play to the end; the number of orders and the outcome. Keeps nothing else: the fast way."""
    state = game.start(setup, chance)
    orders = 0
    while (step := game.step(state)) is not None:
        _check_length(game, orders, step)
        seat = seats[step.side]
        order = seat.decide(game.offers(state), partial(game.view, state, step.side))
        watch(game.play(state, order, chance))
        orders += 1
    return orders, _outcome(game, state)


def record_game(
    game: Game[Any],
    setup: Setup,
    chance: Chance,
    seats: Mapping[str, Bot],
    name: str,
    watch: Watch = _unwatched,
) -> Record:
    """The same game as `play_out` with the same chance and seats, kept order by order."""
    state = game.start(setup, chance)
    record = Record.begin(game, setup, name, chance, state)
    while (step := game.step(state)) is not None:
        _check_length(game, len(record.entries), step)
        seat = seats[step.side]
        order = seat.decide(game.offers(state), partial(game.view, state, step.side))
        watch(game.play(state, order, chance))
        record.append(step.side, order, chance.take_log(), state)
    record.finish(_outcome(game, state), chance)
    return record


def _check_length(game: Game[Any], orders: int, step: Step) -> None:
    if orders >= game.longest_game:
        raise TooLong(f"not over after {orders} orders; {step.side} decides '{step.decision}'")


def _outcome(game: Game[Any], state: State) -> Outcome:
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError("nobody is to decide, but the game has no outcome")
    return outcome
