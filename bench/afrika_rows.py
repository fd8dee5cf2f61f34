"""Rows about Afrika Korps: the legal moves of a unit, and the worst assignment of battles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from bench.measure import Measurement, Sampled, Task, cost
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Setup
from campagna.games.afrika_korps.game import AfrikaKorps
from campagna.games.afrika_korps.rules.combat import obligations
from campagna.games.afrika_korps.rules.movement import mobility
from campagna.games.afrika_korps.rules.movement.path import Terms, reach_of
from campagna.games.afrika_korps.state import PLACES, Phase, State
from campagna.games.afrika_korps.table.position import Position, UnitPosition
from campagna.games.afrika_korps.world import COMBAT, SIDES
from campagna.hexes.assignment import Assignment
from campagna.hexes.kernels import FAR

SETUP = Setup("campaign")
SEED = 6
TURNS = (1, 3, 8, 14)
ROUNDS = 25

ATTACKERS, DEFENDERS = 12, 8
CENTRE = "S40"
"""Open desert all around."""
ASSIGNMENTS = 400
HARDEST = 12


@lru_cache
def game() -> AfrikaKorps:
    return AfrikaKorps()


@lru_cache
def positions() -> tuple[State, ...]:
    """Movement phases of a random game, of either side."""
    chance, whim = SeededChance(SEED), UnrecordedChance(SEED)
    state = game().start(SETUP, chance)
    found = []
    for turn in TURNS:
        for side in range(len(SIDES)):
            while state.phase != Phase.OVER and not (
                state.turn >= turn
                and state.side == side
                and state.phase == Phase.MOVEMENT
                and not state.agenda
            ):
                game().play(state, game().offers(state).sample(whim), chance)
            found.append(state.copy())
    return tuple(s for s in found if s.phase == Phase.MOVEMENT)


def plain_reach(state: State, limits: Terms, bonus: int) -> Task:
    """One call of the reach kernel: the same start and masks, movement factors and bonus as one budget."""
    world = state.world
    points = max(limits.left, 0) + bonus
    return partial(
        world.field.reach, world.step_costs, limits.closed, limits.stop, limits.start, points
    )


def legal_moves() -> Measurement:
    """The unit for which the legal moves cost most, measured against its own plain reach.

    Measured is `mobility.legal`, called from Python: for every hex the movement factors it costs under
    both budgets, zones, escarpments and roads, the directions of the enemies to be fought there, and
    where no combat unit may end, as bytes; a path is one more call for the hex that somebody asks
    about. The maps of the enemy are made once for a position and not counted. A unit has its movement
    factors and a road bonus of ten hexes; the plain kernel knows one budget and gets the sum.
    """
    return _worst_unit(with_bonus=True)


def legal_moves_in_factors() -> Measurement:
    """The same against a plain reach without the road bonus, which gets to far fewer hexes."""
    return _worst_unit(with_bonus=False)


def _worst_unit(with_bonus: bool) -> Measurement:
    """Of every unit that may move at the start and in the middle of a game the one that costs most.

    Each round asks all of them: a busy moment then spoils a round, not a unit.
    """
    found: list[tuple[Sampled, Sampled, str]] = []
    for state in positions():
        for unit in mobility.movers(state):
            limits = mobility.terms(state, unit, escorted=False)
            assert_same_moves(state, unit, limits)
            reference = plain_reach(state, limits, limits.road if with_bonus else 0)
            entered = sum(c != FAR for c in mobility.legal(state, unit).cost)
            name = f"{state.name(unit)}, {entered} hexes, {reference()} by the plain reach"
            asked = Sampled(partial(mobility.legal, state, unit))
            found.append((Sampled(reference), asked, name))
    for _ in range(ROUNDS):
        for plain, asked, _name in found:
            plain.again()
            asked.again()
    plain, asked, name = max(found, key=lambda pair: pair[1].best / pair[0].best)
    return cost(plain.best, asked.best, note=f"worst of {len(found)} units: {name}")


def assert_same_moves(state: State, unit: int, limits: Terms) -> None:
    """The bytes say what the lists say, and nothing beyond a plain reach with both budgets in one."""
    reach = reach_of(limits)
    told = {h: c for h, c in enumerate(mobility.legal(state, unit).cost) if c != FAR}
    told.pop(limits.start)
    assert told == {h: reach.cost[i] for h, i in reach.label.items()}, "the moves differ"
    plain_reach(state, limits, limits.road)()
    assert all(state.world.field.cost(h) >= 0 for h in told), "farther than a plain reach"


# --- assignments ----------------------------------------------------------------------------------------


class Ground:
    """Defenders in a few hexes of the desert, attackers in hexes around them, at random."""

    def __init__(self, rng: random.Random) -> None:
        self.world = game().world
        near = self.world.near
        self.posts = [self.world.hex_index[CENTRE]]
        while len(self.posts) < rng.randint(3, 6):
            hex_ = rng.choice(near[rng.choice(self.posts)])
            if rng.random() < 0.6:
                hex_ = rng.choice(near[hex_])
            if hex_ not in self.posts:
                self.posts.append(hex_)
        ring = sorted({h for p in self.posts for h in near[p]} - set(self.posts))
        spots = rng.sample(ring, min(len(ring), rng.randint(4, 7)))
        self.defenders = _seated(rng, self.posts, DEFENDERS)
        self.attackers = _seated(rng, spots, ATTACKERS)


def _seated(rng: random.Random, hexes: list[int], count: int) -> list[int]:
    """A hex for each of so many units, three in one at most."""
    seats = [h for h in hexes for _ in range(3)]
    return sorted(rng.sample(seats, count))


def crowded_state(rng: random.Random) -> State:
    """A position of twelve attackers and eight defenders with a supply somewhere, or none."""
    ground = Ground(rng)
    world, side = ground.world, rng.randrange(2)
    counters = [
        [c.id for c in world.counters if c.side == s and c.kind == COMBAT and not c.substitute]
        for s in (side, 1 - side)
    ]
    own = zip(rng.sample(counters[0], ATTACKERS), ground.attackers, strict=True)
    enemy = zip(rng.sample(counters[1], DEFENDERS), ground.defenders, strict=True)
    placed = [UnitPosition(name, world.hex_ids[h]) for name, h in (*own, *enemy)]
    if rng.random() < 0.7:
        distance = world.board.grid.distance
        free = [
            h
            for h in range(world.size)
            if world.playable[h] and 2 <= distance(h, ground.posts[0]) <= 6
        ]
        depot = rng.choice([h for h in free if h not in ground.posts])
        placed.append(UnitPosition(("DE-SUP-1", "AL-SUP-1")[side], world.hex_ids[depot]))
    position = Position(turn=10, side=SIDES[side], phase="movement", units=tuple(placed))
    return game().arrange(SETUP, position, SeededChance(1))


def judge_allocation(state: State) -> object:
    """From the units alone: whose duties, whose lines, and whether a plan keeps them all."""
    state.maps.memos.touch(PLACES[state.side])
    return obligations.feasible(state, obligations.fresh_task(state, demands=False))


def one_reach() -> Task:
    """What ten movement points reach in the desert where the assignments are."""
    world = game().world
    start = world.hex_index[CENTRE]
    return partial(world.field.reach, world.step_costs, world.nothing, world.nothing, start, 10)


def allocation() -> Measurement:
    """The slowest of many random positions with twelve attackers and eight defenders, judged cold."""
    rng = random.Random(SEED)
    tasks = [partial(judge_allocation, crowded_state(rng)) for _ in range(60)]
    possible = sum(task() is not None for task in tasks)
    note = f"worst of {len(tasks)} random positions, {possible} of them possible"
    return _worst(tasks, note)


def hard_assignments() -> Measurement:
    """The slowest of the assignments that take the kernel most steps, out of many with tight odds."""
    found = [(solved(problem), i, problem) for i, problem in enumerate(problems())]
    found.sort(reverse=True, key=lambda entry: entry[:2])
    tasks = [partial(solved, problem) for _, _, problem in found[:HARDEST]]
    note = f"hardest of {len(found)} assignments, {found[0][0]} steps of the search"
    return _worst(tasks, note)


Rows = tuple[tuple[int, int, bool], ...]
"""Of each attacker: minus its factor, the defenders it touches, whether it has a line."""
Problem = tuple[Rows, tuple[tuple[int, int], ...]]


KNOWN: Problem = (
    (
        (-4, 0b00011111, False),
        (-4, 0b11100000, True),
        (-4, 0b11111111, False),
        (-4, 0b11111111, False),
        (-3, 0b00011111, False),
        (-3, 0b11111000, False),
        (-3, 0b11111111, False),
        (-2, 0b11100000, True),
        (-2, 0b11100000, True),
        (-2, 0b11111000, False),
        (-1, 0b00011111, False),
        (-1, 0b11111000, False),
    ),
    ((0, 4), (0, 8), (0, 12), (1, 4), (1, 8), (2, 6), (2, 8), (2, 12)),
)
"""The assignment that took longest among 65,650 made like these."""


def problems() -> Iterator[Problem]:
    yield KNOWN
    rng = random.Random(SEED)
    for _ in range(ASSIGNMENTS):
        ground = Ground(rng)
        near = ground.world.near
        strong = rng.choice(((1, 1, 2), (1, 2, 3, 4), (1, 2, 2, 3, 4, 7), (1,), (2, 3, 4)))
        tough = rng.choice(((7, 14, 8, 4), (4, 6, 8, 12, 14), (12, 6, 7, 8), (1, 2, 3, 4, 7)))
        supplied = {h: rng.random() < 0.5 for h in ground.attackers}
        defenders = tuple(sorted((h, rng.choice(tough)) for h in ground.defenders))
        rows = [
            (
                -rng.choice(strong),
                sum(1 << i for i, (post, _) in enumerate(defenders) if post in near[h]),
                supplied[h],
            )
            for h in ground.attackers
        ]
        yield tuple(sorted(rows)), defenders


def solved(problem: Problem) -> int:
    """Answer one assignment from the beginning; how many positions of the search that took."""
    rows, defenders = problem
    assignment = Assignment(
        [-factor for factor, _, _ in rows],
        [touch for _, touch, _ in rows],
        (1 << len(rows)) - 1,
        [defence for _, defence in defenders],
        6,
        2,
    )
    assignment.supply_always(sum(1 << i for i, (_, _, supplied) in enumerate(rows) if supplied))
    first = {kind: rows.index(kind) for kind in Counter(rows)}
    twins = {kind: defenders.index(kind) for kind in Counter(defenders)}
    assignment.set_kinds([first[r] for r in rows], [twins[d] for d in defenders])
    assignment.solve()
    return assignment.visited


def _worst(tasks: Sequence[Task], note: str) -> Measurement:
    reference = Sampled(one_reach())
    sampled = [Sampled(task) for task in tasks]
    for _ in range(5):
        reference.again()
        for s in sampled:
            s.again()
    return cost(reference.best, max(s.best for s in sampled), note=note)
