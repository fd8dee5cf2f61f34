"""What the messages of every game keep: both languages, the same facts, plain wording."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import msgspec

from campagna.core.contract import LANGUAGES, Event
from campagna.core.messages import Messages

Samples = Mapping[object, list[Any]]
"""For each type of field a small and a large value; a class and a field may have their own."""


def placeholders(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def samples(kind: type[Event], values: Samples, rule: str) -> Iterator[Event]:
    """Events of a class: small and large values, optional fields given and left out."""
    fields = [f for f in msgspec.structs.fields(kind) if f.name != "rule"]
    for choice in (0, -1):
        given = {f.name: values.get((kind, f.name), values[f.type])[choice] for f in fields}
        yield kind(rule=rule, **given)
        yield kind(rule=rule, **{f.name: given[f.name] for f in fields if f.required})


def assert_reads_well(text: str) -> None:
    assert text == text.strip()
    assert text[0].isupper() or text[0].isdigit(), text
    assert not re.search(r"[{}!]|  |\.$| [,.:;]|\.\.|True|False|_", text), text


def nothing_lacks_a_language(messages: Messages) -> None:
    assert messages.missing() == []


OPTIONAL = {
    "account",
    "aim",
    "arrival",
    "box",
    "condition",
    "decision",
    "drawn",
    "effect",
    "end",
    "field",
    "ground",
    "note",
    "obligation",
    "offer",
    "option",
    "order",
    "place",
    "provenance",
    "ruler",
    "source",
    "strip",
    "sum",
    "tally",
    "unit",
    "warning",
}
"""Tables that a game may have."""


def the_tables_are_known(messages: Messages) -> None:
    """A misspelt table would never be read; not every game needs the others."""
    needed = {"refusal", "event", "prompt", "level", "word", "phase", "side", "result"}
    assert needed <= set(messages.tables) <= needed | OPTIONAL


def the_wording_is_plain(messages: Messages) -> None:
    """No exclamation marks, no final stops, no rule numbers: the interface adds the chip."""
    for table, texts_of in messages.tables.items():
        if table == "source":
            continue
        for key, texts in texts_of.items():
            for language in LANGUAGES:
                template = texts[language]
                plain = not re.search(r"!|\.$|  |§|\bregola\b|\brule\b", template)
                assert plain, (table, key, language)


def both_languages_state_the_same_facts(messages: Messages) -> None:
    for table, texts_of in messages.tables.items():
        for key, texts in texts_of.items():
            assert placeholders(texts["it"]) == placeholders(texts["en"]), f"{table}.{key}"
