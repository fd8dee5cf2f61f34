"""The top bar: what a side has to spend, the points, the tracks; and the events in force as cards."""

from __future__ import annotations

import pytest

from campagna.core.tabletop import Chip, Condition
from campagna.games.lion_of_judah.flags import UNSUPPLIED
from campagna.games.lion_of_judah.state import InForce, State
from tests.games.lion_of_judah.lay import GAME, arrange

UNITS = {"it_trk1": "north", "it_trk2": "1305", "it_trk3": "1305 <it_hq_1CA", "it_hq_1CA": "1305"}


def chips(state: State, viewer: str) -> dict[str, Chip]:
    return {c.kind: c for c in GAME.tabletop(GAME.view(state, viewer)).chips}


def said(state: State, viewer: str, language: str = "en") -> dict[str, str]:
    return {kind: chip.text[language] for kind, chip in chips(state, viewer).items()}


def conditions(state: State, viewer: str) -> list[Condition]:
    return list(GAME.tabletop(GAME.view(state, viewer)).conditions)


@pytest.mark.rule("9.1-a", "PB 13.6.5.1-a")
def test_the_purse_of_the_italian_in_1935() -> None:
    state = arrange(UNITS, boxes={"north": 4, "south": 1}, bombing=5)
    found = said(state, "italian")
    assert found["supply"] == "North 4 · South 1"
    assert said(state, "italian", "it")["supply"] == "Nord 4 · Sud 1"
    assert found["trucks"] == "2/3"
    assert found["air"] == "3/3"
    assert found["bombs"] == "5"
    assert not {"fuel", "prestige"} & set(found)


@pytest.mark.rule("PB 14.6.1")
def test_the_points_of_the_ethiopians_are_with_their_leaders() -> None:
    state = arrange({"et_IMR": "1107 +2", "et_KAS": "1011 +1"})
    found = said(state, "ethiopian")
    assert found["supply"] == "3"
    assert not {"trucks", "air"} & set(found)


@pytest.mark.rule("PB 14.6.1.1", "PB 14.6.3-a")
def test_prestige_and_fuel_in_1940() -> None:
    state = arrange(scenario="s1940", fuel=17, prestige=4)
    found = said(state, "allied")
    assert (found["prestige"], found["fuel"]) == ("4", "17")
    assert "bombs" not in found


def test_a_number_says_in_full_what_it_counts() -> None:
    for chip in chips(arrange(UNITS), "italian").values():
        assert chip.title is not None
        assert all(chip.title.values())


def test_who_watches_sees_the_stores_and_nobodys_trucks() -> None:
    assert set(said(arrange(UNITS), "spectator")) == {"supply", "points", "bombs"}


@pytest.mark.rule("6.2-a")
def test_an_event_in_force_is_a_card_until_it_ends() -> None:
    state = arrange(turn=2, in_force=[InForce("A2", 2), InForce("B8", 99), InForce("A6", 1)])
    rains, line = GAME.tabletop(GAME.view(state, "ethiopian")).notices
    assert rains.title["en"] == "A2 Little rains"
    assert "double" in rains.text["en"]
    assert rains.until == {"it": "fino a tutto nov 1935", "en": "to the end of Nov 1935"}
    assert line.until["en"] == "until the end of the game"


@pytest.mark.rule("9.2")
def test_who_is_without_supply_is_told_to_its_own_side() -> None:
    state = arrange({"it_Sb": "1408", "it_Gv": "1306"})
    state.flag(state.find("it_Sb"), UNSUPPLIED)
    [cut] = [c for c in conditions(state, "italian") if c.kind == "unsupplied"]
    assert "Sabauda" in cut.title["en"]
    assert not [c for c in conditions(state, "ethiopian") if c.kind == "unsupplied"]


@pytest.mark.rule("7.3.1-a", "7.3.4-a")
def test_the_prices_of_replacements_are_those_of_the_table() -> None:
    [prices] = [c for c in conditions(arrange(), "italian") if c.kind == "prices"]
    assert prices.value is not None
    assert prices.value["en"] == "step 1, headquarters 2, truck 1"
