"""9.7 Retreat: who leads, where to, what happens to those who land on friends or nowhere."""

from __future__ import annotations

import random

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.games.panzergruppe_guderian.agenda import Battle, Retreating
from campagna.games.panzergruppe_guderian.events import BattleRolled, Eliminated, Retreated
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Done,
    GiveGround,
    Overrun,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.position import UnitPosition
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.board_setup import (
    GAME,
    Words,
    allowed,
    arrange,
    events_of,
    flags,
    only,
    place,
    play,
    refused,
    why,
)
from tests.games.panzergruppe_guderian.naive_map import (
    TERRAIN,
    NaiveBoard,
    distance,
    neighbours,
    steps,
)


def ways(state: State, name: str) -> set[tuple[str, ...]]:
    """The routes offered for a retreating unit."""
    return {tuple(way) for way in GAME.offers(state).listing()["retreat"][name]}


def gives_ground(
    units: dict[str, Words], attackers: tuple[str, ...], target: str, die: int, turn: int = 5
) -> State:
    """A German attack after which the Soviet owner chose to retreat."""
    state = arrange(units, phase="german-combat", turn=turn)
    play(state, Attack(attackers, (target,)), dice=[die])
    play(state, GiveGround())
    return state


# --- where to -------------------------------------------------------------------------------------


@pytest.mark.rule("9.71a")
def test_retreat_is_optional() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])
    assert allowed(state, GiveGround())
    assert allowed(state, TakeLosses(("S-1",)))


@pytest.mark.rule("9.72a")
def test_the_opponent_leads_the_retreat() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}
    state = gives_ground(units, ("G-6Inf",), "2410", die=2)  # 9:4 = 2-1, D1
    step = GAME.step(state)
    assert step is not None
    assert (step.side, step.decision, step.facts["units"]) == ("german", "retreat", ("S-1",))
    # 2411 is German, 2511 and 2311 lie in its zone; the other three are open.
    assert ways(state, "S-1") == {("2409",), ("2510",), ("2310",)}
    event = only(play(state, Retreat("S-1", ("2310",))), Retreated)
    assert event.path == ("2410", "2310")
    assert place(state, "S-1") == "2310"


@pytest.mark.rule("9.72a")
def test_only_retreating_units_are_led() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}
    state = gives_ground(units, ("G-6Inf",), "2410", die=2)
    assert why(state, Retreat("SL-konev", ("2407",))) == ("9.72a", "not-retreating")
    assert why(state, Retreat("S-7", ("2409",))) == ("3.4a", "unknown-unit")
    assert why(state, Retreat("S-1", ("9999",))) == ("6.GEN-2", "unknown-hex")
    assert why(state, Retreat("S-1", ("2408",))) == ("9.72a", "not-adjacent")
    assert why(state, Done()) == ("9.72a", "not-now")


@pytest.mark.rule("9.71b")
def test_no_retreat_into_enemies_or_their_zones() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2308",  # controls 2309, 2409 is free of it, 2310 lies two hexes away
        "S-1": "2410 SR01",
        "SL-konev": "2610",
    }
    state = gives_ground(units, ("G-6Inf",), "2410", die=1)  # D2
    assert why(state, Retreat("S-1", ("2411", "2412"))) == ("9.71b", "retreat-blocked")
    assert why(state, Retreat("S-1", ("2311", "2210"))) == ("9.71b", "retreat-blocked")
    assert why(state, Retreat("S-1", ("2310", "2309"))) == ("9.71b", "retreat-blocked")
    assert ("2310", "2209") in ways(state, "S-1")


CORNERED: dict[str, Words] = {
    "G-6Inf": "2411",  # controls 2511 and 2311
    "G-26Inf": "2309",  # controls 2409 and 2310
    "G-GD": "2609",  # controls 2510
    "G-Lehr": "2609",
    "S-1": "2410 SR01",
    "S-2": "2510 SR08",
    "SL-konev": "2510",
}


@pytest.mark.rule("9.71b", "9.73a", "8.15")
def test_a_friend_opens_a_hex_in_an_enemy_zone() -> None:
    # Nobody reaches the east edge: 9 against 4/2 is 4-1, die 4 is D1.
    state = gives_ground(CORNERED, ("G-6Inf",), "2410", die=4)
    assert place(state, "S-1") == "2510", "the only way: nobody has to choose"
    assert "retreated" in flags(state, "S-1")


@pytest.mark.rule("9.71c")
def test_no_retreat_across_a_lake() -> None:
    """1504 lies south of the lake hex 1503."""
    units: dict[str, Words] = {"G-6Inf": "1505", "S-1": "1504 SR01", "SL-konev": "1705"}
    state = gives_ground(units, ("G-6Inf",), "1504", die=2)
    assert TERRAIN["1503"] == "lake"
    assert why(state, Retreat("S-1", ("1503",))) == ("9.71c", "lake")
    # 1404 and 1604 lie in the zone of 1505.
    assert ways(state, "S-1") == {("1603",), ("1403",)}


@pytest.mark.rule("9.72b", "SUM-2")
def test_units_of_a_stack_may_be_led_in_different_directions() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2410 SR02",
        "SL-lukin": "2410",
    }
    state = gives_ground(units, ("G-6Inf", "G-26Inf"), "2410", die=1)  # 18 : 11 = 1-1, D1
    play(
        state, Retreat("S-2", ("2310",)), Retreat("SL-lukin", ("2510",)), Retreat("S-1", ("2409",))
    )
    assert [place(state, n) for n in ("S-1", "S-2", "SL-lukin")] == ["2409", "2310", "2510"]


# --- vacant hexes first -----------------------------------------------------------------------------


@pytest.mark.rule("9.73a")
def test_a_vacant_hex_comes_before_a_friendly_one() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2409 SR02",
        "S-3": "2310 SR03",
        "SL-konev": "2408",
    }
    state = gives_ground(units, ("G-6Inf",), "2410", die=2)
    assert place(state, "S-1") == "2510", "the only vacant hex: no choice is left"
    assert "retreated" not in flags(state, "S-1")


@pytest.mark.rule("9.73a")
def test_the_refusal_names_the_open_ways() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2409 SR02",
        "SL-konev": "2408",
    }
    state = gives_ground(units, ("G-6Inf",), "2410", die=2)
    refusal = refused(state, Retreat("S-1", ("2409",)))
    assert (refusal.rule, refusal.reason) == ("9.73a", "retreat-priority")
    assert refusal.facts["open"] == ("2510", "2310")


@pytest.mark.rule("9.73a", "9.74", "7.1d")
def test_through_friends_only_where_nothing_vacant_is_left() -> None:
    """The second step is judged by itself: vacant first again."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2508",  # closes 2509 and 2609 and 2608, 2510 stays free of it
        "G-5Inf": "2612",  # closes 2511, 2512, 2611
        "S-1": "2410 SR01",
        "S-2": "2409 SR02",
        "S-3": "2310 SR03",
        "S-4": "2510 SR06",
        "SL-konev": "2207",
    }
    state = gives_ground(units, ("G-6Inf",), "2410", die=1)  # D2
    routes = ways(state, "S-1")
    assert {way[0] for way in routes} == {"2409", "2310", "2510"}, "every first hex is friendly"
    assert all(way[1] not in ("2409", "2310", "2510") for way in routes)
    before = {n: place(state, n) for n in ("S-2", "S-3", "S-4")}
    through = next(way for way in sorted(routes) if way[0] == "2310")
    play(state, Retreat("S-1", through))
    assert {n: place(state, n) for n in before} == before, "those passed are not disturbed"
    assert "retreated" not in flags(state, "S-1")


@pytest.mark.rule("9.73a")
def test_a_retreat_of_two_hexes_ends_two_hexes_away_if_it_can() -> None:
    """AMB-14, house rule."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2407"}
    state = gives_ground(units, ("G-6Inf",), "2410", die=1)  # D2
    assert {distance("2410", way[-1]) for way in ways(state, "S-1")} == {2}
    assert why(state, Retreat("S-1", ("2409", "2510"))) == ("9.73a", "retreat-priority")


@pytest.mark.rule("9.73a")
def test_a_way_that_cannot_be_completed_is_not_taken() -> None:
    """AMB-14: 2510 is vacant but leads nowhere; the friendly hex 2310 leads on."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",  # controls 2511, 2311
        "G-26Inf": "2408",  # controls 2409, 2309, 2509
        "G-35Inf": "2608",  # controls 2609
        "G-5Inf": "2710",  # controls 2610
        "S-1": "2410 SR01",
        "S-2": "2310 SR02",
        "SL-konev": "2207",
    }
    state = gives_ground(units, ("G-6Inf",), "2410", die=1)  # D2
    board = NaiveBoard(GAME.describe(state))
    assert not board.closed("2510", "soviet")
    assert not board.stands("2510", "soviet")
    assert ways(state, "S-1") == {("2310", "2210"), ("2310", "2209")}


@pytest.mark.rule("9.73a")
def test_a_hex_that_comrades_just_left_is_not_vacant() -> None:
    """AMB-14: attackers from 2411 and 2311 retreat after a split; vacant is judged before."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2311",
        "S-1": "2410 SR08",
        "S-2": "2410 SR32",
        "SL-konev": "2408",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[2])  # 18:13 = 1-1, D1/A1
    play(state, GiveGround(), Retreat("S-1", ("2409",)), Retreat("S-2", ("2409",)))
    play(state, GiveGround(), Retreat("G-6Inf", ("2412",)))
    assert ways(state, "G-26Inf") == {("2210",), ("2211",), ("2312",)}
    assert why(state, Retreat("G-26Inf", ("2411",))) == ("9.73a", "retreat-priority")


# --- stacking, and units with nowhere to go ---------------------------------------------------------

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
    assert GAME.offers(state).listing()["units"] == {"G-7Inf": 4, "G-15Inf": 4}
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


# --- the oracle ---------------------------------------------------------------------------------------


def oracle_routes(
    before: NaiveBoard,
    now: NaiveBoard,
    gone: dict[str, tuple[str, ...]],
    unit: UnitPosition,
    n: int,
) -> set[tuple[str, ...]]:
    """AMB-14 word for word, by trying every way. `gone` are the ways already taken in this combat."""
    side = now.side(unit)
    west_closed = side == "soviet" and now.position.turn <= 6

    def legal(hex_: str) -> bool:
        if now.closed(hex_, side) or (west_closed and hex_[:2] in ("01", "02")):
            return False
        there = now.at.get(hex_, [])
        passed = [before.units[u] for u, way in gone.items() if hex_ in way and way[-1] != hex_]
        return now.fits(side, [*there, *passed, unit])

    complete: list[tuple[str, ...]] = [()]
    for _ in range(n):
        complete = [
            (*way, there)
            for way in complete
            for there in steps((unit.at, *way)[-1])
            if there not in way and there != unit.at and legal(there)
        ]

    def respects_vacancy(way: tuple[str, ...]) -> bool:
        for i, hex_ in enumerate(way):
            if before.stands(hex_, side) and any(
                other[:i] == way[:i] and not before.stands(other[i], side) for other in complete
            ):
                return False
        return True

    proper = [way for way in complete if respects_vacancy(way)]
    far = {way for way in proper if distance(unit.at, way[-1]) == n}
    return far or set(proper)


REGIONS = ["2410", "1504", "0305", "0120", "5905", "5803", "0601", "1418", "3031", "0229", "5931"]


def random_retreat(seed: int) -> State:
    """A crowded corner of the map and a stack in it that must retreat."""
    rng = random.Random(seed)
    centre = REGIONS[seed % len(REGIONS)]
    near = {centre}
    for _ in range(3):
        near |= {n for h in near for n in neighbours(h)}
    free = sorted(h for h in near if TERRAIN[h] != "lake" and h != centre)
    rng.shuffle(free)
    side = rng.choice(["german", "soviet"])
    germans = rng.sample([c.id for c in GAME.world.counters if c.id.startswith("G-")], 30)
    leaders = rng.sample([c.id for c in GAME.world.counters if c.is_leader], 6)
    units: dict[str, Words] = {}
    number = 0

    def put(hex_: str, who: str, count: int) -> None:
        nonlocal number
        disrupted = " disrupted" if rng.random() < 0.15 else ""
        for _ in range(count):
            if who == "german":
                units[germans.pop()] = hex_ + disrupted
            else:
                number += 1
                units[f"S-{number}"] = f"{hex_} SR{number:02d}{disrupted}"
        if who == "soviet" and leaders and rng.random() < 0.3:
            units[leaders.pop()] = hex_

    put(centre, side, rng.randint(1, 3))
    for hex_ in free[: rng.randint(3, 14)]:
        put(hex_, rng.choice(["german", "soviet"]), rng.randint(1, 3))
    phase = "soviet-combat" if side == "german" else "german-combat"
    state = arrange(units, phase=phase, turn=rng.choice([4, 9]))
    stack = state.stack(state.world.hex_index[centre])
    mine = 1 if side == "german" else 0
    for beside in state.world.board.grid.around(state.world.hex_index[centre]):
        if state.maps.held[mine][beside] and rng.random() < 0.3:
            stack = tuple(sorted((*stack, *state.stack(beside))))
    posts = tuple(state.units[u].place for u in stack)
    battle = Battle(False, 1 - mine, (), (), posts, stack, posts, "D2")
    state.agenda = [battle, Retreating(mine, stack, rng.choice([1, 2, 2]), stood=posts)]
    return state


@pytest.mark.rule("9.71b", "9.71c", "9.72b", "9.73a", "9.73b", "9.74", "6.4d")
@pytest.mark.parametrize("seed", range(150))
def test_routes_agree_with_a_slow_reading_of_the_rule(seed: int) -> None:
    state = random_retreat(seed)
    chance = SeededChance(seed)
    before = NaiveBoard(GAME.describe(state))
    gone: dict[str, tuple[str, ...]] = {}
    while state.agenda and isinstance(state.agenda[-1], Retreating):
        frame = state.agenda[-1]
        now = NaiveBoard(GAME.describe(state))
        waiting = [state.name(u) for u in frame.units]
        expected = {
            name: oracle_routes(before, now, gone, now.units[name], frame.count) for name in waiting
        }
        offered = {name: ways(state, name) for name in waiting}
        assert offered == expected
        movable = [name for name in waiting if offered[name]]
        if not movable:
            break
        name = movable[chance.pick(len(movable), "unit")]
        routes = sorted(offered[name])
        route = routes[chance.pick(len(routes), "way")]
        events = GAME.play(state, Retreat(name, route), chance)
        gone |= {e.unit: e.path[1:] for e in events_of(events, Retreated)}
        lost = {e.unit: now.units[e.unit] for e in events_of(events, Eliminated)}
        assert set(lost) <= set(waiting)
        # Those lost still stood where they were when no way was left to them.
        position = GAME.describe(state)
        units = tuple(lost.get(u.id, u) for u in position.units)
        after = NaiveBoard(msgspec.structs.replace(position, units=units))
        for trapped in lost.values():
            assert not oracle_routes(before, after, gone, trapped, frame.count)
