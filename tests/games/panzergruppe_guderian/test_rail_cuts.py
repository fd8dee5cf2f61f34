"""6.37: rail cuts and their repair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Occupied,
    RailCut,
    RailCutLifted,
    RailRepaired,
)
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    Move,
    Overrun,
    RailMove,
)
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decision,
    events_of,
    only,
    play,
    refused,
    take_losses,
    why,
)


def soviet(units: Mapping[str, Words], **fields: Any) -> State:
    return arrange(units, phase="soviet-move", **fields)


def cuts(state: State) -> list[str]:
    return [state.world.hex_ids[h] for h in state.cuts]


@pytest.mark.rule("6.37a")
@pytest.mark.parametrize("phase", ["german-move", "german-mech-move"])
def test_a_german_unit_cuts_rail_hexes_that_it_passes(phase: str) -> None:
    state = arrange({"G-Lehr": "2014"}, phase=phase)
    events = play(state, Move(("G-Lehr",), ("2015", "2116", "2216"), cut=("2015", "2216")))
    assert [e.hex for e in events_of(events, RailCut)] == ["2015", "2216"]
    assert cuts(state) == ["2015", "2216"]


def test_a_passage_does_not_cut_by_itself() -> None:
    state = arrange({"G-Lehr": "2014"})
    play(state, Move(("G-Lehr",), ("2015", "2116")))
    assert cuts(state) == []


@pytest.mark.rule("6.37a")
def test_a_cut_needs_a_rail_hex_entered_by_the_move() -> None:
    state = arrange({"G-Lehr": "2015"})
    for cut in ("2014", "2116", "2015"):
        order = Move(("G-Lehr",), ("2014",), cut=(cut,))
        assert why(state, order) == ("6.37a", "not-a-rail-hex-of-the-path")
    twice = Move(("G-Lehr",), ("2116",), cut=("2116", "2116"))
    assert why(state, twice) == ("6.37a", "cut-already")
    lying = arrange({"G-Lehr": "2015"}, cuts=("2116",))
    assert why(lying, Move(("G-Lehr",), ("2116",), cut=("2116",))) == ("6.37a", "cut-already")


@pytest.mark.rule("6.37a")
def test_soviets_do_not_cut_the_rail() -> None:
    state = soviet({"S-1": "2015 SR01"})
    assert why(state, Move(("S-1",), ("2116",), cut=("2116",))) == ("6.37a", "only-germans-cut")


@pytest.mark.rule("6.37a")
def test_a_reinforcement_cuts_the_rail_of_its_entry_hex() -> None:
    waiting = UnitPosition("", "waiting", entry="C")
    state = arrange({"G-7Pz-PzR25": waiting})
    play(state, Move(("G-7Pz-PzR25",), ("0112",), cut=("0112",)))
    assert cuts(state) == ["0112"]


@pytest.mark.rule("6.37a", "6.51e")
def test_an_overrun_cuts_the_rail_when_it_enters_the_hex() -> None:
    """9 halved is 4 against an unsupplied 1: 4-1. On a 1 D2, the lone step is lost."""
    state = arrange({"G-6Inf": "2014", "S-1": "2015 SR64"})
    events = play(state, Overrun(("G-6Inf",), "2015", cut=True), dice=[1])
    events += take_losses(state)
    assert only(events, Occupied).hex == "2015"
    assert cuts(state) == ["2015"]


@pytest.mark.rule("6.37a", "6.37d", "6.37e")
def test_an_overrun_cuts_and_picks_up_within_the_same_limits() -> None:
    units = {"G-6Inf": "2014", "S-1": "2015 SR64", "G-26Inf": "2411", "S-2": "2410 SR65"}
    state = arrange(units)
    off_rail = Overrun(("G-26Inf",), "2410", cut=True)
    assert why(state, off_rail) == ("6.37a", "not-a-rail-hex-of-the-path")
    assert why(state, Overrun(("G-6Inf",), "2015", lift=True)) == ("6.37e", "no-cut-there")
    full = arrange(units, cuts=SIX)
    assert why(full, Overrun(("G-6Inf",), "2015", cut=True)) == ("6.37d", "no-cut-marker-left")
    lying = arrange(units, cuts=("2015",))
    assert why(lying, Overrun(("G-6Inf",), "2015", cut=True)) == ("6.37a", "cut-already")
    play(lying, Overrun(("G-6Inf",), "2015", lift=True), dice=[1])
    take_losses(lying)
    assert cuts(lying) == []


@pytest.mark.rule("6.37a", "6.52a")
def test_an_overrun_that_fails_cuts_nothing() -> None:
    """On a 6 the same odds mean Eng: the hex is empty but not entered."""
    state = arrange({"G-6Inf": "2014", "S-1": "2015 SR64"})
    events = play(state, Overrun(("G-6Inf",), "2015", cut=True), dice=[6])
    events += take_losses(state)
    assert not events_of(events, Occupied)
    assert cuts(state) == []


@pytest.mark.rule("9.81")
def test_an_advance_after_combat_cuts_and_repairs_nothing() -> None:
    """Only movement does. 8 against 2 is 4-1, on a 1 D2: the German loses his two steps."""
    units = {"S-1": "2014 SR32", "SL-konev": "2012", "G-Lehr": "2015 step1"}
    state = arrange(units, phase="soviet-combat", cuts=("2015",))
    play(state, Attack(("S-1",), ("2015",)), dice=[1])
    take_losses(state)
    events = play(state, Advance("S-1", ("2015",)))
    assert not events_of(events, RailRepaired)
    assert cuts(state) == ["2015"]


@pytest.mark.rule("6.37b")
def test_no_train_runs_into_or_through_a_cut() -> None:
    state = soviet({"S-1": "1915 SR01"}, cuts=("2116",))
    assert allowed(state, RailMove("S-1", ("2015",)))
    assert why(state, RailMove("S-1", ("2015", "2116"))) == ("6.37b", "rail-is-cut")
    assert why(state, RailMove("S-1", ("2015", "2116", "2216"))) == ("6.37b", "rail-is-cut")


@pytest.mark.rule("6.37c")
def test_a_division_that_passes_a_cut_removes_it_and_trains_run_the_next_turn() -> None:
    units = {"S-1": "2016 SR01", "S-2": "1915 SR02"}
    state = soviet(units, cuts=("2116",), soviet_marker_uses=3)
    events = play(state, Move(("S-1",), ("2116", "2115")))
    assert only(events, RailRepaired).hex == "2116"
    assert cuts(state) == []
    assert why(state, RailMove("S-2", ("2015", "2116"))) == ("6.37c", "rail-just-repaired")
    play(state, Done(), Done(), Done(), Done(), dice=[1])
    assert (decision(state), state.turn) == ("soviet-move", 6)
    assert allowed(state, RailMove("S-2", ("2015", "2116", "2216")))


@pytest.mark.rule("6.37c")
def test_leaders_repair_no_rail_unless_the_option_says_so() -> None:
    units = {"SL-konev": "2016"}
    plain = soviet(units, cuts=("2116",))
    play(plain, Move(("SL-konev",), ("2116",)))
    assert cuts(plain) == ["2116"]
    option = soviet(units, cuts=("2116",), options={"leaders_repair_rail": True})
    play(option, Move(("SL-konev",), ("2116",)))
    assert cuts(option) == []


@pytest.mark.rule("6.37c")
def test_an_overrun_that_enters_a_cut_repairs_it() -> None:
    """9 and Konev's 5 halved are 7 against 2: 3-1, on a 1 D2."""
    units = {"S-1": "2016 SR31", "SL-konev": "2016", "G-Lehr": "2116 step1"}
    state = soviet(units, cuts=("2116",))
    events = play(state, Overrun(("S-1", "SL-konev"), "2116"), dice=[1])
    events += take_losses(state)
    assert only(events, RailRepaired).hex == "2116"


@pytest.mark.rule("6.37b", "6.37c")
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"cuts": ("2015",)}, ("6.37b", "no-train-from-a-cut")),
        ({"repaired": ("2015",)}, ("6.37c", "no-train-from-repairs")),
    ],
)
def test_no_train_starts_on_a_cut_or_on_rails_repaired_this_turn(
    fields: dict[str, Any], reason: tuple[str, str]
) -> None:
    """Who came there by an advance, or is a leader, stands beside the marker."""
    order = RailMove("S-1", ("1915",))
    state = soviet({"S-1": "2015 SR01"}, **fields)
    assert why(state, order) == reason
    assert refused(state, order).facts == {"unit": "S-1", "hex": "2015"}
    assert not GAME.offers(state).covers(order)
    assert allowed(state, Move(("S-1",), ("1915",))), "on foot it may go"
    first = soviet({"S-1": "2015 SR01"}, options={"edition": "1"}, **fields)
    assert allowed(first, order), "the first edition let it go"


@pytest.mark.rule("6.37b", "6.37c", "6.32b", "6.32c")
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"cuts": ("5907",)}, ("6.37b", "no-train-from-a-cut")),
        ({"repaired": ("5907",)}, ("6.37c", "no-train-from-repairs")),
    ],
)
def test_no_train_comes_in_where_the_line_is_closed(
    fields: dict[str, Any], reason: tuple[str, str]
) -> None:
    state = soviet({"S-1": UnitPosition("", "waiting", "SR01", entry="X")}, **fields)
    assert why(state, RailMove("S-1", ("5907",))) == reason
    assert allowed(state, Move(("S-1",), ("5907",)))


@pytest.mark.rule("6.32b")
def test_no_train_comes_in_beside_germans() -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "waiting", "SR01", entry="X"),
        "G-6Inf": "5906",
    }
    state = soviet(units)
    assert why(state, RailMove("S-1", ("5907",))) == ("6.32b", "rail-entry-in-zone")


SIX = ("0109", "0209", "0210", "0311", "0411", "0412")


@pytest.mark.rule("6.37d")
def test_there_are_six_cut_markers() -> None:
    state = arrange({"G-Lehr": "2015"}, cuts=SIX[:5])
    play(state, Move(("G-Lehr",), ("2116",), cut=("2116",)))
    assert len(cuts(state)) == 6
    full = arrange({"G-Lehr": "2015"}, cuts=SIX)
    assert why(full, Move(("G-Lehr",), ("2116",), cut=("2116",))) == ("6.37d", "no-cut-marker-left")
    assert allowed(full, Move(("G-Lehr",), ("2116",)))


@pytest.mark.rule("6.37c", "6.37d")
def test_a_repaired_cut_gives_its_marker_back() -> None:
    state = soviet({"S-1": "0511 SR01", "G-Lehr": "2015"}, cuts=SIX)
    play(state, Move(("S-1",), ("0411",)), Done())
    while decision(state) != "german-move":
        play(state, Done())
    assert len(cuts(state)) == 5
    assert allowed(state, Move(("G-Lehr",), ("2116",), cut=("2116",)))


@pytest.mark.rule("6.37e", "6.37d")
def test_a_german_unit_picks_a_marker_up_and_lays_it_elsewhere_in_the_same_move() -> None:
    state = arrange({"G-Lehr": "2014"}, cuts=(*SIX[:5], "2015"))
    order = Move(("G-Lehr",), ("2015", "2116"), cut=("2116",), lift=("2015",))
    events = play(state, order)
    assert only(events, RailCutLifted).hex == "2015"
    assert only(events, RailCut).hex == "2116"
    assert cuts(state) == [*SIX[:5], "2116"]


@pytest.mark.rule("6.37e")
def test_a_marker_picked_up_frees_the_line_at_once() -> None:
    state = arrange({"G-Lehr": "2014", "S-1": "1615 SR01"}, cuts=("2015",), soviet_marker_uses=3)
    play(state, Move(("G-Lehr",), ("2015", "2014", "2013"), lift=("2015",)))
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[1] if decision(state) == "german-interdict" else [])
    assert allowed(state, RailMove("S-1", ("1716", "1815", "1915", "2015", "2116")))


@pytest.mark.rule("6.37e")
def test_only_a_marker_that_lies_there_is_picked_up() -> None:
    state = arrange({"G-Lehr": "2014"}, cuts=("2116",))
    assert why(state, Move(("G-Lehr",), ("2015",), lift=("2015",))) == ("6.37e", "no-cut-there")
    away = Move(("G-Lehr",), ("2015",), lift=("2116",))
    assert why(state, away) == ("6.37a", "not-a-rail-hex-of-the-path")


@pytest.mark.rule("6.37a", "6.37e")
def test_a_marker_is_placed_or_picked_up_once() -> None:
    state = arrange({"G-Lehr": "2014"}, cuts=("2015",))
    twice = ("2015", "2015")
    assert why(state, Move(("G-Lehr",), ("2015",), (), twice)) == ("6.37e", "no-cut-there")
    open_line = arrange({"G-Lehr": "2014"})
    assert why(open_line, Move(("G-Lehr",), ("2015",), twice)) == ("6.37a", "cut-already")
    assert allowed(state, Move(("G-Lehr",), ("2015",), ("2015",), ("2015",)))
