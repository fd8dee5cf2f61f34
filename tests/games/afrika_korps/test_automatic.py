"""9 Automatic victory during movement, beside the worked examples E4 and E5."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import (
    BattleRolled,
    BattleWon,
    Eliminated,
    SupplyExpended,
    VictoryDeclared,
    VictoryVoid,
)
from campagna.games.afrika_korps.orders import Attack, Declare, Destroy, Done, Embark, Substitute
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    allowed,
    events_of,
    go,
    lay,
    marks,
    only,
    phase,
    place,
    play,
    refused,
    until,
    why,
)

ONE, TWO = ("DE-SUP-1",), ("DE-SUP-2",)
PANZER = ("DE-21-5",)
VICTIM = ("AU-7-2",)
WON = Declare(PANZER, VICTIM, ONE)


@pytest.mark.rule("9.1a")
@pytest.mark.parametrize(
    ("attackers", "reason"),
    [("IT-ARIETE", "not-certain"), ("IT-ARIETE DE-21-3", "can-retreat"), ("DE-21-5", "")],
)
def test_what_makes_a_victory_certain(attackers: str, reason: str) -> None:
    """4-1 never, 6-1 only if the target is surrounded, 7-1 always."""
    state = lay(R39=attackers, R40="AU-7-2", R35="DE-SUP-1")
    order = Declare(tuple(attackers.split()), VICTIM, ONE)
    if reason:
        assert why(state, order) == ("9.1a", reason)
    else:
        assert only(play(state, order), VictoryDeclared).odds == "7-1"


@pytest.mark.rule("9.1a", "10.2")
def test_terrain_counts_for_the_odds() -> None:
    state = lay(L35="DE-21-5", M35="DE-SUP-1", K35="AU-7-2")
    assert why(state, WON) == ("9.1a", "not-certain")


@pytest.mark.rule("9.1a")
def test_a_full_stack_on_the_way_back_does_not_surround() -> None:
    """Only zones and impassable terrain surround; friends without room do not."""
    crowd = {"R38": "SA-1-1 SA-1-2 SA-1-3", "Q38": "SA-1-5 SA-2-4 SA-2-6"}
    state = lay(R41="IT-ARIETE DE-21-3", R43="DE-SUP-1", R40="AU-7-2", **crowd)
    order = Declare(("IT-ARIETE", "DE-21-3"), VICTIM, ONE)
    assert why(state, order) == ("9.1a", "can-retreat")


@pytest.mark.rule("9.1a")
def test_the_sea_surrounds_too() -> None:
    """I51 has land only to J51 and J52."""
    state = lay(J51="IT-ARIETE DE-SUP-1", J52="DE-21-3 DE-SUP-2", I51="AU-7-2")
    order = Declare(("IT-ARIETE", "DE-21-3"), VICTIM, ("DE-SUP-1", "DE-SUP-2"))
    assert allowed(state, order)


@pytest.mark.rule("9.1b")
def test_units_not_yet_moved_pass_through_zone_and_hex() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1", R37="DE-15-33", Q38="DE-90-580")
    play(state, go("DE-15-33", "R38"))
    play(state, WON)
    assert allowed(state, go("DE-90-580", "Q39 Q40 Q41 Q42"))
    assert allowed(state, go("DE-90-580", "Q39 R40 R41 R42"))
    assert why(state, go("DE-90-580", "Q39 R40")) == ("9.1b", "ends-on-enemy")
    assert not allowed(state, go("DE-15-33", "Q38 Q39 Q40")), "it had begun to move before"


@pytest.mark.rule("9.1c")
def test_the_beaten_unit_stays_until_it_is_fought() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1")
    play(state, WON)
    assert place(state, "AU-7-2") == "R40"
    play(state, Done())
    assert phase(state) == "combat"
    assert why(state, Done()) == ("9.1c", "not-attacked")
    events = play(state, Attack(PANZER, VICTIM, ONE))
    assert events_of(events, BattleWon)
    assert place(state, "AU-7-2") == "dead"


@pytest.mark.rule("9.2a", "14.6")
def test_a_victory_names_supplies_that_reach_its_attackers() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R34="DE-SUP-1", R33="DE-SUP-2")
    assert why(state, Declare(PANZER, VICTIM, ()))[1] == "supply-not-named"
    assert allowed(state, WON), "five hexes"
    assert not allowed(state, Declare(PANZER, VICTIM, TWO)), "six hexes"


@pytest.mark.rule("9.2a", "9.6")
def test_the_supply_may_not_lie_in_the_targets_zone() -> None:
    """A6: for an ordinary attack it may."""
    places = {"R39": "DE-21-5", "R40": "AU-7-2", "S40": "DE-SUP-1"}
    assert not allowed(lay(**places), WON)
    assert allowed(lay(phase="combat", **places), Attack(PANZER, VICTIM, ONE))


@pytest.mark.rule("9.2a")
def test_the_line_does_not_cross_the_sea() -> None:
    state = lay(E18="DE-21-5", F18="AU-7-2", F19="DE-SUP-1", D16="IT-SAVONA")
    assert not allowed(state, WON)


@pytest.mark.rule("9.2b", "9.4b")
def test_the_attackers_are_frozen_even_if_others_could_relieve_them() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1", R38="DE-15-8")
    play(state, WON)
    assert "frozen" in marks(state, "DE-21-5")
    play(state, go("DE-15-8", "R39"))
    assert why(state, go("DE-21-5", "Q38")) == ("9.2b", "frozen")


@pytest.mark.rule("9.2b", "23.4")
def test_the_attackers_do_not_go_to_sea_either() -> None:
    state = lay("allied", G25="UK-1-2 UK-7-4 AL-SUP-1", H26="IT-FOLGORE")
    play(state, Declare(("UK-1-2", "UK-7-4"), ("IT-FOLGORE",), ("AL-SUP-1",)))
    assert why(state, Embark(("UK-1-2",))) == ("9.2b", "frozen")
    assert not allowed(state, Embark(("AL-SUP-1",))), "it sustains the victory"


@pytest.mark.rule("9.3")
def test_units_that_cut_the_retreat_stay() -> None:
    """15/33 in R42 covers R41, Q41 and S42: without it the target goes back by Q40 or S41."""
    state = lay(
        R39="IT-ARIETE DE-21-3",
        R40="AU-7-2",
        R35="DE-SUP-1",
        R42="DE-15-33",
        P40="DE-90-580",
        T42="IT-SAVONA",
    )
    play(state, Declare(("IT-ARIETE", "DE-21-3"), VICTIM, ONE))
    assert "frozen" not in marks(state, "DE-15-33")
    assert why(state, go("DE-15-33", "R43 R44")) == ("9.3", "cuts-retreat")
    assert why(state, go("DE-90-580", "O40")) == ("9.3", "cuts-retreat")
    assert allowed(state, go("DE-15-33", "R41")), "it shuts the way from there too"


@pytest.mark.rule("9.5", "7.4c")
def test_the_hex_of_a_doomed_unit_is_a_way_back() -> None:
    """15/115 in R41 is unsupplied and goes before combat; R41 and R42 are then open."""
    ring = {"P40": "DE-90-580", "T41": "IT-SAVONA", "R39": "IT-ARIETE DE-21-3"}
    order = Declare(("IT-ARIETE", "DE-21-3"), VICTIM, ONE)
    state = lay(R40="AU-7-2", R41="DE-15-115", R36="DE-SUP-1", **ring)
    assert why(state, order) == ("9.5", "doomed-helper")
    state = lay(R40="AU-7-2", R41="DE-15-115 DE-SUP-2", R36="DE-SUP-1", **ring)
    assert allowed(state, order), "supplied, it stays and blocks"


@pytest.mark.rule("9.4a")
def test_joining_a_victory_saves_from_attacking_the_neighbour() -> None:
    """15/33 passes and joins; it stands next to R42, which 90/580 attacks in a soak-off."""
    state = lay(
        R39="DE-21-5",
        R40="AU-7-2",
        R37="DE-SUP-1",
        Q38="DE-15-33",
        R42="UK-7-4 UK-7-7",
        T43="DE-90-580",
    )
    play(state, WON, go("DE-15-33", "Q39 Q40 R41"), go("DE-90-580", "S43"), Done())
    assert state.names(state.must_defend) == ("UK-7-4", "UK-7-7")
    play(state, Attack((*PANZER, "DE-15-33"), VICTIM, ONE))
    assert place(state, "AU-7-2") == "dead"
    play(state, Attack(("DE-90-580",), ("UK-7-4", "UK-7-7")), dice=[5])


@pytest.mark.rule("9.4a")
def test_without_the_soak_off_the_joiner_must_fight_the_neighbour() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R37="DE-SUP-1", Q38="DE-15-33", R42="UK-7-4 UK-7-7")
    play(state, WON, go("DE-15-33", "Q39 Q40 R41"), Done())
    refusal = refused(state, Attack((*PANZER, "DE-15-33"), VICTIM, ONE))
    assert (refusal.rule, refusal.reason) == ("8.4a", "leaves-defender")
    assert allowed(state, Attack(("DE-15-33",), ("UK-7-4", "UK-7-7")))


@pytest.mark.rule("9.4a")
def test_a_victory_whose_neighbours_nobody_could_attack_is_none() -> None:
    """21/5 stands next to R38 too; frozen, it leaves that stack to nobody."""
    state = lay(R39="DE-21-5 DE-SUP-1", R40="AU-7-2", R38="UK-7-4")
    assert why(state, WON) == ("9.4a", "no-soak-off")


@pytest.mark.rule("9.4a")
def test_a_victory_does_not_forbid_a_hopeless_move_elsewhere() -> None:
    """A31: with 7A/2 beside it one of the two must be given up; that is the owner's affair."""
    state = lay(
        "allied",
        T45="UK-1-2 UK-1-22 AL-SUP-1",
        T46="IT-FOLGORE",
        R40="DE-21-104",
        R41="AU-7-1",
        S42="AU-7-2",
    )
    play(state, Declare(("UK-1-2", "UK-1-22"), ("IT-FOLGORE",), ("AL-SUP-1",)))
    assert allowed(state, go("AU-7-2", "S41"))


@pytest.mark.rule("9.7", "14.5")
def test_another_supply_may_take_over_and_both_are_spent() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1", R32="DE-SUP-2")
    play(state, WON)
    away = go("DE-SUP-1", "R34 R33 R32 R31")
    play(state, go("DE-SUP-2", "R33 R34"), away, Done())
    assert not allowed(state, Attack(PANZER, VICTIM, ONE))
    events = play(state, Attack(PANZER, VICTIM, TWO))
    events += until(state, "movement")
    assert {e.supply for e in events_of(events, SupplyExpended)} == {"DE-SUP-1", "DE-SUP-2"}


@pytest.mark.rule("14.5")
def test_the_first_supply_may_leave_while_another_can_still_take_over() -> None:
    away = go("DE-SUP-1", "R34 R33 R32 R31 R32 R31 R32 R31 R32 R31")
    alone = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1", W10="IT-PISTOIA DE-SUP-2")
    play(alone, WON)
    assert why(alone, away) == ("14.5", "victory-unsupplied"), "the other is too far away"
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1", R32="DE-SUP-2")
    play(state, WON, away)
    assert why(state, Done()) == ("14.5", "victory-unsupplied")
    astray = go("DE-SUP-2", "R31 R32 R31 R32 R31 R32 R31 R32 R31 R32")
    assert why(state, astray) == ("14.5", "victory-unsupplied"), "nobody else can take over"
    play(state, go("DE-SUP-2", "R33 R34"), Done())
    assert marks(state, "DE-SUP-1") >= {"used"}
    assert marks(state, "DE-SUP-2") >= {"used"}
    play(state, Attack(PANZER, VICTIM, TWO))
    assert place(state, "AU-7-2") == "dead"


SECOND = Declare(("DE-15-8",), ("AU-7-1",), TWO)


def two_victories(edition: str) -> State:
    """The first victory has lost its line; only the supply that a second would use can take over."""
    state = lay(
        options={"edition": edition},
        R39="DE-21-5",
        R40="AU-7-2",
        R35="DE-SUP-1",
        R30="DE-SUP-2",
        R26="DE-15-8",
        R25="AU-7-1",
    )
    play(state, WON, go("DE-SUP-1", "R34 R33 R32 R33 R32 R33 R32 R33 R32 R33"))
    return state


@pytest.mark.rule("14.5")
def test_a_second_victory_does_not_use_the_only_supply_that_can_take_over() -> None:
    state = two_victories("5")
    assert why(state, SECOND) == ("14.5", "victory-unsupplied")
    play(state, go("DE-SUP-2", "R31 R32 R33 R34"), Done())


@pytest.mark.rule("14.5")
def test_up_to_edition_4_movement_could_not_end_after_it() -> None:
    state = two_victories("4")
    play(state, SECOND)
    assert why(state, Done()) == ("14.5", "victory-unsupplied")
    assert why(state, go("DE-SUP-2", "R31 R32 R33 R34")) == ("14.5", "victory-unsupplied")


@pytest.mark.rule("13.2", "14.5")
def test_a_supply_of_a_victory_goes_into_another_zone_only_for_a_battle_there() -> None:
    """It cannot be destroyed any more, so that movement could never end."""
    places = {"R39": "DE-21-5", "R40": "AU-7-2", "R36": "DE-SUP-1", "R34": "DE-SUP-2"}
    state = lay(**places, T39="UK-1-22")
    play(state, WON)
    into = go("DE-SUP-1", "S37 S38")
    assert why(state, into) == ("13.2", "supply-idle")
    state = lay(**places, T39="UK-1-22", S39="DE-15-8")
    play(state, WON)
    play(state, into)
    assert allowed(state, Done())


@pytest.mark.rule("9.7")
def test_the_same_supply_may_sustain_other_attacks() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1", T43="DE-15-8", T44="UK-22GDS")
    play(state, WON)
    play(state, go("DE-SUP-1", "R36 R37 R38 R39 R40 R41 R42"), Done())
    play(state, Attack(PANZER, VICTIM, ONE), Attack(("DE-15-8",), ("UK-22GDS",), ONE), dice=[1])
    assert place(state, "UK-22GDS") == "dead"


@pytest.mark.rule("9.1a", "11.7a")
def test_a_beaten_unit_is_not_beaten_twice() -> None:
    state = lay(R39="DE-21-5", R41="DE-15-8 DE-SUP-2", R40="AU-7-2", R35="DE-SUP-1")
    play(state, WON)
    assert why(state, Declare(("DE-15-8",), VICTIM, TWO)) == ("11.7a", "attacked-already")


@pytest.mark.rule("23.1b", "9.1a")
def test_a_garrison_is_beaten_as_a_whole() -> None:
    state = lay(H25="DE-21-5 DE-15-8 DE-SUP-1", H26="DE-15-115", G25="AU-7-2 IN-4-5")
    order = Declare(("DE-21-5", "DE-15-8"), VICTIM, ONE)
    assert why(state, order) == ("23.1b", "whole-garrison")


@pytest.mark.rule("9.5", "9.3")
def test_a_blocker_lost_before_combat_makes_the_victory_void() -> None:
    """15/115 is supplied when the victory is declared; then its own supply is destroyed."""
    state = lay(
        R40="DE-15-115 DE-SUP-2",
        R41="SA-1-1",
        R39="UK-1-22 UK-32",
        R42="DE-21-104 IT-BRESCIA",
        R46="DE-SUP-1",
    )
    play(state, Declare(("DE-21-104", "IT-BRESCIA"), ("SA-1-1",), ONE))
    play(state, Destroy("DE-SUP-2"))
    events = play(state, Done())
    assert only(events, Eliminated).unit == "DE-15-115"
    assert only(events, VictoryVoid).defenders == ("SA-1-1",)
    events = play(state, Attack(("DE-21-104", "IT-BRESCIA"), ("SA-1-1",), ONE), dice=[1])
    assert events_of(events, BattleRolled), "an ordinary 5-1"


@pytest.mark.rule("9.1c", "9.4b")
def test_it_is_fought_by_all_who_made_it_against_all_it_beat() -> None:
    state = lay(R39="IT-ARIETE DE-21-104", R40="AU-7-2", R35="DE-SUP-1")
    pair = ("IT-ARIETE", "DE-21-104")
    play(state, Declare(pair, VICTIM, ONE), Done())
    assert why(state, Attack(pair[:1], VICTIM, ONE)) == ("9.1c", "victory-as-declared")
    play(state, Attack(pair, VICTIM, ONE))


@pytest.mark.rule("9.2b")
def test_units_of_a_victory_are_not_swapped() -> None:
    state = lay("allied", turn=33, R39="UK-7-4 UK-7-7 AL-SUP-1", R40="IT-FOLGORE")
    play(state, Declare(("UK-7-4", "UK-7-7"), ("IT-FOLGORE",), ("AL-SUP-1",)), Done())
    assert why(state, Substitute(("UK-7-4",), "SUB-ARM-1")) == ("9.2b", "frozen-swap")
