"""The long questions about a position: each is answered by an engine, from bytes alone."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from campagna.core.blocks import BlockAsk
from campagna.core.chance import UnrecordedChance
from campagna.core.charts import ChartMark
from campagna.core.contract import Forecast, Order, Text
from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.core.table_game import TableGame
from campagna.core.tabletop import Spot, Survey
from campagna.games.registry import load_game
from campagna.match.engines import position
from campagna.match.views import (
    NoteText,
    RefusalText,
    render_forecast,
    render_refusal,
    rulebook,
)

_TRIES = 16
_IDEAS = 6
"""How often an order is drawn at most, and how many are told."""


class Check(msgspec.Struct, frozen=True):
    refusal: RefusalText | None
    forecast: Forecast | None
    notes: tuple[NoteText, ...] = ()
    """The notes of the forecast in words."""
    results: tuple[Text, ...] = ()
    """Its lines in words, one for one."""
    live: tuple[ChartMark, ...] = ()
    """The columns of the charts that it stands for."""


class BlockEnd(msgspec.Struct, frozen=True):
    """Where a piece of a block would end, what its way costs, and why it stops short."""

    unit: str
    at: Spot
    cost: int
    refusal: RefusalText | None


class BlockDraft(msgspec.Struct, frozen=True):
    """Several pieces led at once: the order that would move them, None if nobody can go anywhere."""

    order: Order | None
    ends: tuple[BlockEnd, ...]
    rule: str


def checks(slug: str, state: bytes, orders: Sequence[Order], forecasts: bool) -> list[Check]:
    """What each order would be told, each by itself against this position."""
    game, now = position(slug, state)
    found = []
    for order in orders:
        refusal = game.refusal(now, order)
        if refusal is not None:
            found.append(Check(render_refusal(game, rulebook(game.home), refusal), None))
        elif not forecasts:
            found.append(Check(None, None))
        else:
            forecast = game.forecast(now, order)
            words = render_forecast(game, forecast)
            found.append(Check(None, forecast, *words, game.chart_marks(order, forecast)))
    return found


def survey(slug: str, state: bytes, piece: str, path: tuple[Spot, ...]) -> Survey | None:
    game, now = position(slug, state)
    return game.survey(now, piece, path) if isinstance(game, TableGame) else None


def block(slug: str, state: bytes, ask: BlockAsk) -> BlockDraft | None:
    game, now = position(slug, state)
    found = game.block(now, ask) if isinstance(game, TableGame) else None
    if found is None:
        return None
    rules = rulebook(game.home)
    ends = tuple(
        BlockEnd(
            move.unit,
            move.at,
            move.cost,
            None if move.refusal is None else render_refusal(game, rules, move.refusal),
        )
        for move in found.moves
    )
    return BlockDraft(found.order, ends, found.rule)


def ideas(slug: str, state: bytes, side: str) -> list[Order]:
    """A few orders the side may give now, drawn at random from what its view tells."""
    game, now = position(slug, state)
    chance = UnrecordedChance(secrets.randbits(63))
    offers = game.offers(game.imagine(game.view(now, side), chance))
    drawn: dict[Order, None] = {}
    for _ in range(_TRIES):
        drawn[offers.sample(chance)] = None
        if len(drawn) == _IDEAS:
            break
    return [order for order in drawn if game.refusal(now, order) is None]


def proven(text: bytes) -> None:
    """Raises `RecordError` or `BadPosition` for a record that does not prove itself."""
    record = read_record(text.split(b"\n"))
    verify(load_game(record.head.game), record)
