"""The forecasts of every game are what the dice bring; a wrong one is found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from campagna.cli.app import run
from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Forecast, Order, State
from campagna.games.registry import BUILT_IN, load_game
from campagna.laws import forecast_check
from campagna.laws.forecast_check import Tally, check, shares
from two_fords.game import TwoFords
from two_fords.state import State as FordsState

ORDERS = {"lion-of-judah": 40, "panzergruppe-guderian": 60}
USUAL = 150


@pytest.mark.parametrize("slug", [*BUILT_IN, TwoFords.slug])
def test_forecast_and_play_agree(slug: str) -> None:
    game = TwoFords() if slug == TwoFords.slug else load_game(slug)
    wanted = ORDERS.get(slug, USUAL)
    *_, tally = check(game, wanted)
    assert tally.compared >= wanted
    assert tally.differences == []


class Optimist(TwoFords):
    """Says that the best result is a little more likely than it is."""

    def forecast(self, state: FordsState, order: Order) -> Forecast:
        told = super().forecast(state, order)
        if len(told.lines) < 2:
            return told
        first, second, *rest = told.lines
        shift = 1 / 6
        better = msgspec.structs.replace(first, probability=first.probability + shift)
        worse = msgspec.structs.replace(second, probability=second.probability - shift)
        return msgspec.structs.replace(told, lines=(better, worse, *rest))


def test_a_wrong_forecast_is_found() -> None:
    *_, tally = check(Optimist(), 20)
    assert tally.compared >= 20
    assert len(tally.differences) == tally.compared


def test_the_shares_of_all_ways_make_one() -> None:
    game = load_game("kasserine")
    found: list[Fraction] = []

    def look(state: State, order: Order) -> None:
        counted = shares(game, state, order)
        if counted is not None and counted[1] > 1:
            found.append(sum(counted[0].values(), Fraction(0)))

    state = game.start(game.new_setup(), SeededChance(1))
    players = SeededChance(2)
    for _ in range(200):
        order = game.offers(state).sample(players)
        look(state, order)
        game.play(state, order, SeededChance(3))
    assert found
    assert set(found) == {Fraction(1)}


def test_a_comparison_that_was_stopped_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file has the tally of every whole game; the same command adds only what is missing."""
    file = tmp_path / "forecasts.jsonl"
    asked = ["check-forecasts", "kasserine", "--json", "--progress", str(file)]

    def told(orders: int) -> Tally:
        assert run([*asked, "--orders", str(orders)]) == 0
        return msgspec.json.decode(capsys.readouterr().out, type=Tally)

    first = told(20)
    head, *games = file.read_bytes().splitlines()
    assert len(games) == 1
    assert told(20) == first
    second = told(first.compared + 1)
    assert second.compared > first.compared
    assert file.read_bytes().startswith(b"\n".join([head, *games]))
    assert run([*asked, "--seed", "9"]) == 2
    assert "choose another file" in capsys.readouterr().err


def test_only_orders_of_a_kind_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["check-forecasts", "kasserine", "--json", "--orders", "8"]
    assert run([*asked, "--kind", "assault"]) == 0
    tally = msgspec.json.decode(capsys.readouterr().out, type=Tally)
    assert tally.kinds.keys() == {"assault"}
    assert tally.compared >= 8
    assert run([*asked, "--kind", "parley"]) == 2
    assert "no orders of kind 'parley'" in capsys.readouterr().err


class Lucky(TwoFords):
    """The dice that are thrown show the best face only."""

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        return None if super().rolled(order, events) is None else "DE"


def test_dice_that_are_too_many_to_count_are_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast_check, "shares", lambda *_: None)
    *_, tally = check(TwoFords(), 20)
    assert tally.thrown == tally.compared >= 20
    assert tally.differences == []
    *_, tally = check(Lucky(), 20)
    assert len(tally.differences) == tally.compared >= 20


def test_a_rare_result_may_not_have_been_thrown_yet() -> None:
    """One in 486 stays out of 1024 throws once in eight times; of counted ways it is there in part."""
    expected = {"often": 485 / 486, "rarely": 1 / 486}
    thrown = [{"often": 1.0}] * 1024
    assert forecast_check._is_mean(expected, thrown, 6.0, forecast_check.ONE_THROW)
    assert not forecast_check._is_mean(expected, thrown, 6.0, forecast_check.ONE_WORLD)
