"""Boards that the tests of the drawing share."""

from __future__ import annotations

import pytest

from campagna.hexes.board import Board
from tests.hexes.drawn_boards import FLAT, POINTY, board


@pytest.fixture(params=[FLAT, POINTY], ids=["flat-top", "pointy-top"])
def any_board(request: pytest.FixtureRequest) -> Board:
    return board(str(request.param))
