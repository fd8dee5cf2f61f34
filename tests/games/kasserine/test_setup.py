"""Preparation by rule: what stands where, who places what, in which order (SET-1 to SET-11)."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.kasserine.events import Deployed, PhaseBegan, WeatherRolled
from campagna.games.kasserine.orders import Deploy, Done
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    GAME,
    allowed,
    at,
    begin,
    decider,
    decision,
    events_of,
    lay,
    only,
    phase,
    place,
    play,
    refused,
    why,
)
from tests.games.kasserine.naive_map import SCENARIO, UNITS
from tests.offered import by_order


def place_all(state: State) -> None:
    """Whoever is to place places at random, up to the end of his set-up."""
    seat = SeededChance(5)
    now = decision(state)
    while "deploy" in by_order(GAME.offers(state)) and not GAME.offers(state).covers(Done()):
        play(state, GAME.offers(state).sample(seat))
    assert decision(state) == now


@pytest.mark.rule("SET-1", "SET-2", "SET-3", "SET-4", "SET-5", "SET-10")
def test_supplies_and_commands_stand_before_anybody_places() -> None:
    state = begin()
    chart = SCENARIO["setup"]
    for block in ("mobile_urf", "fixed_urf", "commands"):
        assert all(place(state, name) == hex_ for name, hex_ in chart[block].items())
    placed = {name for block in ("mobile_urf", "fixed_urf", "commands") for name in chart[block]}
    for name, row in UNITS.items():
        if row["class"] != "AIR" and name not in placed:
            assert place(state, name) == "tray"


@pytest.mark.rule("SET-9", "SET-6")
def test_the_allied_side_places_first_and_completely() -> None:
    state = begin()
    assert (decision(state), decider(state)) == ("allied-setup", "allied")
    assert why(state, Deploy("A21-I5", "3327")) == ("SET-6", "not-your-unit")
    assert why(state, Done()) == ("SET-6", "not-deployed")
    place_all(state)
    assert only(play(state, Done()), PhaseBegan).side == "axis"
    assert (decision(state), decider(state)) == ("axis-setup", "axis")
    place_all(state)
    events = play(state, Done(), dice=[2])
    assert only(events, WeatherRolled).move == 1
    assert (phase(state), decider(state)) == ("logistics", "axis")


@pytest.mark.rule("SET-6", "MOV-5")
def test_start_hexes_and_around_two_to_a_hex() -> None:
    state = begin()
    assert allowed(state, Deploy("LFR-I3Z", "3009"))
    assert allowed(state, Deploy("LFR-I3Z", "2905"))
    assert allowed(state, Deploy("LFR-I3Z", "3008"))
    assert why(state, Deploy("LFR-I3Z", "3007")) == ("SET-6", "not-a-start-hex")
    play(state, Deploy("LFR-I3Z", "3009"), Deploy("LFR-II3Z", "3009"))
    assert why(state, Deploy("LFR-I3T", "3009")) == ("MOV-5", "no-room")
    play(state, Deploy("LFR-I3Z", "2905"), Deploy("LFR-I3T", "3009"))
    assert at(state, "3009") >= {"LFR-II3Z", "LFR-I3T"}


@pytest.mark.rule("SET-7", "SET-8")
@pytest.mark.parametrize(
    ("unit", "home", "elsewhere", "rule"),
    [
        ("L1A-3-1", "2723", "1320", "SET-8"),
        ("L1B-2-13", "1134", "1320", "SET-7"),
        ("L1C-2-1", "1320", "2723", "SET-7"),
        ("L1R-17", "1320", "1134", "SET-7"),
    ],
)
def test_the_combat_groups_of_the_1st_us(unit: str, home: str, elsewhere: str, rule: str) -> None:
    state = begin()
    assert allowed(state, Deploy(unit, home))
    refusal = refused(state, Deploy(unit, elsewhere))
    assert (refusal.rule, refusal.reason) == (rule, "not-a-start-hex")
    assert refusal.facts == {"unit": unit, "hex": elsewhere, "hexes": (home,)}
    assert {"CD-1AD", "CL-II"} <= at(state, "1320")


@pytest.mark.rule("SET-11")
def test_axis_start_points() -> None:
    state = begin()
    place_all(state)
    play(state, Done())
    for unit, homes in (("A10-I7", ("3022", "3524")), ("A21-I5", ("3327", "3125"))):
        assert all(allowed(state, Deploy(unit, home)) for home in homes)
    assert allowed(state, Deploy("AIT-XIV5", "1236"))
    assert why(state, Deploy("A10-I7", "3327")) == ("SET-11", "not-a-start-hex")
    assert not {"S-E01", "S-E02"} & at(state, "1236")


@pytest.mark.rule("SET-6", "MOV-9")
def test_nobody_is_placed_on_an_enemy() -> None:
    state = lay({"3021": "L1A-3-1"}, phase="axis-setup")
    assert why(state, Deploy("A10-I7", "3021")) == ("MOV-9", "enemy-in-start-hex")
    assert allowed(state, Deploy("A10-I7", "3023"))


@pytest.mark.rule("SET-1", "SET-10")
def test_who_comes_later_is_not_placed() -> None:
    state = begin()
    assert why(state, Deploy("L34-1-133", "2723")) == ("SET-1", "not-at-start")
    place_all(state)
    play(state, Done())
    assert why(state, Deploy("ADK-I8", "1236")) == ("SET-1", "not-at-start")


@pytest.mark.rule("SET-6", "MOV-17")
def test_vehicles_do_not_start_on_a_crest() -> None:
    """No group starts next to one it could use; the check is the same as for movement."""
    state = begin()
    offered = by_order(GAME.offers(state))["deploy"]
    world = state.world
    for unit, hexes in offered.items():
        vehicles = world.cost_class[world.index[unit]] == "vehicles"
        ground = {world.board.terrain_name(world.hex_index[h]) for h in hexes}
        assert not (vehicles and "mountain2" in ground)
    told = play(state, Deploy("L1B-2-13", "1134"))
    assert events_of(told, Deployed)[0].hex == "1134"
