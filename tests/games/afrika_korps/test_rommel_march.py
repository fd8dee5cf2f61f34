"""22.1 After Rommel: every hex that his help brings within reach, found a second time by trying all ways."""

from __future__ import annotations

from itertools import pairwise

import pytest

from campagna.games.afrika_korps.orders import Move
from campagna.games.afrika_korps.rules.forces.rommel_march import following
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.state import NOWHERE, State
from tests.games.afrika_korps.lay import GAME, allowed, go, lay, path, play

FACTORS = 4
"""Savona's."""


Stand = tuple[str, int, frozenset[tuple[int, int]]]
"""Where a way ends, its longest run of steps shared with Rommel, and the runs that go on: the index of
his step, and how many it counts."""


def one_more(stand: Stand, there: str, led: list[str]) -> Stand:
    here, best, runs = stand
    steps = [i for i, step in enumerate(pairwise(led)) if step == (here, there)]
    before = dict(runs)
    on = {i: before.get(i - 1, 0) + 1 for i in steps}
    return there, max([best, *on.values()]), frozenset(on.items())


def tried(start: list[str], led: list[str]) -> dict[str, int]:
    """Hexes within reach, with the fewest steps from the last of the start, by trying every way."""
    world = GAME.world
    stand: Stand = (start[0], 0, frozenset())
    for there in start[1:]:
        stand = one_more(stand, there, led)
    found: dict[str, int] = {}
    spent, ways = len(start) - 1, {stand}
    for steps in range(1, FACTORS + 3 - spent):
        ways = {
            one_more(way, world.hex_ids[h], led)
            for way in ways
            for h in world.near[world.hex_index[way[0]]]
        }
        for there, best, _ in ways:
            if spent + steps <= FACTORS + min(best, 2):
                found.setdefault(there, steps)
    return found


LED = "R41 R42 R43 R44"


def after(where: str, led: str = LED, way: str = "") -> State:
    """Rommel has gone from R40; Savona stands somewhere near, or has gone a part of her way."""
    state = lay(
        **{"R40": "DE-ROMMEL", where: "IT-SAVONA"}
        | ({"R40": "DE-ROMMEL IT-SAVONA"} if where == "R40" else {})
    )
    play(state, go("DE-ROMMEL", led))
    if way:
        play(state, go("IT-SAVONA", way))
    return state


@pytest.mark.rule("22.1a")
@pytest.mark.parametrize(
    ("where", "led", "way"),
    [
        ("R40", LED, ""),
        ("R40", LED, "R41"),
        ("R40", LED, "R41 R42"),
        ("R40", "R41", ""),
        ("R40", "R41 R42", ""),
        ("R41", LED, ""),
        ("Q39", LED, ""),
        ("Q38", LED, ""),
        ("Q41", LED, "R42"),
        ("R39", "R41 R42 S43 R42 R41", ""),
        ("T43", LED, ""),
        ("R36", LED, ""),
        ("R46", LED, ""),
        ("R48", LED, ""),
    ],
)
def test_every_hex_that_his_help_brings_within_reach(where: str, led: str, way: str) -> None:
    state = after(where, led, way)
    unit = state.world.index["IT-SAVONA"]
    rommels = ["R40", *path(led)]
    trail = [where, *path(way)]
    alone = {
        h: c
        for h, c in tried(trail, rommels).items()
        if c <= FACTORS - len(path(way)) + mobility.shared_bonus(state, unit)
    }
    near = set(mobility.reach(state, unit).label) | {state.place(unit)}
    ids = state.world.hex_ids
    wanted = {
        h: c for h, c in tried(trail, rommels).items() if state.world.hex_index[h] not in near
    }
    found = following(state, unit)
    assert {ids[h]: trip.cost for h, trip in found.items()} == wanted
    assert set(alone) >= {ids[h] for h in near if h != state.place(unit)}
    for hex_, trip in found.items():
        assert trip.path[-1] == hex_
        assert trip.road == 0
        assert allowed(state, Move(("IT-SAVONA",), tuple(ids[h] for h in trip.path)))


@pytest.mark.rule("22.1a", "17.1")
def test_his_help_and_the_road_add_up() -> None:
    """Savona rides ten hexes of road free, then as far as her own four factors and his two."""
    state = lay(W5="DE-ROMMEL", W6="IT-SAVONA")
    play(state, go("DE-ROMMEL", "W6 W7 W8"))
    unit = state.world.index["IT-SAVONA"]
    found = following(state, unit)
    near = mobility.reach(state, unit)
    for hex_, trip in found.items():
        names = tuple(state.hex_name(h) for h in trip.path)
        assert allowed(state, Move(("IT-SAVONA",), names)), names
        assert hex_ not in near.label
        roads = sum(
            dict(state.world.moves[a]).get(b, 0)
            for a, b in pairwise((state.place(unit), *trip.path))
        )
        assert trip.road == min(10, roads)
        assert trip.cost == len(trip.path) - trip.road
        assert FACTORS < trip.cost <= FACTORS + 2
    assert found


@pytest.mark.rule("22.1a")
def test_he_helps_neither_himself_nor_where_he_was_carried() -> None:
    state = after("R40")
    assert following(state, state.world.rommel) == {}
    back = after("R40", "R41 R40")
    assert following(back, back.world.rommel) == {}, "not even where he could go his way again"
    carried = after("R40")
    carried.rommel_path = [carried.world.hex_index["R40"], NOWHERE, carried.world.hex_index["R41"]]
    assert following(carried, carried.world.index["IT-SAVONA"]) == {}


@pytest.mark.rule("22.1a", "8.1")
def test_a_zone_on_his_way_ends_it() -> None:
    """Rommel goes with a combat unit into the zone; who follows stops there."""
    state = lay(R40="DE-ROMMEL DE-21-5", P40="IT-SAVONA", S44="UK-7-4")
    play(state, Move(("DE-21-5", "DE-ROMMEL"), path("R41 R42 R43")))
    unit = state.world.index["IT-SAVONA"]
    ids = state.world.hex_ids
    for hex_, trip in following(state, unit).items():
        assert allowed(state, Move(("IT-SAVONA",), tuple(ids[h] for h in trip.path))), ids[hex_]


@pytest.mark.rule("22.1b")
def test_a_unit_that_has_his_whole_help_gets_no_more() -> None:
    state = after("R40", LED, "R41 R42")
    assert mobility.shared_bonus(state, state.world.index["IT-SAVONA"]) == 2
    assert following(state, state.world.index["IT-SAVONA"]) == {}
    terms = mobility.terms(state, state.world.index["IT-SAVONA"], escorted=True)
    assert terms.left == FACTORS + 2 - 2
