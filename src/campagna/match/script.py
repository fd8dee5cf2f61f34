"""A position script as people write it: a JSON object, read strictly."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from campagna.match.strict_json import decode_strictly

NOTHING = msgspec.Raw(b"null")


class ScriptError(ValueError):
    """The script cannot be read or played; the message names the place in it."""


class RefusedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that the rules do not allow at the start, and the rule that says so."""

    order: msgspec.Raw
    rule: str
    reason: str = ""


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What should become of an order. What is left out is not looked at."""

    rule: str | None = None
    """The rule that refuses it; none: it is played."""
    reason: str = ""
    events: tuple[dict[str, Any], ...] = ()
    """Events that happen, in this order, others between them; only these fields are compared."""
    sums: dict[str, Any] = {}
    """How the odds come about, as `campagna forecast --json` tells it; only these are compared."""
    position: dict[str, Any] = {}
    """How the game stands after it, in the fields of a position; units by their id."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The script as written. Position and orders wait for the game to say what they must be."""

    game: str
    scenario: str | None = None
    options: dict[str, bool | str] = {}
    rule: str = ""
    """The rule of the book that it shows."""
    title: dict[str, str] = {}
    about: dict[str, str] = {}
    """What it shows, in both languages."""
    position: msgspec.Raw = NOTHING
    """Left out or null: the normal start."""
    dice: tuple[int, ...] = ()
    draws: tuple[int, ...] = ()
    legal: tuple[msgspec.Raw, ...] = ()
    """Orders that are allowed at the start; they are judged, not played."""
    refused: tuple[RefusedOrder, ...] = ()
    orders: tuple[msgspec.Raw, ...] = ()
    expect: tuple[Expected, ...] = ()
    """What should become of each of `orders`, in the same order."""
    until: str = ""
    """A phase: orders are played until the game stands in it, and it goes no further by itself."""
    stop_after: int | None = None
    """No more orders are played than this."""

    def expects_refusal(self, number: int) -> bool:
        """Whether it says of this order that a rule refuses it: then it is no mistake of its author."""
        return number < len(self.expect) and self.expect[number].rule is not None


def read_script(text: bytes) -> Script:
    """Raises `ScriptError`, with line and column where the text is not JSON."""
    try:
        json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        raise ScriptError(f"not UTF-8 text (byte {problem.start})") from None
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}, column {problem.colno}"
        raise ScriptError(f"malformed JSON at {where}: {problem.msg}") from None
    except ValueError as problem:
        raise ScriptError(f"malformed JSON: {problem}") from None
    except RecursionError:
        raise ScriptError("malformed JSON: nested too deeply") from None
    script: Script = decode_strictly(
        text.removeprefix(b"\xef\xbb\xbf"), Script, "script", ScriptError
    )
    if len(script.expect) > len(script.orders):
        raise ScriptError(f"expect[{len(script.orders)}]: there is no such order in 'orders'")
    if script.stop_after is not None and script.stop_after < 0:
        raise ScriptError("stop_after: a number of orders, 0 or more")
    return script
