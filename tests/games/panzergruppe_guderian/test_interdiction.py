"""13.0 Interdiction: German aircraft and the Soviet marker."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Captured,
    Interdicted,
    InterdictionEnded,
    Moved,
    RailMoved,
)
from campagna.games.panzergruppe_guderian.orders import Done, Interdict, Move, RailMove
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.rules.victory import pass_through
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    events_of,
    go_on,
    only,
    place,
    play,
    refused,
    why,
)
from tests.offered import by_order


def air(state: State) -> list[str]:
    return [state.world.hex_ids[h] for h in state.air]


def supplied(state: State, name: str) -> bool:
    return in_supply(state, state.find(name))


# --- German markers: placing (13.1, 13.2) ---------------------------------------------------------------


@pytest.mark.rule("13.1", "13.2a", "4.2 B5")
def test_the_german_places_up_to_three_markers() -> None:
    state = arrange({}, phase="german-interdict")
    four = refused(state, Interdict(("2216", "2217", "2218", "2219")))
    assert (four.rule, four.reason, four.facts) == ("13.1", "too-many-markers", {"count": 3})
    assert allowed(state, Interdict())
    events = play(state, Interdict(("2218", "2216", "4015")), dice=[1])
    assert only(events, Interdicted).hexes == ("2218", "2216", "4015")
    assert sorted(air(state)) == ["2216", "2218", "4015"]


@pytest.mark.rule("13.2a")
def test_the_first_markers_are_placed_before_play() -> None:
    state = arrange({}, phase="setup-air", turn=0)
    play(state, Interdict(("2216", "1414")), dice=[1, 1, 1])
    assert (state.turn, state.phase) == (1, Phase.SOVIET_MOVE)
    assert sorted(air(state)) == ["1414", "2216"]


@pytest.mark.parametrize("phase", ["german-move", "german-combat", "soviet-move"])
def test_markers_are_placed_in_no_other_phase(phase: str) -> None:
    assert why(arrange({}, phase=phase), Interdict(("2216",)))[1] == "not-now"


@pytest.mark.rule("13.33a")
def test_one_marker_per_hex() -> None:
    state = arrange({}, phase="german-interdict")
    assert why(state, Interdict(("2216", "2216"))) == ("13.33a", "marker-there")
    assert why(state, Interdict(("9901",))) == ("6.GEN-2", "unknown-hex")


@pytest.mark.rule("13.34")
def test_markers_lie_on_soviet_units_too() -> None:
    state = arrange({"S-1": "2216 SR01", "G-6Inf": "2010"}, phase="german-interdict")
    assert allowed(state, Interdict(("2216", "2010")))


@pytest.mark.rule("13.2b")
@pytest.mark.parametrize(("hex_", "goes"), [("4001", True), ("4031", True), ("4101", False)])
def test_column_40_is_the_limit(hex_: str, goes: bool) -> None:
    """AMB-21: 40 itself is allowed."""
    state = arrange({}, phase="german-interdict")
    order = Interdict((hex_,))
    if goes:
        assert allowed(state, order)
    else:
        refusal = refused(state, order)
        assert (refusal.rule, refusal.reason) == ("13.2b", "beyond-air-limit")
        assert refusal.facts == {"hex": hex_, "column": 40}
    assert GAME.offers(state).covers(order) == goes


@pytest.mark.rule("13.2b", "13.2c")
def test_smolensk_lifts_the_limit_from_the_turn_after_its_capture() -> None:
    state = arrange({"G-GD": "2215", "G-Lehr": "2317"}, phase="german-move")
    play(state, Move(("G-GD",), ("2216",)), Move(("G-Lehr",), ("2217",)))
    far = Interdict(("5907",))
    go_on(state, 5, Phase.GERMAN_INTERDICT)
    assert why(state, far) == ("13.2b", "beyond-air-limit")
    go_on(state, 6, Phase.GERMAN_INTERDICT)
    assert allowed(state, far)


SMOLENSK: dict[str, Any] = {"german_hexes": ("2216", "2217"), "smolensk_free": True}
# They close every hex around the two of Smolensk.
RING: dict[str, Words] = {
    "S-1": "2317 SR01",
    "S-2": "2117 SR02",
    "S-3": "2214 SR03",
    "S-4": "2219 SR06",
}


@pytest.mark.rule("13.2b", "13.2c", "13.2d")
@pytest.mark.parametrize(
    ("units", "fields", "goes"),
    [
        ({}, SMOLENSK, True),
        ({}, SMOLENSK | {"german_hexes": ("2216",)}, False),  # one hex was taken back
        ({}, SMOLENSK | {"smolensk_free": False}, False),  # taken this very turn
        (RING, SMOLENSK, False),  # no line to the west edge
        (RING | {"G-6Inf": "2215", "G-26Inf": "2115"}, SMOLENSK, True),  # Germans open one
    ],
)
def test_the_limit_is_lifted_only_while_smolensk_is_held_and_connected(
    units: dict[str, Words], fields: dict[str, Any], goes: bool
) -> None:
    state = arrange(units, phase="german-interdict", **fields)
    assert allowed(state, Interdict(("5907",))) == goes
    assert allowed(state, Interdict(("4015",)))


@pytest.mark.rule("13.2c")
@pytest.mark.parametrize(("edition", "goes"), [("1", False), ("2", True)])
def test_the_line_to_smolensk_is_asked_for_now_and_not_the_turn_before(
    edition: str, goes: bool
) -> None:
    """The ring around Smolensk closes its line on turn 5 and is gone on turn 6."""
    state = arrange(
        RING,
        phase="german-interdict",
        german_hexes=("2216", "2217"),
        options={"edition": edition},
    )
    assert why(state, Interdict(("5907",))) == ("13.2b", "beyond-air-limit")
    go_on(state, 6, Phase.GERMAN_INTERDICT)
    for name in RING:
        state.put(state.find(name), state.world.hex_index["5805"])
    assert allowed(state, Interdict(("5907",))) == goes


@pytest.mark.rule("13.2d")
@pytest.mark.parametrize(("edition", "goes"), [("1", True), ("2", False)])
def test_after_smolensk_was_taken_back_the_next_capture_counts_from_its_own_turn(
    edition: str, goes: bool
) -> None:
    units: dict[str, Words] = {"S-1": "2317 SR01", "G-GD": "2116"}
    state = arrange(units, phase="soviet-move", options={"edition": edition}, **SMOLENSK)
    play(state, Move(("S-1",), ("2217",)))
    go_on(state, 5, Phase.GERMAN_MOVE)
    state.put(state.find("S-1"), state.world.hex_index["5805"])
    play(state, Move(("G-GD",), ("2117", "2217")))
    go_on(state, 5, Phase.GERMAN_INTERDICT)
    assert allowed(state, Interdict(("5907",))) == goes
    go_on(state, 6, Phase.GERMAN_INTERDICT)
    assert allowed(state, Interdict(("5907",)))


# --- German markers: effect (13.3) ----------------------------------------------------------------------


@pytest.mark.rule("13.31", "13.32", "6.33b")
def test_a_marker_costs_one_point_on_foot_and_four_by_rail() -> None:
    """T36: a German marker on the clear rail hex 1315."""
    for marked, walk, ride in (((), 1, 1), (("1315",), 2, 4)):
        state = arrange({"S-1": "1415 SR01", "SL-konev": "1415"}, phase="soviet-move", air=marked)
        assert only(play(state, Move(("S-1",), ("1315",))), Moved).cost == 2 * walk
        state = arrange({"S-1": "1415 SR01", "SL-konev": "1415"}, phase="soviet-move", air=marked)
        assert only(play(state, RailMove("S-1", ("1315",))), RailMoved).cost == ride


@pytest.mark.rule("13.31")
def test_each_interdicted_rail_hex_costs_four() -> None:
    way = ("4115", "4114", "4113", "4112", "4111")
    for marked, cost in (((), 5), (("4114",), 8), (("4114", "4112"), 11), (("4015",), 5)):
        state = arrange({"S-1": "4015 SR01"}, phase="soviet-move", air=marked)
        assert only(play(state, RailMove("S-1", way)), RailMoved).cost == cost


@pytest.mark.rule("13.32")
@pytest.mark.parametrize(
    ("name", "start", "hex_", "cost"),
    [
        ("S-1", "2410", "2409", 2 + 2),  # rifle into forest
        ("S-2", "2410", "2409", 4 + 2),  # armour into forest
        ("SL-konev", "2410", "2409", 2 + 2),
        ("S-2", "2215", "2216", 1 + 2),  # armour along a road
        ("S-1", "2216", "2217", 2 + 2 + 2),  # across the river
    ],
)
def test_a_marker_adds_one_point_to_any_terrain(
    name: str, start: str, hex_: str, cost: int
) -> None:
    units: dict[str, Words] = {"S-1": f"{start} SR01", "S-2": f"{start} SA13", "SL-konev": start}
    state = arrange(units, phase="soviet-move", air=(hex_,))
    assert only(play(state, Move((name,), (hex_,))), Moved).cost == cost
    # Leaving it costs nothing.
    state = arrange(units, phase="soviet-move", air=(start,))
    assert only(play(state, Move((name,), (hex_,))), Moved).cost == cost - 2


@pytest.mark.rule("13.32", "14.GEN-2")
def test_a_marker_burdens_the_entry_hex_too() -> None:
    units: dict[str, Words] = {"S-1": UnitPosition("", "waiting", "SR01", entry="X")}
    for marked, cost in (((), 2), (("5907",), 4)):
        state = arrange(units, phase="soviet-move", air=marked)
        assert only(play(state, Move(("S-1",), ("5907",))), Moved).cost == cost


def test_markers_neither_control_nor_fill_a_hex() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR01",
        "S-2": "2410 SR02",
        "S-3": "2411 SR03",
        "SL-konev": "2410",
    }
    state = arrange(units, phase="soviet-move", air=("2410", "2409", "2511"))
    play(state, Move(("S-3",), ("2410",)), Move(("S-1",), ("2510", "2509")))
    play(state, Done())
    assert [place(state, n) for n in ("S-1", "S-2", "S-3")] == ["2509", "2410", "2410"]


@pytest.mark.rule("13.33b", "4.2 A1")
def test_german_markers_go_when_the_soviet_movement_ends() -> None:
    state = arrange({"S-1": "2410 SR01"}, phase="soviet-move", air=("2216", "4015"))
    events = play(state, Done())
    assert [e.side for e in events_of(events, InterdictionEnded)] == ["german"]
    assert air(state) == []


# --- the Soviet marker (13.4) -----------------------------------------------------------------------------


@pytest.mark.rule("13.41", "13.42", "4.2 A4")
def test_the_soviet_places_one_marker_anywhere_at_the_end_of_his_turn() -> None:
    state = arrange({"S-1": "2410 SR01"}, phase="soviet-interdict")
    for hex_ in ("0101", "5931", "2410", "0120"):
        assert allowed(state, Interdict((hex_,)))
    assert why(state, Interdict(("2216", "2217"))) == ("13.41", "too-many-markers")
    assert only(play(state, Interdict(("2410",))), Interdicted).rule == "13.42"
    assert state.world.hex_ids[state.soviet_marker] == "2410"
    assert state.soviet_marker_uses == 1
    assert state.phase == Phase.GERMAN_MOVE


@pytest.mark.rule("13.41")
@pytest.mark.parametrize(("turn", "uses"), [(5, 3), (12, 0)])
def test_a_used_up_marker_cannot_be_placed(turn: int, uses: int) -> None:
    state = arrange({}, phase="soviet-interdict", turn=turn, soviet_marker_uses=uses)
    assert why(state, Interdict(("2216",))) == ("13.41", "interdiction-used-up")
    assert allowed(state, Interdict())
    assert by_order(GAME.offers(state)) == {"interdict": True, "done": True}, "no hex to choose"


@pytest.mark.rule("13.41")
def test_a_turn_without_the_marker_does_not_count() -> None:
    state = arrange({}, phase="soviet-interdict")
    play(state, Interdict())
    assert state.soviet_marker_uses == 0
    assert state.phase == Phase.GERMAN_MOVE


@pytest.mark.rule("13.41")
@pytest.mark.parametrize(
    ("turn", "uses", "asked"), [(1, 0, True), (11, 2, True), (11, 3, False), (12, 0, False)]
)
def test_three_turns_of_the_game_and_never_the_last(turn: int, uses: int, asked: bool) -> None:
    """AMB-22."""
    state = arrange({}, phase="soviet-move", turn=turn, soviet_marker_uses=uses)
    play(state, Done())
    assert (state.phase == Phase.SOVIET_INTERDICT) == asked


@pytest.mark.rule("13.41")
def test_the_three_turns_may_follow_each_other() -> None:
    state = arrange({}, phase="soviet-interdict", turn=2)
    for turn in (2, 3, 4):
        go_on(state, turn, Phase.SOVIET_INTERDICT)
        play(state, Interdict(("2216",)))
    go_on(state, 5, Phase.SOVIET_MOVE)
    play(state, Done())
    assert state.phase == Phase.GERMAN_MOVE, "the fourth time nobody is asked"


@pytest.mark.rule("13.45")
def test_the_soviet_marker_does_not_lie_on_germans() -> None:
    state = arrange({"G-6Inf": "2410"}, phase="soviet-interdict")
    assert why(state, Interdict(("2410",))) == ("13.45", "germans-there")
    assert not GAME.offers(state).covers(Interdict(("2410",)))


@pytest.mark.rule("13.43")
@pytest.mark.parametrize("phase", ["german-move", "german-mech-move"])
@pytest.mark.parametrize(("name", "cost"), [("G-GD", 4), ("G-1Cav", 4)])
def test_the_soviet_marker_costs_germans_a_point_in_both_movements(
    phase: str, name: str, cost: int
) -> None:
    for marker, price in (("", cost - 2), ("2410", cost)):
        state = arrange({name: "2411"}, phase=phase, soviet_marker=marker)
        assert only(play(state, Move((name,), ("2410",))), Moved).cost == price


@pytest.mark.rule("13.43", "13.32")
def test_each_side_is_hindered_by_the_enemys_markers_only() -> None:
    state = arrange({"G-GD": "2411"}, air=("2410",))
    assert only(play(state, Move(("G-GD",), ("2410",))), Moved).cost == 2
    soviet = arrange({"S-1": "2411 SR01"}, phase="soviet-move", soviet_marker="2410")
    assert only(play(soviet, Move(("S-1",), ("2410",))), Moved).cost == 2


@pytest.mark.rule("8.GEN")
def test_the_soviet_marker_exerts_no_zone_and_stacks_with_anything() -> None:
    units: dict[str, Words] = {"G-GD": "2411", "G-6Inf": "2410", "G-26Inf": "2410"}
    state = arrange(units, soviet_marker="2510")
    play(state, Move(("G-GD",), ("2511", "2510", "2509")))
    assert place(state, "G-GD") == "2509"


# 3010 is supplied by road only: 11.12 reaches no further than 20 MP.
@pytest.mark.rule("13.44")
@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        ("", True),
        ("0120", False),  # every line leads into this hex
        ("0219", False),
        ("0518", False),
        ("2414", True),  # 3010 still reaches another road hex
        ("3011", True),
        ("3010", True),  # a unit in the hex traces out of it (AMB-31)
    ],
)
def test_german_road_supply_does_not_pass_the_soviet_marker(marker: str, expected: bool) -> None:
    assert supplied(arrange({"G-6Inf": "3010"}, soviet_marker=marker), "G-6Inf") == expected


@pytest.mark.rule("13.44", "11.11")
@pytest.mark.parametrize(("hex_", "expected"), [("2128", True), ("2228", False)])
def test_the_marked_road_hex_itself_is_no_end_of_a_line(hex_: str, expected: bool) -> None:
    """2128 is 20 hexes from 0120, the last open hex of the road; 2228 is 20 from the marked 0219."""
    assert supplied(arrange({"G-6Inf": hex_}, soviet_marker="0219"), "G-6Inf") == expected


@pytest.mark.rule("13.44")
@pytest.mark.parametrize(("marker", "expected"), [("", True), ("1105", False), ("1104", True)])
def test_nor_does_the_line_by_movement_points(marker: str, expected: bool) -> None:
    """The only gap between Soviet zones is 1105; no road leads home."""
    wall = {i: f"11{row:02d}" for i, row in enumerate([1, 3, 7, *range(9, 32, 2)], start=1)}
    units: dict[str, Words] = {f"S-{i}": f"{h} SR{i:02d}" for i, h in wall.items()}
    state = arrange({"G-6Inf": "1305", **units}, soviet_marker=marker)
    assert supplied(state, "G-6Inf") == expected


@pytest.mark.rule("13.46", "4.2 B5")
def test_the_soviet_marker_goes_at_the_end_of_the_german_turn() -> None:
    state = arrange({}, phase="german-move", soviet_marker="2410", soviet_marker_uses=1)
    play(state, Done())
    assert state.phase == Phase.GERMAN_MECH_MOVE
    assert state.soviet_marker != -1, "it counts in the second movement too"
    events = play(state, Done())
    assert [e.side for e in events_of(events, InterdictionEnded)] == ["soviet"]
    assert state.soviet_marker == -1
    assert state.phase == Phase.GERMAN_INTERDICT


@pytest.mark.rule("13.2d")
@pytest.mark.parametrize(
    ("side", "hex_", "free"),
    [(0, "2216", False), (0, "2217", False), (0, "0412", True), (1, "0513", True)],
)
def test_only_the_loss_of_smolensk_renews_the_limit(side: int, hex_: str, free: bool) -> None:
    held = ("2216", "2217", "0412")
    state = arrange({}, phase="german-move", german_hexes=held, smolensk_free=True)
    (captured,) = pass_through(state, side, [state.world.hex_index[hex_]])
    assert isinstance(captured, Captured)
    assert captured.hex == hex_
    assert state.smolensk_free == free


@pytest.mark.rule("13.31", "13.32", "13.43")
def test_markers_say_what_they_cost_before_they_are_placed() -> None:
    """Both sides are told the price and how long it holds; without markers there is nothing to say."""

    def notes(phase: str, *hexes: str) -> list[tuple[str, dict[str, Any]]]:
        state = arrange(phase=phase)
        said = GAME.forecast(state, Interdict(hexes)).notes
        return [(note.key, dict(note.facts)) for note in said]

    assert notes("german-interdict", "0505") == [("air-markers", {"count": 1, "rail": 4})]
    assert notes("german-interdict") == []
    (soviet,) = notes("soviet-interdict", "3010")
    assert soviet == ("soviet-marker", {"count": 1, "left": 2})
