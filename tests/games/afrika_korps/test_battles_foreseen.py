"""7.5, 9.1, 11.6, 23.2 What a battle costs, which victories are near, and what a battle obliges to."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.afrika_korps.frames import Following, Hauling
from campagna.games.afrika_korps.orders import Attack, Declare
from campagna.games.afrika_korps.rules.combat import (
    advance,
    automatic_victory,
    battles,
    combat,
    declared_victories,
    following,
    foresight,
)
from campagna.games.afrika_korps.rules.combat.assignment import Demand, Task, plan
from campagna.games.afrika_korps.rules.combat.zones import zone
from campagna.games.afrika_korps.state import FROZEN, State, Victory
from campagna.games.afrika_korps.world import ALLIED, AXIS
from tests.games.afrika_korps.lay import lay, marks, play

ONE = ("DE-SUP-1",)


def ids(state: State, names: str) -> list[int]:
    return [state.world.index[name] for name in names.split()]


def costs(state: State, attackers: str, defenders: str, result: str) -> dict[str, object]:
    return dict(foresight._costs(state, ids(state, attackers), ids(state, defenders), result))


# --- what a result costs ----------------------------------------------------------------------------


@pytest.mark.rule("7.5c", "7.5d")
def test_an_exchange_costs_the_stronger_attacker_what_the_defence_is_worth() -> None:
    """2+2+3 against 3: one unit of three, or two of two; the least that pays is three."""
    state = lay(R41="DE-21-3 IT-SAVONA DE-21-104", R40="UK-7-7", phase="combat")
    found = costs(state, "DE-21-3 IT-SAVONA DE-21-104", "UK-7-7", "EX")
    assert found == {
        "defenders_lost": ("UK-7-7",),
        "attackers_pay": 3,
        "attackers_ways_to_pay": 2,
        "attackers_lost": (),
    }


@pytest.mark.rule("7.5c", "7.5d")
def test_an_exchange_costs_the_stronger_defender_what_the_attack_is_worth() -> None:
    """Attackers count their attack, defenders their defence: Ariete has four and five."""
    state = lay("allied", "combat", R41="UK-7-4", R40="IT-ARIETE DE-21-3")
    found = costs(state, "UK-7-4", "IT-ARIETE DE-21-3", "EX")
    assert found == {
        "attackers_lost": ("UK-7-4",),
        "defenders_pay": 5,
        "defenders_ways_to_pay": 1,
        "defenders_lost": ("IT-ARIETE",),
    }
    axis = lay(phase="combat", R41="IT-ARIETE DE-21-3", R40="UK-7-4")
    found = costs(axis, "IT-ARIETE DE-21-3", "UK-7-4", "EX")
    assert (found["attackers_pay"], found["attackers_lost"]) == (4, ("IT-ARIETE",))


@pytest.mark.rule("7.5c")
def test_an_even_exchange_costs_both_everything() -> None:
    state = lay(phase="combat", R41="DE-21-3", R40="UK-22GDS")
    assert costs(state, "DE-21-3", "UK-22GDS", "EX") == {
        "attackers_lost": ("DE-21-3",),
        "defenders_lost": ("UK-22GDS",),
    }


@pytest.mark.rule("7.6.2")
def test_who_goes_back_is_told() -> None:
    state = lay(phase="combat", R41="DE-21-5", R40="UK-7-4")
    assert costs(state, "DE-21-5", "UK-7-4", "DR") == {
        "defenders_lost": (),
        "defenders_back": ("UK-7-4",),
        "defenders_without_room": 0,
    }
    assert costs(state, "DE-21-5", "UK-7-4", "AR") == {
        "attackers_lost": (),
        "attackers_back": ("DE-21-5",),
        "attackers_without_room": 0,
    }


# --- automatic victories ----------------------------------------------------------------------------


@pytest.mark.rule("9.1a")
@pytest.mark.parametrize(
    ("attackers", "near"), [("IT-ARIETE IT-FOLGORE", True), ("IT-ARIETE", False)]
)
def test_five_to_one_is_worth_a_look(attackers: str, near: bool) -> None:
    state = lay(R39=attackers, R40="AU-7-2", R35="DE-SUP-1")
    found = automatic_victory.prospects(state)
    assert bool(found) == near
    if near:
        assert [(sorted(a), d) for a, d in found] == [
            (sorted(ids(state, attackers)), ids(state, "AU-7-2"))
        ]
    strong = lay(R39="DE-21-5", R40="UK-22GDS", R35="DE-SUP-1")
    assert automatic_victory.prospects(strong) == [], "seven to two is not five to one"


@pytest.mark.rule("9.2b")
def test_a_beaten_enemy_is_no_prospect_and_has_no_zone_once_declared() -> None:
    state = lay(R39="DE-21-5 DE-15-8", R40="AU-7-2", R35="DE-SUP-1")
    watched = state.world.hex_index["Q40"]
    assert zone(state, ALLIED)[watched]
    victory = Victory(tuple(ids(state, "DE-21-5")), tuple(ids(state, "AU-7-2")), (), False)
    trial = automatic_victory.with_victory(state, victory)
    assert not zone(trial, ALLIED)[watched]
    assert zone(state, ALLIED)[watched], "nothing was declared yet"
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    assert automatic_victory.prospects(state) == []
    assert "frozen" in marks(state, "DE-21-5")
    automatic_victory.annul(state, state.victories[0], "9.4a")
    assert marks(state, "DE-21-5") == set()
    assert automatic_victory.prospects(state)


@pytest.mark.rule("9.2b", "9.4b")
def test_who_made_a_victory_is_free_for_those_it_beat_and_for_nobody_else() -> None:
    state = lay(
        R39="DE-21-5 DE-SUP-1",
        R40="AU-7-2",
        R47="DE-15-8 DE-SUP-2",
        R48="AU-7-1",
        Q39="DE-21-3",
    )
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    play(state, Declare(("DE-15-8",), ("AU-7-1",), ("DE-SUP-2",)))
    first, second, free = ids(state, "DE-21-5 DE-15-8 DE-21-3")
    here, there = ids(state, "AU-7-2"), ids(state, "AU-7-1")
    assert battles._is_free_for(state, first, here)
    assert battles._is_free_for(state, second, there)
    assert not battles._is_free_for(state, first, there)
    assert not battles._is_free_for(state, second, here)
    assert battles._is_free_for(state, free, here)


@pytest.mark.rule("9.2b")
def test_the_one_frozen_unit_is_named() -> None:
    state = lay(phase="combat", R39="DE-21-5", R40="AU-7-2", Q40="UK-7-4")
    (unit,) = ids(state, "DE-21-5")
    state.flag(unit, FROZEN)
    refusal = combat.judge_victory(state, [unit], ids(state, "UK-7-4"))
    assert not isinstance(refusal, bool)
    assert (refusal.rule, refusal.facts["unit"]) == ("9.2b", "DE-21-5")


@pytest.mark.rule("9.2b", "9.4b")
def test_who_is_bound_by_another_victory_does_not_join_this_one() -> None:
    state = lay(R39="DE-21-5 DE-SUP-1", R40="AU-7-2", R41="DE-15-8")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    first, other = ids(state, "DE-21-5 DE-15-8")
    state.flag(other, FROZEN)
    refusal = combat.judge_victory(state, [other, first], ids(state, "AU-7-2"))
    assert not isinstance(refusal, bool)
    assert (refusal.reason, refusal.facts["unit"]) == ("in-another-victory", "DE-15-8")
    state.flag(other, 0, FROZEN)
    assert combat.judge_victory(state, [other, first], ids(state, "AU-7-2")) is True


# --- what a battle obliges to -----------------------------------------------------------------------


@pytest.mark.rule("23.2b")
def test_only_who_attacks_out_of_a_fortress_makes_a_sortie() -> None:
    field = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-7-4")
    assert combat.added_targets(field, ids(field, "DE-21-5"), ids(field, "UK-7-4")) == []
    play(field, Attack(("DE-21-5",), ("UK-7-4",), ONE), dice=[1])
    assert field.sorties == []
    units = {"G25": "UK-7-7 UK-7-4 AL-SUP-1", "G24": "IT-SAVONA", "H26": "IT-PAVIA"}
    siege = lay("allied", "combat", **units)
    added = combat.added_targets(siege, ids(siege, "UK-7-4"), ids(siege, "IT-SAVONA"))
    assert added == ids(siege, "IT-PAVIA")
    siege.sorties = [siege.world.tobruch]
    assert combat.added_targets(siege, ids(siege, "UK-7-4"), ids(siege, "IT-SAVONA")) == []
    siege = lay("allied", "combat", G25="UK-7-7 UK-7-4 AL-SUP-1", G24="IT-SAVONA")
    play(siege, Attack(("UK-7-4", "UK-7-7"), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])
    assert siege.sorties == [siege.world.tobruch]


@pytest.mark.rule("8.4a", "8.4b")
def test_a_plan_that_fails_names_the_unit_left_over() -> None:
    """7/2 alone must take on 21/5: it is not hopeless, for it also touches Savona; 21/5 stays."""
    state = lay(
        "allied", Q42="UK-22GDS AL-SUP-2", R42="IT-SAVONA", R41="AU-7-2 AL-SUP-1", R40="DE-21-5"
    )
    obliged, targets = ids(state, "UK-22GDS AU-7-2"), ids(state, "DE-21-5 IT-SAVONA")
    task = Task(tuple(obliged), (), tuple(targets))
    assert plan(state, task) is None
    refusal = combat._name_the_left_over(state, task, task)
    assert (refusal.reason, refusal.facts["unit"]) == ("leaves-defender", "DE-21-5")
    supply = Demand(ids(state, "AL-SUP-2")[0], task.targets)
    owing = msgspec.structs.replace(task, demands=(supply,))
    refusal = combat._name_the_left_over(state, task, owing)
    assert refusal.reason == "leaves-defender", "the supply is not to blame"
    alone = Task(tuple(ids(state, "AU-7-2")), (), tuple(ids(state, "DE-21-5")))
    refusal = combat._name_the_left_over(state, alone, alone)
    assert (refusal.rule, refusal.reason) == ("8.4b", "leaves-attacker")


@pytest.mark.rule("13.2")
def test_a_plan_that_fails_for_its_supply_or_its_prize_says_so() -> None:
    state = lay("allied", R42="UK-22GDS AL-SUP-2", R41="IT-SAVONA")
    task = Task(tuple(ids(state, "UK-22GDS")), (), tuple(ids(state, "IT-SAVONA")))
    assert plan(state, task) is not None
    owing = msgspec.structs.replace(
        task, demands=(Demand(ids(state, "AL-SUP-2")[0], task.targets),)
    )
    refusal = combat._name_the_left_over(state, task, owing)
    assert (refusal.rule, refusal.facts["unit"]) == ("13.2", "AL-SUP-2")
    two = ids(state, "UK-22GDS AU-7-1")
    state.put(two[1], state.world.hex_index["R40"])
    prize = Task(tuple(two), (), (), capturable=(state.world.hex_index["R41"],))
    refusal = combat._name_the_left_over(state, prize, prize)
    assert (refusal.rule, refusal.facts["unit"]) == ("8.4b", "UK-22GDS"), "one captor only"


# --- questions with nothing to answer -----------------------------------------------------------------


@pytest.mark.rule("15.2.2b", "15.4.1")
def test_nobody_is_asked_about_supplies_that_are_gone() -> None:
    state = lay(phase="combat", R41="DE-21-5")
    follow = Following(AXIS, (), state.world.hex_index["R40"])
    state.agenda = [follow]
    assert following.settle_follow(state, follow, ScriptedChance([])) == ([], False)
    assert state.agenda == []
    haul = Hauling(AXIS, tuple(ids(state, "DE-CAP-1")), ())
    state.agenda = [haul]
    assert advance.settle_haul(state, haul, ScriptedChance([])) == ([], False)
    assert state.agenda == []


@pytest.mark.rule("9.6", "14.5")
def test_a_supply_that_reaches_the_last_hex_of_the_line_rescues() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    line = state.world.line
    supply = ids(state, "DE-SUP-1")[0]
    ways = declared_victories.rescuers(state, supply)
    distance = state.world.board.grid.distance
    post = state.world.hex_index["R39"]
    ends = {distance(way[-1], post) for way in ways}
    assert max(ends) == line
