"""Fine points of the placement: where there is room, who may be the designated division, what is offered."""

from __future__ import annotations

from itertools import product

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.core.offers import Lay, Say
from campagna.games.alto_comando.orders import Deploy, Fortify
from campagna.games.alto_comando.rules import deployment, sequence
from campagna.games.alto_comando.state import DESTROYED, RESERVE, State
from campagna.games.alto_comando.world import ALLIED, AXIS
from campagna.plane.bases import Point, Rect
from tests.games.alto_comando.lay import GAME, play, refused, table, why
from tests.games.alto_comando.test_setup import (
    BRITISH,
    GERMANS,
    ITALIANS,
    block,
    line_down,
    setting_up,
)


@pytest.mark.rule("SET-3")
def test_the_zones_of_both_sides_keep_the_same_distance_with_the_option() -> None:
    state, _ = setting_up(ITALIANS, BRITISH, setup_15cm="all_units")
    assert deployment.area_of(state, AXIS) == (0, 100, 450, 1300)
    assert deployment.area_of(state, ALLIED) == (750, 100, 1200, 1300)
    plain, _ = setting_up(ITALIANS, BRITISH)
    assert deployment.area_of(plain, ALLIED) == (600, 100, 1200, 1300)


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize(
    ("area", "friend", "room"),
    [
        ((300, 900, 330, 930), (315, 915), False),
        ((300, 900, 330, 930), (315, 945), True),
        ((300, 900, 359, 930), (315, 915), False),
        ((300, 900, 330, 959), (315, 915), False),
        ((300, 900, 360, 930), (315, 915), True),
        ((300, 900, 360, 930), (329, 915), False),
        ((300, 900, 329, 930), (100, 1200), False),
    ],
)
def test_room_is_found_in_the_area_and_nowhere_else(area: Rect, friend: Point, room: bool) -> None:
    state, _ = setting_up(ITALIANS, BRITISH)
    base = state.find("A1.foot1")
    assert deployment.has_room(state, base, [friend], area) == room
    assert bool(deployment.standing_places(state, base, [friend], area)) == room


@pytest.mark.rule("SET-3", "G-11")
def test_the_bases_of_one_order_do_not_stand_on_one_another() -> None:
    state, _ = setting_up(ITALIANS, BRITISH)
    twice = Deploy(("A1.foot1", "A1.foot2"), ((300, 900), (329, 900)))
    told = refused(state, twice)
    assert (told.rule, told.reason, told.facts["unit"]) == ("G-11", "place-taken", "A1.foot2")
    wild = Deploy(("A1.foot1", "A1.foot2"), ((300, 900), (10**9, 900)))
    assert refused(state, wild).facts["unit"] == "A1.foot1"


@pytest.mark.rule("SET-5")
def test_a_base_at_the_line_is_no_distance_from_it() -> None:
    state, _ = setting_up(ITALIANS, BRITISH, setup_15cm="all_units")
    assert refused(state, Deploy(("A1.hq",), ((585, 1000),))).facts["near"] == 0


@pytest.mark.rule("SET-5", "G-13")
def test_one_base_outside_the_defences_is_one_too_many() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    play(state, line_down(state, "G2", 800, 120, 42))
    assert deployment.is_met(state, ALLIED)
    play(state, Deploy(("G2.hq",), ((1000, 300),)))
    assert not deployment.is_met(state, ALLIED)
    state.remove(state.find("G2.hq"), 0)
    assert not deployment.is_met(state, ALLIED)


@pytest.mark.rule("BF-2")
def test_where_there_are_no_defences_none_are_asked_for() -> None:
    state = GAME.start(Setup("beda_fomm"), SeededChance(1))
    assert deployment.is_met(state, AXIS)
    assert deployment.is_met(state, ALLIED)
    assert deployment.is_roomy(state, 0)


@pytest.mark.rule("SET-5")
def test_a_division_that_finds_the_defences_full_is_no_candidate() -> None:
    """Two Italian divisions so placed that no base fits between them in the northern zone."""
    state, _ = setting_up(ITALIANS, ITALIANS, GERMANS, BRITISH)
    state.placing, state.side = 2, AXIS
    assert deployment.candidates(state) == [2]
    places = product((344, 390, 435), (144, 203, 262, 321, 380))
    bases = [b for b, u in enumerate(state.roster.units) if u.formation in (0, 1)]
    for base, place in zip(bases, places, strict=False):
        state.put(base, place)
    assert deployment.candidates(state) == []


@pytest.mark.rule("SET-5")
def test_a_formation_is_packed_into_both_zones_from_the_north() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    places = deployment.packing(state, 1, [])
    assert places is not None
    assert places[:4] == [(765, 115), (885, 685), (795, 115), (825, 115)]
    assert deployment.common((0, 0, 10, 10), (5, 6, 20, 8)) == (5, 6, 10, 8)
    assert deployment.common((5, 6, 20, 8), (0, 0, 10, 10)) == (5, 6, 10, 8)


def test_twelve_bases_have_room_to_be_placed_loosely_and_thirteen_have_not() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    sizes = [sum(u.formation == f for u in state.roster.units) for f in (0, 1)]
    assert sizes == [12, 13]
    assert [deployment.is_roomy(state, f) for f in (0, 1)] == [True, False]
    small, _ = setting_up(GERMANS, BRITISH, table="reduced")
    assert not deployment.is_roomy(small, 0)


@pytest.mark.rule("SET-3")
def test_the_first_base_makes_the_difference() -> None:
    state, _ = setting_up(ITALIANS, BRITISH)
    assert deployment.nobody_placed(state)
    play(state, Deploy(("A1.hq",), ((400, 300),)))
    assert not deployment.nobody_placed(state)


def lays(state: State) -> list[Lay]:
    return [offer for offer in GAME.offers(state) if isinstance(offer, Lay)]


@pytest.mark.rule("SET-3")
def test_places_are_offered_one_by_one_and_judged_together() -> None:
    state, _ = setting_up(ITALIANS, BRITISH)
    (offer,) = lays(state)
    assert (offer.exact, offer.tone, offer.who, offer.many) == (False, "main", "units", True)
    assert len(offer.pieces) == 9
    survey = GAME.survey(state, "A1.hq", ())
    assert survey is not None
    assert survey.left == 0
    assert GAME.survey(state, "A1.hq", ((300, 300),)) is None
    assert GAME.survey(state, "G2.hq", ()) is None
    play(state, block(state, "A1", (330, 1100)))
    (offer,) = lays(state)
    assert (offer.tone, len(offer.pieces)) == ("plain", 9)
    assert why(state, Deploy(("A1.hq",), ())) == ("SET-3", "no-places")


# --- the end of a step --------------------------------------------------------------------------


def tone_of_done(state: State) -> str:
    (offer,) = [o for o in GAME.offers(state) if isinstance(o, Say) and o.order == "done"]
    return offer.tone


@pytest.mark.rule("SET-2", "MIN-1", "TRE-1")
def test_who_has_works_left_is_not_urged_to_go_on() -> None:
    state, _ = setting_up(ITALIANS, BRITISH, mines="full", trenches="full")
    assert tone_of_done(state) == "decline"
    strips = [(600 + 60 * (n // 4), 100 + 150 * (n % 4)) for n in range(5)]
    play(state, Fortify(tuple((x, y, x + 30, y + 150) for x, y in strips)))
    assert tone_of_done(state) == "decline"
    play(state, Fortify((), tuple((885 - 30 * (n // 8), 115 + 30 * (n % 8)) for n in range(16))))
    assert tone_of_done(state) == "main"


@pytest.mark.rule("SET-3", "SET-5")
def test_the_end_is_urged_when_all_stand_as_they_should() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    assert not [o for o in GAME.offers(state) if o.order == "done"]
    play(state, line_down(state, "G2", 800, 120, 45))
    assert tone_of_done(state) == "main"


@pytest.mark.rule("BF-3", "SEQ-3")
def test_a_column_that_waits_outside_keeps_the_phase_open() -> None:
    units = {"A1.tank1": "500 100 moved", "G1.tank1": "500 700"}
    state = table(units, scenario="beda_fomm")
    assert not sequence.is_idle(state)
    for base in state.roster.of_side[AXIS]:
        if state.bases[base].where == RESERVE:
            state.remove(base, DESTROYED)
    assert sequence.is_idle(state)
