"""An Italian reader gets every problem in Italian: of the command line, of records and positions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import campagna
from campagna.cli.problems import translated
from scripts import catalogue
from tests.cli.conftest import Campagna

SOURCE = Path(campagna.__file__).parent
PROBLEMS = {
    "BadPosition",
    "RecordError",
    "ChanceError",
    "ScriptError",
    "UnknownGame",
    "DifferentRun",
    "PluginError",
}
ITALIAN = catalogue.LOCALE / "it" / "LC_MESSAGES" / "campagna.po"
PLACE = re.compile(r"(?:X|position|orders\[(?:X|0)\]): X|positionX")
"""A message that only names a place and hands on what somebody else said."""


def in_italian(message: str) -> str:
    return translated(message, "it")


def sentences() -> Iterator[tuple[str, str]]:
    """Every problem that the source words itself, with an X in each gap."""
    for path in sorted(SOURCE.rglob("*.py")):
        if "cli" in path.relative_to(SOURCE).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", "")
            text = _text(node.args[0])
            if name in PROBLEMS and text and not PLACE.fullmatch(text):
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", text


def _text(argument: ast.expr) -> str:
    if isinstance(argument, ast.Constant):
        return str(argument.value)
    if isinstance(argument, ast.JoinedStr):
        parts = [v.value if isinstance(v, ast.Constant) else "X" for v in argument.values]
        return "".join(map(str, parts))
    return ""


def test_every_problem_of_the_source_has_an_italian_sentence() -> None:
    found = list(sentences())
    assert len(found) > 80
    missing = [f"{place}: {text}" for place, text in found if in_italian(text) == text]
    assert missing == [], "add these to campagna/cli/problems.py"


# --- the catalogue ----------------------------------------------------------------------------------


def marked() -> set[str]:
    return {str(message.id) for message in catalogue.extracted() if message.id}


def translations() -> dict[str, str]:
    return {str(m.id): str(m.string) for m in catalogue.read(ITALIAN) if m.id}


def test_the_catalogue_has_every_marked_sentence_and_no_other() -> None:
    assert len(marked()) > 150
    assert translations().keys() == marked(), "run python scripts/catalogue.py"


def test_nothing_is_missing_or_doubtful() -> None:
    found = catalogue.read(ITALIAN)
    assert [m.id for m in found if m.id and (not m.string or m.fuzzy)] == []
    assert not found.fuzzy
    assert not found.obsolete


def test_the_gaps_of_both_languages_agree() -> None:
    for english, italian in translations().items():
        gaps = re.findall(r"\{\d*\}", italian)
        assert len(gaps) == english.count("{}"), english


def test_what_the_program_reads_is_compiled_from_the_catalogue() -> None:
    compiled = ITALIAN.with_suffix(".mo").read_bytes()
    assert compiled == catalogue.as_mo(catalogue.read(ITALIAN)), "run python scripts/catalogue.py"


# --- at the command line ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["fly"], "non c'è il comando 'fly'"),
        (["play"], "manca l'argomento 'GAME'"),
        (["play", "duel", "--seed", "x"], "'x' non è un numero intero"),
        (["play", "duel", "more"], "argomento di troppo: more"),
        (["play", "duel", "--scenario", "moon"], "non ha lo scenario 'moon'; scegline uno fra"),
        (["play", "duel", "--option", "a=b"], "non c'è l'opzione 'a'"),
        (["replay", "/nowhere/at-all"], "il file non c'è"),
        (["games", "--wrong"], "non c'è l'opzione"),
    ],
)
def test_in_italian_at_the_command_line(campagna: Campagna, words: list[str], shown: str) -> None:
    said = campagna(*words, "--lang", "it")
    if words == ["games", "--wrong"] or words == ["fly"]:
        said = campagna("--lang", "it", *words)
    assert said.code == 2
    assert shown in said.err


def test_english_stays_english(campagna: Campagna) -> None:
    said = campagna("play", "duel", "--scenario", "moon", "--lang", "en")
    assert "has no scenario 'moon'" in said.err


def test_a_damaged_record_is_explained_in_italian(campagna: Campagna, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{\n")
    said = campagna("verify", str(path), "--lang", "it")
    assert "la riga 1 è guasta o troncata: il testo è troncato" in said.err


def test_what_nobody_foresaw_is_kept_as_it_is() -> None:
    assert in_italian("file: the sky is falling") == "file: the sky is falling"
    assert in_italian("a.json: position: no unit 'x' in this game") == (
        "a.json: position: in questo gioco non c'è l'unità 'x'"
    )
