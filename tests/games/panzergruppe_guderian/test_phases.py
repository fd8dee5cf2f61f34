"""The table of the sequence: its order, its orders, and what each decision is called."""

from __future__ import annotations

from typing import get_args

from campagna.core.contract import Order
from campagna.core.decision import Phase, Waiting
from campagna.core.messages import load_messages
from campagna.games.panzergruppe_guderian import orders
from campagna.games.panzergruppe_guderian.frames import Frame
from campagna.games.panzergruppe_guderian.rules.phases import FRAMES, PHASES
from campagna.games.panzergruppe_guderian.rules.sequence import PHASE_RULES
from campagna.games.panzergruppe_guderian.state import OVER, PHASE_NAMES
from tests.games.panzergruppe_guderian.lay import GAME


def test_phases_stand_at_their_numbers() -> None:
    phases = [p for p in PHASES if isinstance(p, Phase)]
    assert len(phases) == len(PHASES) == OVER
    assert [p.name for p in phases] == list(PHASE_NAMES[:OVER])
    assert [p.rule for p in phases] == list(PHASE_RULES[:OVER])


def test_every_frame_has_its_situation() -> None:
    assert set(FRAMES) == set(get_args(Frame))


def test_every_kind_of_order_is_asked_for_somewhere() -> None:
    written = {
        kind
        for kind in vars(orders).values()
        if isinstance(kind, type) and issubclass(kind, Order) and kind is not Order
    }
    assert set(GAME.order_kinds) == set(get_args(GAME.order_type)) == written


def test_every_decision_that_is_asked_has_a_prompt() -> None:
    asked = {name for s in FRAMES.values() if isinstance(s, Waiting) for name in s.asks}
    asked |= set(PHASE_NAMES[:OVER])
    assert asked == set(load_messages(GAME.home).tables["prompt"])
