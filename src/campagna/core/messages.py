"""Everything a game says, in Italian and English.

`data/messages.toml` of a game has a table per kind of message (refusal, event, prompt, level,
side, word ...) and in it a pair of templates per key: `zone-locked = {it = "...", en = "..."}`.
Templates name their facts in braces: `{unit} cannot leave {hex}`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.contract import LANGUAGES, Event, Fact, Refusal, Step


class Messages:
    def __init__(self, tables: Mapping[str, Mapping[str, Mapping[str, str]]]) -> None:
        self.tables = tables

    def text(
        self, table: str, key: str, language: str, facts: Mapping[str, Any] | None = None
    ) -> str:
        """The message with its facts filled in. An unknown key is a bug and raises KeyError."""
        template = self.tables[table][key][language]
        return template.format_map({k: self._word(v, language) for k, v in (facts or {}).items()})

    def _word(self, value: object, language: str) -> str:
        """A fact as the reader sees it: lists joined, words of the game translated."""
        if isinstance(value, list | tuple):
            return ", ".join(self._word(v, language) for v in value) or "-"
        word = self.tables.get("word", {}).get(str(value))
        return str(value) if word is None else word[language]

    def refusal(self, refusal: Refusal, language: str) -> str:
        return self.text("refusal", refusal.reason, language, refusal.facts)

    def prompt(self, step: Step, language: str) -> str:
        facts: dict[str, Fact] = {"side": step.side, **step.facts}
        return self.text("prompt", step.decision, language, facts)

    def event(self, event: Event, language: str) -> str:
        facts = msgspec.structs.asdict(event)
        return self.text("event", str(event.__struct_config__.tag), language, facts)

    def missing(self) -> list[str]:
        """Messages that lack a language, as `table.key.language`."""
        return [
            f"{table}.{key}.{language}"
            for table, messages in self.tables.items()
            for key, texts in messages.items()
            for language in LANGUAGES
            if not texts.get(language)
        ]


@lru_cache
def load_messages(home: Path) -> Messages:
    """The messages of the game that lives in this folder."""
    with (home / "data" / "messages.toml").open("rb") as file:
        return Messages(tomllib.load(file))
