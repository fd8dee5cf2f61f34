"""The charts of every game: complete, in both languages, and made from nothing but the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.charts import Arrival, Chart
from campagna.core.contract import LANGUAGES, Game, Setup
from campagna.core.rulebook import load_rulebook
from campagna.games.registry import load_game, slugs

CASES = [
    (slug, setup)
    for slug in slugs()
    for spec in load_game(slug).scenarios
    for setup in [load_game(slug).new_setup(spec.id)]
]
_IDS = [f"{slug}-{setup.scenario}" for slug, setup in CASES]
each_setup = pytest.mark.parametrize(("slug", "setup"), CASES, ids=_IDS)


@each_setup
def test_every_chart_is_complete(slug: str, setup: Setup) -> None:
    charts = load_game(slug).charts(setup)
    assert {"combat", "terrain", "calendar", "victory"} & {chart.kind for chart in charts}
    assert len({chart.id for chart in charts}) == len(charts)
    for chart in charts:
        assert chart.rows, chart.id
        rows = [row.id for row in chart.rows]
        assert len(set(rows)) == len(rows), (chart.id, rows)
        columns = [column.id for column in chart.columns]
        assert len(set(columns)) == len(columns), (chart.id, columns)
        for row in chart.rows:
            assert not columns or len(row.cells) == len(columns), (chart.id, row.id)


@each_setup
def test_every_text_is_there_in_both_languages(slug: str, setup: Setup) -> None:
    charts = msgspec.to_builtins(load_game(slug).charts(setup))
    texts = list(_texts(charts))
    assert len(texts) > 20
    for text in texts:
        for language in LANGUAGES:
            assert text[language].strip(), text
            assert "{" not in text[language], text


def _texts(value: Any) -> Iterator[dict[str, str]]:
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            yield value
        else:
            for part in value.values():
                yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


@each_setup
def test_every_rule_that_is_named_exists(slug: str, setup: Setup) -> None:
    game = load_game(slug)
    book = load_rulebook(game.home)
    for chart in game.charts(setup):
        assert chart.rules, f"{chart.id} opens no rule"
        for id_ in (*chart.rules, *(row.rule for row in chart.rows if row.rule)):
            assert book.find(id_) is not None, (chart.id, id_)


@each_setup
def test_arrivals_come_in_on_the_map(slug: str, setup: Setup) -> None:
    game = load_game(slug)
    board = getattr(game, "board", None)
    sides = {side for spec in game.scenarios for side in spec.sides}
    for chart in game.charts(setup):
        for arrival in _arrivals(chart):
            assert arrival.count > 0
            assert arrival.side in sides, arrival
            assert board is None or all(hex_ in board.grid.index for hex_ in arrival.at), arrival


def _arrivals(chart: Chart) -> Iterator[Arrival]:
    for row in chart.rows:
        yield from row.arrivals


@each_setup
def test_a_calendar_has_every_turn(slug: str, setup: Setup) -> None:
    """Its rows are the turns of the track, so that the present one can be marked."""
    game: Any = load_game(slug)
    state = game.start(setup, SeededChance(1))
    track = game.tabletop(game.view(state, game.scenario(setup).sides[0])).track
    calendars = [c for c in game.charts(setup) if c.kind == "calendar" and not c.columns]
    assert calendars
    numbers = [str(n) for n in range(1, len(track.labels) + 1)]
    present = [c for c in calendars if [row.title for row in c.rows] == list(track.labels)]
    assert [[row.id for row in c.rows] for c in present] == [numbers]


@each_setup
def test_charts_say_nothing_of_a_game_in_progress(slug: str, setup: Setup) -> None:
    """Whatever was drawn and played, they are those of the set-up, byte for byte."""
    game: Game[Any] = load_game(slug)
    before = msgspec.json.encode(game.charts(setup))
    chance = SeededChance(5)
    state = game.start(setup, chance)
    for _ in range(12):
        if game.step(state) is None:
            break
        game.play(state, game.offers(state).sample(chance), chance)
    assert msgspec.json.encode(load_game(slug).charts(setup)) == before
