"""The table of contents names every chapter, and every rule of the book stands in one of them."""

from __future__ import annotations

from two_fords.rules import CHAPTERS
from two_fords.world import HOME


def test_every_module_of_the_rules_is_a_chapter() -> None:
    modules = {path.stem for path in (HOME / "rules").glob("*.py")} - {"__init__"}
    assert {name for name, _ in CHAPTERS} == modules


def test_every_chapter_of_the_book_is_in_the_table_of_contents() -> None:
    book = {id_.split(".")[0] for id_ in (HOME / "data" / "rule_ids.txt").read_text().split()}
    listed = {
        number.strip() for _, rules in CHAPTERS for number in rules.partition(":")[0].split(",")
    }
    assert listed == book
