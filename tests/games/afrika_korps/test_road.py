"""17 The coast road and 18 escarpments, beside the worked examples."""

from __future__ import annotations

import pytest

from campagna.core.contract import Fact
from campagna.games.afrika_korps.events import Moved
from campagna.games.afrika_korps.orders import Done, Move
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    end_turn,
    go,
    lay,
    marks,
    only,
    place,
    play,
    until,
    why,
)


def cost(start: str, way: str, unit_: str = "DE-21-5", **options: bool | str) -> tuple[int, int]:
    """Movement factors and road hexes of a way on the empty map."""
    state = lay(options=options, **{start: unit_})
    moved = only(play(state, go(unit_, way)), Moved)
    return moved.cost, moved.road


ROAD_WEST = "W7 W8 W9 W10 W11 V11 U11 T10 S9 R9 Q8 P7 O6 N5 M4 L3 K3"


@pytest.mark.rule("17.1")
@pytest.mark.parametrize(
    ("unit_", "reach"),
    [("IT-SAVONA", 14), ("DE-21-5", 17), ("DE-SUP-1", 17), ("DE-ROMMEL", 17), ("DE-21-3", 17)],
)
def test_everybody_has_ten_road_hexes_more(unit_: str, reach: int) -> None:
    way = ROAD_WEST.split()
    state = lay(far=False, W6=unit_, N40="AU-7-1", X40="IT-PAVIA")
    assert allowed(state, go(unit_, " ".join(way[:reach])))
    if reach < len(way):
        assert why(state, go(unit_, " ".join(way[: reach + 1]))) == ("5.2", "too-far")


@pytest.mark.rule("17.1")
def test_the_bonus_lasts_over_the_pieces_of_a_move_and_no_longer_than_the_turn() -> None:
    state = lay(far=False, W6="IT-SAVONA", N40="AU-7-1", X40="IT-PAVIA")
    play(state, go("IT-SAVONA", "W7 W8 W9 W10 W11 V11"))
    play(state, go("IT-SAVONA", "U11 T10 S9 R9 Q8 P7 O6 N5"))
    assert why(state, go("IT-SAVONA", "M4")) == ("5.2", "too-far")
    end_turn(state)
    end_turn(state)
    until(state, "movement")
    assert allowed(state, go("IT-SAVONA", "M4 L3 K3 J3 I2 H2 H3 H4"))


@pytest.mark.rule("17.1")
def test_a_move_says_what_it_takes_of_the_bonus() -> None:
    """For two that have used up different parts, what the poorer one has left."""
    state = lay(far=False, W6="DE-21-5", W7="DE-21-3", N40="AU-7-1", X40="IT-PAVIA")
    play(state, go("DE-21-5", "W7"))

    def noted(order: Move) -> list[tuple[str, dict[str, Fact]]]:
        return [(n.key, dict(n.facts)) for n in GAME.forecast(state, order).notes]

    together = Move(("DE-21-5", "DE-21-3"), ("W8", "W9"))
    assert noted(together) == [("road-bonus", {"count": 2, "left": 7, "of": 10})]
    assert noted(go("DE-21-3", "W8 W9")) == [("road-bonus", {"count": 2, "left": 8, "of": 10})]
    assert noted(go("DE-21-3", "X8")) == []


@pytest.mark.rule("17.2")
def test_only_road_hexsides_are_road() -> None:
    assert cost("J43", "I43") == (1, 0), "onto a road hex from the side"
    assert cost("I43", "I44") == (0, 1)
    # I46 and I47 are neighbours and both on the road, which bends through J47 between them.
    assert cost("I46", "I47") == (1, 0)
    assert cost("I46", "J47 I47") == (0, 2)


@pytest.mark.rule("17.3.1")
@pytest.mark.parametrize("there", ["I25", "H26", "J27"])
def test_a_unit_that_starts_in_i26_may_take_either_road(there: str) -> None:
    assert cost("I26", there) == (0, 1)


@pytest.mark.rule("17.3.1", "17.3.2a")
def test_going_back_by_the_same_road_is_free() -> None:
    assert cost("I25", "I26 I25") == (0, 2)
    assert cost("H26", "I26 H26") == (0, 2)
    assert cost("H26", "I26 I25") == (1, 2)
    assert cost("J27", "I26 H26") == cost("J27", "I26 I25") == (0, 2)


@pytest.mark.rule("17.3.2a")
def test_the_road_of_entry_is_remembered_between_the_pieces_of_a_move() -> None:
    state = lay(I25="DE-21-5")
    play(state, go("DE-21-5", "I26"))
    assert only(play(state, go("DE-21-5", "H26")), Moved).cost == 1


@pytest.mark.rule("17.3.2b")
def test_changing_road_is_no_crossing() -> None:
    way = "H24 I25 I26 H26"
    assert cost("G24", way) == (2, 3)
    state = lay(options={"i26_transfer_is_a_crossing": True}, G24="DE-21-5")
    assert why(state, go("DE-21-5", way)) == ("18.5", "second-crossing")
    assert allowed(state, go("DE-21-5", "H24 I25 I26 J27 I26 H26"))


@pytest.mark.rule("17.3.2b")
def test_with_the_option_the_change_uses_up_the_crossing() -> None:
    way = "I26 H26 I27 J28"
    state = lay(I25="DE-21-5")
    assert why(state, go("DE-21-5", way)) == ("18.5", "second-crossing"), "H26-I27 is the first"
    assert allowed(state, go("DE-21-5", "I26 H26 I27 J27"))
    state = lay(options={"i26_transfer_is_a_crossing": True}, I25="DE-21-5")
    assert why(state, go("DE-21-5", "I26 H26 I27 J27")) == ("18.1", "scarp-stop")


# --- 18 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("18.1")
def test_an_escarpment_costs_one_and_stops() -> None:
    state = lay(M38="DE-21-5")
    assert why(state, go("DE-21-5", "L38 K38")) == ("18.1", "scarp-stop")
    assert only(play(state, go("DE-21-5", "L38")), Moved).cost == 1
    assert "stopped" in marks(state, "DE-21-5")
    assert why(state, go("DE-21-5", "K38")) == ("18.1", "stopped-on-scarp")


@pytest.mark.rule("8.1", "18.1")
def test_on_an_escarpment_in_a_zone_the_zone_holds() -> None:
    state = lay(M38="DE-21-5", K38="AU-7-1")
    play(state, go("DE-21-5", "L38"))
    assert why(state, go("DE-21-5", "M38")) == ("8.1", "stopped")


@pytest.mark.rule("18.2")
def test_leaving_an_escarpment_costs_nothing_more() -> None:
    assert cost("L38", "K38 K39 K40 K41 K42 K43 K44 K45 K46 K47") == (10, 0)


@pytest.mark.rule("18.3")
def test_one_escarpment_hex_a_turn() -> None:
    state = lay(L38="DE-21-5")
    assert allowed(state, go("DE-21-5", "L39"))
    assert why(state, go("DE-21-5", "L39 L40")) == ("18.1", "scarp-stop")
    play(state, go("DE-21-5", "L39"))
    end_turn(state)
    end_turn(state)
    until(state, "movement")
    play(state, go("DE-21-5", "L40"))
    assert place(state, "DE-21-5") == "L40"


@pytest.mark.rule("18.4")
def test_by_road_escarpments_do_not_stop_even_without_bonus() -> None:
    state = lay(fields={"opened": True}, G22="DE-21-5:road=10")
    moved = only(play(state, go("DE-21-5", "H23 H24 H25 G25")), Moved)
    assert (moved.cost, moved.road) == (4, 0)


@pytest.mark.rule("18.4.1", "18.5")
def test_entering_beside_the_road_and_going_on_along_it() -> None:
    assert cost("G24", "H24 H25 G25 H26 H27 H28 H29") == (1, 6)


@pytest.mark.rule("18.4.2", "18.5")
def test_entering_by_road_and_leaving_anywhere() -> None:
    state = lay(G22="DE-21-5")
    for way in ("H23 I23", "H23 H24 I24", "H23 H24 H25 H26"):
        assert allowed(state, go("DE-21-5", way))


@pytest.mark.rule("18.5")
def test_the_crossing_is_used_up_for_the_whole_turn() -> None:
    state = lay(G22="DE-21-5")
    play(state, go("DE-21-5", "H23 I23"))
    assert "crossed" in marks(state, "DE-21-5")
    # A9: it may still enter by 18.1, and stops there.
    assert why(state, go("DE-21-5", "I24 H24 H25")) == ("18.1", "scarp-stop")
    play(state, go("DE-21-5", "I24 H24"))
    assert "stopped" in marks(state, "DE-21-5")


@pytest.mark.rule("18.5")
def test_leaving_the_starting_hex_beside_the_road_is_the_crossing() -> None:
    """A9."""
    state = lay(H24="DE-21-5")
    assert allowed(state, go("DE-21-5", "I24"))
    assert why(state, go("DE-21-5", "I24 H23 G22")) == ("18.1", "scarp-stop")


@pytest.mark.rule("18.5")
def test_between_two_such_hexes_a_side_without_road_is_one_crossing() -> None:
    """A9: I26 and I27 touch beside the road."""
    state = lay(I25="DE-21-5")
    assert allowed(state, go("DE-21-5", "I26 I27 I28"))
    assert why(state, go("DE-21-5", "I26 I27 J28")) == ("18.5", "second-crossing")


@pytest.mark.rule("18.5")
def test_a_new_turn_brings_a_new_crossing() -> None:
    state = lay(G22="DE-21-5")
    play(state, go("DE-21-5", "H23 I23"), Done())
    end_turn(state)
    until(state, "movement")
    assert allowed(state, go("DE-21-5", "I24 H24 H25"))
