"""A law that lets its fault pass proves nothing: every saboteur must be caught."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from campagna.core.contract import Event, Order, Refused
from campagna.core.record import RecordError, Signed
from campagna.games.afrika_korps.rules.movement import movement, step_causes
from campagna.kit.derived import Memos
from campagna.kit.path_check import Cause
from campagna.laws import (
    gradings,
    laws_of_chance,
    laws_of_memos,
    laws_of_offers,
    laws_of_play,
    laws_of_records,
    laws_of_secrecy,
    laws_of_writing,
)
from campagna.laws.random_walk import RandomWalk, travel
from campagna.match.match import Match
from tests.games.afrika_korps.stated_causes import STATEMENTS
from tests.laws import laws_of_paths, saboteurs
from tests.laws.cases import Case
from two_fords.game import TwoFords

Law = Callable[[RandomWalk], None]


GAMES = range(1, 13)
"""By their seeds: the few random games in which a fault must show."""


def played(game: TwoFords, seed: int) -> RandomWalk:
    walk = RandomWalk(Case(game.slug, "crossing", flipped=False, seed=seed), game)
    walk.go()
    return walk


@cache
def played_honestly(seed: int) -> RandomWalk:
    return played(TwoFords(), seed)


def noticed(law: Law, walk: RandomWalk) -> bool:
    try:
        law(walk)
    except (AssertionError, Refused, RecordError, KeyError, msgspec.ValidationError):
        return True
    except pytest.fail.Exception:
        return True
    return False


def caught(law: Law, game: TwoFords) -> bool:
    """Whether the law notices the fault in one of the games."""
    return any(noticed(law, played(game, seed)) for seed in GAMES)


FAULTS: list[tuple[type[TwoFords], Law]] = [
    (saboteurs.Endless, laws_of_play.ends_lawfully),
    (saboteurs.Undecided, laws_of_play.ends_lawfully),
    (saboteurs.Crowded, laws_of_play.ends_lawfully),
    (saboteurs.Generous, laws_of_play.ends_lawfully),
    (saboteurs.Generous, laws_of_play.offered_orders_are_accepted),
    (saboteurs.Narrow, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Generous, laws_of_offers.exact_offers_are_accepted),
    (saboteurs.Adviser, laws_of_offers.exact_offers_are_accepted),
    (saboteurs.Mislabelled, laws_of_offers.offers_are_well_formed),
    (saboteurs.Untimely, laws_of_offers.offers_are_well_formed),
    (saboteurs.Endlessly, laws_of_offers.offers_are_well_formed),
    (saboteurs.Rash, laws_of_offers.offers_are_well_formed),
    (saboteurs.Pathless, laws_of_offers.offers_are_well_formed),
    (saboteurs.ToldOffer, laws_of_secrecy.answers_tell_no_secret),
    (saboteurs.Uncited, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Speechless, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Hasty, laws_of_play.unoffered_orders_are_refused),
    (saboteurs.Restless, laws_of_play.questions_change_nothing),
    (saboteurs.Shared, laws_of_play.copies_live_their_own_lives),
    (saboteurs.Moody, laws_of_play.copies_live_their_own_lives),
    (saboteurs.Moody, laws_of_records.the_record_proves_its_dice),
    (saboteurs.Optimist, laws_of_play.forecasts_add_up),
    (saboteurs.Gloomy, laws_of_chance.forecasts_run_from_best_to_worst),
    (saboteurs.Miscounting, laws_of_chance.accounts_of_odds_hold),
    (saboteurs.Unsettled, laws_of_chance.accounts_of_odds_hold),
    (saboteurs.Misleading, laws_of_writing.tables_can_read_events),
    (saboteurs.Surprised, laws_of_chance.what_is_rolled_was_forecast),
    (saboteurs.Whispering, laws_of_chance.every_die_of_an_open_game_is_shown),
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
    assert not any(noticed(law, played_honestly(seed)) for seed in GAMES)


class LenientMatch(Match):
    """Takes back whatever was played last, dice or not."""

    def play(self, order: Order, signed: Signed | None = None) -> list[Event]:
        before = [*self._before, self.state.copy()]
        events = super().play(order, signed)
        self._before = before
        return events


def test_an_unfair_undo_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not caught(laws_of_records.undo_is_fair, TwoFords())
    monkeypatch.setattr(laws_of_records, "Match", LenientMatch)
    assert caught(laws_of_records.undo_is_fair, TwoFords())


def test_the_order_of_forecasts_is_held_without_a_grading_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As `campagna conformance` does on a game that it does not know."""
    monkeypatch.setattr(gradings, "GRADINGS", {})
    law = laws_of_chance.forecasts_run_from_best_to_worst
    assert caught(law, saboteurs.Gloomy())
    assert not caught(law, TwoFords())


# --- refused steps ----------------------------------------------------------------------------------


def test_a_rule_that_is_left_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As every step without a way was once blamed on barred hexsides."""
    blamed = Cause("5.7a", "no-way", lambda step: True, step_causes.step_facts)
    monkeypatch.setattr(movement, "STEP_CAUSES", (blamed,))
    with pytest.raises(AssertionError, match="cited"):
        laws_of_paths.refused_steps_cite_what_holds(_desert(), STATEMENTS)


def test_a_cause_that_is_forgotten_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [c for c in step_causes.STEP_CAUSES if c.reason != "not-adjacent"]
    monkeypatch.setattr(movement, "STEP_CAUSES", tuple(known))
    with pytest.raises(AssertionError, match="no cause for"):
        laws_of_paths.refused_steps_cite_what_holds(_desert(), STATEMENTS)


def _desert() -> RandomWalk:
    return travel(Case("afrika-korps", "campaign", flipped=False, seed=1))


# --- what states remember ---------------------------------------------------------------------------


def test_a_change_that_nobody_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = _desert()
    laws_of_memos.a_rebuilt_state_answers_alike(walk)
    monkeypatch.setattr(Memos, "touch", lambda memos, changes: None)
    with pytest.raises((AssertionError, Refused)):
        laws_of_memos.a_rebuilt_state_answers_alike(walk)
