"""Whole campaigns, battle after battle: one record each, true from the first card to the last area."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Setup
from campagna.core.proof import verify
from campagna.core.record import Record
from campagna.games.alto_comando.events import (
    BattleCalled,
    BattleEnded,
    BattleForfeited,
    CampaignEnded,
    CardsRevealed,
    FrontHeld,
    FrontMoved,
    TurnBegan,
)
from tests.games.alto_comando.lay import GAME


@lru_cache
def recorded(scenario: str, seed: int) -> tuple[Record, list[Event]]:
    """A random campaign to its end, as a record, and everything that happened in it."""
    setup, chance, seat = Setup(scenario), SeededChance(seed), SeededChance(seed + 500)
    state = GAME.start(setup, chance)
    record = Record.begin(GAME, setup, f"{scenario}-{seed}", chance, state)
    told: list[Event] = []
    while (step := GAME.step(state)) is not None:
        order = GAME.offers(state).sample(seat)
        told += GAME.play(state, order, chance)
        record.append(step.side, order, chance.take_log(), state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    record.finish(outcome, chance)
    return record, told


@pytest.mark.rule("CAM-1", "CAM-3", "CAM-4", "CAM-5")
def test_a_campaign_is_one_record_over_several_battles() -> None:
    record, told = recorded("c1", 1)
    proof = verify(GAME, record)
    assert proof.finished
    assert record.tail is not None
    count = Counter(type(event) for event in told)
    battles = count[BattleEnded] + count[BattleForfeited]
    assert battles >= 2, "from Sollum no single battle decides"
    assert count[BattleCalled] == battles - 1
    assert count[FrontMoved] + count[FrontHeld] == battles - 1
    assert count[CampaignEnded] == 1
    assert isinstance(told[-1], CampaignEnded)
    assert told[-1].battles == battles
    won = record.tail.outcome.points
    assert sum(won.values()) <= battles
    assert proof.outcome == record.tail.outcome


def test_every_battle_of_a_campaign_has_its_own_cards_and_turns() -> None:
    _, told = recorded("c1", 1)
    ends = [i for i, event in enumerate(told) if isinstance(event, BattleEnded)]
    previous = -1
    for end in ends:
        battle = told[previous + 1 : end]
        turns = [event.turn for event in battle if isinstance(event, TurnBegan)]
        assert turns == list(range(1, len(turns) + 1))
        assert 9 <= len(turns) <= 12
        assert {e.side for e in battle if isinstance(e, CardsRevealed)} == {"axis", "allied"}
        previous = end
