"""12.3, PB 14.6.5 What each side sees: two worlds that differ only in the unseen look the same."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import SPECTATOR, Setup, digest
from campagna.games.lion_of_judah.events import Uncovered
from campagna.games.lion_of_judah.field_events import Moved, Repelled
from campagna.games.lion_of_judah.flags import FOUGHT, HIDDEN, SHOWN
from campagna.games.lion_of_judah.orders import Attack, Move, SetTop
from campagna.games.lion_of_judah.rules.combat import visibility
from campagna.games.lion_of_judah.rules.movement.terrain_costs import ground
from campagna.games.lion_of_judah.state import InForce, State
from tests.games.lion_of_judah.lay import (
    GAME,
    OTHER,
    WORLD,
    Phase,
    arrange,
    events_of,
    only,
    place,
    play,
    why,
)


def seen(state: State, viewer: str) -> bytes:
    return msgspec.json.encode(GAME.view(state, viewer))


def visible(state: State, name: str) -> bool:
    return visibility.visible(state, WORLD.slots[name])


@pytest.mark.rule("12.3-a")
def test_only_the_top_unit_and_what_lies_on_it_is_seen() -> None:
    units = {"it_Sb": "1305", "it_GS": "1305", "it_hq_1CA": "1305", "it_trk1": "1305"}
    state = arrange(units)
    assert [visible(state, n) for n in units] == [True, False, True, True]
    position = GAME.view(state, "ethiopian").position
    places = {u.id: u.at for u in position.units}
    assert places["it_GS"] == "?"
    assert [(h.hex, h.count) for h in position.hidden] == [("1305", 1)]
    assert {u.id: u.at for u in GAME.view(state, "italian").position.units}["it_GS"] == "1305"


@pytest.mark.rule("12.3-a")
def test_a_unit_with_its_trucks_is_seen() -> None:
    state = arrange({"it_Sb": "1305", "it_Di": "1305", "it_trk1": "1305 <it_Di"})
    assert visible(state, "it_Di")


@pytest.mark.rule("12.3-a")
def test_two_worlds_that_differ_below_the_tops_look_the_same() -> None:
    one = arrange({"it_Sb": "1305", "it_GS": "1305", "it_Gv": "1306", "it_21": "1306"})
    two = arrange({"it_Sb": "1305", "it_21": "1305", "it_Gv": "1306", "it_GS": "1306"})
    assert seen(one, "ethiopian") == seen(two, "ethiopian")
    assert seen(one, SPECTATOR) == seen(two, SPECTATOR)
    assert seen(one, "italian") != seen(two, "italian")
    other_top = arrange({"it_GS": "1305", "it_Sb": "1306", "it_Gv": "1306", "it_21": "1306"})
    assert seen(one, "ethiopian") != seen(other_top, "ethiopian")


@pytest.mark.rule("2.3.7-a", "12.3-c", "2.3.5-a")
def test_factors_face_down_are_hidden_from_both_players() -> None:
    one = arrange({"et_kassa_1": "1110", "it_irr1": "1305"})
    two = one.copy()
    kassa = WORLD.pools["et_kassa"]
    for unit in kassa:
        one.flag(unit, HIDDEN)
        two.flag(unit, HIDDEN)
    values = [one.units[u].value for u in kassa]
    for unit, value in zip(kassa, values[1:] + values[:1], strict=True):
        two.change(unit, value=value)
    assert digest(one) != digest(two)
    for viewer in ("italian", "ethiopian", SPECTATOR):
        assert seen(one, viewer) == seen(two, viewer)


@pytest.mark.rule("PB 14.6.5")
def test_behind_the_screen_a_dummy_and_a_brigade_look_alike() -> None:
    real = arrange({"cw_SDF1": "0805", "cw_dummy1": "0607"}, scenario="s1940", turn=3)
    feint = arrange({"cw_dummy1": "0805", "cw_SDF1": "0607"}, scenario="s1940", turn=3)
    assert seen(real, "italian") == seen(feint, "italian")
    assert seen(real, "allied") != seen(feint, "allied")
    late = [
        arrange({"cw_SDF1": h, "cw_21B": g}, scenario="s1940", turn=8)
        for h, g in (("0805", "0607"), ("0607", "0805"))
    ]
    assert seen(late[0], "italian") != seen(late[1], "italian")


@pytest.mark.rule("PB 14.6.5")
def test_offers_refusals_and_forecasts_do_not_betray_a_dummy() -> None:
    units = {"it40_GdS": "0905", "it40_hq_NORD": "0905"}
    worlds = [
        arrange({**units, "cw_SDF1": "0805", "cw_dummy1": "0607"}, scenario="s1940", turn=3),
        arrange({**units, "cw_dummy1": "0805", "cw_SDF1": "0607"}, scenario="s1940", turn=3),
    ]
    lists = [msgspec.json.encode(tuple(GAME.offers(w))) for w in worlds]
    assert lists[0] == lists[1]
    attack = Attack(("it40_GdS",), "0805")
    for w in worlds:
        w.phase = Phase.COMBAT
    told = [msgspec.json.encode(GAME.forecast(w, attack)) for w in worlds]
    assert told[0] == told[1]


@pytest.mark.rule("PB 14.6.5", "12.3-a")
def test_who_lies_below_a_screened_top_bars_the_way_no_more_than_a_dummy() -> None:
    """A brigade that has fought is known, but not where it went: the Italian sees the top only."""
    units = {"it40_GdS": "0905", "it40_hq_NORD": "0905"}
    real = arrange({**units, "cw_SDF1": "0805", "cw_21B": "0805"}, scenario="s1940", turn=3)
    real.flag(real.find("cw_21B"), FOUGHT)
    assert real.top(WORLD.hex_index["0805"]) == real.find("cw_SDF1")
    feint = arrange({**units, "cw_dummy1": "0805", "cw_dummy2": "0805"}, scenario="s1940", turn=3)
    lists = [msgspec.json.encode(tuple(GAME.offers(w))) for w in (real, feint)]
    assert lists[0] == lists[1]
    order = Move(("it40_GdS",), ("0905", "0805"))
    assert only(play(real, order), Repelled).hex == "0805"
    play(feint, order)
    assert place(feint, "it40_GdS") == "0805"


@pytest.mark.rule("PB 14.6.5", "11.6")
def test_a_stack_that_shows_itself_bars_the_way_from_then_on() -> None:
    state = arrange({"it40_GdS": "0905", "cw_SDF1": "0805"}, scenario="s1940", turn=3)
    ours, theirs, hex_ = state.find("it40_GdS"), state.find("cw_SDF1"), WORLD.hex_index["0805"]
    assert not ground(state, [ours]).closed[hex_]
    state.show([theirs])
    assert ground(state, [ours]).closed[hex_]
    state.flag(theirs, 0, SHOWN)
    assert not ground(state, [ours]).closed[hex_]


@pytest.mark.rule("12.3-a")
def test_the_owner_orders_his_stack() -> None:
    state = arrange({"it_Sb": "1305", "it_GS": "1305"})
    play(state, SetTop("it_GS", "1305"))
    assert (visible(state, "it_Sb"), visible(state, "it_GS")) == (False, True)
    assert why(state, SetTop("it_GS", "1305"))[1] == "on-top-already"
    assert why(state, SetTop("it_Sb", "1306"))[1] == "not-there"
    rebels = arrange({"et40_g1": "1012", "cw_Gid": "1012"}, scenario="s1940", turn=9, side=OTHER)
    assert visible(rebels, "cw_Gid")
    assert not visible(rebels, "et40_g1")
    assert why(rebels, SetTop("et40_g1", "1012")) == ("A-49", "guerrillas-below")


@pytest.mark.rule("12.3-a")
def test_the_enemy_sees_a_hidden_unit_leave_but_not_which() -> None:
    state = arrange({"it_Sb": "1305", "it_GS": "1305", "it_Gv": "1406"})
    events = play(state, Move(("it_GS",), ("1305", "1406")))
    moved = only(events, Moved)
    assert moved.units == ("it_GS",)
    witnessed = GAME.witness(moved, "ethiopian")
    assert isinstance(witnessed, Moved)
    assert witnessed.units == ("?",)
    assert GAME.witness(moved, "italian") == moved
    assert not events_of(events, Uncovered)
    events = play(state, Move(("it_Sb",), ("1305", "1306")))
    assert not events_of(events, Uncovered)


@pytest.mark.rule("12.3-a")
def test_a_unit_that_comes_to_the_top_is_revealed() -> None:
    state = arrange({"it_Sb": "1305", "it_GS": "1305"})
    events = play(state, Move(("it_Sb",), ("1305", "1306")))
    assert only(events, Uncovered).unit == "it_GS"
    assert Uncovered.reveals


@pytest.mark.rule("12.3-a")
def test_broken_signals_open_italian_stacks() -> None:
    state = arrange({"it40_GdS": "1215", "it40_CdA": "1215"}, scenario="s1940", turn=9)
    assert not visible(state, "it40_CdA")
    state.in_force.append(InForce("D1", 9))
    assert visible(state, "it40_CdA")


@pytest.mark.rule("12.3-a", "PB 14.6.5")
def test_what_a_viewer_imagines_agrees_with_what_he_sees() -> None:
    for scenario in ("s1935", "s1940"):
        state = GAME.start(Setup(scenario), SeededChance(5))
        for viewer in (*state.maps.sides, SPECTATOR):
            view = GAME.view(state, viewer)
            for seed in range(4):
                world = GAME.imagine(view, SeededChance(seed))
                assert GAME.violations(world) == []
                assert GAME.view(world, viewer) == view
