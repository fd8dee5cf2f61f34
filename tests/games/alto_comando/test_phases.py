"""The table of phases: it agrees with the state, and it takes every kind of order."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.contract import Order, Refusal, digest
from campagna.games.alto_comando import orders, rules
from campagna.games.alto_comando.rules.phases import PHASES
from campagna.games.alto_comando.rules.sequence import PHASE_RULES
from campagna.games.alto_comando.state import PHASE_NAMES, Phase
from tests.games.alto_comando.lay import GAME, start, table, why

BOARD = {"A1.tank1": "500 300", "G1.tank1": "900 300"}
WRONG = {
    "works": orders.Move("A1.tank1", ((500, 310),)),
    "deploy": orders.Fortify(),
    "replace": orders.Move("A1.tank1", ((500, 310),)),
    "clear": orders.Replace("A1.tank1", (500, 310)),
    "move": orders.Fire("A1.tank1", "G1.tank1"),
    "air": orders.StartOver(),
    "trench-fire": orders.AirAttack("G1.tank1"),
    "fire": orders.ChooseCards(()),
}


def test_phases_stand_at_the_numbers_of_the_state() -> None:
    numbers = [PHASE_RULES[phase] for phase in Phase]
    listed = [(phase.name, phase.rule) for phase in PHASES]
    assert listed == list(zip(PHASE_NAMES, numbers, strict=True))[: Phase.OVER]


def test_every_kind_of_order_is_taken_somewhere() -> None:
    kinds = {k for k in vars(orders).values() if isinstance(k, type) and issubclass(k, Order)}
    assert set(GAME.order_kinds) == kinds - {Order}


@pytest.mark.parametrize("phase", WRONG)
def test_an_order_not_asked_for_names_the_rule_of_the_step(phase: str) -> None:
    state = table(BOARD, phase=phase)
    step = GAME.step(state)
    assert step is not None
    assert why(state, WRONG[phase]) == (step.rule, "not-now")


def test_after_the_end_nothing_is_asked_for() -> None:
    assert why(table(BOARD, phase="over"), orders.Done()) == ("VIC-4", "not-now")


@pytest.mark.parametrize("phase", PHASE_NAMES[Phase.WORKS : Phase.OVER])
def test_the_end_of_a_phase_is_foretold_by_its_own_rule(phase: str) -> None:
    state = table(BOARD, phase=phase)
    if not isinstance(GAME.refusal(state, orders.Done()), Refusal):
        step = GAME.step(state)
        assert step is not None
        assert GAME.forecast(state, orders.Done()).rule == step.rule


@pytest.mark.parametrize("scenario", ["beda_fomm", "battle", "c1", "c4"])
def test_a_state_read_from_bytes_has_everything(scenario: str) -> None:
    state = start(scenario)
    again = GAME.load(msgspec.msgpack.encode(state))
    assert digest(again) == digest(state)
    assert GAME.step(again) == GAME.step(state)
    assert tuple(GAME.offers(again)) == tuple(GAME.offers(state))


def test_the_table_of_contents_lists_every_chapter_once() -> None:
    names = [name for name, _ in rules.CHAPTERS]
    found = {path.stem for path in (GAME.home / "rules").glob("*.py")} - {"__init__"}
    assert len(names) == len(found)
    assert set(names) == found
