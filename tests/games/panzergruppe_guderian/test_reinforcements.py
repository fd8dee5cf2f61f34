"""14.0, 14.1: how reinforcements come in, and the provisional division."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    Drawn,
    FrontCalled,
    Moved,
    ProvisionalLost,
    ProvisionalRolled,
    RailMoved,
)
from campagna.games.panzergruppe_guderian.frames import Owed
from campagna.games.panzergruppe_guderian.orders import CallFront, Done, Move, RailMove
from campagna.games.panzergruppe_guderian.rules.reinforcements import entry_hexes, front_left
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decision,
    events_of,
    flags,
    only,
    place,
    play,
    points_left,
    why,
)

AREA_V = [f"{column}01" for column in range(19, 28)]


def waiting(entry: str, counter: str = "") -> UnitPosition:
    return UnitPosition("", "waiting", counter, entry=entry)


def entries(state: State, name: str) -> list[str]:
    return [state.world.hex_ids[h] for h in entry_hexes(state, state.find(name))]


def soviet_turn(turn: int, die: int, units: dict[str, Words] | None = None) -> State:
    """The Soviet movement phase of a turn, opened with this die for the provisional division."""
    state = arrange(units or {}, phase="german-interdict", turn=turn - 1)
    play(state, Done(), dice=[die])
    return state


# --- 14.0: coming in --------------------------------------------------------------------------------


@pytest.mark.rule("14.GEN-2")
@pytest.mark.parametrize(
    ("entry", "hex_", "infantry", "motorised"),
    [
        ("C", "0114", 1, 1),  # clear
        ("C", "0112", 1, 2),  # forest
        ("E", "0120", 1, 0.5),  # the road leaves the map here
        ("A", "0501", 1, 0.5),  # here too
        ("A", "0401", 1, 1),
    ],
)
def test_germans_pay_for_the_entry_hex(
    entry: str, hex_: str, infantry: float, motorised: float
) -> None:
    state = arrange({"G-6Inf": waiting(entry), "G-Lehr": waiting(entry)})
    assert only(play(state, Move(("G-6Inf",), (hex_,))), Moved).cost == 2 * infantry
    assert only(play(state, Move(("G-Lehr",), (hex_,))), Moved).cost == 2 * motorised
    assert points_left(state, "G-Lehr") == 10 - motorised


@pytest.mark.rule("14.GEN-2", "13.32")
def test_soviets_pay_for_the_entry_hex_and_for_aircraft_over_it() -> None:
    """5907 is forest with a road that leaves the map; 3901 is Rzhev."""
    units: dict[str, Words] = {
        "S-1": waiting("X", "SR17"),
        "S-2": waiting("X", "SA01"),
        "SL-rokossovsky": waiting("X"),
        "S-3": waiting("W", "SR18"),
    }
    state = arrange(units, phase="soviet-move", air=("3901",))
    for name, hex_, cost in (
        ("S-1", "5907", 1),
        ("S-2", "5907", 0.5),
        ("SL-rokossovsky", "5907", 0.5),
        ("S-3", "3901", 2),
    ):
        assert only(play(state, Move((name,), (hex_,))), Moved).cost == 2 * cost


@pytest.mark.rule("14.GEN-2", "6.23a")
def test_the_entry_hex_and_the_way_on_share_one_allowance() -> None:
    """An infantry division has 7 points: one for 0114 and six for the way east."""
    state = arrange({"G-6Inf": waiting("C")})
    way = ("0114", "0214", "0315", "0415", "0515", "0614", "0714")
    assert only(play(state.copy(), Move(("G-6Inf",), way)), Moved).cost == 14
    assert why(state, Move(("G-6Inf",), (*way, "0814"))) == ("6.23a", "too-far")


@pytest.mark.rule("14.GEN-3", "11.33")
def test_units_are_in_supply_in_the_movement_phase_in_which_they_enter() -> None:
    """A division at X without any leader has all its points; in the combat phase it has no line."""
    state = arrange({"S-1": waiting("X", "SR17"), "G-6Inf": "5611"}, phase="soviet-move")
    assert points_left(state, "S-1") == 6
    play(state, Move(("S-1",), ("5907",)))
    assert in_supply(state, state.find("S-1"))
    play(state, Done())
    assert not in_supply(state, state.find("S-1"))


@pytest.mark.rule("14.GEN-4", "12.1a", "14.11", "14.21a")
def test_every_soviet_reinforcement_arrives_untried() -> None:
    state = soviet_turn(3, die=4)
    play(state, CallFront(5))
    drawn = range(state.world.first_drawn, len(state.units))
    assert len(drawn) == 5 + 2 + 4 + 1 + 5
    assert all("untried" in flags(state, state.name(i)) for i in drawn)
    assert flags(state, "SL-gerasimenko") == set()


@pytest.mark.rule("14.GEN-2", "7.1d")
def test_any_number_of_units_uses_one_entry_hex() -> None:
    units: dict[str, Words] = {f"S-{i}": waiting("X", f"SR0{i}") for i in range(1, 6)}
    state = arrange(units, phase="soviet-move")
    for i in range(1, 6):
        play(state, Move((f"S-{i}",), ("5907",)))
    play(state, Done())
    assert decision(state) == "remove", "the stacking limit is that of the end of the phase"


@pytest.mark.rule("6.21", "6.22a", "14.3a")
def test_germans_enter_in_enemy_zones_and_stop_but_not_on_the_enemy() -> None:
    """The ruling AMB-44."""
    state = arrange({"G-6Inf": waiting("F"), "S-1": "0124 SR17"})
    assert entries(state, "G-6Inf") == ["0123", "0125", "0126"]
    assert why(state, Move(("G-6Inf",), ("0124",))) == ("6.21", "enemy-there")
    assert why(state, Move(("G-6Inf",), ("0123", "0122"))) == ("6.22a", "zone-stop")
    assert allowed(state, Move(("G-6Inf",), ("0123",)))
    assert allowed(state, Move(("G-6Inf",), ("0126", "0127")))


# --- 14.1: the provisional division -----------------------------------------------------------------


@pytest.mark.rule("14.11", "14.GEN-1")
@pytest.mark.parametrize(
    ("die", "hexes"),
    [
        (1, AREA_V),
        (2, ["3901"]),
        (3, ["5101"]),
        (4, ["4331"]),
        (5, ["3131"]),
        (6, ["1831"]),
    ],
)
def test_the_die_names_the_entry_of_one_rifle_division(die: int, hexes: list[str]) -> None:
    """T27 for every number: one division, untried, besides those of the schedule."""
    state = arrange(phase="german-interdict", turn=5)
    events = play(state, Done(), dice=[die])
    rolled = only(events, ProvisionalRolled)
    assert rolled.die == die
    assert entries(state, rolled.unit) == hexes
    assert state.counter(state.find(rolled.unit)).type == "rifle"
    assert sum(len(e.units) for e in events_of(events, Drawn)) == 4, (
        "turn 6 brings 4 divisions at X"
    )
    play(state, Move((rolled.unit,), (hexes[0],)))
    assert place(state, rolled.unit) == hexes[0]


@pytest.mark.rule("14.11", "16.1b")
def test_turn_12_brings_the_provisional_division_and_nothing_else() -> None:
    """T32."""
    state = arrange(phase="german-interdict", turn=11)
    events = play(state, Done(), dice=[3])
    assert state.turn == 12
    assert not events_of(events, Drawn)
    assert only(events, ProvisionalRolled).unit == "S-1"
    assert [u.entry for u in state.units if u.place == -2] == ["3"]


@pytest.mark.rule("14.12")
@pytest.mark.parametrize(
    ("germans", "hexes"),
    [
        ((), ["3901"]),
        (("3901",), ["4001"]),  # occupied: the next hex of the edge to the east
        (("3902",), ["3901", "4001"]),  # in its zone: the entry hex itself or the next
        (("3901", "4001"), ["4101"]),
        (("3801",), ["3901", "4001"]),
    ],
)
def test_a_shut_entry_sends_the_provisional_division_east(
    germans: tuple[str, ...], hexes: list[str]
) -> None:
    names = ("G-6Inf", "G-26Inf")
    state = soviet_turn(6, 2, dict(zip(names, germans, strict=False)))
    name = state.name(state.provisional)
    assert entries(state, name) == hexes
    for hex_ in ("3901", "4001", "4101"):
        assert allowed(state, Move((name,), (hex_,))) == (hex_ in hexes), hex_


@pytest.mark.rule("14.12")
def test_an_area_is_shut_only_if_all_its_hexes_are() -> None:
    """Area 1 runs from 1901 to 2701; three divisions in row 02 reach nearly all of it."""
    nearly = {"G-6Inf": "1902", "G-26Inf": "2201", "G-5Inf": "2402"}
    state = soviet_turn(6, 1, {**nearly})
    name = state.name(state.provisional)
    assert entries(state, name) == [h for h in AREA_V if h != "2201"]
    assert why(state, Move((name,), ("2801",))) == ("14.3a", "wrong-entry")
    every = {**nearly, "G-35Inf": "2701", "G-161Inf": "2502"}
    shut = soviet_turn(6, 1, {**every})
    assert entries(shut, shut.name(shut.provisional))[-1] == "2801"


@pytest.mark.rule("14.12")
@pytest.mark.parametrize(
    ("die", "germans", "hexes"),
    [
        # North: after 5701 come the lakes 5801 and 5901, then the east edge from 5902 down.
        (3, ("5101", "5201", "5301", "5401", "5501", "5601", "5701"), ["5902"]),
        # South: from 1831 eastward.
        (6, ("1831", "1931"), ["2031"]),
        (4, ("4331",), ["4431"]),
    ],
)
def test_the_way_round_follows_the_edge(
    die: int, germans: tuple[str, ...], hexes: list[str]
) -> None:
    names = [f"G-{n}Inf" for n in (6, 26, 5, 35, 161, 263, 137)]
    state = soviet_turn(6, die, dict(zip(names, germans, strict=False)))
    assert entries(state, state.name(state.provisional)) == hexes


@pytest.mark.rule("14.12", "14.3a")
def test_the_way_round_is_not_for_scheduled_divisions() -> None:
    """They wait until their entry hex is free (AMB-23)."""
    state = soviet_turn(6, 2, {"G-6Inf": "5907"})
    scheduled = next(i for i, u in enumerate(state.units) if u.entry == "X")
    assert entries(state, state.name(scheduled)) == []
    assert why(state, Move((state.name(scheduled),), ("5907",))) == ("6.21", "enemy-there")
    assert why(state, Move((state.name(scheduled),), ("5908",))) == ("14.3a", "wrong-entry")
    play(state, Done())
    assert state.units[scheduled].entry == "X"


@pytest.mark.rule("14.13")
def test_a_provisional_division_that_does_not_enter_is_lost() -> None:
    state = soviet_turn(12, 3)
    name = state.name(state.provisional)
    counter = state.units[state.find(name)].counter
    assert counter not in state.pools[0]
    assert only(play(state, Done()), ProvisionalLost).unit == name
    assert place(state, name) == "lost"
    assert counter in state.pools[0], "its counter can be drawn again"


@pytest.mark.rule("14.13")
def test_a_provisional_division_that_enters_stays() -> None:
    state = soviet_turn(12, 3)
    name = state.name(state.provisional)
    play(state, Move((name,), ("5101", "5102")))
    assert not events_of(play(state, Done()), ProvisionalLost)
    assert place(state, name) == "5102"
    train = soviet_turn(12, 2)
    name = train.name(train.provisional)
    assert only(play(train, RailMove(name, ("3901", "3902"))), RailMoved).cost == 2
    assert not events_of(play(train, Done()), ProvisionalLost)


# --- 14.14: the counter mix -------------------------------------------------------------------------


@pytest.mark.rule("14.14", "12.4b")
def test_the_counter_mix_is_the_limit() -> None:
    """Two rifle counters left: one for the provisional division, one of the four due at X."""
    pools = (("SR01", "SR02"), ())
    state = arrange(phase="german-interdict", turn=5, pools=pools, dead=((), ()))
    events = play(state, Done(), dice=[3])
    assert only(events, ProvisionalRolled).unit == "S-1"
    assert only(events, Drawn).units == ("S-2",)
    assert state.owed == (Owed("X", 0, 3),)
    assert why(state, CallFront(1)) == ("14.14", "no-counters")


@pytest.mark.rule("14.14", "14.11")
def test_without_counters_there_is_no_provisional_division() -> None:
    state = arrange(phase="german-interdict", turn=11, pools=((), ()), dead=((), ()))
    rolled = only(play(state, Done(), dice=[3]), ProvisionalRolled)
    assert (rolled.die, rolled.unit) == (3, "")


@pytest.mark.rule("14.14", "12.4b")
def test_eliminated_divisions_come_back_untried() -> None:
    dead = (("SR01", "SR02", "SR03", "SR04", "SR05"), ())
    state = arrange(phase="german-interdict", turn=5, pools=((), ()), dead=dead)
    play(state, Done(), dice=[3])
    drawn = [state.name(i) for i in range(state.world.first_drawn, len(state.units))]
    assert len(drawn) == 5
    assert all(flags(state, n) == {"untried", "recycled"} for n in drawn)
    assert state.dead == ((), ())


@pytest.mark.rule("14.3a", "14.14")
def test_divisions_that_are_owed_come_when_counters_are_free() -> None:
    """The ruling AMB-49; turn 12 itself brings nothing."""
    pools, owed = (("SR01", "SR02", "SR03"), ()), (Owed("X", 0, 3),)
    state = arrange(phase="german-interdict", turn=11, pools=pools, owed=owed)
    events = play(state, Done(), dice=[3])
    assert len(only(events, Drawn).units) == 2, "the provisional division is drawn first"
    assert state.owed == (Owed("X", 0, 1),)


@pytest.mark.rule("14.23", "14.21a")
def test_calling_the_front_tells_the_points_it_gives() -> None:
    state = soviet_turn(3, die=4)
    for divisions in (5, 3):
        notes = {n.key: n for n in GAME.forecast(state.copy(), CallFront(divisions)).notes}
        twin = state.copy()
        called = only(play(twin, CallFront(divisions)), FrontCalled)
        given = notes["front-gives-points"]
        assert given.grave
        assert given.facts == {"side": "german", "points": called.points}
        assert notes["front-left"].facts == {"left": front_left(twin)}
