"""How a general searches: fair dice, fancies, ways that differ, and never more than his budget."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Any, cast

import pytest

from campagna.bots.captain import Captain
from campagna.bots.general import General, StratifiedDice, WorldDice
from campagna.core.bias import BIAS, STRENGTHS, place_bias
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Game, Refusal, Refused, Setup
from campagna.core.evaluator import PLAIN, Evaluator, evaluator_of
from tests.laws.cases import all_slugs, game_of

TAUGHT = [slug for slug in all_slugs() if evaluator_of(game_of(slug)) is not None]


def judged(game: Game[Any]) -> Evaluator:
    found = evaluator_of(game)
    assert found is not None
    return found


# --- dice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("worlds", [1, 2, 3, 5, 6, 8])
def test_every_world_has_a_slice_of_its_own_in_every_throw(worlds: int) -> None:
    spread = StratifiedDice(worlds, 7)
    for throw in range(50):
        assert sorted(spread.slice(throw, w) for w in range(worlds)) == list(range(worlds))


def test_two_neighbours_have_a_low_and_a_high_slice() -> None:
    spread = StratifiedDice(8, 3)
    for throw in range(50):
        halves = [spread.slice(throw, w) // 4 for w in range(8)]
        assert all(a != b for a, b in zip(halves[::2], halves[1::2], strict=True))


def test_six_worlds_see_all_six_faces_of_each_early_throw() -> None:
    spread = StratifiedDice(6, 11)
    dice = [WorldDice(100 + w, spread, w) for w in range(6)]
    for _ in range(40):
        assert sorted(d.roll(6, "combat") for d in dice) == [1, 2, 3, 4, 5, 6]
        assert all(d.thrown for d in dice)


def test_the_order_of_the_faces_changes_from_throw_to_throw() -> None:
    spread = StratifiedDice(6, 11)
    dealt = [tuple(spread.slice(t, w) for w in range(6)) for t in range(12)]
    assert any(a != b for a, b in pairwise(dealt))


def test_later_throws_are_ordinary_dice() -> None:
    spread = StratifiedDice(2, 5)
    dice = WorldDice(1, spread, 0)
    rolls = [dice.roll(6, "combat") for _ in range(600)]
    assert {rolls.count(face) > 60 for face in range(1, 7)} == {True}


# --- fancies --------------------------------------------------------------------------------------


def test_a_style_without_a_number_has_no_bias() -> None:
    assert {place_bias(PLAIN, place) for place in range(100)} == {0.0}


def test_biases_are_the_same_for_the_same_style_and_as_strong_as_their_number_says() -> None:
    for number, strength in enumerate(STRENGTHS):
        style = {BIAS: float(number)}
        likings = [place_bias(style, place) for place in range(500)]
        assert likings == [place_bias(style, place) for place in range(500)]
        assert 0.9 * strength < max(likings) <= strength
        assert -strength <= min(likings) < -0.9 * strength
        assert abs(sum(likings) / 500) < 0.1 * strength


# --- the search -----------------------------------------------------------------------------------


def first_plan(slug: str) -> tuple[Game[Any], Any, str]:
    """A game up to the second phase worth planning, captains on both sides."""
    game = game_of(slug)
    setup, chance = Setup(game.scenarios[0].id), SeededChance(5)
    state = game.start(setup, chance)
    sides = game.scenario(setup).sides
    captains = {s: Captain(game, judged(game), s, UnrecordedChance(i)) for i, s in enumerate(sides)}
    phases = 0
    last = ""
    while (step := game.step(state)) is not None:
        if step.decision in judged(game).planned(state) and step.side != last:
            last = step.side
            phases += 1
            if phases == 2:
                return game, state, step.side
        order = captains[step.side].decide(game.offers(state), partial(game.view, state, step.side))
        game.play(state, order, chance)
    raise AssertionError("the game ended before it began")


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_general_keeps_within_his_budget_and_may_be_stopped_anywhere(slug: str) -> None:
    game, state, side = first_plan(slug)
    spent: list[int] = []
    for most in (12, 7):
        seat = General(game, judged(game), side, UnrecordedChance(3), budget=12)
        count = [0]

        def counted(done: int, of: int, count: list[int] = count) -> None:
            count[0] += 1

        seat.progress = counted
        seat.hurried = lambda count=count, most=most: count[0] >= most  # type: ignore[misc]
        order = seat.decide(game.offers(state), partial(game.view, state, side))
        assert game.refusal(state, order) is None
        spent.append(count[0])
    assert 1 <= spent[0] <= 12
    assert spent[1] <= 7


def test_advice_that_is_refused_in_an_imagined_world_stops_no_general(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, state, side = first_plan("panzergruppe-guderian")
    seat = General(game, judged(game), side, UnrecordedChance(3), budget=12)
    played = game.play
    tries = [0]

    def stubborn(copy: Any, order: Any, chance: Any) -> Any:
        tries[0] += 1
        if tries[0] == 50:
            raise Refused(Refusal("4.1", "not-now"))
        return played(copy, order, chance)

    monkeypatch.setattr(game, "play", stubborn)
    order = seat.decide(game.offers(state), partial(game.view, state, side))
    monkeypatch.undo()
    assert tries[0] > 50
    assert "was refused" in caplog.text
    assert game.refusal(state, order) is None


class Listening:
    """The judgement of a game; remembers in which styles which side is asked to play."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.asked: list[tuple[str, str, Mapping[str, float]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(judged(self.game), name)

    def plan(self, state: Any, style: Mapping[str, float], whim: Any) -> Any:
        step = self.game.step(state)
        assert step is not None
        self.asked.append((step.side, step.decision, style))
        return judged(self.game).plan(state, style, whim)


def test_a_general_plays_by_his_doctrine_where_he_finds_nothing_better() -> None:
    game, state, side = first_plan("lion-of-judah")
    learned_style = judged(game).learned_style(state, side)
    assert learned_style
    heard = Listening(game)
    seats = (
        General(game, cast(Evaluator, heard), side, UnrecordedChance(3), budget=1),
        Captain(game, cast(Evaluator, heard), side, UnrecordedChance(3)),
    )
    for seat, style in zip(seats, (learned_style, {}), strict=True):
        seat.decide(game.offers(state), partial(game.view, state, side))
        assert heard.asked[-1][2] == style


@pytest.mark.parametrize(
    ("turn", "budget", "searches"), [(6, None, False), (7, None, True), (6, 5, True), (7, 0, False)]
)
def test_the_italian_of_1935_searches_in_his_last_turns_or_when_told(
    turn: int, budget: int | None, *, searches: bool
) -> None:
    game, side, chance = game_of("lion-of-judah"), "italian", SeededChance(3)
    state = game.start(Setup("s1935"), chance)
    while (step := game.step(state)) is not None and (step.side, step.decision) != (
        side,
        "special",
    ):
        game.play(state, game.offers(state).sample(chance), chance)
    state.turn = turn
    heard = Listening(game)
    seat = General(game, cast(Evaluator, heard), side, UnrecordedChance(3), budget=budget)
    evaluations: list[int] = []
    seat.progress = lambda done, of: evaluations.append(of)
    seat.hurried = lambda: len(evaluations) == 2
    seat.decide(game.offers(state), partial(game.view, state, side))
    assert heard.asked[-1][2] == judged(game).learned_style(state, side)
    assert evaluations == ([120 if budget is None else budget] * 2 if searches else [])


@pytest.mark.parametrize("side", ["italian", "allied"])
def test_what_a_general_of_1940_compares_are_his_own_moves(side: str) -> None:
    """Both sides do their staff work first: a search that began there would try nothing at all."""
    game = game_of("lion-of-judah")
    setup, chance = Setup("s1940"), SeededChance(5)
    state = game.start(setup, chance)
    heard = Listening(game)
    seat = General(game, cast(Evaluator, heard), side, UnrecordedChance(3), budget=5)
    while (step := game.step(state)) is not None and (step.side, step.decision) != (
        side,
        "movement",
    ):
        game.play(state, game.offers(state).sample(chance), chance)
    seat.decide(game.offers(state), partial(game.view, state, side))
    tried = [style for who, what, style in heard.asked if (who, what) == (side, "movement")]
    assert len({repr(style) for style in tried}) > 1
