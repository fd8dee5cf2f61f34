"""What a script expects, compared with what happened: partly, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from campagna.core.contract import Refusal
from campagna.match.script import Expected


class Unmet(msgspec.Struct, frozen=True):
    """An expectation that was not met: its place in the script, what it asks, what was found."""

    where: str
    expected: Any
    found: Any


def fits(wanted: Any, found: Any) -> bool:
    """Whether all that is wanted is there. Lists of things with an id are compared by it."""
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(
            k in found and fits(value, found[k]) for k, value in wanted.items()
        )
    if isinstance(wanted, list | tuple):
        if not isinstance(found, list | tuple):
            return False
        if wanted and all(isinstance(w, Mapping) and "id" in w for w in wanted):
            by_id = {f["id"]: f for f in found if isinstance(f, Mapping) and "id" in f}
            return all(w["id"] in by_id and fits(w, by_id[w["id"]]) for w in wanted)
        return len(wanted) == len(found) and all(map(fits, wanted, found))
    return bool(wanted == found)


def in_order(wanted: Sequence[Any], found: Sequence[Any]) -> int | None:
    """The first of the wanted that does not come, others between them; None if all do."""
    at = 0
    for number, want in enumerate(wanted):
        while at < len(found) and not fits(want, found[at]):
            at += 1
        if at == len(found):
            return number
        at += 1
    return None


def judged(
    where: str, expected: Expected, refusal: Refusal | None, rule: str | None
) -> list[Unmet]:
    """Whether it was refused by the rule and for the reason that the script names."""
    if rule != expected.rule:
        return [Unmet(f"{where}.rule", expected.rule, rule)]
    reason = refusal.reason if refusal else ""
    if expected.reason and expected.reason != reason:
        return [Unmet(f"{where}.reason", expected.reason, reason)]
    return []


def happened(where: str, expected: Expected, events: Any, sums: Any, position: Any) -> list[Unmet]:
    found = []
    plain_events = msgspec.to_builtins(events)
    missing = in_order(expected.events, plain_events)
    if missing is not None:
        found.append(Unmet(f"{where}.events[{missing}]", expected.events[missing], plain_events))
    plain = msgspec.to_builtins(sums)
    for name, value in expected.sums.items():
        if not fits(value, plain.get(name)):
            found.append(Unmet(f"{where}.sums.{name}", value, plain.get(name)))
    return found + stands(f"{where}.position", expected.position, position)


def stands(where: str, wanted: Mapping[str, Any], position: Any) -> list[Unmet]:
    """A field that is not told stands at its default."""
    plain = full(position)
    return [
        Unmet(f"{where}.{name}", value, plain.get(name))
        for name, value in wanted.items()
        if not fits(value, plain.get(name))
    ]


def full(value: Any) -> Any:
    """Plain data with the fields that are at their default."""
    if isinstance(value, msgspec.Struct):
        if value.__struct_config__.array_like:
            return msgspec.to_builtins(value)
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {name: full(getattr(value, field)) for name, field in names}
    if isinstance(value, Mapping):
        return {key: full(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [full(inner) for inner in value]
    return msgspec.to_builtins(value)
