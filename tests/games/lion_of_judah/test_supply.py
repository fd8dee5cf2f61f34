"""9 Supply, by rule: the three lines, who needs none, what bars a line, what lack of it costs."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.flags import UNSUPPLIED
from campagna.games.lion_of_judah.orders import Done, DrawFrom, Move
from campagna.games.lion_of_judah.rules.general import strength
from campagna.games.lion_of_judah.rules.movement import movement
from campagna.games.lion_of_judah.rules.resources import resources, supply
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    has,
    play,
    why,
)


def supplied(state: State, name: str) -> bool:
    return supply.in_supply(state, WORLD.slots[name])


def supplied_at(state: State, name: str, hex_: str) -> bool:
    return supply.in_supply_at(state, WORLD.slots[name], at(hex_))


@pytest.mark.rule("9.1-a", "9.4-1", "9.4-2", "9.5-a")
def test_three_hexes_to_the_source_or_to_a_line_that_leads_there() -> None:
    names = [f"it_{n}" for n in ("Sb", "Gv", "GS", "SL", "AS", "CS", "PS", "21", "23")]
    state = arrange(dict.fromkeys(names[:3], "1305") | dict.fromkeys(names[3:6], "1405"))
    assert all(supplied(state, n) for n in names[:6])
    # The lines of an empty Ethiopia serve Italians too: 0719 lies four hexes off, 0718 three.
    assert supplied_at(state, "it_Sb", "1104")
    assert supplied_at(state, "it_Sb", "0718")
    assert not supplied_at(state, "it_Sb", "0719")


@pytest.mark.rule("9.4-3")
def test_two_hexes_to_an_hq_with_a_line_of_its_own_but_not_for_an_hq() -> None:
    assert not supplied_at(arrange({"it_Sb": "1305"}), "it_Sb", "0720")
    state = arrange({"it_Sb": "0720", "it_hq_1CA": "0718", "it_hq_2CA": "1206"})
    assert supplied(state, "it_hq_1CA")
    assert supplied(state, "it_Sb")
    assert not supplied_at(state, "it_hq_2CA", "0720")
    # An HQ that hangs on another HQ serves nobody.
    chain = arrange({"it_Sb": "0821", "it_hq_1CA": "0720", "it_hq_2CA": "0718"})
    assert not supplied(chain, "it_Sb")


@pytest.mark.rule("9.5-b", "9.5-c", "PB 13.6.9-b")
def test_irregulars_and_ethiopians_live_off_ethiopia_but_not_in_the_danakil() -> None:
    state = arrange({"it_irr1": "1215", "et_kassa_1": "1112", "it_Sb": "0720", "it_levy1": "1412"})
    assert supplied(state, "it_irr1")
    assert supplied(state, "et_kassa_1")
    assert supplied(state, "it_levy1")
    assert not supplied(state, "it_Sb")
    desert = next(h for h in range(WORLD.size) if WORLD.desert[h] and WORLD.ethiopia[h])
    name = WORLD.hex_ids[desert]
    assert not supplied_at(state, "et_kassa_1", name)
    # Outside Ethiopia an irregular traces a line like everybody else.
    assert supplied_at(state, "it_irr1", "1205")
    assert not supplied_at(state, "it_irr1", "3011")


@pytest.mark.rule("PB 13.6.6.2")
def test_an_ethiopian_abroad_needs_ethiopia_within_three_hexes() -> None:
    state = arrange({"et_kassa_1": "1207"})
    assert supplied_at(state, "et_kassa_1", "1306")
    assert supplied_at(state, "et_kassa_1", "1204")
    assert not supplied_at(state, "et_kassa_1", "1202")
    eritrean_desert = next(
        h for h in range(WORLD.size) if WORLD.desert[h] and not WORLD.ethiopia[h]
    )
    assert not supplied_at(state, "et_kassa_1", WORLD.hex_ids[eritrean_desert])


@pytest.mark.rule("9.5.1-a", "9.5.1-b")
def test_lines_run_neither_through_desert_nor_through_enemies() -> None:
    # Assab's coast: 1808 is reached from the lines only through the Danakil.
    state = arrange({"it_Sb": "1306"}, enemy=["1908"])
    assert supplied_at(state, "it_Sb", "1706")
    assert not supplied_at(state, "it_Sb", "1707")
    free = arrange({"it_Sb": "1008"})
    assert supplied(free, "it_Sb")
    ring = {f"et_kassa_{i}": h for i, h in enumerate(("1007", "1107", "1108", "0908", "0909"), 1)}
    blocked = arrange({"it_Sb": "1008", **ring, "et_imru_1": "1009"})
    assert not supplied(blocked, "it_Sb")


@pytest.mark.rule("9.5.1-c", "3.2-d")
def test_a_hex_beside_an_enemy_needs_a_friend_to_carry_a_line() -> None:
    units = {"it_CVS": "2015", "it_hq_SOM": "2016", "et_nasibu_1": "1915", "et_nasibu_2": "1814"}
    state = arrange(units)
    assert not supplied_at(state, "it_CVS", "1914")
    held = arrange({**units, "it_S1": "2015"})
    assert supplied_at(held, "it_CVS", "1914")
    # Enemies beside the way do not hinder movement itself: only the end in supply matters.
    assert why(state, Move(("it_CVS",), ("2015", "1914")))[0] == "9.1-b"


@pytest.mark.rule("9.5.1-d")
def test_the_captor_of_a_source_cannot_use_it() -> None:
    """Khartoum taken supplies neither side; with all three sources lost the Allies are cut off."""
    state = arrange({"it40_GdS": "0205"}, scenario="s1940")
    heads = [
        [h for b in resources.side_boxes(state, side) for h in resources.sources(state, b)]
        for side in (ITALIAN, OTHER)
    ]
    assert at("0205") not in heads[ITALIAN] + heads[OTHER]
    lost = arrange({"cw_21EA": "0929"}, scenario="s1940", italian=["0929", "0205", "2312"])
    assert not supplied(lost, "cw_21EA")


@pytest.mark.rule("9.5.1-e", "3.2-c", "PB 14.6.4.1-c")
def test_guerrillas_do_not_stop_an_italian_line_but_an_ally_does() -> None:
    """1009 hangs on the lines to Asmara; patriots on the way are passed, Gideon Force is not."""
    ring = ("1007", "1107", "1108", "0908", "0909", "0907", "1109", "1110")
    rebels = {f"et40_g{i}": h for i, h in enumerate(ring, 1)}
    state = arrange({"it40_GdS": "1008", **rebels}, scenario="s1940", turn=9)
    assert supplied(state, "it40_GdS")
    regulars = ("cw_Gid", "cw_M101", "cw_5IND", "cw_4IND", "cw_FFL", "cw_Briggs")
    close = ("1007", "1107", "1108", "0908", "0909", "1009")
    state = arrange(
        {"it40_GdS": "1008", **dict(zip(regulars, close, strict=True))}, scenario="s1940", turn=9
    )
    assert not supplied(state, "it40_GdS")


@pytest.mark.rule("9.5.1-f", "PB 14.6.4.1-f")
def test_guerrillas_on_or_beside_the_only_line_are_a_penalty() -> None:
    def penalty(units: dict[str, str]) -> int:
        state = arrange({"it40_GdS": "1011", **units}, scenario="s1940", turn=9)
        return supply.guerrilla_penalty(state, WORLD.slots["it40_GdS"])

    """Patriots in every hex round 1011 cover every way out; one of them leaves another line."""
    ring = [WORLD.hex_ids[h] for h in WORLD.board.grid.around(at("1011"))]
    assert penalty({}) == 0
    assert penalty({f"et40_g{i}": h for i, h in enumerate(ring, 1)}) == 2
    assert penalty({"et40_g1": ring[0]}) < 2


@pytest.mark.rule("9.3-a", "9.2", "2.7")
def test_a_unit_without_supply_has_half_its_points_and_must_come_back() -> None:
    state = arrange({"it_S1": "0720", "it_hq_2CA": "1206"})
    assert has(state, "it_S1", UNSUPPLIED)
    assert movement.available(state, WORLD.slots["it_S1"]) == 6
    assert why(state, Move(("it_S1",), ("0720", "0820"))) == ("9.1-b", "ends-unsupplied")
    assert why(state, Move(("it_S1",), ("0720", "0719"))) == ("9.1-b", "ends-unsupplied")


@pytest.mark.rule("9.3-b", "12.6-a")
def test_a_unit_without_supply_fights_at_half_strength() -> None:
    state = arrange({"it_Sb": "0720", "it_GS": "1305"})
    units = [WORLD.slots["it_Sb"]]
    assert strength.total(state, units, attacking=True) == 3
    assert strength.total(state, [WORLD.slots["it_GS"]], attacking=True) == 5


@pytest.mark.rule("PB 13.6.6.1")
def test_assab_feeds_two_small_units_of_the_owners_choice() -> None:
    units = {"it_irr1": "1908", "it_irr2": "1908", "it_irr3": "1908", "it_Sb": "1305"}
    state = arrange(units, phase=Phase.SPECIAL)
    assert [supplied(state, f"it_irr{i}") for i in (1, 2, 3)] == [True, True, False]
    play(state, DrawFrom(("it_irr3", "it_irr1")))
    assert [supplied(state, f"it_irr{i}") for i in (1, 2, 3)] == [True, False, True]
    assert why(state, DrawFrom(("it_irr1", "it_irr2", "it_irr3")))[1] == "too-many-users"
    assert why(state, DrawFrom(("it_Sb",)))[1] == "cannot-use-source"
    assert not supplied_at(state, "it_Sb", "1908")


@pytest.mark.rule("5.2-E-I", "9.2")
def test_the_end_phase_marks_units_out_of_supply() -> None:
    state = arrange(
        {"it_Sb": "0720", "it_GS": "1305", "et_NEG": "0916"},
        phase=Phase.ACTIVATION,
        side=OTHER,
        turn=2,
    )
    assert not has(state, "it_Sb", UNSUPPLIED)
    play(state, Done())
    assert has(state, "it_Sb", UNSUPPLIED)
    assert not has(state, "it_GS", UNSUPPLIED)
    assert allowed(state, Done())
