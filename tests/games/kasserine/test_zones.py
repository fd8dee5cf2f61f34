"""ATT-1, ATT-3: zones of control by day."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.rules.zones import day_zone
from campagna.games.kasserine.world import AXIS
from tests.games.kasserine.lay import (
    lay,
)
from tests.games.kasserine.naive_map import around


def zone_of(places: dict[str, str]) -> set[str]:
    state = lay(places)
    mask = day_zone(state, AXIS)
    return {state.hex_name(h) for h in range(state.world.size) if mask[h]}


@pytest.mark.rule("ATT-1")
@pytest.mark.parametrize("hex_", ["2420", "1118", "0101", "2922"])
def test_a_zone_is_the_six_hexes_around_whatever_the_terrain(hex_: str) -> None:
    assert zone_of({hex_: "A21-I5"}) == set(around(hex_))
    assert zone_of({hex_: "A21-580"}) == set(around(hex_))


@pytest.mark.rule("ATT-3")
@pytest.mark.parametrize(
    "places",
    [{"2420": "A21-I155"}, {"1918": "A21-I5"}, {"2420": "CD-21 CA-ARNIM"}, {"2420": "S-M01"}],
)
def test_artillery_towns_commands_and_supplies_have_none(places: dict[str, str]) -> None:
    assert zone_of(places) == set()
