"""What every registered game keeps, without writing a test for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.core.rulebook import gaps
from tests.conformance import (
    laws_of_chance,
    laws_of_play,
    laws_of_records,
    laws_of_secrecy,
    laws_of_writing,
)
from tests.conformance.cases import all_slugs, game_of
from tests.conformance.journey import Journey


def test_a_random_game_ends_lawfully(journey: Journey) -> None:
    laws_of_play.ends_lawfully(journey)


def test_offered_orders_are_accepted(journey: Journey) -> None:
    laws_of_play.offered_orders_are_accepted(journey)


def test_unoffered_orders_are_refused_with_a_known_rule(journey: Journey) -> None:
    laws_of_play.unoffered_orders_are_refused(journey)


def test_questions_change_nothing(journey: Journey) -> None:
    laws_of_play.questions_change_nothing(journey)


def test_copies_live_their_own_lives(journey: Journey) -> None:
    laws_of_play.copies_live_their_own_lives(journey)


def test_forecasts_add_up(journey: Journey) -> None:
    laws_of_play.forecasts_add_up(journey)


def test_forecasts_are_for_allowed_orders(journey: Journey) -> None:
    laws_of_play.forecasts_are_for_allowed_orders(journey)


def test_forecasts_run_from_best_to_worst(journey: Journey) -> None:
    laws_of_chance.forecasts_run_from_best_to_worst(journey)


def test_what_is_rolled_was_forecast(journey: Journey) -> None:
    laws_of_chance.what_is_rolled_was_forecast(journey)


def test_every_die_of_an_open_game_is_told(journey: Journey) -> None:
    laws_of_chance.every_die_of_an_open_game_is_told(journey)


def test_views_can_be_imagined(journey: Journey) -> None:
    laws_of_secrecy.views_can_be_imagined(journey)


def test_answers_tell_no_secret(journey: Journey) -> None:
    laws_of_secrecy.answers_tell_no_secret(journey)


def test_events_tell_no_secret(journey: Journey) -> None:
    laws_of_secrecy.events_tell_no_secret(journey)


def test_states_come_back_from_json(journey: Journey) -> None:
    laws_of_writing.states_come_back(journey)


def test_views_and_positions_come_back_from_json(journey: Journey) -> None:
    laws_of_writing.views_and_positions_come_back(journey)


def test_described_positions_arrange_to_the_same_state(journey: Journey) -> None:
    laws_of_writing.described_positions_arrange_to_the_same_state(journey)


def test_orders_and_events_come_back_from_json(journey: Journey) -> None:
    laws_of_writing.orders_and_events_come_back(journey)


def test_everything_is_said_in_both_languages(journey: Journey) -> None:
    laws_of_writing.everything_is_said_in_both_languages(journey)


def test_the_record_replays_to_the_same_states(journey: Journey, tmp_path: Path) -> None:
    laws_of_records.the_record_replays_to_the_same_states(journey, tmp_path)


def test_the_record_proves_its_dice(journey: Journey) -> None:
    laws_of_records.the_record_proves_its_dice(journey)


def test_a_changed_byte_is_noticed(journey: Journey) -> None:
    laws_of_records.a_changed_byte_is_noticed(journey)


def test_a_cut_record_is_noticed(journey: Journey) -> None:
    laws_of_records.a_cut_record_is_noticed(journey)


def test_the_other_kernels_verify_the_record_too(journey: Journey, tmp_path: Path) -> None:
    laws_of_records.the_other_kernels_verify_it_too(journey, tmp_path)


def test_undo_is_fair(journey: Journey) -> None:
    laws_of_records.undo_is_fair(journey)


@pytest.mark.parametrize("slug", all_slugs())
def test_every_rule_of_the_book_has_code_and_a_test(slug: str) -> None:
    assert gaps(game_of(slug).home) == []
