"""The sequence of play on the table: whose phases come after each other, and where the game stands."""

from __future__ import annotations

from itertools import pairwise

import pytest

import campagna
from campagna.core.rulebook import load_rulebook
from campagna.core.tabletop import OnTable, Tabletop
from campagna.games.registry import load_game, slugs

ORDERS = 700


def _told(match: campagna.Match) -> Tabletop:
    game = match.game
    assert isinstance(game, OnTable)
    return game.tabletop(game.view(match.state, "spectator"))


@pytest.mark.parametrize("slug", slugs())
def test_every_phase_that_begins_in_a_turn_is_where_the_table_says(slug: str) -> None:
    match = campagna.Match(slug, seed=5)
    sides = match.game.scenario(match.record.head.setup).sides
    bots = {side: campagna.bot("recruit", match, side, seed=2) for side in sides}
    stood = 0
    for _ in range(ORDERS):
        step = match.step
        if step is None:
            break
        events = match.play(bots[step.side].choose())
        began = [e for e in events if getattr(e, "phase", None)]
        track = _told(match).track
        if not track.turn or not began or match.step is None or match.game.is_reply(match.state):
            continue
        now = track.sequence[track.now] if track.now >= 0 else None
        if now is None:
            continue
        stood += 1
        assert now.phase == began[-1].phase  # type: ignore[attr-defined]
    assert stood > 3


@pytest.mark.parametrize("slug", slugs())
def test_every_phase_has_a_rule_of_the_book_and_words(slug: str) -> None:
    match = campagna.Match(slug, seed=5)
    book = load_rulebook(match.game.home)
    track = _told(match).track
    assert len(track.sequence) >= 4
    keys = [(s.phase, s.side) for s in track.sequence]
    assert len(set(keys)) == len(keys)
    for stretch in track.sequence:
        assert stretch.title["it"]
        assert stretch.title["en"]
        assert stretch.side in load_game(slug).scenario(match.record.head.setup).sides
        assert book.find(stretch.rule) is not None
    assert any(a.side != b.side for a, b in pairwise(track.sequence))
