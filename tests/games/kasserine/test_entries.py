"""Entering and leaving the map (CAL-16 to CAL-20, MOV-8, VIC-1)."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.events import (
    Eliminated,
    Entered,
    EntryCancelled,
    Left,
    LeftToBlock,
    Moved,
)
from campagna.games.kasserine.orders import Done, Leave, Move
from campagna.games.kasserine.rules.victory import axis_losses, exit_points
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    GAME,
    allowed,
    attack,
    costs,
    events_of,
    lay,
    marks,
    move,
    only,
    path,
    place,
    play,
    refused,
    unit,
    until,
    why,
)
from tests.offered import paths

FIRST = 4
"""The move in which DAK, Centauro, the 34th and the first regiment of the 1st enter."""


@pytest.mark.rule("CAL-16")
def test_entry_costs_nothing_and_movement_goes_on() -> None:
    state = lay({"3524": "A10-I7"}, move=FIRST)
    events = play(state, move("ADK-I8", "1236 1235 1135"))
    assert only(events, Entered).hex == "1236"
    assert only(events, Moved).cost == 2
    assert place(state, "ADK-I8") == "1135"
    assert costs(state, "ADK-33")["1236"] == 0


@pytest.mark.rule("CAL-16", "SET-10")
def test_nobody_enters_before_his_move_or_in_the_other_turn() -> None:
    state = lay({"3524": "A10-I7"}, move=3)
    assert why(state, move("ADK-I8", "1236")) == ("CAL-16", "not-due")
    state = lay({"3524": "A10-I7", "0911": "L34-1-133"}, move=FIRST)
    assert why(state, move("L34-3-133", "2201"))[1] == "not-your-unit"
    assert allowed(lay({"3524": "A10-I7"}, move=9), move("ADK-I8", "1236"))


@pytest.mark.rule("CAL-16", "MOV-5")
def test_the_entry_hex_takes_two_and_a_stack_may_enter_together() -> None:
    state = lay({"3524": "A10-I7"}, move=FIRST)
    play(state, Move(("ADK-I8", "ADK-I-Afr"), path("1236")))
    assert why(state, move("ADK-II-Afr", "1236")) == ("MOV-5", "no-room")
    play(state, move("ADK-II-Afr", "1236 1235"))


@pytest.mark.rule("CAL-20", "CMD-3")
def test_who_may_enter_is_supplied_and_commanded_from_the_entry_hex() -> None:
    state = lay({"3524": "A10-I7"}, move=FIRST)
    assert {"supplied", "under-division", "complete"} <= marks(state, "ADK-I8")
    assert state.hex_name(unit(state, "ADK-I8").start) == "1236"
    contact = lay({"3524": "A10-I7", "1134": "L1B-2-13"}, move=FIRST)
    play(contact, move("ADK-I8", "1236 1235 1135"))
    assert "engaged" in marks(contact, "ADK-I8")


@pytest.mark.rule("CAL-19")
def test_an_enemy_on_the_entry_hex_diverts_to_the_nearest_of_the_edge() -> None:
    state = lay({"3524": "A10-I7", "1236": "L1B-2-13"}, move=FIRST)
    assert why(state, move("ADK-I8", "1236")) == ("CAL-19", "not-an-entry")
    assert starts(state, "ADK-I8") == {"1136", "1336"}
    assert costs(state, "ADK-I8")["1136"] == 2
    assert costs(state, "ADK-I8")["1336"] == 6
    assert only(play(state, move("ADK-I8", "1136")), Moved).cost == 2


def starts(state: State, unit: str) -> set[str]:
    """The hexes by which it may come in."""
    return {path[0] for path in paths(GAME.offers(state), "move")[unit].values()}


SILIANA_SHUT = {"2201": "A10-I7", "0911": "L34-1-168"}
"""Tanks on the entry hex of the 34th, which have both hexes beside it on the edge in their zone."""


@pytest.mark.rule("CAL-19", "ATT-2")
def test_a_substitute_entry_hex_in_a_zone_stops_and_obliges() -> None:
    """A42: it is entered, and not where movement begins."""
    state = lay(SILIANA_SHUT, "allied", move=FIRST)
    assert why(state, move("L34-1-133", "2101 2001")) == ("ATT-2", "zone-stop")
    assert set(costs(state, "L34-1-133")) == {"2101", "2301"}
    play(state, move("L34-1-133", "2101"))
    assert "engaged" in marks(state, "L34-1-133")
    play(state, move("CD-34", "2101"))
    assert "engaged" not in marks(state, "CD-34")
    until(state, "plan")
    assert why(state, Done()) == ("ATT-2", "must-attack")
    assert allowed(state, attack("L34-1-133", "2201"))


@pytest.mark.rule("CAL-19")
def test_in_the_first_edition_a_substitute_entry_hex_stopped_nobody() -> None:
    state = lay(SILIANA_SHUT, "allied", move=FIRST, options={"edition": "1"})
    play(state, move("L34-1-133", "2101 2001"), move("L34-3-133", "2101"))
    assert "engaged" not in marks(state, "L34-3-133")


@pytest.mark.rule("CAL-19", "ATT-16")
def test_who_may_not_attack_appears_there_and_owes_nothing() -> None:
    """A42: a zone keeps nobody from appearing (A5). At night there is none."""
    board = {**SILIANA_SHUT, "dead": "CD-34"}
    state = lay(board, "allied", move=FIRST)
    play(state, move("L34-1-133", "2101"))
    assert "engaged" not in marks(state, "L34-1-133")
    assert why(state, move("L34-3-133", "2101 2001")) == ("ATT-2", "zone-stop")
    assert allowed(lay(board, "allied", move=6), move("L34-1-133", "2101 2001"))


@pytest.mark.rule("CAL-19")
def test_a_ring_around_the_entry_hex_diverts_too() -> None:
    ring = {"1235": "L1B-2-13", "1136": "L1B-2-6", "1336": "L1B-601"}
    state = lay({"3524": "A10-I7", **ring}, move=FIRST)
    assert why(state, move("ADK-I8", "1236")) == ("CAL-19", "not-an-entry")
    assert starts(state, "CD-DAK") == {"1036", "1436"}
    two = lay({"3524": "A10-I7", "1235": "L1B-2-13", "1136": "L1B-2-6"}, move=FIRST)
    assert allowed(two, move("CD-DAK", "1236"))


@pytest.mark.rule("CAL-19", "ATT-2")
def test_appearing_in_a_zone_owes_nothing() -> None:
    state = lay({"3524": "A10-I7", "1235": "L1B-2-13"}, move=FIRST)
    play(state, move("ADK-I8", "1236"), move("CD-DAK", "1236"))
    assert "engaged" not in marks(state, "ADK-I8")
    options = {"entry_in_enemy_zone": False}
    state = lay({"3524": "A10-I7", "1235": "L1B-2-13"}, move=FIRST, options=options)
    assert why(state, move("CD-DAK", "1236")) == ("CAL-19", "not-an-entry")
    assert allowed(state, move("ADK-I8", "1236"))
    together = Move(("ADK-I8", "CD-DAK"), ("1236",))
    assert why(state, together) == ("CAL-19", "not-an-entry")
    allied = lay({"2202": "A10-I7"}, "allied", move=FIRST, options=options)
    assert why(allied, move("CD-34", "2201")) == ("CAL-19", "not-an-entry")
    assert allowed(lay({"2202": "A10-I7"}, "allied", move=FIRST), move("CD-34", "2201"))


# --- leaving ------------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-8", "VIC-1", "VIC-6")
def test_an_exit_to_tebessa_scores_and_is_no_loss() -> None:
    state = lay({"0216": "A21-I5:supplied", "0116": "A10-I7:supplied:reduced"}, opened=True)
    left = only(play(state, Leave("A21-I5", path("0116"))), Left)
    assert (left.points, left.total, left.hex) == (8, 8, "0116")
    play(state, Leave("A10-I7"))
    assert exit_points(state) == 13
    assert axis_losses(state) == 3
    assert place(state, "A21-I5") == "exited"


@pytest.mark.rule("MOV-8")
@pytest.mark.parametrize(("hex_", "storm_left"), [("0116", True), ("0115", False)])
def test_leaving_costs_half_a_point_by_road_one_elsewhere(hex_: str, storm_left: bool) -> None:
    """A Tiger has one point in a storm: 1/2 for one road hex leaves 1/2."""
    start = {"0116": "0216", "0115": "0215"}[hex_]
    state = lay({start: "A10-501:supplied"}, opened=True, weather="storm")
    assert allowed(state, Leave("A10-501", (hex_,))) == storm_left
    at_the_edge = lay({"0115": "A10-501:supplied"}, opened=True, weather="storm")
    assert allowed(at_the_edge, Leave("A10-501"))


@pytest.mark.rule("MOV-8", "VIC-6")
@pytest.mark.parametrize("hex_", ["1236", "3725", "0115", "2201"])
def test_every_other_way_out_eliminates(hex_: str) -> None:
    """Its own entry road included; at 2201 nobody is due any more in the last move."""
    due = "L34-1-133 L34-3-133 L34-1-135 L34-2-135 L34-3-135 L34-1-168 L34-125 L34-185 CD-34 S-E03"
    state = lay({hex_: "A21-I5:supplied", "dead": due}, opened=True)
    assert only(play(state, Leave("A21-I5")), Eliminated).cause == "left"
    assert place(state, "A21-I5") == "dead"
    assert axis_losses(state) == 8


@pytest.mark.rule("MOV-8")
@pytest.mark.parametrize("piece", ["CD-21", "S-M01:marching", "L34-1-133:supplied"])
def test_only_axis_combat_units_score(piece: str) -> None:
    side = "allied" if piece.startswith("L") else "axis"
    state = lay({"0116": piece}, side, opened=True)
    play(state, Leave(piece.split(":", maxsplit=1)[0]))
    assert place(state, piece.split(":", maxsplit=1)[0]) == "dead"
    assert exit_points(state) == 0


@pytest.mark.rule("MOV-8", "MOV-13")
def test_who_goes_to_the_edge_first_is_told_to_have_moved_there() -> None:
    """By the track 1/2, then 1 off the map; from the edge itself nobody moves."""
    state = lay({"0335": "A21-I5:supplied"}, opened=True)
    events = play(state, Leave("A21-I5", path("0336")))
    moved = only(events, Moved)
    assert (moved.path, moved.cost) == (("0335", "0336"), 3)
    assert only(events, Eliminated).hex == "0336"
    state = lay({"0336": "A21-I5:supplied"}, opened=True)
    events = play(state, Leave("A21-I5"))
    assert not events_of(events, Moved)
    assert only(events, Eliminated).hex == "0336"


@pytest.mark.rule("MOV-8", "MOV-18")
def test_leaving_must_be_paid_too() -> None:
    """A Tiger in a storm has one point: it is spent when it stands at the edge."""
    state = lay({"0215": "A10-501:supplied"}, opened=True, weather="storm")
    assert allowed(state, move("A10-501", "0115"))
    refusal = refused(state, Leave("A10-501", path("0115")))
    assert (refusal.rule, refusal.reason) == ("MOV-18", "too-far")
    assert refusal.facts == {"units": ("A10-501",), "cost": "2", "left": "1"}


@pytest.mark.rule("MOV-8")
def test_one_leaves_from_the_edge_only() -> None:
    state = lay({"0316": "A21-I5:supplied"}, opened=True)
    assert why(state, Leave("A21-I5", path("0216"))) == ("MOV-8", "not-on-the-edge")
    assert why(state, Leave("A10-I7")) == ("MOV-8", "not-on-map")


@pytest.mark.rule("MOV-8", "ATT-2")
def test_an_edge_hex_in_an_enemy_zone_holds_who_enters_it() -> None:
    board = {"0216": "A21-I5:supplied:under-division", "0115": "L34-1-133"}
    assert why(lay(board, opened=True), Leave("A21-I5", path("0116"))) == ("ATT-2", "zone-stop")
    inside = {"0116": "A21-I5:supplied:under-division", "0115": "L34-1-133"}
    assert allowed(lay(inside, opened=True), Leave("A21-I5"))


@pytest.mark.rule("CAL-17", "CAL-18", "VIC-6")
def test_an_allied_unit_leaving_by_gafsa_keeps_dak_out() -> None:
    state = lay({"1236": "L1B-2-13 S-M06", "3524": "A10-I7"}, "allied", move=FIRST)
    events = play(state, Leave("L1B-2-13"))
    assert only(events, LeftToBlock).hex == "1236"
    assert {e.group for e in events_of(events, EntryCancelled)} == {
        "DAK",
        "Centauro",
        "DAK second echelon",
    }
    assert place(state, "L1B-2-13") == "blocking"
    assert {place(state, u) for u in ("ADK-I8", "CA-ROMMEL", "AIT-XIV31", "ADK-71W")} == {
        "cancelled"
    }
    assert axis_losses(state) == 0


@pytest.mark.rule("CAL-16", "CAL-17", "CAL-18", "CAP-6", "VIC-1")
@pytest.mark.parametrize(
    ("box", "name", "reason"),
    [
        ("cancelled", "ADK-I8", ("CAL-17", "entry-cancelled")),
        ("blocking", "A21-I5", ("CAL-18", "left-to-block")),
        ("exited", "A21-I5", ("VIC-1", "left-for-good")),
        ("dead", "A21-I5", ("MOV-1", "not-on-map")),
        ("dead", "ADK-I8", ("MOV-1", "not-on-map")),
        ("tray", "ADK-71W", ("CAL-16", "not-due")),
    ],
)
def test_why_a_piece_off_the_map_does_not_move(
    box: str, name: str, reason: tuple[str, str]
) -> None:
    state = lay({"3524": "A10-I7", box: name}, move=FIRST)
    assert why(state, move(name, "1236")) == reason
    rule = "MOV-8" if reason[0] == "MOV-1" else reason[0]
    assert why(state, Leave(name)) == (rule, reason[1])
    assert why(state, Leave("ADK-I-Afr")) == ("MOV-8", "not-on-map"), "it waits to come in"


@pytest.mark.rule("CAP-6", "MOV-8")
def test_the_relieved_commander_does_not_come_back() -> None:
    state = lay({"0911": "L34-1-133", "replaced": "CL-II"}, "allied")
    assert why(state, move("CL-II", "0911")) == ("CAP-6", "relieved")


@pytest.mark.rule("CAL-17")
def test_who_entered_before_stays_and_reconnaissance_blocks_nothing() -> None:
    board = {"1236": "L1A-81", "1234": "ADK-I8"}
    state = lay(board, "allied", move=5)
    assert not events_of(play(state, Leave("L1A-81")), EntryCancelled)
    assert place(state, "L1A-81") == "dead"
    state = lay({"1236": "L1B-2-13 S-M06", "1234": "ADK-I8"}, "allied", move=5)
    play(state, Leave("L1B-2-13"))
    assert place(state, "ADK-I8") == "1234"
    assert place(state, "ADK-33") == "cancelled"


@pytest.mark.rule("CAL-17", "VIC-1", "CAP-6")
def test_an_axis_exit_by_an_allied_entry_road_scores_and_blocks_but_not_patton() -> None:
    state = lay({"0119": "A21-I5:supplied"}, opened=True, move=5)
    events = play(state, Leave("A21-I5"))
    assert only(events, Left).points == 8
    assert {e.group for e in events_of(events, EntryCancelled)} == {
        "1US - 26 RCT",
        "1US - 18 RCT",
        "1US - 16 RCT",
    }
    assert place(state, "A21-I5") == "exited"
    assert place(state, "CL-PATTON") == "tray"


@pytest.mark.rule("CAL-17", "CAL-18")
def test_an_axis_unit_by_the_road_to_siliana_blocks_without_scoring() -> None:
    state = lay({"2201": "A21-I5:supplied"}, opened=True, move=5)
    assert only(play(state, Leave("A21-I5")), LeftToBlock).hex == "2201"
    assert place(state, "A21-I5") == "blocking"
    assert exit_points(state) == 0
    assert axis_losses(state) == 0
    assert place(state, "L34-1-133") == "cancelled"
