"""13.2 The plan that is proposed keeps what supplies owe, if that can be done (A19)."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.rules.combat import battle_plan, obligations
from campagna.games.afrika_korps.rules.combat.assignment import Demand, Plan, Task
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import lay


@pytest.mark.rule("13.2", "8.4b")
@pytest.mark.parametrize("possible", [True, False])
def test_the_plan_keeps_what_supplies_owe_if_it_can(
    possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = lay(phase="combat", R40="DE-21-5 DE-SUP-1", R41="UK-7-4")
    owing, free = Plan(()), Plan((), ((0, 0),))

    def feasible(_: State, task: Task) -> Plan | None:
        return free if not task.demands else owing if possible else None

    def task_now(_: State, *, demands: bool) -> Task:
        owed = (Demand(0, (1,)),) if demands else ()
        return Task((), (), (), demands=owed)

    monkeypatch.setattr(obligations, "feasible", feasible)
    monkeypatch.setattr(obligations, "current_task", task_now)
    assert battle_plan.feasible_plan(state) is (owing if possible else free)
