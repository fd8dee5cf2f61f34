"""The table of contents of the rules, and who may import whom."""

from __future__ import annotations

import re

import pytest

from campagna.games.panzergruppe_guderian.rules import CHAPTERS
from tests.games.panzergruppe_guderian.lay import GAME

RULES = GAME.home / "rules"
PACKAGE = "campagna.games.panzergruppe_guderian"


def test_every_chapter_is_listed_once() -> None:
    listed = [name for name, _ in CHAPTERS]
    assert sorted(listed) == sorted(p.stem for p in RULES.glob("*.py") if p.stem != "__init__")


def test_the_numbers_are_rules_of_the_book() -> None:
    ids = (GAME.home / "data" / "rule_ids.txt").read_text(encoding="utf-8").splitlines()
    for name, numbers in CHAPTERS:
        for number in re.findall(r"\d+\.\d", numbers):
            assert any(i.startswith(number) for i in ids), (name, number)


def test_the_book_is_covered_from_set_up_to_the_schedule() -> None:
    told = " ".join(numbers for _, numbers in CHAPTERS)
    assert {int(n) for n in re.findall(r"(\d+)\.\d", told)} == set(range(3, 17))


@pytest.mark.parametrize(
    ("room", "closed"), [("rules", "table|opponent"), ("table", "opponent"), ("opponent", "table")]
)
def test_rooms_do_not_import_what_stands_above_them(room: str, closed: str) -> None:
    for path in (GAME.home / room).glob("*.py"):
        found = re.findall(rf"{PACKAGE}\.(?:{closed}|game)\b", path.read_text(encoding="utf-8"))
        assert not found, path.name
