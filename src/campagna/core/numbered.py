"""Numbers of a position that stand for something with a name.

A state speaks of units and hexes by number, and so do the frames and markers that a position takes over
from it as they are. Their fields say what they number (`UnitIndex`, `HexIndex` ...), so that people can
write the name in its place, and read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import inspect

_NAMES = "names"
NOBODY = -1
"""The number that stands for nobody and nowhere; its name is empty."""

UnitIndex = Annotated[int, msgspec.Meta(extra={_NAMES: "unit"})]
HexIndex = Annotated[int, msgspec.Meta(extra={_NAMES: "hex"})]
SideIndex = Annotated[int, msgspec.Meta(extra={_NAMES: "side"})]
BoxIndex = Annotated[int, msgspec.Meta(extra={_NAMES: "box"})]
AirIndex = Annotated[int, msgspec.Meta(extra={_NAMES: "air"})]

Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
"""So many of something: what people write is never less than none, nor beyond all reason."""

Since = Annotated[int, msgspec.Meta(ge=NOBODY, le=9999)]
"""A number from 0, or -1 for none."""

Names = Mapping[str, Sequence[str]]
"""What the numbers of each kind are called."""


class UnknownName(ValueError):
    """A name that nothing has; `path` is where it stands, as `.agenda[0].units[1]`."""

    def __init__(self, path: str, kind: str, name: str) -> None:
        super().__init__(f"{path}: nothing is called '{name}' here, and a {kind} is meant")


def numbered(raw: Any, kind: Any, names: Names) -> Any:
    """Plain data with each name replaced by its number. Raises `UnknownName`."""
    return _numbered(raw, _type(kind), names, "")


def named(raw: Any, kind: Any, names: Names) -> Any:
    """Plain data with each number replaced by its name, for people to read."""
    return _named(raw, _type(kind), names)


@lru_cache(maxsize=64)
def _type(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _kind_of(of: inspect.Type) -> str | None:
    extra = of.extra if isinstance(of, inspect.Metadata) else None
    return None if extra is None else extra.get(_NAMES)


def _numbered(raw: Any, of: inspect.Type, names: Names, path: str) -> Any:
    kind = _kind_of(of)
    if kind is None:
        return _within(raw, of, lambda x, t, step: _numbered(x, t, names, path + step))
    if not isinstance(raw, str):
        return raw
    if not raw:
        return NOBODY
    if raw not in names.get(kind, ()):
        raise UnknownName(path, kind, raw)
    return names[kind].index(raw)


def _named(raw: Any, of: inspect.Type, names: Names) -> Any:
    kind = _kind_of(of)
    if kind is None:
        return _within(raw, of, lambda x, t, _: _named(x, t, names))
    known = names.get(kind, ())
    if not isinstance(raw, int) or not known:
        return raw
    return known[raw] if 0 <= raw < len(known) else ""


def _within(raw: Any, of: inspect.Type, each: Any) -> Any:
    """The same data, what lies one level below replaced by what `each(data, type, step)` makes of it."""
    if isinstance(of, inspect.Metadata):
        return _within(raw, of.type, each)
    if isinstance(of, inspect.UnionType):
        fitting = _fitting(raw, of.types)
        return raw if fitting is None else _within(raw, fitting, each)
    if isinstance(of, inspect.StructType):
        return _within_struct(raw, of, each)
    if isinstance(raw, list | tuple):
        if isinstance(of, inspect.TupleType):
            pairs = enumerate(zip(raw, of.item_types, strict=False))
            return [*(each(x, t, f"[{i}]") for i, (x, t) in pairs), *raw[len(of.item_types) :]]
        if isinstance(of, inspect.CollectionType):
            return [each(x, of.item_type, f"[{i}]") for i, x in enumerate(raw)]
    if isinstance(raw, Mapping) and isinstance(of, inspect.DictType):
        return {key: each(x, of.value_type, f".{key}") for key, x in raw.items()}
    return raw


def _within_struct(raw: Any, of: inspect.StructType, each: Any) -> Any:
    if isinstance(raw, Mapping):
        fields = {field.encode_name: field.type for field in of.fields}
        return {k: each(x, fields[k], f".{k}") if k in fields else x for k, x in raw.items()}
    if isinstance(raw, list | tuple) and of.array_like:
        tags = [] if of.tag is None else [raw[0]] if raw else []
        rest = raw[len(tags) :]
        made = [
            each(x, field.type, f"[{i}]")
            for i, (x, field) in enumerate(zip(rest, of.fields, strict=False))
        ]
        return [*tags, *made, *rest[len(made) :]]
    return raw


def _fitting(raw: Any, types: Sequence[inspect.Type]) -> inspect.Type | None:
    """The alternative that plain data was made of: by its tag, else by its shape."""
    return next((of for of in types if _may_be(raw, of)), None)


def _may_be(raw: Any, of: inspect.Type) -> bool:
    if isinstance(of, inspect.StructType):
        if of.tag is None or of.tag_field is None:
            return isinstance(raw, list | tuple if of.array_like else Mapping)
        return isinstance(raw, Mapping) and raw.get(of.tag_field) == of.tag
    if isinstance(of, inspect.CollectionType | inspect.TupleType):
        return isinstance(raw, list | tuple)
    return isinstance(of, inspect.Metadata) and isinstance(raw, int | str)
