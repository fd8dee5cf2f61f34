"""23.1, 23.2 Attacks on and from a fortress; 11.7 retreats into one."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import BattleRolled, BattleWon, Eliminated
from campagna.games.afrika_korps.orders import Attack, Consent, Declare, Done, Move, Retreat
from campagna.games.afrika_korps.rules.combat.strength import defence_of, fled_alone
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    at,
    decider,
    decision,
    events_of,
    lay,
    marks,
    only,
    phase,
    place,
    play,
    refused,
    why,
)

SUPPLY = ("DE-SUP-1",)


# --- 23.1, 23.2 -------------------------------------------------------------------------------------


@pytest.mark.rule("23.1a", "7.1a")
def test_units_pass_a_fortress_without_stopping_or_attacking() -> None:
    state = lay(G22="DE-21-5", G25="UK-7-4")
    play(state, Move(("DE-21-5",), ("H23", "H24", "H25", "H26")))
    assert "stopped" not in marks(state, "DE-21-5")
    play(state, Done())
    assert phase(state) == "combat", "an attack is possible"
    assert state.must_attack == state.must_defend == []
    assert allowed(state, Done())


@pytest.mark.rule("23.1a", "23.1b")
def test_whoever_attacks_a_fortress_attacks_all_in_it() -> None:
    state = lay(phase="combat", G24="DE-21-5", H25="DE-15-8 DE-SUP-1", G25="UK-7-4 AU-7-1")
    alone = Attack(("DE-15-8",), ("UK-7-4", "AU-7-1"), SUPPLY)
    assert allowed(state, alone), "not every adjacent unit need take part"
    play(state, Attack(("DE-15-8",), ("AU-7-1",), SUPPLY), dice=[1])
    assert state.names(state.must_defend) == ("UK-7-4",)
    assert why(state, Done()) == ("23.1b", "not-attacked")
    play(state, Attack(("DE-21-5",), ("UK-7-4",), SUPPLY), dice=[4])


@pytest.mark.rule("23.1b")
def test_one_attacker_cannot_single_out_one_of_the_garrison() -> None:
    state = lay(phase="combat", H25="DE-15-8 DE-SUP-1", G25="UK-7-4 AU-7-1")
    refusal = refused(state, Attack(("DE-15-8",), ("AU-7-1",), SUPPLY))
    assert (refusal.rule, refusal.facts["unit"]) == ("23.1b", "UK-7-4")


@pytest.mark.rule("23.2a", "23.2b")
def test_a_sortie_attacks_all_around_with_whom_it_likes() -> None:
    state = lay("allied", "combat", G25="UK-7-4 UK-7-7 AL-SUP-1", H26="IT-SAVONA", G24="IT-PAVIA")
    assert allowed(state, Done())
    alone = Attack(("UK-7-4",), ("IT-SAVONA", "IT-PAVIA"), ("AL-SUP-1",))
    assert allowed(state, alone)
    first = Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1",))
    play(state, first, dice=[1])
    assert state.names(state.must_defend) == ("IT-PAVIA",), "A23: everybody around"
    assert state.must_attack == []
    assert why(state, Done()) == ("23.2b", "not-attacked")
    play(state, Attack(("UK-7-7",), ("IT-PAVIA",), ("AL-SUP-1",)), dice=[6])


@pytest.mark.rule("23.2b")
def test_a_sortie_that_cannot_reach_all_is_refused() -> None:
    state = lay("allied", "combat", G25="UK-7-4 AL-SUP-1", H25="IT-SAVONA", G24="IT-PAVIA")
    refusal = refused(state, Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1",)))
    assert (refusal.rule, refusal.facts["unit"]) == ("23.2b", "IT-PAVIA")


@pytest.mark.rule("14.3b", "23.1a")
def test_a_garrison_may_not_be_added_to_do_without_supply() -> None:
    """21/5 must attack I26 at 7:4; with Tobruch's garrison it would be 7:20."""
    places = {"I26": "AU-9-20", "G25": "UK-7-4 UK-1-2"}
    state = lay(phase="combat", H25="DE-21-5 DE-SUP-1", **places)
    assert state.names(state.must_defend) == ("AU-9-20",)
    low = Attack(("DE-21-5",), ("AU-9-20", "UK-7-4", "UK-1-2"))
    assert why(state, low) == ("14.3b", "odds-lowered")
    state = lay(H25="DE-21-5", **places)
    events = play(state, Done())
    assert only(events, Eliminated).unit == "DE-21-5", "nor does it save a trapped unit (11.9)"


@pytest.mark.rule("23.7")
def test_a_shut_in_garrison_dies_of_a_retreat() -> None:
    state = lay(
        phase="combat",
        H25="DE-15-8 DE-21-5 DE-SUP-1",
        G24="IT-SAVONA",
        H26="IT-PAVIA",
        G25="UK-7-7",
    )
    events = play(state, Attack(("DE-15-8", "DE-21-5"), ("UK-7-7",), SUPPLY), dice=[3])
    assert only(events, BattleRolled).result == "DR"
    assert only(events, Eliminated).unit == "UK-7-7"


@pytest.mark.rule("23.7", "7.6.1a")
def test_an_open_fortress_may_be_left() -> None:
    state = lay(phase="combat", H25="DE-15-8 DE-21-5 DE-SUP-1", G25="UK-7-7")
    play(state, Attack(("DE-15-8", "DE-21-5"), ("UK-7-7",), SUPPLY), dice=[3])
    assert place(state, "UK-7-7") == "dead", "H25 covers both G24 and H26"
    state = lay(phase="combat", G24="DE-15-8 DE-21-5 DE-SUP-1", G25="UK-7-7")
    play(state, Attack(("DE-15-8", "DE-21-5"), ("UK-7-7",), SUPPLY), dice=[3])
    assert decision(state) == "retreat"
    assert allowed(state, Retreat("UK-7-7", ("H26", "H27")))


# --- 11.7: retreats into a fortress ---------------------------------------------------------------------


def fleeing(garrison: str = "UK-7-7", edition: str = "4", **places: str) -> State:
    """7A/1 on I26 is beaten by 21/5; it could go to Tobruch or elsewhere. 15/8 waits at G24."""
    places = {
        "I26": "AU-7-1",
        "J27": "DE-21-5 DE-SUP-1",
        "G24": "DE-15-8 DE-SUP-2",
        "G25": garrison,
    } | places
    state = lay(phase="combat", options={"edition": edition}, **places)
    play(state, Attack(("DE-21-5",), ("AU-7-1",), SUPPLY), dice=[3])
    return state


TO_TOBRUCH = Retreat("AU-7-1", ("H26", "G25"))


def sheltered(garrison: str = "UK-7-7", edition: str = "4", **places: str) -> State:
    """7A/1 has fled to Tobruch; 21/5 does not advance."""
    state = fleeing(garrison, edition, **places)
    play(state, Consent(True), TO_TOBRUCH)
    assert decision(state) == "advance"
    play(state, Done())
    return state


@pytest.mark.rule("11.7e")
def test_nobody_is_sent_into_a_fortress_against_his_will() -> None:
    state = fleeing()
    assert (decision(state), decider(state)) == ("consent", "allied")
    assert why(state, TO_TOBRUCH)[1] == "not-now"
    play(state, Consent(False))
    assert (decision(state), decider(state)) == ("retreat", "axis")
    assert why(state, TO_TOBRUCH)[0] == "11.7e"
    assert allowed(state, Retreat("AU-7-1", ("H26", "H27")))


@pytest.mark.rule("11.7e")
def test_with_consent_the_fortress_is_one_of_the_ways() -> None:
    state = fleeing()
    play(state, Consent(True))
    assert allowed(state, Retreat("AU-7-1", ("H26", "H27")))
    play(state, TO_TOBRUCH)
    assert at(state, "G25") == {"UK-7-7", "AU-7-1"}
    assert "sheltered" in marks(state, "AU-7-1")


@pytest.mark.rule("11.7e")
def test_where_only_the_fortress_is_left_nobody_is_asked() -> None:
    """I24 and H28 shut every way but the one to Tobruch."""
    state = fleeing(I24="IT-PAVIA", H28="IT-SAVONA")
    assert decision(state) == "advance"
    assert at(state, "G25") == {"UK-7-7", "AU-7-1"}


@pytest.mark.rule("11.7b", "11.7a")
@pytest.mark.parametrize(("die", "fate"), [(1, "dead"), (6, "G25")])
def test_the_fugitive_adds_nothing_and_shares_the_fate(die: int, fate: str) -> None:
    state = sheltered()
    both = Attack(("DE-15-8",), ("UK-7-7", "AU-7-1"), ("DE-SUP-2",))
    assert why(state, both) == ("11.7b", "sheltered")
    events = play(state, Attack(("DE-15-8",), ("UK-7-7",), ("DE-SUP-2",)), dice=[die])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (7, 6, "1-1")
    assert place(state, "AU-7-1") == fate


@pytest.mark.rule("11.7b", "11.7d")
def test_only_alone_the_fugitive_has_its_factors() -> None:
    state = sheltered()
    fugitive = state.world.index["AU-7-1"]
    assert (defence_of(state, fugitive), fled_alone(state, fugitive)) == (0, False)
    state = sheltered("AL-SUP-1")
    assert (defence_of(state, fugitive), fled_alone(state, fugitive)) == (2, True)


@pytest.mark.rule("11.7b")
def test_the_fugitive_retreats_again() -> None:
    state = sheltered()
    play(state, Attack(("DE-15-8",), ("UK-7-7",), ("DE-SUP-2",)), dice=[3])
    assert decision(state) == "retreat"
    play(state, Retreat("AU-7-1", ("H26", "H27")))
    assert place(state, "AU-7-1") == "H27"


@pytest.mark.rule("11.7c")
def test_the_fugitive_pays_no_exchange_and_falls_with_the_others() -> None:
    state = sheltered()
    events = play(state, Attack(("DE-15-8",), ("UK-7-7",), ("DE-SUP-2",)), dice=[2])
    lost = {e.unit for e in events_of(events, Eliminated)}
    assert {"UK-7-7", "AU-7-1"} <= lost
    assert place(state, "DE-15-8") == "dead", "six factors cost the 7"


@pytest.mark.rule("11.7d", "14.1a", "14.6")
def test_alone_in_the_fortress_the_fugitive_dies_at_any_odds() -> None:
    """A28: a supply does not protect it either. The odds are those of its factors."""
    state = sheltered("AL-SUP-1", G24="IT-FOLGORE DE-SUP-2")
    bare = Attack(("IT-FOLGORE",), ("AU-7-1",))
    assert why(state, bare) == ("14.6", "supply-not-named")
    order = Attack(("IT-FOLGORE",), ("AU-7-1",), ("DE-SUP-2",))
    (line,) = GAME.forecast(state, order).lines
    assert (line.result, line.probability) == ("DE", 1.0)
    assert line.outcomes["defenders_lost"] == ("AU-7-1",)
    events = play(state, order)
    won = only(events, BattleWon)
    assert (won.rule, won.attack, won.defence, won.odds) == ("11.7d", 1, 2, "1-2")
    assert only(events, Eliminated).rule == "11.7d"
    assert place(state, "AU-7-1") == "dead"


@pytest.mark.rule("11.7d")
def test_up_to_edition_3_the_fugitive_had_no_factors() -> None:
    state = sheltered("AL-SUP-1", G24="IT-FOLGORE DE-SUP-2", edition="3")
    bare = Attack(("IT-FOLGORE",), ("AU-7-1",))
    assert why(state, Attack(("IT-FOLGORE",), ("AU-7-1",), ("DE-SUP-2",)))[0] == "14.3a"
    won = only(play(state, bare), BattleWon)
    assert (won.defence, won.odds) == (0, "7-1")
    assert place(state, "AU-7-1") == "dead"


@pytest.mark.rule("11.7d", "14.3a")
def test_at_bad_odds_the_fugitive_is_attacked_without_supply() -> None:
    state = lay(
        phase="combat", G25="UK-7-4:sheltered:defended", G24="IT-SAVONA IT-FOLGORE DE-SUP-1"
    )
    assert why(state, Attack(("IT-FOLGORE",), ("UK-7-4",))) == ("7.4b", "worse-than-1-6")
    named = Attack(("IT-SAVONA",), ("UK-7-4",), SUPPLY)
    assert why(state, named) == ("14.3a", "no-supply-needed")
    won = only(play(state, Attack(("IT-SAVONA",), ("UK-7-4",))), BattleWon)
    assert (won.rule, won.odds) == ("11.7d", "1-4")


@pytest.mark.rule("11.7d", "23.1b")
def test_two_fugitives_are_attacked_together() -> None:
    state = lay(
        phase="combat",
        G25="AU-7-1:sheltered:defended AU-7-2:sheltered:defended",
        G24="DE-15-8 DE-SUP-1",
    )
    one = Attack(("DE-15-8",), ("AU-7-1",), SUPPLY)
    assert why(state, one) == ("23.1b", "whole-garrison")
    won = only(play(state, Attack(("DE-15-8",), ("AU-7-1", "AU-7-2"), SUPPLY)), BattleWon)
    assert (won.attack, won.defence) == (7, 4)
    assert {place(state, u) for u in ("AU-7-1", "AU-7-2")} == {"dead"}


@pytest.mark.rule("11.7d", "7.5e")
def test_attacked_with_others_the_fugitive_falls_whatever_the_die_says() -> None:
    """15/8 touches Tobruch and the brigade in H25, for which alone the die decides."""
    state = lay(
        phase="combat",
        G25="AU-7-1:sheltered:defended",
        H25="UK-7-7",
        G24="DE-15-8 DE-SUP-1",
    )
    both = Attack(("DE-15-8",), ("UK-7-7", "AU-7-1"), SUPPLY)
    lost = {
        line.result: line.outcomes.get("defenders_lost")
        for line in GAME.forecast(state, both).lines
    }
    assert lost["AE"] == ("AU-7-1",)
    events = play(state, both, dice=[6])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.result) == (7, 8, "AE")
    assert place(state, "AU-7-1") == "dead"
    assert place(state, "UK-7-7") == "H25"


# --- sorties and other battles ------------------------------------------------------------------------


@pytest.mark.rule("23.2b", "9.4a")
def test_an_automatic_victory_from_a_fortress_is_a_sortie() -> None:
    places = {"H26": "IT-FOLGORE", "G24": "IT-SAVONA"}
    order = Declare(("UK-1-2", "UK-7-4"), ("IT-FOLGORE",), ("AL-SUP-1",))
    state = lay("allied", G25="UK-1-2 UK-7-4 AL-SUP-1", **places)
    assert why(state, order) == ("9.4a", "no-soak-off")
    state = lay("allied", G25="UK-1-2 UK-7-4 UK-7-7 AL-SUP-1", **places)
    play(state, order, Done())
    assert state.names(state.must_defend) == ("IT-SAVONA",)


@pytest.mark.rule("23.2b", "11.7a")
def test_a_sortie_need_not_attack_again_who_was_attacked() -> None:
    state = lay(
        "allied",
        "combat",
        G25="UK-7-4 AL-SUP-1",
        G24="IT-PAVIA",
        H26="IT-SAVONA",
        I27="UK-7-7 AL-SUP-2",
    )
    play(state, Attack(("UK-7-7",), ("IT-SAVONA",), ("AL-SUP-2",)), dice=[4])
    play(state, Retreat("UK-7-7", ("J28", "J29")))
    assert place(state, "IT-SAVONA") == "H26"
    assert allowed(state, Attack(("UK-7-4",), ("IT-PAVIA",), ("AL-SUP-1",)))
