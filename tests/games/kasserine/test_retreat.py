"""Retreats: who leads them, which ways are open, zones, company (RES-2 to RES-9, RES-12, ATT-15)."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import SeededChance
from campagna.core.offers import Pick, Routes, Say
from campagna.games.kasserine.events import (
    Accompanied,
    CombatRolled,
    Eliminated,
    PassageAnswered,
    PassageAsked,
    Retreated,
)
from campagna.games.kasserine.frames import Following, Permitting, Retreating
from campagna.games.kasserine.orders import Accompany, Assault, Defend, Done, LetPass, Retreat
from campagna.games.kasserine.rules.retreat import open_ways, settle_retreat
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    GAME,
    NIGHT,
    allowed,
    at,
    attack,
    decider,
    decision,
    events_of,
    lay,
    marks,
    only,
    path,
    place,
    play,
    until,
    why,
)
from tests.games.kasserine.naive_map import TERRAIN, TOWNS, UNITS, around
from tests.offered import by_order

READY = ":supplied:under-division"


def beaten(result: str = "D2", table: str = "E", **given: Any) -> State:
    """8 against 4, or with `weak` 1 against 1: the result wanted on the table wanted.

    `extra` adds counters by hex; attackers stand in 2420, defenders in 2320.
    """
    extra: dict[str, str] = given.pop("extra", {})
    dice = {
        ("D2", "E"): 5, ("A2", "E"): 3, ("A3", "E"): 1, ("D2", "B"): 6, ("A2", "B"): 3,
        ("A2", "D"): 4,
    }  # fmt: skip
    board = {
        "2420": f"A21-I5{READY}@CA-ROMMEL A10-II7{READY}@CA-ROMMEL",
        "2320": "L34-1-133@CL-1A L34-3-133@CL-1A",
    }
    for hex_, names in extra.items():
        board[hex_] = f"{board[hex_]} {names}" if hex_ in board else names
    state = lay(board, phase="plan", opened=True, **given)
    play(state, attack("A21-I5 A10-II7", "2320"))
    until(state, "combat")
    kinds = {"E": ("medium", "medium"), "B": ("violent", "medium"), "D": ("medium", "to_the_last")}
    play(state, Assault("2320", kinds[table][0]))
    events = play(state, Defend(kinds[table][1]), dice=[dice[result, table]])
    assert only(events, CombatRolled).result == result
    return state


def ways(state: State, unit: str) -> set[tuple[str, ...]]:
    return set(by_order(GAME.offers(state))["retreat"].get(unit, ()))


@pytest.mark.rule("RES-4")
@pytest.mark.parametrize(
    ("result", "table", "leader"),
    [
        ("D2", "E", "allied"),
        ("A2", "E", "axis"),
        ("D2", "B", "axis"),
        ("A2", "B", "allied"),
        ("A2", "D", "allied"),
    ],
)
def test_winner_or_loser_leads_as_the_table_says(result: str, table: str, leader: str) -> None:
    state = beaten(result, table)
    assert (decision(state), decider(state)) == ("retreat", leader)


@pytest.mark.rule("RES-2", "RES-3")
@pytest.mark.parametrize(("result", "count"), [("A2", 2), ("A3", 3)])
def test_so_many_hexes_all_different(result: str, count: int) -> None:
    state = beaten(result)
    found = ways(state, "A21-I5")
    assert found
    for way in found:
        assert len(way) == count
        assert len({"2420", *way}) == count + 1
    back = path("2521 2420") if count == 2 else path("2521 2522 2521")
    assert why(state, Retreat("A21-I5", back)) == ("RES-3", "retreat-repeats")
    assert why(state, Retreat("A21-I5", path("2521"))) == ("RES-2", "retreat-length")


@pytest.mark.rule("RES-12")
def test_each_unit_goes_its_own_way_in_the_order_chosen() -> None:
    state = beaten()
    assert why(state, Retreat("A21-I5", path("2521 2522"))) == ("RES-12", "not-retreating")
    play(state, Retreat("L34-3-133", path("2219 2119")))
    assert decision(state) == "retreat"
    play(state, Retreat("L34-1-133", path("2220 2221")))
    assert place(state, "L34-3-133") == "2119"
    assert place(state, "L34-1-133") == "2221"
    assert decision(state) != "retreat"


@pytest.mark.rule("RES-9")
def test_a_clear_way_must_be_taken() -> None:
    state = beaten()
    clear = ways(state, "L34-1-133")
    assert all(way[0] in {"2319", "2219", "2220"} for way in clear)
    assert why(state, Retreat("L34-1-133", path("2419 2418"))) == ("RES-9", "retreat-clear-way")


WATCHED = {"2218": "A10-I7", "2121": "A21-I104"}
"""Their zones cover 2219, 2319 and 2220, all the hexes behind 2320."""


@pytest.mark.rule("RES-5", "RES-12")
def test_through_zones_the_winner_is_asked_unit_by_unit() -> None:
    state = beaten(extra=WATCHED)
    asked = only(play(state, Retreat("L34-1-133", path("2219 2119"))), PassageAsked)
    assert asked.path == path("2320 2219 2119")
    assert (decision(state), decider(state)) == ("let-pass", "axis")
    play(state, LetPass(True))
    assert place(state, "L34-1-133") == "2119"
    assert marks(state, "L34-1-133") == set()
    play(state, Retreat("L34-3-133", path("2219 2119")))
    assert not only(play(state, LetPass(False)), PassageAnswered).agree
    assert place(state, "L34-3-133") == "2320"
    assert "reduced" in marks(state, "L34-3-133")


@pytest.mark.rule("RES-5", "PCS-4")
def test_forbidding_a_reduced_unit_eliminates_it() -> None:
    state = lay(
        {
            "2420": f"A21-I5{READY}@CA-ROMMEL",
            "2320": "L34-1-133:reduced",
            **WATCHED,
        },
        phase="plan",
        opened=True,
    )
    play(state, attack("A21-I5", "2320"))
    until(state, "combat")
    play(state, Assault("2320", "medium"), dice=[1])
    play(state, Retreat("L34-1-133", path("2219 2119")))
    play(state, LetPass(False))
    assert place(state, "L34-1-133") == "dead"


@pytest.mark.rule("RES-5", "NGT-2")
def test_at_night_there_is_no_zone_to_ask_about() -> None:
    state = beaten(extra=WATCHED, move=NIGHT)
    events = play(state, Retreat("L34-1-133", path("2219 2119")))
    assert only(events, Retreated).unit == "L34-1-133"
    assert not events_of(events, PassageAsked)


@pytest.mark.rule("RES-6")
def test_nobody_goes_onto_enemies() -> None:
    state = beaten(extra={"2219": "S-M01", "2220": "A10-I7"})
    assert all(way[0] not in {"2219", "2220"} for way in ways(state, "L34-1-133"))
    assert why(state, Retreat("L34-1-133", path("2219 2119"))) == ("RES-6", "retreat-onto-enemy")


@pytest.mark.rule("RES-6", "RES-7")
def test_who_has_no_way_is_lost() -> None:
    ring = {
        "2319": "A10-I90",
        "2219": "A10-III90",
        "2220": "A21-I155",
        "2321": "S-M01",
        "2419": "S-M02",
    }
    board = {
        "2420": f"A21-I5{READY}@CA-ROMMEL A10-II7{READY}@CA-ROMMEL",
        "2320": "L34-1-133",
        **ring,
    }
    state = lay(board, phase="plan", opened=True)
    play(state, attack("A21-I5 A10-II7", "2320"))
    until(state, "combat")
    events = play(state, Assault("2320", "medium"), dice=[2])
    assert only(events, Eliminated).cause == "retreat"
    assert place(state, "L34-1-133") == "dead"


@pytest.mark.rule("RES-7", "MOV-17")
def test_impassable_ground_is_no_way_back() -> None:
    """A gun in 1118 does not retreat over the crest of 1018; infantry does."""
    for unit, over in (("L1R-68", False), ("L34-1-133", True)):
        board = {"1117": f"A21-I5{READY} A10-I7{READY}", "1118": f"{unit}@CL-1A"}
        state = lay(board, phase="plan", opened=True)
        play(state, attack("A21-I5 A10-I7", "1118"))
        until(state, "combat")
        play(state, Assault("1118", "medium"))
        play(state, Defend("disengage"), dice=[3])
        order = Retreat(unit, path("1018 1019"))
        assert allowed(state, order) == over
        if not over:
            assert why(state, order) == ("RES-7", "retreat-impassable")


@pytest.mark.rule("RES-7", "MOV-7")
def test_full_hexes_are_crossed_not_kept() -> None:
    state = beaten(extra={"2219": "L1C-2-1 L1C-1-6"})
    assert why(state, Retreat("L34-1-133", path("2319 2219"))) == ("RES-7", "retreat-no-room")
    assert allowed(state, Retreat("L34-1-133", path("2219 2119")))


@pytest.mark.rule("RES-7", "VIC-1")
def test_off_the_map_is_no_way_back() -> None:
    """An exit road saves nobody who is driven back."""
    board = {
        "0116": f"A21-I5{READY} A10-II7{READY}",
        "0216": "LUK-3Gren@CL-1A",
        "0115": "S-M07",
        "0117": "S-M08",
        "0215": "S-M05",
    }
    state = lay(board, phase="plan", opened=True)
    play(state, attack("A21-I5 A10-II7", "0216"))
    until(state, "combat")
    play(state, Assault("0216", "medium"))
    events = play(state, Defend("medium"), dice=[2])
    assert only(events, CombatRolled).result == "A2"
    assert {place(state, u) for u in ("A21-I5", "A10-II7")} == {"dead"}


@pytest.mark.rule("RES-8")
def test_terrain_and_points_do_not_matter() -> None:
    """Two mountain hexes for a unit that moves 3 in a storm."""
    state = lay(
        {"1217": "LFR-I3Z@CL-1A", "1117": f"A21-I5{READY}"},
        phase="plan",
        opened=True,
        weather="storm",
    )
    play(state, attack("A21-I5", "1217"))
    until(state, "combat")
    play(state, Assault("1217", "medium"))
    play(state, Defend("disengage"), dice=[5])
    play(state, Retreat("LFR-I3Z", path("1317 1416")))
    assert place(state, "LFR-I3Z") == "1416"


def slow_ways(unit: str, start: str, count: int, axis: dict[str, str]) -> set[tuple[str, ...]]:
    """Every way back by a plain search over the printed map."""
    vehicles = UNITS[unit]["type"] != "foot_inf"
    found: list[tuple[str, ...]] = [(start,)]
    for _ in range(count):
        found = [
            (*way, h)
            for way in found
            for h in around(way[-1])
            if h not in way and h not in axis and not (vehicles and TERRAIN[h] == "mountain2")
        ]
    zone = {
        h
        for place_, name in axis.items()
        if UNITS[name]["type"] != "artillery" and place_ not in TOWNS
        for h in around(place_)
    }
    clear = {way[1:] for way in found if not zone & set(way[1:])}
    return clear or {way[1:] for way in found}


@pytest.mark.rule("RES-3", "RES-6", "RES-7", "RES-9")
@pytest.mark.parametrize("seed", range(12))
def test_ways_back_agree_with_a_slow_search(seed: int) -> None:
    chance = SeededChance(seed)
    start = ("1118", "1918", "2922", "0117")[chance.pick(4, "start")]
    near = sorted({n for h in around(start) for n in around(h)} - {start})
    axis: dict[str, str] = {}
    for name in ("A21-I5", "A10-I7", "A21-I155", "A21-580", "A21-I104")[: 1 + chance.pick(5, "n")]:
        axis[near.pop(chance.pick(len(near), "hex"))] = name
    state = lay({start: "L34-1-133 L1A-3-1", **axis}, opened=True)
    for unit in ("L34-1-133", "L1A-3-1"):
        for count in (2, 3):
            found = open_ways(state, state.world.index[unit], count)
            assert {state.hex_names(w) for w in found} == slow_ways(unit, start, count, axis)
            assert len(found) == len(set(found))


# --- company ------------------------------------------------------------------------------------------


@pytest.mark.rule("ATT-15")
def test_commands_and_mobile_supplies_may_go_along() -> None:
    state = beaten(extra={"2320": "CD-34 S-M07 S-F-1918"})
    play(state, Retreat("L34-1-133", path("2219 2119")))
    assert (decision(state), decider(state)) == ("accompany", "allied")
    assert why(state, Accompany(("S-F-1918",))) == ("ATT-15", "cannot-accompany")
    assert only(play(state, Accompany(("CD-34",))), Accompanied).hex == "2119"
    assert at(state, "2119") == {"L34-1-133", "CD-34"}
    play(state, Retreat("L34-3-133", path("2220 2221")))
    play(state, Done())
    assert at(state, "2320") == {"S-M07", "S-F-1918"}


@pytest.mark.rule("ATT-15")
def test_the_owner_decides_even_where_the_winner_leads() -> None:
    state = beaten("D2", "B", extra={"2320": "CD-34"})
    assert decider(state) == "axis"
    play(state, Retreat("L34-1-133", path("2219 2119")))
    assert (decision(state), decider(state)) == ("accompany", "allied")


@pytest.mark.rule("RES-2")
@pytest.mark.parametrize("way", ["2318 2317", "2219 2118", "2320 2219", "0101 0102", "2219 2319"])
def test_each_hex_of_a_retreat_is_next_to_the_one_before(way: str) -> None:
    state = beaten()
    first, second = path(way)
    near = first in around("2320") and second in around(first)
    rule = ("RES-2", "retreat-not-adjacent")
    if first == "2320":
        rule = ("RES-3", "retreat-repeats")
    if near:
        assert allowed(state, Retreat("L34-1-133", path(way)))
    else:
        assert why(state, Retreat("L34-1-133", path(way))) == rule


@pytest.mark.rule("RES-2", "ATT-15")
def test_who_follows_a_long_retreat_ends_where_the_unit_ends() -> None:
    """Three hexes back: the command goes to the last of them, not to the second."""
    state = beaten("A3", extra={"2420": "CD-21"})
    way = min(ways(state, "A21-I5"))
    assert len(way) == 3
    play(state, Retreat("A21-I5", way))
    if decision(state) == "let-pass":
        play(state, LetPass(True))
    assert decision(state) == "accompany"
    play(state, Accompany(("CD-21",)))
    assert place(state, "CD-21") == place(state, "A21-I5") == way[-1]


@pytest.mark.rule("ATT-15")
def test_who_stays_is_asked_no_more() -> None:
    state = beaten("A3", extra={"2420": "CD-21"})
    play(state, Retreat("A21-I5", min(ways(state, "A21-I5"))))
    assert decision(state) == "accompany"
    play(state, Done())
    assert decision(state) == "retreat"
    assert place(state, "CD-21") == "2420"


@pytest.mark.rule("RES-12")
def test_only_the_last_with_one_way_goes_by_itself() -> None:
    """A gun, which has no zone, bars the other neighbour of 0101: both have one way."""
    board = {"0101": "L34-1-133 L34-3-133", "0102": "A21-I155"}
    units = tuple(GAME.world.index[name] for name in board["0101"].split())
    state = lay(board, phase="combat", opened=True, agenda=(Retreating(1, units, 1, 1),))
    assert ways(state, "L34-1-133") == ways(state, "L34-3-133") == {("0201",)}
    assert settle_retreat(state.copy(), Retreating(1, units, 1, 1), SeededChance(1)) == ([], True)
    events = play(state, Retreat("L34-3-133", ("0201",)))
    assert [e.unit for e in events_of(events, Retreated)] == ["L34-3-133", "L34-1-133"]
    assert at(state, "0201") == {"L34-1-133", "L34-3-133"}
    assert state.agenda == []
    assert decision(state) != "retreat"


@pytest.mark.rule("RES-4", "RES-9")
def test_units_with_the_same_ways_are_offered_them_together() -> None:
    state = beaten()
    (offer,) = [o for o in GAME.offers(state) if isinstance(o, Routes)]
    (group,) = offer.groups
    assert group.units == ("L34-1-133", "L34-3-133")
    assert {way.path for way in group.ways} == ways(state, "L34-1-133")
    for way in group.ways:
        assert GAME.offers(state).covers(Retreat("L34-3-133", way.path))


@pytest.mark.rule("RES-5")
def test_the_winner_is_offered_both_answers() -> None:
    board = {"0101": "L34-1-133", "0102": "A21-I5"}
    unit = GAME.world.index["L34-1-133"]
    agenda = (Permitting(0, unit, tuple(GAME.world.hex_index[h] for h in ("0201", "0301"))),)
    state = lay(board, phase="combat", opened=True, agenda=agenda)
    answers = [dict(o.fixed) for o in GAME.offers(state) if isinstance(o, Say)]
    assert answers == [{"agree": True}, {"agree": False}]


@pytest.mark.rule("ATT-15")
def test_the_company_may_go_or_stay() -> None:
    board = {"0101": "CD-34 S-M05", "0201": "L34-1-133", "2420": "A21-I5"}
    pieces = tuple(GAME.world.index[name] for name in ("CD-34", "S-M05"))
    agenda = (Following(1, pieces, GAME.world.hex_index["0201"]),)
    state = lay(board, phase="combat", opened=True, agenda=agenda)
    pick, say = GAME.offers(state)
    assert isinstance(pick, Pick)
    assert (pick.options, pick.most, pick.many) == (("CD-34", "S-M05"), 2, True)
    assert isinstance(say, Say)
    assert (say.order, say.tone) == ("done", "decline")
