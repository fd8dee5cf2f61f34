"""Orders nobody would give: every kind of order a game has, its fields filled with anything that fits.

Names are those of the position and of the offers as often as nonsense, so that an order passes the
first tests of a judge and stumbles, if it can, deep inside.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from campagna.core.contract import Game, Order, State
from campagna.match.strict_json import order_kinds

NONSENSE = ("", " ", "no-such-thing", "0000", "-1", "è", "\x00", "{unit}", "𝔘", "9" * 60)
NUMBERS = (0, 1, -1, 2, 7, 100, 2**31, 2**63 - 1, -(2**63), 10**18)
_MOST = 3
_KNOWN_WORDS = 400


def words_of(game: Game[Any], state: State) -> list[str]:
    """What has a name in this position: units, hexes, boxes, decisions ..."""
    found: set[str] = set()
    _gather(msgspec.to_builtins(tuple(game.offers(state))), found)
    offered = sorted(found)
    _gather(msgspec.to_builtins(game.describe(state)), found)
    others = sorted(found.difference(offered))
    half = _KNOWN_WORDS // 2
    return [*_spread(offered, half), *_spread(others, half)]


def _spread(words: list[str], most: int) -> list[str]:
    return words[:: max(1, len(words) // most)]


def _gather(value: Any, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
    elif isinstance(value, Mapping):
        found.update(str(key) for key in value)
        for inner in value.values():
            _gather(inner, found)
    elif isinstance(value, list | tuple):
        for inner in value:
            _gather(inner, found)


def fuzzed_orders(game: Game[Any], words: list[str]) -> st.SearchStrategy[Order]:
    """Well typed, and no more than that."""
    texts = st.sampled_from(words) | st.sampled_from(NONSENSE) if words else st.text(max_size=8)
    kinds = order_kinds(game.order_type).values()
    return st.one_of([_struct(kind, texts) for kind in kinds])


def _struct(kind: type[msgspec.Struct], texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    fields = {f.name: _value(f.type, texts) for f in msgspec.structs.fields(kind)}
    return st.builds(kind, **fields)


def _value(kind: Any, texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is str:
        return texts
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(-20, 2500) | st.sampled_from(NUMBERS)
    if kind is type(None):
        return st.none()
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, types.UnionType):
        return st.one_of([_value(k, texts) for k in inner])
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(_value(inner[0], texts), max_size=_MOST).map(tuple)
    if origin is tuple:
        return st.tuples(*(_value(k, texts) for k in inner))
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(texts, _value(inner[1], texts), max_size=_MOST)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(kind, texts)
    raise TypeError(f"orders have a field of type {kind}: say here what may stand in it")
