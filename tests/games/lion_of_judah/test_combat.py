"""12 Combat beyond the worked examples: friction, crowds, empty hexes, advances that are barred."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.field_events import Advanced, BattleRolled, LeaderEscaped
from campagna.games.lion_of_judah.frames import Battle, Stage
from campagna.games.lion_of_judah.orders import Attack, CommitAir, CommitHq, Done
from campagna.games.lion_of_judah.rules.combat import combat, odds
from campagna.games.lion_of_judah.state import AirStatus, State
from tests.games.lion_of_judah.lay import (
    GAME,
    OTHER,
    WORLD,
    Phase,
    arrange,
    at,
    decision,
    events_of,
    only,
    place,
    play,
    why,
)


def battle(
    state: State, attackers: dict[str, str], defenders: tuple[str, ...], target: str
) -> Battle:
    return Battle(
        side=state.side,
        attackers=tuple(WORLD.slots[n] for n in attackers),
        origins=tuple(at(h) for h in attackers.values()),
        target=at(target),
        defenders=tuple(WORLD.slots[n] for n in defenders),
        stage=Stage.ATTACKER_AIR,
    )


def grounded(state: State) -> State:
    """The same without any air marker, so that a combat comes to its roll at once."""
    for marker in state.theatre.air:
        state.change_air(marker, status=AirStatus.COMMITTED)
    return state


@pytest.mark.rule("12.7-c", "2.3.5-b")
def test_tribal_friction_is_optional() -> None:
    attackers = {"et_kassa_1": "1110", "et_kassa_2": "1110"}
    tribes = {WORLD.counters[WORLD.slots[n]].tribe for n in attackers}
    assert len(tribes) == 2
    for on, drm in ((False, 0), (True, -1)):
        state = arrange(attackers, side=OTHER, options={"tribal_friction": on})
        assert odds.friction(state, battle(state, attackers, ("it_Sb",), "1109")) == drm
    state = arrange({"it_Sb": "1109"}, options={"tribal_friction": True})
    mixed = battle(state, {"it_Sb": "1109"}, ("et_kassa_1", "et_kassa_2"), "1110")
    assert odds.friction(state, mixed) == 1
    alike = battle(state, {"it_Sb": "1109"}, ("et_kassa_1", "et_kassa_3"), "1110")
    assert odds.friction(state, alike) == 0


@pytest.mark.rule("PB 14.6.4.1-e", "12.7-c")
def test_tribal_friction_among_guerrillas() -> None:
    names = ("et40_g1", "et40_g2")
    state = arrange(scenario="s1940", options={"tribal_friction": True}, side=OTHER)
    assert (
        odds.friction(state, battle(state, dict.fromkeys(names, "1012"), ("it40_c3",), "1013"))
        == -1
    )


@pytest.mark.rule("12.1-a", "12.2-b", "2.3.7-d")
def test_who_may_attack_what() -> None:
    units = {
        "it_Sb": "1306",
        "it_hq_1CA": "1306",
        "it_GS": "1305",
        "et_seyoum_1": "1307",
        "it_21": "1306 attacked",
    }
    state = arrange(units, phase=Phase.COMBAT)
    assert why(state, Attack(("it_hq_1CA",), "1307")) == ("2.3.7-d", "cannot-attack")
    assert why(state, Attack(("it_GS",), "1307")) == ("12.1-a", "not-adjacent-to-target")
    assert why(state, Attack(("it_21",), "1307")) == ("12.2-b", "has-attacked")
    assert why(state, Attack(("it_Sb",), "1305")) == ("12.1-a", "no-enemy-there")
    state.fought.append(at("1307"))
    assert why(state, Attack(("it_Sb",), "1307")) == ("12.2-b", "attacked-already")


@pytest.mark.rule("12.12")
def test_the_attacker_must_enter_the_vacated_hex() -> None:
    units = {"it_Sb": "1306", "it_GS": "1306", "et_gugsa_1": "1307 =1"}
    state = grounded(arrange(units, phase=Phase.COMBAT))
    events = play(state, Attack(("it_Sb", "it_GS"), "1307"), dice=[6])
    assert only(events, BattleRolled).column == "7:1"
    assert decision(state) == ("italian", "advance")
    assert why(state, Done()) == ("12.12", "must-decide")


@pytest.mark.rule("12.12")
def test_a_single_survivor_advances_by_itself() -> None:
    state = grounded(arrange({"it_Sb": "1306", "et_gugsa_1": "1307 =1"}, phase=Phase.COMBAT))
    events = play(state, Attack(("it_Sb",), "1307"), dice=[6])
    assert only(events, Advanced).units == ("it_Sb",)
    assert place(state, "it_Sb") == "1307"


@pytest.mark.rule("12.12", "11.2-c")
def test_europeans_do_not_advance_into_the_desert() -> None:
    state = grounded(arrange({"it_Sb": "1407", "et_gugsa_1": "1507 =1"}, phase=Phase.COMBAT))
    events = play(state, Attack(("it_Sb",), "1507"), dice=[6])
    assert events_of(events, Advanced) == []
    assert place(state, "et_gugsa_1") == "dead"
    assert place(state, "it_Sb") == "1407"
    assert state.control[at("1507")] == OTHER


@pytest.mark.rule("PB 13.6.2.4", "12.13")
def test_a_lone_leader_is_attacked_without_a_roll_and_without_an_r() -> None:
    state = arrange({"it_Sb": "1306", "et_SEY": "1307", "et_seyoum_1": "1112"}, phase=Phase.COMBAT)
    events = play(state, Attack(("it_Sb",), "1307"), dice=[6])
    assert only(events, LeaderEscaped).to == "1112"
    assert place(state, "it_Sb") == "1307"
    assert not events_of(events, BattleRolled)


@pytest.mark.rule("12.4-3", "12.4-5", "10.2.3-b")
def test_both_sides_commit_air_and_headquarters_before_the_roll() -> None:
    units = {"it_Sb": "1306", "it_hq_1CA": "1306", "et_seyoum_1": "1307 =2", "et_SEY": "1307 +1"}
    state = arrange(units, phase=Phase.COMBAT, boxes={"north": 2})
    play(state, Attack(("it_Sb",), "1307"))
    assert decision(state) == ("italian", "attacker-air")
    play(state, CommitAir(()))
    assert decision(state) == ("italian", "attacker-hq")
    play(state, CommitHq((("it_hq_1CA", "north"),)))
    assert decision(state) == ("ethiopian", "defender-hq")
    events = play(state, CommitHq((("et_SEY", ""),)), dice=[3])
    rolled = only(events, BattleRolled)
    # Mountain and river to the left; the two headquarters cancel each other.
    assert (rolled.odds, rolled.shift, rolled.column) == ("2:1", -2, "1:2")
    assert state.boxes[0] == 1


@pytest.mark.rule("12.1-b", "PB 13.6.2.3")
def test_the_ethiopian_uses_his_own_table() -> None:
    state = arrange({}, side=OTHER)
    assert len(state.theatre.crt[OTHER].columns) == 6
    assert odds.column(state, OTHER, 40, 1, 0) == 5
    assert combat.read_result("1/3R") == ((1, 3), True)
    assert GAME.world.parts[1].crt[0] is GAME.world.parts[1].crt[1]


@pytest.mark.rule("12.13", "11.2-c")
def test_undefended_units_are_lost_even_where_the_attacker_may_not_enter() -> None:
    """Guerrillas may not leave Ethiopia, yet the truck they attack beyond the frontier is gone."""
    here = next(
        h
        for h in range(WORLD.size)
        if WORLD.ethiopia[h]
        and not WORLD.desert[h]
        and any(WORLD.region_of[n] == "eritrea" for n in WORLD.board.grid.around(h))
    )
    there = next(n for n in WORLD.board.grid.around(here) if WORLD.region_of[n] == "eritrea")
    units = {"et40_g1": WORLD.hex_ids[here], "it40_trk1": WORLD.hex_ids[there]}
    state = grounded(arrange(units, scenario="s1940", side=OTHER, phase=Phase.COMBAT, turn=9))
    events = play(state, Attack(("et40_g1",), WORLD.hex_ids[there]))
    assert place(state, "it40_trk1") == "dead"
    assert place(state, "et40_g1") == WORLD.hex_ids[here]
    assert not events_of(events, Advanced)
