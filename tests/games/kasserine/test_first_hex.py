"""The first hex of the map, 0101, is a hex like the others: who stands there is on the map."""

from __future__ import annotations

import pytest

from campagna.core.offers import Reach
from campagna.games.kasserine.events import CommanderReplaced
from campagna.games.kasserine.orders import (
    Assault,
    Attack,
    Demolish,
    Done,
    Fire,
    Leave,
    LetPass,
    March,
    Raid,
    Retreat,
    SelfReduce,
    Take,
)
from tests.games.kasserine.lay import (
    GAME,
    allowed,
    attack,
    costs,
    decision,
    events_of,
    lay,
    marks,
    move,
    only,
    place,
    play,
    refused,
    until,
    why,
)

READY = ":supplied:under-division"


@pytest.mark.rule("ART-1")
def test_a_gun_fires_from_there_and_at_it() -> None:
    guns = lay({"0101": "A21-I155:supplied", "0102": "L34-1-133"}, phase="fire", opened=True)
    play(guns, Fire("A21-I155", "L34-1-133"), dice=[1])
    there = lay({"0102": "A21-I155:supplied", "0101": "L34-1-133"}, phase="fire", opened=True)
    play(there, Fire("A21-I155", "L34-1-133"), dice=[1])


@pytest.mark.rule("STR-2", "ART-9")
def test_bombs_fall_there() -> None:
    state = lay({"0101": "A21-I5:reduced", "0911": "L34-1-133"}, "allied", "fire", move=25)
    play(state, Raid("0101"), dice=[6])
    until(state, "logistics", dice=[1])
    assert place(state, "A21-I5") == "dead"


@pytest.mark.rule("ATT-6", "CRT-1")
def test_units_attack_from_there_and_defend_there() -> None:
    board = {"0101": f"A21-I5{READY}", "0102": "L34-1-133"}
    state = lay(board, phase="plan", opened=True)
    play(state, attack("A21-I5", "0102"))
    until(state, "combat")
    assert GAME.offers(state).covers(Assault("0102", "medium"))
    defence = lay({"0102": f"A21-I5{READY}", "0101": "L34-1-133"}, phase="plan", opened=True)
    play(defence, attack("A21-I5", "0101"))
    until(defence, "combat")
    first = lay(
        {"0102": f"A21-I5{READY}", "0101": "L34-1-133"},
        phase="plan",
        opened=True,
        options={"edition": "1"},
    )
    play(first, attack("A21-I5", "0101"))
    until(first, "combat")
    assert GAME.offers(first).covers(Assault("0101", "medium"))


@pytest.mark.rule("ATT-15")
def test_a_supply_is_taken_there() -> None:
    state = lay({"0102": f"A21-I5{READY}", "0101": "S-M05"}, phase="plan", opened=True)
    play(state, attack("A21-I5", "0101"))
    until(state, "combat")
    play(state, Take("0101"))
    assert allowed(lay({"0101": "S-M05:axis"}, phase="logistics"), March("S-M05"))


@pytest.mark.rule("MOV-1", "MOV-5", "MOV-8")
def test_units_move_and_leave_from_there() -> None:
    state = lay({"0101": "A21-I5:supplied A21-I104:supplied CD-21"}, opened=True)
    assert "0103" in costs(state, "A21-I5")
    reach = next(o for o in GAME.offers(state) if isinstance(o, Reach) and o.tone == "main")
    assert {group.origin for group in reach.groups} == {"0101", ""}, "others wait to enter"
    assert "0103" in costs(state, "CD-21")
    assert GAME.offers(state).covers(Leave("A21-I5"))
    play(state, Leave("A21-I5"))
    assert place(state, "A21-I5") == "dead"
    play(state, move("A21-I104", "0102"))
    assert place(state, "A21-I104") == "0102"
    apart = lay({"0101": "A21-I5:supplied", "0102": "A21-I104:supplied"}, opened=True)
    together = move("A21-I5", "0201")
    assert allowed(apart, together)
    both = type(together)(("A21-I5", "A21-I104"), ("0201",))
    assert why(apart, both) == ("MOV-5", "not-together")
    assert why(apart, type(together)(("A21-I104", "A21-I5"), ("0201",)))[1] == "not-together"


@pytest.mark.rule("MOV-5", "CAL-16")
def test_who_stands_there_does_not_go_with_who_waits() -> None:
    state = lay({"0101": "A21-580"}, move=4)
    for units in (("A21-580", "ADK-33"), ("ADK-33", "A21-580")):
        order = type(move("A21-580", "0102"))(units, ("0102",))
        assert why(state, order) == ("MOV-5", "not-together")


@pytest.mark.rule("LOG-7", "LOG-10", "LOG-14", "LOG-3")
def test_supplies_and_infantry_there_do_what_they_do_elsewhere() -> None:
    board = {"0101": "S-M01 AIT-XIV5", "0102": "A21-I5"}
    state = lay(board, phase="logistics")
    assert allowed(state, Demolish("S-M01"))
    assert allowed(state, SelfReduce("AIT-XIV5"))
    assert allowed(state, March("S-M01"))
    until(state, "movement")
    assert {"supplied"} <= marks(state, "A21-I5")
    assert {"supplied"} <= marks(state, "AIT-XIV5")
    assert why(state, move("S-M01", "0102")) == ("LOG-7", "supplying")


@pytest.mark.rule("CMD-2", "CMD-3", "CMD-5")
def test_commands_there_command_and_units_there_are_commanded() -> None:
    state = lay({"0101": "CD-21 CA-ARNIM", "0102": "A21-I5"})
    assert {"under-division", "complete"} <= marks(state, "A21-I5")
    state = lay({"0102": "CD-21 CA-ARNIM", "0101": "A21-I5"})
    assert {"under-division", "complete"} <= marks(state, "A21-I5")


@pytest.mark.rule("CMD-4", "LOG-1")
def test_lines_are_measured_from_there_and_to_it() -> None:
    far = {"0101": "A21-I5", "2420": "S-M01", "dead": "CA-ROMMEL"}
    assert refused(lay(far), move("A21-I5", "0102")).facts["source"] == "S-M01"
    board = {"0101": "CD-21", "2420": "A21-I5 S-M01", "2521": "L34-1-133", "dead": "CA-ROMMEL"}
    refusal = refused(lay(board, phase="plan"), attack("A21-I5", "2521"))
    assert (refusal.reason, refusal.facts["source"]) == ("attack-uncommanded-far", "CD-21")


@pytest.mark.rule("CAP-6")
def test_patton_relieves_a_commander_there() -> None:
    state = lay({"0101": "CL-II L34-1-133", "2420": "A21-I5"}, move=28)
    events = []
    while decision(state) != "logistics" or state.side == 0:
        events += play(state, Done())
    assert only(events, CommanderReplaced).hex == "0101"
    assert place(state, "CL-PATTON") == "0101"
    assert not events_of(play(state, Done()), CommanderReplaced)


@pytest.mark.rule("CAL-11 (c)")
def test_the_pause_binds_who_stands_there() -> None:
    state = lay({"0101": "A10-I7", "2420": "L34-1-133"}, move=13)
    assert "bound" in marks(state, "A10-I7")


@pytest.mark.rule("RES-2")
def test_units_retreat_from_there_and_onto_it() -> None:
    board = {"0101": "L34-1-133", "0102": f"A21-I5{READY} A10-I7{READY}"}
    state = lay(board, phase="plan", opened=True)
    play(state, Attack(("A21-I5", "A10-I7"), ("0101",)))
    until(state, "combat")
    play(state, Assault("0101", "medium"), dice=[1])
    play(state, Retreat("L34-1-133", ("0201", "0301")), LetPass(True))
    assert place(state, "L34-1-133") == "0301"
    onto = {"0103": "L34-1-133", "0104": f"A21-I5{READY} A10-I7{READY}"}
    state = lay(onto, phase="plan", opened=True)
    play(state, Attack(("A21-I5", "A10-I7"), ("0103",)))
    until(state, "combat")
    play(state, Assault("0103", "medium"), dice=[1])
    assert allowed(state, Retreat("L34-1-133", ("0102", "0101")))
