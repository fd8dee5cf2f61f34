"""What laying out a position removed or corrected, told before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from campagna.match.expectations import full

_NEVER_KEPT = ("opened",)
"""It says what laying out should do, not how the game stands."""


class Change(msgspec.Struct, frozen=True):
    """A field of the position that stands otherwise on the table than the script says."""

    field: str
    given: Any
    became: Any
    unit: str = ""
    """The unit whose field it is, if it is one's."""


def corrections(written: Mapping[str, Any], given: Any, became: Any) -> tuple[Change, ...]:
    """`written` is the position as it was read, `given` what the game made of it, `became` how the
    game describes what lies there now. What was left to the game to fill in is no correction."""
    before, after = full(given), full(became)
    found: list[Change] = []
    for name in written:
        if name in _NEVER_KEPT or name not in before:
            continue
        if _has_ids(before[name]):
            found += _units(name, written[name], before[name], after[name])
        elif _lost(before[name], after[name]):
            found.append(Change(name, before[name], after[name]))
    return tuple(found)


def _has_ids(value: Any) -> bool:
    return (
        isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "id" in value[0]
    )


def _units(name: str, written: Any, before: Any, after: Any) -> Iterator[Change]:
    there = {unit["id"]: unit for unit in after}
    for said, unit in zip(written, before, strict=True):
        now = there.get(unit["id"])
        if now is None:
            # Units at their default are not described.
            continue
        for field in said:
            if field in unit and said[field] is not None and _lost(unit[field], now[field]):
                yield Change(f"{name}.{field}", unit[field], now[field], unit["id"])


def _lost(before: Any, after: Any) -> bool:
    """Whether something that was said is no longer there. More than was said is no correction."""
    if isinstance(before, list):
        if all(isinstance(x, str) for x in before) and isinstance(after, list):
            return not set(before) <= set(after)
        return bool(before) and before != after
    if isinstance(before, dict):
        return any(k not in after or _lost(v, after[k]) for k, v in before.items() if v)
    return bool(before != after)
