"""Two worlds that differ only in what a viewer must not know look the same to that viewer.

The second world is imagined from the viewer's own view, so it agrees with everything the viewer
knows and owes nothing to the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Game, State, View, digest
from tests.conformance.journey import Journey, Moment, play_apart, told
from tests.conformance.mutations import Mutations

WORLDS = 2


def views_can_be_imagined(journey: Journey) -> None:
    """`view(imagine(v)) == v`, and what is imagined could be true but need not be."""
    game = journey.game
    hidden = False
    guessed = False
    for moment, viewer, world in _worlds(journey, each=4):
        with told(moment, viewer=viewer):
            seen = game.view(moment.state, viewer)
            assert _bytes(game.view(world, viewer)) == _bytes(seen)
            assert game.violations(world) == []
        hidden |= seen.position != game.describe(moment.state)
        guessed |= digest(world) != digest(moment.state)
    assert guessed == hidden, (
        "imagined worlds differ from the truth where, and only where, it is hidden"
    )


def answers_tell_no_secret(journey: Journey) -> None:
    """Offers, refusals and forecasts for the side that decides depend on what it knows only."""
    game = journey.game
    mutations = Mutations(journey)
    for moment, viewer, world in _worlds(journey, each=4):
        if viewer != moment.step.side:
            continue
        with told(moment, viewer=viewer):
            offers = game.offers(moment.state)
            assert _bytes(game.offers(world).listing()) == _bytes(offers.listing())
        orders = [offers.sample(SeededChance(seed)) for seed in range(3)]
        orders += mutations.of(moment, 6, SeededChance(moment.number))
        for order in orders:
            with told(moment, order, viewer):
                refusal = game.refusal(moment.state, order)
                assert game.refusal(world, order) == refusal
                if refusal is None:
                    told_here = game.forecast(moment.state, order)
                    assert _bytes(game.forecast(world, order)) == _bytes(told_here)


def events_tell_no_secret(journey: Journey) -> None:
    """An order that draws no chance shows the same events in both worlds and leads to one view.

    Where something was revealed the views may part; as long as they do not, the viewer was not
    among those to whom it was shown, and the events must not tell either.
    """
    game = journey.game
    for moment, viewer, world in _worlds(journey, each=6):
        for seed in range(3):
            order = game.offers(moment.state).sample(SeededChance(seed))
            if game.refusal(world, order) is not None:
                continue
            with told(moment, order, viewer):
                after, events, drew = play_apart(game, moment.state, order, seed)
                other, others, drew_too = play_apart(game, world, order, seed)
                if drew or drew_too:
                    continue
                alike = _bytes(game.view(after, viewer)) == _bytes(game.view(other, viewer))
                if any(event.reveals for event in (*events, *others)) and not alike:
                    continue
                assert alike, "the views part without a reveal"
                assert _seen(game, events, viewer) == _seen(game, others, viewer)


def _worlds(journey: Journey, each: int) -> Iterator[tuple[Moment, str, State]]:
    game = journey.game
    for moment in journey.sample(each):
        for viewer in journey.viewers:
            with told(moment, viewer=viewer):
                arrived = _sent(game, game.view(moment.state, viewer))
                worlds = [game.imagine(arrived, SeededChance(seed)) for seed in range(WORLDS)]
            for world in worlds:
                yield moment, viewer, world


def _sent(game: Game[Any], view: View) -> View:
    """The view as it arrives in another process: only what is written in it."""
    position = msgspec.json.decode(msgspec.json.encode(view.position), type=game.position_type)
    return msgspec.structs.replace(view, position=position)


def _seen(game: Game[Any], events: list[Event], viewer: str) -> bytes:
    witnessed = [game.witness(event, viewer) for event in events]
    return _bytes([event for event in witnessed if event is not None])


def _bytes(thing: object) -> bytes:
    return msgspec.json.encode(thing)
