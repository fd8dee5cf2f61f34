"""A change brings one table to the next, in every game, and is small."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import SPECTATOR, Setup
from campagna.core.table_change import TableChange, patched, table_change
from campagna.core.tabletop import Layer, Marker, OnTable, Piece, Tabletop, Track
from campagna.games.registry import BUILT_IN, load_game

ORDERS, ELSEWHERE = 100, 12
"""In the first scenario and in each of the others."""


def _bare(**parts: object) -> Tabletop:
    table = Tabletop((), (), (), (), Track(1, ()), ())
    return msgspec.structs.replace(table, **parts)


def _piece(id_: str, at: str = "0101") -> Piece:
    return Piece(id_, "north", at, "north", "infantry")


def _same(a: Tabletop, b: Tabletop) -> bool:
    """Equal, but for the order of markers and of the hexes in a layer, which say the same."""
    return _sorted(a) == _sorted(b)


def _sorted(table: Tabletop) -> Tabletop:
    layers = tuple(msgspec.structs.replace(x, hexes=tuple(sorted(x.hexes))) for x in table.layers)
    markers = tuple(sorted(table.markers, key=msgspec.json.encode))
    return msgspec.structs.replace(table, layers=layers, markers=markers)


@pytest.mark.parametrize("slug", BUILT_IN)
def test_changes_lead_from_table_to_table_as_every_side_sees_it(slug: str) -> None:
    game = load_game(slug)
    assert isinstance(game, OnTable)
    for number, scenario in enumerate(game.scenarios):
        chance, whim = SeededChance(5), UnrecordedChance(11)
        state = game.start(Setup(scenario.id), chance)
        viewers = (*scenario.sides, SPECTATOR)
        seen = {v: game.tabletop(game.view(state, v)) for v in viewers}
        for _ in range(ELSEWHERE if number else ORDERS):
            if game.step(state) is None:
                break
            game.play(state, game.offers(state).sample(whim), chance)
            for viewer in viewers:
                now = game.tabletop(game.view(state, viewer))
                change = _through_json(table_change(seen[viewer], now))
                assert _same(patched(seen[viewer], change), now)
                seen[viewer] = now


def _through_json(change: TableChange) -> TableChange:
    return msgspec.json.decode(msgspec.json.encode(change), type=TableChange)


def test_nothing_changed_says_nothing() -> None:
    table = _bare(pieces=(_piece("a"),))
    assert msgspec.json.encode(table_change(table, table)) == b"{}"


def test_a_moved_piece_is_told_alone() -> None:
    old = _bare(pieces=(_piece("a"), _piece("b")))
    new = _bare(pieces=(_piece("a"), _piece("b", "0202")))
    change = table_change(old, new)
    assert change.pieces is not None
    assert [p.id for p in change.pieces.set] == ["b"]
    assert change.pieces.order is None


def test_pieces_in_another_order_come_with_their_order() -> None:
    old = _bare(pieces=(_piece("a"), _piece("b")))
    new = _bare(pieces=(_piece("c"), _piece("b"), _piece("a")))
    assert patched(old, table_change(old, new)) == new


def test_equal_markers_are_counted() -> None:
    cut = Marker("cut", "0303")
    old, new = _bare(markers=(cut, cut)), _bare(markers=(cut,))
    change = table_change(old, new)
    assert change.markers is not None
    assert change.markers.gone == (cut,)
    assert patched(old, change) == new


def test_a_layer_tells_the_hexes_that_it_gained_and_lost() -> None:
    title = {"it": "zone", "en": "zones"}
    old = _bare(layers=(Layer("z", title, "north", ("0101", "0102")),))
    new = _bare(layers=(Layer("z", title, "north", ("0102", "0103")),))
    change = table_change(old, new)
    assert change.layers is not None
    assert not change.layers.set
    (part,) = change.layers.hexes
    assert (part.added, part.gone) == (("0103",), ("0101",))
    assert _same(patched(old, change), new)
