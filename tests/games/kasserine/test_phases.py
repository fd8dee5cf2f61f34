"""The table of phases and frames: it agrees with the state, and it takes every kind of order."""

from __future__ import annotations

from typing import get_args

import pytest

from campagna.core import decision
from campagna.core.chance import SeededChance
from campagna.core.contract import Order, Refusal, Refused
from campagna.core.offers import Say
from campagna.games.kasserine import orders, rules
from campagna.games.kasserine.frames import Frame, Retreating
from campagna.games.kasserine.rules.phases import FRAMES, PHASES
from campagna.games.kasserine.rules.sequence import PHASE_RULES, closing
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
def test_an_order_out_of_its_time_names_the_rule_of_the_order(name: str) -> None:
    state = lay(BOARD, phase=name)
    assert why(state, orders.LetPass(True)) == ("RES-5", "not-now")
    assert why(state, orders.Deploy("A21-I5", "2420")) == ("SET-1", "not-now")
    with pytest.raises(Refused) as refused:
        GAME.play(state, orders.LetPass(True), SeededChance(1))
    assert refused.value.refusal.rule == "RES-5"


@pytest.mark.parametrize(
    ("phase", "order", "rule"),
    [
        ("movement", orders.Attack(("A21-I5",), ("2320",)), "ATT-2"),
        ("movement", orders.Demolish("S-M01"), "LOG-11"),
        ("movement", orders.SelfReduce("A21-I5"), "LOG-14"),
        ("movement", orders.March("S-M01"), "LOG-7"),
        ("movement", orders.Assault("2320", "medium"), "CRT-1"),
        ("movement", orders.Take("2320"), "ATT-15"),
        ("movement", orders.Fire("A21-I155", "L34-1-133"), "ART-3"),
        ("movement", orders.Raid("2320"), "STR-1"),
        ("movement", orders.Retreat("A21-I5", ("2421",)), "RES-2"),
        ("movement", orders.Accompany(("CD-21",)), "ATT-15"),
        ("movement", orders.Defend("medium"), "CRT-2 (a)"),
        ("plan", orders.Move(("A21-I5",), ("2421",)), "MOV-1"),
        ("plan", orders.Leave("A21-I5"), "MOV-8"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_the_rule_that_says_when_an_order_is_given(phase: str, order: Order, rule: str) -> None:
    assert why(lay(BOARD, phase=phase), order) == (rule, "not-now")


def test_what_must_be_answered_first_keeps_a_phase_from_ending() -> None:
    state = lay(
        BOARD,
        phase="combat",
        opened=True,
        agenda=(Retreating(1, (0,), 2, 1),),
    )
    assert why(state, orders.Done()) == ("RES-4", "not-now")


def test_after_the_end_nothing_is_asked_for() -> None:
    assert why(lay(BOARD, phase="over"), orders.Done()) == ("CAL-3", "not-now")


def test_the_table_of_contents_lists_every_chapter_once() -> None:
    names = [name for name, _ in rules.CHAPTERS]
    found = {p.stem for p in (GAME.home / "rules").glob("*.py")} - {"__init__"}
    assert len(names) == len(found)
    assert set(names) == found


@pytest.mark.parametrize("refusal", [None, Refusal("CRT-1", "combats-left")])
def test_a_phase_that_cannot_end_is_not_offered_to_end(refusal: Refusal | None) -> None:
    state = lay(BOARD)
    end = closing(lambda _: refusal)
    assert end.offers(state, None) == (() if refusal else (Say("done"),))
    assert end.refusal(state, None, orders.Done()) == refusal
