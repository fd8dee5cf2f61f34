"""The public library: README's example runs, names are lazy, complete and typed."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import campagna
from campagna.core.contract import Forecast, ForecastLine

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "docs" / "examples" / "first_match.py"


def test_the_examples_of_the_readme_run() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert blocks, "the README shows no Python"
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for number, block in enumerate(blocks):
        runner.run(parser.get_doctest(block, {}, f"README.md [{number}]", "README.md", 0))
    assert runner.summarize().failed == 0
    assert runner.summarize().attempted > 5


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(campagna).failed == 0


def test_every_public_name_is_there() -> None:
    tree = ast.parse(Path(campagna.__file__ or "").read_text(encoding="utf-8"))
    declared = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert declared == set(campagna.__all__), "what a type checker sees is what there is"
    match = campagna.Match("kasserine", seed=1)
    campagna.bot("captain", match, match.sides[0])
    for name in campagna.__all__:
        assert not isinstance(getattr(campagna, name), ModuleType) or name == "offers", name
    assert "kasserine" in campagna.game_names()
    assert "captain" in campagna.bot_names()
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        campagna.nonsense  # noqa: B018


def test_importing_the_package_loads_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import campagna; "
        "print(sorted(m for m in set(sys.modules) - before if m != 'campagna'))"
    )
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert shown.stdout.strip() in ("[]", "['__future__']")


def test_the_example_script_runs_and_uses_public_names_only() -> None:
    tree = ast.parse(EXAMPLE.read_text(encoding="utf-8"))
    imported = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    imported |= {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert imported == {"__future__", "campagna"}
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "campagna"
    }
    assert used <= set(campagna.__all__)
    shown = subprocess.run([sys.executable, EXAMPLE], check=True, capture_output=True, text=True)
    assert "Proof(game='afrika-korps', orders=40" in shown.stdout


def test_the_bot_of_the_documentation_plays() -> None:
    bot = EXAMPLE.with_name("cautious_bot.py")
    shown = subprocess.run([sys.executable, bot], check=True, capture_output=True, text=True)
    assert len(shown.stdout.splitlines()) >= 30


def test_a_match_answers_bad_input_in_words() -> None:
    match = campagna.Match("kasserine", seed=1)
    with pytest.raises(ValueError, match='no order "fly"; there are: deploy'):
        match.play({"order": "fly"})
    with pytest.raises(ValueError, match="unknown field `units`; its fields are: unit, hex"):
        match.check({"order": "deploy", "units": "x", "hex": "0101"})
    with pytest.raises(campagna.UnknownGame, match="no game 'chess'"):
        campagna.Match("chess")
    with pytest.raises(campagna.BadPosition, match="no scenario 'moon'"):
        campagna.Match("kasserine", "moon")
    with pytest.raises(ValueError, match="no viewer 'green'; there are: "):
        match.view("green")
    with pytest.raises(ValueError, match="one bot for each side"):
        campagna.simulate("kasserine", "recruit,recruit")
    with pytest.raises(ValueError, match="no side 'red'; there are: "):
        campagna.bot("captain", match, "red")
    step = match.step
    assert step is not None
    idle = campagna.bot("recruit", match, next(s for s in match.sides if s != step.side))
    with pytest.raises(ValueError, match="who decides now"):
        idle.choose()
    assert match.record.entries == []


@pytest.mark.parametrize("slug", ["afrika-korps", "alto-comando"])
def test_a_notebook_shows_the_board(slug: str) -> None:
    match = campagna.Match(slug, seed=1)
    drawing = match._repr_svg_()
    assert drawing is not None
    assert drawing.startswith("<svg")
    assert drawing.endswith("</svg>")


def test_a_notebook_shows_a_forecast() -> None:
    lines = (ForecastLine("DE", 0.25, pays="defender"), ForecastLine("<NE>", 0.75))
    shown = Forecast("9.1", lines)._repr_html_()
    assert "25.0%" in shown
    assert "&lt;NE&gt;" in shown


def test_a_sealed_match_proves_its_dice() -> None:
    match = campagna.Match("afrika-korps")
    while match.step is not None:
        match.play(campagna.random_order(match))
    proof = campagna.verify(match.record)
    assert (proof.dice, proof.orders) == ("sealed", len(match.record.entries))
    assert proof.draws > 0
    del match.record.entries[-1]
    with pytest.raises(campagna.RecordError):
        campagna.verify(match.record)


def test_a_series_is_repeatable() -> None:
    one, two = (campagna.simulate("kasserine", ("recruit", "recruit"), 2) for _ in range(2))
    assert one.results == two.results
    assert one.errors == 0
