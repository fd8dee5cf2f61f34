"""What the measured table shows: bases where they stand, shapes, reaches, boxes, points."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, SPECTATOR, Setup
from campagna.core.tabletop import Sheet, Tabletop
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.state import Phase, State, Tally
from campagna.games.alto_comando.world import ALLIED
from campagna.plane.part import draw_part_of_table
from tests.games.alto_comando.lay import GAME, play, table
from tests.games.alto_comando.test_setup import BRITISH, GERMANS, block, line_down, setting_up

ALL_ON: dict[str, bool | str] = {
    "air": "full",
    "mines": "full",
    "trenches": "full",
    "terrain": "western_sample",
    "western_front": True,
}


def shown(state: State, viewer: str = SPECTATOR) -> Tabletop:
    return GAME.tabletop(GAME.view(state, viewer))


def played(scenario: str, count: int, options: dict[str, bool | str] | None = None) -> State:
    chance, whim = SeededChance(11), SeededChance(12)
    state = GAME.start(Setup(scenario, options or {}), chance)
    for _ in range(count):
        GAME.play(state, GAME.offers(state).sample(whim), chance)
    return state


def sheet_of(state: State) -> Sheet:
    sheet = shown(state).sheet
    assert sheet is not None
    return sheet


@pytest.mark.rule("TAB-4", "TAB-5", "TAB-6")
def test_the_standard_table_has_its_zones_sea_desert_and_line() -> None:
    sheet = sheet_of(played("battle", 6))
    assert (sheet.width, sheet.height, sheet.base) == (1200, 1600, 30)
    kinds = [shape.kind for shape in sheet.shapes]
    assert kinds.count("zone") == 16
    assert {"sea", "desert", "central-line", "deployment"} <= set(kinds)
    dry = sheet_of(played("battle", 6, {"sea": False}))
    assert "sea" not in [shape.kind for shape in dry.shapes]


def test_every_base_is_on_the_sheet_or_in_a_box() -> None:
    state = played("battle", 200, ALL_ON)
    table = shown(state)
    assert table.sheet is not None
    boxes = {box.id for box in table.boxes}
    for piece in table.pieces:
        assert (piece.at == "table") == (piece.id in table.sheet.stands)
        assert piece.at == "table" or piece.at in boxes
        assert piece.symbol in state.world.tables["kinds"]["order"]
    assert len(table.pieces) == len(state.bases)


@pytest.mark.rule("HQ-15", "ITA-1", "CHR-1")
def test_reaches_are_those_of_the_line() -> None:
    state = played("battle", 30)
    sheet = sheet_of(state)
    for base, unit in enumerate(state.roster.units):
        if not state.on_table(base):
            continue
        reaches = {r.kind: r.distance for r in sheet.stands[unit.id].reaches}
        assert reaches.get("range", 0) == unit.line.range_
        assert reaches.get("move", 0) == unit.line.move
        assert reaches["exclusion"] == 50
        if unit.is_hq:
            assert reaches["command"] == (200 if unit.nationality == "it" else 300)


@pytest.mark.rule("MIN-1", "TRE-1", "WF-5a", "TER-1")
def test_works_terrain_and_aircraft_are_drawn() -> None:
    chance, whim = SeededChance(21), SeededChance(22)
    state = GAME.start(Setup("battle", ALL_ON), chance)
    seen: set[str] = set()
    while state.phase != Phase.OVER and state.turn < 4:
        GAME.play(state, GAME.offers(state).sample(whim), chance)
        if state.bases and state.phase in (Phase.AIR, Phase.TRENCH_FIRE, Phase.CLEAR):
            seen |= {shape.kind for shape in sheet_of(state).shapes}
    assert {"minefield", "trench", "woods", "building", "river", "air"} <= seen


@pytest.mark.rule("BF-4", "BF-5")
def test_beda_fomm_has_a_road_and_an_edge_to_break_out_by() -> None:
    state = played("beda_fomm", 4)
    sheet = sheet_of(state)
    kinds = {shape.kind: shape.points for shape in sheet.shapes}
    assert kinds["escape"] == ((0, 800), (1000, 800))
    assert kinds["road"][0] == (485, 0)
    (score,) = shown(state).scores
    assert (score.side, score.points) == ("axis", 0)


def test_while_cards_are_chosen_the_table_is_bare() -> None:
    state = GAME.start(Setup("c1"), SeededChance(1))
    table = shown(state)
    assert table.sheet is not None
    assert table.sheet.stands == {}
    assert table.pieces == ()
    assert any(marker.kind == "front" for marker in table.markers)


@pytest.mark.rule("SET-3", "SET-5")
def test_obligations_say_what_the_placement_lacks() -> None:
    chance, whim = SeededChance(11), SeededChance(12)
    state = GAME.start(Setup("battle"), chance)
    while state.phase != Phase.DEPLOY:
        GAME.play(state, GAME.offers(state).sample(whim), chance)
    assert owed(state) == ["SET-3"], "Germans place after these Italians"


@pytest.mark.rule("SET-3", "SET-5")
def test_the_division_in_the_defences_is_owed_from_the_beginning() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    assert owed(state) == ["SET-3", "SET-5"]
    _, (text, _, bases) = shown(state).obligations
    assert "both Defence zones" in text["en"]
    assert "due zone di Difese" in text["it"]
    assert bases == ()
    all_ = block(state, "G2", (770, 120))
    play(state, orders.Deploy(all_.units[:-1], all_.places[:-1]))
    (_, _, waiting), _ = shown(state).obligations
    assert waiting == all_.units[-1:]
    play(state, orders.Deploy(all_.units[-1:], all_.places[-1:]))
    assert owed(state) == ["SET-5"]
    play(state, line_down(state, "G2", 800, 120, 45))
    assert owed(state) == []


@pytest.mark.rule("BF-3")
def test_beda_fomm_owes_one_unit_of_the_column() -> None:
    state = GAME.start(Setup("beda_fomm"), SeededChance(1))
    assert owed(state) == ["SET-3"]
    whim = SeededChance(2)
    while state.side == ALLIED:
        GAME.play(state, GAME.offers(state).sample(whim), SeededChance(3))
    assert owed(state) == ["BF-3"]
    assert "1" in shown(state).obligations[0][0]["en"]


def owed(state: State) -> list[str]:
    """The rules of what the set-up lacks."""
    return [rule for _, rule, _ in shown(state).obligations]


@pytest.mark.rule("VIC-1", "VIC-2", "VIC-3")
def test_scores_add_up_to_the_points() -> None:
    table = shown(played("battle", 400))
    for score in table.scores:
        assert sum(points for _, points, _ in score.lines) == score.points
        for text, _, _ in score.lines:
            assert all(text[language] for language in LANGUAGES)
    assert table.level in ("draw", "victory", "great_victory")


@pytest.mark.rule("VIC-1")
def test_the_score_stands_in_the_top_bar_from_the_first_turn_on() -> None:
    state = table({"A1.hq": "300 500", "G1.hq": "1100 300"})
    assert [c.text["it"] for c in shown(state).chips] == ["Asse 0 : 0 Alleati"]
    state.tallies[0] = Tally(2, 5)
    (chip,) = shown(state).chips
    assert chip.text == {"it": "Asse 17 : 0 Alleati", "en": "Axis 17 : 0 Allies"}
    # It leads to the row of the chart that the points give now.
    assert (chip.chart, chip.row) == ("levels", "great_victory")
    levels = next(c for c in GAME.charts(state.setup) if c.id == chip.chart)
    assert chip.row in {row.id for row in levels.rows}
    assert not shown(setting_up(GERMANS, BRITISH)[0]).chips


def test_the_end_shows_its_level() -> None:
    state = played("battle", 40)
    GAME.play(state, orders.Concede(), SeededChance(1))
    assert shown(state).level == "great_victory"


@pytest.mark.parametrize("template", ["gen.it.raggruppamento", "gen.it.folgore"])
def test_every_base_of_a_drawn_part_has_the_sign_of_its_kind(template: str) -> None:
    bare = {"A1.hq": "500 500", "G1.hq": "900 500"}
    names = [u.id for u in table(bare, formations={"A1": template}).roster.units]
    mine = [name for name in names if name.startswith("A1.") and name != "A1.hq"]
    for name in mine:
        state = table(bare | {name: "600 500"}, formations={"A1": template})
        tabletop = shown(state)
        assert tabletop.sheet is not None
        one = [piece for piece in tabletop.pieces if piece.id == name]
        drawn = draw_part_of_table(tabletop.sheet, one, [(600, 500)], 400.0)
        assert 'width="20" height="12"' in drawn, name
