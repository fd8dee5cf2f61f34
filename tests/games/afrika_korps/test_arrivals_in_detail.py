"""12, 19, 20, 24.3 Arrivals: the first turn, the limits, and what is told."""

from __future__ import annotations

import pytest

from campagna.core.chance import ScriptedChance
from campagna.core.offers import Place
from campagna.games.afrika_korps.events import Landed, ReplacementsGained, SupplyRefused
from campagna.games.afrika_korps.orders import Done, Land, LandSupply, RollSupply
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    decision,
    end_turn,
    events_of,
    lay,
    marks,
    only,
    place,
    play,
    unit,
    why,
)


@pytest.mark.rule("4.3a", "19.2a")
def test_a_port_with_an_enemy_in_it_is_not_controlled() -> None:
    assert lay(phase="supply", turn=3, W3="DE-SUP-1 AU-7-1").ports == []


@pytest.mark.rule("20.1")
def test_replacements_come_from_their_first_turn_on() -> None:
    back = Land(("AU-7-1",), "J62")
    for turn, able in ((22, False), (23, True)):
        state = lay(
            "allied", "arrival", turn=turn, J62="UK-7-4", dead="AU-7-1", fields={"pool": (0, 9)}
        )
        assert allowed(state, back) is able


@pytest.mark.rule("20.2", "20.3")
@pytest.mark.parametrize(("side", "rule_id"), [("allied", "20.2"), ("axis", "20.3")])
def test_factors_are_told_with_the_rule_of_their_side(side: str, rule_id: str) -> None:
    state = lay(side, turn=23, W3="IT-SAVONA DE-SUP-1", J62="AU-7-1 AL-SUP-1")
    events = events_of(end_turn(state), ReplacementsGained)
    assert [(e.rule, e.total) for e in events] == [(rule_id, e.factors) for e in events]
    assert events


@pytest.mark.rule("12.2d")
@pytest.mark.parametrize(("turn", "sunk"), [(4, 2), (8, 3), (20, 1)])
def test_the_forecast_of_a_convoy(turn: int, sunk: int) -> None:
    state = lay(phase="supply", turn=turn, W3="IT-SAVONA")
    arrives, lost = GAME.forecast(state, RollSupply()).lines
    assert (arrives.result, lost.result) == ("arrives", "sunk")
    assert lost.probability == pytest.approx(sunk / 6)
    assert arrives.probability == pytest.approx(1 - sunk / 6)


@pytest.mark.rule("12.1a", "12.2a")
def test_a_supply_that_lands_is_told_with_the_rule_of_its_side() -> None:
    axis = lay(phase="supply", turn=4, W3="IT-SAVONA")
    play(axis, RollSupply(), dice=[6])
    assert only(play(axis, LandSupply("W3")), Landed).rule == "12.2a"
    allied = lay("allied", "supply", turn=4, J62="AU-7-1")
    assert only(play(allied, LandSupply("J62")), Landed).rule == "12.1a"


@pytest.mark.rule("12.4")
def test_a_refused_supply_is_not_offered_again() -> None:
    state = lay(phase="supply", turn=4, W3="IT-SAVONA")
    play(state, RollSupply(), dice=[6])
    assert decision(state) == "land-supply"
    assert only(play(state, Done()), SupplyRefused).side == "axis"
    assert decision(state) != "land-supply"
    assert state.agenda == []


@pytest.mark.rule("12.1b", "12.2c")
def test_too_many_supplies_cite_the_limit_of_the_side() -> None:
    full = lay(phase="supply", turn=4, W3="IT-SAVONA DE-SUP-1 DE-SUP-2", sea="DE-SUP-3")
    assert why(full, RollSupply()) == ("12.2c", "too-many-supplies")
    allied = lay("allied", "supply", J62="AU-7-1 AL-SUP-1 AL-SUP-2 AL-SUP-3 AL-SUP-4")
    assert why(allied, LandSupply("J62")) == ("12.1b", "too-many-supplies")
    room = lay("allied", "supply", J62="AU-7-1 AL-SUP-1 AL-SUP-2 AL-SUP-3", R40="AL-CAP-1")
    assert allowed(room, LandSupply("J62"))


@pytest.mark.rule("24.3")
def test_whoever_lands_shares_the_isolation_of_the_port() -> None:
    siege = {"G24": "IT-SAVONA", "H25": "IT-PAVIA", "H26": "IT-TRENTO"}
    state = lay("allied", "arrival", turn=9, G25="AU-7-1:count=1 AU-7-2", sea="AL-CAP-1", **siege)
    play(state, Land(("UK-7-4", "AL-CAP-1"), "G25"))
    assert "isolated" in marks(state, "UK-7-4")
    assert unit(state, "UK-7-4").count == 1
    assert (marks(state, "AL-CAP-1"), unit(state, "AL-CAP-1").count) == ({"landed"}, 0)
    alone = lay("allied", "arrival", turn=9, G25="AL-SUP-1", sea="AL-SUP-2 UK-7-4", **siege)
    play(alone, Land(("UK-7-4", "AL-SUP-2"), "G25"))
    assert "isolated" not in marks(alone, "UK-7-4")
    assert marks(alone, "AL-SUP-2") == {"landed"}


@pytest.mark.rule("24.3")
def test_an_empty_port_without_a_line_isolates_who_lands() -> None:
    siege = {"G24": "IT-SAVONA", "H25": "IT-PAVIA", "H26": "IT-TRENTO"}
    state = lay(
        "axis", "arrival", turn=9, G25="DE-ROMMEL", G24="UK-7-4", H25="UK-7-7", H26="UK-2-3"
    )
    play(state, Land(("DE-15-8",), "G25"))
    assert "isolated" in marks(state, "DE-15-8")
    assert unit(state, "DE-15-8").count == 0
    open_ = lay("axis", "arrival", turn=9, G25="DE-ROMMEL DE-SUP-1", **dict.fromkeys(siege, ""))
    play(open_, Land(("DE-15-8",), "G25"))
    assert "isolated" not in marks(open_, "DE-15-8")


@pytest.mark.rule("20.4", "19.2b")
def test_what_lands_is_offered_with_its_price() -> None:
    state = lay(
        "allied", "arrival", turn=30, J62="AU-7-1", dead="UK-7-4 AU-7-2", fields={"pool": (0, 4)}
    )
    (offer,) = (o for o in GAME.offers(state) if isinstance(o, Place) and o.order == "land")
    assert offer.costs == {"UK-7-4": 4, "AU-7-2": 1}
    assert offer.exact is False, "not both together"
    assert offer.places == ("J62",)
    state.pool[1] = 5
    (offer,) = (o for o in GAME.offers(state) if isinstance(o, Place) and o.order == "land")
    assert offer.exact is True
    state.pool[1] = 3
    (offer,) = (o for o in GAME.offers(state) if isinstance(o, Place) and o.order == "land")
    assert offer.costs == {"AU-7-2": 1}


@pytest.mark.rule("23.4", "20.4", "19.2b")
def test_units_of_every_kind_land_in_one_order() -> None:
    state = lay(
        "allied",
        "arrival",
        turn=30,
        J62="AU-7-1",
        sea="UK-7-7",
        dead="AU-7-2",
        fields={"pool": (0, 4)},
    )
    events = play(state, Land(("UK-7-7", "AU-7-2", "UK-70-23"), "J62"))
    told = {e.how: (e.rule, e.units) for e in events_of(events, Landed)}
    assert told == {
        "reinforcement": ("19.2b", ("UK-70-23",)),
        "replacement": ("20.4", ("AU-7-2",)),
        "sea": ("23.4", ("UK-7-7",)),
    }
    assert state.pool[1] == 3
    assert place(state, "AU-7-2") == "J62"


@pytest.mark.rule("12.2d")
def test_a_convoy_is_rolled_for_with_one_die_of_six() -> None:
    state = lay(phase="supply", turn=4, W3="IT-SAVONA")
    chance = ScriptedChance([6])
    GAME.play(state, RollSupply(), chance)
    assert [(draw.sides, draw.purpose) for draw in chance.log] == [(6, "supply")]


@pytest.mark.rule("19.2a", "4.3d")
def test_without_a_port_nobody_is_offered_a_landing() -> None:
    state = lay("allied", "arrival", turn=9, K61="AU-7-1", sea="UK-7-4", W6="IT-SAVONA")
    assert state.ports == []
    assert not [o for o in GAME.offers(state) if o.order == "land"]
    assert not allowed(state, Land(("UK-7-4",), "J62"))


@pytest.mark.rule("19.2b", "20.4")
def test_several_land_with_one_order_and_none_counts_as_isolated_in_a_supplied_port() -> None:
    state = lay("allied", "arrival", turn=9, J62="AL-SUP-1", sea="UK-7-4 UK-7-7", W6="IT-SAVONA")
    (offer,) = (o for o in GAME.offers(state) if isinstance(o, Place) and o.order == "land")
    assert offer.together
    order = Land(("UK-7-4", "UK-7-7"), "J62")
    assert GAME.offers(state).covers(order)
    play(state, order)
    for name in order.units:
        assert (marks(state, name), unit(state, name).count) == ({"landed"}, 0)
