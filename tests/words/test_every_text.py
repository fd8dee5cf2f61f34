"""Every text of the program, read where it is written: what no game and no screen of a test shows.

Random games and the pages show what comes up in them. Here each pair of an Italian and an English text is
read: the tables of every game, the texts in the code, the words of the browser.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campagna.core.contract import LANGUAGES
from campagna.core.messages import load_messages
from tests.laws.cases import all_slugs, game_of
from tests.words.raw_names import Sieve
from tests.words.test_names import program_names

ROOT = Path(__file__).parents[2]
FIELD = re.compile(r"\{[^{}]*\}")
LENGTH = re.compile(r"\d{3} mm\b")
CODE = re.compile(r"`[^`]*`")
SAID = r"""(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")"""
PAIRS = (
    re.compile(rf"\bw\(\s*{SAID},\s*{SAID},?\s*\)"),
    re.compile(rf"\bit:\s*{SAID},\s*en:\s*{SAID}"),
)
Pair = tuple[str, dict[str, str]]


def _read(sieve: Sieve, pairs: Iterator[Pair]) -> int:
    count = 0
    for where, texts in pairs:
        count += 1
        for language in LANGUAGES:
            sieve.read(where, language, CODE.sub("X", FIELD.sub("9", texts[language])))
    return count


def _of_table(where: str, value: Any) -> Iterator[Pair]:
    """Texts under `it` and `en`, and under names that end so."""
    if isinstance(value, list):
        for inner in value:
            yield from _of_table(where, inner)
    if not isinstance(value, dict):
        return
    for name, text in value.items():
        if name.startswith("how_") or name == "how":
            # How the code keeps a rule is told to whoever reads the code.
            continue
        other = f"{name[:-2]}en"
        if (name == "it" or name.endswith("_it")) and isinstance(text, str) and other in value:
            yield where, {"it": text, "en": value[other]}
        elif not isinstance(text, str):
            yield from _of_table(f"{where}.{name}", text)


@pytest.mark.parametrize("slug", all_slugs())
def test_the_tables_of_a_game_are_in_words(slug: str) -> None:
    game = game_of(slug)
    sieve = Sieve(program_names(load_messages(game.home)), NAMES)
    count = 0
    for path in sorted((game.home / "data").rglob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        count += _read(sieve, _of_table(path.stem, table))
    assert count > 50
    assert not sieve.found, sieve.report()


def test_lengths_on_the_measured_table_are_in_centimetres() -> None:
    """The program counts in millimetres; only a step of one is told, and calibres."""
    home = game_of("alto-comando").home
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in home.rglob("*.toml")]
    pairs = [pair for table in tables for pair in _of_table("", table)]
    pairs += [pair for path in home.rglob("*.py") for pair in _in_code(path)]
    found = [text for _, texts in pairs for text in texts.values() if LENGTH.search(text)]
    assert not found


def test_the_texts_in_the_code_are_in_words() -> None:
    sieve = Sieve(frozenset(), NAMES)
    count = 0
    for path in sorted((ROOT / "src").rglob("*.py")):
        count += _read(sieve, _in_code(path))
    assert count > 400
    assert not sieve.found, sieve.report()


def _in_code(path: Path) -> Iterator[Pair]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            named = {
                key.value: value.value
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
            }
            if set(named) == set(LANGUAGES):
                yield f"{path.stem}:{node.lineno}", {k: str(named[k]) for k in LANGUAGES}
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
            said = [_written(argument) for argument in node.args]
            if len(said) == len(LANGUAGES):
                yield f"{path.stem}:{node.lineno}", dict(zip(("it", "en"), said, strict=True))


def _written(node: ast.expr) -> str:
    """A text, with a number where something is filled in; nothing for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            _written(part) if isinstance(part, ast.Constant) else "9" for part in node.values
        )
    return ""


def test_the_words_of_the_browser_are_in_words() -> None:
    sieve = Sieve(frozenset(), NAMES)
    count = 0
    for path in sorted((ROOT / "web" / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte") and path.name != "schema.ts":
            count += _read(sieve, _in_client(path))
    assert count > 400
    assert not sieve.found, sieve.report()


def _in_client(path: Path) -> Iterator[Pair]:
    text = path.read_text(encoding="utf-8")
    for pattern in PAIRS:
        for it_one, it_two, en_one, en_two in pattern.findall(text):
            yield path.name, {"it": it_one or it_two, "en": en_one or en_two}


NAMES = frozenset[str]()
"""Words of the other language that are names."""
