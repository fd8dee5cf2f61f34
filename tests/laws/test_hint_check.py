"""The captain's next order is allowed from any moment of a turn; one that is not is found and not given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from campagna.bots import hints
from campagna.bots.hints import hint
from campagna.cli.app import run
from campagna.core.chance import Chance, SeededChance
from campagna.core.evaluator import Advice, Evaluator, evaluator_of
from campagna.games.afrika_korps.orders import Move
from campagna.games.registry import BUILT_IN, load_game
from campagna.laws.hint_check import check
from two_fords.game import TwoFords

POSITIONS = {"alto-comando": 120}
USUAL = 300


@pytest.mark.parametrize("slug", [*BUILT_IN, TwoFords.slug])
def test_no_hint_is_refused_in_a_half_played_turn(slug: str) -> None:
    game = TwoFords() if slug == TwoFords.slug else load_game(slug)
    wanted = POSITIONS.get(slug, USUAL)
    *_, tally = check(game, wanted, seed=11)
    assert tally.positions >= wanted
    assert tally.faults == []
    assert tally.reasons == tally.positions


@pytest.mark.rule("8.1")
def test_a_unit_that_was_stopped_is_not_sent_to_its_post() -> None:
    # The captain wants it in Tobruch; in the middle of a turn it stands where the enemy stopped it.
    *_, tally = check(load_game("afrika-korps"), 1200, seed=4)
    assert tally.faults == []


class Careless:
    """Advises first what nobody may order, then what the captain would."""

    def __init__(self, real: Evaluator) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def plan(self, state: Any, style: Mapping[str, float], chance: Chance) -> Iterator[Advice]:
        if not style:
            yield Move(("DE-21-3",), ()), 1.0, "march", {"hex": "W3"}
        yield from self._real.plan(state, style, chance)


@pytest.fixture
def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless_evaluator(game: Any) -> Any:
        real = evaluator_of(game)
        assert real is not None
        return Careless(real)

    monkeypatch.setattr(hints, "evaluator_of", careless_evaluator)


@pytest.mark.usefixtures("careless")
def test_an_advice_that_would_be_refused_is_found_and_not_given() -> None:
    game = load_game("afrika-korps")
    *_, tally = check(game, 20)
    assert len(tally.faults) == tally.positions == 20
    state = game.start(game.new_setup("campaign"), SeededChance(1))
    step = game.step(state)
    assert step is not None
    found = hint(game, game.view(state, step.side), lambda order: game.refusal(state, order))
    assert found is not None
    assert not found.first
    assert game.refusal(state, found.order) is None


def test_the_same_moment_has_the_same_hint_and_the_game_goes_on_by_hints_alone() -> None:
    game = load_game("afrika-korps")
    state = game.start(game.new_setup("campaign"), SeededChance(5))
    dice = SeededChance(5)
    for _ in range(60):
        step = game.step(state)
        assert step is not None
        view = game.view(state, step.side)
        first, again = (hint(game, view, lambda o: game.refusal(state, o)) for _ in range(2))
        assert first is not None
        assert first == again
        game.play(state, first.order, dice)
    assert state.turn > 1


def test_without_an_evaluator_an_offered_order_is_the_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "evaluator_of", lambda game: None)
    game = load_game("afrika-korps")
    state = game.start(game.new_setup("campaign"), SeededChance(5))
    step = game.step(state)
    assert step is not None
    found = hint(game, game.view(state, step.side), lambda o: game.refusal(state, o))
    assert found is not None
    assert found.why is None
    assert game.refusal(state, found.order) is None
    # Nothing at all is told where the judge refuses everything.
    refused = game.refusal(state, Move(("nobody",), ()))
    assert refused is not None
    assert hint(game, game.view(state, step.side), lambda o: refused) is None


def test_the_command_tells_what_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-hints", "kasserine", "--positions", "30"]) == 0
    said = capsys.readouterr().out
    assert "30 posizioni" in said or "30 positions" in said
