"""Whatever leaves a game as JSON comes back the same; everything it says exists in both languages."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, Event, Step, View, digest
from campagna.core.event_fields import EventFields
from campagna.core.messages import Messages, load_messages
from campagna.core.tabletop import OnTable
from campagna.laws.random_walk import RandomWalk, located, play_apart


def _through_json(thing: Any, type_: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing), type=type_)


def states_come_back(walk: RandomWalk) -> None:
    """A state read from JSON is the same state, and nothing derived that was left out is missed."""
    game = walk.game
    for moment in walk.sample(6):
        with located(moment):
            again = game.attach(_through_json(moment.state, game.state_type))
            assert digest(again) == digest(moment.state)
            assert game.step(again) == moment.step
            offered = msgspec.json.encode(tuple(game.offers(moment.state)))
            assert msgspec.json.encode(tuple(game.offers(again))) == offered
            after, events, _ = play_apart(game, moment.state, moment.order, seed=3)
            after_again, events_again, _ = play_apart(game, again, moment.order, seed=3)
            assert events_again == events
            assert digest(after_again) == digest(after)
    end = game.attach(_through_json(walk.match.state, game.state_type))
    assert digest(end) == digest(walk.match.state)
    assert game.outcome(end) == walk.match.outcome


def views_and_positions_come_back(walk: RandomWalk) -> None:
    game = walk.game
    for moment in walk.sample(4):
        with located(moment):
            position = game.describe(moment.state)
            assert _through_json(position, game.position_type) == position
        for viewer in walk.viewers:
            with located(moment, viewer=viewer):
                view = game.view(moment.state, viewer)
                again = _through_json(view, View)
                assert (again.viewer, again.setup) == (viewer, walk.case.setup)
                assert again.step == game.step(moment.state)
                assert msgspec.convert(again.position, game.position_type) == view.position


def described_positions_arrange_to_the_same_state(walk: RandomWalk) -> None:
    game, setup = walk.game, walk.case.setup
    states = [(moment, moment.state) for moment in walk.sample(6)]
    states.append((walk.moments[-1], walk.match.state))
    for moment, state in states:
        with located(moment):
            position = _through_json(game.describe(state), game.position_type)
            chance = SeededChance(99)
            assert digest(game.arrange(setup, position, chance)) == digest(state)
            assert chance.take_log() == [], "a whole position leaves nothing to chance"


def orders_and_events_come_back(walk: RandomWalk) -> None:
    game = walk.game
    for moment in walk.moments:
        with located(moment):
            assert _through_json(moment.order, game.order_type) == moment.order
            for event in moment.events:
                assert _through_json(event, game.event_type) == event


def tables_can_read_events(walk: RandomWalk) -> None:
    """A field with a name that every table reads is of the type that it expects."""
    read = msgspec.inspect.type_info(EventFields)
    assert isinstance(read, msgspec.inspect.StructType)
    fields = {f.encode_name: _kinds(f.type) for f in read.fields}
    union = msgspec.inspect.type_info(walk.game.event_type)
    for kind in union.types if isinstance(union, msgspec.inspect.UnionType) else (union,):
        assert isinstance(kind, msgspec.inspect.StructType)
        for field in kind.fields:
            known = fields.get(field.encode_name)
            assert known is None or _kinds(field.type) <= known, f"{kind.tag}: {field.encode_name}"
        _names_pieces(kind)
    for moment in walk.moments:
        with located(moment):
            for event in moment.events:
                msgspec.convert(msgspec.to_builtins(event), EventFields)


def _names_pieces(kind: msgspec.inspect.StructType) -> None:
    """What an event says it tells of are fields of its own that hold names, and no field hides the answer."""
    fields = {field.name: _kinds(field.type) for field in kind.fields}
    assert "pieces" not in fields, f"{kind.tag}: pieces"
    assert issubclass(kind.cls, Event)
    for name in kind.cls.tells_of:
        assert fields.get(name, {"nothing"}) <= {"StrType", "list of StrType"}, (
            f"{kind.tag}: {name}"
        )


def _kinds(type_: msgspec.inspect.Type) -> set[str]:
    """The types that a field may have, by name; what they consist of in brackets."""
    if isinstance(type_, msgspec.inspect.UnionType):
        return set().union(*map(_kinds, type_.types))
    if isinstance(type_, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        return {f"list of {kind}" for kind in _kinds(type_.item_type)}
    return {"struct" if isinstance(type_, msgspec.inspect.StructType) else type(type_).__name__}


def everything_is_said_in_both_languages(walk: RandomWalk) -> None:
    messages = load_messages(walk.game.home)
    assert messages.missing() == []
    said: set[bytes] = set()  # the same event is said in the same words
    for moment in walk.moments:
        with located(moment):
            if _is_new(moment.step, said):
                _prompt_is_said(messages, walk, moment.step)
            for event in moment.events:
                for viewer in walk.viewers:
                    seen = walk.game.witness(event, viewer)
                    if seen is not None and _is_new(seen, said):
                        _event_is_said(messages, walk, seen)
    outcome = walk.game.outcome(walk.match.state)
    for language in LANGUAGES:
        for side in walk.case.spec.sides:
            assert messages.text("side", side, language)
        if outcome is not None:
            assert messages.text("level", outcome.level, language)
    _specs_are_said(walk)
    for moment in walk.sample(6):
        with located(moment):
            _counters_are_said(messages, walk, moment.state)


def _is_new(thing: Step | Event, said: set[bytes]) -> bool:
    before = len(said)
    said.add(type(thing).__name__.encode() + msgspec.json.encode(thing))
    return len(said) > before


def _counters_are_said(messages: Messages, walk: RandomWalk, state: Any) -> None:
    """What befell a counter is a word that the table can show."""
    game = walk.game
    if not isinstance(game, OnTable):
        return
    for viewer in walk.viewers:
        shown = game.tabletop(game.view(state, viewer))
        for word in sorted({word for piece in shown.pieces for word in piece.states}):
            assert word in messages.tables["word"], f"no word for the state {word}"


def _prompt_is_said(messages: Messages, walk: RandomWalk, step: Step) -> None:
    assert step.rule in walk.rule_ids, f"no rule {step.rule} in the book"
    for language in LANGUAGES:
        assert_complete(messages.prompt(step, language))


def _event_is_said(messages: Messages, walk: RandomWalk, event: Event) -> None:
    assert event.rule in walk.rule_ids, f"no rule {event.rule} in the book"
    for language in LANGUAGES:
        assert_complete(messages.event(event, language))


def _specs_are_said(walk: RandomWalk) -> None:
    """The words of the game's own description: titles and options."""
    texts = [walk.game.title, walk.case.spec.title]
    texts += [option.text for option in walk.case.spec.options]
    assert all(text.get(language) for text in texts for language in LANGUAGES)
    unknown = {option.rule for option in walk.case.spec.options} - walk.rule_ids
    assert not unknown, f"options cite rules that are not in the book: {unknown}"


def assert_complete(text: str) -> None:
    assert text
    assert "{" not in text, f"a fact is missing: {text}"
