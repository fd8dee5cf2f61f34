"""What leaves the game: offers, the table, provenance, positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from unittest.mock import patch

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, digest
from campagna.core.offers import Reach
from campagna.core.rulebook import load_rulebook
from campagna.games.kasserine.events import Bombed
from campagna.games.kasserine.orders import Demolish, Fire, Leave, Raid
from campagna.games.kasserine.rules import movement, path
from campagna.games.kasserine.rules.zones import fighters
from campagna.games.kasserine.state import SUPPLIED, Phase, State
from campagna.games.kasserine.table.position import Position, UnitPosition
from campagna.hexes import _kernel
from tests.games.kasserine.lay import DAY, GAME, NIGHT, SCENARIO, lay, only, play
from tests.offered import by_order, costs, paths


def played(until_move: int, side: int, phase: Phase) -> State:
    """A random game up to a phase."""
    chance, seat = SeededChance(3), SeededChance(77)
    state = GAME.start(GAME.new_setup(SCENARIO), chance)
    while (state.move, state.side, state.phase) != (until_move, side, phase) or state.agenda:
        assert GAME.step(state) is not None
        GAME.play(state, GAME.offers(state).sample(seat), chance)
    return state


# --- offers -------------------------------------------------------------------------------------------


def wide_open(side: int) -> State:
    """A movement phase late in a game, in clear weather, with everybody free to move."""
    state = played(20, side, Phase.MOVEMENT)
    state.weather = "clear"
    for unit in fighters(state, side):
        state.flag(unit, SUPPLIED)
    assert len(movement.movers(state)) > 15
    return state


@pytest.mark.parametrize("side", [0, 1])
def test_the_offers_of_a_movement_phase_take_at_most_a_hundred_reaches(side: int) -> None:
    state = wide_open(side)
    with patch.object(path, "spread", wraps=path.spread) as spread:
        offered = by_order(GAME.offers(state))
    assert set(offered["move"]) == set(state.names(movement.movers(state)))
    assert 0 < spread.call_count <= 100


@pytest.mark.parametrize("side", [0, 1])
def test_a_reach_for_every_unit_costs_at_most_a_hundred_single_ones(side: int) -> None:
    """As the benchmarks count: left in the kernel's buffer, in reaches of the plain kernels."""
    state = wide_open(side)
    movers = movement.movers(state)
    terms = [movement.terms(state, (u,)) for u in movers]
    plain = {id(t.ground): _kernel.Field(t.ground.nodes) for t in terms}

    def single(terms: path.Terms) -> None:
        field = plain[id(terms.ground)]
        start, _ = terms.sources[0]
        field.reach(terms.costs, terms.closed, terms.stop, start, terms.budget)

    def seconds(task: Callable[[], object]) -> float:
        began = perf_counter()
        task()
        return perf_counter() - began

    each = sum(min(seconds(partial(single, t)) for _ in range(3)) for t in terms)
    whole = min(seconds(lambda: [movement.reach(state, u) for u in movers]) for _ in range(3))
    assert whole <= 100 * each / len(movers)


def test_units_alike_share_a_reach() -> None:
    ready = ":supplied:under-division"
    state = lay({"2420": f"A21-I5{ready} A10-I7{ready} CD-21"}, opened=True, move=3)
    with patch.object(path, "spread", wraps=path.spread) as spread:
        listed = costs(GAME.offers(state), "move")
    assert set(listed) == {"A21-I5", "A10-I7", "CD-21"}
    assert listed["A21-I5"] == listed["A10-I7"]
    assert spread.call_count == 2


def test_ways_out_and_full_hexes_are_told_apart() -> None:
    state = lay(
        {
            "0216": "A21-I5:supplied A21-I104:supplied",
            "0316": "A10-I7:supplied",
            "0116": "A10-II69",
        },
        opened=True,
    )
    found = tuple(GAME.offers(state))
    assert "0216" not in by_order(found)["move"]["A10-I7"]
    leave = paths(found, "leave")
    assert leave["A10-I7"]["0116"] == ("0216", "0116")
    (exits,) = [o for o in found if isinstance(o, Reach) and o.order == "leave"]
    for group in exits.groups:
        assert {h for h, effect in group.effects.items() if effect != "scores"} == set(group.grave)
    for unit, ways in leave.items():
        for way in ways.values():
            assert GAME.refusal(state, Leave(unit, way)) is None


def test_a_raid_is_offered_on_enemy_hexes() -> None:
    board = {"2420": "A21-I5 A21-I104", "2222": "S-M01", "0911": "L34-1-133"}
    state = lay(board, "allied", "fire", move=25, opened=True)
    assert by_order(GAME.offers(state))["raid"] == ["2222", "2420"]
    state = lay(board, "allied", "fire", move=26, opened=True)
    assert "raid" not in by_order(GAME.offers(state))


# --- forecasts ----------------------------------------------------------------------------------------


def test_forecasts_of_dice_outside_combat() -> None:
    state = lay({"2420": "S-M01 A21-I5"}, phase="logistics")
    lines = {x.result: x.probability for x in GAME.forecast(state, Demolish("S-M01")).lines}
    assert lines == pytest.approx({"blown": 4 / 6, "stays": 2 / 6})
    state = lay({"2420": "A21-I155:supplied", "2320": "L34-1-133"}, phase="fire", opened=True)
    shot = GAME.forecast(state, Fire("A21-I155", "L34-1-133"))
    assert {x.result: round(6 * x.probability) for x in shot.lines} == {"-": 3, "RT": 2, "R": 1}
    assert "reconstructed" in shot.sums["source"]
    board = {"2420": "A21-I5 A21-I104", "0911": "L34-1-133"}
    state = lay(board, "allied", "fire", move=25, opened=True)
    raid = GAME.forecast(state, Raid("2420"))
    assert sum(x.probability for x in raid.lines) == pytest.approx(1)
    assert len(raid.lines) == 6


@pytest.mark.rule("STR-2", "PCS-6")
def test_a_raid_is_forecast_only_for_pieces_it_rolls_for() -> None:
    board = {"2420": "A21-I5 A21-I104:reduced:condemned", "0911": "L34-1-133"}
    state = lay(board, "allied", "fire", move=25, opened=True)
    raid = GAME.forecast(state, Raid("2420"))
    assert raid.sums["targets"] == ("A21-I5",)
    assert {x.result for x in raid.lines} == {"-", "RT", "R"}
    assert only(play(state, Raid("2420"), dice=[6]), Bombed).target == "A21-I5"


# --- the table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.ALLIED_SETUP, Phase.PLAN, Phase.COMBAT])
def test_the_table_can_be_laid_from_every_view(phase: Phase) -> None:
    state = played(0, 1, phase) if phase == Phase.ALLIED_SETUP else played(2, 0, phase)
    table = GAME.tabletop(GAME.view(state, "axis"))
    boxes = {b.id for b in table.boxes}
    for piece in table.pieces:
        assert piece.at in boxes or piece.at in state.world.hex_ids
        assert piece.source
        assert piece.factors
    assert table.track.turn == state.move
    assert msgspec.json.encode(table)


@pytest.mark.rule("NGT-2", "ATT-1")
@pytest.mark.parametrize(("when", "seen"), [(DAY, True), (NIGHT, False)])
def test_the_table_shows_zones_only_while_there_are_any(when: int, seen: bool) -> None:
    state = lay({"2420": "A21-I5", "2222": "L34-1-133"}, move=when)
    layers = {x.id: x.hexes for x in GAME.tabletop(GAME.view(state, "axis")).layers}
    assert bool(layers["zone-axis"]) == bool(layers["zone-allied"]) == seen


@pytest.mark.rule("PCS-6")
def test_shocked_and_condemned_units_carry_their_markers() -> None:
    board = {"2420": "A21-I5:shocked", "2222": "L34-1-133:reduced:condemned"}
    state = lay(board, phase="fire", opened=True)
    markers = {(m.kind, m.at, m.side) for m in GAME.tabletop(GAME.view(state, "axis")).markers}
    assert markers == {("rt", "2420", "axis"), ("e", "2222", "allied")}


def test_reconstructions_are_told_beside_the_map_in_both_languages() -> None:
    table = GAME.tabletop(GAME.view(lay({}), "axis"))
    notes = {b.id: b.note for b in table.boxes if b.id.startswith("provenance-")}
    assert {f"provenance-table-{t}" for t in "ABCDEF"} <= set(notes)
    assert {"provenance-artillery", "provenance-capacities", "provenance-factors"} <= set(notes)
    for note in notes.values():
        assert note is not None
        assert "ricostruit" in note["it"]
        assert "reconstructed" in note["en"]


def test_the_book_tells_which_tables_are_reconstructed() -> None:
    book = {r.id: r.source for r in load_rulebook(GAME.home).rule}
    for id_ in (
        "CRT-5 (c)",
        "CRT-6",
        "RES-4",
        "ART-1",
        "ART-7",
        "CAP-2",
        "PCS-2",
        "MAP-1",
        "CAL-3",
    ):
        assert "reconstructed" in book[id_]


# --- positions ----------------------------------------------------------------------------------------


def arranged(**fields: object) -> State:
    return GAME.arrange(GAME.new_setup(SCENARIO), Position(**fields), SeededChance(1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"move": 34}, "moves 1 to 33"),
        ({"side": "blue"}, "no side"),
        ({"phase": "tea"}, "no phase"),
        ({"weather": "snow"}, "no weather"),
        ({"units": (UnitPosition("A99"),)}, "no counter"),
        ({"units": (UnitPosition("A21-I5", "9999"),)}, "no hex"),
        ({"units": (UnitPosition("A21-I5", "2420"), UnitPosition("A21-I5", "2421"))}, "twice"),
        ({"units": (UnitPosition("A21-I5", "2420", state=("sad",)),)}, "no state"),
        ({"units": (UnitPosition("CD-21", "2420", state=("reduced",)),)}, "cannot be reduced"),
        ({"units": (UnitPosition("A21-I5", "2420", "allied"),)}, "cannot change sides"),
        ({"units": (UnitPosition("A21-I5", "2420", control=("CD-21",)),)}, "no army command"),
        (
            {"units": (UnitPosition("A21-I5", "2420"), UnitPosition("L1A-3-1", "2420"))},
            "both sides",
        ),
        (
            {"units": tuple(UnitPosition(u, "2420") for u in ("A21-I5", "A10-I7", "ADK-I8"))},
            "more than 2",
        ),
    ],
)
def test_nonsense_is_answered(fields: dict[str, object], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        arranged(**fields)


def test_a_description_arranges_to_the_same_state() -> None:
    state = played(9, 1, Phase.MOVEMENT)
    again = GAME.arrange(GAME.new_setup(SCENARIO), GAME.describe(state), SeededChance(1))
    assert digest(again) == digest(state)
