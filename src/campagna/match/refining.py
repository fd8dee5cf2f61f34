"""How an order could be changed in one detail and still be allowed.

A gesture at the table fills in who and where; an order may say more: which hexes an aircraft flies
over, who is left behind on the way. Here every detail is tried on the judge, so whoever draws the
controls needs to know no rule. What is tried comes from the order, from what its side is offered
and from what its side sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, permutations
from typing import Any

import msgspec

from campagna.core.contract import Game, Order, State
from campagna.core.prepared import prepared
from campagna.core.tabletop import OnTable

_MOST = 400
"""Changes of one field that are tried at most."""


class Change(msgspec.Struct, frozen=True):
    """`item` is what is put in or taken out (`on`: it is in now), `value` the whole field then."""

    item: Any
    on: bool
    value: Any


class Detail(msgspec.Struct, frozen=True):
    field: str
    required: bool
    changes: list[Change]


def details(game: Game[Any], state: State, order: Order, side: str) -> list[Detail]:
    """The fields of this order that may be changed, each with the changes that are allowed."""
    kind = msgspec.inspect.type_info(type(order))
    assert isinstance(kind, msgspec.inspect.StructType)
    now: dict[str, Any] = msgspec.to_builtins(order)
    pieces = _own_pieces(game, state, side)
    listed = _alike(game, state, now)
    found = []
    for field in kind.fields:
        tried = _changes(field, now, pieces, listed)
        allowed = [c for c in islice(tried, _MOST) if _allows(game, state, now, field, c)]
        if allowed:
            found.append(Detail(field.encode_name, field.required, allowed))
    return found


def _own_pieces(game: Game[Any], state: State, side: str) -> list[str]:
    if not isinstance(game, OnTable):
        return []
    return [p.id for p in game.tabletop(game.view(state, side)).pieces if p.side == side]


def _alike(game: Game[Any], state: State, now: dict[str, Any]) -> list[dict[str, Any]]:
    """The offered orders of this kind, for an order that names nothing it could be filled from."""
    if any(_words(now, name) for name in now):
        return []
    listing = game.offers(state).listing()
    return [o for o in _listed(listing) if o["order"] == now["order"]]


def _listed(block: Any) -> Iterator[dict[str, Any]]:
    """Whole orders anywhere in a listing."""
    if isinstance(block, Order):
        yield msgspec.to_builtins(block)
    elif isinstance(block, dict):
        if isinstance(block.get("order"), str):
            yield block
        for inner in block.values():
            yield from _listed(inner)
    elif isinstance(block, list | tuple):
        for inner in block:
            yield from _listed(inner)


def _changes(
    field: msgspec.inspect.Field,
    now: dict[str, Any],
    pieces: list[str],
    listed: list[dict[str, Any]],
) -> Iterator[Change]:
    name, kind = field.encode_name, field.type
    value = now[name]
    if isinstance(kind, msgspec.inspect.BoolType) and not field.required:
        yield Change(True, value, not value)
    elif isinstance(kind, msgspec.inspect.IntType) and not field.required:
        for n in (value - 1, value + 1):
            if n >= 0:
                yield Change(n, False, n)
    elif isinstance(kind, msgspec.inspect.VarTupleType):
        yield from _members(field, now, pieces, listed)


def _members(
    field: msgspec.inspect.Field,
    now: dict[str, Any],
    pieces: list[str],
    listed: list[dict[str, Any]],
) -> Iterator[Change]:
    """One more or one less in a list. A list that must be given holds units or it is a way."""
    name = field.encode_name
    value: list[Any] = list(now[name])
    known = set(pieces)
    for i, item in enumerate(value):
        if not field.required or _is_one_of(item, known):
            yield Change(item, True, value[:i] + value[i + 1 :])
    offered = [item for o in listed for item in o.get(name) or ()]
    assert isinstance(field.type, msgspec.inspect.VarTupleType)
    match field.type.item_type:
        case msgspec.inspect.StrType():
            mentioned = [] if field.required else _words(now, name)
            more: Iterable[Any] = (*offered, *mentioned, *pieces)
        case msgspec.inspect.TupleType():
            pairs = ([a, b] for a, b in permutations(_words(now, name), 2))
            more = (*map(list, offered), *pairs)
        case _:
            more = offered
    tried = list(value)
    for item in more:
        if item not in tried and (not field.required or _is_one_of(item, known)):
            tried.append(item)
            yield Change(item, False, [*value, item])


def _is_one_of(item: Any, pieces: set[str]) -> bool:
    """A place on a measured table is a list of numbers, and no piece."""
    return isinstance(item, str) and item in pieces


def _words(now: dict[str, Any], but: str) -> list[str]:
    """Every name in the other fields of the order, each once."""
    found: dict[str, None] = {}
    for name, value in now.items():
        if name not in ("order", but):
            items = value if isinstance(value, list | tuple) else [value]
            found.update({item: None for item in items if isinstance(item, str)})
    return list(found)


def _allows(
    game: Game[Any],
    state: State,
    now: dict[str, Any],
    field: msgspec.inspect.Field,
    change: Change,
) -> bool:
    changed = {**now, field.encode_name: change.value}
    return game.refusal(state, msgspec.convert(changed, prepared(game.order_type))) is None
