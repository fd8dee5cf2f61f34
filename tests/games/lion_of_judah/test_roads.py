"""10.2.2: roads, built with resource points."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import SeededChance
from campagna.games.lion_of_judah.events import RoadAbandoned, RoadFinished
from campagna.games.lion_of_judah.orders import BuildRoad
from campagna.games.lion_of_judah.rules.resources import resources, roads
from campagna.games.lion_of_judah.rules.sequence import administration
from campagna.games.lion_of_judah.state import Site, State
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    WORLD,
    Phase,
    arrange,
    at,
    box,
    events_of,
    only,
    play,
    why,
)

NORTH, SOUTH = 0, 1


def building(units: dict[str, str], **more: Any) -> State:
    return arrange(
        {"it_hq_1CA": "1306", **units},
        phase=Phase.ROADS,
        boxes={"north": 3},
        **more,
    )


@pytest.mark.rule("10.2.2-a", "10.2.2.1-a", "5.2-A-VII", "10.2-a")
def test_a_road_costs_one_point_on_a_track_and_two_elsewhere() -> None:
    state = building({})
    net = state.theatre.net(state.roads)
    near = [h for h in WORLD.around(at("1306"), 1) if state.control[h] == ITALIAN]
    tracked = [h for h in near if any(net.track[h * 6 : h * 6 + 6])]
    bare = [h for h in near if not any(net.track[h * 6 : h * 6 + 6])]
    assert tracked
    assert roads.price(state, tracked[0]) == 1
    play(state, BuildRoad("it_hq_1CA", WORLD.hex_ids[tracked[0]], "north"))
    assert box(state, "north") == 2
    assert state.sites == [Site(tracked[0], state.turn, ITALIAN)]
    assert all(roads.price(state, h) == 2 for h in bare)


@pytest.mark.rule("10.2.2.1-b", "5.2-A-VII")
def test_the_road_is_finished_in_the_next_administrative_phase() -> None:
    state = building({}, sites=[Site(at("1306"), 2, ITALIAN)])
    events = administration.open_step(state, SeededChance(1))
    assert only(events, RoadFinished).hex == "1306"
    assert (state.roads, state.sites) == ([at("1306")], [])
    assert why(state, BuildRoad("it_hq_1CA", "1306", "north")) == ("10.2.2-a", "road-there")
    fresh = building({}, sites=[Site(at("1306"), 3, ITALIAN)])
    assert not events_of(administration.open_step(fresh, SeededChance(1)), RoadFinished)


@pytest.mark.rule("10.2.2-a")
def test_roads_need_friendly_ground_near_the_hq_and_no_desert() -> None:
    state = building({})
    assert why(state, BuildRoad("it_hq_1CA", "1307", "north")) == ("10.2.2-a", "not-controlled")
    assert why(state, BuildRoad("it_hq_1CA", "1405", "north"))[1] == "hq-too-far"
    desert = next(h for h in range(WORLD.size) if WORLD.desert[h])
    assert roads.refuse_site(state, ITALIAN, desert) is not None


@pytest.mark.rule("10.2.2-b")
def test_beside_the_enemy_a_road_needs_friends_in_its_hex_throughout() -> None:
    state = building({"et_seyoum_1": "1207"})
    assert why(state, BuildRoad("it_hq_1CA", "1206", "north")) == ("10.2.2-b", "road-beside-enemy")
    held = building({"et_seyoum_1": "1207", "it_Gv": "1206"})
    play(held, BuildRoad("it_hq_1CA", "1206", "north"))
    assert roads.check_sites(held) == []
    held.put(WORLD.slots["it_Gv"], at("1305"))
    assert only(roads.check_sites(held), RoadAbandoned).hex == "1206"
    assert held.sites == []


@pytest.mark.rule("10.2.2.2", "10.2.2.1-b", "11.4.2-a")
def test_built_roads_are_roads_for_movement_and_supply() -> None:
    state = building({})
    plain = state.theatre.costs(2, (), rains=False, river_extra=0)
    pair = next(
        (h, d)
        for h in range(WORLD.size)
        for d in range(6)
        if plain[h * 6 + d] == 6 and not WORLD.river[h * 6 + d]
    )
    there = WORLD.board.grid.neighbour(*pair)
    paved = state.theatre.costs(2, (pair[0], there), rains=False, river_extra=0)
    assert paved[pair[0] * 6 + pair[1]] == 1
    leg = state.theatre.costs(0, (pair[0], there), rains=False, river_extra=0)
    assert leg[pair[0] * 6 + pair[1]] == 2
    assert state.theatre.net((pair[0], there)).on_line[there]


@pytest.mark.rule("10.2.2-a")
def test_no_second_road_is_begun_where_one_is_under_construction() -> None:
    state = building({}, sites=[Site(at("1305"), 3, ITALIAN)])
    assert why(state, BuildRoad("it_hq_1CA", "1305", "north")) == ("10.2.2-a", "road-there")
    assert roads.refuse_site(state, ITALIAN, at("1306")) is None


@pytest.mark.rule("10.2.2.1-a")
def test_only_a_track_of_the_hex_itself_makes_a_road_cheap() -> None:
    state = building({})
    track = state.theatre.net(()).track
    own = [any(track[h * 6 : h * 6 + 6]) for h in range(WORLD.size)]
    assert [roads.price(state, h) for h in range(WORLD.size)] == [1 if t else 2 for t in own]


@pytest.mark.rule("10.2.2-a")
def test_only_a_headquarters_on_the_map_builds() -> None:
    state = building({"it_Sb": "1306", "it_hq_2CA": "dead"})
    for name in ("it_Sb", "it_hq_2CA"):
        assert why(state, BuildRoad(name, "1306", "north")) == ("10.2.2-a", "not-an-hq")
    corner = arrange({"it_hq_1CA": WORLD.hex_ids[0]}, phase=Phase.ROADS, boxes={"north": 3})
    assert why(corner, BuildRoad("it_hq_1CA", "1306", "north"))[1] == "hq-too-far"


@pytest.mark.rule("10.2.2.1-b")
def test_works_of_this_turn_go_on_when_older_ones_are_finished() -> None:
    works = [Site(at("1306"), 2, ITALIAN), Site(at("1305"), 3, ITALIAN)]
    state = building({}, sites=works)
    before = bytes(resources.path_reach(state, NORTH))
    roads.finish(state)
    assert state.sites == works[1:]
    fresh = GAME.attach(state.copy())
    assert resources.path_reach(state, NORTH) == resources.path_reach(fresh, NORTH)
    longer = state.copy()
    longer.sites = [Site(h, 2, ITALIAN) for h in WORLD.hexes(["1307", "1308", "1309"])]
    roads.finish(longer)
    assert bytes(resources.path_reach(longer, NORTH)) != before
