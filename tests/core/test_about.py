"""What the table says of a game speaks of things that the game has."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from campagna.core.about import About, load_about
from campagna.core.contract import LANGUAGES
from campagna.core.messages import load_messages
from campagna.server.catalogue import order_fields
from tests.laws.cases import all_slugs, game_of

SAME = ("Rommel",)
"""Names that are the same in both languages."""


@pytest.mark.parametrize("slug", all_slugs())
def test_it_names_what_the_game_has(slug: str) -> None:
    game = game_of(slug)
    about, words = load_about(game.home), load_messages(game.home).tables
    orders = order_fields(game.order_type)
    sides = {side for scenario in game.scenarios for side in scenario.sides}
    assert about.first_side in sides
    assert sides <= set(about.nations)
    assert sides <= set(about.wins)
    assert sides <= set(about.resigns)
    assert about.blurb is not None
    named = {*about.strikes, *about.seldom, *about.tells.closes, *about.whole, about.end}
    assert named | {about.again} - {""} <= set(orders)
    tells = about.tells
    told = (
        *tells.battles,
        *tells.undefended,
        *tells.after,
        *tells.ended,
        *tells.between,
        *tells.turns,
    )
    assert set(told) <= set(words["event"])
    assert tells.battles
    assert set(about.grades) <= set(words["result"])
    assert {level.id for level in about.level} <= set(words["level"])
    assert all(-3 <= grade <= 3 for grade in about.grades.values())
    assert [level.grade for level in about.level] == sorted(level.grade for level in about.level)


@pytest.mark.parametrize("slug", all_slugs())
def test_every_order_and_decision_has_a_name(slug: str) -> None:
    game = game_of(slug)
    words = load_messages(game.home).tables
    orders = order_fields(game.order_type)
    assert set(words["order"]) == set(orders)
    assert set(words["decision"]) <= set(words["prompt"])
    assert set(words.get("end", {})) <= set(words["prompt"])
    fields = {field.name for kind in orders.values() for field in kind}
    assert set(words.get("field", {})) <= fields
    for table in ("order", "decision", "end", "field"):
        for text in words.get(table, {}).values():
            assert all(text[language].strip() for language in LANGUAGES)
            assert text["it"] != text["en"] or text["it"] in SAME, text


def test_a_game_without_the_file_is_shown_all_the_same(tmp_path: Path) -> None:
    assert load_about(tmp_path) == About()


def test_what_nobody_reads_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "about.toml").write_text('first_sid = "north"\n')
    with pytest.raises(msgspec.ValidationError, match="first_sid"):
        load_about(tmp_path)
