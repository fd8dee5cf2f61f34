"""14.2, 14.3, 16.0: the South-Western Front and the reinforcement lists."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from campagna.games.panzergruppe_guderian.events import (
    FrontCalled,
    RailMoved,
)
from campagna.games.panzergruppe_guderian.orders import CallFront, Done, Move, RailMove, Withdraw
from campagna.games.panzergruppe_guderian.rules.reinforcements import entry_hexes, front_left
from campagna.games.panzergruppe_guderian.rules.victory import german_points
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from campagna.games.panzergruppe_guderian.world import GERMAN
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decision,
    flags,
    only,
    place,
    play,
    points_left,
    refused,
    why,
)
from tests.games.panzergruppe_guderian.naive_map import TERRAIN
from tests.offered import by_order


def waiting(entry: str, counter: str = "") -> UnitPosition:
    return UnitPosition("", "waiting", counter, entry=entry)


def entries(state: State, name: str) -> list[str]:
    return [state.world.hex_ids[h] for h in entry_hexes(state, state.find(name))]


def soviet_turn(turn: int, die: int, units: dict[str, Words] | None = None) -> State:
    """The Soviet movement phase of a turn, opened with this die for the provisional division."""
    state = arrange(units or {}, phase="german-interdict", turn=turn - 1)
    play(state, Done(), dice=[die])
    return state


# --- 14.2: the South-Western Front ------------------------------------------------------------------


@pytest.mark.rule("14.21a")
def test_five_divisions_a_turn_from_the_second_turn_and_ten_in_all() -> None:
    first = arrange(phase="soviet-move", turn=1)
    assert why(first, CallFront(1)) == ("14.21a", "front-too-early")
    state = arrange(phase="soviet-move", turn=2)
    assert why(state, CallFront(0)) == ("14.21a", "front-none")
    assert why(state, CallFront(6)) == ("14.21a", "front-turn-limit")
    play(state, CallFront(2), CallFront(3))
    assert why(state, CallFront(1)) == ("14.21a", "front-turn-limit")
    play(state, Done())
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[1] if decision(state) == "german-interdict" else [])
    play(state, CallFront(5))
    last = arrange(phase="soviet-move", turn=9, front_total=8)
    assert why(last, CallFront(3)) == ("14.21a", "front-game-limit")
    play(last, CallFront(2))
    assert why(last, CallFront(1)) == ("14.21a", "front-game-limit")


@pytest.mark.rule("14.21a", "14.21b")
def test_the_front_answers_only_in_the_soviet_movement_phase_and_only_if_called() -> None:
    for phase in ("soviet-combat", "german-move"):
        assert why(arrange(phase=phase), CallFront(1))[1] == "not-now"
    state = soviet_turn(5, 3)
    scheduled = Counter(u.entry for u in state.units if u.place == -2)
    assert scheduled == Counter({"X": 5, "3": 1})
    play(state, CallFront(4))
    assert Counter(u.entry for u in state.units if u.place == -2) == scheduled + Counter(swf=4)
    ignored = soviet_turn(5, 3)
    play(ignored, Done())
    assert german_points(ignored) == 0


def called(state: State, count: int) -> tuple[str, ...]:
    return only(play(state, CallFront(count)), FrontCalled).units


def ten_before_the_map(**options: str) -> tuple[State, list[str]]:
    """Five divisions called on turn 5 and five on turn 6, none of which has come in."""
    state = arrange(phase="soviet-move", options=options)
    names = [*called(state, 5)]
    play(state, Done())
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[3] if decision(state) == "german-interdict" else [])
    return state, [*names, *called(state, 5)]


@pytest.mark.rule("14.21a")
def test_no_more_than_five_divisions_of_the_front_come_in_on_a_turn() -> None:
    state, names = ten_before_the_map()
    play(state, Move(tuple(names[:3]), ("3131",)), RailMove(names[3], ("4331",)))
    too_many = refused(state, Move(tuple(names[4:6]), ("3831",)))
    assert (too_many.rule, too_many.reason) == ("14.21a", "front-entry-limit")
    assert too_many.facts == {"unit": names[4], "count": 5, "left": 1}
    play(state, Move((names[4],), ("3831",)))
    for late in (Move((names[5],), ("4531",)), RailMove(names[5], ("4531",))):
        assert why(state, late) == ("14.21a", "front-entry-limit")
        assert not GAME.offers(state).covers(late)
    assert by_order(GAME.offers(state))["move"].keys().isdisjoint(names)
    again = GAME.load(msgspec.msgpack.encode(state))
    assert why(again, Move((names[5],), ("4531",))) == ("14.21a", "front-entry-limit")
    play(state, Done())
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[3] if decision(state) == "german-interdict" else [])
    play(state, *(Move((name,), ("4531",)) for name in names[5:8]))
    assert place(state, names[7]) == "4531"


@pytest.mark.rule("14.21a")
def test_in_the_first_edition_all_that_waited_came_in() -> None:
    state, names = ten_before_the_map(edition="1")
    for name in names:
        play(state, Move((name,), ("3831",)))
    assert {place(state, name) for name in names} == {"3831"}


@pytest.mark.rule("14.22")
def test_the_front_enters_by_the_rails_of_the_south_eastern_edge() -> None:
    state = arrange(phase="soviet-move", turn=5, rail_used=8)
    (name,) = only(play(state, CallFront(1)), FrontCalled).units
    assert entries(state, name) == ["3131", "3831", "4331", "4531", "5431"]
    for hex_ in ("1831", "5907", "5921", "4431"):
        assert why(state, Move((name,), (hex_,))) == ("14.3a", "wrong-entry")
    assert only(play(state, RailMove(name, ("5431", "5430"))), RailMoved).cost == 2


@pytest.mark.rule("14.23", "15.11e")
@pytest.mark.parametrize(("divisions", "points"), [(1, 1), (5, 5), (6, 7), (9, 13), (10, 15)])
def test_what_the_front_gives_the_german(divisions: int, points: int) -> None:
    """T29: ten divisions make 5 x 1 + 5 x 2."""
    state = arrange(phase="soviet-move", turn=5, front_total=max(0, divisions - 5))
    before = german_points(state)
    gained = only(play(state, CallFront(min(divisions, 5))), FrontCalled).points
    assert german_points(state) == before + gained == points


@pytest.mark.rule("14.24", "14.21a")
def test_the_front_sends_rifle_divisions_and_no_leaders() -> None:
    state = arrange(phase="soviet-move", turn=5)
    leaders = {place(state, state.name(x)) for x in range(len(state.world.leaders))}
    units = only(play(state, CallFront(5)), FrontCalled).units
    assert [state.counter(state.find(n)).type for n in units] == ["rifle"] * 5
    assert {place(state, state.name(x)) for x in range(len(state.world.leaders))} == leaders


# --- 14.3: the schedule -----------------------------------------------------------------------------

AREA_B = [f"01{row:02d}" for row in (*range(1, 11), 12)]


@pytest.mark.rule("14.3b", "14.3a")
def test_area_b() -> None:
    """T28: 0101 to 0110 and 0112, and 0111 only by the option."""
    state = arrange({"G-6Inf": waiting("B")}, turn=2)
    for row in range(1, 32):
        hex_ = f"01{row:02d}"
        assert allowed(state, Move(("G-6Inf",), (hex_,))) == (hex_ in AREA_B), hex_
    assert why(state, Move(("G-6Inf",), ("0111",))) == ("14.3a", "wrong-entry")
    printed = arrange({"G-6Inf": waiting("B")}, options={"area_b_includes_0111": True})
    assert allowed(printed, Move(("G-6Inf",), ("0111",)))


@pytest.mark.rule("14.3a")
def test_reinforcements_may_wait_but_keep_their_entry() -> None:
    """The XXXIX Panzer Corps of turn 1 stays off the map until turn 3."""
    state = arrange(phase="soviet-interdict", turn=1)
    play(state, Done())
    corps = [state.name(i) for i, u in enumerate(state.units) if u.place == -2]
    while (state.turn, decision(state)) != (3, "german-move"):
        play(state, Done(), dice=[1] if decision(state) == "german-interdict" else [])
    assert {place(state, n) for n in corps} == {"waiting"}
    assert why(state, Move((corps[0],), ("0107",))) == ("14.3a", "wrong-entry")
    assert allowed(state, Move((corps[0],), ("0108",)))


@pytest.mark.rule("14.3c")
def test_nobody_enters_before_his_turn() -> None:
    state = arrange({"G-Lehr": "2411"}, turn=1)
    assert why(state, Move(("G-6Inf",), ("0105",))) == ("14.3c", "not-due")
    soviet = arrange(phase="soviet-move", turn=6)
    assert why(soviet, Move(("SL-maslennikov",), ("5907",))) == ("14.3c", "not-due")
    assert why(soviet, RailMove("SL-maslennikov", ("5907",))) == ("14.3c", "not-due")


@pytest.mark.rule("12.4a")
def test_an_eliminated_unit_does_not_walk_in_again() -> None:
    state = arrange({"G-6Inf": "dead", "G-26Inf": "removed"})
    for name in ("G-6Inf", "G-26Inf"):
        assert why(state, Move((name,), ("0105",))) == ("12.4a", "eliminated")
    leader = arrange({"SL-konev": "dead"}, phase="soviet-move")
    assert why(leader, Move(("SL-konev",), ("5907",))) == ("12.4a", "eliminated")


@pytest.mark.rule("10.4c")
def test_a_withdrawn_leader_returns_with_all_his_points() -> None:
    """Whatever he did before he was surrounded is forgotten; he comes back rested at X."""
    tired = UnitPosition("", "2411", state=("unsupplied", "disrupted"), spent=16)
    units: dict[str, Words] = {"SL-konev": tired, "G-6Inf": "2410", "G-26Inf": "2412"}
    state = arrange(units, phase="soviet-start", options={"leader_withdrawal": True})
    play(state, Withdraw("SL-konev"), dice=[1])
    assert why(state, Move(("SL-konev",), ("5907",))) == ("10.4c", "leader-away")
    play(state, Done())
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[1] if decision(state) == "german-interdict" else [])
    assert points_left(state, "SL-konev") == 10
    play(state, Move(("SL-konev",), ("5907",)))
    assert flags(state, "SL-konev") == {"moved", "entered"}


# --- 16.0: the list ---------------------------------------------------------------------------------

SOVIET_LIST = {
    1: {"X": (6, 0, "SL-rokossovsky"), "V": (5, 0, "SL-yershakov")},
    2: {"W": (3, 1, "SL-khomenko"), "X": (4, 0, "")},
    3: {"Z": (5, 2, "SL-gerasimenko"), "X": (4, 0, "")},
    4: {"X": (5, 1, "SL-kachalov")},
    5: {"X": (4, 1, "")},
    6: {"X": (4, 0, "")},
    7: {"X": (4, 0, "SL-maslennikov")},
    8: {"X": (4, 0, "SL-dolmatov")},
    9: {"X": (4, 0, "SL-zakharkin")},
    10: {"X": (4, 0, "SL-vishnevsky")},
    11: {"X": (4, 0, "SL-onuprienko")},
    12: {},
}
"""Turn, entry: rifle divisions, armoured divisions, leader. From the list of rulebook 16.1."""


@pytest.mark.rule("16.1a", "16.1b", "14.GEN-1", "14.3c")
@pytest.mark.parametrize("turn", SOVIET_LIST)
def test_soviet_reinforcements_of_each_turn(turn: int) -> None:
    if turn == 1:
        state = arrange(phase="setup-air", turn=0)
        play(state, Done(), dice=[2, 1, 1])
    else:
        state = soviet_turn(turn, 2)
    came: Counter[tuple[str, str]] = Counter()
    for i, u in enumerate(state.units):
        if u.place == -2 and i != state.provisional:
            leader = state.is_leader(i)
            came[u.entry, state.name(i) if leader else state.counter(i).type] += 1
    expected: Counter[tuple[str, str]] = Counter()
    for entry, (rifle, armor, general) in SOVIET_LIST[turn].items():
        expected[entry, "rifle"] += rifle
        expected[entry, "armor"] += armor
        if general:
            expected[entry, general] += 1
    assert came == +expected


def test_the_soviet_list_adds_up() -> None:
    """60 rifle divisions, 5 armoured ones and 10 leaders."""
    rows = [row for turn in SOVIET_LIST.values() for row in turn.values()]
    assert (sum(r[0] for r in rows), sum(r[1] for r in rows)) == (60, 5)
    assert len([r for r in rows if r[2]]) == 10


GERMAN_LIST = {
    1: {"C": "7Pz 12Pz 20Pz 14Mot 20Mot"},
    2: {"A": "18Mot 19Pz Lehr", "B": "6Inf 26Inf"},
    3: {
        "D": "5Inf 35Inf 161Inf",
        "E": "29Mot 17Pz 18Pz 10Pz DasReich GD",
        "H": "3Pz 4Pz 10Mot 1Cav",
    },
    4: {},
    5: {"E": "263Inf 137Inf 23Inf"},
    6: {"E": "258Inf 292Inf"},
    7: {"E": "7Inf 15Inf 17Inf 268Inf"},
    8: {"F": "252Inf 78Inf"},
    9: {"G": "31Inf 34Inf"},
    10: {},
    11: {},
    12: {},
}
"""From the list of rulebook 16.2; the 16th Infantry of turn 3 is the 161st (AMB-27)."""


@pytest.mark.rule("16.2", "14.GEN-1", "14.3c")
@pytest.mark.parametrize("turn", GERMAN_LIST)
def test_german_reinforcements_of_each_turn(turn: int) -> None:
    state = arrange(phase="soviet-interdict", turn=turn)
    play(state, Done())
    came = {
        (u.entry, state.counter(i).division or state.name(i).removeprefix("G-"))
        for i, u in enumerate(state.units)
        if u.place == -2 and state.side(i) == GERMAN
    }
    listed = {(e, d) for e, names in GERMAN_LIST[turn].items() for d in names.split()}
    assert came == listed


@pytest.mark.rule("16.2")
def test_all_61_german_units_arrive() -> None:
    total = 0
    for turn in GERMAN_LIST:
        state = arrange(phase="soviet-interdict", turn=turn)
        play(state, Done())
        total += sum(u.place == -2 for u in state.units)
    assert total == 61


@pytest.mark.rule("16.1c")
def test_mechanised_divisions_are_drawn_as_armour() -> None:
    """Only a mechanised counter is left in the pool of armour: the one of turn 5 is it."""
    state = arrange(phase="german-interdict", turn=4, pools=(("SR01",), ("SA13",)))
    play(state, Done(), dice=[2])
    symbols = [state.counter(i).symbol for i in range(state.world.first_drawn, len(state.units))]
    assert sorted(symbols) == ["mech", "rifle"]


@pytest.mark.rule("14.21a")
def test_a_position_in_which_too_many_came_in_is_noticed() -> None:
    state = arrange(phase="soviet-move", front_entered=5)
    assert GAME.violations(state) == []
    state.front_entered = 6
    assert GAME.violations(state) == [
        "too many divisions of the South-Western Front came in on one turn"
    ]


@pytest.mark.rule("14.12")
@pytest.mark.parametrize(
    ("entry", "edge", "found"),
    [
        ("5", [f"{column}31" for column in range(31, 60)], "5930"),
        ("2", [f"{column}01" for column in range(39, 60)], "5902"),
        ("4", [f"{column}31" for column in range(43, 59)], "5931"),
    ],
)
def test_the_detour_goes_round_the_corner_of_the_map(
    entry: str, edge: list[str], found: str
) -> None:
    """Germans hold the edge from the entry to the corner: the next hex of the eastern edge is taken."""
    germans = [c.id for c in GAME.world.counters if c.side == GERMAN]
    land = [hex_ for hex_ in edge if TERRAIN[hex_] != "lake"]
    units: dict[str, Words] = dict(zip(germans, land, strict=False))
    assert len(units) == len(land)
    state = arrange({"S-1": waiting(entry), **units}, phase="soviet-move", provisional="S-1")
    assert entries(state, "S-1") == [found]


@pytest.mark.rule("14.21a", "14.23")
def test_how_many_more_may_be_called_and_what_they_give() -> None:
    state = arrange(phase="soviet-move", front_turn=2, front_total=4)
    assert front_left(state) == 3
    assert front_left(arrange(phase="soviet-move", front_total=8)) == 2
    assert front_left(arrange(phase="soviet-move", turn=1)) == 0
    assert front_left(arrange(phase="german-move")) == 0
    notes = {note.key: note.facts for note in GAME.forecast(state, CallFront(2)).notes}
    assert notes["front-gives-points"]["points"] == 1 + 2
    assert notes["front-left"] == {"left": 1}


@pytest.mark.rule("14.14")
def test_the_last_counters_may_be_called_and_no_more() -> None:
    few: dict[str, Any] = {"pools": (("SR01",), ()), "dead": (("SR02",), ())}
    state = arrange(phase="soviet-move", **few)
    assert front_left(state) == 2
    assert why(state, CallFront(3)) == ("14.14", "no-counters")
    assert len(called(state, 2)) == 2
