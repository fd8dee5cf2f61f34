"""Supply bases in a building: only units that could defend them keep fire off them."""

from __future__ import annotations

import pytest

from campagna.games.alto_comando.orders import Fire
from tests.games.alto_comando.lay import allowed, table, why

TOWN = ("building", [(580, 480), (700, 480), (700, 560), (580, 560)])
HERE = {"A1.tank1": "500 500", "supply.allied.1": "600 500", "supply.allied.2": "660 500"}


@pytest.mark.rule("WF-4")
def test_supply_bases_do_not_screen_one_another() -> None:
    state = table(HERE, phase="fire", options={"western_front": True}, terrain=[TOWN])
    assert allowed(state, Fire("A1.tank1", "supply.allied.1"))


@pytest.mark.rule("WF-4")
def test_any_other_unit_in_the_town_screens_them() -> None:
    units = {**HERE, "G1.motor1": "660 540"}
    state = table(units, phase="fire", options={"western_front": True}, terrain=[TOWN])
    assert why(state, Fire("A1.tank1", "supply.allied.1")) == ("WF-4", "screened-supply")
