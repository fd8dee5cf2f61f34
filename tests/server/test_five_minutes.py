"""The pages of five minutes: true to the game, complete, drawn from positions that play can reach."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from campagna.core.contract import LANGUAGES
from campagna.core.five_minutes import FiveMinutes, Picture, load_five_minutes
from campagna.core.messages import load_messages
from campagna.core.rulebook import load_rulebook
from campagna.games.registry import load_game
from campagna.server.five_minutes import draw_picture

SLUGS = (
    "afrika-korps",
    "alto-comando",
    "kasserine",
    "lion-of-judah",
    "panzergruppe-guderian",
)
LADDER = Path(__file__).parents[2] / "docs" / "ladder.md"


def page_of(slug: str) -> FiveMinutes:
    page = load_five_minutes(load_game(slug).home)
    assert page is not None
    return page


def texts(value: Any) -> list[dict[str, str]]:
    """Every text in both languages, wherever it stands."""
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            return [value]
        return [text for part in value.values() for text in texts(part)]
    return (
        [text for part in value for text in texts(part)] if isinstance(value, list | tuple) else []
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_is_complete_and_names_rules_and_sides_that_are_there(slug: str) -> None:
    game, page = load_game(slug), page_of(slug)
    ids = {rule.id for rule in load_rulebook(game.home).rule}
    named = [*(r for i in page.idea for r in i.rules), *(r for a in page.aim for r in a.rules)]
    assert set(named) | {mistake.rule for mistake in page.mistake} <= ids
    assert sorted(aim.side for aim in page.aim) == sorted(game.scenarios[0].sides)
    assert [notes.id for notes in page.scenario] == [spec.id for spec in game.scenarios]
    assert len(page.idea) == 6
    assert 4 <= len(page.turn) <= 6
    assert page.mistake
    found = texts(msgspec.to_builtins(page))
    assert len(found) >= 30
    for text in found:
        assert all(text[language].strip() for language in LANGUAGES)
        assert all(text[language].count("*") % 2 == 0 for language in LANGUAGES), text
        assert text["it"] != text["en"] or not re.search(r"[a-z]{3}", text["it"]), text


@pytest.mark.parametrize("slug", SLUGS)
def test_who_is_favoured_is_what_was_measured(slug: str) -> None:
    game, page = load_game(slug), page_of(slug)
    sides = load_messages(game.home).tables["side"]
    ladder = LADDER.read_text(encoding="utf-8")
    for notes in page.scenario:
        if notes.measured is None:
            continue
        block = re.search(
            rf"Scenario `{re.escape(notes.id)}`.*?(?=\n### |\Z)",
            ladder[ladder.index(f"### {game.title['en']}") :],
            re.DOTALL,
        )
        assert block is not None
        (row,) = re.findall(r"^\| captain - captain \|.*$", block[0], re.MULTILINE)
        side = sides[notes.measured.side]["en"].capitalize()
        share = f"{notes.measured.percent}% of {notes.measured.games}"
        # The other side of a campaign has two names there: 'Ethiopian, then Allied 75% of 10'.
        assert re.search(rf"\b{side}(, then \w+)? {share}\b", row), row


@pytest.mark.parametrize("slug", SLUGS)
def test_every_picture_is_drawn_with_every_mark(slug: str) -> None:
    for idea in page_of(slug).idea:
        drawn = draw_picture(slug, idea.picture, "it", "titolo", "one")
        assert drawn.startswith("<svg")
        assert drawn.endswith("</svg>")
        assert "titolo" in drawn
        # A mark beyond the edge would be left out without a word.
        bare = _without_marks(idea.picture)
        for name in ("arrow", "ring", "tag", "tint"):
            for mark in getattr(idea.picture, name):
                alone = msgspec.structs.replace(bare, **{name: (mark,)})
                assert draw_picture(slug, alone, "it", "t", "one") != draw_picture(
                    slug, bare, "it", "t", "one"
                ), (idea.title["en"], mark)


def _without_marks(picture: Picture) -> Picture:
    return msgspec.structs.replace(picture, arrow=(), ring=(), tag=(), tint=())


def test_pictures_can_stand_in_one_page(client: TestClient) -> None:
    page = client.get("/api/games/afrika-korps/five-minutes").json()
    found: list[set[str]] = [
        set(re.findall(r'\bid="([^"]+)"', idea["picture"]["it"])) for idea in page["ideas"]
    ]
    assert all(found)
    assert len(set.union(*found)) == sum(map(len, found))
    used = re.findall(r'(?:href="|url\()#([^")]+)', page["ideas"][0]["picture"]["it"])
    assert used
    assert set(used) <= found[0]


def test_a_view_hides_what_the_side_may_not_know() -> None:
    """The first picture of Lion of Judah shows what the Italian sees of a face-down stack."""
    picture = page_of("lion-of-judah").idea[0].picture
    assert picture.viewer == "italian"
    seen = draw_picture("lion-of-judah", picture, "en", "t", "a")
    everything = msgspec.structs.replace(picture, viewer="")
    assert seen != draw_picture("lion-of-judah", everything, "en", "t", "a")


def test_a_game_without_the_page_says_so(client: TestClient) -> None:
    answer = client.get("/api/games/two-fords/five-minutes")
    assert answer.status_code == 404
    assert answer.json()["error"] == "no-five-minutes"
    cards = {card["slug"]: card for card in client.get("/api/games").json()}
    assert cards["kasserine"]["about"]["five_minutes"] is True
    assert not cards["two-fords"]["about"].get("five_minutes")
