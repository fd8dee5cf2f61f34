"""9.73b-9.75 Retreats onto friends: stacking, burdens, and units with nowhere to go."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from campagna.core.contract import Fact
from campagna.games.panzergruppe_guderian.events import BattleRolled, Eliminated
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Done,
    GiveGround,
    Overrun,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    arrange,
    events_of,
    flags,
    only,
    place,
    play,
    refused,
    why,
)
from tests.offered import by_order


def ways(state: State, name: str) -> set[tuple[str, ...]]:
    """The routes offered for a retreating unit."""
    return set(by_order(GAME.offers(state)).get("retreat", {}).get(name, ()))


def gives_ground(
    units: dict[str, Words], attackers: tuple[str, ...], target: str, die: int, turn: int = 5
) -> State:
    """A German attack after which the Soviet owner chose to retreat."""
    state = arrange(units, phase="german-combat", turn=turn)
    play(state, Attack(attackers, (target,)), dice=[die])
    play(state, GiveGround())
    return state


Notes = dict[str, tuple[bool, Mapping[str, Fact]]]

CORNERED: dict[str, Words] = {
    "G-6Inf": "2411",  # controls 2511 and 2311
    "G-26Inf": "2309",  # controls 2409 and 2310
    "G-GD": "2609",  # controls 2510
    "G-Lehr": "2609",
    "S-1": "2410 SR01",
    "S-2": "2510 SR08",
    "SL-konev": "2510",
}


BOOK_9_73: dict[str, Words] = {
    "G-17Inf": "1418",
    "G-268Inf": "1418",
    "G-7Inf": "1419",
    "G-15Inf": "1419",
    "S-1": "1417 SR31",
    "S-2": "1417 SR32",
    "S-3": "1417 SR33",
    "S-4": "1619 SR01",
    "S-5": "1219 SR02",
    "SL-konev": "1415",
}
SECOND_STACK: dict[str, Words] = {
    "S-6": "1519 SA13",
    "S-7": "1519 SA14",
    "S-8": "1519 SA15",
    "SL-lukin": "1519",
}


def book_9_73(more: dict[str, Words]) -> State:
    """9 + 8 + 8 against 9 + 9 is 1-1, die 1 is D1; the German retreats."""
    state = arrange(BOOK_9_73 | more, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1", "S-2", "S-3"), ("1418",)), dice=[1])
    play(state, GiveGround())
    return state


def burdened() -> State:
    """After the example: the 17th Division retreated onto two others, nobody advanced."""
    state = book_9_73(SECOND_STACK)
    play(state, Retreat("G-17Inf", ("1419",)), Done())
    return state


@pytest.mark.rule("9.73b", "9.73a", "9.71b")
@pytest.mark.parametrize("saved", ["G-17Inf", "G-268Inf"])
def test_only_one_of_two_divisions_finds_room(saved: str) -> None:
    """T13, the example of 9.73: only 1419 is open and holds two divisions already."""
    state = book_9_73({})
    step = GAME.step(state)
    assert step is not None
    assert (step.side, step.decision) == ("soviet", "retreat")
    assert ways(state, "G-17Inf") == ways(state, "G-268Inf") == {("1419",)}
    for closed in ("1518", "1519", "1318", "1319"):
        assert why(state, Retreat("G-17Inf", (closed,))) == ("9.71b", "retreat-blocked")
    events = play(state, Retreat(saved, ("1419",)))
    lost = only(events, Eliminated)
    assert {saved, lost.unit} == {"G-17Inf", "G-268Inf"}
    assert lost.rule == "9.73b"
    assert place(state, saved) == "1419"
    assert place(state, lost.unit) == "dead"


@pytest.mark.rule("9.75")
def test_who_retreated_onto_friends_adds_no_strength() -> None:
    """T14: the hex is attacked in the same phase and defends with the two divisions it had."""
    state = burdened()
    assert "retreated" in flags(state, "G-17Inf")
    events = play(state, Attack(("S-6", "S-7", "S-8"), ("1419",)), dice=[5])  # 24:18 = 1-1, A1
    assert only(events, BattleRolled).defence == 18
    assert place(state, "G-17Inf") == "1419", "no result fell on the hex"


@pytest.mark.rule("9.75")
@pytest.mark.parametrize(("die", "result"), [(1, "D1"), (2, "D1/A1"), (4, "Eng")])
@pytest.mark.parametrize("retreats", [False, True])
def test_who_retreated_onto_friends_dies_with_any_result(
    die: int, result: str, retreats: bool
) -> None:
    """T14: on top of the result, whether the owner takes the loss or gives ground."""
    state = burdened()
    events = play(state, Attack(("S-6", "S-7", "S-8"), ("1419",)), dice=[die])
    assert [(e.unit, e.rule) for e in events_of(events, Eliminated)] == [("G-17Inf", "9.75")]
    assert by_order(GAME.offers(state))["take-losses"] == ["G-7Inf", "G-15Inf"]
    if result == "Eng":
        return
    if retreats:
        play(state, GiveGround())
        step = GAME.step(state)
        assert step is not None
        assert step.facts["units"] == ("G-7Inf", "G-15Inf")
    else:
        play(state, TakeLosses(("G-7Inf",)))
        assert place(state, "G-15Inf") == "1419"


@pytest.mark.rule("9.75", "12.3a")
def test_who_retreated_onto_nobody_of_worth_dies_without_a_die() -> None:
    """The division that held the hex proves a 0-0-6: only the burden is left, and counts nothing."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": "2410 SR69 untried",
        "S-2": "2410 SR31 retreated defended",
    }
    state = arrange(units, phase="german-combat")
    events = play(state, Attack(("G-6Inf",), ("2410",)))
    assert not events_of(events, BattleRolled)
    assert [(e.unit, e.rule) for e in events_of(events, Eliminated)] == [("S-2", "9.75")]
    step = GAME.step(state)
    assert step is not None
    assert (step.side, step.decision) == ("german", "advance")


@pytest.mark.rule("9.75")
def test_the_burden_is_lifted_when_the_phase_ends() -> None:
    """AMB-15."""
    state = burdened()
    play(state, Done())
    assert "retreated" not in flags(state, "G-17Inf")


@pytest.mark.rule("9.75")
@pytest.mark.parametrize(("die", "result"), [(1, "D1/A1"), (3, "A1")])
def test_the_burden_counts_in_overruns_of_the_same_phase(die: int, result: str) -> None:
    state = arrange(CORNERED, phase="german-move")
    play(state, Overrun(("G-6Inf",), "2410"), dice=[2])  # 4 against 4/2 is 2-1: D1
    play(state, GiveGround())
    assert place(state, "S-1") == "2510"
    assert flags(state, "S-1") >= {"retreated", "disrupted"}
    events = play(state, Overrun(("G-GD", "G-Lehr"), "2510"), dice=[die])
    roll = only(events, BattleRolled)
    # (4 + 3)/2 against S-2 and Konev, 5/2 each; S-1 adds nothing.
    assert (roll.attack, roll.defence, roll.result) == (3, 4, result)
    assert [e.unit for e in events_of(events, Eliminated)] == (["S-1"] if "D" in result else [])


@pytest.mark.rule("9.75")
def test_comrades_of_the_same_retreat_are_no_burden_to_each_other() -> None:
    """AMB-14: vacant is judged before the retreats of the combat."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2410 SR08",
        "SL-konev": "2407",
    }
    state = gives_ground(units, ("G-6Inf", "G-26Inf"), "2410", die=2)  # 18:9 = 2-1, D1
    play(state, Retreat("S-1", ("2409",)))
    assert ("2409",) in ways(state, "S-2")
    play(state, Retreat("S-2", ("2409",)))
    assert (place(state, "S-1"), place(state, "S-2")) == ("2409", "2409")
    assert "retreated" not in flags(state, "S-1") | flags(state, "S-2")


@pytest.mark.rule("9.73b", "9.71a")
def test_a_unit_without_any_way_is_eliminated() -> None:
    ring: dict[str, Words] = {"G-6Inf": "2411", "G-26Inf": "2408", "G-5Inf": "2610"}
    ring |= {"G-35Inf": "2210", "S-1": "2410 SR01"}
    state = arrange(ring, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])
    event = only(play(state, GiveGround()), Eliminated)
    assert (event.unit, event.hex, event.rule) == ("S-1", "2410", "9.73b")


@pytest.mark.rule("9.73b", "9.74")
@pytest.mark.parametrize("saved", ["G-17Inf", "G-268Inf"])
def test_passing_through_counts_for_stacking_too(saved: str) -> None:
    """AMB-14: two Germans stand in the only way out; one more may pass, not two."""
    state = arrange(BOOK_9_73 | SECOND_STACK, phase="soviet-combat", turn=7)
    attackers = ("S-1", "S-2", "S-3", "S-6", "S-7", "S-8")
    play(state, Attack(attackers, ("1418",)), dice=[1])  # 49:18 = 2-1, D2
    play(state, GiveGround())
    assert ways(state, "G-17Inf") == ways(state, "G-268Inf") == {("1419", "1420")}
    lost = only(play(state, Retreat(saved, ("1419", "1420"))), Eliminated)
    assert {saved, lost.unit} == {"G-17Inf", "G-268Inf"}
    assert place(state, saved) == "1420"
    assert "retreated" not in flags(state, saved)
    assert [place(state, n) for n in ("G-7Inf", "G-15Inf")] == ["1419", "1419"]


@pytest.mark.rule("6.4d", "9.73b")
def test_the_closed_columns_are_no_way_out() -> None:
    """AMB-6: while another hex is open the German may not choose columns 01-02."""
    units: dict[str, Words] = {"G-6Inf": "0311", "S-1": "0310 SR01", "SL-konev": "0308"}
    state = gives_ground(units, ("G-6Inf",), "0310", die=2, turn=6)
    assert ways(state, "S-1") == {("0309",), ("0409",)}
    assert refused(state, Retreat("S-1", ("0209",))).rule == "6.4d"
    state = gives_ground(units, ("G-6Inf",), "0310", die=2, turn=7)
    assert ("0209",) in ways(state, "S-1")


# --- what is told before the retreat is chosen ------------------------------------------------------


def notes_of(units: dict[str, Words], attackers: tuple[str, ...], die: int, phase: str) -> Notes:
    """What giving ground is said to bring, after an attack on 1418 or 2410."""
    state = arrange(units, phase=phase, turn=7)
    target = "1418" if phase == "soviet-combat" else "2410"
    play(state, Attack(attackers, (target,)), dice=[die])
    return {n.key: (n.grave, n.facts) for n in GAME.forecast(state, GiveGround()).notes}


@pytest.mark.rule("9.72a", "9.73b")
def test_the_retreat_tells_who_leads_it_and_who_finds_no_room() -> None:
    """T13: both divisions have a way, but there is room for one only."""
    found = notes_of(BOOK_9_73, ("S-1", "S-2", "S-3"), 1, "soviet-combat")
    assert found["opponent-leads"] == (False, {"side": "soviet", "hexes": 1})
    assert found["retreat-no-room"][0]
    assert "retreat-eliminates" not in found
    alone = {name: where for name, where in BOOK_9_73.items() if name not in ("G-7Inf", "G-15Inf")}
    assert set(notes_of(alone, ("S-1", "S-2", "S-3"), 1, "soviet-combat")) == {"opponent-leads"}


@pytest.mark.rule("9.73b", "9.71b")
def test_the_retreat_tells_who_has_no_hex_to_go_to() -> None:
    units = {k: v for k, v in CORNERED.items() if k not in ("S-2", "SL-konev")}
    state = arrange(units | {"SL-konev": "4015"}, phase="german-combat", turn=7)
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[2])
    step = GAME.step(state)
    assert step is not None
    assert step.decision == "suffer"
    notes = GAME.forecast(state, GiveGround()).notes
    assert [(n.key, n.grave, n.facts) for n in notes] == [
        ("retreat-eliminates", True, {"units": ("S-1",)})
    ]
    assert only(play(state, GiveGround()), Eliminated).unit == "S-1"
