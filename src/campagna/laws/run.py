"""Every law on every case of one game, without a test runner."""

from __future__ import annotations

import inspect
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from campagna.core.contract import Game
from campagna.core.rulebook import gaps, project_root
from campagna.laws import (
    laws_of_chance,
    laws_of_guides,
    laws_of_input,
    laws_of_memos,
    laws_of_offers,
    laws_of_play,
    laws_of_records,
    laws_of_secrecy,
    laws_of_writing,
)
from campagna.laws.cases import GUESTS, Case, cases_of
from campagna.laws.plain_kernels import PlainKernels
from campagna.laws.random_walk import RandomWalk, travel

CHAPTERS: tuple[ModuleType, ...] = (
    laws_of_play,
    laws_of_input,
    laws_of_memos,
    laws_of_offers,
    laws_of_chance,
    laws_of_secrecy,
    laws_of_writing,
    laws_of_records,
    laws_of_guides,
)
BOOK = "every_rule_of_the_book_has_code_and_a_test"
INSTALLED = "site-packages"

Law = Callable[..., None]


class Break(msgspec.Struct, frozen=True):
    """A law that a case broke."""

    case: str
    problem: str


class Verdict(msgspec.Struct, frozen=True):
    """What became of a law; without a break it was kept. `skipped` where nothing could be looked at."""

    law: str
    breaks: tuple[Break, ...] = ()
    skipped: bool = False


@cache
def laws() -> dict[str, Law]:
    """Every law by name: the public functions whose first argument is a walk."""
    return {
        name: function
        for chapter in CHAPTERS
        for name, function in inspect.getmembers(chapter, inspect.isfunction)
        if function.__module__ == chapter.__name__ and _is_law(name, function)
    }


def _is_law(name: str, function: Law) -> bool:
    first = next(iter(inspect.signature(function).parameters.values()), None)
    return not name.startswith("_") and first is not None and first.annotation == "RandomWalk"


def check(game: Game[Any]) -> Iterator[Verdict]:
    """The verdict on each law, one after the other; each random game is played once."""
    known = GUESTS.get(game.slug)
    GUESTS[game.slug] = game
    try:
        yield from _verdicts(game)
    finally:
        # Whoever asks for the slug next means the game that was there before.
        del GUESTS[game.slug]
        if known is not None:
            GUESTS[game.slug] = known


def _verdicts(game: Game[Any]) -> Iterator[Verdict]:
    walk_of = cache(travel)
    with PlainKernels() as kernels, tempfile.TemporaryDirectory() as folder:
        given: dict[str, object] = {"Path": Path(folder), "PlainKernels": kernels}
        for name, law in laws().items():
            needs = list(inspect.signature(law).parameters.values())[1:]
            ready = partial(law, **{need.name: given[need.annotation] for need in needs})
            yield Verdict(name, tuple(_breaks(ready, cases_of(game.slug), walk_of)))
    yield book_verdict(game)


def _breaks(law: Law, cases: list[Case], walk_of: Callable[[Case], RandomWalk]) -> Iterator[Break]:
    for case in cases:
        try:
            law(walk_of(case))
        except (Exception, pytest.fail.Exception) as problem:
            yield Break(str(case), _place_and_problem(problem))


def _place_and_problem(problem: BaseException) -> str:
    """What went wrong, where, and in which order of the game."""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    lines = [f"{Path(last.filename).name}:{last.lineno}: {last.line}"]
    lines += [f"{type(problem).__name__}: {problem}"] if str(problem) else []
    return "\n".join([*lines, *getattr(problem, "__notes__", ())])


def book_verdict(game: Game[Any]) -> Verdict:
    """The matrix of rules, code and tests, which only a checkout of the game has."""
    if INSTALLED in game.home.parts or project_root(game.home) is None:
        return Verdict(BOOK, skipped=True)
    return Verdict(BOOK, tuple(Break(game.slug, gap) for gap in gaps(game.home)))
