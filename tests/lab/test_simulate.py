"""Series of games: the same whoever plays them, and none can spoil the others."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from campagna.bots.bots import BadBots
from campagna.core.contract import Setup
from campagna.core.proof import verify
from campagna.lab.game_run import (
    Series,
    check_seats,
    derived_seed,
    game_chance,
    play_out,
    record_game,
    seats_of,
)
from campagna.lab.progress_file import DifferentRun
from campagna.lab.records import open_record
from campagna.lab.simulate import Played, Tally, play_one, record_path, simulate
from tests.cli.duel import Duel, Load, Shot

SERIES = Series("duel", Setup("meadow"), ("recruit", "recruit"), seed=11)


def timeless(tally: Tally) -> Tally:
    return msgspec.structs.replace(tally, seconds=0.0)


def test_the_number_of_workers_does_not_show(tmp_path: Path) -> None:
    alone = timeless(simulate(SERIES, 30))
    assert alone.finished == 30
    assert timeless(simulate(SERIES, 30, workers=2)) == alone
    assert timeless(simulate(SERIES, 30, workers=2, records=tmp_path)) == alone


def test_a_game_does_not_depend_on_the_ones_before_it() -> None:
    games: list[Played] = []
    simulate(SERIES, 8, progress=games.append)
    assert [g.number for g in games] == list(range(8))
    assert play_one(SERIES, 5) == games[5]


def test_another_seed_gives_other_games() -> None:
    other = msgspec.structs.replace(SERIES, seed=12)
    assert timeless(simulate(SERIES, 30)) != timeless(simulate(other, 30))


def test_every_stream_has_its_own_seed() -> None:
    seeds = {
        derived_seed(msgspec.structs.replace(SERIES, seed=seed), number, stream)
        for seed in (1, 11, 111)
        for number in range(30)
        for stream in ("game", "seat:red", "seat:blue")
    }
    assert len(seeds) == 3 * 30 * 3
    assert max(seeds) < 2**48


def test_recording_a_game_does_not_change_it() -> None:
    game = Duel()
    orders, outcome = play_out(
        game, SERIES.setup, game_chance(SERIES, 3), seats_of(game, SERIES, 3)
    )
    record = record_game(
        game, SERIES.setup, game_chance(SERIES, 3), seats_of(game, SERIES, 3), "here"
    )
    assert record.tail is not None
    assert (len(record.entries), record.tail.outcome) == (orders, outcome)
    assert verify(game, record).dice == "seed"


def test_records_are_whole_and_named_by_series_and_number(tmp_path: Path) -> None:
    simulate(SERIES, 3, records=tmp_path)
    names = [record_path(tmp_path, SERIES, n) for n in range(3)]
    assert sorted(tmp_path.iterdir()) == names
    record = open_record(names[2])
    assert record.head.seed == derived_seed(SERIES, 2, "game")
    assert verify(Duel(), record).finished


def test_a_game_past_its_bound_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "longest_game", 5)
    tally = simulate(SERIES, 4)
    assert (tally.finished, tally.errors) == (0, 4)
    assert "TooLong: not over after 5 orders" in tally.failures[0].error
    assert tally.failures[0].seed == derived_seed(SERIES, 0, "game")


def test_a_game_may_take_as_many_orders_as_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = simulate(SERIES, 4).longest
    monkeypatch.setattr(Duel, "longest_game", longest)
    assert simulate(SERIES, 4).errors == 0


def test_an_illegal_order_is_an_error_of_that_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cli.duel.Offers.sample", lambda self, chance: Load())
    tally = simulate(SERIES, 2, workers=2)
    assert tally.errors == 2
    assert "Refused: 2.2" in tally.failures[1].error


def test_a_record_that_cannot_be_written_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    record_path(tmp_path, SERIES, 1).mkdir()
    tally = simulate(SERIES, 3, records=tmp_path)
    assert (tally.finished, tally.errors) == (2, 1)
    assert tally.failures[0].game == 1
    assert not list(tmp_path.glob("*.partial"))


def test_seats_are_checked_first() -> None:
    with pytest.raises(BadBots, match="there are: recruit"):
        check_seats(Duel(), msgspec.structs.replace(SERIES, seats=("recruit", "marshal")))
    with pytest.raises(BadBots, match="needs 2 seats"):
        simulate(msgspec.structs.replace(SERIES, seats=("recruit",)), 1)


def test_events_and_tallies_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[Played] = []
    plain = simulate(SERIES, 6, progress=games.append)
    assert plain.events["shot"] == sum(g.events["shot"] for g in games) > 0
    assert plain.tallies == {}
    hits = "hit"
    monkeypatch.setattr(
        Duel, "tally", lambda self, event: [hits] if isinstance(event, Shot) else [], raising=False
    )
    assert simulate(SERIES, 6, workers=2).tallies == {hits: plain.events["shot"]}


def test_a_series_goes_on_where_it_stopped(tmp_path: Path) -> None:
    journal = tmp_path / "new" / "journal.jsonl"
    whole = timeless(simulate(SERIES, 9))
    simulate(SERIES, 4, resume=journal)
    text = journal.read_bytes()
    journal.write_bytes(text[:-7])  # a crash in the middle of the last line
    games: list[Played] = []
    again = simulate(SERIES, 9, workers=2, resume=journal, progress=games.append)
    assert timeless(again) == whole
    assert len(journal.read_bytes().splitlines()) == 10
    with pytest.raises(DifferentRun, match="another run"):
        simulate(msgspec.structs.replace(SERIES, seed=12), 9, resume=journal)
