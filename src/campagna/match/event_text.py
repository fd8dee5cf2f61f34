"""An event in words, without the sentences that would have nothing to say.

A message may end with sentences about what does not always happen: aircraft, trucks, a delay. A
sentence whose facts are all left at the defaults of the event ("Trucks: -") is not said. Where that
means something too, the sentence has a second form: "It is late until turn {due} | It is ready". The first
fact that the usual form names decides which of them is said.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

import msgspec

from campagna.core.contract import Event
from campagna.core.messages import Messages

_SENTENCE = re.compile(r"(?<=\.) ")
_FORMS = " | "


def event_text(messages: Messages, event: Event, language: str) -> str:
    tag = str(event.__struct_config__.tag)
    template = messages.tables["event"][tag][language]
    first, *rest = _SENTENCE.split(template)
    idle = _idle(event)
    said = " ".join([first, *filter(None, (_said(event, idle, s) for s in rest))])
    if said == template:
        return messages.event(event, language)
    shorter = {tag: {language: said}}
    return Messages({**messages.tables, "event": shorter}).event(event, language)


def _said(event: Event, idle: set[str], sentence: str) -> str:
    """The form of a sentence that fits what happened, or nothing."""
    if _FORMS in sentence:
        usual, other = sentence.rstrip(".").split(_FORMS)
        form = usual if getattr(event, _named(usual)[0]) else other
        return form + "." * sentence.endswith(".")
    facts = set(_named(sentence))
    return "" if facts and facts <= idle else sentence


def _named(sentence: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(sentence) if name]


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
