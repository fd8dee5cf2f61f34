"""A game in five minutes: its words, and the pictures drawn from positions of the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from campagna.core.about import load_about
from campagna.core.contract import LANGUAGES, Text, View
from campagna.core.five_minutes import (
    Aims,
    Idea,
    Mark,
    Mistake,
    Picture,
    Share,
    Tint,
    load_five_minutes,
)
from campagna.core.messages import load_messages
from campagna.core.offers import Reach
from campagna.core.tabletop import OnTable, Tabletop
from campagna.hexes.board import Board
from campagna.hexes.drawing.part import Frame, draw_part
from campagna.match.errors import Rejected
from campagna.match.loading import find_game
from campagna.match.script import NOTHING, Script
from campagna.match.session import ENGINE_LOCK
from campagna.match.whatif import WhatIf
from campagna.plane.part import draw_part_of_table


class IdeaView(msgspec.Struct, frozen=True):
    title: Text
    text: Text
    """What stands between two asterisks matters most."""
    rules: tuple[str, ...]
    picture: Text
    """A drawing, as SVG, in each language; every id in it is its own."""


class ScenarioView(msgspec.Struct, frozen=True):
    id: str
    title: Text
    aims: Text
    length: Text
    forces: Text
    watch: Text
    measured: Share | None
    """How often a side won between equal opponents, where it was measured."""


class FiveMinutesView(msgspec.Struct, frozen=True):
    """What one should know before the first game, on one page."""

    title: Text
    war: Text
    turn: tuple[Text, ...]
    aims: tuple[Aims, ...]
    ideas: tuple[IdeaView, ...]
    mistakes: tuple[Mistake, ...]
    scenarios: tuple[ScenarioView, ...]


@lru_cache
def five_minutes_json(slug: str) -> bytes:
    game = find_game(slug)
    page = load_five_minutes(game.home)
    if page is None:
        raise Rejected("no-five-minutes")
    titles = {scenario.id: scenario.title for scenario in game.scenarios}
    view = FiveMinutesView(
        game.title,
        page.war,
        page.turn,
        page.aim,
        tuple(idea_view(slug, number, idea) for number, idea in enumerate(page.idea, start=1)),
        page.mistake,
        tuple(
            ScenarioView(s.id, titles[s.id], s.aims, s.length, s.forces, s.watch, s.measured)
            for s in page.scenario
        ),
    )
    return msgspec.json.encode(view)


def idea_view(slug: str, number: int, idea: Idea) -> IdeaView:
    drawn = {
        language: draw_picture(slug, idea.picture, language, idea.title[language], f"idea{number}")
        for language in LANGUAGES
    }
    return IdeaView(idea.title, idea.text, idea.rules, drawn)


def draw_picture(slug: str, picture: Picture, language: str, title: str, scope: str) -> str:
    """Raises `ScriptError` for a position that the game cannot reach, KeyError for an unknown hex."""
    with ENGINE_LOCK:
        laid = _laid_out(slug, picture)
        table = _table(laid, picture)
        marks = (*_found(laid, picture, table), *picture.marks)
    if table.sheet is not None:
        spots = [where for where in picture.around if not isinstance(where, str)]
        return draw_part_of_table(
            table.sheet,
            table.pieces,
            spots,
            picture.width,
            marks=marks,
            circles=picture.circle,
            language=language,
            title=title,
        )
    board: Board = getattr(laid.game, "board")  # noqa: B009 - only games on hexes have one
    return draw_part(
        board,
        table.pieces,
        Frame(tuple(str(where) for where in picture.around), picture.width),
        marks=marks,
        language=language,
        names=load_messages(laid.game.home).places(language),
        nations=load_about(laid.game.home).nations,
        title=title,
        scope=scope,
    )


def _laid_out(slug: str, picture: Picture) -> WhatIf:
    written = msgspec.Raw(msgspec.json.encode(picture.position)) if picture.position else NOTHING
    return WhatIf(
        Script(
            game=slug,
            scenario=picture.scenario or None,
            options=picture.options,
            position=written,
        )
    )


def _table(laid: WhatIf, picture: Picture) -> Tabletop:
    game: Any = laid.game
    if not picture.viewer:
        table = laid.table(game.describe(laid.state))
        assert table is not None, f"{game.slug} cannot be laid on a table"
        return table
    assert isinstance(game, OnTable)
    view: View = laid.game.view(laid.state, picture.viewer)
    return game.tabletop(view)


def _found(laid: WhatIf, picture: Picture, table: Tabletop) -> Iterator[Mark]:
    """What the game itself says: where a unit can go, which hexes a layer has."""
    layers = {layer.id: layer for layer in table.layers}
    for id_ in picture.layers:
        yield Tint(layers[id_].hexes, "zone")
    if picture.reach:
        yield _reach(laid, picture.reach)


def _reach(laid: WhatIf, unit: str) -> Tint:
    """Raises `ValueError` where the unit cannot go anywhere."""
    about = load_about(laid.game.home)
    costs: dict[str, int] = {}
    for offer in laid.game.offers(laid.state):
        if isinstance(offer, Reach):
            for group in offer.groups:
                if unit in group.units:
                    ends = group.ends
                    costs |= {h: cost for h, cost, _ in group.steps if ends is None or h in ends}
    if not costs:
        raise ValueError(f"{unit} can go nowhere in this picture")
    return Tint(tuple(costs), "reach", {h: _points(c, about.halves) for h, c in costs.items()})


def _points(cost: int, halves: bool) -> str:
    if not halves:
        return str(cost)
    return f"{cost // 2 or ''}½" if cost % 2 else str(cost // 2)
