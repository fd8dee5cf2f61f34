"""3.2: control; 8: stacking; 2.3.4: kinds of units."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.lion_of_judah.events import ControlChanged
from campagna.games.lion_of_judah.field_events import Eliminated
from campagna.games.lion_of_judah.orders import Move, MoveHq, Remove
from campagna.games.lion_of_judah.rules.general import control, stacking
from campagna.games.lion_of_judah.rules.movement.movement import left
from campagna.games.lion_of_judah.rules.sequence import sequence
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    arrange,
    at,
    begin,
    decision,
    events_of,
    only,
    place,
    play,
    slot,
    why,
)

# --- kinds -----------------------------------------------------------


@pytest.mark.rule("2.3.4-b", "2.3.4-c", "2.3.4-d")
def test_kinds_of_units() -> None:
    kinds = {
        name: (c.european, c.colonial, c.irregular)
        for name in (
            "it_Sb",
            "it_21",
            "it_1E",
            "it_irr1",
            "it_levy1",
            "et_kassa_1",
            "cw_5IND",
            "et40_g1",
        )
        for c in [WORLD.counters[slot(name)]]
    }
    assert kinds == {
        "it_Sb": (True, False, False),
        "it_21": (True, False, False),
        "it_1E": (False, True, False),
        "it_irr1": (False, True, True),
        "it_levy1": (False, False, True),
        "et_kassa_1": (False, False, False),
        "cw_5IND": (True, False, False),
        "et40_g1": (False, False, True),
    }


# --- control -----------------------------------------------------------


@pytest.mark.rule("3.2-a")
def test_at_the_start_each_side_controls_its_countries() -> None:
    state = begin()
    assert state.control[at("1305")] == state.control[at("2317")] == ITALIAN
    assert state.control[at("1215")] == OTHER
    assert {state.control[h] for h in WORLD.regions(["sudan", "kenya"])} == {2}


@pytest.mark.rule("3.2-b", "3.2-d")
def test_control_passes_at_once_with_every_hex_a_combat_unit_enters() -> None:
    state = arrange({"it_irr1": "1306", "et_kassa_1": "1308"})
    play(state, Move(("it_irr1",), ("1306", "1207", "1307")))
    assert state.control[at("1207")] == state.control[at("1307")] == ITALIAN
    assert left(state, slot("it_irr1")) >= 0


def test_hqs_and_trucks_change_nothing() -> None:
    state = arrange({"it_hq_1CA": "1306", "it_trk1": "1306"})
    play(state, MoveHq("it_hq_1CA", ("1306", "1207")))
    assert state.control[at("1207")] == OTHER


@pytest.mark.rule("3.2-a", "3.2-b")
def test_a_change_of_a_town_is_told() -> None:
    state = arrange()
    told = only(control.enter(state, at("1207"), ITALIAN), ControlChanged)
    assert (told.hex, told.side) == ("1207", "italian")
    assert control.enter(state, at("1207"), ITALIAN) == []


# --- stacking -----------------------------------------------------------


@pytest.mark.rule("8.2-b", "8.2-c")
def test_three_divisions_and_one_more_in_clear_ground_towns_and_ambas() -> None:
    state = arrange()
    plain = next(h for h in range(WORLD.size) if WORLD.clear[h] and not WORLD.settlement[h])
    rough = next(
        h
        for h in range(WORLD.size)
        if not WORLD.clear[h] and not WORLD.settlement[h] and not WORLD.amba[h]
    )
    both = next(h for h in range(WORLD.size) if WORLD.clear[h] and WORLD.settlement[h])
    limits = [stacking.limit(state, h) for h in (rough, plain, at("1308"), both)]
    assert limits == [6, 8, 8, 8]


@pytest.mark.rule("8.2-c", "8.1-a")
def test_small_units_count_half_trucks_and_hqs_nothing_but_one_hq_a_hex() -> None:
    names = ("it_Sb", "it_Di", "it_irr1", "it_trk1", "it_hq_1CA")
    state = arrange(dict.fromkeys(names, "1306"))
    assert stacking.size(state, ITALIAN, [slot(n) for n in names]) == 4
    assert not stacking.fits(state, ITALIAN, at("1306"), [slot("it_hq_2CA")])


@pytest.mark.rule("8.1-a", "8.3")
def test_a_move_may_pass_through_a_full_hex_but_not_end_there() -> None:
    room = stacking.limit(arrange(), at("1206")) // 2
    crowd = ("it_Sb", "it_Gv", "it_GS", "it_PL")[:room]
    state = arrange(dict.fromkeys(crowd, "1206") | {"it_1E": "1306"})
    assert why(state, Move(("it_1E",), ("1306", "1206"))) == ("8.2-b", "no-room")


@pytest.mark.rule("8.3", "8.1-a")
def test_what_is_found_in_excess_is_eliminated_by_its_owner() -> None:
    crowd = ("it_Sb", "it_Gv", "it_GS", "it_PL", "it_SL")
    state = arrange(dict.fromkeys(crowd, "1307"), phase=Phase.MOVEMENT)
    room = stacking.limit(state, at("1307")) // 2
    assert stacking.check(state)
    assert decision(state) == ("italian", "excess")
    assert why(state, Remove("it_Sb", "1306"))[1] == "not-there"
    gone = 0
    while state.agenda:
        name = next(n for n in crowd if place(state, n) == "1307")
        gone += len(events_of(play(state, Remove(name, "1307")), Eliminated))
    assert gone == len(crowd) - room


@pytest.mark.rule("8.1-b", "PB 13.6.1-b")
def test_ethiopians_do_not_pass_through_another_faction_save_the_imperial_one() -> None:
    line = ("1110", "1111", "1112")
    state = arrange({"et_kassa_1": "1110", "et_imru_1": "1111"}, side=OTHER)
    assert why(state, Move(("et_kassa_1",), line))[1] == "other-faction"
    guests = arrange({"et_kassa_1": "1110", "et_guard_1": "1111"}, side=OTHER)
    play(guests, Move(("et_kassa_1",), line))
    assert place(guests, "et_kassa_1") == "1112"
    imperial = arrange({"et_guard_1": "1110", "et_imru_1": "1111"}, side=OTHER)
    play(imperial, Move(("et_guard_1",), line))
    assert place(imperial, "et_guard_1") == "1112"


def test_the_checks_stand_where_the_book_puts_them() -> None:
    crowd = ("it_Sb", "it_Gv", "it_GS", "it_PL", "it_SL")
    for phase in (Phase.MOVEMENT, Phase.COMBAT):
        state = arrange(dict.fromkeys(crowd, "1307"), phase=phase)
        sequence.end_phase(state, SeededChance(1))
        assert decision(state)[1] == "excess"
