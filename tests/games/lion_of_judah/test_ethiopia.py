"""PB 13.6: leaders and factions of 1935-36, hunger and captured arms."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.lion_of_judah.field_events import (
    ActivationRolled,
    AttritionRolled,
    LeaderEscaped,
)
from campagna.games.lion_of_judah.flags import ACTIVE, NOWHERE, TRIED, USED
from campagna.games.lion_of_judah.frames import Attrition, Battle, Refuge
from campagna.games.lion_of_judah.orders import (
    Activate,
    Attack,
    Done,
    Flee,
    GivePoints,
    Move,
    Remove,
)
from campagna.games.lion_of_judah.rules.ethiopia import activation, attrition, leader_escape
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.resources import resource_points
from campagna.games.lion_of_judah.rules.sequence.waiting import work_off
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    decision,
    has,
    only,
    place,
    play,
    slot,
    unit,
    why,
)


def hex_near(name: str, distance: int) -> str:
    """A hex of Ethiopia at this distance that is neither desert nor cut off."""
    measure = WORLD.board.grid.distance
    return next(
        WORLD.hex_ids[h]
        for h in range(WORLD.size)
        if measure(h, at(name)) == distance and WORLD.ethiopia[h] and not WORLD.desert[h]
    )


# --- activation -----------------------------------------------------------


def council(units: dict[str, str], **more: Any) -> State:
    return arrange(units, phase=Phase.ACTIVATION, side=OTHER, **more)


@pytest.mark.rule("PB 13.6.2-a", "5.2-D")
def test_a_leader_is_tried_once_a_turn_against_his_rating() -> None:
    people = {"et_SEY": "1207", "et_seyoum_1": "1207", "et_KAS": "1110", "et_kassa_1": "1110"}
    state = council(people)
    rolled = only(play(state, Activate("et_SEY"), dice=[4]), ActivationRolled)
    assert (rolled.success, rolled.rating, rolled.modifier) == (False, 3, 0)
    assert has(state, "et_SEY", TRIED)
    assert decision(state) == ("ethiopian", "activation")
    assert why(state, Activate("et_SEY")) == ("PB 13.6.2-a", "leader-tried")
    play(state, Activate("et_KAS"), dice=[4])
    assert state.leader == slot("et_KAS")
    assert state.phase in (Phase.INTERDICTION, Phase.MOVEMENT)


@pytest.mark.rule("PB 13.6.2-a")
def test_a_natural_six_always_fails() -> None:
    state = council({"et_IMR": "1112", "et_NEG": "1112"})
    assert activation.modifier(state, slot("et_IMR")) == -1
    assert activation.succeeds(state, slot("et_IMR"), 5)
    assert not activation.succeeds(state, slot("et_IMR"), 6)


@pytest.mark.rule("PB 13.6.2-a")
def test_modifiers_of_the_activation_roll() -> None:
    state = council({"et_IMR": "1112 disrupted", "et_SEY": "1306"})
    assert activation.modifier(state, slot("et_IMR")) == 2
    assert activation.modifier(state, slot("et_SEY")) == 1
    near = council({"et_IMR": "1112", "et_NEG": hex_near("1112", 2)})
    assert activation.modifier(near, slot("et_IMR")) == -1
    assert activation.modifier(near, slot("et_NEG")) == 0
    far = council({"et_IMR": "1112", "et_NEG": hex_near("1112", 3)})
    assert activation.modifier(far, slot("et_IMR")) == 0


@pytest.mark.rule("PB 13.6.2-b", "PB 13.6.2.1")
def test_his_people_within_his_radius_follow() -> None:
    two = hex_near("1110", 2)
    state = council(
        {"et_KAS": "1110", "et_kassa_1": "1110", "et_kassa_2": "1111", "et_kassa_3": two}
    )
    followers = {state.name(u) for u in activation.commanded(state, slot("et_KAS"))}
    assert followers == {"et_KAS", "et_kassa_1", "et_kassa_2"}


@pytest.mark.rule("PB 13.6.2-b", "PB 13.6.2-c", "5.2-D")
def test_only_active_units_move_and_fight_and_then_the_next_leader_is_tried() -> None:
    people = {
        "et_KAS": "1110",
        "et_kassa_1": "1110",
        "et_SEY": "1207",
        "et_seyoum_1": "1207",
        "et_IMR": "1112",
        "it_Sb": "1206",
    }
    state = council(people)
    play(state, Activate("et_SEY"), dice=[6])
    play(state, Activate("et_KAS"), dice=[1])
    if state.phase == Phase.INTERDICTION:
        play(state, Done())
    assert why(state, Move(("et_seyoum_1",), ("1207", "1307")))[1] == "not-activated"
    assert allowed(state, Move(("et_kassa_1",), ("1110", "1111")))
    play(state, Move(("et_KAS", "et_kassa_1"), ("1110", "1111")), Done())
    if state.phase == Phase.COMBAT:
        assert why(state, Attack(("et_seyoum_1",), "1206"))[1] == "not-activated"
        play(state, Done())
    assert state.leader == NOWHERE
    assert has(state, "et_kassa_1", USED)
    assert not has(state, "et_kassa_1", ACTIVE)


@pytest.mark.rule("PB 13.6.2.2", "PB 13.6.1-c")
def test_the_negus_commands_any_faction_near_him_and_nobody_twice() -> None:
    people = {
        "et_NEG": "1215",
        "et_guard_1": hex_near("1215", 2),
        "et_nasibu_1": "1216",
        "et_desta_1": hex_near("1215", 2),
        "et_kassa_1": "1214 used",
    }
    state = council(people)
    followers = {state.name(u) for u in activation.commanded(state, slot("et_NEG"))}
    assert followers == {"et_NEG", "et_guard_1", "et_nasibu_1"}


@pytest.mark.rule("PB 13.6.1-c")
def test_warriors_without_a_leader_wait_for_the_negus() -> None:
    state = council({"et_seyoum_1": "1207", "et_KAS": "1207"})
    assert slot("et_seyoum_1") not in activation.commanded(state, slot("et_KAS"))


@pytest.mark.rule("PB 13.6.2-b")
def test_italian_hexes_cut_the_chain_of_command() -> None:
    ring = WORLD.board.grid.around(at("1215"))
    wall = {
        f"it_{n}": WORLD.hex_ids[h]
        for n, h in zip(("Sb", "Gv", "GS", "PL", "SL", "AS"), ring, strict=False)
    }
    state = council({"et_NEG": "1215", "et_guard_1": hex_near("1215", 2), **wall})
    assert slot("et_guard_1") not in activation.commanded(state, slot("et_NEG"))


@pytest.mark.rule("5.2-E-III")
def test_leaders_are_available_again_at_the_end_of_the_turn() -> None:
    state = council({"et_KAS": "1110 tried disrupted"})
    activation.end_of_turn(state)
    assert activation.available(state) == [slot("et_KAS")]
    assert activation.modifier(state, slot("et_KAS")) == 0


@pytest.mark.rule("PB 13.6.1-a", "PB 13.6.1-b", "8.2-a")
def test_eight_units_of_one_faction_with_imperial_guests() -> None:
    crowd = {f"et_kassa_{n}": "1110" for n in range(1, 8)}
    state = arrange(crowd)
    assert stacking.fits(state, OTHER, at("1110"), [slot("et_KAS")])
    assert not stacking.fits(state, OTHER, at("1110"), [slot("et_KAS"), slot("et_guard_1")])
    two = arrange({"et_kassa_1": "1110"})
    assert stacking.fits(two, OTHER, at("1110"), [slot("et_guard_1")])
    assert not stacking.fits(two, OTHER, at("1110"), [slot("et_imru_1")])
    mixed = arrange({"et_kassa_1": "1110", "et_guard_1": "1110"})
    assert not stacking.fits(mixed, OTHER, at("1110"), [slot("et_imru_1")])


# --- hunger -----------------------------------------------------------


def camp(count: int, hex_: str = "1110", guards: int = 0) -> State:
    units = {f"et_kassa_{n}": hex_ for n in range(1, count + 1)}
    units |= {f"et_guard_{n}": hex_ for n in range(1, guards + 1)}
    return arrange({**units, "et_KAS": hex_}, phase=Phase.END)


@pytest.mark.rule("PB 13.6.3", "5.2-E-V")
@pytest.mark.parametrize(
    ("count", "die", "lost"), [(5, 1, True), (5, 2, False), (7, 3, True), (7, 4, False)]
)
def test_a_crowded_hex_may_starve(count: int, die: int, lost: bool) -> None:
    state = camp(count)
    rolled = only(attrition.end_of_turn(state, ScriptedChance([die])), AttritionRolled)
    assert (rolled.units, rolled.lost) == (count, lost)
    assert (Attrition(OTHER, at("1110")) in state.agenda) == lost


@pytest.mark.rule("PB 13.6.3")
def test_four_units_do_not_starve_and_towns_feed_more() -> None:
    assert attrition.end_of_turn(camp(4), ScriptedChance([])) == []
    town = camp(7, "1009")
    assert not only(attrition.end_of_turn(town, ScriptedChance([2])), AttritionRolled).lost
    assert only(attrition.end_of_turn(camp(7, "1009"), ScriptedChance([1])), AttritionRolled).lost


@pytest.mark.rule("PB 13.6.3")
def test_the_owner_chooses_a_warrior_never_the_guard() -> None:
    state = camp(3, guards=3)
    attrition.end_of_turn(state, ScriptedChance([1]))
    assert why(state, Remove("et_guard_1", "1110")) == ("PB 13.6.3", "not-the-victim")
    assert why(state, Remove("et_kassa_1", "1112"))[1] == "not-there"
    play(state, Remove("et_kassa_2", "1110"))
    assert place(state, "et_kassa_2") == "dead"
    guards = arrange({f"et_guard_{n}": "1110" for n in (1, 2, 3)} | {"et_imperial_1": "1110"})
    assert attrition.end_of_turn(guards, ScriptedChance([])) == []


# --- arms -----------------------------------------------------------


def victory_of(state: State, attackers: tuple[str, ...], *, recon: bool, booty_: bool) -> Battle:
    slots = tuple(slot(n) for n in attackers)
    origins = tuple(state.units[u].place for u in slots)
    return Battle(OTHER, slots, origins, at("1206"), (), 9, recon=recon, booty=booty_)


@pytest.mark.rule("PB 13.6.4.1", "12.11.1-a")
@pytest.mark.parametrize(("booty_", "points"), [(False, 1), (True, 2)])
def test_an_r_result_brings_points_to_one_leader_of_the_attackers(
    booty_: bool, points: int
) -> None:
    people = {"et_SEY": "1207", "et_seyoum_1": "1207", "et_KAS": "1110", "et_NEG": "1306"}
    state = council({**people, "et_imperial_1": "1306"})
    both = ("et_seyoum_1", "et_imperial_1")
    resource_points.after_combat(state, victory_of(state, both, recon=True, booty_=booty_))
    assert why(state, GivePoints("et_KAS")) == ("PB 13.6.4", "leader-cannot-take")
    play(state, GivePoints("et_SEY"))
    assert (unit(state, "et_SEY").load, unit(state, "et_NEG").load) == (points, 0)


@pytest.mark.rule("PB 13.6.4.1")
def test_no_points_without_an_r_or_for_italians() -> None:
    state = council({"et_SEY": "1207", "et_seyoum_1": "1207"})
    resource_points.after_combat(
        state, victory_of(state, ("et_seyoum_1",), recon=False, booty_=True)
    )
    assert not state.agenda


@pytest.mark.rule("PB 13.6.4.1")
def test_a_lone_truck_taken_arms_a_leader_within_two_hexes() -> None:
    state = council({"et_SEY": "1207", "et_KAS": "1110"})
    resource_points.lone(state, OTHER, [slot("it_trk1")], at("1206"))
    work_off(state, ScriptedChance([]))
    assert unit(state, "et_SEY").load == 1
    assert resource_points.lone(state, ITALIAN, [slot("it_trk1")], at("1206")) == []
    assert not state.agenda


@pytest.mark.rule("PB 13.6.4")
def test_a_leader_carries_three_points_at_most() -> None:
    state = council({"et_SEY": "1207 +3"})
    resource_points.offer(state, [slot("et_SEY")], 1, "recon")
    work_off(state, ScriptedChance([]))
    assert unit(state, "et_SEY").load == 3


# --- leaders alone -----------------------------------------------------------


@pytest.mark.rule("PB 13.6.2.4", "PB 13.4.2")
def test_a_lone_leader_is_caught_or_escapes_to_his_people() -> None:
    people = {"et_SEY": "1207 +2", "et_seyoum_1": "1308"}
    caught = council(people)
    leader_escape.alone(caught, at("1207"), ScriptedChance([3]))
    assert place(caught, "et_SEY") == "dead"
    assert sum(e.points for e in caught.ledger) == 1
    free = council(people)
    told = only(leader_escape.alone(free, at("1207"), ScriptedChance([4])), LeaderEscaped)
    assert (told.to, place(free, "et_SEY")) == ("1308", "1308")
    assert unit(free, "et_SEY").load == 2


@pytest.mark.rule("PB 13.4.2")
def test_the_negus_is_worth_three_points() -> None:
    state = council({"et_NEG": "1207"})
    leader_escape.alone(state, at("1207"), ScriptedChance([1]))
    assert sum(e.points for e in state.ledger) == 3


@pytest.mark.rule("PB 13.6.2.4")
def test_between_equally_near_refuges_the_ethiopian_chooses() -> None:
    around = WORLD.board.grid.around(at("1308"))
    one, two = (WORLD.hex_ids[h] for h in around[:2])
    state = council({"et_SEY": "1308", "et_seyoum_1": one, "et_seyoum_2": two})
    leader_escape.alone(state, at("1308"), ScriptedChance([5]))
    assert isinstance(state.agenda[-1], Refuge)
    assert decision(state) == ("ethiopian", "refuge")
    assert why(state, Flee("1207"))[1] == "no-refuge"
    play(state, Flee(two))
    assert place(state, "et_SEY") == two


@pytest.mark.rule("PB 13.6.2.4")
def test_without_people_he_flees_to_a_town_and_without_a_refuge_he_is_lost() -> None:
    state = council({"et_SEY": "1308"})
    told = only(leader_escape.alone(state, at("1308"), ScriptedChance([6])), LeaderEscaped)
    assert WORLD.settlement[at(told.to)] if told.to else isinstance(state.agenda[-1], Refuge)
    far = council({"et_SEY": "2717"})
    leader_escape.alone(far, at("2717"), ScriptedChance([6]))
    assert place(far, "et_SEY") == "dead"


@pytest.mark.rule("PB 13.6.2.4", "12.13")
def test_attacking_leaders_alone_takes_no_die_and_gives_no_r() -> None:
    state = arrange(
        {"it_Sb": "1206", "et_SEY": "1207", "et_seyoum_1": "1308", "it_Gv": "1406"},
        phase=Phase.COMBAT,
    )
    events = play(state, Attack(("it_Sb",), "1207"), dice=[2])
    assert place(state, "it_Sb") == "1207"
    assert place(state, "et_SEY") == "dead"
    assert not [e for e in events if type(e).__name__ in ("BattleRolled", "FollowUpOffered")]
