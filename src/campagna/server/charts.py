"""The charts of a set-up with the swatches that stand beside their rows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from campagna.core.charts import Chart
from campagna.core.contract import BadPosition, Game
from campagna.core.prepared import prepared
from campagna.hexes.board import Board
from campagna.hexes.drawing.legend import swatches
from campagna.match.errors import Rejected
from campagna.match.loading import find_game

Options = dict[str, bool | str]


class ChartSheet(msgspec.Struct, frozen=True):
    """Everything that can be looked up beside the board of this set-up."""

    game: str
    scenario: str
    charts: tuple[Chart, ...]
    swatches: dict[str, str]
    """A small drawing, as SVG, for each kind of terrain, line or place that a row names."""


def charts_json(slug: str, scenario: str, options: str) -> bytes:
    """`options`: a JSON object like that of a set-up, or nothing."""
    game = find_game(slug)
    try:
        chosen = msgspec.json.decode(options, type=prepared(Options)) if options else {}
        setup = game.new_setup(scenario or None, chosen)
    except msgspec.DecodeError as problem:
        raise Rejected("malformed", f"options: {problem}") from None
    except BadPosition as problem:
        raise Rejected("bad-setup", str(problem)) from None
    return _encoded(slug, setup.scenario, msgspec.json.encode(setup.options, order="sorted"))


@lru_cache(maxsize=64)
def _encoded(slug: str, scenario: str, options: bytes) -> bytes:
    game = find_game(slug)
    setup = game.new_setup(scenario, msgspec.json.decode(options, type=prepared(Options)))
    charts = game.charts(setup)
    named = {row.swatch for chart in charts for row in chart.rows if row.swatch}
    return msgspec.json.encode(ChartSheet(slug, scenario, charts, _drawn(game, named)))


def _drawn(game: Game[Any], named: set[str]) -> dict[str, str]:
    board: Board | None = getattr(game, "board", None)
    return {} if board is None else swatches(board, named)
