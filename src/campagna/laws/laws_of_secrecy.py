"""Two worlds that differ only in what a viewer must not know look the same to that viewer.

The second world is imagined from the viewer's own view, so it agrees with everything the viewer
knows and owes nothing to the rest.
"""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Game, Order, State, digest
from campagna.laws.mutations import Mutations
from campagna.laws.random_walk import RandomWalk, located, play_apart


def views_can_be_imagined(walk: RandomWalk) -> None:
    """`view(imagine(v)) == v`, and what is imagined could be true but need not be."""
    game = walk.game
    hidden = False
    guessed = False
    for moment in walk.sample(4):
        whole, truth = game.describe(moment.state), digest(moment.state)
        for viewer in walk.viewers:
            with located(moment, viewer=viewer):
                seen = game.view(moment.state, viewer)
                hidden |= seen.position != whole
                for world in walk.worlds(moment, viewer):
                    assert _bytes(game.view(world, viewer)) == _bytes(seen)
                    assert game.violations(world) == []
                    guessed |= digest(world) != truth
    assert guessed == hidden, (
        "imagined worlds differ from the truth where, and only where, it is hidden"
    )


def answers_tell_no_secret(walk: RandomWalk) -> None:
    """Offers, refusals and forecasts for the side that decides depend on what it knows only."""
    game = walk.game
    mutations = Mutations(walk)
    for moment in walk.sample(4):
        viewer = moment.step.side
        with located(moment, viewer=viewer):
            worlds = walk.worlds(moment, viewer)
            offers = walk.offers(moment)
            offered = _bytes(tuple(offers))
            for world in worlds:
                assert _bytes(tuple(game.offers(world))) == offered
        orders = [offers.sample(SeededChance(seed)) for seed in range(3)]
        orders += mutations.of(moment, 6, SeededChance(moment.number))
        for order in orders:
            with located(moment, order, viewer):
                refusal = game.refusal(moment.state, order)
                forecast = b"" if refusal else _bytes(game.forecast(moment.state, order))
                for world in worlds:
                    assert game.refusal(world, order) == refusal
                    if refusal is None:
                        assert _bytes(game.forecast(world, order)) == forecast


def events_tell_no_secret(walk: RandomWalk) -> None:
    """An order that draws no chance shows the same events in both worlds and leads to one view.

    Where something was revealed the views may part; as long as they do not, the viewer was not
    among those to whom it was shown, and the events must not tell either.
    """
    game = walk.game
    for moment in walk.sample(6):
        for seed in range(3):
            order = walk.offers(moment).sample(SeededChance(seed))
            with located(moment, order):
                after, events, drew = play_apart(game, moment.state, order, seed)
            if drew:
                continue
            for viewer in walk.viewers:
                view = _bytes(game.view(after, viewer))
                for world in walk.worlds(moment, viewer):
                    with located(moment, order, viewer):
                        _tells_the_same(game, (view, events), world, order, seed, viewer)


def _tells_the_same(
    game: Game[Any],
    truth: tuple[bytes, list[Event]],
    world: State,
    order: Order,
    seed: int,
    viewer: str,
) -> None:
    if game.refusal(world, order) is not None:
        return
    view, events = truth
    other, others, drew = play_apart(game, world, order, seed)
    if drew:
        return
    alike = view == _bytes(game.view(other, viewer))
    if any(event.reveals for event in (*events, *others)) and not alike:
        return
    assert alike, "the views part without a reveal"
    assert _seen(game, events, viewer) == _seen(game, others, viewer)


def _seen(game: Game[Any], events: list[Event], viewer: str) -> bytes:
    witnessed = [game.witness(event, viewer) for event in events]
    return _bytes([event for event in witnessed if event is not None])


def _bytes(thing: object) -> bytes:
    return msgspec.json.encode(thing)
