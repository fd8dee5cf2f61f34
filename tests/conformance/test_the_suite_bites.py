"""A law that lets its fault pass proves nothing: every saboteur must be caught."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from campagna.core.contract import Event, Order, Refused
from campagna.core.record import RecordError
from campagna.match.match import Match
from tests.conformance import (
    laws_of_chance,
    laws_of_play,
    laws_of_records,
    laws_of_secrecy,
    laws_of_writing,
    saboteurs,
)
from tests.conformance.cases import Case
from tests.conformance.journey import Journey
from tests.tiny_game.game import TwoFords

Law = Callable[[Journey], None]


def caught(law: Law, game: TwoFords) -> bool:
    """Whether the law notices the fault in one of a few random games."""
    for seed in range(1, 13):
        journey = Journey(Case(game.slug, "crossing", flipped=False, seed=seed), game)
        journey.go()
        try:
            law(journey)
        except (AssertionError, Refused, RecordError, KeyError, msgspec.ValidationError):
            return True
        except pytest.fail.Exception:
            return True
    return False


FAULTS: list[tuple[type[TwoFords], Law]] = [
    (saboteurs.Endless, laws_of_play.ends_lawfully),
    (saboteurs.Undecided, laws_of_play.ends_lawfully),
    (saboteurs.Crowded, laws_of_play.ends_lawfully),
    (saboteurs.Generous, laws_of_play.ends_lawfully),
    (saboteurs.Generous, laws_of_play.offered_orders_are_accepted),
    (saboteurs.Narrow, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Uncited, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Speechless, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Hasty, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Restless, laws_of_play.questions_change_nothing),
    (saboteurs.Shared, laws_of_play.copies_live_their_own_lives),
    (saboteurs.Moody, laws_of_play.copies_live_their_own_lives),
    (saboteurs.Moody, laws_of_records.the_record_proves_its_dice),
    (saboteurs.Optimist, laws_of_play.forecasts_add_up),
    (saboteurs.Gloomy, laws_of_chance.forecasts_run_from_best_to_worst),
    (saboteurs.Surprised, laws_of_chance.what_is_rolled_was_forecast),
    (saboteurs.Whispering, laws_of_chance.every_die_of_an_open_game_is_told),
    (saboteurs.Prophet, laws_of_play.forecasts_are_for_allowed_orders),
    (saboteurs.Forgetful, laws_of_writing.described_positions_arrange_to_the_same_state),
    (saboteurs.Mumbling, laws_of_writing.everything_is_said_in_both_languages),
    (saboteurs.Mumbling, laws_of_writing.orders_and_events_come_back),
    (saboteurs.Clairvoyant, laws_of_secrecy.views_can_be_imagined),
    (saboteurs.ToldForecast, laws_of_secrecy.answers_tell_no_secret),
    (saboteurs.ToldRefusal, laws_of_secrecy.answers_tell_no_secret),
    (saboteurs.ToldMove, laws_of_secrecy.events_tell_no_secret),
    (saboteurs.ToldLook, laws_of_secrecy.events_tell_no_secret),
]


@pytest.mark.parametrize(("fault", "law"), FAULTS)
def test_the_fault_is_caught(fault: type[TwoFords], law: Law) -> None:
    assert caught(law, fault())


@pytest.mark.parametrize("law", list(dict.fromkeys(law for _, law in FAULTS)))
def test_the_honest_game_passes(law: Law) -> None:
    assert not caught(law, TwoFords())


class LenientMatch(Match):
    """Takes back whatever was played last, dice or not."""

    def play(self, order: Order) -> list[Event]:
        before = [*self._before, self.state.copy()]
        events = super().play(order)
        self._before = before
        return events


def test_an_unfair_undo_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not caught(laws_of_records.undo_is_fair, TwoFords())
    monkeypatch.setattr(laws_of_records, "Match", LenientMatch)
    assert caught(laws_of_records.undo_is_fair, TwoFords())
