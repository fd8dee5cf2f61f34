"""What is offered and surveyed to a base that moves or leaves the table."""

from __future__ import annotations

import pytest

from campagna.core.offers import Measured
from campagna.games.alto_comando.events import LeftTable, Scattered
from campagna.games.alto_comando.orders import Leave
from campagna.games.alto_comando.rules import movement
from campagna.games.alto_comando.state import State
from tests.games.alto_comando.lay import events_of, only, play, refused, table, where

HERE = {"A1.hq": "600 800", "G1.hq": "1000 800"}


def leaves(state: State) -> list[Measured]:
    found = movement.offer_leaves(state)
    assert all(isinstance(offer, Measured) for offer in found)
    return [offer for offer in found if isinstance(offer, Measured)]


@pytest.mark.rule("MOV-3", "G-12")
@pytest.mark.parametrize(("x", "offered"), [(135, True), (136, False)])
def test_leaving_is_offered_to_those_who_reach_their_edge(x: int, offered: bool) -> None:
    state = table(HERE | {"A1.motor1": f"{x} 800", "A1.recon1": "400 800"})
    assert bool(leaves(state)) == offered
    for offer in leaves(state):
        assert offer.pieces == {"A1.motor1": 150}
        assert (offer.fixed, offer.exact, offer.tone) == ({"edge": "west"}, False, "grave")


@pytest.mark.rule("BF-5", "MOV-3")
def test_the_way_out_of_the_column_comes_first_and_is_not_grave() -> None:
    units = {"A1.recon1": "500 600", "A1.tank1": "500 40", "G1.tank1": "200 700"}
    state = table(units, scenario="beda_fomm")
    found = [(o.fixed["edge"], o.tone, list(o.pieces)) for o in leaves(state)]
    assert found == [("south", "plain", ["A1.recon1"]), ("north", "grave", ["A1.tank1"])]
    told = play(state, Leave("A1.recon1", ((500, 815),), "south"))
    assert only(told, LeftTable).rule == "BF-5"
    assert events_of(told, Scattered) == []
    assert where(state, "A1.recon1") == "escaped"


@pytest.mark.rule("MOV-3", "BF-5")
def test_over_the_own_edge_a_unit_is_scattered_for_a_point() -> None:
    state = table(HERE | {"A1.motor1": "100 800"})
    told = play(state, Leave("A1.motor1", ((-15, 800),), "west"))
    assert only(told, LeftTable).rule == "MOV-3"
    assert only(told, Scattered).points == 1
    assert only(told, LeftTable).path == ((100, 800), (-15, 800))
    assert where(state, "A1.motor1") == "scattered"


@pytest.mark.rule("G-12", "MOV-3")
def test_a_headquarters_stays_and_other_edges_are_barred() -> None:
    state = table({"A1.hq": "100 800", "A1.motor1": "100 700", "G1.hq": "1000 800"})
    hq = refused(state, Leave("A1.hq", ((-15, 800),), "west"))
    assert (hq.rule, hq.reason) == ("G-12", "hq-stays")
    north = refused(state, Leave("A1.hq", ((100, 85),), "north"))
    assert (north.rule, north.reason) == ("MOV-3", "not-your-edge")
    motor = refused(state, Leave("A1.motor1", ((100, 85),), "north"))
    assert (motor.rule, motor.reason) == ("MOV-3", "not-your-edge")


@pytest.mark.rule("MOV-6")
def test_moves_are_offered_and_surveyed_for_own_bases_that_have_not_moved() -> None:
    units = HERE | {"A1.motor1": "300 800", "A1.motor2": "300 900 moved", "A1.tank1": "scattered"}
    state = table(units)
    (offer,) = movement.offer_moves(state)
    assert isinstance(offer, Measured)
    assert offer.pieces == {"A1.hq": 150, "A1.motor1": 150}
    assert (offer.tone, offer.most, offer.exact) == ("main", 0, True)
    survey = movement.survey_moves(state, "A1.motor1", ())
    assert survey is not None
    assert (survey.left, survey.rule) == (150, "MOV-6")
    for name in ("A1.motor2", "A1.tank1", "G1.hq", "nobody"):
        assert movement.survey_moves(state, name, ()) is None
    assert movement.survey_moves(state, "A1.motor1", ((10**9, 0),)) is None


def test_with_single_legs_one_point_is_asked_for() -> None:
    state = table(HERE | {"A1.motor1": "100 800"}, options={"legs": "single"})
    (offer,) = movement.offer_moves(state)
    assert isinstance(offer, Measured)
    assert offer.most == 1
    assert [o.most for o in leaves(state)] == [1]


@pytest.mark.rule("MOV-3")
def test_the_survey_of_leaving_begins_where_the_base_stands() -> None:
    state = table(HERE | {"A1.motor1": "100 800", "A1.motor2": "400 800"})
    survey = movement.survey_leaves(state, "A1.motor1", ())
    assert survey is not None
    assert (survey.left, survey.rule) == (150, "MOV-3")
    assert movement.survey_leaves(state, "A1.motor1", ((60, 800),)) is None
    assert movement.survey_leaves(state, "A1.motor2", ()) is None
    assert movement.survey_leaves(state, "G1.hq", ()) is None


@pytest.mark.rule("MOV-6")
def test_supply_bases_are_no_movers() -> None:
    state = table(HERE | {"supply.axis.1": "150 250", "A1.motor1": "300 800"})
    assert not movement.may_move(state, state.find("supply.axis.1"))
    assert set(state.names(movement.movers(state))) == {"A1.hq", "A1.motor1"}
