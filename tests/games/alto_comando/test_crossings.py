"""Crossing, clearing and bridging: ways to the mines, what is offered, and what a success opens."""

from __future__ import annotations

import pytest

from campagna.core.chance import ScriptedChance
from campagna.core.offers import Measured
from campagna.games.alto_comando.events import CrossingRolled, Moved
from campagna.games.alto_comando.orders import Bridge, Clear, Cross
from campagna.games.alto_comando.rules import minefields
from campagna.games.alto_comando.rules.leg_rules import judge_path
from campagna.games.alto_comando.state import State
from campagna.plane.bases import Rect
from tests.games.alto_comando.lay import GAME, allowed, events_of, only, play, table, why

BELT: dict[str, list[Rect]] = {"allied": [(500, 400, 530, 550)]}


def at_the_belt(recon: str, **others: str) -> State:
    units = {"A1.recon1": recon, "A1.hq": "300 800", "G1.hq": "1000 800"}
    units |= {name.replace("_", "."): place for name, place in others.items()}
    return table(units, strips=BELT)


@pytest.mark.rule("MIN-2", "MIN-3", "MOV-1")
def test_the_way_to_the_mines_is_told_before_the_attempt() -> None:
    state = at_the_belt("385 475")
    told = play(state, Cross("A1.recon1", ((485, 475),), (545, 475)), dice=[5])
    moved = only(told, Moved)
    assert (moved.path, moved.cost) == (((385, 475), (485, 475)), 100)
    assert only(told, CrossingRolled).at == (545, 475)
    touching = at_the_belt("485 475")
    told = play(touching, Cross("A1.recon1", (), (545, 475)), dice=[3])
    assert events_of(told, Moved) == []
    assert only(told, CrossingRolled).at == (485, 475)


@pytest.mark.rule("G-18", "G-8")
def test_nobody_walks_through_the_mines_to_cross_them_back() -> None:
    state = at_the_belt("455 475")
    order = Cross("A1.recon1", ((545, 475),), (485, 475))
    assert why(state, order) == ("G-8", "minefield-in-the-way")


@pytest.mark.rule("G-18", "G-7")
def test_a_way_to_the_mines_may_bend_over_a_friend() -> None:
    state = at_the_belt("385 375", A1_motor1="385 440")
    assert allowed(state, Cross("A1.recon1", ((385, 435), (485, 435)), (545, 435)))
    taken = at_the_belt("385 375", A1_motor1="485 440")
    order = Cross("A1.recon1", ((385, 435), (485, 435)), (545, 435))
    assert why(taken, order) == ("G-11", "place-taken")


@pytest.mark.rule("G-18", "MOV-1", "WF-1b")
def test_landings_follow_the_whole_way() -> None:
    state = at_the_belt("385 375")
    recon = state.find("A1.recon1")
    assert minefields.landings(state, recon, ((485, 435),)) == [(545, 435)]
    bent = ((385, 430), (435, 430), (485, 430))
    assert minefields.landings(state, recon, bent) == [(545, 430)]
    single = table(
        {"A1.recon1": "385 475", "G1.hq": "1000 800"}, strips=BELT, options={"legs": "single"}
    )
    recon = single.find("A1.recon1")
    assert minefields.landings(single, recon, ((485, 475),)) == [(545, 475)]
    assert minefields.landings(single, recon, ((485, 435),)) == []
    wood = ("woods", [(100, 1000), (200, 1000), (200, 1100), (100, 1100)])
    wooded = table(
        {"A1.recon1": "385 475", "G1.hq": "1000 800"},
        strips=BELT,
        terrain=[wood],
        options={"western_front": True},
    )
    recon = wooded.find("A1.recon1")
    assert minefields.landings(wooded, recon, ((485, 475),)) == [(545, 475)]


def way_across(state: State) -> bool:
    """Whether the tank could go straight east over what lies there."""
    tank = state.find("A1.tank1")
    return isinstance(judge_path(state, tank, state.at(tank), ((560, 500),)), int)


RIVER = ("river", [(500, 400), (530, 400), (530, 660), (500, 660)])


@pytest.mark.rule("MIN-6")
def test_cleared_mines_bar_nobody_any_more() -> None:
    units = {"A1.tank1": "470 500", "A1.motor1": "485 440", "G1.hq": "1000 800"}
    state = table(units, phase="clear", strips=BELT)
    assert not way_across(state)
    chance = ScriptedChance([5])
    GAME.play(state, Clear("A1.motor1", 0), chance)
    assert way_across(state)
    assert chance.log[0].sides == 6


@pytest.mark.rule("WF-5a", "G-17b")
def test_a_bridge_can_be_crossed_once_it_is_built() -> None:
    units = {"A1.tank1": "470 500", "A1.motor1": "485 440", "G1.hq": "1000 800"}
    units |= {"A1.motor2": "485 500"}
    state = table(units, phase="clear", terrain=[RIVER], options={"western_front": True})
    assert not way_across(state)
    state.put(state.find("A1.tank1"), (430, 500))
    chance = ScriptedChance([6])
    GAME.play(state, Bridge("A1.motor2", 0), chance)
    state.put(state.find("A1.motor2"), (485, 600))
    assert way_across(state)
    assert chance.log[0].sides == 6


@pytest.mark.rule("WF-5a", "WF-5b")
def test_only_fresh_infantry_on_the_table_bridges() -> None:
    units = {"A1.tank1": "485 500", "A1.motor1": "485 440", "A1.motor2": "scattered"}
    state = table(
        units | {"G1.hq": "1000 800"},
        phase="clear",
        terrain=[RIVER],
        options={"western_front": True},
    )
    found = {name: minefields.bridgeable(state, state.find(name)) for name in units}
    assert found == {"A1.tank1": [], "A1.motor1": [0], "A1.motor2": []}
    state.pontoniers = [state.unit(state.find("A1.motor1")).group]
    assert minefields.bridgeable(state, state.find("A1.motor1")) == []


@pytest.mark.rule("MIN-5", "SAV-3")
def test_the_forecast_of_a_crossing_is_made_at_the_mines() -> None:
    """The headquarters is 38.5 cm from where the base starts and 28.5 cm from where it is blown up."""
    units = {"A1.recon1": "385 475", "A1.hq": "800 475", "G1.hq": "1000 900"}
    far = GAME.forecast(table(units, strips=BELT), Cross("A1.recon1", ((485, 475),), (545, 475)))
    assert [line.result for line in far.lines] == ["across", "stop", "scattered"]
    units |= {"A1.hq": "816 475", "A1.recon1": "485 475"}
    here = GAME.forecast(table(units, strips=BELT), Cross("A1.recon1", (), (545, 475)))
    assert [line.result for line in here.lines] == ["across", "stop", "destroyed"]


@pytest.mark.rule("MIN-2", "G-18")
@pytest.mark.parametrize(
    ("near", "far"),
    [
        ("394 475", "393 475"),
        ("636 475", "637 475"),
        ("515 294", "515 293"),
        ("515 656", "515 657"),
    ],
)
def test_crossings_are_offered_to_those_who_can_reach_the_mines(near: str, far: str) -> None:
    belts: dict[str, list[Rect]] = {"allied": [(500, 400, 530, 550), (800, 1000, 830, 1150)]}
    for place, offered in ((near, True), (far, False)):
        units = {"A1.motor1": place, "A1.hq": "100 800", "G1.hq": "1100 200"}
        offers = minefields.offer_crossings(table(units, strips=belts))
        assert bool(offers) == offered, place
        for offer in offers:
            assert isinstance(offer, Measured)
            assert not offer.exact
            assert offer.pieces == {"A1.motor1": 150}


@pytest.mark.rule("MIN-2")
def test_the_survey_of_a_crossing_begins_where_the_base_stands() -> None:
    state = at_the_belt("485 475")
    survey = minefields.survey_crossings(state, "A1.recon1", ())
    assert survey is not None
    assert (survey.left, survey.rule) == (250, "MIN-2")
    assert minefields.survey_crossings(state, "A1.recon1", ((485, 475),)) is None
    assert minefields.survey_crossings(state, "G1.hq", ()) is None
