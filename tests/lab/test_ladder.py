"""Ladders and balances: both sides on the same dice, the same whoever plays them, resumable."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import pytest

from campagna.bots.bots import BadBots
from campagna.core.contract import Setup
from campagna.lab import ladder as ladders
from campagna.lab.balance import Balance, Case, cases_of, compare, draw_plots, write_csv
from campagna.lab.balance import Run as BalanceRun
from campagna.lab.game_run import Series
from campagna.lab.intervals import Verdict, measured_by, paired, ratings, sequential, wilson
from campagna.lab.ladder import Ladder, Match, Run, matches, play_match, run_ladder
from campagna.lab.progress_file import DifferentRun
from campagna.lab.simulate import simulate
from campagna.lab.workers import batches
from tests.cli.duel import Duel

RUN = Run("duel", Setup("meadow"), seed=5)


@pytest.fixture(autouse=True)
def _a_second_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another name for the recruit: equal seats, so nobody should come out far ahead."""
    from campagna.bots import bots

    known = {**bots._BOTS, "cadet": bots._BOTS["recruit"]}
    monkeypatch.setattr(bots, "_BOTS", known)


def timeless(ladder: Ladder) -> Ladder:
    return msgspec.structs.replace(ladder, seconds=0.0)


def test_every_pairing_is_played_from_both_sides_on_the_same_dice() -> None:
    wanted = matches(["recruit", "cadet"], 6)
    assert len(wanted) == 6
    assert {m.seats for m in wanted} == {("recruit", "cadet"), ("cadet", "recruit")}
    one, two = (play_match((RUN, m)) for m in (wanted[0], wanted[1]))
    assert one.played.seed == two.played.seed
    assert len(matches(["a", "b", "c"], 4)) == 12
    assert matches(["a", "b"], 2, mirror=True)[2:] == [Match(("a", "a"), 0), Match(("b", "b"), 0)]


def test_the_number_of_workers_does_not_show() -> None:
    alone = timeless(run_ladder(RUN, ["recruit", "cadet"], 20))
    assert timeless(run_ladder(RUN, ["recruit", "cadet"], 20, workers=2)) == alone
    assert sum(alone.scores.values()) == pytest.approx(1.0)
    assert alone.games == 20
    assert alone.failures == ()
    pairing = alone.pairings[0]
    assert pairing.score.games == 20
    assert {s.games for s in pairing.by_side.values()} == {10}
    assert pairing.score.low <= pairing.score.share <= pairing.score.high


def test_a_series_on_a_local_ray_is_the_same_series() -> None:
    pytest.importorskip("ray")
    # The workers of a cluster are other processes on other machines: guests are unknown there.
    series = Series("panzergruppe-guderian", Setup("campaign-1941"), ("recruit", "recruit"), 5)
    here = msgspec.structs.replace(simulate(series, 2), seconds=0.0)
    there = msgspec.structs.replace(simulate(series, 2, cluster=True), seconds=0.0)
    assert there == here


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "ladder.jsonl"
    whole = timeless(run_ladder(RUN, ["recruit", "cadet"], 12))
    run_ladder(RUN, ["recruit", "cadet"], 6, resume=journal)
    played: list[Match] = []
    real = play_match

    def counted(job: tuple[Run, Match]) -> ladders.Line:
        played.append(job[1])
        return real(job)

    monkeypatch.setattr(ladders, "play_match", counted)
    assert timeless(run_ladder(RUN, ["recruit", "cadet"], 12, resume=journal)) == whole
    assert len(played) == 6
    with pytest.raises(DifferentRun):
        run_ladder(msgspec.structs.replace(RUN, seed=6), ["recruit", "cadet"], 6, resume=journal)


def test_unknown_seats_are_told_before_anything_is_played() -> None:
    with pytest.raises(BadBots):
        run_ladder(RUN, ["recruit", "marshal"], 2)


def test_intervals() -> None:
    half = wilson(50, 100)
    assert (half.share, round(half.low, 3), round(half.high, 3)) == (0.5, 0.404, 0.596)
    assert wilson(0, 0).high == 1.0
    sure = paired([[1.0, 0.0]] * 30)
    assert (sure.share, sure.low, sure.high) == (0.5, 0.5, 0.5)
    swept = paired([[1.0, 1.0]] * 25)
    assert (swept.share, round(swept.low, 2), swept.high) == (1.0, 0.93, 1.0)
    unsure = paired([[1.0, 1.0], [0.0, 0.0]] * 15)
    assert unsure.low < 0.4 < 0.6 < unsure.high


def test_ratings_follow_the_results() -> None:
    names = ["a", "b", "c"]
    found = ratings(names, {("a", "b"): (25.0, 100), ("b", "c"): (25.0, 100)})
    assert found["a"] == 0.0
    assert found["b"] == pytest.approx(190, abs=8)
    assert found["c"] == pytest.approx(380, abs=16)
    swept = ratings(["a", "b"], {("a", "b"): (0.0, 100)})
    assert 800 < swept["b"] < 1300


def test_batches_keep_every_job() -> None:
    jobs = list(range(101))
    parts = batches(jobs, 2)
    assert [j for p in parts for j in p] == jobs
    assert {len(p) for p in parts} <= {1, 4}


@pytest.mark.parametrize(
    ("points", "games", "said"), [(44, 100, "reached"), (36, 100, "near"), (36, 400, "missed")]
)
def test_a_share_may_fall_short_of_its_target_by_chance(points: int, games: int, said: str) -> None:
    assert measured_by(wilson(points * games / 100, games), 0.44) == said


def test_a_sequential_test_stops_when_it_is_sure() -> None:
    # A victory speaks for 68% against 58% by log(68/58), a defeat against it by log(42/32); log 19 is enough.
    assert sequential([(1.0, 1.0)] * 40, 0.58, 0.68) == Verdict("strong", 20)
    assert sequential([(0.0, 0.0)] * 40, 0.58, 0.68) == Verdict("weak", 12)
    assert sequential([(1.0, 0.0)] * 20, 0.58, 0.68) == Verdict("open", 40)
    assert sequential([(1.0, 0.0)] * 40, 0.58, 0.68) == Verdict("weak", 54)
    assert sequential([], 0.58, 0.68) == Verdict("open", 0)


def test_a_pairing_keeps_the_points_of_its_pairs() -> None:
    ladder = run_ladder(RUN, ["recruit", "cadet"], 6)
    (pairing,) = ladder.pairings
    assert len(pairing.pairs) == 3
    assert sum(map(sum, pairing.pairs)) == pytest.approx(pairing.score.share * pairing.score.games)


def weighed(**more: object) -> Balance:
    cases = cases_of(Duel(), Setup("meadow"), options=True)
    return compare(BalanceRun("duel", "recruit", 3), cases, 8, **more)  # type: ignore[arg-type]


def test_a_balance_compares_every_option_and_draws_it(tmp_path: Path) -> None:
    balance = weighed()
    names = [f.case.name for f in balance.findings]
    assert names[0] == "meadow"
    assert "sabre=true" in names
    assert all(f.games == 8 for f in balance.findings)
    for found in balance.findings:
        assert sum(s.share for s in found.levels.values()) == pytest.approx(1.0)
        assert sum(s.share for s in found.winners.values()) == pytest.approx(1.0)
    table = tmp_path / "balance.csv"
    write_csv(balance, table)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert {r["case"] for r in rows} == set(names)
    pytest.importorskip("matplotlib")
    for path in draw_plots(balance, tmp_path, str):
        assert path.stat().st_size > 1000
    assert (tmp_path / "duel-balance.svg").read_text().startswith("<?xml")


def test_a_balance_is_the_same_with_two_workers_and_goes_on(tmp_path: Path) -> None:
    alone = msgspec.structs.replace(weighed(), seconds=0.0)
    journal = tmp_path / "b.jsonl"
    compare(BalanceRun("duel", "recruit", 3), [Case("meadow", Setup("meadow"))], 4, resume=journal)
    again = msgspec.structs.replace(weighed(workers=2, resume=journal), seconds=0.0)
    assert again == alone
