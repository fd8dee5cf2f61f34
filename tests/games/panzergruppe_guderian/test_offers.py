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
from campagna.games.panzergruppe_guderian.state import Phase, State, acting_side
from tests.games.panzergruppe_guderian.lay import GAME, SCENARIO, allowed, place, unit

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


def offered(state: State, kind: str) -> dict[str, list[tuple[str, int, str]]]:
    """Some of the units with their destinations, spread over the whole list."""
    units = GAME.offers(state).listing()["move"]
    able = {name: entry[kind] for name, entry in units.items() if kind in entry}
    names = list(able)[:: max(1, len(able) // UNITS_PER_POSITION)]
    return {name: able[name] for name in names}


def paths(destinations: list[tuple[str, int, str]]) -> dict[str, tuple[str, ...]]:
    """The path to each destination, recovered from the previous hexes; () is the hex it stands on."""
    before = {hex_: previous for hex_, _, previous in destinations}
    start = next((h for h, cost, p in destinations if not p and not cost), "")
    found: dict[str, tuple[str, ...]] = {}
    for hex_ in before:
        way, here = [], hex_
        while here and here != start:
            way.append(here)
            here = before[here]
        found[hex_] = tuple(reversed(way))
    return found


def neighbours(state: State, name: str) -> list[str]:
    grid = state.world.board.grid
    return [grid.ids[h] for h in grid.around(grid.index[name])]


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
                listing = GAME.offers(states[turn, phase]).listing()
                units = listing["move"].values()
                destinations += sum(len(u["reach"]) for u in units)
                trains += sum("rail" in u for u in units)
                waiting += sum("entry" in u for u in units)
                overruns += len(listing["overrun"])
                side = acting_side(phase)
                here = states[turn, phase]
                own = [i for i, u in enumerate(here.units) if u.place >= 0 and here.side(i) == side]
                stuck += sum(here.name(i) not in listing["move"] for i in own)
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
            assert GAME.offers(state).listing() == GAME.offers(fresh).listing(), orders
        GAME.play(state, GAME.offers(state).sample(seat), chance)
        orders += 1


# --- on foot ----------------------------------------------------------------------------------------


@pytest.mark.rule("6.12", "6.22a", "6.23a", "14.GEN-2")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_every_destination_offered_is_accepted_at_its_cost(state: State) -> None:
    for name, destinations in offered(state, "reach").items():
        ways = paths(destinations)
        for i, (hex_, cost, _) in enumerate(destinations):
            if not ways[hex_]:
                continue
            refusal = GAME.refusal(state, Move((name,), ways[hex_]))
            assert refusal is None, (name, ways[hex_], refusal)
            if i % 7 == 0:
                assert cost_of(state, name, ways[hex_]) == cost


@pytest.mark.rule("6.21", "6.22a", "6.23a", "6.4a", "6.7g", "10.23a")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_every_step_beyond_the_offers_is_refused(state: State) -> None:
    for name, destinations in offered(state, "reach").items():
        ways = paths(destinations)
        for hex_, way in ways.items():
            for beyond in neighbours(state, hex_):
                if beyond in ways:
                    continue
                refusal = GAME.refusal(state, Move((name,), (*way, beyond)))
                assert refusal is not None, (name, way, beyond)
                assert refusal.rule in BEYOND, refusal


@pytest.mark.rule("6.22b", "6.62", "6.52a", "6.GEN-2", "4.2 B3")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_a_unit_that_is_not_offered_may_not_move(state: State) -> None:
    listed = GAME.offers(state).listing()["move"]
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
    waiting = {n: e for n, e in GAME.offers(state).listing()["move"].items() if "entry" in e}
    for name in list(waiting)[:4]:
        reached = {hex_ for hex_, _, _ in waiting[name]["reach"]}
        for hex_ in edge:
            entered = allowed(state, Move((name,), (hex_,)))
            offers_it = hex_ in waiting[name]["entry"] and hex_ in reached
            assert entered == offers_it, (name, hex_)


# --- by rail ----------------------------------------------------------------------------------------


@pytest.mark.rule("6.32a", "6.32b", "6.33a")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_trains_go_exactly_as_far_as_offered(state: State) -> None:
    for name, destinations in offered(state, "rail").items():
        ways = paths(destinations)
        for hex_, way in ways.items():
            if way:
                refusal = GAME.refusal(state, RailMove(name, way))
                assert refusal is None, (name, way, refusal)
            for beyond in neighbours(state, hex_):
                if beyond in ways:
                    continue
                refusal = GAME.refusal(state, RailMove(name, (*way, beyond)))
                assert refusal is not None, (name, way, beyond)
                assert refusal.rule in BEYOND_BY_RAIL | {"6.32c"}, refusal


@pytest.mark.rule("6.31a", "6.36")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_a_unit_that_is_not_offered_a_train_gets_none(state: State) -> None:
    listed = GAME.offers(state).listing()["move"]
    for i, u in enumerate(state.units):
        name = state.name(i)
        if u.place >= 0 and "rail" not in listed.get(name, {}):
            for there in neighbours(state, place(state, name)):
                assert not allowed(state, RailMove(name, (there,))), (name, there)


# --- overruns and the rest --------------------------------------------------------------------------


@pytest.mark.rule("6.51a", "6.51b", "6.54a", "6.55b")
@pytest.mark.parametrize(("seed", "turn", "phase"), SAMPLED)
def test_overruns_are_possible_exactly_where_offered(state: State) -> None:
    options = GAME.offers(state).listing()["overrun"]
    able = set()
    for option in options:
        assert allowed(state, Overrun(tuple(option["units"]), option["target"])), option
        able |= {(name, option["target"]) for name in option["units"]}
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
    listing = GAME.offers(state).listing()
    assert listing["done"] == allowed(state, Done())
    front = listing["call_front"]
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
        owing = set(GAME.offers(state).listing()["must_march"])
        for i in range(6):
            order = GAME.offers(state).sample(SeededChance(i))
            assert allowed(state, order), order
            if isinstance(order, Move) and order.units[0] in owing:
                marches += 1
                assert not allowed(state, Move(order.units, order.path[:-1])), order
    assert marches > 20
