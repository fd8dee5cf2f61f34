"""10.4 The optional withdrawal of surrounded leaders."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    LeaderWithdrawn,
    PhaseBegan,
)
from campagna.games.panzergruppe_guderian.orders import (
    Done,
    Move,
    Withdraw,
)
from campagna.games.panzergruppe_guderian.state import Phase
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    events_of,
    flags,
    go_on,
    only,
    place,
    play,
    points_left,
    why,
)

# 2410 is cut off: all hexes around it lie in German zones.
CUT_OFF: dict[str, Words] = {"G-6Inf": "2411", "G-26Inf": "2309", "G-5Inf": "2609"}
WITHDRAWAL = {"leader_withdrawal": True}
# Germans in 2411, 2309 and 2609 close all six sides of 2410.
POCKET: dict[str, Words] = {**CUT_OFF, "SL-konev": "2410"}


@pytest.mark.rule("10.4a", "10.4b")
def test_a_surrounded_leader_may_be_withdrawn() -> None:
    state = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL)
    assert GAME.offers(state).covers(Withdraw("SL-konev"))
    events = play(state, Withdraw("SL-konev"), dice=[1])
    assert only(events, LeaderWithdrawn).unit == "SL-konev"
    assert place(state, "SL-konev") == "withdrawn"
    assert state.phase == Phase.SOVIET_MOVE


@pytest.mark.rule("10.4a")
def test_the_withdrawal_is_an_option_and_voluntary() -> None:
    off = arrange(POCKET, phase="soviet-start")
    assert why(off, Withdraw("SL-konev")) == ("10.4a", "no-withdrawal-left")
    on = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL)
    play(on, Done(), dice=[1])
    assert place(on, "SL-konev") == "2410"
    assert why(on, Withdraw("SL-konev"))[1] == "not-now", "only at the start"


@pytest.mark.rule("10.4a")
@pytest.mark.parametrize("option", [False, True])
def test_without_the_optional_rule_no_phase_of_withdrawals_is_announced(option: bool) -> None:
    state = arrange({}, phase="german-interdict", options={"leader_withdrawal": option})
    phases = [e.phase for e in events_of(play(state, Done(), dice=[3]), PhaseBegan)]
    assert phases == (["soviet-start"] if option else []) + ["soviet-move"]


@pytest.mark.rule("10.4b")
@pytest.mark.parametrize(
    ("more", "surrounded"),
    [
        ({}, True),
        ({"G-5Inf": "2709"}, False),  # 2510 is open
        ({"G-5Inf": "2609 disrupted"}, False),  # exerts no zone
        ({"S-1": "2510 SR01"}, False),  # a friendly unit makes the zone in 2510 ineffective
        ({"S-1": "2410 SR01"}, True),  # company in his own hex does not help
        ({"G-35Inf": "2510"}, True),
    ],
)
def test_surrounded_means_six_closed_sides(more: dict[str, Words], surrounded: bool) -> None:
    state = arrange(POCKET | more, phase="soviet-start", options=WITHDRAWAL)
    if surrounded:
        assert allowed(state, Withdraw("SL-konev"))
    else:
        assert why(state, Withdraw("SL-konev")) == ("10.4b", "not-surrounded")


@pytest.mark.rule("10.4b")
@pytest.mark.parametrize(
    ("leader", "german", "surrounded"),
    [
        ("0101", "0202", True),  # the north-western corner: off the map counts as closed
        ("5931", "5829", False),  # the east edge never closes
    ],
)
def test_the_map_edge_closes_except_in_the_east(leader: str, german: str, surrounded: bool) -> None:
    """AMB-18."""
    units: dict[str, Words] = {"SL-konev": leader, "G-6Inf": german}
    units |= {"G-26Inf": "0103"} if surrounded else {"G-26Inf": "5929", "G-5Inf": "5830"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL, turn=8)
    if surrounded:
        assert allowed(state, Withdraw("SL-konev"))
    else:
        assert why(state, Withdraw("SL-konev")) == ("10.4b", "not-surrounded")


@pytest.mark.rule("10.4b")
def test_lakes_close() -> None:
    """AMB-18: 1504 has the lake to the north; two Germans close the other five sides."""
    units: dict[str, Words] = {"SL-konev": "1504", "G-6Inf": "1505", "G-26Inf": "1303"}
    units |= {"G-5Inf": "1703"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    assert allowed(state, Withdraw("SL-konev"))


@pytest.mark.rule("10.4a")
@pytest.mark.parametrize(
    "fields", [{"withdrawals": 2}, {"withdrawals": 1, "withdrawn_this_turn": True}]
)
def test_one_withdrawal_per_turn_and_two_per_game(fields: dict[str, int]) -> None:
    state = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL, **fields)
    assert why(state, Withdraw("SL-konev")) == ("10.4a", "no-withdrawal-left")


@pytest.mark.rule("10.4a")
def test_one_withdrawal_is_counted_and_allows_another_next_turn() -> None:
    units: dict[str, Words] = {**POCKET, "SL-lukin": "2410"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    play(state, Withdraw("SL-konev"), dice=[1])
    assert state.withdrawals == 1
    assert why(state, Withdraw("SL-lukin"))[1] == "not-now"
    go_on(state, 6, Phase.SOVIET_START)
    play(state, Withdraw("SL-lukin"), dice=[1])
    assert state.withdrawals == 2


@pytest.mark.rule("10.4a")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("S-1", ("10.4a", "no-leader-there")),
        ("SL-rakutin", ("10.4a", "no-leader-there")),
        ("G-6Inf", ("10.4a", "not-your-unit")),
        ("SL-nobody", ("3.4a", "unknown-unit")),
        ("SL-lukin", ("10.4b", "not-surrounded")),
    ],
)
def test_only_a_leader_on_the_map_is_withdrawn(name: str, reason: tuple[str, str]) -> None:
    units: dict[str, Words] = {**POCKET, "S-1": "2410 SR01", "SL-lukin": "3010"}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    assert why(state, Withdraw(name)) == reason


@pytest.mark.rule("10.4c")
def test_a_withdrawn_leader_returns_at_x_from_the_next_turn() -> None:
    spent = UnitPosition("", "2410", state=("unsupplied", "disrupted"), spent=20, back="2510")
    units: dict[str, Words] = {**POCKET, "SL-konev": spent}
    state = arrange(units, phase="soviet-start", options=WITHDRAWAL)
    play(state, Withdraw("SL-konev"), dice=[1])
    assert why(state, Move(("SL-konev",), ("5907",))) == ("10.4c", "leader-away")
    go_on(state, 6, Phase.SOVIET_MOVE)
    assert place(state, "SL-konev") == "waiting"
    assert why(state, Move(("SL-konev",), ("5915",))) == ("14.3a", "wrong-entry")
    # Nothing of his last days in the pocket follows him.
    assert points_left(state, "SL-konev") == 10
    assert not flags(state, "SL-konev")
    play(state, Move(("SL-konev",), ("5907", "5807")))
    assert place(state, "SL-konev") == "5807"


@pytest.mark.rule("10.4a", "10.4c")
def test_a_withdrawal_tells_what_it_saves_and_what_it_uses_up() -> None:
    state = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL, turn=3)
    notes = {n.key: n for n in GAME.forecast(state, Withdraw("SL-konev")).notes}
    assert notes["leader-back"].facts == {"unit": "SL-konev", "entry": "X", "turn": 4}
    assert notes["withdrawals-left"].grave
    assert notes["withdrawals-left"].facts == {"left": 1, "of": 2}
    late = arrange(POCKET, phase="soviet-start", options=WITHDRAWAL, turn=12, withdrawals=1)
    notes = {n.key: n for n in GAME.forecast(late, Withdraw("SL-konev")).notes}
    assert notes["leader-too-late"].grave
    assert notes["withdrawals-left"].facts == {"left": 0, "of": 2}
