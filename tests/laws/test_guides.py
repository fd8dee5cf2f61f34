"""The guided first turns of all games: their names, their words, and the way to their end."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from campagna.core.guide import Guide, load_guide
from campagna.core.table_game import TableGame
from campagna.laws import laws_of_guides
from campagna.laws.cases import Case
from campagna.laws.guided_play import GuidedPlay
from campagna.laws.random_walk import travel
from tests.laws.cases import all_slugs, game_of

RARE = {"afrika-korps": {"combat", "result"}, "alto-comando": {"turn", "works", "clear"}}
"""Steps that these plays do not come to: no random move ends beside the enemy, the set-up lasts
until it is the guided side's to move, and where these battles are fought there are no mines."""
SEEDS = {"afrika-korps": range(1, 2), "panzergruppe-guderian": range(1, 41)}


def _case(slug: str) -> Case:
    return Case(slug, game_of(slug).scenarios[0].id, False, 1)


def _guide(slug: str) -> Guide:
    guide = load_guide(game_of(slug).home)
    assert guide is not None
    return guide


@pytest.mark.parametrize("slug", all_slugs())
def test_guides_name_what_the_game_has_in_both_languages(slug: str) -> None:
    walk = travel(_case(slug))
    laws_of_guides.guides_name_what_the_game_has(walk)
    laws_of_guides.guides_speak_both_languages(walk)


@pytest.mark.parametrize("slug", all_slugs())
def test_who_does_what_a_guide_says_comes_to_its_end(slug: str) -> None:
    game, guide = game_of(slug), _guide(slug)
    assert isinstance(game, TableGame)
    stood: set[str] = set()
    given: dict[str, set[str]] = {}
    for seed in SEEDS.get(slug, range(1, 7)):
        play = GuidedPlay(game, guide, seed)
        play.run()
        stood |= set(play.given)
        for id_, orders in play.given.items():
            given.setdefault(id_, set()).update(orders)
    waiting = {step.id for step in guide.step if step.when or step.done}
    assert waiting - stood == RARE.get(slug, set())
    # What a step asks for can be done there.
    for step in guide.step:
        if step.orders and step.id in stood:
            assert given[step.id] & set(step.orders), step.id


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"move"', '"mvoe"'),
        ('side = "north"', 'side = "west"'),
        ('"N1"', '"N9"'),
        ('rule = "4.1"', 'rule = "44.1"'),
        ('"0203"', '"9903"'),
    ],
)
def test_a_name_that_the_game_does_not_have_is_found(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = game_of("two-fords").home
    text = (home / "data" / "guide.toml").read_text(encoding="utf-8")
    assert old in text
    wrong = msgspec.toml.decode(text.replace(old, new), type=Guide)
    walk = travel(_case("two-fords"))
    monkeypatch.setattr(laws_of_guides, "load_guide", lambda home: wrong)
    with pytest.raises(AssertionError, match="the game has none of these"):
        laws_of_guides.guides_name_what_the_game_has(walk)


def test_a_guide_that_waits_for_ever_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    home: Path = game_of("two-fords").home
    text = (home / "data" / "guide.toml").read_text(encoding="utf-8")
    end = 'done = [{ is = "asked", decisions = ["move"] }]'
    assert end in text
    stuck = text.replace(end, 'done = [{ is = "turn-passed", turn = 99 }]')
    wrong = msgspec.toml.decode(stuck, type=Guide)
    walk = travel(_case("two-fords"))
    monkeypatch.setattr(laws_of_guides, "load_guide", lambda home: wrong)
    with pytest.raises(AssertionError, match="the game is over before"):
        laws_of_guides.guides_lead_to_their_end(walk)
