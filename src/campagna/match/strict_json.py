"""JSON from people, read strictly: a field that the type does not know is an error, not a shrug.

Types of a game need not forbid unknown fields (a record of a later release may carry more), but a
player who writes `"unit"` for `"units"` must hear of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from campagna.core.prepared import prepared

Json = bytes | msgspec.Raw


def decode_strictly(text: Json, kind: Any, where: str, error: type[ValueError]) -> Any:
    """The value of this JSON text; `error` names the place, as `orders[2].units[0]`, and the fault."""
    value = _decoded(text, kind, where, error)
    # What the type keeps raw is read here for the first time, and may hold a number beyond all range.
    unknown = _unknown_field(_decoded(text, Any, where, error), value, where)
    if unknown:
        raise error(unknown)
    return value


def order_kinds(order_type: Any) -> dict[str, type[msgspec.Struct]]:
    """The orders of a game by the name they have in JSON."""
    kinds = get_args(order_type) or (order_type,)
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def decode_order(text: Json, order_type: Any, where: str, error: type[ValueError]) -> Any:
    """An order; a wrong name or field is answered with the ones there are."""
    fields = decode_fields(text, where, error)
    kinds = order_kinds(order_type)
    tag = fields.get("order")
    if not isinstance(tag, str) or tag not in kinds:
        raise error(f"{where}.order: no order {json.dumps(tag)}; there are: {', '.join(kinds)}")
    unknown = _unknown_key(fields, kinds[tag], where)
    if unknown:
        # Said first: a misspelt field is also a missing one, but that is not what to mend.
        raise error(unknown)
    return decode_strictly(text, order_type, where, error)


def decode_fields(text: Json, where: str, error: type[ValueError]) -> dict[str, Any]:
    """The fields of a JSON object, whatever they are."""
    fields: dict[str, Any] = _decoded(text, dict[str, Any], where, error)
    return fields


def _decoded(text: Json, kind: Any, where: str, error: type[ValueError]) -> Any:
    try:
        return msgspec.json.decode(text, type=prepared(kind))
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise error(_located(str(problem), where)) from None
    except RecursionError:
        raise error(f"{where}: nested too deeply") from None


def _located(message: str, where: str) -> str:
    """msgspec ends its messages with "- at `$.path`"; the reader wants the path first."""
    message = message.replace("Object contains unknown field", "unknown field")
    message = message.replace("Object missing required field", "missing field")
    found = re.fullmatch(r"(.*?) - at `(?:key in )?\$(.*)`", message, re.DOTALL)
    if found is None:
        return f"{where}: {message}"
    return f"{where}{found[2].replace('[...]', '[]')}: {found[1]}"


def _unknown_key(
    raw: dict[str, Any], kind: type[msgspec.Struct] | msgspec.Struct, where: str
) -> str | None:
    known = kind.__struct_encode_fields__
    for key in raw:
        if key not in known and key != kind.__struct_config__.tag_field:
            return f"{where}: unknown field `{key}`; its fields are: {', '.join(known) or 'none'}"
    return None


def _unknown_field(raw: Any, value: Any, where: str) -> str | None:
    """The first field of `raw` that the structs made from it have no place for."""
    if isinstance(value, msgspec.Struct) and isinstance(raw, dict):
        unknown = _unknown_key(raw, value, where)
        if unknown:
            return unknown
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        pairs = [(raw[k], getattr(value, field), f".{k}") for k, field in names if k in raw]
    elif isinstance(value, Mapping) and isinstance(raw, dict):
        pairs = [(a, b, f".{k}") for (k, a), b in zip(raw.items(), value.values(), strict=False)]
    elif isinstance(value, list | tuple) and isinstance(raw, list):
        pairs = [(a, b, f"[{i}]") for i, (a, b) in enumerate(zip(raw, value, strict=False))]
    else:
        return None
    for inner, made, step in pairs:
        found = _unknown_field(inner, made, where + step)
        if found:
            return found
    return None
