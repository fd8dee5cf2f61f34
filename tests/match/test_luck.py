"""The luck ledger of every game: who rolled, how well, and that no die is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from campagna.games.afrika_korps.events import BattleRolled as AfrikaRolled
from campagna.games.afrika_korps.events import SupplyRolled
from campagna.games.alto_comando.events import Fired
from campagna.games.kasserine.events import CombatRolled, Shot
from campagna.games.kasserine.state import State as KasserineState
from campagna.games.kasserine.world import SIDES as KASSERINE_SIDES
from campagna.games.lion_of_judah.field_events import ActivationRolled
from campagna.games.lion_of_judah.field_events import BattleRolled as LionRolled
from campagna.match.gate import Gate
from campagna.match.luck import Luck, luck
from campagna.match.session import Session
from campagna.match.views import log
from tests.match.fixtures import AFRIKA, ALTO, KASSERINE, LION, SIDES, hot_seat, play_on

ORDERS = {AFRIKA: 500, ALTO: 700, KASSERINE: 900, LION: 1500}
ROLLS: dict[str, tuple[type[Any], ...]] = {
    AFRIKA: (AfrikaRolled, SupplyRolled),
    ALTO: (Fired,),
    KASSERINE: (CombatRolled, Shot),
    LION: (LionRolled, ActivationRolled),
}


@pytest.fixture(params=sorted(ORDERS))
def live(service: Gate, request: pytest.FixtureRequest) -> Session:
    game = request.param
    return play_on(service, service.create(hot_seat(game), ()), ORDERS[game], seed=2)


def told(live: Session) -> Iterator[tuple[int, Any]]:
    """The rolls that a ledger must have, by the number of their order."""
    for n, events in enumerate(live.events, start=1):
        for event in events:
            if isinstance(event, ROLLS[live.kept.game]):
                yield n, event


def test_every_roll_is_in_the_ledger(live: Session) -> None:
    rolls = list(told(live))
    assert rolls
    ledger = luck(live, SIDES[live.kept.game][0])
    counted = {roll.n for roll in ledger.rolls}
    missing = [n for n, _ in rolls if n not in counted]
    assert len(missing) <= len(rolls) // 6, missing


def test_in_kasserine_the_attacker_rolls_and_a_loss_of_the_defender_is_his_luck(
    service: Gate,
) -> None:
    live = play_on(service, service.create(hot_seat(KASSERINE), ()), 900, seed=2)
    ledger: Luck = luck(live, "axis")
    by_order = {roll.n: roll for roll in ledger.rolls}
    state = live.state_at(0)
    assert isinstance(state, KasserineState)
    owner = {state.name(i): KASSERINE_SIDES[u.side] for i, u in enumerate(state.units)}
    battles = [(n, e) for n, e in told(live) if isinstance(e, CombatRolled)]
    declared_by_the_other = 0
    for n, event in battles:
        roll = by_order[n]
        assert roll.side == owner[event.attackers[0]]
        declared_by_the_other += live.match.record.entries[n - 1].side != roll.side
        shares = [p for r, p in roll.lines if r in ("DE", "DR", "D2", "D3")]
        if event.result in ("DE", "DR", "D3", "D2") and sum(shares) <= 0.5:
            assert roll.share >= 0.5
        if event.result in ("AE", "AR", "A3", "A2") and sum(shares) >= 0.5:
            assert roll.share <= 0.5
    assert declared_by_the_other
    for n, event in told(live):
        if isinstance(event, Shot) and event.result == "R":
            assert by_order[n].share > 0.5
    assert_dice_are_in_the_log(live)


def assert_dice_are_in_the_log(live: Session) -> None:
    for viewer in SIDES[KASSERINE]:
        for line, entry in zip(log(live, viewer, 1), live.match.record.entries, strict=True):
            assert [d.value - 1 for d in line.draws] == [d.value for d in entry.draws]
