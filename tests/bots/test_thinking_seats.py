"""Captain and general: they obey the rules, see no more than their side, repeat themselves, explain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from campagna.bots.bots import BadBots, bot_maker, bots_for
from campagna.bots.captain import Captain, WatchedDice
from campagna.bots.general import General
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import LANGUAGES, Fact, Game, Setup, digest
from campagna.core.evaluator import Evaluator, evaluator_of, reason_text
from campagna.core.messages import load_messages
from campagna.server.bot_progress import ProgressCells, connect
from campagna.server.bot_workers import Question, decide
from tests.cli.duel import Duel
from tests.laws.cases import all_slugs, game_of

TAUGHT = [slug for slug in all_slugs() if evaluator_of(game_of(slug)) is not None]
GUDERIAN = "panzergruppe-guderian"
SOME_ORDERS = 40


def judged(game: Game[Any]) -> Evaluator:
    found = evaluator_of(game)
    assert found is not None
    return found


def play_some(slug: str, seed: int, orders: int) -> tuple[list[Any], list[Any], Any]:
    """The first orders of a game between captains; each is judged by the real state."""
    game = game_of(slug)
    setup = Setup(game.scenarios[0].id)
    chance = SeededChance(seed)
    state = game.start(setup, chance)
    sides = game.scenario(setup).sides
    seats = {
        s: Captain(game, judged(game), s, UnrecordedChance(seed + i)) for i, s in enumerate(sides)
    }
    given, why = [], []
    for _ in range(orders):
        step = game.step(state)
        if step is None:
            break
        seat = seats[step.side]

        order = seat.decide(game.offers(state), partial(game.view, state, step.side))
        assert game.refusal(state, order) is None, (slug, step, order)
        given.append(order)
        why.append(seat.explain())
        game.play(state, order, chance)
    return given, why, state


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_captain_is_never_refused_and_says_why(slug: str) -> None:
    given, why, _ = play_some(slug, 3, SOME_ORDERS)
    assert len(given) == SOME_ORDERS
    for text in why:
        assert text is not None
        assert set(text) == set(LANGUAGES)
        assert all(text.values())


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_same_seed_gives_the_same_orders(slug: str) -> None:
    assert play_some(slug, 5, 12)[0] == play_some(slug, 5, 12)[0]


THINKERS: dict[str, Callable[..., Captain]] = {
    "captain": Captain,
    "general": partial(General, budget=4),
}


@pytest.mark.parametrize("thinker", THINKERS)
@pytest.mark.parametrize("slug", TAUGHT)
def test_two_worlds_with_the_same_view_get_the_same_order(slug: str, thinker: str) -> None:
    """At the first phase worth planning after a while, and at the decision after it."""
    game, evaluator = game_of(slug), judged(game_of(slug))
    _, _, state = play_some(slug, 7, 15)
    chance = SeededChance(7)
    while (now := game.step(state)) is not None and now.decision not in evaluator.planned(state):
        game.play(state, game.offers(state).sample(chance), chance)
    for number in range(2):
        step = game.step(state)
        if step is None:
            return
        view = game.view(state, step.side)
        other = game.imagine(view, SeededChance(100 + number))
        assert game.view(other, step.side) == view
        orders = []
        for world in (state, other):
            seat = THINKERS[thinker](game, evaluator, step.side, UnrecordedChance(number))
            look = partial(game.view, world, step.side)
            orders.append(seat.decide(game.offers(world), look))
        assert orders[0] == orders[1]
        game.play(state, orders[0], SeededChance(number))


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_judgement_is_a_sum_for_one_side_and_explained_in_both_languages(slug: str) -> None:
    game = game_of(slug)
    setup = Setup(game.scenarios[0].id)
    evaluator = judged(game)
    state = game.start(setup, SeededChance(1))
    before = digest(state)
    first, second = game.scenario(setup).sides
    assert evaluator.value(state, first) == -evaluator.value(state, second)
    assert digest(state) == before
    for texts in (*evaluator.style_factors.values(), *evaluator.reasons.values()):
        assert set(texts) == set(LANGUAGES)


def test_an_attentive_captain_gives_the_orders_of_one_who_looks_each_time() -> None:
    game = game_of(GUDERIAN)
    orders: list[list[Any]] = []
    for sees_every_order in (False, True):
        chance = SeededChance(11)
        state = game.start(Setup(game.scenarios[0].id), chance)
        seat = Captain(game, judged(game), "soviet", UnrecordedChance(1))
        seat.sees_every_order = sees_every_order
        given = []
        while (step := game.step(state)) is not None and step.side == "soviet":
            order = seat.decide(game.offers(state), partial(game.view, state, "soviet"))
            given.append(order)
            game.play(state, order, chance)
        orders.append(given)
    assert orders[0] == orders[1]
    assert len(orders[0]) > 10


def soviet_turn() -> tuple[Game[Any], Any]:
    """The beginning of a Soviet movement phase."""
    game = game_of(GUDERIAN)
    _, _, state = play_some(GUDERIAN, 2, 22)
    chance = SeededChance(4)
    captains = {
        s: Captain(game, judged(game), s, UnrecordedChance(9)) for s in ("soviet", "german")
    }
    while (step := game.step(state)) is not None and step.decision != "soviet-move":
        side = step.side
        order = captains[side].decide(game.offers(state), partial(game.view, state, side))
        game.play(state, order, chance)
    return game, state


def test_a_general_repeats_himself_counts_his_evaluations_and_can_be_hurried() -> None:
    game, state = soviet_turn()
    view = game.view(state, "soviet")
    orders = []
    counted: list[tuple[int, int]] = []
    for _ in range(2):
        seat = General(game, judged(game), "soviet", UnrecordedChance(3), budget=10)
        seat.progress = lambda done, of: counted.append((done, of))
        orders.append(seat.decide(game.offers(state), lambda: view))
    assert orders[0] == orders[1]
    assert game.refusal(state, orders[0]) is None
    assert {of for _, of in counted} == {10}
    assert counted[0][0] == 1
    hasty = General(game, judged(game), "soviet", UnrecordedChance(3), budget=10)
    hasty.hurried = lambda: True
    hasty.progress = lambda done, of: pytest.fail("a hurried general evaluates nothing")
    assert game.refusal(state, hasty.decide(game.offers(state), lambda: view)) is None


def test_progress_and_hurry_travel_over_the_board() -> None:
    board = ProgressCells()
    row = board.open("m")
    seat = General(game_of(GUDERIAN), judged(game_of(GUDERIAN)), "soviet", UnrecordedChance(1))
    connect(seat, board.cells, row)
    assert board.progress("m") is None
    seat.progress(3, 16)
    assert board.progress("m") == (3, 16)
    assert not seat.hurried()
    assert board.hurry("m")
    assert seat.hurried()
    board.close("m")
    assert not board.hurry("m")
    assert board.open("n") == row
    assert not seat.hurried()


def test_the_server_lets_a_general_tell_and_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = soviet_turn()
    view = game.view(state, "soviet")
    reason_text: list[int] = []

    class Cells(list[int]):
        """The shared memory: somebody asks to hurry after the third evaluation."""

        def __setitem__(self, index: Any, value: Any) -> None:
            super().__setitem__(index, value)
            if index == 0:
                reason_text.append(value)
                if value == 3:
                    super().__setitem__(2, 1)

    question = Question("m", GUDERIAN, "general", "soviet", view, 5)
    order = msgspec.json.decode(decide(question, 0, Cells([0, 0, 0])).order, type=game.order_type)
    assert reason_text == [1, 2, 3]
    assert game.refusal(state, order) is None


def test_a_seat_that_fails_does_not_hold_up_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = soviet_turn()
    question = Question("n", GUDERIAN, "captain", "soviet", game.view(state, "soviet"), 5)
    monkeypatch.setattr(Captain, "decide", lambda self, offers, look: 1 / 0)
    order = msgspec.json.decode(decide(question).order, type=game.order_type)
    assert game.refusal(state, order) is None


def test_a_game_without_judgement_seats_recruits_only() -> None:
    assert bots_for(Duel()) == ("recruit",)
    with pytest.raises(BadBots, match="no opponent that thinks"):
        bot_maker("captain")(Duel(), "red", SeededChance(0))


def test_the_chances_a_captain_quotes_are_those_of_the_forecast() -> None:
    game = game_of(GUDERIAN)
    chance = WatchedDice(6)
    state = game.start(Setup(game.scenarios[0].id), chance)
    plan = None
    compared = 0
    while compared < 4 and (step := game.step(state)) is not None:
        advice = None if plan is None else next(plan, None)
        if advice is None:
            plan = judged(game).plan(state, {}, SeededChance(0))
            advice = next(plan)
        order, _, reason, facts = advice
        if reason in ("attack", "overrun") and step.side == "german":
            lines = game.forecast(state, order).lines
            gives_way = sum(
                x.probability for x in lines if x.result == "emptied" or x.result.startswith("D")
            )
            assert facts["percent"] == round(100 * gives_way)
            compared += 1
        game.play(state, order, chance)
        after = game.step(state)
        if chance.thrown or after is None or after.decision != step.decision:
            plan, chance.thrown = None, False
    assert compared == 4


def test_reasons_are_told_with_their_facts() -> None:
    evaluator = judged(game_of(GUDERIAN))
    facts: dict[str, Fact] = {"hex": "2216", "place": "Smolensk", "points": 25}
    assert reason_text(evaluator, "take", facts)["en"] == "takes Smolensk (2216): 25 VP"
    fight: dict[str, Fact] = {"hex": "2216", "odds": "32:24", "percent": 67, "gain": "+2.1"}
    assert "+2.1 VP" in reason_text(evaluator, "attack", fight)["en"]
    assert "+2,1 PV" in reason_text(evaluator, "attack", fight)["it"]


def test_reasons_call_units_by_their_names() -> None:
    game = game_of("alto-comando")
    unit = "c3.axis.bologna_infantry_division.foot4"
    facts: dict[str, Fact] = {"target": unit, "percent": 28, "gain": "0.93"}
    said = reason_text(judged(game), "fire", facts, load_messages(game.home))
    assert said["it"].startswith("spara a fanteria 4 (")
    assert "0,93" in said["it"]
    assert said["en"].startswith("fires at infantry 4 (")
    assert "c3." not in said["it"] + said["en"]
