"""Supply lines, supplies that move, demolition, self-reduction (LOG-1 to LOG-16)."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.events import DemolitionRolled, SupplyRemoved
from campagna.games.kasserine.orders import Demolish, Done, March, SelfReduce
from campagna.games.kasserine.rules.logistics import line_length, supplied_hexes
from campagna.games.kasserine.rules.losses import reduce
from campagna.games.kasserine.rules.movement import allowance
from campagna.games.kasserine.world import AXIS
from tests.games.kasserine.lay import (
    GAME,
    NIGHT,
    allowed,
    attack,
    decision,
    end_turn,
    lay,
    marks,
    move,
    number,
    only,
    place,
    play,
    until,
    why,
)
from tests.games.kasserine.naive_map import distances


@pytest.mark.rule("LOG-1", "LOG-13")
@pytest.mark.parametrize(
    ("piece", "free"),
    [
        ("A21-I5", False),
        ("A21-I104", False),
        ("A21-I155", False),
        ("AIT-XIV5", False),
        ("A21-I104:reduced", False),
        ("A21-580", True),
        ("AIT-XIV5:reduced", True),
        ("CD-21", True),
        ("S-M01:marching", True),
    ],
)
def test_who_moves_without_a_line(piece: str, free: bool) -> None:
    state = lay({"2420": piece}, opened=True)
    order = move(piece.split(":", maxsplit=1)[0], "2421")
    assert allowed(state, order) == free
    if not free:
        assert why(state, order) == ("LOG-1", "unsupplied")


@pytest.mark.rule("LOG-3", "LOG-4")
@pytest.mark.parametrize("weather", ["clear", "rain", "storm"])
def test_lines_agree_with_a_slow_search(weather: str) -> None:
    """The supply's hex not counted, the unit's counted, at foot costs."""
    state = lay({"1824": "S-M01"}, weather=weather)
    reached = supplied_hexes(state, AXIS)
    slow = {h for h, cost in distances("1824").items() if cost <= line_length(state)}
    assert {state.hex_name(h) for h in range(state.world.size) if reached[h]} == slow


@pytest.mark.rule("LOG-3")
def test_a_line_through_mountains_and_towns_pays_like_infantry() -> None:
    board = {"1320": "S-M07", "1318": "L34-1-133"}
    state = lay(board, "allied", weather="storm")
    # 1319 plain 1, 1318 crest or ridge at foot costs.
    assert ("supplied" in marks(state, "L34-1-133")) == (distances("1320")["1318"] <= 8)
    far = lay({"1320": "S-M07", "1918": "L34-1-133"}, "allied", weather="storm")
    assert "supplied" not in marks(far, "L34-1-133")


@pytest.mark.rule("LOG-2")
def test_supply_is_tested_before_anybody_moves() -> None:
    """The enemy's arrival in the line cuts it only from the next turn on."""
    board = {"2420": "S-M01 CD-21", "2120": "A21-I5", "1918": "A21-580", "1311": "L34-1-133"}
    state = lay(board, phase="logistics")
    play(state, Done())
    assert "supplied" in marks(state, "A21-I5")
    play(state, move("A21-I5", "2119"))
    assert "supplied" in marks(state, "A21-I5")


@pytest.mark.rule("LOG-5")
def test_who_has_outrun_his_supply_waits_for_the_line() -> None:
    state = lay({"1818": "A21-I5", "3022": "S-M01:marching"}, phase="movement")
    assert why(state, move("A21-I5", "1719")) == ("LOG-1", "unsupplied")
    play(state, move("S-M01", "2922 2821"))
    end_turn(state)
    end_turn(state, dice=[1])
    until(state, "movement")
    assert allowed(state, move("A21-I5", "1719"))


@pytest.mark.rule("LOG-6")
def test_one_supply_feeds_everybody_of_its_side_only() -> None:
    board = {
        "2420": "S-M01",
        "2421": "A21-I5 A10-I7",
        "2320": "AIT-XIV5 ADK-I8",
        "2520": "A10-501 A21-I104",
    }
    state = lay(board)
    for name in " ".join(board.values()).split()[1:]:
        assert "supplied" in marks(state, name)
    allied = lay({"2420": "S-M01", "2422": "L34-1-133"}, "allied")
    assert "supplied" not in marks(allied, "L34-1-133")


@pytest.mark.rule("LOG-7")
def test_moving_and_feeding_exclude_each_other() -> None:
    state = lay({"2420": "S-M01 A21-I5", "1918": "S-F-1918:axis"}, phase="logistics")
    assert why(state, March("S-F-1918")) == ("LOG-7", "fixed-supply")
    assert why(state, March("A21-I5")) == ("LOG-7", "not-a-supply")
    play(state, March("S-M01"))
    assert why(state, March("S-M01")) == ("LOG-7", "already-marching")
    play(state, Done())
    assert why(state, move("S-F-1918", "1917")) == ("LOG-7", "fixed-supply")


@pytest.mark.rule("LOG-8")
def test_the_two_ends_may_lie_in_enemy_zones_the_way_between_not() -> None:
    ends = {"2420": "S-M01", "2521": "A21-I5", "2422": "L34-1-133", "2620": "L34-3-133"}
    assert "supplied" in marks(lay(ends), "A21-I5")
    between = {"2219": "S-M01", "2018": "A21-I5", "2120": "L1A-3-1", "2117": "L34-1-133"}
    assert "supplied" not in marks(lay(between, weather="storm"), "A21-I5")
    friend = between | {"2119": "A10-I7"}
    assert "supplied" not in marks(lay(friend, weather="storm"), "A21-I5")
    assert "supplied" in marks(lay(between, weather="storm", move=NIGHT), "A21-I5")


@pytest.mark.rule("LOG-8", "MOV-9")
def test_enemy_pieces_bar_a_line_even_at_night() -> None:
    walls = {
        "2420": "S-M01",
        "2422": "A21-I5",
        "2421": "L34-1-133",
        "2321": "L34-3-133",
        "2322": "S-M07",
        "2521": "L1A-3-1",
        "2522": "CL-II",
    }
    state = lay(walls, weather="storm", move=NIGHT)
    assert "supplied" not in marks(state, "A21-I5")


# --- demolition ---------------------------------------------------------------------------------------


@pytest.mark.rule("LOG-10")
@pytest.mark.parametrize(("die", "blown"), [(1, False), (2, False), (3, True), (6, True)])
def test_demolition_on_three_or_more(die: int, blown: bool) -> None:
    state = lay({"2420": "S-M01 A21-I5"}, phase="logistics")
    assert only(play(state, Demolish("S-M01"), dice=[die]), DemolitionRolled).blown == blown


@pytest.mark.rule("LOG-10")
@pytest.mark.parametrize(
    ("company", "able"), [("A21-I5", True), ("CD-21", False), ("S-M02", False), ("A10-I90", True)]
)
def test_only_a_combat_unit_in_the_hex_blows_it_up(company: str, able: bool) -> None:
    state = lay({"2420": f"S-M01 {company}", "2421": "A21-I104"}, phase="logistics")
    assert allowed(state, Demolish("S-M01")) == able
    if not able:
        assert why(state, Demolish("S-M01")) == ("LOG-10", "no-sappers")
    assert why(state, Demolish("A21-I104")) == ("LOG-10", "not-a-supply")


@pytest.mark.rule("LOG-10")
def test_captured_supplies_are_blown_up_by_their_new_owner() -> None:
    board = {"1918": "S-F-1918:axis A21-I5"}
    assert allowed(lay(board, phase="logistics"), Demolish("S-F-1918"))
    assert why(lay(board, "allied", "logistics"), Demolish("S-F-1918"))[1] == "not-your-unit"


@pytest.mark.rule("LOG-11")
def test_one_attempt_a_turn_at_the_start_of_movement() -> None:
    state = lay({"2420": "S-M01 A21-I5"}, phase="logistics")
    play(state, Demolish("S-M01"), dice=[1])
    assert why(state, Demolish("S-M01")) == ("LOG-11", "second-demolition")
    play(state, Done())
    assert why(state, Demolish("S-M01"))[1] == "not-now"
    end_turn(state)
    end_turn(state, dice=[1])
    assert allowed(state, Demolish("S-M01"))


@pytest.mark.rule("LOG-12")
def test_a_blown_supply_feeds_until_movement_ends_and_does_not_move() -> None:
    state = lay({"2420": "S-M01 A21-I5"}, phase="logistics")
    play(state, March("S-M01"), Demolish("S-M01"), dice=[6])
    assert why(state, March("S-M01")) == ("LOG-12", "blown-supply")
    play(state, Done())
    assert "supplied" in marks(state, "A21-I5")
    assert why(state, move("S-M01", "2421")) == ("LOG-12", "blown-supply")
    assert only(play(state, Done()), SupplyRemoved).how == "blown"
    assert place(state, "S-M01") == "dead"


# --- self-reduction -----------------------------------------------------------------------------------


@pytest.mark.rule("LOG-14")
@pytest.mark.parametrize("unit", ["A21-I5", "A21-I104", "A21-580", "A21-I155", "CD-21"])
def test_only_foot_infantry_reduces_itself(unit: str) -> None:
    state = lay({"2420": f"{unit} AIT-XIV5"}, phase="logistics")
    assert why(state, SelfReduce(unit)) == ("LOG-14", "not-foot-infantry")
    assert allowed(state, SelfReduce("AIT-XIV5"))
    assert why(state, SelfReduce("AIT-XXII5")) == ("LOG-14", "not-on-map")


@pytest.mark.rule("LOG-13", "LOG-14")
def test_it_moves_at_once_without_a_line_but_does_not_attack() -> None:
    board = {"2420": "AIT-XIV5 CD-131", "2521": "L34-1-133"}
    state = lay(board, phase="logistics")
    play(state, SelfReduce("AIT-XIV5"), Done())
    assert allowed(state, move("AIT-XIV5", "2320"))
    state = lay({"2420": "AIT-XIV5:reduced CD-131", "2521": "L34-1-133"}, phase="plan")
    assert why(state, attack("AIT-XIV5", "2521")) == ("CMD-6", "attack-unsupplied")


@pytest.mark.rule("LOG-15")
def test_the_next_reduction_eliminates() -> None:
    state = lay({"2420": "AIT-XIV5"}, phase="logistics")
    play(state, SelfReduce("AIT-XIV5"))
    reduce(state, state.world.index["AIT-XIV5"], "combat", "RES-10")
    assert place(state, "AIT-XIV5") == "dead"


@pytest.mark.rule("LOG-7", "LOG-12")
def test_there_is_nothing_to_decide_without_supplies_or_infantry() -> None:
    """The phase is passed over."""
    state = lay({"2420": "A21-I5 S-M01", "0911": "LUK-DY"}, phase="logistics")
    end_turn(state)
    assert state.side == 1
    assert decision(state) == "movement"


@pytest.mark.rule("LOG-2", "LOG-5")
def test_the_test_of_supply_changes_nothing_else() -> None:
    """Without a line a unit is not reduced, with one a reduced unit stays so."""
    state = lay({"2420": "A21-I5", "1317": "A21-I104:reduced S-M01"})
    assert marks(state, "A21-I5") == set()
    assert {"reduced", "supplied"} <= marks(state, "A21-I104")
    assert allowance(state, number(state, "A21-I5")) == 0
    assert allowance(state, number(state, "A21-I104")) > 0


@pytest.mark.rule("LOG-2", "ART-6", "LOG-9")
def test_of_the_other_side_only_the_artillery_is_tested() -> None:
    board = {"2420": "A21-I5", "2323": "L34-1-133 L34-125 S-M05", "2421": "S-M01"}
    state = lay(board)
    assert "supplied" in marks(state, "L34-125")
    assert "supplied" not in marks(state, "L34-1-133")
    assert "supplied" in marks(state, "A21-I5")


@pytest.mark.rule("LOG-13", "CMD-6", "CMD-7")
@pytest.mark.parametrize(
    ("piece", "by_the_book", "by_option"),
    [
        ("A21-580", True, True),
        ("AIT-XIV5:reduced", False, True),
        ("AIT-XIV5", False, False),
        ("A21-I104:reduced", False, False),
        ("A21-I5:reduced", False, False),
    ],
)
def test_who_attacks_without_a_line(piece: str, by_the_book: bool, by_option: bool) -> None:
    """Reconnaissance; by option reduced infantry on foot, and nobody else."""
    name = piece.removesuffix(":reduced")
    board = {"2420": f"{piece}:under-division", "2521": "L34-1-133"}
    for needs_supply, able in ((True, by_the_book), (False, by_option)):
        options = {"reduced_infantry_needs_supply_to_attack": needs_supply}
        state = lay(board, phase="plan", opened=True, options=options)
        assert allowed(state, attack(name, "2521")) == able


@pytest.mark.rule("LOG-7", "LOG-14")
def test_what_logistics_gives_up_is_told_before() -> None:
    """A supply that moves supplies nobody; a counter that reduces itself stays so."""
    state = lay({"2420": "AIT-XIV5", "2323": "S-M01"}, phase="logistics")
    (march,) = GAME.forecast(state, March("S-M01")).notes
    assert (march.key, march.facts, march.grave) == ("supplies-nobody", {"unit": "S-M01"}, False)
    (reduced,) = GAME.forecast(state, SelfReduce("AIT-XIV5")).notes
    assert (reduced.key, reduced.grave) == ("reduced-for-good", True)
