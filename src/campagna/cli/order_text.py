"""Orders and their parts as people read them at the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from campagna.cli.language import language, named, say
from campagna.cli.vocabulary import known_word
from campagna.core.contract import Order
from campagna.core.messages import Messages

_MOST_NAMES = 4
"""So many units of one order are named; of the others how many there are."""
_MOST_PLACES = 2

_PHRASES = (
    (re.compile(r"lose (\d+) or retreat (\d+)"), r"perde \1 o arretra di \2"),
    (re.compile(r"lose (\d+)"), r"perde \1"),
    (re.compile(r"retreat (\d+)"), r"arretra di \1"),
    (re.compile(r"eliminated"), r"eliminato"),
)


def word(messages: Messages, key: str) -> str:
    """A name of the rules in the reader's language; with spaces if nobody has a word for it."""
    for table in ("word", "order", "decision", "side"):
        if key in messages.tables.get(table, {}):
            return named(messages, table, key)
    known = known_word(key)
    return say(*known) if known else messages.name(key, language()).replace("_", " ")


def order_name(messages: Messages, tag: str) -> str:
    """What a kind of order is called: a word of the same letters may mean something else."""
    return (
        named(messages, "order", tag)
        if tag in messages.tables.get("order", {})
        else word(messages, tag)
    )


def phrase(text: str) -> str:
    """What a forecast says of a result; the games word it in English."""
    if language() == "it":
        for english, italian in _PHRASES:
            if english.fullmatch(text):
                return english.sub(italian, text)
        known = known_word(text)
        return known[0] if known else text
    return text


def place_text(place: Sequence[int | str]) -> str:
    """A spot on a measured table, in centimetres."""
    text = "; ".join(f"{int(mm) / 10:g}" for mm in place)
    return f"({text.replace('.', ',') if language() == 'it' else text}) cm"


class Wording:
    """Orders of one game in words."""

    def __init__(self, messages: Messages) -> None:
        self.messages = messages

    def order(self, order: Order) -> str:
        """`deploy: it_S3 → 3016`; what need not be said follows with its name, if it is said."""
        fields: dict[str, Any] = msgspec.to_builtins(order)
        must = {f.encode_name for f in msgspec.structs.fields(order) if f.required}
        parts = {n: self._value(n, v) for n, v in fields.items() if n != "order"}
        said = " → ".join(part for name, part in parts.items() if name in must and part)
        besides = [self._named(n, fields[n], p) for n, p in parts.items() if n not in must and p]
        title = order_name(self.messages, fields["order"])
        text = ", ".join([said, *besides] if said else besides)
        return f"{title}: {text}" if text else title

    def _named(self, name: str, value: Any, part: str) -> str:
        return part if value is True else f"{word(self.messages, name)} {part}"

    def _value(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return word(self.messages, name) if value else ""
        if isinstance(value, list | tuple):
            return place_text(value) if _is_place(value) else self._several(name, value)
        return self.name(str(value))

    def _several(self, name: str, values: Sequence[Any]) -> str:
        if len(values) > _MOST_PLACES and all(_is_place(v) for v in values):
            middle = place_text(
                [round(sum(axis) / len(values)) for axis in zip(*values, strict=True)]
            )
            count = len(values)
            return say(f"{count} posti attorno a {middle}", f"{count} places around {middle}")
        groups = {self._parted(str(v))[0] for v in values}
        common = groups.pop() if len(groups) == 1 and len(values) > 1 else ""
        tell = self._value if not common else lambda _, v: self._parted(str(v))[1]
        shown = ", ".join(tell(name, v) for v in values[:_MOST_NAMES])
        more = len(values) - _MOST_NAMES
        if name == "path" and more > 0:
            # Of a way the end counts most.
            return f"{shown} ... {tell(name, values[-1])}"
        text = shown + (f" (+{more})" if more > 0 else "")
        return f"{common}: {text}" if common else text

    def name(self, id_: str) -> str:
        """As the game calls it; a base by its formation, since many have one name."""
        return self.messages.name(id_, language())

    def _parted(self, id_: str) -> tuple[str, str]:
        return self.messages.parted(id_, language())


def _is_place(value: Any) -> bool:
    """A spot on a measured table, in millimetres."""
    return isinstance(value, list | tuple) and [type(v) for v in value] == [int, int]
