"""The moves that the kernel finds, against a search of every way step by step."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.games.afrika_korps.orders import Declare, Move
from campagna.games.afrika_korps.rules.combat.zones import watchers
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.path import Terms, Way, reach_of, walk
from campagna.games.afrika_korps.state import Phase, State
from campagna.hexes.kernels import FAR
from tests.games.afrika_korps.lay import GAME, allowed, begin, lay, play, refused
from tests.offered import paths


def ways_of(terms: Terms) -> dict[int, tuple[int, int]]:
    """Least factors, and with them least road bonus, of every hex: all ways are walked."""
    world = GAME.world
    todo = [(terms.start, terms.crossed, terms.lane, 0, 0, True)]
    seen = set(todo)
    found: dict[int, tuple[int, int]] = {}
    while todo:
        here, crossed, lane, spent, road, first = todo.pop()
        now = msgspec.structs.replace(
            terms,
            start=here,
            crossed=crossed,
            lane=lane,
            road=terms.road - road,
            not_first=terms.not_first if first else world.nothing,
        )
        for there, _ in world.moves[here]:
            way = walk(world, now, [there])
            if not isinstance(way, Way) or spent + way.cost > terms.left:
                continue
            price = (spent + way.cost, road + way.road)
            found[there] = min(found.get(there, price), price)
            entry = (there, way.crossed, way.lane, *price, False)
            if not way.stopped and entry not in seen:
                seen.add(entry)
                todo.append(entry)
    found.pop(terms.start, None)
    return found


@lru_cache
def positions() -> tuple[State, ...]:
    """Movement phases of one random game, early and late."""
    chance, whim = SeededChance(6), UnrecordedChance(6)
    state = begin()
    found = []
    for turn in (1, 2, 4):
        while GAME.step(state) is not None and not (
            state.turn >= turn and state.phase == Phase.MOVEMENT and not state.agenda
        ):
            GAME.play(state, GAME.offers(state).sample(whim), chance)
        found.append(state.copy())
    return tuple(found)


@pytest.mark.rule("5.2", "8.1", "8.3a", "17.1", "17.3.2b", "18.1", "18.5")
@pytest.mark.parametrize("number", range(3))
def test_the_kernel_finds_what_walking_every_way_finds(number: int) -> None:
    state = positions()[number]
    units = mobility.movers(state)
    for unit in units[:: max(1, len(units) // 4)]:
        terms = mobility.terms(state, unit, escorted=False)
        expected = ways_of(terms)
        reach = reach_of(terms)
        assert {h: (reach.cost[i], reach.road[i]) for h, i in reach.label.items()} == expected
        cost = mobility.legal(state, unit).cost
        assert {h: c for h, c in enumerate(cost) if c != FAR and h != terms.start} == {
            h: c for h, (c, _) in expected.items()
        }
        for hex_ in list(reach.label)[::9]:
            way = walk(state.world, terms, reach.path(hex_))
            assert isinstance(way, Way)
            assert (way.cost, way.road) == expected[hex_]


@pytest.mark.rule("17.3.2a", "17.3.2b", "18.5")
@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize("start", ["I25", "H26", "I26", "H24", "G24"])
def test_around_the_two_roads_as_well(start: str, option: bool) -> None:
    state = lay(options={"i26_transfer_is_a_crossing": option}, **{start: "IT-ARIETE"})
    terms = mobility.terms(state, state.world.index["IT-ARIETE"], escorted=False)
    reach = reach_of(terms)
    found = {h: (reach.cost[i], reach.road[i]) for h, i in reach.label.items()}
    assert found == ways_of(terms)


@pytest.mark.rule("8.4a")
def test_the_battles_of_a_hex_are_those_of_its_watchers() -> None:
    for state in positions():
        for unit in mobility.movers(state)[:4]:
            known = mobility.known_victories(state, unit)
            for hex_ in range(state.world.size):
                expected = sorted(watchers(state, 1 - state.side, hex_, known))
                assert sorted(mobility.foes(state, unit, hex_)) == expected


# --- the offers and the judge -----------------------------------------------------------------------


@pytest.mark.rule("5.1", "5.2")
@pytest.mark.parametrize("number", range(3))
def test_every_destination_listed_is_allowed(number: int) -> None:
    state = positions()[number]
    offered = paths(GAME.offers(state), "move")
    assert offered
    for name, ways in offered.items():
        for path in list(ways.values())[::7]:
            assert allowed(state, Move((name,), path)), (name, path)


@pytest.mark.rule("15.2.1.1")
def test_a_captor_without_an_attack_is_not_offered_that_hex() -> None:
    """A7: 7A/1 (1) would take the supply and stand beside 8 factors that nobody else attacks."""
    state = lay("allied", R40="DE-SUP-1", R42="DE-15-8 DE-21-5", R37="AU-7-1")
    listed = paths(GAME.offers(state), "move")["AU-7-1"]
    assert "R39" in listed
    assert "R41" not in listed
    direct = Move(("AU-7-1",), ("R38", "R39", "R40", "R41"))
    assert refused(state, direct).rule == "15.2.1.1"


@pytest.mark.rule("6.1a", "9.1b")
def test_full_hexes_and_beaten_enemies_are_told_apart() -> None:
    state = lay(
        R39="DE-21-5", R40="AU-7-2", R36="DE-SUP-1", S38="IT-SAVONA:stopped IT-PAVIA:stopped "
        "IT-TRENTO:stopped", R35="DE-15-8", R34="IT-BRESCIA",
    )  # fmt: skip
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    told = paths(GAME.offers(state), "move")
    panzer, infantry = told["DE-15-8"], told["IT-BRESCIA"]
    assert "S38" in panzer, "it could go on"
    assert "S38" not in infantry, "nobody could leave it"
    assert "S37" in infantry
    assert "R40" not in panzer
    assert "R41" in panzer, "over the beaten unit"
    for path in panzer.values():
        assert allowed(state, Move(("DE-15-8",), path)), path
    full = mobility.legal(state, state.world.index["DE-15-8"]).ground.full
    hexes = state.world.hex_index
    assert full[hexes["S38"]]
    assert full[hexes["R40"]]
    assert not full[hexes["R41"]]
