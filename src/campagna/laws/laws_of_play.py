"""The judge, the offers and play: one law each, for the moments of a walk."""

from __future__ import annotations

import math

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Order, Refusal, Refused, digest
from campagna.core.messages import load_messages
from campagna.laws.laws_of_writing import assert_complete
from campagna.laws.mutations import Mutations
from campagna.laws.random_walk import Moment, RandomWalk, located, play_apart


def ends_lawfully(walk: RandomWalk) -> None:
    """A random game ends within its bound, is offered only what is allowed, breaks no invariant."""
    assert not walk.problem, f"{walk.case}: {walk.problem}"
    game, state = walk.game, walk.match.state
    assert game.step(state) is None
    assert game.outcome(state) is not None, "the game is over without an outcome"
    for moment in walk.sample(2):
        with located(moment):
            assert game.outcome(moment.state) is None, "there is an outcome before the end"


def offered_orders_are_accepted(walk: RandomWalk) -> None:
    game = walk.game
    for moment in walk.sample(6):
        offers = walk.offers(moment)
        for seed in range(5):
            order = offers.sample(SeededChance(seed))
            with located(moment, order):
                assert game.refusal(moment.state, order) is None
                assert offers.covers(order), "the offers do not cover their own sample"
                after, _, _ = play_apart(game, moment.state, order, seed)
                assert game.violations(after) == []


def unoffered_orders_are_refused(walk: RandomWalk) -> None:
    """Every order is refused with a rule of the book and a reason in words, or it was offered."""
    game = walk.game
    mutations = Mutations(walk)
    chance = SeededChance(walk.case.seed)
    for moment in walk.sample(8):
        offers, before = walk.offers(moment), digest(moment.state)
        for order in mutations.of(moment, 20, chance):
            with located(moment, order):
                refusal = game.refusal(moment.state, order)
                if refusal is None:
                    assert offers.covers(order), "allowed, but not offered"
                    play_apart(game, moment.state, order, seed=1)
                else:
                    _is_a_reason(walk, refusal)
                    _cannot_be_played(walk, moment, order, before)


def _is_a_reason(walk: RandomWalk, refusal: Refusal) -> None:
    assert refusal.rule in walk.rule_ids, f"no rule {refusal.rule} in the book"
    for language in LANGUAGES:
        assert_complete(load_messages(walk.game.home).refusal(refusal, language))


def _cannot_be_played(walk: RandomWalk, moment: Moment, order: Order, before: bytes) -> None:
    twin, chance = moment.state.copy(), SeededChance(1)
    with pytest.raises(Refused):
        walk.game.play(twin, order, chance)
    assert digest(twin) == before, "a refused order changed the state"
    assert chance.take_log() == [], "a refused order rolled dice"


def questions_change_nothing(walk: RandomWalk) -> None:
    """Whatever a game is asked, the state stays what it was."""
    game = walk.game
    for moment in walk.sample(4):
        with located(moment):
            before = digest(moment.state)
            game.step(moment.state)
            game.outcome(moment.state)
            tuple(game.offers(moment.state))
            game.refusal(moment.state, moment.order)
            game.forecast(moment.state, moment.order)
            game.describe(moment.state)
            game.violations(moment.state)
            for viewer in walk.viewers:
                game.view(moment.state, viewer)
            assert digest(moment.state) == before


def copies_live_their_own_lives(walk: RandomWalk) -> None:
    """Playing a state leaves its copies alone, and a copy plays exactly like the original."""
    game = walk.game
    for moment in walk.sample(6):
        with located(moment):
            original = moment.state.copy()
            kept = original.copy()
            before = digest(original)
            events = game.play(original, moment.order, SeededChance(7))
            assert digest(kept) == before, "playing the original changed its copy"
            assert game.play(kept, moment.order, SeededChance(7)) == events
            assert digest(kept) == digest(original), "the copy was played to another state"


def forecasts_add_up(walk: RandomWalk) -> None:
    """The chances of an order's results are exact: positive, and one in all."""
    game = walk.game
    messages = load_messages(game.home)
    for moment in walk.sample(8):
        for seed in range(3):
            order = walk.offers(moment).sample(SeededChance(seed))
            with located(moment, order):
                forecast = game.forecast(moment.state, order)
                assert forecast.rule in walk.rule_ids
                assert all(0 < line.probability <= 1 for line in forecast.lines)
                assert math.isclose(sum(line.probability for line in forecast.lines), 1)
                for language in LANGUAGES:
                    for note in forecast.notes:
                        assert_complete(messages.note(note, language))
                    for line in forecast.lines:
                        assert_complete(messages.result(line, language))


def forecasts_are_for_allowed_orders(walk: RandomWalk) -> None:
    game = walk.game
    mutations = Mutations(walk)
    for moment in walk.sample(2):
        for order in mutations.of(moment, 8, SeededChance(walk.case.seed)):
            if game.refusal(moment.state, order) is not None:
                with located(moment, order), pytest.raises(Refused):
                    game.forecast(moment.state, order)
