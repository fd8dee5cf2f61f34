"""The worked examples of the book and its digest, EX-6 to EX-18: weather, ways, supply, zones."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.events import (
    DemolitionRolled,
    Moved,
)
from campagna.games.kasserine.orders import (
    Demolish,
    Done,
    March,
    SelfReduce,
)
from campagna.games.kasserine.rules.logistics import line_length
from campagna.games.kasserine.rules.movement import allowance
from campagna.games.kasserine.rules.strength import defence_total
from tests.games.kasserine.lay import (
    NIGHT,
    allowed,
    attack,
    costs,
    end_turn,
    face,
    lay,
    marks,
    move,
    number,
    only,
    place,
    play,
    refused,
    until,
    why,
)

STORM = "storm"


@pytest.mark.rule("WX-4", "WX-5")
@pytest.mark.parametrize(
    ("die", "weather", "tank", "recon", "french", "line"),
    [
        (2, "clear", 5, 7, 3, 7),
        (3, "rain", 4, 6, 2, 6),
        (5, "rain", 4, 6, 2, 6),
        (6, STORM, 2, 4, 0, 4),
    ],
)
def test_ex6_weather(die: int, weather: str, tank: int, recon: int, french: int, line: int) -> None:
    state = lay({}, weather=weather)
    assert state.world.tables["weather"]["die"][die - 1] == weather
    supplied = {"2420": "A21-I5:supplied A21-580", "2422": "S-M01:marching"}
    state = lay(supplied, weather=weather, opened=True)
    assert allowance(state, number(state, "A21-I5")) == 2 * tank
    assert allowance(state, number(state, "S-M01")) == 2 * tank
    assert allowance(state, number(state, "A21-580")) == 2 * recon
    state = lay({"2905": "LFR-I3Z:supplied"}, "allied", weather=weather, opened=True)
    assert allowance(state, number(state, "LFR-I3Z")) == 2 * french
    assert line_length(state) == 2 * line


@pytest.mark.rule("MOV-12", "MOV-15")
def test_ex7_road_and_town() -> None:
    state = lay({"1818": "A21-I104:supplied"}, opened=True)
    found = costs(state, "A21-I104")
    assert found["1419"] == 4
    assert found["1320"] == 8
    moved = only(play(state, move("A21-I104", "1719 1619 1520 1419")), Moved)
    assert moved.cost == 4


@pytest.mark.rule("MOV-13", "MOV-16")
def test_ex8_track_rates_in_turn() -> None:
    way = "1421 1522 1523"
    for full_first, cost in ((False, 4), (True, 5)):
        state = lay({"1420": "A21-I104:supplied"}, opened=True)
        order = move("A21-I104", way, full_first=full_first)
        assert only(play(state, order), Moved).cost == cost


@pytest.mark.rule("MOV-16", "MOV-17", "MOV-20")
@pytest.mark.parametrize(
    ("unit_", "first", "second"),
    [
        ("AIT-XIV5:supplied", 4, 6),
        ("CD-21", 4, 6),
        ("S-M01:marching", 4, 6),
        ("A21-I5:supplied", 6, None),
        ("A21-I104:supplied", 6, None),
        ("A21-I155:supplied", 6, None),
        ("A21-580", 6, None),
        ("AIT-XIV5:reduced", 2, 2),
    ],
)
def test_ex9_mountains(unit_: str, first: int, second: int | None) -> None:
    name = unit_.split(":", maxsplit=1)[0]
    state = lay({"1117": unit_}, opened=True)
    assert only(play(state, move(name, "1217")), Moved).cost == first
    state = lay({"1118": unit_}, opened=True)
    if second is None:
        assert why(state, move(name, "1018")) == ("MOV-17", "impassable")
    else:
        assert only(play(state, move(name, "1018")), Moved).cost == second


@pytest.mark.rule("MOV-12", "TER-2")
def test_ex10_the_kasserine_pass() -> None:
    state = lay({"1218": "A21-I5:supplied"}, opened=True)
    assert only(play(state, move("A21-I5", "1118 1117")), Moved).cost == 2
    state = lay(
        {"1118": "LI1-1-26 LI1-805", "1117": "A21-I5:supplied:under-division"},
        phase="plan",
        opened=True,
    )
    play(state, attack("A21-I5", "1118"))
    assert defence_total(state, state.combats[0]) == 2 * 2 + 2


@pytest.mark.rule("LOG-3", "LOG-4", "WX-5")
@pytest.mark.parametrize(("weather", "supplied"), [("clear", True), ("rain", True), (STORM, False)])
def test_ex11_a_line_of_four_and_a_half(weather: str, supplied: bool) -> None:
    state = lay({"1320": "S-M07", "1918": "L34-1-133"}, "allied", weather=weather)
    assert ("supplied" in marks(state, "L34-1-133")) == supplied


@pytest.mark.rule("LOG-5", "LOG-2", "LOG-1", "CMD-6")
def test_ex12_outrunning_the_supply() -> None:
    state = lay({"2420": "A21-I5", "3022": "S-M01", "2421": "CD-21", "0101": "L34-1-133"})
    way = "2320 2219 2119 2018 1918 1818"
    assert only(play(state, move("A21-I5", way)), Moved).cost == 9
    end_turn(state)
    end_turn(state, dice=[3])
    until(state, "movement")
    assert "supplied" not in marks(state, "A21-I5")
    refusal = refused(state, move("A21-I5", "1719"))
    assert (refusal.rule, refusal.reason) == ("LOG-1", "unsupplied-far")
    told = {"source": "S-M01", "cost": "7", "limit": "6"}
    assert refusal.facts == {"unit": "A21-I5", **told}


@pytest.mark.rule("LOG-4", "WX-5")
@pytest.mark.parametrize(("weather", "supplied"), [("clear", True), ("rain", False)])
def test_ex12_its_line_is_now_seven_points_long(weather: str, supplied: bool) -> None:
    """Enough in clear weather, too long as soon as it rains."""
    state = lay({"1818": "A21-I5", "3022": "S-M01"}, weather=weather)
    assert ("supplied" in marks(state, "A21-I5")) == supplied


@pytest.mark.rule("LOG-8", "NGT-2")
def test_ex13_a_line_through_an_enemy_zone() -> None:
    """In a storm every line from 2219 to 2018 meets the zones of 2117 or 2120."""
    board = {"2219": "S-M01", "2018": "A21-I5", "2120": "L1A-3-1", "2117": "L34-1-133"}
    assert "supplied" not in marks(lay(board, weather=STORM), "A21-I5")
    assert "supplied" in marks(lay(board, weather=STORM, move=NIGHT), "A21-I5")
    half = {hex_: names for hex_, names in board.items() if hex_ != "2117"}
    assert "supplied" in marks(lay(half, weather=STORM), "A21-I5")


@pytest.mark.rule("LOG-7")
def test_ex14_a_supply_moves_or_supplies() -> None:
    board = {"2420": "S-M01 A21-I5"}
    state = lay(board, phase="logistics")
    play(state, Done())
    assert why(state, move("S-M01", "2421")) == ("LOG-7", "supplying")
    assert "supplied" in marks(state, "A21-I5")
    state = lay(board, phase="logistics")
    play(state, March("S-M01"), Done())
    assert allowed(state, move("S-M01", "2421"))
    assert why(state, move("A21-I5", "2421")) == ("LOG-1", "unsupplied")


@pytest.mark.rule("LOG-10", "LOG-11", "LOG-12")
def test_ex15_demolition() -> None:
    board = {"1918": "S-F-1918 L34-1-133", "1818": "L34-3-133"}
    state = lay(board, "allied", "logistics")
    assert only(play(state, Demolish("S-F-1918"), dice=[3]), DemolitionRolled).blown
    play(state, Done())
    assert "supplied" in marks(state, "L34-3-133")
    play(state, Done(), dice=[1])
    assert place(state, "S-F-1918") == "dead"
    state = lay(board, "allied", "logistics")
    assert not only(play(state, Demolish("S-F-1918"), dice=[2]), DemolitionRolled).blown
    assert why(state, Demolish("S-F-1918")) == ("LOG-11", "second-demolition")
    play(state, Done(), Done(), dice=[1])
    assert place(state, "S-F-1918") == "1918"


@pytest.mark.rule("LOG-14", "LOG-15", "LOG-13", "MOV-20")
def test_ex16_self_reduction() -> None:
    state = lay({"1217": "L34-1-133"}, "allied", "logistics")
    assert face(state, "L34-1-133") == "1-2-4"
    play(state, SelfReduce("L34-1-133"))
    assert face(state, "L34-1-133") == "1-1-3"
    assert why(state, SelfReduce("L34-1-133")) == ("LOG-15", "already-reduced")
    play(state, Done())
    found = costs(state, "L34-1-133")
    assert max(found.values()) == 6
    assert only(play(state, move("L34-1-133", "1317 1416 1516")), Moved).cost == 6


@pytest.mark.rule("MOV-5", "MOV-6", "MOV-7")
def test_ex17_two_combat_units_in_a_hex() -> None:
    state = lay(
        {"2420": "A21-I104 A21-II104 CD-21 S-M01 CA-ARNIM S-M02", "2520": "A21-I5:supplied"},
    )
    assert why(state, move("A21-I5", "2420")) == ("MOV-5", "no-room")
    assert allowed(state, move("A21-I5", "2420 2321"))


@pytest.mark.rule("ATT-3")
def test_ex18_artillery_and_towns_have_no_zone() -> None:
    state = lay({"2018": "L1A-91", "1918": "L34-1-133", "2118": "A21-I5:supplied"}, opened=True)
    assert allowed(state, move("A21-I5", "2017 1917"))
    play(state, move("A21-I5", "2017"), Done())
    assert "engaged" not in marks(state, "A21-I5")
