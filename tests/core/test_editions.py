"""Editions of the rules: a fix changes new matches, and leaves old records and matches as they were."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campagna.core.chance import Chance, SeededChance
from campagna.core.contract import BadPosition, Event, Game, Order, Setup
from campagna.core.editions import load_editions
from campagna.core.proof import Replay, verify
from campagna.core.record import RecordError
from campagna.core.record_file import read_record
from campagna.core.rulebook import load_rulebook
from campagna.games.registry import load_game, slugs
from campagna.match.match import Match
from tests.cli.duel import Duel, Load, State

EDITIONS = """
[[edition]]
number = "1"

[[edition]]
number = "2"
date = 2026-11-18
fixes = [{ id = "quick-hands", rule = "2.2", it = "Carica due colpi.", en = "Loads two." }]
"""


class FixedDuel(Duel):
    """Since the second edition a duellist who loads takes two shots at once."""

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        side = state.side
        events = super().play(state, order, chance)
        if isinstance(order, Load) and self.options(state.setup).fixed("quick-hands"):
            state.shots[side] += 1
        return events


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "editions.toml").write_text(EDITIONS)
    return tmp_path


def shots(state: object) -> int:
    assert isinstance(state, State)
    return state.shots["red"]


def loaded(game: Game[Any], setup: Setup) -> Match:
    match = Match(game, setup, SeededChance(3), "duel")
    match.play(Load())
    return match


def test_a_new_match_takes_the_newest_edition_and_its_record_says_so(home: Path) -> None:
    game = FixedDuel(home)
    match = loaded(game, game.new_setup())
    assert shots(match.state) == 3
    assert match.record.head.rules == "2"
    assert match.record.head.setup.options == {"edition": "2"}
    assert verify(game, read_record(list(match.record.lines()))).orders == 1


def test_a_record_from_before_the_fix_replays_as_it_was_played(home: Path) -> None:
    old = loaded(Duel(), Duel().new_setup())
    assert old.record.head.setup.options == {}
    replay = Replay(FixedDuel(home), read_record(list(old.record.lines())))
    replay.run(1)
    assert shots(replay.state) == 2


def test_the_first_edition_can_be_asked_for(home: Path) -> None:
    game = FixedDuel(home)
    match = loaded(game, game.new_setup("meadow", {"edition": "1"}))
    assert (shots(match.state), match.record.head.rules) == (2, "1")


def test_an_edition_that_is_not_known_is_refused(home: Path) -> None:
    with pytest.raises(BadPosition, match="belongs to a newer Campagna; this one knows: 1, 2"):
        FixedDuel(home).new_setup("meadow", {"edition": "3"})
    newer = loaded(FixedDuel(home), FixedDuel(home).new_setup())
    with pytest.raises(
        RecordError, match="edition 2 of the rules, which this program does not know"
    ):
        Replay(Duel(), read_record(list(newer.record.lines())))


def test_a_head_that_names_another_edition_than_its_set_up_is_refused(home: Path) -> None:
    game = FixedDuel(home)
    head, *rest = loaded(game, game.new_setup()).record.lines()
    forged = json.dumps({**json.loads(head), "rules": "1"}, separators=(",", ":")).encode()
    with pytest.raises(RecordError, match="names edition 1, its set-up 2"):
        Replay(game, read_record([forged, *rest]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[[edition]]\nnumber = "1"\n[[edition]]\nnumber = "1"\n',
        '[[edition]]\nnumber = "1"\nfixes = [{ id = "a", rule = "1", it = "x", en = "x" }]\n',
        '[[edition]]\nnumber = "1"\nreleased = true\n',
    ],
)
def test_a_file_of_editions_that_makes_no_sense_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "editions.toml").write_text(text or "edition = []\n")
    with pytest.raises(msgspec.ValidationError):
        load_editions(tmp_path)


ASKED = re.compile(r"\.fixed\(\s*\"([^\"]+)\"\s*\)")


@pytest.mark.parametrize("slug", slugs())
def test_every_fix_is_asked_for_by_its_name_and_cites_a_rule(slug: str) -> None:
    game = load_game(slug)
    fixes = [fix for edition in game.editions.edition for fix in edition.fixes]
    asked = {name for path in game.home.rglob("*.py") for name in ASKED.findall(path.read_text())}
    assert asked == {fix.id for fix in fixes}
    assert not {fix.rule for fix in fixes} - {r.id for r in load_rulebook(game.home).rule}
