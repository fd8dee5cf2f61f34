"""2.6, 6.1: tracks, cup and events beside the map, each with its provenance."""

from __future__ import annotations

import pytest

from campagna.core.contract import LANGUAGES
from campagna.core.tabletop import Box
from campagna.games.lion_of_judah.state import InForce, State
from campagna.games.lion_of_judah.table.side_boxes import SOURCES, sideboard
from tests.games.lion_of_judah.lay import GAME, WORLD, arrange


def shown(state: State) -> dict[str, Box]:
    return {box.id: box for box in sideboard(state)}


def note(state: State, id_: str) -> str:
    text = shown(state)[id_].note
    assert text is not None
    return text["en"]


@pytest.mark.rule("2.6", "PB 13.4.4", "PB 13.6.5.1-c")
def test_the_tracks_of_1935() -> None:
    state = arrange(bombing=3, steps_lost=[5, 0])
    assert (note(state, "bombing"), note(state, "steps-lost")) == ("3", "5")
    assert "fuel" not in shown(state)


@pytest.mark.rule("2.6", "PB 14.6.1.1", "PB 14.6.3-a", "PB 14.3.2")
def test_the_tracks_of_1940() -> None:
    state = arrange(scenario="s1940", fuel=17, prestige=4, steps_lost=[2, 8])
    notes = [note(state, id_) for id_ in ("fuel", "prestige", "steps-lost")]
    assert notes == ["17", "4", "8"]
    assert "bombing" not in shown(state)


@pytest.mark.rule("6.1", "6.2-b")
def test_events_in_force_are_read_with_their_source_and_the_cup_only_counted() -> None:
    state = arrange(
        cup=["A1", "A-NE"], drawn=["A4", "A2"], in_force=[InForce("A4", 4), InForce("A2", 2)]
    )
    assert note(state, "cup") == "2"
    assert note(state, "drawn") == "A4 League of Nations, A2 Little rains"
    assert note(state, "event-A4").endswith("effect reconstructed)")
    assert "event-A2" not in shown(state)
    assert not any("Gugsa" in str(box) for box in sideboard(state))


def test_every_event_marker_has_a_known_source_in_both_languages() -> None:
    assert {block["source"] for block in WORLD.tables["event"]} == set(SOURCES)
    for block in WORLD.tables["event"]:
        scenario = "s1940" if block["pool"] in "CD" else "s1935"
        state = arrange(scenario=scenario, in_force=[InForce(block["id"], 9)], turn=3)
        for box in sideboard(state):
            assert set(box.title) == set(LANGUAGES)


def test_the_table_shows_the_sideboard() -> None:
    state = arrange({"it_Sb": "1305", "et_NEG": "1215"}, bombing=2)
    table = GAME.tabletop(GAME.view(state, "italian"))
    assert {"provenance", "bombing", "cup"} <= {box.id for box in table.boxes}
