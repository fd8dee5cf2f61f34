"""What leaves a match: words in both languages, and nothing that the viewer must not know."""

from __future__ import annotations

import pytest

from campagna.core.chance import Draw
from campagna.core.contract import LANGUAGES, SPECTATOR
from campagna.games.registry import load_game
from campagna.match.errors import Rejected, rejection_keys
from campagna.match.gate import Gate
from campagna.match.luck import luck
from campagna.match.views import lines_since, log, moment, snapshot
from tests.match.fixtures import FORDS, GUDERIAN, SIDES, hot_seat, play_on


@pytest.mark.parametrize("game", [FORDS, GUDERIAN])
def test_only_the_deciding_seat_is_offered_orders(service: Gate, game: str) -> None:
    created = service.create(hot_seat(game), ())
    live = play_on(service, created, 40)
    step = live.match.step
    assert step is not None
    for viewer in (*SIDES[game], SPECTATOR):
        shot = snapshot(live, viewer)
        assert shot.yours == (viewer == step.side)
        assert (shot.offers is not None) == shot.yours
        assert shot.can_undo == (shot.yours and live.match.can_undo)
        assert set(shot.prompt) == set(LANGUAGES)
        assert all(shot.prompt.values())


def test_orders_are_told_to_their_own_side_until_the_end(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 30)
    for viewer in (*SIDES[FORDS], SPECTATOR):
        for line in log(live, viewer, 1):
            assert (line.order is not None) == (line.side == viewer)
            assert line.draws == []
    for seed in range(4, 44):  # a random game may end without a fight
        live = play_on(service, created, 10_000, seed=seed)
        if any(entry.draws for entry in live.match.record.entries):
            break
        created = service.create(hot_seat(FORDS), ())
    assert all(line.order is not None for line in log(live, SPECTATOR, 1))
    assert any(line.draws for line in log(live, SPECTATOR, 1))


def test_dice_are_open_and_drawn_counters_are_not(service: Gate) -> None:
    game = load_game(GUDERIAN)
    assert game.is_public_draw(Draw(3, 6, "combat"))
    assert not game.is_public_draw(Draw(3, 60, "draw rifle"))
    created = service.create(hot_seat(GUDERIAN), ())
    live = play_on(service, created, 250)
    drawn = [d for entry in live.match.record.entries for d in entry.draws]
    assert any(d.purpose.startswith("draw ") for d in drawn)
    told = [d for line in log(live, "german", 1) for d in line.draws]
    assert told
    assert all(not d.purpose.startswith("draw ") for d in told)
    assert all(1 <= d.value <= d.sides for d in told)


def test_the_log_begins_where_it_is_asked_to(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 10)
    assert [line.n for line in log(live, "north", 7)] == [7, 8, 9, 10]
    assert log(live, "north", 11) == []
    assert lines_since(live, "north", 0) == log(live, "north", 1)
    assert lines_since(live, "north", 6) == log(live, "north", 7)


def test_events_are_words_in_both_languages_with_their_rule(service: Gate) -> None:
    created = service.create(hot_seat(GUDERIAN), ())
    live = play_on(service, created, 120)
    events = [event for line in lines_since(live, SPECTATOR, 0) for event in line.events]
    assert events
    for event in events:
        assert event["event"]
        assert event["rule"]
        assert all(event["text"][language] for language in LANGUAGES)


def test_a_past_moment_is_what_the_snapshot_was(service: Gate) -> None:
    created = service.create(hot_seat(GUDERIAN), ())
    shots = []
    for n in range(30):
        shots.append(snapshot(play_on(service, created, 1, seed=n), "german"))
    live = service.live(created.match)
    for n, shot in enumerate(shots, start=1):
        then = moment(live, "german", n)
        assert (then.tabletop, then.step, then.prompt) == (shot.tabletop, shot.step, shot.prompt)
        assert (then.n, then.of) == (n, 30)
    assert moment(live, "german", 0).events == []
    with pytest.raises(Rejected):
        moment(live, "german", 31)


def test_the_luck_ledger_weighs_every_battle(service: Gate) -> None:
    created = service.create(hot_seat(GUDERIAN), ())
    live = play_on(service, created, 700, seed=3)
    ledger = luck(live, "german")
    battles = [e for events in live.events for e in events if hasattr(e, "result")]
    assert len(battles) > 5
    assert len(ledger.rolls) >= len(battles) * 0.9
    for roll in ledger.rolls:
        assert 0 < roll.chance <= 1
        assert 0 < roll.share < 1
        assert sum(p for _, p in roll.lines) == pytest.approx(1)
    for side, total in ledger.sums.items():
        own = sum(r.share - 0.5 for r in ledger.rolls if r.side == side)
        assert total == pytest.approx(own, abs=1e-5)


def test_every_rejection_is_an_error_with_words() -> None:
    for key, status in rejection_keys().items():
        answer = Rejected(key).answer()
        assert 400 <= status < 600
        assert answer["error"] == key
        assert all(answer["message"][language] for language in LANGUAGES)
