"""Words that had several meanings, or none for a stranger, do not come back as names in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "campagna"

RETIRED = {
    "told": "say what it is: text, shown, known, revealed",
    "house": "matches",
    "counsel": "advice",
    "knob": "style_factor",
    "fancy": "bias",
    "doctrine": "learned_style",
    "stance": "style",
    "whim": "UnrecordedChance, or chance",
    "welcome": "add_unit",
    "quiet": "calm, decline",
    "lean": "budget",
    "hungry": "unsupplied",
    "appraise": "value",
    "tangle": "assignment, or component",
    "muddle": "component",
    "sow": "add_sources",
    "lively": "able_to_spend",
    "purse": "budget, account",
    "ragged": "uneven",
    "furnish": "set_movement",
    "equip": "set_movement",
    "enlist": "add_unit",
    "unmark": "clear_flags",
    "feed": "supply",
    "fed": "supplied",
    "hungriest": "least_supplied",
    "prey": "capture, target",
    "seize": "capture",
    "shy": "say what is avoided",
    "fancied": "with_biases",
    "breach": "violation",
    "lookout": "sight",
    "surveyor": "region_finder",
}
"""The word, in the singular, with what to say instead."""

KEPT = {
    "house_blocks": "blocks of houses on the map",
    "prey": "a field of orders, frames and positions of Afrika Korps, which are public JSON",
}
"""Names in which the word has its plain meaning."""

SAYS_NOTHING = {
    "_again",
    "_and_one",
    "_at",
    "_away",
    "_back",
    "_both",
    "_do",
    "_else",
    "_end",
    "_go",
    "_go_on",
    "_here",
    "_it",
    "_look",
    "_now",
    "_of",
    "_off",
    "_on",
    "_one",
    "_other",
    "_out",
    "_plain",
    "_ready",
    "_rest",
    "_shy",
    "_still",
    "_then",
    "_then_on",
    "_there",
    "_to",
    "_try",
    "_up",
    "_use",
    "_way",
    "_why",
    "_with",
    "go_on",
    "then_on",
}
"""Names of functions that do not say what the function does."""

LEFT = {"core/offers/drawing.py": {"_one", "_still"}}
"""Where such functions are left."""

RETIRED_KEYS = {"stance": "manner", "shy": "saving", "knob": "style_factor"}
"""Keys of styles, with what they are now."""

RETIRED_MODULES = {
    "_plain*.py": "_kernel*.py",
    "tangle.py": "assignment.py",
    "surveyor.py": "regions.py",
    "italian.py": "locale/it",
}
"""Files that do not come back, in the source."""

RETIRED_TEST_MODULES = {
    "conformance/*.py": "laws/*.py",
    "journey.py": "random_walk.py",
    "*wild_orders.py": "fuzzed_orders.py",
    "board_setup.py": "lay.py",
    "cup.py": "event_cup.py",
    "tables.py": "fixtures.py",
    "refusals_in_code.py": "refusal_scan.py",
}
"""Files that do not come back, in the tests."""


def names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


@cache
def words(name: str) -> frozenset[str]:
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    lower = {part.lower() for part in parts}
    return frozenset(
        lower
        | {part.removesuffix("s") for part in lower}
        | {p[:-3] + "y" for p in lower if p.endswith("ies")}
    )


def retired_in(text: str) -> set[str]:
    return {
        name
        for name in names(ast.parse(text))
        if name.strip("_") not in KEPT and words(name) & RETIRED.keys()
    }


def test_no_retired_word_is_a_name() -> None:
    found = {
        str(path.relative_to(SOURCE)): bad
        for path in sorted(SOURCE.rglob("*.py"))
        if (bad := retired_in(path.read_text(encoding="utf-8")))
    }
    assert not found, f"{found}; say instead: {RETIRED}"


def test_no_module_has_a_retired_name() -> None:
    bad = [str(p) for p in SOURCE.rglob("*.py") if words(p.stem) & RETIRED.keys()]
    assert bad == []


@pytest.mark.parametrize(
    ("folder", "pattern"),
    [("src/campagna", p) for p in RETIRED_MODULES] + [("tests", p) for p in RETIRED_TEST_MODULES],
)
def test_no_retired_module_comes_back(folder: str, pattern: str) -> None:
    assert not list((SOURCE.parents[1] / folder).rglob(pattern))


def silent_functions(text: str) -> set[str]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, functions)}
    return found & SAYS_NOTHING


def test_every_function_says_what_it_does() -> None:
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        silent = silent_functions(path.read_text(encoding="utf-8")) - LEFT.get(name, set())
        if silent:
            found[name] = silent
    assert not found


def test_no_style_has_a_retired_key() -> None:
    for path in SOURCE.glob("games/*/opponent/*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert not strings & RETIRED_KEYS.keys(), path


def test_an_opponent_reads_the_map() -> None:
    """`survey` is a question about a measured table; an opponent has a map reading."""
    for path in SOURCE.glob("games/*/opponent/*.py"):
        text = path.read_text(encoding="utf-8")
        assert not {n for n in names(ast.parse(text)) if "survey" in words(n)}, path


@pytest.mark.parametrize(
    "name",
    [
        "told",
        "_told",
        "Counsel",
        "counsels",
        "fancies",
        "style_knob",
        "WhimSeat",
        "Tangle",
        "preys",
    ],
)
def test_the_search_finds_a_retired_word(name: str) -> None:
    assert retired_in(f"{name} = 1\n") == {name}


def test_the_search_finds_a_function_that_says_nothing() -> None:
    assert silent_functions("def _go_on(): ...\ndef _goes_on(): ...\n") == {"_go_on"}


@pytest.mark.parametrize("name", ["holder", "clean", "_house_blocks", "unquieted", "prey"])
def test_the_search_leaves_other_words_alone(name: str) -> None:
    assert not retired_in(f"{name} = 1\n")
