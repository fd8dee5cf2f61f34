"""What a unit has left, what stands in its way, and the masks that say so."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.orders import Move
from campagna.games.afrika_korps.rules.combat.zones import ground
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.supply.isolation import is_isolated
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import ALLIED, AXIS
from tests.games.afrika_korps.lay import go, lay, path, play


def left(state: State, name: str) -> int:
    unit = state.world.index[name]
    return mobility.terms(state, unit, escorted=True).left


@pytest.mark.rule("22.1a", "22.1b")
def test_rommel_gives_two_factors_to_others_and_none_to_himself() -> None:
    state = lay(R40="DE-ROMMEL DE-21-5 IT-SAVONA")
    play(state, Move(("DE-21-5", "DE-ROMMEL"), path("R41 R42 R43")))
    assert left(state, "DE-21-5") == 10 + 2 - 3
    assert left(state, "DE-ROMMEL") == 12 - 3
    assert left(state, "IT-SAVONA") == 4
    play(state, go("IT-SAVONA", "R41"))
    assert left(state, "IT-SAVONA") == 4 + 1 - 1, "one for a single step (A10)"


@pytest.mark.rule("5.2")
def test_help_that_is_promised_lengthens_the_reach() -> None:
    state = lay(R40="IT-SAVONA")
    unit = state.world.index["IT-SAVONA"]
    index = state.world.hex_index
    assert index["R45"] not in mobility.reach(state, unit).label
    helped = mobility.reach(state, unit, extra=2).label
    assert index["R46"] in helped
    assert index["R47"] not in helped


@pytest.mark.rule("6.1a", "9.1b")
def test_the_ground_knows_where_no_more_units_find_room() -> None:
    state = lay(
        R40="IT-SAVONA IT-PAVIA IT-BOLOGNA DE-ROMMEL",
        R42="IT-TRENTO IT-ARIETE DE-SUP-1",
        R45="UK-7-4",
        R47="AL-SUP-1",
    )
    full = ground(state, ALLIED, 0).full
    index = state.world.hex_index
    assert [bool(full[index[h]]) for h in ("R40", "R42", "R45", "R47", "R41")] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert bool(ground(state, AXIS, 0).full[index["R42"]])


@pytest.mark.rule("13.3a", "15.1b")
def test_the_shadow_of_a_supply_spares_fortresses_and_escorted_hexes() -> None:
    state = lay(R40="AL-SUP-1", G25="AL-SUP-2", R41="DE-21-5")
    shadow = mobility.supply_shadow(state, ALLIED)
    index = state.world.hex_index
    assert [bool(shadow[index[h]]) for h in ("R40", "R41", "Q40", "R42")] == [
        True,
        True,
        True,
        False,
    ]
    assert bool(shadow[index["G25"]])
    assert not any(shadow[index[h]] for h in ("G24", "H25", "H26"))
    rommel = state.world.rommel
    barred = mobility.lone_barred(state, rommel, state.world.nothing)
    assert not barred[index["R41"]], "a combat unit stands there"
    assert barred[index["Q40"]]


@pytest.mark.rule("24.4b", "24.1")
def test_one_supply_at_sea_is_enough_for_all_at_sea() -> None:
    state = lay("allied", sea="UK-7-4 AL-SUP-1", J62="AU-7-1", R40="AL-SUP-2")
    assert not is_isolated(state, state.world.index["UK-7-4"])
    bare = lay("allied", sea="UK-7-4", J62="AU-7-1", R40="AL-SUP-2")
    assert is_isolated(bare, bare.world.index["UK-7-4"])
    assert not is_isolated(bare, bare.world.index["AU-7-1"])
    assert not is_isolated(bare, bare.world.index["UK-7-7"]), "beside the map nobody is isolated"
