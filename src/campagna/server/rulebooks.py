"""The rules of a game to read: in chapters, and one by one with where each is kept."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from campagna.core.contract import Game, Text
from campagna.core.rulebook import Chapter, Coverage, Rule, Ruling, coverage, standing
from campagna.match.errors import Rejected
from campagna.match.loading import find_game
from campagna.match.views import rulebook


class RuleLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule as it stands in its chapter."""

    id: str
    status: str
    text: Text
    source: str = ""
    reconstructed: bool = False
    rulings: tuple[str, ...] = ()
    """The rulings that touch it."""


class ChapterView(msgspec.Struct, frozen=True):
    number: str
    title: Text
    rules: tuple[RuleLine, ...]


class RulingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What we decided where the book is silent or contradicts itself."""

    id: str
    rules: tuple[str, ...]
    question: Text
    ruling: Text
    option: str = ""
    """The option that decides otherwise, and what it is called."""
    option_text: Text | None = None


class RulebookView(msgspec.Struct, frozen=True):
    """Every rule of a game in our words, in the chapters and the order of its book."""

    title: Text
    abbreviations: Text
    chapters: tuple[ChapterView, ...]
    rulings: tuple[RulingView, ...]


class Kept(msgspec.Struct, frozen=True):
    """Where a rule is enforced or tested: file and line, the function and what it does."""

    place: str
    name: str
    does: str = ""


class RuleView(msgspec.Struct, frozen=True):
    """A rule and the rulings that touch it. A ruling has the status `ruling` and itself below."""

    id: str
    status: str
    it: str
    en: str
    source: str
    rulings: list[Ruling]
    reconstructed: bool = False
    code: tuple[Kept, ...] = ()
    tests: tuple[Kept, ...] = ()
    """Only where the tests are: in a checkout of the project."""
    how: Text | None = None
    """How it is kept, where no line of the code says it."""


@lru_cache
def rules_json(slug: str) -> bytes:
    return msgspec.json.encode(rulebook(find_game(slug).home).rule)


@lru_cache
def rulebook_json(slug: str) -> bytes:
    return msgspec.json.encode(rulebook_view(find_game(slug)))


def rulebook_view(game: Game[Any]) -> RulebookView:
    book = rulebook(game.home)
    options = {o.name: o.text for scenario in game.scenarios for o in scenario.options}
    touching: dict[str, list[str]] = {}
    for ruling in book.ruling:
        for id_ in ruling.rules:
            touching.setdefault(id_, []).append(ruling.id)
    return RulebookView(
        game.title,
        book.abbreviations or {"it": "", "en": ""},
        tuple(_chapter(chapter, game.title, rules, touching) for chapter, rules in book.chapters()),
        tuple(_ruling(ruling, options) for ruling in book.ruling),
    )


def _chapter(
    chapter: Chapter | None, title: Text, rules: tuple[Rule, ...], touching: dict[str, list[str]]
) -> ChapterView:
    """A book without chapters is one, with the title of the game."""
    lines = tuple(
        RuleLine(
            r.id,
            r.status,
            {"it": r.it, "en": r.en},
            r.source,
            r.reconstructed,
            tuple(touching.get(r.id, ())),
        )
        for r in rules
    )
    if chapter is None:
        return ChapterView("", title, lines)
    return ChapterView(chapter.number, {"it": chapter.it, "en": chapter.en}, lines)


def _ruling(ruling: Ruling, options: dict[str, Text]) -> RulingView:
    return RulingView(
        ruling.id,
        ruling.rules,
        {"it": ruling.question_it, "en": ruling.question_en},
        {"it": ruling.ruling_it, "en": ruling.ruling_en},
        ruling.option,
        options.get(ruling.option),
    )


def rule_view(slug: str, id_: str) -> RuleView:
    home = find_game(slug).home
    book = rulebook(home)
    found = book.find(id_)
    if found is None:
        raise Rejected("unknown-rule")
    if isinstance(found, Ruling):
        return RuleView(id_, "ruling", found.ruling_it, found.ruling_en, "", [found])
    row = _matrix(home)[id_]
    return RuleView(
        id_,
        found.status,
        found.it,
        found.en,
        found.source,
        [r for r in book.ruling if id_ in r.rules],
        found.reconstructed,
        _kept(home, row.code),
        _kept(home, row.tests),
        found.how,
    )


@lru_cache
def _matrix(home: Path) -> dict[str, Coverage]:
    return {row.id: row for row in coverage(home)}


def _kept(home: Path, places: tuple[str, ...]) -> tuple[Kept, ...]:
    found = ((place, standing(home, place)) for place in places)
    return tuple(Kept(place, where.name, where.does) for place, where in found)
