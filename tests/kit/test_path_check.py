"""The cause of a refused step is found, never what is left over."""

from __future__ import annotations

import pytest

from campagna.core.contract import UNEXPLAINED, Fact, Refusal
from campagna.core.messages import Messages
from campagna.kit.path_check import Cause, Found, PathStep, first_cause

Step = PathStep[str, frozenset[int]]


def facts(step: Step) -> dict[str, Fact]:
    return {"from": step.here, "hex": step.there}


LAKE: Cause[Step] = Cause("6.7", "lake", lambda s: s.there in s.terms, facts)
ENEMY: Cause[Step] = Cause("6.2", "enemy-there", lambda s: s.state == "enemy", facts)


def step(state: str = "", terms: frozenset[int] = frozenset(), at: int = 2) -> Step:
    return PathStep(state, (7,), (10, 11, 12), at, terms)


def test_a_step_lies_between_two_hexes_of_the_way() -> None:
    assert (step().here, step().there) == (11, 12)


def test_the_step_onto_the_map_has_no_hex_before() -> None:
    assert (step(at=0).here, step(at=0).there) == (10, 10)


def test_the_cause_that_holds_is_named_with_its_facts() -> None:
    assert first_cause(step("enemy"), (LAKE, ENEMY)) == Refusal(
        "6.2", "enemy-there", {"from": 11, "hex": 12}
    )


@pytest.mark.parametrize(
    ("causes", "reason"), [((LAKE, ENEMY), "lake"), ((ENEMY, LAKE), "enemy-there")]
)
def test_the_first_of_several_causes_is_named(causes: tuple[Cause[Step], ...], reason: str) -> None:
    assert first_cause(step("enemy", frozenset({12})), causes).reason == reason


def test_a_judge_may_stand_among_the_causes() -> None:
    def judge(asked: Step) -> Refusal | None:
        return Refusal("9.1", "unsupplied") if asked.units == (7,) else None

    causes: tuple[Found[Step], ...] = (LAKE, judge, ENEMY)
    assert first_cause(step("enemy"), causes) == Refusal("9.1", "unsupplied")


def test_no_cause_is_blamed_for_what_nobody_found(caplog: pytest.LogCaptureFixture) -> None:
    refusal = first_cause(step(), (LAKE, ENEMY))
    assert refusal == Refusal("", UNEXPLAINED, {"from": 11, "hex": 12})
    (logged,) = caplog.messages
    assert logged == "no cause among 6.7 lake, 6.2 enemy-there for {'from': 11, 'hex': 12}"
    messages = Messages({})
    assert "its own fault" in messages.refusal(refusal, "en")
    assert "un suo errore" in messages.refusal(refusal, "it")
