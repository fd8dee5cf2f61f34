"""The table of phases and frames: it agrees with the state, and it takes every kind of order."""

from __future__ import annotations

from typing import get_args

import pytest

from campagna.core import decision
from campagna.core.contract import Order
from campagna.games.kasserine import orders, rules
from campagna.games.kasserine.frames import Frame
from campagna.games.kasserine.rules.phases import FRAMES, PHASES
from campagna.games.kasserine.rules.sequence import PHASE_RULES
from campagna.games.kasserine.state import PHASE_NAMES, Phase
from tests.games.kasserine.lay import GAME, lay, why

BOARD = {"2420": "A21-I5 A21-I155", "2320": "L34-1-133", "2521": "CD-21 S-M01"}


def test_phases_stand_at_the_numbers_of_the_state() -> None:
    listed = [(p.name, p.rule) for p in PHASES if isinstance(p, decision.Phase)]
    assert listed == list(zip(PHASE_NAMES, PHASE_RULES, strict=True))[: Phase.OVER]


def test_every_frame_has_a_situation() -> None:
    assert set(FRAMES) == set(get_args(Frame))


def test_every_kind_of_order_is_taken_somewhere() -> None:
    kinds = {k for k in vars(orders).values() if isinstance(k, type) and issubclass(k, Order)}
    assert set(GAME.order_kinds) == kinds - {Order}


@pytest.mark.parametrize("name", PHASE_NAMES[Phase.LOGISTICS : Phase.OVER])
def test_an_order_not_asked_for_names_the_rule_of_the_step(name: str) -> None:
    state = lay(BOARD, phase=name)
    step = GAME.step(state)
    assert step is not None
    assert why(state, orders.LetPass(True)) == (step.rule, "not-now")


def test_after_the_end_nothing_is_asked_for() -> None:
    assert why(lay(BOARD, phase="over"), orders.Done()) == ("CAL-3", "not-now")


def test_the_table_of_contents_lists_every_chapter_once() -> None:
    names = [name for name, _ in rules.CHAPTERS]
    found = {p.stem for p in (GAME.home / "rules").glob("*.py")} - {"__init__"}
    assert len(names) == len(found)
    assert set(names) == found
