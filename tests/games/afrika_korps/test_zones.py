"""7.1 Zones of control."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.orders import Declare, Move
from campagna.games.afrika_korps.rules.combat.zones import zone
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import ALLIED, AXIS
from tests.games.afrika_korps.lay import lay, play, why


def covered(state: State, side: int) -> set[str]:
    mask = zone(state, side)
    return {state.world.hex_ids[h] for h in range(state.world.size) if mask[h]}


def zone_of(unit: str, hex_: str) -> set[str]:
    side = AXIS if unit[:2] in ("DE", "IT") else ALLIED
    return covered(lay(far=False, **{hex_: unit}), side)


@pytest.mark.rule("7.1a")
def test_a_combat_unit_covers_its_six_neighbours() -> None:
    assert zone_of("DE-21-5", "R40") == {"R39", "R41", "Q39", "Q40", "S40", "S41"}
    assert zone_of("AU-7-1", "R40") == {"R39", "R41", "Q39", "Q40", "S40", "S41"}


@pytest.mark.rule("7.1a", "5.7b")
@pytest.mark.parametrize(("hex_", "not_"), [("E18", "F19"), ("F19", "E18"), ("X62", "W62")])
def test_no_zone_across_a_barred_hexside(hex_: str, not_: str) -> None:
    assert not_ not in zone_of("DE-21-5", hex_)


@pytest.mark.rule("7.1a", "19.5")
def test_no_zone_into_or_out_of_a_fortress() -> None:
    """A3."""
    assert "G25" not in zone_of("DE-21-5", "H25")
    assert "H26" in zone_of("DE-21-5", "H25")
    assert zone_of("AU-9-20", "G25") == set()
    assert zone_of("UK-2-SG", "H2") == set()


@pytest.mark.rule("15.1a", "22.3")
@pytest.mark.parametrize("counter", ["DE-SUP-1", "DE-ROMMEL", "AL-SUP-1"])
def test_supplies_and_rommel_have_no_zone(counter: str) -> None:
    state = lay(far=False, R40=counter)
    assert covered(state, AXIS) == covered(state, ALLIED) == set()


@pytest.mark.rule("7.1b")
def test_zones_do_not_cancel_each_other() -> None:
    state = lay(far=False, R40="DE-21-5", R42="UK-7-4")
    assert "R41" in covered(state, AXIS) & covered(state, ALLIED)


@pytest.mark.rule("7.1c", "9.1a")
def test_a_beaten_unit_has_no_zone() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R42="UK-7-4", R35="DE-SUP-1")
    assert {"Q40", "S41"} <= covered(state, ALLIED)
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    assert not {"Q40", "S41"} & covered(state, ALLIED)
    assert "R41" in covered(state, ALLIED), "that of 7/4 stands"


@pytest.mark.rule("7.1c")
def test_five_to_one_leaves_the_zone_unless_the_unit_is_surrounded() -> None:
    state = lay(R39="IT-ARIETE DE-21-3", R40="AU-7-2", R35="DE-SUP-1", S45="DE-15-33 DE-SUP-2")
    pair = ("IT-ARIETE", "DE-21-3")
    order = Declare(pair, ("AU-7-2",), ("DE-SUP-1",))
    assert why(state, order) == ("9.1a", "can-retreat")
    play(state, Move(("DE-15-33",), ("S44", "S43", "S42", "R41")))
    play(state, order)
    assert "Q40" not in covered(state, ALLIED)
