"""The sequence as a table: every order has its place, every chapter its line."""

from __future__ import annotations

from typing import get_args

import pytest

from campagna.core.contract import Order
from campagna.core.decision import Waiting
from campagna.games.lion_of_judah import orders
from campagna.games.lion_of_judah.frames import Battle, Frame
from campagna.games.lion_of_judah.rules import CHAPTERS
from campagna.games.lion_of_judah.rules.sequence.phases import FRAMES, PHASES
from campagna.games.lion_of_judah.state import Phase
from tests.games.lion_of_judah.lay import GAME


def test_every_kind_of_order_is_taken_somewhere() -> None:
    kinds = {k for k in vars(orders).values() if isinstance(k, type) and issubclass(k, Order)}
    assert set(GAME.order_kinds) == kinds - {Order}


def test_every_phase_and_frame_has_its_place() -> None:
    assert len(PHASES) == Phase.OVER
    assert set(FRAMES) == set(get_args(Frame))


@pytest.mark.parametrize("frame", list(FRAMES))
def test_frames_say_every_decision_they_ask_for(frame: type) -> None:
    situation = FRAMES[frame]
    assert isinstance(situation, Waiting)
    assert len(situation.asks) == len(set(situation.asks)) >= (4 if frame is Battle else 1)
    assert orders.Done in situation.kinds, "who may not decline is told so"


def test_the_table_of_contents_lists_every_chapter() -> None:
    found = (p.relative_to(GAME.home / "rules") for p in (GAME.home / "rules").rglob("*.py"))
    modules = {".".join(p.with_suffix("").parts) for p in found if p.stem != "__init__"}
    listed = [name for name, _ in CHAPTERS]
    assert set(listed) == modules
    assert len(listed) == len(modules)
