"""An event in words, without the sentences that would have nothing to say.

A message may end with sentences about what does not always happen: aircraft, trucks, a delay. A
sentence whose facts are all left at the defaults of the event ("Trucks: -") is not said.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

import msgspec

from campagna.core.contract import Event
from campagna.core.messages import Messages

_SENTENCE = re.compile(r"(?<=\.) ")


def event_text(messages: Messages, event: Event, language: str) -> str:
    tag = str(event.__struct_config__.tag)
    template = messages.tables["event"][tag][language]
    first, *rest = _SENTENCE.split(template)
    idle = _idle(event)
    said = [first, *(s for s in rest if not (facts := _facts(s)) or not facts <= idle)]
    if len(said) == len(rest) + 1:
        return messages.event(event, language)
    shorter = {tag: {language: " ".join(said)}}
    return Messages({**messages.tables, "event": shorter}).event(event, language)


def _facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def _idle(event: Event) -> set[str]:
    """Fields at a default that stands for nothing; a yes or no always says something."""
    return {
        name
        for name in _optional(type(event))
        if not isinstance(value := getattr(event, name), bool) and not value
    }


@cache
def _optional(kind: type[Event]) -> tuple[str, ...]:
    """The fields that an event of this kind may leave out. Reading them is slow."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if not field.required)
