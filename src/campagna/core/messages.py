"""Everything a game says, in Italian and English.

`data/messages.toml` of a game has a table per kind of message (refusal, event, result, note, prompt,
level, side, word ...) and in it a pair of templates per key: `zone-locked = {it = "...", en = "..."}`.
Templates name their facts in braces: `{unit} cannot leave {hex}`. `{cost:half}` is a number of half
points as players say it (13 is 6½), `{range:cm}` a number of millimetres in centimetres, and
`{marker:effect}` the message of the table `effect` that has the fact as its key.

Facts carry ids, messages say names. A unit is called by the columns `name_it` and `name_en` of
`data/units.csv`; one that is made during play by the table `unit`, where `"S-#"` names `S-1`, `S-2`
and so on; a part of something with a name (`c3.axis.ariete.tank2`) by its kind, number and whole.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.contract import (
    LANGUAGES,
    UNEXPLAINED,
    Event,
    Fact,
    ForecastLine,
    Note,
    Refusal,
    Step,
)

Names = Mapping[str, Mapping[str, str]]
_REFERENCE = re.compile(r"rulebook ([A-Z0-9][A-Z0-9.,/ -]*)")
_OUR_FAULT = {
    "it": "Questa strada non è possibile, ma il programma non sa dire per quale regola. È un suo errore",
    "en": "This way is not possible, but the program cannot say by which rule. That is its own fault",
}
_NUMBERED = re.compile(r"(.*?)(\d{1,9})", re.DOTALL)
"""No name of ours has a longer number, and `int` refuses those of thousands of digits."""


class Messages:
    def __init__(self, tables: Mapping[str, Names]) -> None:
        self.tables = tables

    def text(
        self, table: str, key: str, language: str, facts: Mapping[str, Any] | None = None
    ) -> str:
        """The message with its facts filled in. An unknown key is a bug and raises KeyError."""
        template = self.tables[table][key][language]
        said = template.format_map({k: _Said(self, v, language) for k, v in (facts or {}).items()})
        # A name that begins the sentence is written as one.
        return said[:1].upper() + said[1:] if template.startswith("{") else said

    def name(self, id_: str, language: str) -> str:
        """What an id is called: a word of the game, a unit, a part of either; else the id itself."""
        whole, own = self.parted(id_, language)
        return f"{own} ({whole})" if whole else own

    def parted(self, id_: str, language: str) -> tuple[str, str]:
        """The formation, where the id names a part of one, and the name within it."""
        known = self._known(id_)
        if known is not None:
            return "", known[language]
        found = _NUMBERED.fullmatch(id_)
        if found is not None and (kind := self._known(f"{found[1]}#")) is not None:
            return "", kind[language].format(n=int(found[2]))
        group, _, own = id_.rpartition(".")
        whole = self._known(group) if group else None
        if whole is None:
            return "", id_
        if own.isdecimal():
            return "", f"{whole[language]} {own}"
        kind = self._known(own)
        number = "" if kind is not None or found is None else found[2]
        kind = kind or self._known(own.removesuffix(number))
        called = kind[language] if kind is not None else own.removesuffix(number)
        return whole[language], f"{called} {number}".strip()

    def _known(self, id_: str) -> Mapping[str, str] | None:
        tables = (self.tables.get(name, {}) for name in ("word", "unit", "place"))
        return next((table[id_] for table in tables if id_ in table), None)

    def word(self, value: object, language: str) -> str:
        """A fact as the reader sees it: lists joined, words and names of the game translated."""
        if isinstance(value, list | tuple):
            return self._joined([str(v) for v in value], language) or "-"
        return self.name(str(value), language)

    def _joined(self, ids: Iterable[str], language: str) -> str:
        """Neighbours of one formation share its name: `tanks 1, tanks 2 (Ariete)`."""
        parted = (self.parted(id_, language) for id_ in ids)
        return ", ".join(
            ", ".join(own for _, own in members) + (f" ({whole})" if whole else "")
            for whole, members in groupby(parted, key=lambda pair: pair[0])
        )

    def place(self, name: str) -> Mapping[str, str]:
        """What a place of the map is called; the board has one name for both languages."""
        return self.tables.get("place", {}).get(name) or dict.fromkeys(LANGUAGES, name)

    def places(self, language: str) -> dict[str, str]:
        """The places of the map that have a name of their own in this language."""
        return {name: texts[language] for name, texts in self.tables.get("place", {}).items()}

    def source(self, source: str, language: str) -> str:
        """Where data come from. Data files say it in English, `data/sources.toml` in Italian."""
        parts = " ".join(source.split()).split("; ")
        return "; ".join(self._source(part, language) for part in parts)

    def _source(self, part: str, language: str) -> str:
        known = self.tables.get("source", {}).get(part)
        if known is not None:
            return known[language]
        found = _REFERENCE.fullmatch(part)
        return f"regolamento {found[1]}" if found and language == "it" else part

    def refusal(self, refusal: Refusal, language: str) -> str:
        if refusal.reason == UNEXPLAINED:
            return _OUR_FAULT[language]
        return self.text("refusal", refusal.reason, language, refusal.facts)

    def note(self, note: Note, language: str) -> str:
        return self.text("note", note.key, language, note.facts)

    def result(self, line: ForecastLine, language: str) -> str:
        """A result of a forecast in words; of several dice, one after the other."""
        known = self.tables.get("result", {})
        keys = [line.means or line.result]
        if keys[0] not in known:
            keys = keys[0].split()
        return "; ".join(self.text("result", key, language, line.outcomes) for key in keys)

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


class _Said:
    """A fact in the braces of a template."""

    def __init__(self, messages: Messages, value: object, language: str) -> None:
        self.messages, self.value, self.language = messages, value, language

    def __format__(self, how: str) -> str:
        if how == "half" and isinstance(self.value, int):
            return half_points(self.value)
        if how == "cm" and isinstance(self.value, int):
            return centimetres(self.value, self.language)
        if how in self.messages.tables:
            return self.messages.text(how, str(self.value), self.language)
        if how:
            raise ValueError(f"a message asks for '{how}' of {self.value!r}")
        return self.messages.word(self.value, self.language)


def half_points(halves: int) -> str:
    """Half movement points as players write them: 13 is 6½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def centimetres(millimetres: int, language: str) -> str:
    """A length on a measured table: 147 is 14.7 cm, with a comma in Italian."""
    text = f"{millimetres / 10:.1f}".removesuffix(".0")
    return f"{text.replace('.', ',') if language == 'it' else text} cm"


@lru_cache
def load_messages(home: Path) -> Messages:
    """The messages of the game that lives in this folder."""
    with (home / "data" / "messages.toml").open("rb") as file:
        tables: dict[str, Names] = tomllib.load(file)
    units = {**_unit_names(home / "data" / "units.csv"), **tables.get("unit", {})}
    sources = _sources(home / "data" / "sources.toml")
    added = {"unit": units, "source": sources}
    return Messages({**tables, **{name: table for name, table in added.items() if table}})


def _sources(path: Path) -> Names:
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {en: {"it": it, "en": en} for en, it in tomllib.load(file).items()}


def _unit_names(path: Path) -> Names:
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["id"]: {language: row[f"name_{language}"] for language in LANGUAGES}
            for row in csv.DictReader(file)
        }
