"""Paths that break a rule at their last step: a legal beginning out of the offers, and one hex more."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import UNEXPLAINED, Game, Order, Refusal, State
from campagna.core.offers import Group, Reach
from campagna.core.offers.listing import completed, path_to
from campagna.hexes.board import Board, load_board

T = TypeVar("T")

TRIED = 60
"""Paths of one state that are looked at: many of them turn out to be legal."""


@dataclass(frozen=True)
class BrokenPath:
    """An order that is refused, and the way it wanted to go, from the first hex to the last."""

    order: Order
    units: tuple[str, ...]
    way: tuple[str, ...]
    enters: bool
    """The way begins with the hex by which the units come onto the map."""
    refusal: Refusal


@lru_cache
def board_of(home: Path) -> Board:
    return load_board(home / "data" / "map.toml")


def broken_paths(
    game: Game[Any], state: State, chance: Chance, wanted: Container[tuple[str, str]], most: int
) -> Iterator[BrokenPath]:
    """Up to `most` paths that are refused for one of the wanted rules and reasons."""
    reaches = [o for o in game.offers(state) if isinstance(o, Reach) and o.groups]
    if reaches:
        places = {u.id: str(u.at) for u in game.describe(state).units}
        tries = (_try(game, state, places, _one(reaches, chance), chance) for _ in range(TRIED))
        found = (p for p in tries if p and (p.refusal.rule, p.refusal.reason) in wanted)
        yield from islice(found, most)


def _try(
    game: Game[Any], state: State, places: dict[str, str], offer: Reach, chance: Chance
) -> BrokenPath | None:
    group, board = _one(offer.groups, chance), board_of(game.home)
    unit = _one(group.units, chance)
    start = places[unit] if places[unit] in board.grid.index else ""
    begun = _beginning(offer, group, chance) or ((start,) if offer.from_origin else ())
    here = begun[-1] if begun else start
    path = (*begun, _next_hex(board, here, chance) if here else _one(board.grid.ids, chance))
    filled = completed(offer, {offer.unit: (unit,) if offer.together else unit, offer.path: path})
    order = msgspec.convert({"order": offer.order, **filled}, game.order_type)
    refusal = game.refusal(state, order)
    if refusal is None:
        return None
    assert refusal.reason != UNEXPLAINED, f"no cause for {path}"
    way = (start, *path) if start and not offer.from_origin else path
    return BrokenPath(order, (unit,), way, not start, refusal)


def _beginning(offer: Reach, group: Group, chance: Chance) -> tuple[str, ...]:
    """A way to some hex in reach; often none, since many rules speak of the first step."""
    if not group.steps or chance.roll(3, "no beginning") == 1:
        return ()
    return path_to(offer, group, _one(group.steps, chance)[0])


def _next_hex(board: Board, here: str, chance: Chance) -> str:
    """Mostly a neighbour; now and then a hex anywhere."""
    grid = board.grid
    near = [h for h in grid.neighbours[grid.index[here] * 6 : grid.index[here] * 6 + 6] if h >= 0]
    return grid.ids[_one(near, chance)] if chance.roll(30, "far") > 1 else _one(grid.ids, chance)


def _one(things: Sequence[T], chance: Chance) -> T:
    return things[chance.roll(len(things), "one") - 1]
