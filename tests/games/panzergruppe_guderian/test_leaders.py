"""10.1, 10.3 Soviet leaders: attack support, command, and their share of results."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Done,
    GiveGround,
    Overrun,
    Retreat,
    TakeLosses,
)
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    only,
    place,
    play,
    refused,
    why,
)


def rolled(units: dict[str, Words], attackers: tuple[str, ...], target: str) -> BattleRolled:
    """What a Soviet attack came to."""
    state = arrange(units, phase="soviet-combat", turn=7)
    return only(play(state, Attack(attackers, (target,)), dice=[1]), BattleRolled)


# --- attack support (10.36) -------------------------------------------------------------------------

# 2410 is cut off: all hexes around it lie in German zones.
CUT_OFF: dict[str, Words] = {"G-6Inf": "2411", "G-26Inf": "2309", "G-5Inf": "2609"}


@pytest.mark.rule("10.36a", "10.1")
def test_a_leader_adds_his_rating_to_the_attack() -> None:
    """T15: a supplied 6-8-6 with Kurochkin (4) attacks with 10."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-kurochkin": "2410"}
    assert rolled(units, ("S-1", "SL-kurochkin"), "2411").attack == 10
    assert rolled(units, ("S-1",), "2411").attack == 6, "he need not take part"


@pytest.mark.rule("10.36b", "10.35b", "11.31")
def test_support_never_exceeds_the_strength_left_without_supply() -> None:
    """T16: the same unsupplied attacks with 3 + 3."""
    units = CUT_OFF | {"S-1": "2410 SR34", "SL-kurochkin": "2410"}
    assert rolled(units, ("S-1", "SL-kurochkin"), "2411").attack == 6


@pytest.mark.rule("10.36b")
def test_support_never_exceeds_the_units_own_strength() -> None:
    """T17: a supplied 1-2-6 with a leader rated 4 attacks with 2."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR61", "SL-remezov": "2410"}
    assert rolled(units, ("S-1", "SL-remezov"), "2411").attack == 2


@pytest.mark.rule("10.36a", "10.36b")
@pytest.mark.parametrize(("counter", "attack"), [("SR17", 3 + 3), ("SR31", 9 + 5 + 3)])
def test_several_leaders_share_the_limit(counter: str, attack: int) -> None:
    """AMB-36: Konev (5) and Lukin (3) with a 3-5-6 or a 9-8-6."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": f"2410 {counter}",
        "SL-konev": "2410",
        "SL-lukin": "2410",
    }
    assert rolled(units, ("S-1", "SL-konev", "SL-lukin"), "2411").attack == attack


@pytest.mark.rule("10.36a", "10.36b")
def test_a_leader_supports_only_units_stacked_with_him() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": "2410 SR61",  # attack 1, with Konev
        "S-2": "2511 SR31",  # attack 9, alone
        "SL-konev": "2410",
    }
    assert rolled(units, ("S-1", "S-2", "SL-konev"), "2411").attack == 1 + 1 + 9


@pytest.mark.rule("10.36a", "10.1")
def test_in_defence_a_leader_counts_with_his_rating_only() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR61", "SL-konev": "2410"}
    state = arrange(units, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == 2 + 5
    alone = arrange({"G-6Inf": "2411", "SL-konev": "2410"}, phase="german-combat")
    assert only(play(alone, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled).defence == 5


@pytest.mark.rule("10.36c", "10.26b", "9.14")
def test_a_leader_supports_one_attack_only() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-Lehr": "2311",
        "S-1": "2410 SR31",
        "S-2": "2410 SR32",
        "SL-konev": "2410",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("2411",)), dice=[4])  # 14:9 = 1-1, Eng
    play(state, TakeLosses(("S-1",)))
    assert why(state, Attack(("S-2", "SL-konev"), ("2311",))) == ("9.14", "attacked-already")
    roll = only(play(state, Attack(("S-2",), ("2311",)), dice=[6]), BattleRolled)
    assert roll.attack == 8


@pytest.mark.rule("10.26b")
def test_a_leader_must_join_the_second_attack_of_his_stack() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-Lehr": "2311",
        "S-1": "2410 SR31",
        "S-2": "2410 SR32",
        "SL-konev": "2410",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1",), ("2411",)), dice=[4])  # 9:9 = 1-1, Eng; he stayed out
    assert place(state, "S-1") == "dead"
    assert why(state, Attack(("S-2",), ("2311",))) == ("10.26b", "leader-must-join")
    assert allowed(state, Attack(("S-2", "SL-konev"), ("2311",)))
    assert allowed(state, Done()), "there need not be a second attack"


@pytest.mark.rule("10.26a", "10.24")
def test_a_leader_shares_the_result_of_his_attack() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": "2410"}
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("2411",)), dice=[5])  # 11:9 = 1-1, A1
    play(state, TakeLosses(("SL-konev",)))
    assert (place(state, "SL-konev"), place(state, "S-1")) == ("dead", "2410")
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "SL-konev"), ("2411",)), dice=[5])
    play(state, GiveGround(), Retreat("S-1", ("2409",)), Retreat("SL-konev", ("2510",)))
    assert (place(state, "S-1"), place(state, "SL-konev")) == ("2409", "2510")


@pytest.mark.rule("10.GEN", "6.53")
def test_leaders_have_no_attack_strength() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2511 SR34", "SL-konev": "2410"}
    state = arrange(units, phase="soviet-combat", turn=7)
    assert why(state, Attack(("SL-konev",), ("2411",))) == ("10.GEN", "leader-alone")
    assert why(state, Attack(("S-1", "SL-konev"), ("2411",))) == ("10.GEN", "leader-alone")
    moving = arrange(units, phase="soviet-move", turn=7)
    assert why(moving, Overrun(("SL-konev",), "2411")) == ("6.53", "leader-alone")


@pytest.mark.rule("6.64", "10.36a", "10.35a")
def test_a_disrupted_leader_neither_commands_nor_supports() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": "2410 disrupted"}
    state = arrange(units, phase="soviet-combat", turn=7)
    assert why(state, Attack(("S-1",), ("2411",))) == ("10.35a", "no-leader-commands")
    state = arrange(units | {"SL-lukin": "2408"}, phase="soviet-combat", turn=7)
    assert why(state, Attack(("S-1", "SL-konev"), ("2411",))) == ("6.62", "disrupted")
    assert allowed(state, Attack(("S-1",), ("2411",)))


# --- command (10.35) ----------------------------------------------------------------------------------


@pytest.mark.rule("10.35a", "10.1", "S2-10")
@pytest.mark.parametrize(("leader", "in_radius"), [("2407", True), ("2406", False)])
def test_soviets_attack_only_within_the_radius_of_a_leader(leader: str, in_radius: bool) -> None:
    """Lukin's radius is 3."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-lukin": leader}
    state = arrange(units, phase="soviet-combat", turn=7)
    order = Attack(("S-1",), ("2411",))
    if in_radius:
        assert allowed(state, order)
    else:
        refusal = refused(state, order)
        assert (refusal.rule, refusal.reason) == ("10.35a", "out-of-command")
        told = {"leader": "SL-lukin", "distance": 4, "radius": 3}
        assert refusal.facts == {"unit": "S-1", "hex": "2410", **told}
    assert GAME.offers(state).covers(order) == in_radius


@pytest.mark.rule("10.35a", "11.21b")
def test_the_line_to_the_leader_may_be_cut() -> None:
    """In a straight line 2410-2407 is three hexes, but a German unit in 2308 controls 2408, 2309."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2309",  # controls 2409, 2408, 2310
        "S-1": "2410 SR34",
        "SL-lukin": "2407",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    refusal = refused(state, Attack(("S-1",), ("2411",)))
    assert (refusal.rule, refusal.reason) == ("10.35a", "command-line-cut")
    told = {"leader": "SL-lukin", "distance": 3, "radius": 3, "cut": "2409", "by": "G-26Inf"}
    assert refusal.facts == {"unit": "S-1", "hex": "2410", **told}
    # One hex farther it would be too long anyway; the open line goes round the German zone.
    state = arrange(units | {"SL-lukin": "2406"}, phase="soviet-combat", turn=7)
    refusal = refused(state, Attack(("S-1",), ("2411",)))
    assert (refusal.reason, refusal.facts["distance"]) == ("out-of-command", 5)
    # A friendly unit on the way reopens it (8.15).
    state = arrange(units | {"S-2": "2409 SR01", "S-3": "2408 SR02"}, phase="soviet-combat", turn=7)
    assert allowed(state, Attack(("S-1",), ("2411",)))


@pytest.mark.rule("10.35b")
def test_through_an_unsupplied_leader_units_attack_at_half_strength() -> None:
    units = CUT_OFF | {"S-1": "2410 SR31", "SL-lukin": "2410"}
    assert rolled(units, ("S-1",), "2411").attack == 4


@pytest.mark.rule("10.35c")
def test_no_leader_is_needed_to_defend() -> None:
    state = arrange({"G-6Inf": "2411", "S-1": "2410 SR08"}, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert roll.defence == 2  # half of 5
