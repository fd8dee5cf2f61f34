"""Seats of games that only value positions: they find what gains, pass when nothing does, average dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campagna.bots.captain import Captain
from campagna.bots.sampling import FACES, Loaded, Sampled
from campagna.core.chance import SeededChance, Whim
from campagna.core.contract import Order, Setup, Text
from tests.cli.duel import Aim, Duel, Load


class Hoarder:
    """Values loaded shots of the first duellist, and nothing else."""

    knobs: Mapping[str, Text] = {"shots": {"it": "colpi in canna", "en": "shots loaded"}}
    planned = frozenset({"act"})
    passing: tuple[Order, ...] = (Aim(1),)
    tries = 12

    def terms(self, state: Any) -> dict[str, float]:
        return {"shots": float(state.shots["red"]) if "red" in state.shots else 0.0}


def seat() -> tuple[Duel, Sampled, Any]:
    game = Duel()
    return game, Sampled(game, Hoarder()), game.start(Setup("meadow"), SeededChance(0))


def test_the_order_that_gains_most_is_given_and_explained() -> None:
    game, judgement, state = seat()
    captain = Captain(game, judgement, "red", Whim(1))
    order = captain.decide(game.offers(state), lambda: game.view(state, "red"))
    assert order == Load()
    why = captain.explain()
    assert why is not None
    assert "shots loaded" in why["en"]
    assert "colpi in canna" in why["it"]


def test_a_seat_passes_when_nothing_gains() -> None:
    _, judgement, state = seat()
    judgement._terms.passing = (Aim(2),)
    judgement._terms.terms = lambda state: {"shots": 0.0}  # type: ignore[method-assign]
    order, gain, reason, _ = next(judgement.plan(state, {}, SeededChance(3)))
    assert (order, gain, reason) == (Aim(2), 0.0, "pass")


def test_the_first_die_is_averaged_over_its_faces() -> None:
    rolled = [Loaded(7, face).roll(6, "shot") for face in range(FACES)]
    assert rolled == [1, 2, 3, 4, 5, 6]
    halves = [Loaded(7, face).roll(2, "coin") for face in range(FACES)]
    assert halves == [1, 1, 1, 2, 2, 2]
    unthrown = Loaded(7, 0)
    assert not unthrown.thrown


def test_two_plans_of_one_seat_draw_different_orders() -> None:
    """A seat asked again after dice must not look at the very same orders again."""
    game, judgement, _ = seat()
    captain = Captain(game, judgement, "red", Whim(1))
    seen: list[Any] = []
    plain = judgement.plan

    def spied(state: Any, style: Any, whim: Any) -> Any:
        seen.append(whim.copy().pick(1 << 30, "seat"))
        return plain(state, style, whim)

    judgement.plan = spied  # type: ignore[method-assign]
    for number in range(2):
        state = game.start(Setup("meadow"), SeededChance(number))
        captain._state = captain._plan = None
        captain.decide(game.offers(state), lambda state=state: game.view(state, "red"))  # type: ignore[misc]
    assert len(set(seen)) == 2
