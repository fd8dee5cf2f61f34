"""8.4, 9.4a, 23.1, 23.2 Who must and who may fight: fortresses, sorties, victories, stranded enemies."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.orders import Declare
from campagna.games.afrika_korps.rules.combat import obligations, precombat
from campagna.games.afrika_korps.rules.combat.assignment import Plan, Task
from campagna.games.afrika_korps.state import (
    DEFENDED,
    FOUGHT,
    FROZEN,
    SHELTERED,
    State,
    Victory,
)
from tests.games.afrika_korps.lay import lay, play


def ids(state: State, names: str) -> tuple[int, ...]:
    return tuple(state.world.index[name] for name in names.split())


def task(state: State, obliged: str = "", targets: str = "", busy: str = "") -> Task:
    return Task(ids(state, obliged), (), ids(state, targets), busy=ids(state, busy))


@pytest.mark.rule("9.4a")
def test_a_victory_stands_until_one_of_its_attackers_has_fought() -> None:
    state = lay(R39="DE-21-104 DE-51FJ", R40="AU-7-2", R35="DE-SUP-1")
    play(state, Declare(("DE-21-104", "DE-51FJ"), ("AU-7-2",), ("DE-SUP-1",)))
    assert [f.defenders for f in obligations.standing(state)] == [ids(state, "AU-7-2")]
    state.flag(ids(state, "DE-51FJ")[0], FOUGHT)
    assert obligations.standing(state) == ()


@pytest.mark.rule("23.1b", "23.2b")
def test_around_a_fortress_under_attack_and_in_one_that_sallies_units_may_fight() -> None:
    units = {"G25": "UK-7-7 AU-7-1", "G24": "IT-SAVONA", "H26": "IT-PAVIA", "R40": "IT-TRENTO"}
    axis = lay(phase="combat", **units)
    garrison = ids(axis, "UK-7-7")
    assert obligations.willing(axis, garrison, (), (), ()) == list(ids(axis, "IT-PAVIA IT-SAVONA"))
    assert obligations.willing(axis, (), (), (), ()) == []
    assert (
        obligations.willing(axis, garrison, ids(axis, "IT-PAVIA"), ids(axis, "IT-SAVONA"), ()) == []
    )
    allied = lay("allied", "combat", **units)
    fort = allied.world.tobruch
    assert obligations.willing(allied, (), (), (), ()) == []
    sally = obligations.willing(allied, (), (), (), (fort,))
    assert sorted(sally) == sorted(ids(allied, "UK-7-7 AU-7-1"))
    allied.flag(ids(allied, "AU-7-1")[0], FROZEN)
    assert obligations.willing(allied, (), (), (), (fort,)) == list(ids(allied, "UK-7-7"))


@pytest.mark.rule("8.4a", "23.1b", "23.2b")
def test_the_rule_by_which_an_enemy_must_be_attacked() -> None:
    empty = lay("allied", "combat", G24="IT-SAVONA", J62="UK-7-4")
    (savona,) = ids(empty, "IT-SAVONA")
    assert obligations.why_attacked(empty, savona) == "8.4a", (
        "nobody sallies from an empty fortress"
    )
    held = lay("allied", "combat", G24="IT-SAVONA", G25="UK-7-7")
    assert obligations.why_attacked(held, savona) == "23.2b"
    inside = lay(phase="combat", G24="IT-SAVONA", G25="UK-7-7")
    assert obligations.why_attacked(inside, ids(inside, "UK-7-7")[0]) == "23.1b"


@pytest.mark.rule("15.3.2.2a", "15.3.2.2c")
def test_supplies_with_an_escort_outside_fortresses_are_prey() -> None:
    units = {"R40": "UK-7-4 AL-SUP-1", "R50": "AL-SUP-2", "G25": "UK-7-7 AL-SUP-3"}
    state = lay(phase="combat", **units)
    assert obligations.escorted_supplies(state) == [state.world.hex_index["R40"]]


# --- fights at fortresses that nobody asks for ----------------------------------------------------------


SIEGE = {"G25": "UK-7-7 AU-7-1 AU-7-2", "G24": "IT-SAVONA", "H26": "IT-PAVIA", "H25": "IT-TRENTO"}


@pytest.mark.rule("23.1a", "23.1b")
def test_an_attack_on_a_fortress_may_help_who_must_attack_beside_it() -> None:
    state = lay(phase="combat", **SIEGE)
    fort = state.world.tobruch
    must = task(state, "IT-SAVONA")
    opening = obligations._opening(state, must, fort)
    assert opening is not None
    assert opening.optional
    assert sorted(opening.targets) == sorted(ids(state, "UK-7-7 AU-7-1 AU-7-2"))
    assert sorted(opening.willing) == sorted(ids(state, "IT-PAVIA IT-TRENTO"))
    assert obligations._opening(state, task(state), fort) is None, "nobody is helped"
    # Who was attacked, sheltered, wanted anyway or busy is no further target; who fought no help.
    state.flag(ids(state, "AU-7-1")[0], DEFENDED)
    state.flag(ids(state, "IT-TRENTO")[0], FOUGHT)
    opening = obligations._opening(state, task(state, "IT-SAVONA", "AU-7-2"), fort)
    assert opening is not None
    assert (opening.targets, opening.willing) == (ids(state, "UK-7-7"), ids(state, "IT-PAVIA"))
    state.flag(ids(state, "UK-7-7")[0], SHELTERED)
    assert obligations._opening(state, task(state, "IT-SAVONA", "AU-7-2"), fort) is None


@pytest.mark.rule("23.2a", "23.2b")
def test_a_sortie_may_help_where_it_touches_somebody_who_must_be_attacked() -> None:
    state = lay("allied", "combat", **SIEGE)
    fort = state.world.tobruch
    state.flag(ids(state, "AU-7-1")[0], FROZEN)
    state.flag(ids(state, "AU-7-2")[0], FOUGHT)
    opening = obligations._opening(state, task(state, "", "IT-SAVONA"), fort)
    assert opening is not None
    assert not opening.optional
    assert opening.willing == ids(state, "UK-7-7")
    assert sorted(opening.targets) == sorted(ids(state, "IT-PAVIA IT-TRENTO"))
    busy = obligations._opening(state, task(state, "", "IT-SAVONA", "IT-PAVIA"), fort)
    assert busy is not None
    assert busy.targets == ids(state, "IT-TRENTO")
    far = lay("allied", "combat", **{**SIEGE, "R40": "IT-BOLOGNA"})
    assert obligations._opening(far, task(far, "", "IT-BOLOGNA"), fort) is None
    assert obligations._opening(far, task(far, "UK-7-7 AU-7-1 AU-7-2", "IT-SAVONA"), fort) is None


@pytest.mark.rule("9.4a", "8.4a")
def test_the_victory_beside_a_stranded_enemy_is_the_one_that_is_void(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = lay(
        R39="DE-21-104", Q40="DE-51FJ", R40="AU-7-2", R50="DE-15-8", R51="AU-7-1", R38="UK-7-4"
    )
    stranded = ids(state, "UK-7-4")
    far = Victory(ids(state, "DE-15-8"), ids(state, "AU-7-1"), (), False)
    near = Victory(ids(state, "DE-21-104 DE-51FJ"), ids(state, "AU-7-2"), (), False)
    state.victories = [far, near]
    monkeypatch.setattr(precombat, "unattackable", lambda _: list(stranded))
    (void,) = precombat._let_off(state)
    assert void.rule == "9.4a"
    assert state.victories == [far]


@pytest.mark.rule("11.9")
def test_who_is_given_up_before_combat_fixes_nobodys_obligations() -> None:
    state = lay("allied", R40="DE-21-104", R41="AU-7-1", S41="AU-7-2", Q43="UK-7-4")
    precombat.give_up(state, list(ids(state, "AU-7-1")))
    assert (state.must_attack, state.must_defend) == ([], [])


@pytest.mark.rule("15.3.2.2a")
def test_who_was_to_take_a_supply_that_is_gone_is_let_off_only_if_nothing_else_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = lay("allied", "combat", R39="UK-32", R40="DE-15-8")
    (unit,), (hex_,) = ids(state, "UK-32"), (state.world.hex_index["R40"],)
    taker = Plan((), ((unit, hex_),))
    asked: list[bool] = []

    def task_now(_: State, *, demands: bool) -> Task:
        asked.append(demands)
        return Task((unit,), (), (), capturable=(hex_,))

    monkeypatch.setattr(precombat, "current_task", task_now)
    for plans, let_off in (([taker], False), ([None, None], False), ([None, taker], True)):
        left = list(plans)
        monkeypatch.setattr(precombat, "feasible", lambda *_, left=left: left.pop(0))
        state.must_attack, state.robbed = [unit], []
        assert precombat._release(state) is let_off
        assert state.robbed == ([hex_] if let_off else [])
        assert state.must_attack == ([] if let_off else [unit])
    assert not any(asked), "the supplies it owes to battles are another matter"
