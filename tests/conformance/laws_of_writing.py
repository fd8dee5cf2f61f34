"""Whatever leaves a game as JSON comes back the same; everything it says exists in both languages."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Event, Step, View, digest
from campagna.core.messages import Messages, load_messages
from campagna.core.tabletop import OnTable
from tests.conformance.journey import Journey, play_apart, told


def _through_json(thing: Any, type_: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing), type=type_)


def states_come_back(journey: Journey) -> None:
    """A state read from JSON is the same state, and nothing derived that was left out is missed."""
    game = journey.game
    for moment in journey.sample(6):
        with told(moment):
            again = game.attach(_through_json(moment.state, game.state_type))
            assert digest(again) == digest(moment.state)
            assert game.step(again) == moment.step
            listing = msgspec.json.encode(game.offers(moment.state).listing())
            assert msgspec.json.encode(game.offers(again).listing()) == listing
            after, events, _ = play_apart(game, moment.state, moment.order, seed=3)
            after_again, events_again, _ = play_apart(game, again, moment.order, seed=3)
            assert events_again == events
            assert digest(after_again) == digest(after)
    end = game.attach(_through_json(journey.match.state, game.state_type))
    assert digest(end) == digest(journey.match.state)
    assert game.outcome(end) == journey.match.outcome


def views_and_positions_come_back(journey: Journey) -> None:
    game = journey.game
    for moment in journey.sample(4):
        with told(moment):
            position = game.describe(moment.state)
            assert _through_json(position, game.position_type) == position
        for viewer in journey.viewers:
            with told(moment, viewer=viewer):
                view = game.view(moment.state, viewer)
                again = _through_json(view, View)
                assert (again.viewer, again.setup) == (viewer, journey.case.setup)
                assert again.step == game.step(moment.state)
                assert msgspec.convert(again.position, game.position_type) == view.position


def described_positions_arrange_to_the_same_state(journey: Journey) -> None:
    game, setup = journey.game, journey.case.setup
    states = [(moment, moment.state) for moment in journey.sample(6)]
    states.append((journey.moments[-1], journey.match.state))
    for moment, state in states:
        with told(moment):
            position = _through_json(game.describe(state), game.position_type)
            chance = SeededChance(99)
            assert digest(game.arrange(setup, position, chance)) == digest(state)
            assert chance.take_log() == [], "a whole position leaves nothing to chance"


def orders_and_events_come_back(journey: Journey) -> None:
    game = journey.game
    for moment in journey.moments:
        with told(moment):
            assert _through_json(moment.order, game.order_type) == moment.order
            for event in moment.events:
                assert _through_json(event, game.event_type) == event


def everything_is_said_in_both_languages(journey: Journey) -> None:
    messages = load_messages(journey.game.home)
    assert messages.missing() == []
    for moment in journey.moments:
        with told(moment):
            _prompt_is_said(messages, journey, moment.step)
            for event in moment.events:
                for viewer in journey.viewers:
                    _event_is_said(messages, journey, journey.game.witness(event, viewer))
    outcome = journey.game.outcome(journey.match.state)
    for language in LANGUAGES:
        for side in journey.case.spec.sides:
            assert messages.text("side", side, language)
        if outcome is not None:
            assert messages.text("level", outcome.level, language)
    _specs_are_said(journey)
    for moment in journey.sample(6):
        with told(moment):
            _counters_are_said(messages, journey, moment.state)


def _counters_are_said(messages: Messages, journey: Journey, state: Any) -> None:
    """What befell a counter is a word that the table can show."""
    game = journey.game
    if not isinstance(game, OnTable):
        return
    for viewer in journey.viewers:
        shown = game.tabletop(game.view(state, viewer))
        for word in sorted({word for piece in shown.pieces for word in piece.states}):
            assert word in messages.tables["word"], f"no word for the state {word}"


def _prompt_is_said(messages: Messages, journey: Journey, step: Step) -> None:
    assert step.rule in journey.rule_ids, f"no rule {step.rule} in the book"
    for language in LANGUAGES:
        assert_complete(messages.prompt(step, language))


def _event_is_said(messages: Messages, journey: Journey, event: Event | None) -> None:
    if event is None:
        return
    assert event.rule in journey.rule_ids, f"no rule {event.rule} in the book"
    for language in LANGUAGES:
        assert_complete(messages.event(event, language))


def _specs_are_said(journey: Journey) -> None:
    """The words of the game's own description: titles and options."""
    texts = [journey.game.title, journey.case.spec.title]
    texts += [option.text for option in journey.case.spec.options]
    assert all(text.get(language) for text in texts for language in LANGUAGES)
    unknown = {option.rule for option in journey.case.spec.options} - journey.rule_ids
    assert not unknown, f"options cite rules that are not in the book: {unknown}"


def assert_complete(text: str) -> None:
    assert text
    assert "{" not in text, f"a fact is missing: {text}"
