"""3.1, PB 13.2, PB 14.2: the start of each war."""

from __future__ import annotations

from collections import Counter

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.orders import Deploy, Done
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.resources import supply
from campagna.games.lion_of_judah.state import Phase
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    allowed,
    at,
    begin,
    box,
    decision,
    place,
    play,
    slot,
    unit,
    why,
)


@pytest.mark.rule("3.1-a", "1-a", "1-b")
def test_three_scenarios_to_choose_from() -> None:
    assert [s.id for s in GAME.scenarios] == ["s1935", "s1940", "campaign"]
    for scenario in ("s1935", "s1940"):
        state = begin(scenario)
        assert GAME.violations(state) == []
        for side in (ITALIAN, OTHER):
            assert stacking.overstacked(state, side) == []


@pytest.mark.rule("PB 13.2.1", "2.3.7-a")
def test_the_ethiopian_stands_on_his_hexes_with_shuffled_hidden_factors() -> None:
    state = begin()
    for counter in WORLD.counters:
        if counter.part == 0 and counter.side == OTHER and counter.hex:
            assert place(state, counter.id) == counter.hex
    for pool, units in WORLD.pools.items():
        if WORLD.counters[units[0]].part == 0:
            values = Counter(state.units[u].value for u in units)
            assert values == Counter(WORLD.tables["factor_pools"][pool]), pool
            assert all(state.has(u, HIDDEN) for u in units)
    other = GAME.start(Setup("s1935"), SeededChance(2))
    warriors = [u for u in state.theatre.units if state.counter(u).type == "warrior"]
    assert [state.units[u].value for u in warriors] != [other.units[u].value for u in warriors]


@pytest.mark.rule("PB 13.2.2", "3.1-a")
def test_the_italian_sets_up_in_his_zones_in_supply_and_within_stacking() -> None:
    state = begin()
    assert decision(state) == ("italian", "setup")
    assert why(state, Deploy("it_Sb", "2320"))[0] == "PB 13.2.2"
    assert why(state, Deploy("it_PL", "1306"))[0] == "PB 13.2.2"
    assert allowed(state, Deploy("it_Sb", "1104"))
    assert allowed(state, Deploy("it_PL", "2324"))
    play(state, Deploy("it_Sb", "1104"))
    assert place(state, "it_Sb") == "1104"
    assert supply.in_supply(state, slot("it_Sb"))
    play(state, Done())
    assert state.phase != Phase.SETUP


@pytest.mark.rule("PB 13.2.3", "7.3.2-f")
def test_trucks_may_begin_in_the_boxes() -> None:
    state = begin()
    assert [place(state, f"it_trk{n}") for n in (3, 4, 7)] == ["north", "north", "south"]
    play(state, Deploy("it_trk1", "north"))
    assert place(state, "it_trk1") == "north"
    assert why(state, Deploy("it_Sb", "north"))[1] == "only-trucks-in-boxes"


@pytest.mark.rule("PB 13.6.4")
def test_points_at_the_start() -> None:
    state = begin()
    assert (box(state, "north"), box(state, "south")) == (6, 2)
    assert [unit(state, n).load for n in ("et_NEG", "et_IMR", "et_SEY")] == [3, 1, 0]


@pytest.mark.rule("PB 14.2")
def test_the_second_war_begins_with_guerrillas_fuel_and_prestige() -> None:
    state = begin("s1940")
    assert (state.fuel, state.prestige) == (24, 5)
    bands = [u for u in state.on_map(OTHER) if WORLD.guerrilla[u]]
    assert len(bands) == 3
    gojjam = {at(h) for h in ("0911", "1012", "1111", "1113", "1213")}
    assert sum(state.units[u].place in gojjam for u in bands) == 2
    assert all(state.control[state.units[u].place] == OTHER for u in bands)


@pytest.mark.rule("PB 14.2")
def test_italian_units_of_1940_shift_by_one_hex_at_most() -> None:
    state = begin("s1940")
    home = unit(state, "it40_c8").place
    near = [
        h
        for h in WORLD.board.grid.around(home)
        if allowed(state, Deploy("it40_c8", WORLD.hex_ids[h]))
    ]
    assert near
    assert all(state.control[h] == ITALIAN for h in near)
    assert why(state, Deploy("it40_c8", "1215")) == ("PB 14.2", "outside-its-zone")
