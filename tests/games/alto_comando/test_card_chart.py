"""What a card brings stands on a chart: it is what the battle musters."""

from __future__ import annotations

from collections import Counter

import pytest

from campagna.core.contract import LANGUAGES
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import battle_start
from campagna.games.alto_comando.world import AXIS
from tests.games.alto_comando.lay import GAME


@pytest.mark.rule("CAM-1", "DIV-1")
@pytest.mark.parametrize(
    ("card", "template"),
    [
        ("c3.axis.15th_panzer_division", "gen.de.panzer"),
        ("c3.axis.bologna_infantry_division", "gen.it.infantry"),
        ("c3.allied.4th_indian_division", "gen.gb.infantry"),
    ],
)
def test_the_chart_counts_the_bases_that_a_card_brings(card: str, template: str) -> None:
    setup = GAME.new_setup("battle", {})
    chart = next(c for c in GAME.charts(setup) if c.id == "cards")
    row = next(r for r in chart.rows if r.id == card)
    counts = {
        column.id: int(cell.text["en"])
        for column, cell in zip(chart.columns, row.cells, strict=True)
        if cell.text["en"].isdigit()
    }
    state = battle_start.empty_state(GAME.world, setup, GAME.options(setup))
    state.formations = (Formation("X", card, template, AXIS),)
    battle_start.muster(state)
    brought = Counter(unit.kind for unit in state.roster.units if not unit.is_supply)
    assert counts == dict(brought)


def test_every_card_of_every_deck_has_its_row_in_both_languages() -> None:
    for scenario in GAME.scenarios:
        charts = GAME.charts(GAME.new_setup(scenario.id, {}))
        for chart in (c for c in charts if c.id == "cards"):
            assert chart.rows
            for row in chart.rows:
                assert set(row.title) == set(LANGUAGES)
                assert any(cell.text["en"].isdigit() for cell in row.cells)
