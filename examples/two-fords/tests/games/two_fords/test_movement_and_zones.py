"""Chapters 4 and 5."""

from __future__ import annotations

import pytest

from campagna.core.contract import Setup
from campagna.core.offers import Reach
from campagna.core.offers.listing import ends_of
from two_fords.events import Moved
from two_fords.orders import EndPhase, Move
from two_fords.rules.zones import zones
from two_fords.state import State
from two_fords.world import BOARD
from two_fords_lay import GAME, lay, play, refused, unit


def costs(state: State, unit_: str) -> dict[str, int]:
    """Where a counter may end its move, with the cost."""
    groups = [g for o in GAME.offers(state) if isinstance(o, Reach) for g in o.groups]
    found = [g for g in groups if unit_ in g.units]
    return {hex_: cost for g in found for hex_, cost, _ in g.steps if hex_ in ends_of(g)}


@pytest.mark.rule("4.1")
def test_a_counter_moves_once_up_to_three_points() -> None:
    state = lay("N1 0301 3")
    assert refused(state, Move("N1", ("0302", "0303", "0203"))) is None
    too_far = Move("N1", ("0302", "0303", "0203", "0202"))
    assert refused(state, too_far) == ("4.1", "too-far")
    play(state, Move("N1", ("0302",)))
    assert refused(state, Move("N1", ("0303",))) == ("4.1", "already-moved")
    assert not costs(state, "N1")
    play(state, *[EndPhase()] * 4)
    assert refused(state, Move("N1", ("0303",))) is None


@pytest.mark.rule("4.1")
def test_a_path_is_a_chain_of_neighbours() -> None:
    state = lay("N1 0301 3")
    assert refused(state, Move("N1", ())) == ("4.1", "no-path")
    assert refused(state, Move("N1", ("0303",))) == ("4.1", "not-adjacent")


@pytest.mark.rule("4.2")
def test_clear_costs_one_and_wood_two() -> None:
    state = lay("N1 0301 3")
    assert costs(state, "N1")["0302"] == 1
    assert costs(state, "N1")["0201"] == 2
    events = play(state, Move("N1", ("0302", "0402")))
    assert [e.cost for e in events if isinstance(e, Moved)] == [3]


@pytest.mark.rule("4.3")
def test_the_stream_is_crossed_at_a_ford_for_one_point_more() -> None:
    state = lay("N1 0203 3")
    assert refused(state, Move("N1", ("0304",))) == ("4.3", "river")
    assert costs(state, "N1")["0204"] == 2
    assert costs(state, "N1")["0304"] == 3


@pytest.mark.rule("4.4")
def test_friends_are_passed_and_enemies_are_not() -> None:
    state = lay("N1 0301 3", "N2 0302 2", "S1 0403 1")
    assert refused(state, Move("N1", ("0302", "0202"))) is None
    state = lay("N1 0302 3", "S1 0303 1")
    assert refused(state, Move("N1", ("0303", "0203"))) == ("4.4", "enemy-in-the-way")


@pytest.mark.rule("2.2")
def test_nobody_stops_on_another_counter() -> None:
    state = lay("N1 0301 3", "N2 0302 2")
    assert refused(state, Move("N1", ("0302",))) == ("2.2", "occupied")
    assert "0302" not in costs(state, "N1")


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("strength", [0, 3])
def test_every_counter_decoys_too_controls_what_is_around_it_up_to_the_stream(
    strength: int,
) -> None:
    state = lay(f"S1 0204 {strength}")
    mask = zones(state, "south")
    held = {BOARD.name(h) for h in range(len(BOARD)) if mask[h]}
    assert held == {"0203", "0304", "0305", "0205", "0105", "0104"}


@pytest.mark.rule("5.1")
def test_with_river_zones_control_crosses_the_stream_everywhere() -> None:
    setup = Setup("crossing", {"river-zones": True})
    state = lay("S1 0304 3", setup=setup)
    assert zones(state, "south")[BOARD.hex("0303")]
    assert not zones(lay("S1 0304 3"), "south")[BOARD.hex("0303")]


@pytest.mark.rule("5.2")
def test_entering_a_zone_ends_the_move_and_starting_in_one_does_not_hinder() -> None:
    state = lay("N1 0302 3", "S1 0204 2")
    through = Move("N1", ("0202", "0203", "0103"))
    assert refused(state, through) == ("5.2", "zone-stop")
    assert refused(state, Move("N1", ("0202", "0203"))) is None
    beside = lay("N1 0203 3", "S1 0204 2")
    play(beside, Move("N1", ("0202", "0201")))
    assert BOARD.name(unit(beside, "N1").place) == "0201"
