"""10.1: bases and range, air support and superiority, return, interdiction; PB 14.6.9."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.lion_of_judah.events import PointsScored
from campagna.games.lion_of_judah.field_events import (
    AirCommitted,
    AirReturned,
    AirRolled,
    BattleRolled,
    Bombed,
    Grounded,
)
from campagna.games.lion_of_judah.flags import INTERDICTED
from campagna.games.lion_of_judah.frames import Battle
from campagna.games.lion_of_judah.orders import Attack, Bomb, ChangeTheatre, CommitAir, Interdict
from campagna.games.lion_of_judah.rules.air_hq import air_support as support
from campagna.games.lion_of_judah.rules.air_hq import airfields, interdiction
from campagna.games.lion_of_judah.rules.movement import movement
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import AirStatus, InForce, State
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    air,
    allowed,
    arrange,
    at,
    decision,
    events_of,
    has,
    marker,
    only,
    play,
    raid,
    unit,
    why,
)

# --- bases and range -----------------------------------------------------------


@pytest.mark.rule("10.1.1-a", "10.1.1-b")
def test_range_is_four_hexes_from_a_controlled_town() -> None:
    state = arrange()
    slot = marker("it_air1")
    measure = WORLD.board.grid.distance
    towns = [h for h in range(WORLD.size) if WORLD.settlement[h] and state.control[h] == ITALIAN]
    for h in range(WORLD.size):
        near = min(measure(h, t) for t in towns)
        assert airfields.in_range(state, slot, h) == (near <= 4), WORLD.hex_ids[h]


@pytest.mark.rule("10.1.1-b")
def test_a_town_serves_as_soon_as_it_is_taken() -> None:
    target = at("0914")
    state = arrange()
    assert not airfields.in_range(state, marker("it_air1"), target)
    state.take_control(at("0916"), ITALIAN)
    assert airfields.in_range(state, marker("it_air1"), target)


@pytest.mark.rule("10.1.1-c")
def test_supplied_hqs_are_bases_only_with_the_option() -> None:
    units = {"it_hq_1CA": "1008"}
    measure = WORLD.board.grid.distance
    plain = arrange(units)
    far = [
        h
        for h in range(WORLD.size)
        if measure(h, at("1008")) == 4 and not airfields.in_range(plain, marker("it_air1"), h)
    ]
    assert far
    state = arrange(units, options={"hq_airbase": True})
    assert in_supply(state, WORLD.slots["it_hq_1CA"])
    assert airfields.in_range(state, marker("it_air1"), far[0])


@pytest.mark.rule("PB 14.6.9", "10.1.1-a")
def test_allied_markers_fly_five_hexes_from_bases_of_their_theatre() -> None:
    state = arrange(scenario="s1940")
    sudan, kenya = marker("cw_air1"), marker("cw_air2")
    assert WORLD.air[sudan].range == 5
    assert airfields.in_range(state, sudan, at("0905"))
    assert not airfields.in_range(state, kenya, at("0905"))
    assert airfields.in_range(state, kenya, at("1425"))
    state.take_control(at("1215"), OTHER)
    for slot in (sudan, kenya, marker("cw_air3")):
        assert airfields.in_range(state, slot, at("1213"))


@pytest.mark.rule("PB 14.6.9")
def test_changing_theatre_commits_the_marker() -> None:
    state = arrange(scenario="s1940", phase=Phase.SPECIAL, side=OTHER)
    assert why(state, ChangeTheatre("cw_air1", "sudan")) == ("PB 14.6.9", "same-theatre")
    assert why(state, ChangeTheatre("cw_air1", "all")) == ("PB 14.6.9", "unknown-theatre")
    play(state, ChangeTheatre("cw_air1", "kenya"))
    assert state.air[marker("cw_air1")].theatre == "kenya"
    assert air(state, "cw_air1") == AirStatus.COMMITTED


# --- support -----------------------------------------------------------


@pytest.mark.rule("10.1.3-b", "10.1.3-c")
def test_the_example_of_superiority() -> None:
    state = arrange(scenario="s1940")
    assert support.columns(state, ("shift", "superiority"), ("superiority",)) == (1, 0)


@pytest.mark.rule("10.1.3-b")
def test_two_air_columns_count_at_most_and_never_fewer_than_none() -> None:
    state = arrange()
    assert support.columns(state, ("shift",) * 4, ()) == (2, 0)
    assert support.columns(state, ("NE",), ("superiority",) * 3) == (0, 2)
    assert support.columns(state, ("shift",) * 4, ("superiority",)) == (2, 1)


@pytest.mark.rule("10.1.3-a")
def test_the_air_support_table_and_its_modifiers() -> None:
    state = arrange()
    results = [support.support_result(state, n) for n in (-1, 1, 2, 3, 5, 6, 8)]
    assert results == ["NE", "NE", "NE", "shift", "shift", "superiority", "superiority"]
    assert support.support_drm(state, ITALIAN, at("1308")) == -1
    assert support.support_drm(state, ITALIAN, at("1204")) == 0
    late = arrange(scenario="s1940", turn=8)
    assert support.support_drm(late, ITALIAN, at("1204")) == -1
    assert support.support_drm(late, OTHER, at("1204")) == 0
    rains = arrange(scenario="s1940", turn=8, in_force=[InForce("C6", 8), InForce("D8", 8)])
    assert support.support_drm(rains, OTHER, at("1204")) == 0
    assert support.support_drm(rains, ITALIAN, at("1204")) == -2


def battle(**more: Any) -> State:
    units = {"it_Sb": "1306", "it_Gv": "1306", "et_seyoum_1": "1307 =2", "et_seyoum_2": "1407"}
    return arrange(units, phase=Phase.COMBAT, boxes={"north": 0, "south": 0}, **more)


@pytest.mark.rule("10.1.3-a", "12.4-3", "10.1.2", "10.1.4-a")
def test_markers_fly_into_a_combat_roll_and_come_home() -> None:
    state = battle()
    play(state, Attack(("it_Sb",), "1307"))
    assert decision(state) == ("italian", "attacker-air")
    assert why(state, CommitAir(("it_air1", "it_air1"))) == ("10.1.2", "marker-named-twice")
    assert why(state, CommitAir(("it_air5",))) == ("10.1.2", "marker-not-ready")
    events = play(state, CommitAir(("it_air1", "it_air2")), dice=[6, 2, 4, 6])
    assert only(events, AirCommitted).markers == ("it_air1", "it_air2")
    assert [e.result for e in events_of(events, AirRolled)] == ["shift", "NE"]
    rolled = only(events, BattleRolled)
    assert (rolled.shift, rolled.die) == (-2 + 1, 4)
    returned = only(events, AirReturned)
    assert (returned.marker, returned.die, returned.due) == ("it_air1", 6, state.turn + 2)
    assert air(state, "it_air1") == AirStatus.AWAY
    assert air(state, "it_air2") == AirStatus.COMMITTED


@pytest.mark.rule("10.1.2")
def test_a_marker_flies_once_a_turn_and_is_ready_again_at_its_end() -> None:
    state = battle()
    state.change_air(marker("it_air1"), status=AirStatus.COMMITTED)
    play(state, Attack(("it_Sb",), "1307"))
    assert why(state, CommitAir(("it_air1",))) == ("10.1.2", "marker-not-ready")
    airfields.end_turn(state, ScriptedChance([]))
    assert air(state, "it_air1") == AirStatus.READY


@pytest.mark.rule("10.1.1-a")
def test_a_combat_out_of_range_gets_no_air() -> None:
    units = {"it_Sb": "1616", "et_beyene_1": "1517 =1"}
    state = arrange(units, phase=Phase.COMBAT)
    assert support.can_support(state, ITALIAN, at("1517")) == ()


# --- return -----------------------------------------------------------


def homecoming(state: State, die: int, bonus: int = 0) -> list[Any]:
    state.change_air(marker("it_air1"), status=AirStatus.FLYING)
    return airfields.roll_return(state, marker("it_air1"), ScriptedChance([die]), bonus)


@pytest.mark.rule("10.1.4-a", "10.1.4-c", "PB 13.6.5.1-d")
def test_a_gas_raid_with_a_five_is_late_by_two_turns() -> None:
    state = arrange(turn=3)
    returned = only(homecoming(state, 5, bonus=1), AirReturned)
    assert returned.due == 5
    assert air(state, "it_air1") == AirStatus.AWAY
    assert only(homecoming(state, 5), AirReturned).due == 0
    assert air(state, "it_air1") == AirStatus.COMMITTED


@pytest.mark.rule("10.1.4-b")
def test_on_the_last_turn_a_late_marker_costs_a_point() -> None:
    state = arrange(turn=8)
    events = homecoming(state, 6)
    assert only(events, PointsScored).points == -1
    assert sum(e.points for e in state.ledger) == -1
    allied = arrange(scenario="s1940", turn=18)
    allied.change_air(marker("cw_air1"), status=AirStatus.FLYING)
    airfields.roll_return(allied, marker("cw_air1"), ScriptedChance([6]))
    assert sum(e.points for e in allied.ledger) == -1


@pytest.mark.rule("5.2-E-IV", "10.1.4-a")
def test_interdiction_and_supply_markers_roll_at_the_end_of_the_turn() -> None:
    state = arrange(turn=3)
    state.change_air(marker("it_air1"), status=AirStatus.INTERDICTING, place=at("1307"))
    state.change_air(marker("it_air2"), status=AirStatus.SUPPLYING, place=at("1307"))
    state.change_air(marker("it_air3"), status=AirStatus.COMMITTED)
    support.end_of_turn(state, ScriptedChance([6, 1]))
    assert air(state, "it_air1") == AirStatus.AWAY
    assert air(state, "it_air2") == air(state, "it_air3") == AirStatus.READY


@pytest.mark.rule("10.1.4-a")
def test_the_south_african_air_force_comes_home_without_a_roll() -> None:
    state = arrange(scenario="s1940", turn=9, in_force=[InForce("D8", 9)])
    state.change_air(marker("cw_air1"), status=AirStatus.FLYING)
    airfields.roll_return(state, marker("cw_air1"), ScriptedChance([]))
    assert air(state, "cw_air1") == AirStatus.COMMITTED


@pytest.mark.rule("6.2-a")
def test_the_big_rains_may_keep_italian_markers_on_the_ground() -> None:
    state = raid({"et_SEY": "1207", "et_seyoum_1": "1207"}, turn=7, in_force=[InForce("B5", 7)])
    events = play(state, Bomb("it_air1", "1207"), dice=[2])
    assert only(events, Grounded).die == 2
    assert not events_of(events, Bombed)
    assert state.bombing == 0
    early = raid({"et_seyoum_1": "1207"}, turn=6, in_force=[InForce("B5", 6)])
    assert only(play(early, Bomb("it_air1", "1207"), dice=[1, 1]), Bombed).result == "NE"


# --- interdiction -----------------------------------------------------------


@pytest.mark.rule("10.1.5")
def test_interdicted_units_lose_two_points_even_if_they_separate() -> None:
    state = arrange(
        {"it40_c2": "0905", "it40_c5": "0905", "it40_c8": "1305"},
        scenario="s1940",
        phase=Phase.INTERDICTION,
        side=ITALIAN,
    )
    assert decision(state) == ("allied", "interdiction")
    play(state, Interdict("cw_air1", "0905"))
    assert air(state, "cw_air1") == AirStatus.INTERDICTING
    assert has(state, "it40_c2", INTERDICTED)
    assert has(state, "it40_c5", INTERDICTED)
    assert movement.available(state, WORLD.slots["it40_c2"]) == 2 * (5 - 2)
    assert movement.available(state, WORLD.slots["it40_c8"]) == 2 * 5


@pytest.mark.rule("10.1.5")
def test_one_marker_for_each_hex_and_only_over_enemies() -> None:
    state = arrange(
        {"it40_c2": "0905", "it40_c5": "0906"},
        scenario="s1940",
        phase=Phase.INTERDICTION,
        side=ITALIAN,
        turn=8,
    )
    state.change_air(marker("cw_air4"), status=AirStatus.READY)
    play(state, Interdict("cw_air1", "0905"))
    assert why(state, Interdict("cw_air4", "0905")) == ("10.1.5", "nothing-to-interdict")
    assert why(state, Interdict("cw_air4", "0805")) == ("10.1.5", "nothing-to-interdict")
    assert allowed(state, Interdict("cw_air4", "0906"))


@pytest.mark.rule("10.1.5")
def test_in_the_loop_of_leaders_only_those_about_to_move_are_interdicted() -> None:
    state = arrange(
        {"et_SEY": "1207 active", "et_seyoum_1": "1207 active", "et_KAS": "1110"},
        phase=Phase.INTERDICTION,
        side=OTHER,
        leader=WORLD.slots["et_SEY"],
    )
    assert interdiction.targets(state, ITALIAN) == [at("1207")]


@pytest.mark.rule("PB 14.6.1.1", "10.1")
def test_italian_missions_of_1940_cost_fuel() -> None:
    state = arrange(
        {"cw_5IND": "0805"}, scenario="s1940", phase=Phase.INTERDICTION, side=OTHER, fuel=1
    )
    play(state, Interdict("it40_air1", "0805"))
    assert state.fuel == 0
    dry = arrange(
        {"cw_5IND": "0805"}, scenario="s1940", phase=Phase.INTERDICTION, side=OTHER, fuel=0
    )
    assert why(dry, Interdict("it40_air1", "0805")) == ("PB 14.6.1.1", "no-fuel")


@pytest.mark.rule("10.1.3-a")
def test_every_offered_commitment_is_allowed() -> None:
    state = battle()
    play(state, Attack(("it_Sb",), "1307"))
    frame = state.agenda[-1]
    assert isinstance(frame, Battle)
    for order in support.commitments(state, frame):
        assert allowed(state, order)
    play(state, CommitAir(), dice=[1])
    assert unit(state, "it_Sb").steps < 4
