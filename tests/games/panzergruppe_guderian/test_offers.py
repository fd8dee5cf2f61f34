"""Offers against the judge: on positions of random games both say the same about movement.

The judge is `refusal`, the generator is `offers`. Whatever is offered is accepted, with the path
the offers give and at the cost they tell; what lies just beyond is refused.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.games.panzergruppe_guderian.orders import (
    CallFront,
    Done,
    Move,
    Overrun,
    RailMove,
)
from campagna.games.panzergruppe_guderian.rules.first_turn import unmarched
from campagna.games.panzergruppe_guderian.rules.overrun import overrun_options
from campagna.games.panzergruppe_guderian.state import WAITING, Phase, State, acting_side
from tests.games.panzergruppe_guderian.lay import GAME, SCENARIO, allowed, place, unit
from tests.offered import by_order, costs, paths

PHASES = (Phase.SOVIET_MOVE, Phase.GERMAN_MOVE, Phase.GERMAN_MECH_MOVE)
SEEDS = (11, 12)
TURNS = (2, 5, 9)
ORDERS_INTO_THE_PHASE = 12
UNITS_PER_POSITION = 8

BEYOND = {"6.25", "6.21", "6.22a", "6.23a", "6.7g", "6.4a", "10.23a"}
"""Why a step beyond the last hex offered may fail: enemy, zone, points, lake, west, lone leader."""

BEYOND_BY_RAIL = {"6.32a", "6.32b", "6.33a", "6.37b", "6.37c", "6.21", "6.4a"}


@lru_cache
def positions(seed: int) -> dict[tuple[int, int], State]:
    """States in the midst of movement phases of a random game, by turn and phase."""
    chance, seat = SeededChance(seed), SeededChance(seed + 1000)
    state = GAME.start(GAME.new_setup(SCENARIO), chance)
    found: dict[tuple[int, int], State] = {}
    orders_in_phase: dict[tuple[int, int], int] = {}
    while GAME.step(state) is not None and state.turn <= max(TURNS):
        here = (state.turn, state.phase)
        if state.phase in PHASES and not state.agenda:
            orders_in_phase[here] = orders_in_phase.get(here, 0) + 1
            if orders_in_phase[here] <= ORDERS_INTO_THE_PHASE:
                found[here] = state.copy()
        GAME.play(state, GAME.offers(state).sample(seat), chance)
    return found


SAMPLED = [
    pytest.param(seed, turn, phase, id=f"{seed}-{turn}-{phase.name}")
    for seed in SEEDS
    for turn in TURNS
    for phase in PHASES
]


@pytest.fixture
def state(seed: int, turn: int, phase: int) -> State:
    return positions(seed)[turn, phase].copy()


def offered(state: State, order: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Some of the units with the path to each destination, spread over the whole list."""
    able = paths(GAME.offers(state), order)
    names = list(able)[:: max(1, len(able) // UNITS_PER_POSITION)]
    return {name: able[name] for name in names}


def neighbours(state: State, name: str) -> list[str]:
    grid = state.world.board.grid
    return [grid.ids[h] for h in grid.around(grid.index[name])]


def way_back(state: State, name: str) -> str:
    """The hex that it comes from, which is no end of the reach; empty for a unit that enters."""
    return place(state, name)


def cost_of(state: State, name: str, path: tuple[str, ...]) -> int:
    after = state.copy()
    GAME.play(after, Move((name,), path), SeededChance(0))
    return unit(after, name).spent - unit(state, name).spent


def test_the_positions_are_worth_looking_at() -> None:
    """Every kind of thing that the tests below compare occurs in them, and often."""
    destinations = trains = waiting = overruns = stuck = 0
    for seed in SEEDS:
        states = positions(seed)
        for turn in TURNS:
            for phase in PHASES:
                here = states[turn, phase]
                offers = by_order(GAME.offers(here))
                moves = offers.get("move", {})
                destinations += sum(len(ends) for ends in moves.values())
                trains += len(offers.get("rail", ()))
                waiting += sum(here.units[here.find(name)].place == WAITING for name in moves)
                overruns += len(offers.get("overrun", ()))
                side = acting_side(phase)
                own = [i for i, u in enumerate(here.units) if u.place >= 0 and here.side(i) == side]
                stuck += sum(here.name(i) not in moves for i in own)
    assert destinations > 5_000
    assert min(trains, waiting, stuck) > 20
    assert overruns > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_offers_do_not_depend_on_what_a_state_remembers(seed: int) -> None:
    """A state read back from its bytes has no caches; it offers the same, all through a game."""
    chance, seat = SeededChance(seed), SeededChance(seed + 1000)
    state = GAME.start(GAME.new_setup(SCENARIO), chance)
    orders = 0
    while GAME.step(state) is not None and state.turn <= 6:
        if orders % 23 == 0:
            fresh = GAME.load(msgspec.msgpack.encode(state))
            assert tuple(GAME.offers(state)) == tuple(GAME.offers(fresh)), orders
        GAME.play(state, GAME.offers(state).sample(seat), chance)
        orders += 1


# --- on foot ----------------------------------------------------------------------------------------


@pytest.mark.rule("6.12", "6.22a", "6.23a", "14.GEN-2")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_every_destination_offered_is_accepted_at_its_cost(state: State) -> None:
    cost = costs(GAME.offers(state), "move")
    for name, ways in offered(state, "move").items():
        for i, (hex_, way) in enumerate(ways.items()):
            refusal = GAME.refusal(state, Move((name,), way))
            assert refusal is None, (name, way, refusal)
            if i % 7 == 0 and hex_ in cost[name]:
                assert cost_of(state, name, way) == cost[name][hex_]


@pytest.mark.rule("6.21", "6.22a", "6.23a", "6.4a", "6.7g", "10.23a")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_every_step_beyond_the_offers_is_refused(state: State) -> None:
    for name, ways in offered(state, "move").items():
        for hex_, way in ways.items():
            for beyond in neighbours(state, hex_):
                if beyond in ways or beyond == way_back(state, name):
                    continue
                refusal = GAME.refusal(state, Move((name,), (*way, beyond)))
                assert refusal is not None, (name, way, beyond)
                assert refusal.rule in BEYOND, refusal


@pytest.mark.rule("6.22b", "6.62", "6.52a", "6.GEN-2", "4.2 B3")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_a_unit_that_is_not_offered_may_not_move(state: State) -> None:
    listed = by_order(GAME.offers(state)).get("move", {})
    side = acting_side(state.phase)
    for i, u in enumerate(state.units):
        name = state.name(i)
        if u.place < 0 or state.side(i) != side or name in listed:
            continue
        for there in neighbours(state, place(state, name)):
            assert not allowed(state, Move((name,), (there,))), (name, there)


@pytest.mark.rule("14.3a", "14.3b")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_a_waiting_unit_enters_by_the_hexes_offered_and_no_others(state: State) -> None:
    edge = [h for h in state.world.hex_ids if h[:2] in ("01", "59") or h[2:] in ("01", "31")]
    moves = by_order(GAME.offers(state)).get("move", {})
    waiting = [name for name in moves if state.units[state.find(name)].place == WAITING]
    ways = paths(GAME.offers(state), "move")
    for name in waiting[:4]:
        starts = {way[0] for way in ways[name].values()}
        for hex_ in edge:
            entered = allowed(state, Move((name,), (hex_,)))
            assert entered == (hex_ in starts), (name, hex_)


# --- by rail ----------------------------------------------------------------------------------------


@pytest.mark.rule("6.32a", "6.32b", "6.33a")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_trains_go_exactly_as_far_as_offered(state: State) -> None:
    for name, ways in offered(state, "rail").items():
        for hex_, way in ways.items():
            refusal = GAME.refusal(state, RailMove(name, way))
            assert refusal is None, (name, way, refusal)
            for beyond in neighbours(state, hex_):
                if beyond in ways or beyond == way_back(state, name):
                    continue
                refusal = GAME.refusal(state, RailMove(name, (*way, beyond)))
                assert refusal is not None, (name, way, beyond)
                assert refusal.rule in BEYOND_BY_RAIL | {"6.32c"}, refusal


@pytest.mark.rule("6.31a", "6.36")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_a_unit_that_is_not_offered_a_train_gets_none(state: State) -> None:
    listed = by_order(GAME.offers(state)).get("rail", {})
    for i, u in enumerate(state.units):
        name = state.name(i)
        if u.place >= 0 and name not in listed:
            for there in neighbours(state, place(state, name)):
                assert not allowed(state, RailMove(name, (there,))), (name, there)


# --- overruns and the rest --------------------------------------------------------------------------


@pytest.mark.rule("6.51a", "6.51b", "6.54a", "6.55b")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_overruns_are_possible_exactly_where_offered(state: State) -> None:
    able = set()
    for group, there in overrun_options(state):
        order = Overrun(state.names(group), state.world.hex_ids[there])
        assert allowed(state, order), order
        assert GAME.offers(state).covers(order), order
        able |= {(name, order.target) for name in order.units}
    side = acting_side(state.phase)
    for i, u in enumerate(state.units):
        name = state.name(i)
        if u.place < 0 or state.side(i) != side:
            continue
        for target in neighbours(state, place(state, name)):
            if (name, target) not in able:
                assert not allowed(state, Overrun((name,), target)), (name, target)


@pytest.mark.rule("14.21a", "4.1")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_the_front_and_the_end_of_the_phase_are_offered_as_judged(state: State) -> None:
    offers = by_order(GAME.offers(state))
    assert ("done" in offers) == allowed(state, Done())
    _, front = offers.get("call-front", (0, 0))
    for divisions in range(7):
        assert allowed(state, CallFront(divisions)) == (1 <= divisions <= front)


# --- the first turn ---------------------------------------------------------------------------------


@lru_cache
def first_turns(seed: int) -> list[State]:
    """Positions of the first Soviet movement phase, some marches made and some still owed."""
    chance, seat = SeededChance(seed), SeededChance(seed + 1000)
    state = GAME.start(GAME.new_setup(SCENARIO), chance)
    found = []
    while state.turn < 1 or state.phase == Phase.SOVIET_MOVE:
        if state.turn == 1 and not state.agenda:
            found.append(state.copy())
        GAME.play(state, GAME.offers(state).sample(seat), chance)
    return found


@pytest.mark.rule("5.23a", "5.23b", "5.23c", "5.23d")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_march_offered_is_complete(seed: int) -> None:
    """Accepted as a whole, refused without its last hex."""
    marches = 0
    for state in first_turns(seed)[::3]:
        owing = set(state.names(unmarched(state)))
        for i in range(6):
            order = GAME.offers(state).sample(SeededChance(i))
            assert allowed(state, order), order
            if isinstance(order, Move) and order.units[0] in owing:
                marches += 1
                assert not allowed(state, Move(order.units, order.path[:-1])), order
    assert marches > 20
