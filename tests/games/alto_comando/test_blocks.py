"""A division moved as a block: the same as its moves one after the other, by the same judge (MOV-1)."""

from __future__ import annotations

import pytest

from campagna.core.blocks import Block, BlockAsk, Formation
from campagna.core.contract import Refusal, digest
from campagna.core.offers import Measured
from campagna.games.alto_comando.events import Moved
from campagna.games.alto_comando.orders import Move, MoveBlock
from campagna.games.alto_comando.rules.blocks import _moves
from campagna.games.alto_comando.state import State
from campagna.plane.bases import overlap
from tests.games.alto_comando.lay import GAME, play, table

FOUR = {
    "A1.hq": "200 500",
    "A1.tank1": "200 540",
    "A1.tank2": "240 500",
    "A1.tank3": "240 540",
    "G1.hq": "1100 300",
}
UNITS = ("A1.hq", "A1.tank1", "A1.tank2", "A1.tank3")


def draft(
    state: State,
    lead: str,
    to: tuple[int, int],
    formation: Formation = "shape",
    units: tuple[str, ...] = UNITS,
) -> Block:
    found = GAME.block(state, BlockAsk(units, lead, to, formation))
    assert found is not None
    return found


def ends(block: Block) -> dict[str, tuple[int, int]]:
    return {move.unit: move.at for move in block.moves}


@pytest.mark.rule("MOV-1")
def test_a_block_is_its_moves_one_after_the_other() -> None:
    state = table(FOUR)
    block = draft(state, "A1.hq", (300, 500))
    assert isinstance(block.order, MoveBlock)
    one, other = state.copy(), state.copy()
    events = play(one, block.order)
    for unit, path in zip(block.order.units, block.order.paths, strict=True):
        play(other, Move(unit, path))
    assert digest(one) == digest(other)
    assert [type(event) for event in events if isinstance(event, Moved)] == [Moved] * 4
    # All have gone by one vector, though they stood side by side in each other's way.
    assert ends(block) == {
        "A1.hq": (300, 500),
        "A1.tank1": (300, 540),
        "A1.tank2": (340, 500),
        "A1.tank3": (340, 540),
    }
    assert all(move.refusal is None for move in block.moves)


@pytest.mark.rule("MOV-6")
def test_whoever_cannot_go_so_far_goes_as_far_as_he_can_and_says_why() -> None:
    state = table({**FOUR, "A1.recon1": "200 460"})
    block = draft(state, "A1.recon1", (440, 460), units=(*UNITS, "A1.recon1"))
    assert ends(block)["A1.recon1"] == (440, 460)
    assert ends(block)["A1.tank3"] == (390, 540)
    stopped = {move.unit: move.refusal for move in block.moves if move.refusal}
    assert set(stopped) == set(UNITS)
    assert {(r.rule, r.reason) for r in stopped.values()} == {("MOV-6", "too-far")}
    assert block.order is not None
    assert GAME.refusal(state, block.order) is None


@pytest.mark.rule("MOV-2")
def test_a_base_near_an_enemy_stops_before_him_the_others_go_on() -> None:
    state = table({**FOUR, "G1.motor1": "430 500"})
    block = draft(state, "A1.hq", (330, 500))
    moves = {move.unit: move for move in block.moves}
    refusal = moves["A1.tank2"].refusal
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("MOV-2", "too-near-enemy")
    assert refusal.facts["unit"] == "A1.tank2"
    assert moves["A1.tank2"].at == (350, 500)
    # Who would stand on him stops behind him; the headquarters has its way.
    behind = moves["A1.tank1"].refusal
    assert behind is not None
    assert behind.reason == "place-taken"
    assert moves["A1.tank1"].at == (moves["A1.tank3"].at[0] - 30, 540)
    assert moves["A1.hq"].at == (moves["A1.tank2"].at[0] - 30, 500)


@pytest.mark.rule("MOV-6")
def test_the_judge_names_the_base_that_may_not_move_so() -> None:
    state = table(FOUR)
    order = MoveBlock(("A1.tank2", "A1.tank3"), (((300, 500),), ((500, 540),)))
    refusal = GAME.refusal(state, order)
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.facts["unit"]) == ("MOV-6", "A1.tank3")
    twice = MoveBlock(("A1.tank2", "A1.tank2"), (((300, 500),), ((320, 500),)))
    refusal = GAME.refusal(state, twice)
    assert refusal is not None
    assert refusal.reason == "moved-already"
    for order in (MoveBlock((), ()), MoveBlock(("A1.tank2",), ())):
        refusal = GAME.refusal(state, order)
        assert refusal is not None
        assert refusal.reason == "no-block"


def test_a_base_that_has_moved_stays_and_says_so() -> None:
    state = table({**FOUR, "A1.tank1": "200 540 moved"})
    moves = {move.unit: move for move in draft(state, "A1.hq", (200, 600)).moves}
    assert moves["A1.tank1"].at == (200, 540)
    refusal = moves["A1.tank1"].refusal
    assert refusal is not None
    assert refusal.reason == "moved-already"
    # Who has moved may not lead a block.
    assert GAME.block(state, BlockAsk(UNITS, "A1.tank1", (300, 540))) is None
    assert GAME.block(state, BlockAsk(UNITS, "G1.hq", (300, 540))) is None


@pytest.mark.parametrize("to", [(330, 540), (300, 640), (140, 440), (320, 600)])
@pytest.mark.parametrize("formation", ["column", "line"])
def test_formations_are_legal_and_nobody_stands_on_another(
    formation: Formation, to: tuple[int, int]
) -> None:
    state = table(FOUR)
    block = draft(state, "A1.tank3", to, formation)
    assert block.order is not None
    assert GAME.refusal(state, block.order) is None
    places = list(ends(block).values())
    assert not any(overlap(a, b) for i, a in enumerate(places) for b in places[:i])


def test_a_column_follows_its_first_and_a_line_stands_across() -> None:
    state = table(FOUR)
    column = ends(draft(state, "A1.tank3", (360, 540), "column"))
    assert {y for _, y in column.values()} == {540}
    assert sorted(x for x, _ in column.values()) == [255, 290, 325, 360]
    line = ends(draft(state, "A1.tank3", (300, 540), "line"))
    assert {x for x, _ in line.values()} == {300}


def test_blocks_are_offered_to_several_movers_only() -> None:
    many = [o for o in GAME.offers(table(FOUR)) if isinstance(o, Measured) and o.many]
    assert [(o.order, set(o.pieces)) for o in many] == [("move-block", set(UNITS))]
    alone = table({"A1.hq": "200 500", "G1.hq": "1100 300"})
    assert not [o for o in GAME.offers(alone) if isinstance(o, Measured) and o.many]
    state = table(FOUR)
    order = draft(state, "A1.hq", (300, 500)).order
    assert order is not None
    assert GAME.offers(state).covers(order)
    assert not GAME.offers(state).covers(MoveBlock(("G1.hq",), (((1000, 300),),)))


@pytest.mark.rule("MOV-6", "G-11")
@pytest.mark.parametrize(
    ("to", "friend", "end"),
    [
        (329, 300, 270),  # one millimetre short of room behind a friend: it does not go beyond
        (329, 358, 328),  # and stops a millimetre before one that stands there
        (222, 231, 201),  # a millimetre is a move
        (222, 245, 215),  # the last of the finer steps
        (222, 230, 200),  # no room at all
    ],
)
def test_a_base_goes_as_far_as_there_is_room_to_the_millimetre(
    to: int, friend: int, end: int
) -> None:
    state = table({"A1.tank1": "200 500", "A1.tank2": f"{friend} 500", "G1.hq": "1100 300"})
    block = draft(state, "A1.tank1", (to, 500), units=("A1.tank1",))
    (move,) = block.moves
    assert (move.at, move.cost) == ((end, 500), end - 200)
    assert move.refusal is not None
    assert move.refusal.reason == "place-taken"
    assert (block.order is None) == (end == 200)


def test_two_bases_are_a_block() -> None:
    state = table({"A1.hq": "200 500", "A1.tank1": "200 540", "G1.hq": "1100 300"})
    (offer,) = [o for o in GAME.offers(state) if isinstance(o, Measured) and o.many]
    assert set(offer.pieces) == {"A1.hq", "A1.tank1"}
    assert not offer.exact, "which bases and ways belong together the judge says"


@pytest.mark.rule("MOV-1")
def test_who_has_moved_costs_nothing_in_a_block() -> None:
    state = table({**FOUR, "A1.tank1": "200 540 moved"})
    moves = {move.unit: move for move in draft(state, "A1.hq", (200, 600)).moves}
    assert moves["A1.tank1"].cost == 0


@pytest.mark.rule("MOV-1", "G-11")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_who_is_shut_in_by_the_others_goes_after_them(count: int) -> None:
    """Side by side in a row, the hindmost asked first: each has room only when the one before has gone."""
    names = [f"A1.{key}" for key in ("tank1", "tank2", "tank3", "recon1")][:count]
    row = {name: f"{200 + 30 * n} 500" for n, name in enumerate(names)}
    state = table({**row, "G1.hq": "1100 300"})
    wanted = {state.find(name): (220 + 30 * n, 500) for n, name in enumerate(names)}
    made = list(_moves(state, wanted).values())
    assert [move.unit for move, _ in made] == list(reversed(names))
    assert {move.unit: move.at for move, _ in made} == {
        state.name(base): place for base, place in wanted.items()
    }
    assert all(move.refusal is None for move, _ in made)
    order = MoveBlock(tuple(m.unit for m, _ in made), tuple(path for _, path in made))
    assert GAME.refusal(state, order) is None


@pytest.mark.rule("G-11", "MOV-6")
def test_a_gap_of_a_millimetre_between_friends_is_found() -> None:
    """Between 258 and 318 there is room for a base at 288 and nowhere else near."""
    friends = {"A1.tank2": "258 500", "A1.tank3": "318 500"}
    state = table({"A1.tank1": "200 500", **friends, "G1.hq": "1100 300"})
    (move,) = draft(state, "A1.tank1", (297, 500), units=("A1.tank1",)).moves
    assert move.at == (288, 500)
