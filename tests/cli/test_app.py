"""What all commands share: languages, JSON, errors, a quick start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Campagna

COMMANDS = (
    "games",
    "rules",
    "schema",
    "try",
    "forecast",
    "simulate",
    "replay",
    "verify",
    "charts",
    "map",
    "play",
    "new-game",
    "conformance",
)


def test_without_a_command_the_commands_are_listed(campagna: Campagna) -> None:
    said = campagna()
    assert said.code == 2
    assert all(f"  {name}" in said.err for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_json_and_help_in_both_languages(campagna: Campagna, name: str) -> None:
    english = campagna(name, "--lang", "en", "--help")
    italian = campagna("--lang", "it", name, "--help")
    assert (english.code, italian.code) == (0, 0)
    assert "--json" in english.out
    lines = zip(english.out.splitlines()[2:], italian.out.splitlines()[2:], strict=False)
    assert all(a != b for a, b in lines if a.startswith("  ") and not a.startswith("   "))


def test_the_language_comes_from_the_environment(
    campagna: Campagna, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert "non ha la regola" in campagna("rules", "duel", "9.9").err
    assert "has no rule" in campagna("rules", "duel", "9.9", "--lang", "en").err


def test_games_are_listed_with_sides_scenarios_and_options(
    campagna: Campagna, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campagna.cli.games.slugs", lambda: ("duel",))
    (game,) = campagna("games", "--json").json
    assert game["slug"] == "duel"
    assert game["title"]["it"] == "Il duello"
    assert game["sides"] == ["red", "blue"]
    assert [s["id"] for s in game["scenarios"]] == ["meadow", "cloister"]
    assert game["scenarios"][0]["options"][1]["values"] == ["dawn", "noon"]
    words = campagna("games", "--lang", "it").out
    assert "Il duello" in words
    assert "false* true" in words


def test_schema(campagna: Campagna) -> None:
    schemas = campagna("schema", "duel", "--json").json
    assert set(schemas) == {"orders", "events", "positions"}
    aim = schemas["orders"]["$defs"]["Aim"]
    assert aim["properties"]["order"]["enum"] == ["aim"]
    assert set(aim["required"]) == {"order", "aim"}
    assert "GuardShown" in schemas["events"]["$defs"]
    assert schemas["positions"]["$ref"] == "#/$defs/Position"
    words = campagna("schema", "duel").out
    assert "aim*: integer" in words
    assert "duellists: [Duellist]" in words


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("rules", "whist"), "no game 'whist'"),
        (("schema", "whist"), "duel"),
        (("fly",), "fly"),
        (("games", "--colour"), "--colour"),
        (("simulate", "duel"), "--seats"),
        (("simulate", "duel", "--seats", "recruit,recruit", "--games", "x"), "--games"),
        (("simulate", "duel", "--seats", "recruit,recruit", "--games", "0"), "--games"),
        (("try", "/no/such/file.json"), "cannot read /no/such/file.json"),
        (("try", "/"), "cannot read /: Is a directory"),
        (("replay", "/no/such/file.jsonl"), "cannot read"),
        (("map", "duel", "-o", "x.svg"), "duel has no hex map"),
        (("play", "duel", "--seats", "human,oracle"), "human, recruit"),
        (("play", "duel", "--seats", "human"), "red, blue"),
        (("play", "duel", "--option", "sabre"), "name=value"),
        (("play", "duel", "--record", "/no/such/folder/x.jsonl"), "/no/such/folder"),
    ],
)
def test_bad_input_is_explained(
    campagna: Campagna, arguments: tuple[str, ...], expected: str
) -> None:
    said = campagna(*arguments)
    assert said.code == 2
    assert expected in said.err
    assert said.out == ""
    assert len(said.err.splitlines()) <= 2
    as_json = campagna(*arguments, "--json")
    assert as_json.code == 2
    assert as_json.err.startswith('{"error":"')
    assert as_json.out == ""


def test_a_reader_that_goes_away_is_no_error() -> None:
    """As in `campagna schema GAME | head -1`."""
    code = (
        "from campagna.games import registry; from tests.cli.duel import Duel;"
        "from campagna.cli import main; registry.register('duel', Duel);"
        "main(['simulate', 'duel', '--seats', 'recruit,recruit', '--games', '5'])"
    )
    root = Path(__file__).parents[2]
    python = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=root,
        env={"PYTHONPATH": f"{root / 'src'}:{root}"},
    )
    assert python.stdout is not None
    python.stdout.close()
    assert python.stderr is not None
    with python.stderr as file:
        assert file.read() == b""
    python.wait()


def test_importing_the_package_and_the_registry_loads_neither_click_nor_rich() -> None:
    code = (
        "import sys, campagna, campagna.cli, campagna.games.registry, campagna.core.contract;"
        "print([m for m in ('click', 'rich', 'concurrent.futures') if m in sys.modules])"
    )
    src = Path(__file__).parents[2] / "src"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env={"PYTHONPATH": str(src)}
    )
    assert said.stdout.strip() == b"[]"


def test_the_module_can_be_run() -> None:
    src = Path(__file__).parents[2] / "src"
    said = subprocess.run(
        [sys.executable, "-m", "campagna.cli", "try", "-"],
        input=b"{",
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(src)},
    )
    assert said.returncode == 2
    assert b"line 1, column 2" in said.stderr
    assert b"Traceback" not in said.stderr
