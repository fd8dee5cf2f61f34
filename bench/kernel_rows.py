"""Rows about single kernel calls, one branch, one side's offers and the size of a state."""

from __future__ import annotations

import copy
from functools import partial

import msgspec

from bench import references
from bench.measure import Measurement, Task, cost, interleaved, slowest, speedup
from bench.positions import EARLY, LATE, MIDDLE, compiled_game, plain_game, position
from campagna.core.chance import UnrecordedChance
from campagna.core.contract import Refusal, digest
from campagna.games.panzergruppe_guderian.opponent.recruit import recruit
from campagna.games.panzergruppe_guderian.orders import Move
from campagna.games.panzergruppe_guderian.rules import movement
from campagna.games.panzergruppe_guderian.rules.destinations import offer_moves
from campagna.games.panzergruppe_guderian.rules.destinations import reach as unit_reach
from campagna.games.panzergruppe_guderian.rules.supply import ANY_LENGTH
from campagna.games.panzergruppe_guderian.rules.zones import blocked
from campagna.games.panzergruppe_guderian.state import Phase, State, acting_side
from campagna.games.panzergruppe_guderian.world import GERMAN, SIDES, SOVIET
from campagna.hexes.kernels import Buffer, Field

SEED = 1
MOVES = (Phase.SOVIET_MOVE, Phase.GERMAN_MOVE)
ALLOWANCES = (12, 20)
"""Six to ten movement points, in halves."""
UNITS_PER_SAMPLE = 6

Query = tuple[Buffer, Buffer, Buffer, int, int]
"""What `Field.reach` asks: costs, forbidden, stop, start, budget."""


def reach_queries(state: State, least: int = 0, most: int = 254) -> list[Query]:
    """The reach of every unit on the map that may move and has so many half points."""
    ground = movement.footing(state)
    found: list[Query] = []
    for unit in movement.movers(state):
        left, place = movement.allowance(state, unit), state.units[unit].place
        if place >= 0 and least <= left <= most:
            closed = movement.leader_ground(state) if state.is_leader(unit) else ground.closed
            table = ground.costs[state.counter(unit).move_class]
            found.append((table, closed, ground.stop, place, left))
    return found


def reference_queries(state: State, asked: list[Query]) -> list[Task]:
    grid = state.world.board.grid
    ways = {bytes(costs): references.ways(grid, costs) for costs, *_ in asked}
    return [
        partial(references.reach, ways[bytes(costs)], forbid, stop, start, budget)
        for costs, forbid, stop, start, budget in asked
    ]


def assert_same_reach(field: Field, asked: list[Query], reference: list[Task]) -> None:
    for query, task in zip(asked, reference, strict=True):
        field.reach(*query)
        assert {h: field.cost(h) for h in field.hexes()} == task(), "the reaches differ"


def in_groups(tasks: list[Task], size: int) -> list[Task]:
    """Tasks joined so that one group of them fills a sample."""

    def run(group: list[Task]) -> None:
        for task in group:
            task()

    return [partial(run, tasks[i : i + size]) for i in range(0, len(tasks), size)]


def reach() -> Measurement:
    """One unit's reach, over those with Guderian's usual allowances."""
    plain: list[Task] = []
    compiled: list[Task] = []
    for phase in MOVES:
        state = position(compiled_game(), SEED, MIDDLE, phase)
        field = state.world.field
        asked = reach_queries(state, *ALLOWANCES)
        reference = reference_queries(state, asked)
        assert_same_reach(field, asked, reference)
        plain += reference
        compiled += [partial(field.reach, *query) for query in asked]
    a, b = interleaved(in_groups(plain, UNITS_PER_SAMPLE), in_groups(compiled, UNITS_PER_SAMPLE))
    return speedup(a / len(plain), b / len(plain), note=f"mean of {len(plain)} units")


def flood() -> Measurement:
    """The lines from the east edge that the Soviet leaders need (11.24)."""
    state = position(compiled_game(), SEED, MIDDLE, Phase.SOVIET_MOVE)
    world, closed = state.world, blocked(state, SOVIET)
    sources = [h for h in world.east_edge if not closed[h]]
    around = references.around(world.board.grid, world.walls)
    plain = partial(references.flood, around, closed, world.swamp, sources, ANY_LENGTH)
    compiled = partial(world.field.flood, world.walls, closed, world.swamp, sources, ANY_LENGTH)
    assert plain() == compiled(), "the floods differ"
    return speedup(*interleaved([plain], [compiled]))


def zones() -> Measurement:
    """The zones of both sides, counted from the same occupancy mask."""
    state = position(compiled_game(), SEED, MIDDLE, Phase.GERMAN_MOVE)
    world = state.world
    around = references.around(world.board.grid, world.walls)
    plain: list[Task] = []
    compiled: list[Task] = []
    for side in (SOVIET, GERMAN):
        exerting = state.maps.exerting[side]
        counts, mask = references.zones(around, exerting), world.field.zones(exerting, world.walls)
        assert bytes(map(bool, counts)) == mask, "the zones differ"
        plain.append(partial(references.zones, around, exerting))
        compiled.append(partial(world.field.zones, exerting, world.walls))
    a, b = interleaved(plain, compiled)
    return speedup(a / 2, b / 2, note="mean of the two sides")


def branch() -> Measurement:
    """A whole state copied and one move carried out on the copy, against deepcopy alone."""
    state = position(compiled_game(), SEED, LATE, Phase.GERMAN_MOVE)
    order = None
    whim = UnrecordedChance(SEED)
    while not isinstance(order, Move) or len(order.units) != 1:
        order = recruit(state, whim)
    plan = movement.judge_move(state, order)
    assert not isinstance(plan, Refusal)

    def branch_off() -> State:
        other = state.copy()
        movement.move_units(other, plan)
        return other

    def deep() -> tuple[object, ...]:
        # The world is shared by both ways: it never changes.
        known = {id(state.world): state.world}
        return copy.deepcopy((state, state.maps, state.options), known)

    before, twin = digest(state), deep()[0]
    moved = digest(branch_off())
    assert digest(state) == before != moved, "the branch reached back into its root"
    assert isinstance(twin, State)
    compiled_game().attach(twin)
    movement.move_units(twin, plan)
    assert digest(twin) == moved, "the two copies move differently"
    return speedup(*interleaved([deep], [branch_off]), note=f"{len(state.units)} units")


def side_offers() -> Measurement:
    """Reach for every unit of a side, left in the kernel's buffer, in reference reaches."""
    found = [_side_offers(phase) for phase in MOVES]
    return max(found, key=lambda m: m.ratio)


def _side_offers(phase: Phase) -> Measurement:
    state = position(compiled_game(), SEED, MIDDLE, phase)
    asked = reach_queries(state)
    reference = reference_queries(state, asked)
    assert_same_reach(state.world.field, asked, reference)
    movers = movement.movers(state)

    def whole_side() -> None:
        for unit in movers:
            unit_reach(state, unit)

    def encoded() -> bytes:
        return msgspec.json.encode(offer_moves(state))

    groups = in_groups(reference, UNITS_PER_SAMPLE)
    every_reach, one_phase = interleaved(groups, [whole_side])
    listing = slowest([encoded]) * 1e6
    note = f"{SIDES[acting_side(phase)]}, {len(movers)} units; offered and encoded {listing:.0f} us"
    return cost(every_reach / len(reference), one_phase, note=note)


def state_size() -> Measurement:
    """The saved size of a late state, in KiB."""
    state = position(compiled_game(), SEED, LATE, Phase.GERMAN_MECH_MOVE)
    size = len(msgspec.msgpack.encode(state)) / 1024
    return Measurement(64, size, size / 64, "KiB")


def slowest_unit() -> Measurement:
    """Legal moves of the slowest unit without a compiler, encoding included."""
    tasks: list[Task] = []
    for turn, phase in ((t, p) for t in (EARLY, MIDDLE, LATE) for p in MOVES):
        state = position(plain_game(), SEED, turn, phase)
        tasks += [partial(_encoded_moves, state, unit) for unit in movement.movers(state)]
    seconds = slowest(tasks)
    return Measurement(0.001, seconds, seconds / 0.001, "us", f"slowest of {len(tasks)} units")


def _encoded_moves(state: State, unit: int) -> bytes:
    unit_reach(state, unit)
    field, ids = state.world.field, state.world.hex_ids
    return msgspec.json.encode(
        [
            (ids[h], field.cost(h), ids[p] if (p := field.previous(h)) >= 0 else "")
            for h in field.hexes()
        ]
    )
