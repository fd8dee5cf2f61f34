"""A counter has the same colours on the page as in the pictures that the drawing makes."""

from __future__ import annotations

import pytest

from campagna.core.about import load_about
from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.core.tabletop import OnTable, Piece
from campagna.games.registry import BUILT_IN, load_game
from campagna.hexes.drawing.palette import NATIONS
from campagna.hexes.drawing.signs import FREE_SIGNS, SIGNS
from campagna.server.catalogue import card

ALIASES = {"headquarters", "reconnaissance"}


@pytest.mark.parametrize("slug", [*BUILT_IN, "two-fords"])
def test_every_piece_has_colours_and_a_sign(slug: str) -> None:
    game = load_game(slug)
    assert isinstance(game, OnTable)
    about, palette = load_about(game.home), card(game).palette
    pieces: list[Piece] = []
    for scenario in game.scenarios:
        state = game.start(Setup(scenario.id), SeededChance(1))
        pieces += game.tabletop(game.view(state, scenario.sides[0])).pieces
    assert pieces
    assert not {piece.nation or piece.side for piece in pieces} - set(palette)
    signs = {about.faces[p.symbol].sign if p.symbol in about.faces else p.symbol for p in pieces}
    assert not signs - {*SIGNS, *FREE_SIGNS, *ALIASES, "unknown"}
    assert set(about.nations) >= {side for s in game.scenarios for side in s.sides}


def test_nations_have_the_colours_of_the_drawing() -> None:
    for slug in BUILT_IN:
        game = load_game(slug)
        shown, alike = card(game).palette, load_about(game.home).colours
        assert all(shown[name] == NATIONS[name] for name in NATIONS if name not in alike)
        assert all(shown[name] == NATIONS[like] for name, like in alike.items())
