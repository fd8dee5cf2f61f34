"""The matrix rule -> code -> tests is read from the source text, and its gaps are found."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from campagna.core.rulebook import coverage, gaps, load_rulebook, project_root, rule, standing

RULE = '[[rule]]\nid = "{id}"\nstatus = "{status}"\nit = "it"\nen = "en"\nsource = "book"\n'

CODE = """
from campagna.core.contract import Refusal, Step
from campagna.core.rulebook import rule

@rule("1.1", "1.2")
def move(state):
    return Refusal("2.1", "far", {"unit": "9.9"})

def step():
    return Step("north", "move", rule="2.2")
"""

TESTS = """
import pytest

@pytest.mark.rule("1.1", "2.1")
def test_move():
    pass

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("1.2"))])
def test_param(x):
    pass

@pytest.mark.rule("2.2")
class TestStep:
    pass
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A project with one small game whose matrix has no gap."""
    (tmp_path / "pyproject.toml").touch()
    home = tmp_path / "src" / "skirmish"
    (home / "data").mkdir(parents=True)
    ids = ["1.1", "1.2", "2.1", "2.2"]
    rules = [RULE.format(id=i, status="enforced") for i in ids]
    rules.append(RULE.format(id="3.0", status="informative"))
    (home / "data" / "rules.toml").write_text("\n".join(rules))
    (home / "data" / "rule_ids.txt").write_text("\n".join([*ids, "3.0"]) + "\n")
    (home / "move.py").write_text(CODE)
    tests = tmp_path / "tests" / "games" / "skirmish"
    tests.mkdir(parents=True)
    (tests / "test_move.py").write_text(TESTS)
    return home


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_the_matrix_names_the_places(home: Path) -> None:
    rows = {row.id: row for row in coverage(home)}
    assert rows["1.2"].code == ("src/skirmish/move.py:5",)
    assert rows["2.1"].code == ("src/skirmish/move.py:7",)
    assert rows["2.2"].code == ("src/skirmish/move.py:10",)
    assert rows["2.1"].tests == ("tests/games/skirmish/test_move.py:4",)
    assert rows["1.2"].tests == ("tests/games/skirmish/test_move.py:8",)
    assert rows["2.2"].tests == ("tests/games/skirmish/test_move.py:12",)
    assert (rows["3.0"].code, rows["3.0"].tests) == ((), ())


def test_the_causes_of_refused_steps_are_citations(home: Path) -> None:
    causes = 'CAUSES: tuple[Cause[Step], ...] = (Cause("2.1", "lake", over_a_lake, facts),)\n'
    (home / "step_causes.py").write_text(causes)
    rows = {row.id: row for row in coverage(home)}
    assert rows["2.1"].code == ("src/skirmish/move.py:7", "src/skirmish/step_causes.py:1")
    where = standing(home, "src/skirmish/step_causes.py:1")
    assert (where.name, where.does) == ("CAUSES lake", "over a lake")
    asks = 'def over_a_lake(step):\n    """Whether the step leads over a lake."""\n'
    (home / "step_causes.py").write_text(asks + causes)
    where = standing(home, "src/skirmish/step_causes.py:3")
    assert (where.name, where.does) == ("CAUSES lake", "Whether the step leads over a lake.")
    (home / "step_causes.py").write_text(causes)
    edit(home / "step_causes.py", "2.1", "8.8")
    assert any(gap.startswith("8.8: cited at") for gap in gaps(home))


def test_a_place_says_what_its_function_does(home: Path) -> None:
    code = '@rule("1.1")\ndef fire():\n    """One die a shot,\n    six hits. The rest is long."""\n'
    (home / "fire.py").write_text(code)
    where = standing(home, "src/skirmish/fire.py:1")
    assert (where.name, where.does) == ("fire", "One die a shot, six hits.")
    assert standing(home, "src/skirmish/move.py:7").does == ""


def test_the_place_that_cites_the_fewest_rules_comes_first(home: Path) -> None:
    (home / "shoot.py").write_text('def late():\n    return Refusal("1.1", "too-late", {})\n')
    rows = {row.id: row for row in coverage(home)}
    assert rows["1.1"].code[0] == "src/skirmish/shoot.py:2"
    assert standing(home, "src/skirmish/shoot.py:2").name == "late too-late"


def test_a_whole_matrix_has_no_gaps(home: Path) -> None:
    assert gaps(home) == []


def test_a_rule_without_code_is_a_gap(home: Path) -> None:
    edit(home / "move.py", '@rule("1.1", "1.2")', '@rule("1.1")')
    assert gaps(home) == ["1.2: no code carries it"]


def test_a_rule_without_a_test_is_a_gap(home: Path) -> None:
    tests = home.parents[1] / "tests" / "games" / "skirmish" / "test_move.py"
    edit(tests, '"1.1", "2.1"', '"1.1"')
    assert gaps(home) == ["2.1: no test names it"]


def test_an_id_of_the_book_that_is_not_paraphrased_is_a_gap(home: Path) -> None:
    with (home / "data" / "rule_ids.txt").open("a") as file:
        file.write("4.7\n")
    assert gaps(home) == ["4.7: missing from rules.toml"]


def test_an_id_listed_twice_is_a_gap(home: Path) -> None:
    with (home / "data" / "rules.toml").open("a") as file:
        file.write(RULE.format(id="3.0", status="data"))
    assert gaps(home) == ["3.0: listed twice"]


def test_code_that_cites_an_unknown_rule_is_a_gap(home: Path) -> None:
    edit(home / "move.py", 'rule="2.2"', 'rule="2.2" if state else rule("5.5")')
    found = gaps(home)
    assert "5.5: cited at src/skirmish/move.py:10 but not in rules.toml" in found


def test_code_may_cite_a_ruling(home: Path) -> None:
    with (home / "data" / "rules.toml").open("a") as file:
        file.write(
            '[[ruling]]\nid = "AMB-1"\nrules = ["1.1"]\nquestion_it = "?"\nquestion_en = "?"\n'
            'ruling_it = "no"\nruling_en = "no"\n'
        )
    edit(home / "move.py", '@rule("1.1", "1.2")', '@rule("1.1", "1.2", "AMB-1")')
    assert gaps(home) == []


def test_a_rulebook_with_an_unknown_status_or_field_is_refused(home: Path) -> None:
    edit(home / "data" / "rules.toml", 'status = "informative"', 'status = "someday"')
    with pytest.raises(msgspec.ValidationError, match="someday"):
        load_rulebook(home)


def test_rules_and_rulings_are_found_by_id(home: Path) -> None:
    found = load_rulebook(home).find("2.1")
    assert found is not None
    assert found.id == "2.1"
    assert load_rulebook(home).find("9.9") is None


def test_an_installed_game_has_code_but_no_tests(home: Path) -> None:
    (home.parents[1] / "pyproject.toml").unlink()
    assert project_root(home) is None
    assert coverage(home)[0].tests == ()
    assert coverage(home)[0].code == ("skirmish/move.py:5",)


def test_the_decorator_changes_nothing() -> None:
    def move() -> int:
        return 7

    assert rule("1.1")(move) is move


CHAPTER = '[[chapter]]\nnumber = "{n}"\nit = "it"\nen = "en"\nfirst = "{first}"\n'


def with_chapters(home: Path, *firsts: str) -> None:
    path = home / "data" / "rules.toml"
    heads = [CHAPTER.format(n=n, first=first) for n, first in enumerate(firsts, start=1)]
    path.write_text("\n".join(heads) + "\n" + path.read_text())


def test_a_chapter_holds_the_rules_up_to_the_next_one(home: Path) -> None:
    with_chapters(home, "1.1", "2.1", "3.0")
    chapters = load_rulebook(home).chapters()
    assert [(c.number, [r.id for r in rules]) for c, rules in chapters if c] == [
        ("1", ["1.1", "1.2"]),
        ("2", ["2.1", "2.2"]),
        ("3", ["3.0"]),
    ]
    assert gaps(home) == []


def test_a_book_without_chapters_is_one(home: Path) -> None:
    [(chapter, rules)] = load_rulebook(home).chapters()
    assert chapter is None
    assert len(rules) == 5


def test_a_chapter_that_begins_nowhere_is_a_gap(home: Path) -> None:
    with_chapters(home, "1.2", "8.1")
    assert gaps(home) == [
        "chapter 2: 8.1 is no rule",
        "1.1: stands before the first chapter",
    ]
