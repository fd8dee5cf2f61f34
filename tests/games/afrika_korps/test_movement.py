"""5 Movement, 6 Stacking, 8.1-8.3 zones in the way."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import Moved
from campagna.games.afrika_korps.orders import Attack, Done, Move
from tests.games.afrika_korps.lay import (
    allowed,
    at,
    end_turn,
    go,
    lay,
    marks,
    only,
    path,
    phase,
    place,
    play,
    refused,
    unit,
    until,
    why,
)

TEN_EAST = "R41 R42 R43 R44 R45 R46 R47 R48 R49 R50"


# --- 5 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1")
def test_all_some_or_none_may_move() -> None:
    state = lay(R40="DE-21-5 DE-15-8", T40="IT-SAVONA")
    assert allowed(state, Done())
    play(state, go("DE-21-5", "R41"))
    assert (place(state, "DE-21-5"), place(state, "DE-15-8")) == ("R41", "R40")
    assert allowed(state, go("IT-SAVONA", "T41"))
    assert allowed(state, Done())


@pytest.mark.rule("5.2", "1.3.3")
def test_a_unit_moves_any_way_up_to_its_factor() -> None:
    state = lay(R40="DE-21-5")
    assert why(state, go("DE-21-5", f"{TEN_EAST} R51")) == ("5.2", "too-far")
    refusal = refused(state, go("DE-21-5", f"{TEN_EAST} R51"))
    assert (refusal.facts["cost"], refusal.facts["left"]) == (11, 10)
    moved = only(play(state, go("DE-21-5", "Q40 Q41 R42 S42 S41 R40 R39 S39 T40 T41")), Moved)
    assert (moved.cost, moved.path[0], place(state, "DE-21-5")) == (10, "R40", "T41")
    assert why(state, go("DE-21-5", "T42")) == ("5.2", "too-far")


@pytest.mark.rule("5.2", "6.2")
def test_a_move_may_be_made_in_pieces() -> None:
    state = lay(R40="DE-21-5")
    play(state, go("DE-21-5", "R41 R42 R43"))
    assert not allowed(state, go("DE-21-5", "R44 R45 R46 R47 R48 R49 R50 R51"))
    assert allowed(state, go("DE-21-5", "R44 R45 R46 R47 R48 R49 R50"))


@pytest.mark.rule("5.2")
def test_a_path_leads_from_hex_to_hex() -> None:
    state = lay(R40="DE-21-5")
    assert why(state, go("DE-21-5", "R42")) == ("5.2", "not-adjacent")
    assert why(state, go("DE-21-5", "R40")) == ("5.2", "not-adjacent")
    assert why(state, Move(("DE-21-5",), ()))[1] == "no-path"


@pytest.mark.rule("5.3")
def test_movement_comes_before_combat() -> None:
    state = lay(R41="DE-21-5", R40="AU-7-1", R43="DE-SUP-1", T40="IT-SAVONA")
    battle = Attack(("DE-21-5",), ("AU-7-1",), ("DE-SUP-1",))
    assert why(state, battle)[1] == "not-now"
    play(state, Done())
    assert phase(state) == "combat"
    assert why(state, go("IT-SAVONA", "T41"))[1] == "not-now"
    assert allowed(state, battle)


@pytest.mark.rule("5.4")
def test_enemy_combat_units_close_their_hex() -> None:
    state = lay(R41="DE-21-5", R40="AU-7-1")
    assert why(state, go("DE-21-5", "R40")) == ("5.4", "enemy-there")


@pytest.mark.rule("5.4", "15.1a", "22.3")
def test_supplies_and_rommel_close_nothing() -> None:
    state = lay("allied", R40="UK-7-4", R43="DE-ROMMEL", S42="DE-SUP-1", U45="IT-SAVONA")
    assert allowed(state, go("UK-7-4", "R41 R42 R43"))
    assert allowed(state, go("UK-7-4", "S41 S42 S43"))


@pytest.mark.rule("5.5")
def test_factors_are_not_saved() -> None:
    state = lay(R40="DE-21-5", T40="AU-7-1:count=0")
    end_turn(state)
    end_turn(state)
    until(state, "movement")
    assert why(state, go("DE-21-5", f"{TEN_EAST} R51")) == ("5.2", "too-far")


@pytest.mark.rule("5.5")
def test_factors_come_back_with_the_next_turn() -> None:
    state = lay(R40="DE-21-5")
    play(state, go("DE-21-5", TEN_EAST))
    end_turn(state)
    end_turn(state)
    until(state, "movement")
    assert unit(state, "DE-21-5").spent == 0
    assert allowed(state, go("DE-21-5", "R49"))


@pytest.mark.rule("5.6")
@pytest.mark.parametrize(
    ("start", "there", "open_"),
    [("P60", "Q60", True), ("Q60", "Q61", True), ("Q60", "R60", False), ("T62", "T61", False)],
)
def test_the_depression(start: str, there: str, open_: bool) -> None:
    state = lay(**{start: "DE-21-5"})
    assert allowed(state, go("DE-21-5", there)) == open_
    if not open_:
        assert why(state, go("DE-21-5", there)) == ("5.6", "depression")


@pytest.mark.rule("5.7a")
@pytest.mark.parametrize("pair", ["E18 F19", "W62 X62", "R65 S65", "W61 X62"])
def test_barred_hexsides_are_not_crossed(pair: str) -> None:
    for start, there in (pair.split(), pair.split()[::-1]):
        state = lay(**{start: "DE-21-5"})
        assert why(state, go("DE-21-5", there)) == ("5.7a", "no-way")


@pytest.mark.rule("5.7b", "7.1a")
def test_nobody_fights_across_a_barred_hexside() -> None:
    state = lay(D17="DE-21-5", F19="AU-7-1 AL-SUP-1", E16="DE-SUP-1")
    play(state, go("DE-21-5", "E18"))
    assert "stopped" not in marks(state, "DE-21-5")
    end_turn(state)
    assert state.side == 1, "there was nothing to fight"
    state = lay(phase="combat", E18="DE-21-5", F19="AU-7-1", E17="DE-15-8", E16="DE-SUP-1")
    battle = Attack(("DE-21-5", "DE-15-8"), ("AU-7-1",), ("DE-SUP-1",))
    assert not allowed(state, battle)


@pytest.mark.rule("5.8a")
def test_hexes_beyond_the_edge_do_not_exist() -> None:
    state = lay(R67="DE-21-5", side="axis")
    for there in ("R68", "X70", "Y70"):
        assert why(state, go("DE-21-5", there)) == ("5.8a", "unknown-hex")
    assert why(state, go("DE-21-5", "nowhere")) == ("5.2", "unknown-hex")


@pytest.mark.rule("5.8b")
@pytest.mark.parametrize(
    ("start", "there"),
    [
        ("J63", "I63"),
        ("K63", "K64"),
        ("M64", "M65"),
        ("O65", "O66"),
        ("Q66", "Q67"),
        ("S67", "S68"),
        ("U68", "U69"),
    ],
)
def test_playable_hexes_of_the_edge(start: str, there: str) -> None:
    state = lay("allied", **{start: "UK-7-4"})
    assert allowed(state, go("UK-7-4", there))


# --- 6 ----------------------------------------------------------------------------------------------

THREE = "IT-SAVONA IT-BOLOGNA IT-PAVIA"


@pytest.mark.rule("6.1a", "6.3")
def test_three_combat_units_to_a_hex_at_the_end_of_movement() -> None:
    state = lay(R40=THREE, R41="IT-TRENTO")
    play(state, go("IT-TRENTO", "R40"))
    assert why(state, Done()) == ("6.1a", "overstacked")
    play(state, go("IT-SAVONA", "Q40"))
    assert allowed(state, Done())


@pytest.mark.rule("6.1b", "22.2")
def test_supplies_and_rommel_do_not_count() -> None:
    state = lay(R40=f"{THREE} DE-ROMMEL DE-SUP-1 DE-SUP-2 DE-CAP-1")
    assert allowed(state, Done())


@pytest.mark.rule("6.1a", "2.2.1b")
def test_only_the_mover_is_held_to_the_limit() -> None:
    state = lay(R40="DE-21-5", U44="AU-7-1 AU-7-2 SA-1-1 SA-1-2")
    assert allowed(state, Done())


@pytest.mark.rule("6.1a", "8.2")
def test_nobody_enters_a_full_hex_that_nobody_can_leave() -> None:
    state = lay(R42=THREE, S43="IT-TRENTO", Q41="DE-21-5", R40="UK-7-4")
    play(state, Move(tuple(THREE.split()), ("R41",)))
    assert why(state, go("IT-TRENTO", "S42 R41")) == ("6.1a", "no-room")
    waiting = lay(R41=THREE, S43="IT-TRENTO", R40="UK-7-4")
    assert allowed(waiting, go("IT-TRENTO", "S42 R41")), "the three may still go"


@pytest.mark.rule("6.2")
def test_a_stack_is_as_slow_as_its_slowest() -> None:
    state = lay(R40="DE-21-5 IT-SAVONA")
    both = ("DE-21-5", "IT-SAVONA")
    refusal = refused(state, Move(both, path("R41 R42 R43 R44 R45")))
    assert (refusal.reason, refusal.facts["unit"]) == ("too-far", "IT-SAVONA")
    play(state, Move(both, path("R41 R42 R43 R44")))
    play(state, go("DE-21-5", "R45 R46 R47 R48 R49 R50"))
    assert (place(state, "DE-21-5"), place(state, "IT-SAVONA")) == ("R50", "R44")


@pytest.mark.rule("6.2")
def test_units_join_on_the_way() -> None:
    state = lay(R40="DE-21-5", R42="DE-15-8")
    both = ("DE-21-5", "DE-15-8")
    assert why(state, Move(both, ("R43",))) == ("6.2", "not-together")
    play(state, go("DE-21-5", "R41 R42"))
    play(state, Move(both, ("R43",)))
    assert at(state, "R43") == set(both)


@pytest.mark.rule("6.3")
def test_full_hexes_are_passed_through() -> None:
    state = lay(R41=THREE, R40="DE-21-5")
    play(state, go("DE-21-5", "R41 R42"))
    assert allowed(state, Done())


def test_the_defender_does_not_move() -> None:
    state = lay(R40="DE-21-5", U44="AU-7-1")
    assert why(state, go("AU-7-1", "U45"))[1] == "not-your-unit"


# --- 8.1 to 8.3 -------------------------------------------------------------------------------------


@pytest.mark.rule("8.1", "7.1b")
def test_a_unit_stops_in_a_zone_even_beside_friends() -> None:
    state = lay(R44="DE-21-5", R40="UK-7-4", Q41="DE-15-8")
    assert why(state, go("DE-21-5", "R43 R42 R41 Q40")) == ("8.1", "zone-stop")
    play(state, go("DE-21-5", "R43 R42 R41"))
    assert why(state, go("DE-21-5", "R42")) == ("8.1", "stopped")


@pytest.mark.rule("8.1", "8.3a")
def test_a_zone_is_not_crossed() -> None:
    state = lay(R42="DE-21-5", R40="UK-7-4")
    assert why(state, go("DE-21-5", "R41 S41")) == ("8.1", "zone-stop")
    assert why(state, go("DE-21-5", "R41 S42")) == ("8.1", "zone-stop")
    assert allowed(state, go("DE-21-5", "S42 T42 T41"))


@pytest.mark.rule("8.2")
def test_any_number_may_enter_a_zone() -> None:
    state = lay(R42=THREE, Q41="DE-21-5", R40="UK-7-4")
    play(state, Move(tuple(THREE.split()), ("R41",)))
    play(state, go("DE-21-5", "Q40"))
    assert len(at(state, "R41")) == 3


@pytest.mark.rule("8.3a")
def test_no_step_within_the_zone_of_one_unit() -> None:
    state = lay(R41="DE-21-5", R40="UK-7-4")
    for there in ("Q40", "S41"):
        assert why(state, go("DE-21-5", there)) == ("8.3a", "zone-to-zone")


@pytest.mark.rule("8.3b")
def test_leaving_all_zones_allows_to_come_back() -> None:
    state = lay(R41="DE-21-5", R40="UK-7-4")
    assert allowed(state, go("DE-21-5", "Q41 Q40"))
    assert allowed(state, go("DE-21-5", "R42 R41"))


@pytest.mark.rule("8.3c")
def test_from_one_zone_directly_into_another() -> None:
    state = lay(R41="DE-21-5", R40="UK-7-4", R43="UK-7-7", P40="AU-7-1")
    assert allowed(state, go("DE-21-5", "R42"))
    assert allowed(state, go("DE-21-5", "Q41"))
    assert why(state, go("DE-21-5", "Q40")) == ("8.3a", "zone-to-zone"), "in both zones"


@pytest.mark.rule("8.3a")
def test_units_of_a_stack_have_the_same_zone() -> None:
    """A24: leaving the zone of one is leaving that of the other."""
    state = lay(R41="DE-21-5", R40="UK-7-4 UK-7-7")
    assert why(state, go("DE-21-5", "Q40")) == ("8.3a", "zone-to-zone")
    assert allowed(state, go("DE-21-5", "R42"))


@pytest.mark.rule("8.1")
def test_supplies_stop_in_zones_too() -> None:
    state = lay(R43="DE-SUP-1", R40="UK-7-4", R44="DE-21-5")
    assert why(state, go("DE-SUP-1", "R42 R41 R42")) == ("8.1", "zone-stop")
