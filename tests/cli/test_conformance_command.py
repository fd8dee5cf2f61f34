"""`campagna conformance` tries every law of the suite on any game, and says what broke where."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from campagna.laws.run import BOOK, book_verdict, laws
from tests.cli.conftest import Campagna
from two_fords.game import TwoFords

SUITE = Path(__file__).parents[1] / "laws" / "test_conformance.py"
OWN_TEST = {
    "every_order_that_can_be_written_is_judged",
    "guides_lead_to_their_end",
    "guides_name_what_the_game_has",
    "guides_speak_both_languages",
}
"""Tried by tests/laws/test_fuzzed_orders.py and test_guides.py, at other moments."""
WITH_STATEMENTS = {"refused_steps_cite_what_holds"}
"""Compares the game with causes that only our own tests state a second time."""


def test_the_command_knows_the_laws_of_the_suite() -> None:
    tree = ast.parse(SUITE.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = {
        call.attr
        for call in calls
        if isinstance(call, ast.Attribute)
        and isinstance(call.value, ast.Name)
        and call.value.id.startswith("laws_of_")
    }
    assert set(laws()) == (named | OWN_TEST) - WITH_STATEMENTS


def test_a_lawful_game_keeps_every_law(campagna: Campagna) -> None:
    said = campagna("conformance", "two_fords.game:TwoFords", "--json")
    assert said.code == 0, said.out
    assert said.json["game"] == "two-fords"
    assert [law["law"] for law in said.json["laws"]] == [*laws(), BOOK]
    assert not any(law["breaks"] or law["skipped"] for law in said.json["laws"])


def test_a_broken_law_is_named_with_its_place(campagna: Campagna) -> None:
    said = campagna("conformance", "tests.laws.saboteurs:Speechless")
    assert said.code == 1
    broken = [line for line in said.out.splitlines() if line.startswith("BROKEN")]
    assert any("unoffered orders are refused" in line for line in broken)
    assert "two-fords-crossing-default-seed1" in said.out
    italian = campagna("--lang", "it", "conformance", "tests.laws.saboteurs:Optimist")
    assert "VIOLATA" in italian.out


def test_rules_without_tests_are_not_held_against_an_installed_game(tmp_path: Path) -> None:
    class Installed(TwoFords):
        @property
        def home(self) -> Path:
            return tmp_path / "site-packages" / "two_fords"

    assert book_verdict(Installed()).skipped
    assert not book_verdict(TwoFords()).skipped


@pytest.mark.parametrize(
    ("target", "english", "italian"),
    [
        ("no_such_module:Game", "cannot be loaded", "non si carica"),
        ("two_fords.game:Nobody", "cannot be loaded", "non si carica"),
        ("json:loads", "cannot be loaded", "non si carica"),
        ("two_fords.world:SIDES", "is not a game", "non è un gioco"),
        ("chess", "no game 'chess'", "non c'è un gioco con quel nome"),
    ],
)
def test_what_is_no_game_is_said(
    campagna: Campagna, target: str, english: str, italian: str
) -> None:
    for language, text in (("en", english), ("it", italian)):
        said = campagna("--lang", language, "conformance", target)
        assert said.code == 2
        assert text in said.err
