"""2.0, 3.0: the overview of play, and how to read the counters."""

from __future__ import annotations

from collections import Counter

import pytest

from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
    Disrupted,
    InterdictionEnded,
    Moved,
    Occupied,
    Recovered,
    Revealed,
    Vanished,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Interdict,
    Move,
    Overrun,
    Retreat,
)
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    begin,
    decider,
    decision,
    events_of,
    flags,
    only,
    place,
    play,
    points_left,
    take_losses,
    why,
)

FRONT: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": "2410"}
"""A German 9-7 in 2411 against a Soviet 6-8-6 with Konev (5) in 2410, both in supply."""


# --- 2.0: how to play -------------------------------------------------------------------------------


@pytest.mark.rule("S2-1", "S2-3")
def test_the_strength_of_soviet_divisions_is_unknown_and_their_movement_known() -> None:
    """Leaders and Germans are known to all; a division shows its kind, and so its points."""
    state = begin()
    seen = {u.id: u for u in GAME.view(state, "soviet").position.units}
    assert GAME.view(state, "german").position == GAME.view(state, "soviet").position
    division = state.name(state.world.first_drawn)
    assert (seen[division].counter, seen[division].symbol) == ("", "rifle")
    assert "untried" in seen[division].state
    for name in ("SL-konev", "G-6Inf"):
        assert "untried" not in seen[name].state
    moving = arrange({"S-1": "2410 SR69 untried", "SL-konev": "2410"}, phase="soviet-move")
    assert points_left(moving, "S-1") == 6


@pytest.mark.rule("S2-2", "3.4e", "12.2a")
@pytest.mark.parametrize(
    ("phase", "order"),
    [
        ("german-combat", Attack(("G-6Inf",), ("2410",))),
        ("german-move", Overrun(("G-6Inf",), "2410")),
        ("soviet-combat", Attack(("S-1",), ("2411",))),
        ("soviet-move", Overrun(("S-1",), "2411")),
    ],
)
def test_combat_and_overrun_turn_a_division_face_up(phase: str, order: Attack | Overrun) -> None:
    state = arrange({**FRONT, "S-1": "2410 SR34 untried", "S-2": "2420 SR17 untried"}, phase=phase)
    revealed = only(play(state, order, dice=[4]), Revealed)
    assert (revealed.unit, revealed.counter, revealed.strength) == ("S-1", "SR34", "6-8-6")
    assert "untried" not in flags(state, "S-1")
    assert "untried" in flags(state, "S-2"), "whoever does not fight stays face down"


@pytest.mark.rule("S2-5")
def test_the_german_starts_with_markers_only_and_the_soviet_moves_first() -> None:
    state = arrange({"S-1": "4015 SR17"}, phase="setup-air", turn=0)
    assert decider(state) == "german"
    play(state, Interdict(("2015", "2216")), dice=[1, 1, 1])
    assert (decider(state), decision(state), state.turn) == ("soviet", "soviet-move", 1)
    assert sum(state.maps.held[1]) == 0
    assert len(state.air) == 2


@pytest.mark.rule("S2-6")
def test_units_without_supply_move_with_half_their_points() -> None:
    state = arrange({"S-1": "2410 SR17", "S-2": "3009 SA01"}, phase="soviet-move")
    assert (points_left(state, "S-1"), points_left(state, "S-2")) == (3, 5)


@pytest.mark.rule("S2-7", "6.11a")
def test_any_number_of_units_moves_in_a_turn() -> None:
    units: dict[str, Words] = {f"S-{i}": f"{10 + i}10 SR{i:02d}" for i in range(1, 21)}
    state = arrange(units, phase="soviet-move")
    neighbours = state.world.board.grid
    for name, words in units.items():
        here = state.world.hex_index[str(words)[:4]]
        there = state.world.hex_ids[neighbours.neighbour(here, 3)]
        play(state, Move((name,), (there,)))
        assert place(state, name) == there


@pytest.mark.rule("S2-8")
def test_a_unit_next_to_an_enemy_must_stop() -> None:
    state = arrange({"S-1": "2408 SR17", "SL-konev": "2408", "G-6Inf": "2411"}, phase="soviet-move")
    assert why(state, Move(("S-1",), ("2409", "2410", "2310"))) == ("6.22a", "zone-stop")
    assert allowed(state, Move(("S-1",), ("2409", "2410")))


@pytest.mark.rule("S2-9")
def test_a_soviet_overrun() -> None:
    """Three points, half of 9 + 5, and the way free if the enemy gives ground; he is disrupted."""
    units = {**FRONT, "S-1": "2410 SR31", "G-6Inf": "2411 step1"}
    state = arrange(units, phase="soviet-move")
    rolled = only(play(state, Overrun(("S-1", "SL-konev"), "2411"), dice=[1]), BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (7, 4, "1-1")
    play(state, GiveGround())
    events = play(state, Retreat("G-6Inf", ("2412",)))
    assert only(events, Disrupted).units == ("G-6Inf",)
    assert only(events, Occupied).hex == "2411"
    assert (points_left(state, "S-1"), points_left(state, "SL-konev")) == (3, 7)
    assert only(play(state, Move(("S-1",), ("2311",))), Moved).cost == 2


@pytest.mark.rule("S2-10", "9.12a", "10.35a")
def test_attacks_are_a_choice_and_soviet_ones_need_a_leader_near() -> None:
    units = {**FRONT, "S-2": "2410 SR17", "S-3": "3010 SR18", "G-Lehr": "3011"}
    state = arrange(units, phase="soviet-combat")
    assert why(state, Attack(("S-3",), ("3011",))) == ("10.35a", "out-of-command")
    assert allowed(state, Attack(("S-1",), ("2411",)))
    assert allowed(state, Attack(("S-2",), ("2411",)))
    assert allowed(state, Attack(("S-1", "S-2", "SL-konev"), ("2411",)))
    assert allowed(state, Done())


@pytest.mark.rule("S2-11", "12.3a")
def test_a_division_without_strength_is_removed_when_it_is_revealed() -> None:
    state = arrange({"G-6Inf": "2411", "S-1": "2410 SR69 untried"}, phase="german-combat")
    events = play(state, Attack(("G-6Inf",), ("2410",)))
    assert only(events, Vanished).unit == "S-1"
    assert not events_of(events, BattleRolled)
    assert place(state, "S-1") == "dead"


@pytest.mark.rule("S2-12", "4.2 A3", "4.2 A4")
def test_after_the_soviet_combat_disruption_ends_and_the_marker_may_be_placed() -> None:
    state = arrange({**FRONT, "S-2": "2420 SR17 disrupted"}, phase="soviet-move", air=("2015",))
    assert only(play(state, Done()), InterdictionEnded).side == "german"
    assert only(play(state, Done()), Recovered).units == ("S-2",)
    assert decision(state) == "soviet-interdict"
    play(state, Interdict(("2015",)))
    assert state.world.hex_ids[state.soviet_marker] == "2015"


@pytest.mark.rule("S2-13")
def test_german_supply_comes_from_the_west_without_leaders() -> None:
    free = arrange({"G-6Inf": "2411"})
    assert in_supply(free, free.find("G-6Inf"))
    ring = arrange({"G-6Inf": "2411", "S-1": "2410 SR17", "S-2": "2412 SR18"})
    assert not in_supply(ring, ring.find("G-6Inf"))


@pytest.mark.rule("S2-14")
def test_a_whole_panzer_or_motorised_division_attacks_doubled() -> None:
    for names, printed in (
        (("G-7Pz-PzR25", "G-7Pz-SR6", "G-7Pz-SR7"), 8),
        (("G-14Mot-IR11", "G-14Mot-IR53"), 6),
    ):
        units: dict[str, Words] = {**dict.fromkeys(names, "2411"), "S-1": "2410 SR34"}
        state = arrange(units, phase="german-combat")
        rolled = only(play(state, Attack(names, ("2410",)), dice=[6]), BattleRolled)
        assert rolled.attack == 2 * printed


@pytest.mark.rule("S2-15", "4.2 B3")
def test_the_german_moves_and_overruns_again_after_his_combat() -> None:
    """9 and 3 against a lone 8 are 1-1, on a 1 D1; then the regiment moves again, the infantry not."""
    state = arrange({**FRONT, "G-Lehr": "2312", "SL-konev": "2406"})
    play(state, Move(("G-Lehr",), ("2311",)), Done())
    play(state, Attack(("G-6Inf", "G-Lehr"), ("2410",)), dice=[1])
    play(state, GiveGround(), Retreat("S-1", ("2409",)), Advance("G-6Inf", ("2410",)))
    play(state, Done(), Done())
    assert decision(state) == "german-mech-move"
    assert points_left(state, "G-Lehr") == 10
    assert why(state, Move(("G-6Inf",), ("2411",))) == ("4.2 B3", "not-mechanised")
    play(state, Move(("G-Lehr",), ("2310",)))
    assert allowed(state, Overrun(("G-Lehr",), "2409"))


@pytest.mark.rule("S2-16")
def test_victory_is_judged_after_the_twelfth_turn() -> None:
    for turn, over in ((11, False), (12, True)):
        state = arrange({"G-Lehr": "2411"}, phase="german-mech-move", turn=turn)
        play(state, Done())
        if decision(state) == "german-interdict":
            play(state, Done(), dice=[1])
        assert (GAME.outcome(state) is not None) == over


# --- 3.0: the counters ------------------------------------------------------------------------------


@pytest.mark.rule("3.4a")
def test_the_12th_panzer_division() -> None:
    """T2: one panzer and two panzergrenadier regiments; a regiment is written regiment/division."""
    world = GAME.world
    members = [c for c in world.counters if c.division == "12Pz"]
    assert Counter(c.type for c in members) == Counter(panzer=1, panzergrenadier=2)
    assert all(c.name.endswith("/12") for c in members)
    assert next(c.name for c in world.counters if c.id == "G-6Inf") == "6"


@pytest.mark.rule("3.4b", "3.4c")
def test_sizes_and_types() -> None:
    sizes = {c.type: c.size for c in GAME.world.counters}
    assert sizes == {
        "leader": "army HQ",
        "rifle": "division",
        "armor": "division",
        "panzer": "regiment",
        "panzergrenadier": "regiment",
        "motorized": "regiment",
        "infantry": "division",
        "cavalry": "division",
    }


@pytest.mark.rule("3.4d", "3.3")
def test_a_division_attacks_with_its_first_and_defends_with_its_second_number() -> None:
    """6-8-6 against 9-7: 6 and Konev's 5 attack, 8 and Konev's 5 defend, the German has 9 for both."""
    attack = only(
        play(
            arrange(FRONT, phase="soviet-combat"),
            Attack(("S-1", "SL-konev"), ("2411",)),
            dice=[4],
        ),
        BattleRolled,
    )
    assert (attack.attack, attack.defence) == (6 + 5, 9)
    defence = only(
        play(arrange(FRONT, phase="german-combat"), Attack(("G-6Inf",), ("2410",)), dice=[3]),
        BattleRolled,
    )
    assert (defence.attack, defence.defence) == (9, 8 + 5)


@pytest.mark.rule("3.4e", "12.1c")
def test_nobody_sees_an_untried_strength_and_everybody_a_tried_one() -> None:
    state = arrange({"S-1": "2410 SR34 untried", "S-2": "2409 SR31"})
    for viewer in ("soviet", "german"):
        seen = {u.id: u for u in GAME.view(state, viewer).position.units}
        assert (seen["S-1"].counter, seen["S-2"].counter) == ("", "SR31")


@pytest.mark.rule("3.4f", "10.1")
def test_the_value_of_a_leader_is_his_rating() -> None:
    ratings = {c.id: c.rating for c in GAME.world.counters if c.is_leader}
    assert (ratings["SL-lukin"], ratings["SL-kurochkin"]) == (3, 4)
    state = arrange({"SL-lukin": "2410", "G-6Inf": "2411"}, phase="german-combat")
    rolled = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[1]), BattleRolled)
    assert rolled.defence == 3
    take_losses(state)
    assert place(state, "SL-lukin") == "dead"
