"""A cell that is changed in the data changes the chart and the forecast alike."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.chance import ScriptedChance
from campagna.core.charts import Chart
from campagna.games.panzergruppe_guderian.game import PanzergruppeGuderian
from campagna.games.panzergruppe_guderian.world import DATA, World, _toml, load_world
from campagna.hexes.board import load_board

ATTACK = {"order": "attack", "units": ["G-10Pz-PzR7"], "targets": ["1015"]}
POSITION = {
    "turn": 3,
    "phase": "german-combat",
    "units": [
        {"id": "G-10Pz-PzR7", "at": "1014"},
        {"id": "S-1", "at": "1015", "counter": "SR01"},
    ],
}


def test_a_changed_cell_is_seen_on_the_chart_and_in_the_forecast() -> None:
    plain, changed = PanzergruppeGuderian(), _with_results("Ae")
    setup = plain.new_setup()
    before, after = _crt(plain.charts(setup)), _crt(changed.charts(setup))
    assert {cell.text["en"] for row in before.rows for cell in row.cells} > {"De", "D2"}
    assert {cell.text["en"] for row in after.rows for cell in row.cells} == {"Ae"}
    assert {line.result for line in _forecast(plain).lines} != {"Ae"}
    assert {line.result for line in _forecast(changed).lines} == {"Ae"}


def test_the_column_that_a_forecast_names_has_the_results_it_tells() -> None:
    game = PanzergruppeGuderian()
    forecast = _forecast(game)
    (mark,) = game.chart_marks(_order(game), forecast)
    chart = _crt(game.charts(game.new_setup()))
    at = [column.id for column in chart.columns].index(mark.column)
    results = [row.cells[at].text["en"] for row in chart.rows]
    told = {line.result: line.probability for line in forecast.lines}
    assert told == {r: results.count(r) / len(results) for r in results}


def _with_results(result: str) -> PanzergruppeGuderian:
    world = load_world()
    tables: Any = _toml("tables.toml")
    width = len(tables["crt"]["columns"])
    tables["crt"]["rows"] = [" ".join([result] * width)] * 6
    return PanzergruppeGuderian(World(load_board(DATA / "map.toml"), world.counters, tables))


def _crt(charts: tuple[Chart, ...]) -> Chart:
    return next(chart for chart in charts if chart.id == "crt")


def _order(game: PanzergruppeGuderian) -> Any:
    return msgspec.convert(ATTACK, game.order_type)


def _forecast(game: PanzergruppeGuderian) -> Any:
    position = msgspec.convert(POSITION, game.position_type)
    state = game.arrange(game.new_setup(), position, ScriptedChance([]))
    return game.forecast(state, _order(game))
