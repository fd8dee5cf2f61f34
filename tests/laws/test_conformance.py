"""What every registered game keeps, without writing a test for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.core.rulebook import gaps
from campagna.laws import (
    laws_of_chance,
    laws_of_memos,
    laws_of_offers,
    laws_of_play,
    laws_of_records,
    laws_of_secrecy,
    laws_of_writing,
)
from campagna.laws.plain_kernels import PlainKernels
from campagna.laws.random_walk import RandomWalk
from tests.games.afrika_korps.stated_causes import STATEMENTS as AFRIKA_KORPS
from tests.games.kasserine.stated_causes import STATEMENTS as KASSERINE
from tests.games.lion_of_judah.stated_causes import STATEMENTS as LION_OF_JUDAH
from tests.games.panzergruppe_guderian.stated_causes import STATEMENTS as GUDERIAN
from tests.laws import laws_of_paths
from tests.laws.cases import all_cases, all_slugs, game_of

STATED = {
    "afrika-korps": AFRIKA_KORPS,
    "kasserine": KASSERINE,
    "lion-of-judah": LION_OF_JUDAH,
    "panzergruppe-guderian": GUDERIAN,
}
"""Games whose paths a kernel walks, with the causes of refused steps stated a second time."""


def test_a_random_game_ends_lawfully(walk: RandomWalk) -> None:
    laws_of_play.ends_lawfully(walk)


def test_offered_orders_are_accepted(walk: RandomWalk) -> None:
    laws_of_play.offered_orders_are_accepted(walk)


def test_unoffered_orders_are_refused_with_a_known_rule(walk: RandomWalk) -> None:
    laws_of_play.unoffered_orders_are_refused(walk)


def test_exact_offers_are_accepted(walk: RandomWalk) -> None:
    laws_of_offers.exact_offers_are_accepted(walk)


def test_offers_are_well_formed(walk: RandomWalk) -> None:
    laws_of_offers.offers_are_well_formed(walk)


@pytest.mark.parametrize(
    "walk",
    [c for c in all_cases() if c.slug in STATED],
    ids=str,
    indirect=True,
    scope="session",
)
def test_refused_steps_cite_what_holds(walk: RandomWalk) -> None:
    cited = laws_of_paths.refused_steps_cite_what_holds(walk, STATED[walk.case.slug])
    assert len(cited) >= 50, "too few steps were refused for the law to say anything"
    assert len(set(cited)) >= 3


def test_questions_change_nothing(walk: RandomWalk) -> None:
    laws_of_play.questions_change_nothing(walk)


def test_a_rebuilt_state_answers_alike(walk: RandomWalk) -> None:
    laws_of_memos.a_rebuilt_state_answers_alike(walk)


def test_a_rebuilt_state_plays_alike(walk: RandomWalk) -> None:
    laws_of_memos.a_rebuilt_state_plays_alike(walk)


def test_copies_live_their_own_lives(walk: RandomWalk) -> None:
    laws_of_play.copies_live_their_own_lives(walk)


def test_forecasts_add_up(walk: RandomWalk) -> None:
    laws_of_play.forecasts_add_up(walk)


def test_forecasts_are_for_allowed_orders(walk: RandomWalk) -> None:
    laws_of_play.forecasts_are_for_allowed_orders(walk)


def test_forecasts_run_from_best_to_worst(walk: RandomWalk) -> None:
    laws_of_chance.forecasts_run_from_best_to_worst(walk)


def test_what_is_rolled_was_forecast(walk: RandomWalk) -> None:
    laws_of_chance.what_is_rolled_was_forecast(walk)


def test_accounts_of_odds_hold(walk: RandomWalk) -> None:
    laws_of_chance.accounts_of_odds_hold(walk)


def test_every_die_of_an_open_game_is_shown(walk: RandomWalk) -> None:
    laws_of_chance.every_die_of_an_open_game_is_shown(walk)


def test_views_can_be_imagined(walk: RandomWalk) -> None:
    laws_of_secrecy.views_can_be_imagined(walk)


def test_answers_tell_no_secret(walk: RandomWalk) -> None:
    laws_of_secrecy.answers_tell_no_secret(walk)


def test_events_tell_no_secret(walk: RandomWalk) -> None:
    laws_of_secrecy.events_tell_no_secret(walk)


def test_states_come_back_from_json(walk: RandomWalk) -> None:
    laws_of_writing.states_come_back(walk)


def test_views_and_positions_come_back_from_json(walk: RandomWalk) -> None:
    laws_of_writing.views_and_positions_come_back(walk)


def test_described_positions_arrange_to_the_same_state(walk: RandomWalk) -> None:
    laws_of_writing.described_positions_arrange_to_the_same_state(walk)


def test_orders_and_events_come_back_from_json(walk: RandomWalk) -> None:
    laws_of_writing.orders_and_events_come_back(walk)


def test_tables_can_read_events(walk: RandomWalk) -> None:
    laws_of_writing.tables_can_read_events(walk)


def test_everything_is_said_in_both_languages(walk: RandomWalk) -> None:
    laws_of_writing.everything_is_said_in_both_languages(walk)


def test_the_record_replays_from_its_own_dice(walk: RandomWalk, tmp_path: Path) -> None:
    laws_of_records.the_record_replays_from_its_own_dice(walk, tmp_path)


def test_the_record_proves_its_dice(walk: RandomWalk) -> None:
    laws_of_records.the_record_proves_its_dice(walk)


def test_a_changed_byte_is_noticed(walk: RandomWalk) -> None:
    laws_of_records.a_changed_byte_is_noticed(walk)


def test_a_cut_record_is_noticed(walk: RandomWalk) -> None:
    laws_of_records.a_cut_record_is_noticed(walk)


def test_the_other_kernels_verify_the_record_too(
    walk: RandomWalk, tmp_path: Path, plain_kernels: PlainKernels
) -> None:
    laws_of_records.the_other_kernels_verify_it_too(walk, tmp_path, plain_kernels)


def test_undo_is_fair(walk: RandomWalk) -> None:
    laws_of_records.undo_is_fair(walk)


@pytest.mark.parametrize("slug", all_slugs())
def test_every_rule_of_the_book_has_code_and_a_test(slug: str) -> None:
    assert gaps(game_of(slug).home) == []
