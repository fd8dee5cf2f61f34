"""Refusals bring the numbers that a player needs: distances, points, room left."""

from __future__ import annotations

import pytest

from campagna.core.contract import Order
from campagna.games.lion_of_judah.orders import Bomb, Embark, Motorise, Move, RailMove
from campagna.games.lion_of_judah.state import AirStatus, State
from tests.games.lion_of_judah.lay import GAME, Phase, arrange, marker, raid


def facts(state: State, order: Order) -> dict[str, object]:
    refusal = GAME.refusal(state, order)
    assert refusal is not None
    return dict(refusal.facts)


@pytest.mark.rule("11.2-d")
def test_a_way_too_far_tells_its_cost_and_the_points_left() -> None:
    state = arrange({"it_Sb": "1305"})
    way = ("1305", "1306", "1307", "1308")
    found = facts(state, Move(("it_Sb",), way))
    assert (found["points"], found["cost"]) == ("4", "7")


@pytest.mark.rule("9.1-b", "9.4-2", "9.4-3")
def test_a_hex_out_of_supply_tells_how_far_the_lines_are() -> None:
    state = arrange({"it_Sb": "0618"})
    found = facts(state, Move(("it_Sb",), ("0618", "0619")))
    assert (found["line"], found["most"], found["hq"], found["hq_most"]) == ("4", 3, "-", 2)
    cut = arrange({"it40_GdS": "0905", "cw_SDF1": "0805"}, scenario="s1940", turn=3)
    assert facts(cut, Move(("it40_GdS",), ("0905", "0805")))["line"] == "-"


@pytest.mark.rule("11.7-b", "11.8-c")
def test_a_full_train_and_full_ships_tell_what_is_left() -> None:
    units = {"it_Sb": "1405", "it_Di": "1405", "it_irr1": "1405"}
    state = arrange(units, phase=Phase.TRANSPORT)
    order = RailMove(("it_Sb", "it_Di"), "1405", "1305")
    assert (facts(state, order)["count"], facts(state, order)["most"]) == (3, 2)
    state.sailed = (1, 1)
    found = facts(state, Embark(("it_Sb",), "1405", "2324"))
    assert (found["count"], found["most"], found["most_points"]) == (2, 1, 1)


@pytest.mark.rule("10.3.2-a")
def test_a_distant_truck_tells_its_distance() -> None:
    state = arrange({"it_Di": "1305", "it_trk1": "1104"}, phase=Phase.MOTORISATION)
    assert facts(state, Motorise("it_Di", "1305", ("it_trk1",)))["distance"] == 2


@pytest.mark.rule("10.1.1-a")
def test_a_hex_out_of_range_tells_the_distance_from_the_nearest_base() -> None:
    state = raid({"it_Sb": "1306", "et_seyoum_1": "1215"})
    state.change_air(marker("it_air1"), status=AirStatus.READY)
    found = facts(state, Bomb("it_air1", "1215", False))
    assert found["most"] == 4
    assert int(str(found["distance"])) > 4
