"""A state whose phase lies outside the sequence of its game is refused, not played."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Game, Refused
from campagna.core.table_game import TableGame
from campagna.games.registry import BUILT_IN, load_game
from two_fords.game import TwoFords


def table_game(slug: str) -> TableGame[Any]:
    game: Game[Any] = TwoFords() if slug == TwoFords.slug else load_game(slug)
    assert isinstance(game, TableGame)
    return game


@pytest.mark.parametrize("beyond", [0, 1, 80])
@pytest.mark.parametrize("slug", [*BUILT_IN, TwoFords.slug])
def test_beyond_the_last_phase_every_order_is_refused(slug: str, beyond: int) -> None:
    game = table_game(slug)
    state = game.start(game.new_setup(game.scenarios[0].id, {}), SeededChance(1))
    order = game.offers(state).sample(SeededChance(2))
    state.phase = len(game.phases) + beyond
    assert game.step(state) is None
    assert game.refusal(state, order) == game.over
    with pytest.raises(Refused) as refused:
        game.play(state, order, SeededChance(3))
    assert refused.value.refusal == game.over


@pytest.mark.parametrize("slug", [*BUILT_IN, TwoFords.slug])
def test_a_state_is_read_only_with_a_phase_of_its_game(slug: str) -> None:
    game = table_game(slug)
    state = game.start(game.new_setup(game.scenarios[0].id, {}), SeededChance(1))
    for phase in (-1, len(game.phases) + 1):
        state.phase = phase
        with pytest.raises(msgspec.ValidationError, match=f"has no phase {phase}"):
            game.load(msgspec.msgpack.encode(state))
    state.phase = len(game.phases)
    assert game.step(game.load(msgspec.msgpack.encode(state))) is None
