"""Chapter 3."""

from __future__ import annotations

import pytest

from campagna.core.contract import Order, Refused
from two_fords.events import GameEnded, PhaseBegan
from two_fords.orders import Attack, Deploy, EndPhase, Look, Move, Retreat
from two_fords_lay import GAME, lay, play, refused


@pytest.mark.rule("3.1")
def test_six_turns_of_four_phases_then_the_end() -> None:
    state = lay("N1 0302 3", "S1 0505 2")
    events = play(state, *[EndPhase()] * 24)
    began = [(e.turn, e.side, e.phase) for e in events if isinstance(e, PhaseBegan)]
    order = [("north", "move"), ("north", "attack"), ("south", "move"), ("south", "attack")]
    assert [(1, *order[0]), *began] == [(t, *o) for t in range(1, 7) for o in order]
    assert isinstance(events[-1], GameEnded)
    assert GAME.step(state) is None
    assert refused(state, EndPhase()) == ("3.1", "game-over")


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(
    ("phase", "order"),
    [
        ("move", Attack(("N1",), "0204")),
        ("move", Look("N1", "0204")),
        ("move", Deploy("N1", "0202")),
        ("move", Retreat("0202")),
        ("attack", Move("N1", ("0202",))),
    ],
)
def test_an_order_of_another_phase_is_refused(phase: str, order: Order) -> None:
    state = lay("N1 0203 3", "S1 0204 2", phase=phase)
    asks = {"move": "4.1", "attack": "6.1"}[phase]
    assert refused(state, order) == (asks, "not-now")
    with pytest.raises(Refused):
        play(state, order)


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Move("X9", ("0202",)), "no-such-counter"),
        (Move("S1", ("0205",)), "not-yours"),
        (Move("N2", ("0202",)), "not-in-play"),
        (Move("N1", ("0909",)), "no-such-hex"),
    ],
)
def test_orders_name_own_counters_in_play_and_hexes_of_the_map(order: Move, reason: str) -> None:
    state = lay("N1 0203 3", "S1 0204 2")
    assert refused(state, order) == ("3.3", reason)
