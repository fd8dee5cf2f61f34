"""7.2-7.5, 8.4-8.7, 10, 11 Battles: who must fight whom, odds, results."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import BattleRolled, BattleWon, Eliminated
from campagna.games.afrika_korps.orders import Advance, Attack, Done, GiveUp, Lose, Move, Retreat
from tests.games.afrika_korps.lay import (
    allowed,
    decider,
    decision,
    events_of,
    lay,
    marks,
    only,
    path,
    phase,
    place,
    play,
    refused,
    until,
    why,
)

SUPPLY = ("DE-SUP-1",)


# --- 7.2, 8.4: obligations ----------------------------------------------------------------------------


@pytest.mark.rule("7.2", "8.4a", "8.4b")
def test_moving_into_a_zone_makes_a_battle() -> None:
    state = lay(R43="DE-21-5 DE-SUP-1", R40="UK-22GDS")
    play(state, Move(("DE-21-5",), path("R42 R41")), Done())
    assert (phase(state), decider(state)) == ("combat", "axis")
    assert state.names(state.must_attack) == ("DE-21-5",)
    assert state.names(state.must_defend) == ("UK-22GDS",)
    assert why(state, Done()) == ("8.4a", "not-attacked")
    events = play(state, Attack(("DE-21-5",), ("UK-22GDS",), SUPPLY), dice=[1])
    assert only(events, BattleRolled).odds == "3-1"


@pytest.mark.rule("7.2")
def test_without_contact_there_is_no_combat() -> None:
    state = lay(R43="DE-21-5", R40="UK-22GDS")
    play(state, Done())
    assert decider(state) == "allied"


@pytest.mark.rule("8.4b", "11.3.3")
def test_everybody_in_a_zone_must_attack() -> None:
    state = lay(phase="combat", R41="DE-21-5 IT-SAVONA", R43="DE-SUP-1", R40="UK-22GDS")
    refusal = refused(state, Attack(("DE-21-5",), ("UK-22GDS",), SUPPLY))
    assert (refusal.rule, refusal.facts["unit"]) == ("8.4b", "IT-SAVONA")
    assert allowed(state, Attack(("DE-21-5", "IT-SAVONA"), ("UK-22GDS",), SUPPLY))


@pytest.mark.rule("8.4a", "11.3.1", "11.4")
def test_a_lone_attacker_takes_on_the_whole_stack() -> None:
    state = lay(phase="combat", R41="DE-21-5", R43="DE-SUP-1", R40="UK-22GDS AU-7-1")
    refusal = refused(state, Attack(("DE-21-5",), ("AU-7-1",), SUPPLY))
    assert (refusal.rule, refusal.facts["unit"]) == ("8.4a", "UK-22GDS")
    rolled = only(
        play(state, Attack(("DE-21-5",), ("UK-22GDS", "AU-7-1"), SUPPLY), dice=[1]), BattleRolled
    )
    assert (rolled.attack, rolled.defence) == (7, 3)


@pytest.mark.rule("11.4", "11.5")
def test_two_attackers_may_split_a_stack_and_their_own() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-15-8", R43="DE-SUP-1", R40="UK-22GDS AU-7-1")
    assert allowed(state, Attack(("DE-21-5",), ("AU-7-1",), SUPPLY))
    state = lay(phase="combat", R41="DE-21-5 DE-15-8", T43="DE-SUP-1", R40="AU-7-1", Q41="UK-22GDS")
    play(
        state,
        Attack(("DE-21-5",), ("AU-7-1",), SUPPLY),
        Attack(("DE-15-8",), ("UK-22GDS",), SUPPLY),
        dice=[1],
    )
    assert place(state, "UK-22GDS") == place(state, "AU-7-1") == "dead"


@pytest.mark.rule("8.5", "11.3.2")
def test_attackers_touch_all_they_attack() -> None:
    state = lay(
        phase="combat", R41="DE-21-5 DE-SUP-1", R39="DE-15-8 DE-SUP-2", R40="AU-7-1", R42="AU-7-2"
    )
    both = ("AU-7-1", "AU-7-2")
    assert why(state, Attack(("DE-21-5", "DE-15-8"), both, SUPPLY)) == ("8.5", "not-adjacent-to")


@pytest.mark.rule("8.6")
def test_battles_in_any_order_each_finished_before_the_next() -> None:
    first = Attack(("DE-21-5",), ("UK-22GDS",), SUPPLY)
    second = Attack(("IT-ARIETE",), ("AU-7-1",), SUPPLY)
    for order in ((first, second), (second, first)):
        state = lay(
            phase="combat",
            R41="DE-21-5",
            R43="DE-SUP-1",
            R40="UK-22GDS",
            T44="IT-ARIETE",
            T45="AU-7-1",
        )
        play(state, order[0], dice=[4])
        assert decision(state) == "retreat"
        assert why(state, order[1])[1] == "not-now"


@pytest.mark.rule("8.7", "10.2")
def test_terrain_doubles_the_defender_and_never_the_attacker() -> None:
    state = lay(phase="combat", K35="IT-ARIETE", M36="DE-SUP-1", L35="UK-22GDS")
    rolled = only(
        play(state, Attack(("IT-ARIETE",), ("UK-22GDS",), SUPPLY), dice=[1]), BattleRolled
    )
    assert (rolled.attack, rolled.defence) == (4, 2)
    state = lay(phase="combat", L35="IT-ARIETE", M36="DE-SUP-1", K35="UK-22GDS")
    rolled = only(
        play(state, Attack(("IT-ARIETE",), ("UK-22GDS",), SUPPLY), dice=[1]), BattleRolled
    )
    assert (rolled.attack, rolled.defence) == (4, 4)


@pytest.mark.rule("10.2")
def test_on_an_escarpment_the_attackers_ground_does_not_matter() -> None:
    state = lay(phase="combat", K35="IT-ARIETE DE-SUP-1", K36="UK-22GDS")
    rolled = only(
        play(state, Attack(("IT-ARIETE",), ("UK-22GDS",), SUPPLY), dice=[1]), BattleRolled
    )
    assert rolled.defence == 4


# --- 7.3, 7.4: odds -----------------------------------------------------------------------------------


@pytest.mark.rule("7.3", "11.1", "11.2", "1.3.1", "1.3.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        ("DE-21-5", "UK-22GDS", "3-1"),
        ("DE-21-3", "UK-1-22 UK-7-7", "1-4"),
        ("DE-21-5 DE-21-104", "UK-22GDS", "5-1"),
        ("DE-21-5", "UK-22GDS AU-7-1", "2-1"),
        ("IT-ARIETE", "UK-7-4", "1-1"),
    ],
)
def test_odds_favour_the_defender(attackers: str, defenders: str, odds: str) -> None:
    state = lay(phase="combat", R41=attackers, R43="DE-SUP-1", R40=defenders)
    ours, theirs = tuple(attackers.split()), tuple(defenders.split())
    supplies = () if odds == "1-4" else SUPPLY
    assert only(play(state, Attack(ours, theirs, supplies), dice=[1]), BattleRolled).odds == odds


@pytest.mark.rule("7.4a")
def test_above_six_to_one_no_die_is_rolled() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-15-8", R43="DE-SUP-1", R40="AU-7-1")
    events = play(state, Attack(("DE-21-5", "DE-15-8"), ("AU-7-1",), SUPPLY))
    won = only(events, BattleWon)
    assert (won.attack, won.defence, won.odds) == (14, 1, "7-1")
    assert place(state, "AU-7-1") == "dead"


@pytest.mark.rule("7.4a")
def test_six_to_one_still_rolls() -> None:
    state = lay(phase="combat", R41="IT-ARIETE DE-21-3", R43="DE-SUP-1", R40="AU-7-1")
    events = play(state, Attack(("IT-ARIETE", "DE-21-3"), ("AU-7-1",), SUPPLY), dice=[2])
    assert (only(events, BattleRolled).odds, only(events, BattleRolled).result) == ("6-1", "DR")


@pytest.mark.rule("7.4b", "11.6a")
def test_no_attack_below_one_to_six() -> None:
    state = lay(phase="combat", G24="IT-FOLGORE IT-SAVONA", G25="UK-1-2 UK-1-22")
    weak = Attack(("IT-FOLGORE",), ("UK-1-2", "UK-1-22"))
    assert why(state, weak) == ("7.4b", "worse-than-1-6")
    assert allowed(state, Attack(("IT-FOLGORE", "IT-SAVONA"), ("UK-1-2", "UK-1-22")))


@pytest.mark.rule("7.4c", "11.6b")
def test_help_up_to_one_to_six_saves_the_unit() -> None:
    places = {"R41": "IT-FOLGORE", "R40": "UK-1-2 UK-1-22"}
    state = lay(**places)
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["IT-FOLGORE"]
    assert decider(state) == "allied", "nothing is left to fight"
    state = lay(R42="IT-SAVONA", **places)
    play(state, Move(("IT-SAVONA",), ("R41",)), Done())
    assert place(state, "IT-FOLGORE") == "R41"
    rolled = only(
        play(state, Attack(("IT-FOLGORE", "IT-SAVONA"), ("UK-1-2", "UK-1-22")), dice=[3]),
        BattleRolled,
    )
    assert rolled.odds == "1-3"


@pytest.mark.rule("7.4c")
def test_the_removed_unit_blocks_no_retreat() -> None:
    """Folgore in R41 goes before combat; NZ/2 may then retreat over its hex."""
    state = lay(R40="NZ-2", R42="UK-1-2 UK-1-22", R39="IT-ARIETE", R41="IT-FOLGORE", R36="DE-SUP-1")
    play(state, Done())
    play(state, Attack(("IT-ARIETE",), ("NZ-2",), SUPPLY), dice=[4])
    assert allowed(state, Retreat("NZ-2", path("R41 S42")))


@pytest.mark.rule("7.4c", "11.6b", "11.9")
def test_the_owner_chooses_among_equals() -> None:
    """A31: 1:3 needs no supply, 2:3 does; one of two equal units must go, and no more."""
    state = lay("allied", R40="DE-21-104", R41="AU-7-1", S41="AU-7-2")
    events = play(state, Done())
    assert not events_of(events, Eliminated)
    assert (decision(state), decider(state)) == ("give-up", "allied")
    assert why(state, GiveUp(("AU-7-1", "AU-7-2"))) == ("11.9", "wrong-sacrifice")
    play(state, GiveUp(("AU-7-2",)))
    assert place(state, "AU-7-2") == "dead"
    play(state, Attack(("AU-7-1",), ("DE-21-104",)), dice=[3])


@pytest.mark.rule("11.9")
def test_the_unsupplied_go_first() -> None:
    """A31: the same, but the unit in S41 has a supply in T37."""
    state = lay("allied", R40="DE-21-104", R41="AU-7-1", S41="AU-7-2", T37="AL-SUP-1")
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["AU-7-1"]


@pytest.mark.rule("7.4c", "11.9")
def test_nobody_is_given_up_while_a_plan_exists() -> None:
    state = lay(R41="IT-SAVONA", S41="IT-BOLOGNA", R40="UK-1-2 UK-1-22 UK-7-4")
    events = play(state, Done())
    assert not events_of(events, Eliminated)
    assert why(state, GiveUp(("IT-SAVONA",)))[1] == "not-now"
    assert allowed(state, Attack(("IT-SAVONA", "IT-BOLOGNA"), path("UK-1-2 UK-1-22 UK-7-4")))


# --- 7.5: results -------------------------------------------------------------------------------------


@pytest.mark.rule("7.5a", "7.5f")
def test_eliminations_take_everybody_in_the_battle_and_nobody_else() -> None:
    state = lay(phase="combat", R41="DE-21-104 IT-SAVONA DE-SUP-1", R40="UK-1-2 AU-9-20")
    units = ("DE-21-104", "IT-SAVONA")
    play(state, Attack(units, ("UK-1-2", "AU-9-20"), SUPPLY), dice=[6])
    assert [place(state, u) for u in units] == ["dead", "dead"]
    assert place(state, "UK-1-2") == "R40"


@pytest.mark.rule("7.5b", "7.6a", "10.1")
def test_the_defender_leads_the_attackers_back() -> None:
    state = lay(phase="combat", R41="IT-SAVONA", R40="UK-1-2 AU-9-20")
    play(state, Attack(("IT-SAVONA",), ("UK-1-2", "AU-9-20")), dice=[4])
    assert (decision(state), decider(state)) == ("retreat", "allied")
    play(state, Retreat("IT-SAVONA", path("R42 R43")))
    assert place(state, "IT-SAVONA") == "R43"


@pytest.mark.rule("7.5e")
def test_the_attacker_leads_the_defenders_back() -> None:
    state = lay(phase="combat", R41="DE-21-5", R43="DE-SUP-1", R40="UK-22GDS")
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), SUPPLY), dice=[3])
    assert (decision(state), decider(state)) == ("retreat", "axis")
    play(state, Retreat("UK-22GDS", path("R39 R38")))
    assert place(state, "UK-22GDS") == "R38"


@pytest.mark.rule("7.5c", "7.5d")
def test_equal_factors_lose_everything() -> None:
    """A16."""
    state = lay(phase="combat", R41="IT-ARIETE DE-SUP-1", R40="UK-1-2")
    play(state, Attack(("IT-ARIETE",), ("UK-1-2",), SUPPLY), dice=[2])
    assert place(state, "IT-ARIETE") == place(state, "UK-1-2") == "dead"
    assert decider(state) == "allied"


@pytest.mark.rule("7.5d")
def test_an_exchange_may_be_overpaid_only_where_nothing_smaller_fits() -> None:
    state = lay(phase="combat", R41="DE-21-104 IT-ARIETE DE-SUP-1", R40="UK-22GDS AU-7-1")
    pair = ("DE-21-104", "IT-ARIETE")
    play(state, Attack(pair, ("UK-22GDS", "AU-7-1"), SUPPLY), dice=[2])
    assert (decision(state), decider(state)) == ("exchange", "axis")
    assert not allowed(state, Lose(pair))
    assert allowed(state, Lose(("DE-21-104",)))
    assert allowed(state, Lose(("IT-ARIETE",))), "a 4 pays a debt of 3"


@pytest.mark.rule("7.5d")
def test_only_units_of_the_battle_pay() -> None:
    state = lay(phase="combat", R41="DE-21-104 IT-ARIETE DE-SUP-1", R40="UK-22GDS AU-7-1")
    play(state, Attack(("DE-21-104", "IT-ARIETE"), ("UK-22GDS", "AU-7-1"), SUPPLY), dice=[2])
    assert why(state, Lose(("IT-PISTOIA",))) == ("7.5d", "not-involved")


# --- 11.7, 11.8: once a turn ----------------------------------------------------------------------------


@pytest.mark.rule("11.7a", "11.8a")
def test_nobody_fights_or_is_attacked_twice() -> None:
    state = lay(
        phase="combat", R41="DE-21-3 DE-15-8", T43="DE-SUP-1", R40="UK-1-2 UK-1-22", Q41="AU-9-20"
    )
    play(state, Attack(("DE-21-3",), ("UK-1-2", "UK-1-22")), dice=[4])
    play(state, Retreat("DE-21-3", path("S42 S43")))
    again = Attack(("DE-15-8",), ("UK-1-2", "UK-1-22", "AU-9-20"), SUPPLY)
    assert why(state, again) == ("11.7a", "attacked-already")
    assert allowed(state, Attack(("DE-15-8",), ("AU-9-20",), SUPPLY))


@pytest.mark.rule("11.8a", "11.8b")
def test_whoever_ends_in_a_zone_fights_only_in_the_other_sides_turn() -> None:
    """21/5 advances next to 7/4; no second battle now, but 7/4 must attack or go in its own turn."""
    state = lay(
        phase="combat",
        L35="DE-21-5",
        M37="DE-SUP-1",
        K35="AU-7-1",
        J34="UK-7-4",
        I33="AL-SUP-1",
        H32="UK-7-7",
    )
    play(state, Attack(("DE-21-5",), ("AU-7-1",), SUPPLY), dice=[1])
    assert decision(state) == "advance"
    play(state, Advance(("DE-21-5",), "K35"))
    assert decider(state) == "allied", "the Axis turn is over"
    until(state, "movement")
    play(state, Done())
    assert state.names(state.must_attack) == ("UK-7-4",)
    assert state.names(state.must_defend) == ("DE-21-5",)


@pytest.mark.rule("11.8b", "8.3b")
def test_in_its_turn_the_unit_attacks_goes_or_comes_back() -> None:
    state = lay("allied", R41="UK-7-4", R40="DE-15-115", R43="AL-SUP-1")
    assert allowed(state, Move(("UK-7-4",), path("R42 R43")))
    assert allowed(state, Move(("UK-7-4",), path("Q41 Q40")))
    play(state, Done())
    assert state.names(state.must_attack) == ("UK-7-4",)
    assert allowed(state, Attack(("UK-7-4",), ("DE-15-115",), ("AL-SUP-1",)))


@pytest.mark.rule("11.8b", "11.9")
def test_without_supply_for_its_attack_it_is_lost() -> None:
    state = lay("allied", R41="UK-7-4", R40="DE-15-115")
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["UK-7-4"]


@pytest.mark.rule("11.9", "14.3a")
def test_a_trapped_unit_may_still_attack_at_one_to_three() -> None:
    state = lay("allied", R41="AU-7-1", R40="DE-15-115")
    play(state, Done())
    assert place(state, "AU-7-1") == "R41"
    play(state, Attack(("AU-7-1",), ("DE-15-115",)), dice=[2])


@pytest.mark.rule("11.9")
def test_a_long_open_line_does_not_help() -> None:
    """A5: not isolated by 24.1, but no supply within five hexes."""
    state = lay("allied", R41="UK-7-4", R40="DE-15-115", R47="AL-SUP-1")
    assert "isolated" not in marks(state, "UK-7-4")
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["UK-7-4"]
    state = lay("allied", R41="UK-7-4", R40="DE-15-115", R46="AL-SUP-1")
    assert not events_of(play(state, Done()), Eliminated)


@pytest.mark.rule("11.6a", "8.4a")
def test_two_soak_offs_in_one_component() -> None:
    """Each recce touches one stack and must take it whole: alone it could not be sustained."""
    state = lay(
        phase="combat",
        R41="DE-21-3",
        R43="DE-15-33",
        R40="UK-1-2 UK-1-22",
        S43="UK-10-8 UK-7-7",
        T45="DE-SUP-1",
    )
    assert state.names(state.must_attack) == ("DE-21-3", "DE-15-33")
    assert why(state, Attack(("DE-21-3",), ("UK-1-2",)))[0] in ("14.2b", "14.6")
    play(state, Attack(("DE-21-3",), ("UK-1-2", "UK-1-22")), dice=[2])
    play(state, Attack(("DE-15-33",), ("UK-10-8", "UK-7-7")), dice=[5])
    assert allowed(state, Done())
