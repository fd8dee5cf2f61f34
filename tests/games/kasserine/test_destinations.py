"""Where pieces can get to, and the ways back to where they stand (MOV-1, MOV-8, MOV-13)."""

from __future__ import annotations

import pytest

from campagna.core.offers import Group, Reach
from campagna.games.kasserine.rules.destinations import Reached, full_hexes, reached
from campagna.games.kasserine.rules.movement import terms
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import GAME, lay, number
from tests.games.kasserine.naive_map import around


def found(state: State, unit: str) -> Reached:
    return reached(state, terms(state, (number(state, unit),)))


@pytest.mark.rule("MOV-8", "MOV-13")
@pytest.mark.parametrize("hex_", ["0336", "0536", "0736", "0836", "1036", "0133", "0119"])
@pytest.mark.parametrize("unit", ["A21-I5", "AIT-XIV5", "A21-580"])
def test_the_edge_costs_what_the_cheapest_way_costs(hex_: str, unit: str) -> None:
    state = lay({hex_: f"{unit}:supplied"}, opened=True)
    reach = found(state, unit)
    cheapest = {name: cost for name, cost, _ in reversed(reach.lines)}
    edges = {state.hex_name(h): cost for h, cost in reach.edges.items()}
    assert edges[hex_] == 0
    assert edges == {name: cheapest[name] for name in edges}
    on_the_edge = {n for n in cheapest if state.world.edge[state.world.hex_index[n]]}
    assert set(edges) == on_the_edge


@pytest.mark.rule("MOV-1")
def test_the_way_out_and_back_may_take_all_there_is() -> None:
    """Two points in a storm, 1 out and 1 back; of several such ways the first neighbour's is told."""
    state = lay({"0102": "A21-I5:supplied"}, opened=True, weather="storm")
    assert terms(state, (number(state, "A21-I5"),)).budget == 4
    assert found(state, "A21-I5").circle == (("0101", 2, ""), ("0102", 4, "0101"))


@pytest.mark.rule("MOV-13")
@pytest.mark.parametrize(("weather", "comes_back"), [("rain", True), ("storm", False)])
def test_the_way_out_and_back_costs_no_more_than_there_is(weather: str, comes_back: bool) -> None:
    """On a track 1/2 out and 1 back; in a storm the battalion has one point."""
    state = lay({"0232": "AIT-XIV5:supplied"}, opened=True, weather=weather)
    circle = found(state, "AIT-XIV5").circle
    assert [line[:2] for line in circle[-1:]] == ([("0232", 3)] if comes_back else [])


@pytest.mark.rule("MOV-5")
def test_a_hex_is_full_with_two_combat_units() -> None:
    board = {"2420": "A21-I5", "2421": "A21-I104 A21-II5 CD-21", "2320": "CD-10 S-M01 S-M02"}
    state = lay(board)
    assert [state.hex_name(h) for h in full_hexes(state)] == ["2421"]


@pytest.mark.rule("MOV-1")
def test_every_hex_in_reach_is_offered_from_the_first_step_on() -> None:
    state = lay({"0103": "A21-I5:supplied"}, opened=True, weather="storm")
    reach = next(o for o in GAME.offers(state) if isinstance(o, Reach) and o.tone == "main")
    (group,) = [g for g in reach.groups if "A21-I5" in g.units]
    near = set(around("0103"))
    assert near <= {name for name, _, _ in group.steps}
    assert {name for name, cost, _ in group.steps if cost == 2} == near
    assert "0103" not in {name for name, _, _ in group.steps}


def moves(state: State, unit: str) -> list[Group]:
    offers = [o for o in GAME.offers(state) if isinstance(o, Reach) and o.order == "move"]
    assert not any(o.exact for o in offers), "who goes together must also find room"
    return [g for o in offers if o.tone == "main" for g in o.groups if unit in g.units]


@pytest.mark.rule("MOV-5", "MOV-6")
def test_a_move_does_not_end_in_a_full_hex() -> None:
    full = "L34-1-133:supplied L34-3-133:supplied"
    state = lay({"0101": "L34-1-135:supplied", "0102": full}, "allied", opened=True)
    (group,) = moves(state, "L34-1-135")
    assert group.ends is not None
    assert "0102" not in group.ends
    assert "0103" in group.ends, "it may be passed"
    (free,) = moves(
        lay({"0101": "L34-1-135:supplied", "0911": full}, "allied", opened=True), "L34-1-135"
    )
    assert free.ends is None, "everywhere"
    # One point in a storm, and both neighbours are full: there is nowhere to go.
    more = "L34-1-168:supplied L34-3-135:supplied"
    shut = {"0101": "L34-1-135:supplied", "0102": full, "0201": more}
    assert moves(lay(shut, "allied", opened=True, weather="storm"), "L34-1-135") == []


@pytest.mark.rule("MOV-9", "MOV-18")
def test_who_can_go_nowhere_is_offered_nothing() -> None:
    """Guns have no zone: they only stand in the way."""
    guns = {"0102": "L34-125", "0201": "L34-185"}
    state = lay({"0101": "A21-580:supplied", **guns}, opened=True)
    assert moves(state, "A21-580") == []
