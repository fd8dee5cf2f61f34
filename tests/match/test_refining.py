"""In which details an order may be changed: every change is the judge's, and none is invented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Game, Order, Setup, State
from campagna.games.kasserine.orders import Attack
from campagna.games.lion_of_judah.orders import Move
from campagna.games.registry import load_game
from campagna.match.refining import Change, details


def met(slug: str, kind: type[Order], seed: int = 3) -> Iterator[tuple[Game[Any], Any, Any, str]]:
    """The moments of a random game in which an order of this kind is drawn: state, order, side."""
    game = load_game(slug)
    state = game.start(Setup(game.scenarios[0].id), SeededChance(seed))
    whim, dice = UnrecordedChance(seed), SeededChance(5)
    for _ in range(1500):
        step = game.step(state)
        if step is None:
            return
        order = game.offers(state).sample(whim)
        if isinstance(order, kind):
            yield game, state, order, step.side
        game.play(state, order, dice)


def changed(game: Game[Any], order: Order, field: str, change: Change) -> Order:
    now = {**msgspec.to_builtins(order), field: change.value}
    made: Order = msgspec.convert(now, game.order_type)
    return made


def of_field(game: Game[Any], state: State, order: Order, side: str, field: str) -> list[Change]:
    found = [d.changes for d in details(game, state, order, side) if d.field == field]
    return found[0] if found else []


def test_an_aircraft_may_fly_over_each_attacked_hex_and_home_again() -> None:
    for game, state, order, side in met("kasserine", Attack):
        bare = msgspec.structs.replace(order, aircraft=())
        offered = of_field(game, state, bare, side, "aircraft")
        if not offered:
            continue
        assert {c.item for c in offered} <= set(order.hexes)
        assert all(not c.on and c.value == [c.item] for c in offered)
        flying = changed(game, bare, "aircraft", offered[0])
        back = [c for c in of_field(game, state, flying, side, "aircraft") if c.on]
        assert [(c.item, c.value) for c in back] == [(offered[0].item, [])]
        return
    pytest.fail("no attack with aircraft was met")


def test_units_may_be_left_at_every_hex_between() -> None:
    for game, state, order, side in met("lion-of-judah", Move):
        if len(order.units) < 2 or len(order.path) < 4 or order.drops:
            continue
        offered = of_field(game, state, order, side, "drops")
        assert offered
        for change in offered:
            unit, hex_ = change.item
            assert unit in order.units
            assert hex_ in order.path[1:-1]
        return
    pytest.fail("no long move of several units was met")


@pytest.mark.parametrize("slug", ["kasserine", "lion-of-judah", "panzergruppe-guderian"])
def test_every_change_is_allowed_and_nothing_is_played(slug: str) -> None:
    seen = 0
    for n, (game, state, order, side) in enumerate(met(slug, Order)):
        if n % 40:
            continue
        before = msgspec.msgpack.encode(state)
        for detail in details(game, state, order, side):
            for change in detail.changes:
                made = changed(game, order, detail.field, change)
                assert made != order
                assert game.refusal(state, made) is None, made
                seen += 1
        assert msgspec.msgpack.encode(state) == before
    assert seen > 5


def test_a_change_that_breaks_a_rule_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state, order, side = next(
        found for found in met("lion-of-judah", Move) if of_field(*found, "drops")
    )
    judge = type(game).refusal

    def no_drops(self: Any, state: Any, order: Any) -> Any:
        return judge(self, state, Move((), ())) if order.drops else judge(self, state, order)

    monkeypatch.setattr(type(game), "refusal", no_drops)
    assert of_field(game, state, order, side, "drops") == []
