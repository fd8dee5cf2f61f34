"""What is offered to those who may leave the map (MOV-8)."""

from __future__ import annotations

import pytest

from campagna.core.offers import Group, Reach
from campagna.games.kasserine.orders import Leave
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import GAME, allowed, lay


def exits(state: State, tone: str = "plain") -> list[Group]:
    offers = [o for o in GAME.offers(state) if isinstance(o, Reach) and o.order == "leave"]
    assert not any(o.together for o in offers), "each leaves by himself"
    return [group for o in offers if o.tone == tone for group in o.groups]


@pytest.mark.rule("MOV-8")
def test_the_edge_in_reach_is_offered_with_its_cost() -> None:
    """A Tiger in a storm: 1 point, which leaving by its own hex takes."""
    state = lay({"0115": "A10-501:supplied"}, opened=True, weather="storm")
    (group,) = exits(state)
    assert (group.origin, group.units, group.left, group.stay) == ("0115", ("A10-501",), 2, True)
    assert group.ends == ()
    assert group.grave == ("0115",)
    assert exits(state, "decline") == [], "no point is left to go out and back"
    assert exits(lay({"0316": "A10-501:supplied"}, opened=True, weather="storm")) == []


@pytest.mark.rule("MOV-8")
def test_the_steps_to_the_edge_are_told_the_cheapest_first() -> None:
    state = lay({"0216": "A21-I5:supplied"}, opened=True)
    (group,) = exits(state)
    costs = [cost for _, cost, _ in group.steps]
    assert costs == sorted(costs)
    assert group.ends is not None
    assert "0116" in group.ends
    assert "0216" not in group.ends
    assert not group.stay
    assert (group.effects["0116"], group.effects["0115"]) == ("scores", "eliminated")
    assert "0116" not in group.grave
    assert "0115" in group.grave
    for end in group.ends:
        assert GAME.offers(state).covers(Leave("A21-I5", way_to(group, end)))


def way_to(group: Group, end: str) -> tuple[str, ...]:
    before = {there: here for there, _, here in group.steps}
    way = [end]
    while before[way[0]] != group.origin:
        way.insert(0, before[way[0]])
    return tuple(way)


@pytest.mark.rule("MOV-8", "ATT-2")
def test_an_edge_in_an_enemy_zone_lets_out_only_who_stands_there() -> None:
    """The zone of 0114 covers 0115 and 0113, not 0116."""
    ready = ":supplied:under-division"
    board = {"0115": f"A21-I5{ready}", "0114": "L34-1-133"}
    state = lay(board, opened=True)
    assert allowed(state, Leave("A21-I5"))
    (group,) = exits(state)
    assert group.stay
    assert group.ends is not None
    assert "0113" not in group.ends
    assert "0116" in group.ends
    assert exits(state, "decline") == [], "to come back into the zone would hold it"
    inside = lay({"0215": f"A21-I5{ready}", "0114": "L34-1-133"}, opened=True)
    (group,) = exits(inside)
    assert group.ends is not None
    assert not {"0115", "0113"} & {*group.ends}


@pytest.mark.rule("MOV-8")
def test_to_go_out_and_back_before_leaving_is_offered_quietly() -> None:
    state = lay({"0115": "A21-I5:supplied"}, opened=True)
    (circle,) = exits(state, "decline")
    assert (circle.origin, circle.ends, circle.grave) == ("", ("0115",), ("0115",))
    there, back = circle.steps
    assert back[:1] + back[2:] == ("0115", there[0])
    assert back[1] == there[1] + 2 + 2
    scoring = lay({"0116": "A21-I5:supplied"}, opened=True)
    (circle,) = exits(scoring, "decline")
    assert (circle.effects, circle.grave) == ({"0116": "scores"}, ())
    assert exits(lay({"0216": "A21-I5:supplied"}, opened=True), "decline") == []
    short = lay({"0115": "A21-I5:supplied"}, opened=True, weather="storm")
    assert exits(short, "decline") == [], "out, back and off the map are three points of two"
    exact = lay({"0115": "AIT-XIV5:supplied"}, opened=True, weather="rain")
    (circle,) = exits(exact, "decline")
    assert circle.steps[-1][1] == circle.left == 6
