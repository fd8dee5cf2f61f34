"""One theory of obligations: what is judged possible is found, offered and carried out."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.games.afrika_korps.events import BattleWon, Eliminated, SupplyCaptured
from campagna.games.afrika_korps.orders import Attack, Capture, Declare, Destroy, Done
from campagna.games.afrika_korps.rules.combat import obligations, sacrifice
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    GAME,
    decider,
    decision,
    end_phase,
    events_of,
    lay,
    only,
    place,
    play,
    until,
    why,
)
from tests.offered import suggested


def fight_on(state: State, seed: int) -> None:
    """Play sampled orders until the combat phase is over; whatever is offered must be accepted."""
    whim, chance = UnrecordedChance(seed), SeededChance(seed)
    side = state.side
    for _ in range(60):
        if GAME.step(state) is None or state.side != side:
            return
        GAME.play(state, GAME.offers(state).sample(whim), chance)
        assert GAME.violations(state) == []
    raise AssertionError("combat does not end")


def victory_with_a_neighbour() -> State:
    """21/5 has won against R40; 90/580 may only join it, since others attacked the rest."""
    state = lay(
        R39="DE-21-5", R40="AU-7-2", R42="UK-1-22", R41="DE-90-580", S43="DE-15-8", R36="DE-SUP-1",
        S44="DE-SUP-2",
    )  # fmt: skip
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    until(state, "combat")
    return state


@pytest.mark.rule("9.4a", "8.4b")
def test_a_unit_left_over_is_offered_its_place_in_the_victory() -> None:
    state = victory_with_a_neighbour()
    play(state, Attack(("DE-15-8",), ("UK-1-22",), ("DE-SUP-2",)), dice=[4])
    while decision(state) == "retreat":
        play(state, GAME.offers(state).sample(UnrecordedChance(1)))
    assert why(state, Done()) == ("8.4b", "not-attacking")
    found = obligations.feasible(state, obligations.current_task(state))
    assert found is not None
    attack = GAME.offers(state).sample(UnrecordedChance(1))
    assert isinstance(attack, Attack)
    assert set(attack.attackers) == {"DE-21-5", "DE-90-580"}
    won = only(play(state, attack), BattleWon)
    assert set(won.attackers) == {"DE-21-5", "DE-90-580"}
    assert state.must_attack == []


@pytest.mark.rule("9.4a", "8.4b")
@pytest.mark.parametrize("seed", range(8))
def test_combat_beside_a_victory_always_ends(seed: int) -> None:
    fight_on(victory_with_a_neighbour(), seed)


@pytest.mark.rule("9.4a", "8.4b")
def test_the_victory_is_not_fought_without_the_unit_that_needs_it() -> None:
    state = victory_with_a_neighbour()
    play(state, Attack(("DE-15-8",), ("UK-1-22",), ("DE-SUP-2",)), dice=[4])
    while decision(state) == "retreat":
        play(state, GAME.offers(state).sample(UnrecordedChance(1)))
    alone = Attack(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",))
    assert why(state, alone) == ("8.4b", "leaves-attacker")


# --- one unit stays behind for the supply -----------------------------------------------------------


def escorted() -> State:
    """15/8 guards a supply in R40; 32 can attack it at 1-4, 2SA/4 has nobody else beside it."""
    return lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32")


TAKE = Capture("SA-2-4", "DE-SUP-1")
BESIDE = Attack(("UK-32",), ("DE-15-8",))


@pytest.mark.rule("15.3.2.2a", "8.4b")
def test_the_supply_may_be_taken_before_or_after_the_attack_on_its_escort() -> None:
    state = escorted()
    play(state, TAKE, Done(), BESIDE, dice=[6])
    assert state.must_attack == state.must_defend == []
    state = escorted()
    play(state, BESIDE, dice=[6])
    assert why(state, Done()) == ("8.4b", "not-attacking")
    proposed = [dict(order) for order in suggested(GAME.offers(state), "capture")]
    assert proposed == [{"unit": "SA-2-4", "supply": "DE-SUP-1"}]
    assert only(play(state, TAKE), SupplyCaptured).rule == "15.3.2.2a"


@pytest.mark.rule("15.3.2.2a", "15.3.2.1a")
def test_if_the_battle_itself_takes_the_supply_nothing_is_left_to_take() -> None:
    state = lay(
        "allied", "combat", R40="IT-SAVONA DE-SUP-1", R41="SA-2-4", R39="UK-7-7", R37="AL-SUP-1"
    )
    events = play(state, Attack(("UK-7-7",), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])
    assert only(events, SupplyCaptured).rule == "15.3.2.1a"
    play(state, Done())
    assert state.must_attack == []
    assert place(state, "SA-2-4") == "R41"


@pytest.mark.rule("15.3.2.2a", "15.5", "8.4b")
def test_if_its_owner_destroys_it_first_everybody_must_attack() -> None:
    state = lay("allied", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32")
    play(state, Done())
    play(state, TAKE, ask=True)
    assert (decision(state), decider(state)) == ("respite", "axis")
    play(state, Destroy("DE-SUP-1"))
    assert (decision(state), decider(state)) == ("combat", "allied")
    assert why(state, BESIDE) == ("8.4b", "leaves-attacker")
    play(state, Attack(("UK-32", "SA-2-4"), ("DE-15-8",)), dice=[6])


@pytest.mark.rule("15.3.2.2a", "15.5", "8.4b")
def test_if_its_owner_destroys_it_later_the_captor_has_done_its_part() -> None:
    state = lay("allied", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32", U40="IT-TRENTO")
    play(state, Done())
    play(state, BESIDE, dice=[6])
    play(state, TAKE, ask=True)
    assert (decision(state), decider(state)) == ("respite", "axis")
    events = play(state, Destroy("DE-SUP-1"))
    assert not events_of(events, Eliminated)
    assert place(state, "SA-2-4") == "R41"
    assert state.must_attack == []


@pytest.mark.rule("15.3.2.2a", "8.4b")
@pytest.mark.parametrize("seed", range(8))
def test_combat_around_a_supply_always_ends(seed: int) -> None:
    fight_on(escorted(), seed)


# --- fights at fortresses that nobody asks for ------------------------------------------------------


BOTH = {"H27": "DE-21-5", "H26": "UK-7-4", "H28": "UK-1-2"}
"""Each alone could attack 21/5 on its escarpment at 1-4 without supply; both would be 1-2."""


@pytest.mark.rule("11.9", "14.3a")
def test_two_units_too_strong_to_attack_unsupplied_lose_one() -> None:
    state = lay("allied", **BOTH)
    end_phase(state)
    assert (decision(state), decider(state)) == ("give-up", "allied")


@pytest.mark.rule("23.1a", "23.1b", "8.4b", "11.9")
def test_a_fortress_beside_them_saves_them() -> None:
    """23.1: 7/4 attacks the garrison of Tobruch at 4:12 instead, which nobody asks for."""
    state = lay("allied", **BOTH, G25="IT-PAVIA IT-BRESCIA")
    assert sacrifice.lost_causes(state) == []
    until(state, "combat")
    assert place(state, "UK-7-4") == "H26"
    proposed = suggested(GAME.offers(state), "attack")
    assert {(p["attackers"], p["defenders"]) for p in proposed} == {
        (("UK-7-4",), ("IT-BRESCIA", "IT-PAVIA")),
        (("UK-1-2",), ("DE-21-5",)),
    }
    assert why(state, Attack(("UK-1-2", "UK-7-4"), ("DE-21-5",)))[0] == "14.1a"
    play(state, Attack(("UK-1-2",), ("DE-21-5",)), dice=[6])
    assert why(state, Done()) == ("8.4b", "not-attacking")
    play(state, Attack(("UK-7-4",), ("IT-BRESCIA", "IT-PAVIA")), dice=[6])
    assert state.must_attack == state.must_defend == []


@pytest.mark.rule("23.1b", "8.4a")
@pytest.mark.parametrize("seed", range(6))
def test_combat_beside_a_fortress_always_ends(seed: int) -> None:
    state = lay("allied", **BOTH, G25="IT-PAVIA IT-BRESCIA")
    until(state, "combat")
    fight_on(state, seed)


@pytest.mark.rule("11.9", "7.4c")
def test_two_components_without_a_plan_lose_their_units_each() -> None:
    state = lay("allied", R40="IT-SAVONA", R41="AU-9-20", U40="IT-BRESCIA", U41="UK-7-7")
    assert set(state.names(sacrifice.lost_causes(state))) == {"AU-9-20", "UK-7-7"}
    events = end_phase(state)
    assert {e.unit for e in events_of(events, Eliminated)} == {"AU-9-20", "UK-7-7"}


# --- supplies that owe an attack --------------------------------------------------------------------


@pytest.mark.rule("13.2", "15.3.2.2a", "8.4b")
def test_a_supply_that_can_serve_nobody_does_not_forbid_the_capture() -> None:
    """AL-SUP-1 went into the zone of 15/8, which nobody can attack at 1-2 or better with it."""
    state = lay(
        "allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32",
        Q40="AL-SUP-1:into-zone",
    )  # fmt: skip
    task = obligations.current_task(state)
    assert task.demands
    assert obligations.feasible(state, task) is None
    play(state, TAKE, Done(), BESIDE, dice=[6])
    assert state.must_attack == []


@pytest.mark.rule("13.2", "8.4a")
def test_a_supply_may_owe_attacks_on_units_that_nothing_else_joins() -> None:
    """Q40 lies in the zones of R40 and of P40, whose attackers do not touch each other."""
    state = lay(
        "allied", "combat", R40="IT-SAVONA", R41="UK-7-7", P40="IT-BRESCIA", O39="UK-7-4",
        Q40="AL-SUP-1:into-zone", R44="AL-SUP-2", O36="AL-SUP-3",
    )  # fmt: skip
    task = obligations.current_task(state)
    assert [len(demand.targets) for demand in task.demands] == [2]
    assert obligations.feasible(state, task) is None, "neither battle alone opens the supply's hex"
    fight_on(state, 1)


@pytest.mark.rule("23.2b", "14.3b")
def test_a_sortie_takes_on_all_around_it_without_lowering_the_odds_on_purpose() -> None:
    """H25 must be attacked because 7/7 stands beside it; who sallies must attack G24 as well."""
    state = lay("allied", "combat", G25="AU-9-20", G24="DE-15-8", H25="IT-SAVONA", I25="UK-7-7")
    sortie = Attack(("AU-9-20",), ("DE-15-8", "IT-SAVONA"))
    assert GAME.refusal(state, sortie) is None or why(state, sortie)[1] != "odds-lowered"
