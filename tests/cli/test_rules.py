"""`campagna rules`."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from campagna.cli.rule_data import names
from campagna.games import registry
from tests.cli.conftest import Campagna
from tests.cli.duel import Duel

CITING = '@pytest.mark.rule("1.1", "1.2", "2.1", "2.2", "2.3")\ndef test_all(): ...\n'


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that holds the duel and a test that names all its rules."""
    home = tmp_path / "games" / "duel"
    shutil.copytree(Path(__file__).parent / "duel", home)
    tests = tmp_path / "tests" / "games" / "duel"
    tests.mkdir(parents=True)
    (tests / "test_duel.py").write_text("import pytest\n" + CITING)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setitem(registry._added, "duel", partial(Duel, home))
    registry.load_game.cache_clear()
    return tmp_path


def test_the_matrix_as_json(campagna: Campagna, checkout: Path) -> None:
    rows = campagna("rules", "duel", "--json").json
    assert [r["id"] for r in rows] == ["1.1", "1.2", "2.1", "2.2", "2.3", "3.1"]
    shot = rows[2]
    assert shot["status"] == "enforced"
    assert all(place.startswith("games/duel/__init__.py:") for place in shot["code"])
    assert shot["tests"] == ["tests/games/duel/test_duel.py:2"]
    assert shot["it"].startswith("Per sparare")


def test_one_rule_with_its_rulings(campagna: Campagna, checkout: Path) -> None:
    (row,) = campagna("rules", "duel", "2.1", "--json").json
    assert row["id"] == "2.1"
    words = campagna("rules", "duel", "2.1", "--lang", "it").out
    assert "Per sparare serve un colpo in canna." in words
    assert "AMB-1" in words
    (ruling,) = campagna("rules", "duel", "AMB-1", "--json").json
    assert (ruling["id"], ruling["status"], ruling["option"]) == ("AMB-1", "ruling", "sabre")


def test_check_counts_the_statuses_when_all_is_well(campagna: Campagna, checkout: Path) -> None:
    said = campagna("rules", "duel", "--check")
    assert said.code == 0
    assert said.out.splitlines()[-1] == "6 rules: 5 enforced, 0 data, 1 informative"


def test_check_with_json_keeps_the_list(campagna: Campagna, checkout: Path) -> None:
    said = campagna("rules", "duel", "--check", "--json")
    assert said.code == 0
    assert len(said.json) == 6
    assert said.err.startswith("6 rules")


@pytest.mark.parametrize(
    ("file", "old", "new", "gap"),
    [
        ("tests/games/duel/test_duel.py", '"2.2", ', "", "2.2: no test names it"),
        ("games/duel/data/rule_ids.txt", "3.1\n", "3.1\n3.2\n", "3.2: missing from rules.toml"),
        ("games/duel/data/rules.toml", 'id = "3.1"\nstatus = "informative"',
         'id = "3.1"\nstatus = "enforced"', "3.1: no code carries it"),
        ("games/duel/__init__.py", '"full"', '"full") if 0 else Refusal("8.8", "full"',
         "8.8: cited at games/duel/__init__.py"),
    ],
)  # fmt: skip
def test_check_finds_what_is_missing(
    campagna: Campagna, checkout: Path, file: str, old: str, new: str, gap: str
) -> None:
    path = checkout / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    said = campagna("rules", "duel", "--check")
    assert said.code == 1
    assert gap in said.out
    last = said.out.splitlines()[-1]
    assert last.startswith("6 rules: ")
    assert last.endswith(" gaps")


def test_check_needs_the_tests(campagna: Campagna, checkout: Path) -> None:
    (checkout / "pyproject.toml").unlink()
    said = campagna("rules", "duel", "--check")
    assert said.code == 2
    assert "checkout" in said.err


def test_damaged_rules_are_explained(campagna: Campagna, checkout: Path) -> None:
    book = checkout / "games" / "duel" / "data" / "rules.toml"
    book.write_text("[[rule]\n")
    said = campagna("rules", "duel")
    assert said.code == 2
    assert "rules.toml" in said.err
    book.unlink()
    assert campagna("rules", "duel").code == 2


def test_one_rule_names_the_data_that_come_from_it(campagna: Campagna, checkout: Path) -> None:
    assert "data:" not in campagna("rules", "duel", "2.1").out
    blocks = '[field]\nsource = "rulebook 1.2"\n\n[[shot]]\nsource = "rulebook 2.1..2.3; A-1"\n'
    (checkout / "games" / "duel" / "data" / "field.toml").write_text(blocks)
    said = campagna("rules", "duel", "2.2", "--lang", "en").out
    assert "data:\n  games/duel/data/field.toml:5 shot\n" in said
    (row,) = campagna("rules", "duel", "1.2", "--json").json
    assert row["data"] == ["games/duel/data/field.toml:2 field"]
    (row,) = campagna("rules", "duel", "3.1", "--json").json
    assert row["data"] == []


def test_data_that_no_code_reads_are_marked(campagna: Campagna, checkout: Path) -> None:
    blocks = '[duel.field]\nsource = "rulebook 1.2"\n'
    home = checkout / "games" / "duel"
    (home / "data" / "field.toml").write_text(blocks)
    said = campagna("rules", "duel", "1.2", "--lang", "en").out
    assert "field.toml:2 duel.field (no code reads it)\n" in said
    (home / "field.py").write_text('FIELD = {"field": 1}["field"]\n')
    assert "(no code reads it)" not in campagna("rules", "duel", "1.2", "--lang", "en").out


def test_a_rule_says_how_it_is_kept(campagna: Campagna, checkout: Path) -> None:
    book = checkout / "games" / "duel" / "data" / "rules.toml"
    text = book.read_text()
    how = 'how.it = "Niente la infrange."\nhow.en = "Nothing breaks it."\n'
    book.write_text(text.replace('id = "2.1"\n', f'id = "2.1"\n{how}'))
    assert "how: Nothing breaks it.\n" in campagna("rules", "duel", "2.1", "--lang", "en").out
    assert "come: Niente la infrange.\n" in campagna("rules", "duel", "2.1", "--lang", "it").out
    assert "how:" not in campagna("rules", "duel", "2.2", "--lang", "en").out


@pytest.mark.parametrize(
    ("source", "rule_id", "found"),
    [
        ("rulebook C3-1..C3-6; dates A-43", "C3-4", True),
        ("rulebook C3-1..C3-6", "C3-7", False),
        ("rulebook C3-1..C3-6", "C4-4", False),
        ("rulebook 9-1..4", "9-3", True),
        ("rulebook TAB-3, SET-3", "SET-3", True),
        ("rulebook SET-30", "SET-3", False),
        ("rulebook 10.1.3", "10.1", False),
        ("rulebook 110.1", "10.1", False),
        ("rulebook PB 13.4", "13.4", False),
        ("rulebook PB 13.4", "PB 13.4", True),
        ("rulebook 13.4a", "13.4", False),
        ("rulebook 13.4.", "13.4", True),
    ],
)
def test_a_source_names_rules_alone_and_in_ranges(source: str, rule_id: str, found: bool) -> None:
    assert names(source, rule_id) is found


def test_a_function_that_cites_a_rule_twice_stands_once(campagna: Campagna, checkout: Path) -> None:
    code = '@rule("1.2")\ndef aim():\n    """Both eyes open."""\n    return Moved(rule="1.2")\n'
    (checkout / "games" / "duel" / "aim.py").write_text(code)
    said = campagna("rules", "duel", "1.2", "--lang", "en").out
    assert "  games/duel/aim.py:1,4 aim: Both eyes open.\n" in said
