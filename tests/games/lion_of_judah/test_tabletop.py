"""What lies on the table: made from the view alone, with every piece, marker, layer and point."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import SPECTATOR, Setup
from campagna.core.tabletop import OnTable
from campagna.games.lion_of_judah.rules.general import victory
from campagna.games.lion_of_judah.state import Site
from tests.games.lion_of_judah.lay import GAME, ITALIAN, arrange, at


@pytest.mark.rule("2.6", "12.3-a")
@pytest.mark.parametrize("scenario", ["s1935", "s1940", "campaign"])
def test_the_table_of_a_random_game(scenario: str) -> None:
    assert isinstance(GAME, OnTable)
    chance, whim = SeededChance(6), SeededChance(8)
    state = GAME.start(Setup(scenario), chance)
    for number in range(120):
        if number % 30 == 0:
            for viewer in (*state.maps.sides, SPECTATOR):
                view = GAME.view(state, viewer)
                top = GAME.tabletop(view)
                hidden = sum(h.count for h in view.position.hidden)
                unknown = [p for p in top.pieces if p.symbol == "unknown"]
                assert len(unknown) == hidden
                assert len({p.id for p in top.pieces}) == len(top.pieces)
                assert top.scores[0].points == victory.score(state)
                assert msgspec.json.encode(top)
        GAME.play(state, GAME.offers(state).sample(whim), chance)


@pytest.mark.rule("2.6")
def test_markers_and_sources_of_the_reconstruction() -> None:
    state = arrange(
        {"it_Sb": "1306 2s", "et_NEG": "1215 +3", "et_kassa_1": "1110"}, boxes={"north": 4}
    )
    state.roads.append(at("1306"))
    state.sites.append(Site(at("1407"), 3, ITALIAN))
    top = GAME.tabletop(GAME.view(state, "italian"))
    kinds = {(m.kind, m.at, m.text) for m in top.markers}
    assert {("road", "1306", ""), ("road_site", "1407", ""), ("rp", "1215", "3")} <= kinds
    assert ("victory", "1215", "10") in kinds
    pieces = {p.id: p for p in top.pieces}
    assert (pieces["it_Sb"].factors, pieces["it_Sb"].steps_left) == ("2-4-4", 2)
    assert pieces["et_kassa_1"].factors == "?-6"
    assert "reconstructed" in pieces["et_kassa_1"].source
    notes = {b.id: b.note for b in top.boxes}
    assert notes["north"] == {"it": "4 PR", "en": "4 RP"}


def test_a_line_of_points_says_what_was_lost() -> None:
    """Bare steps could be steps that were won."""
    state = arrange(steps_lost=[9, 0])
    (score,) = GAME.tabletop(GAME.view(state, "italian")).scores
    assert [(text, points) for text, points, _ in score.lines] == [
        ({"it": "livelli persi", "en": "steps lost"}, -2)
    ]
