"""9.7 Retreat: who leads, where to, and vacant hexes first."""

from __future__ import annotations

import pytest

from campagna.core.offers import Routes
from campagna.games.panzergruppe_guderian.events import Retreated
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Done,
    GiveGround,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
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
)
from tests.offered import by_order


def ways(state: State, name: str) -> set[tuple[str, ...]]:
    """The routes offered for a retreating unit."""
    return set(by_order(GAME.offers(state)).get("retreat", {}).get(name, ()))


def gives_ground(
    units: dict[str, Words],
    attackers: tuple[str, ...],
    target: str,
    die: int,
    turn: int = 5,
    options: dict[str, bool | str] | None = None,
) -> State:
    """A German attack after which the Soviet owner chose to retreat."""
    state = arrange(units, phase="german-combat", turn=turn, options=options)
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


@pytest.mark.rule("9.71c", "9.72a")
def test_the_step_of_a_retreat_that_is_refused_is_named() -> None:
    """1303 lies south-west of the lake hex 1402."""
    units: dict[str, Words] = {"G-6Inf": "1304", "S-1": "1303 SR01", "SL-konev": "1501"}
    state = gives_ground(units, ("G-6Inf",), "1303", die=2)
    lake = refused(state, Retreat("S-1", ("1402", "1401")))
    assert (lake.rule, lake.reason) == ("9.71c", "lake")
    assert (lake.facts["from"], lake.facts["hex"]) == ("1303", "1402")
    far = refused(state, Retreat("S-1", ("1705", "1706")))
    assert (far.rule, far.reason) == ("9.72a", "not-adjacent")
    assert (far.facts["from"], far.facts["hex"]) == ("1303", "1705")


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


ALONE: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2407"}
ROUND_THE_CORNER = Retreat("S-1", ("2409", "2510"))


@pytest.mark.rule("9.73a")
def test_a_retreat_of_two_hexes_may_end_nearer_than_two() -> None:
    """The book asks for vacant hexes and for nothing else."""
    state = gives_ground(ALONE, ("G-6Inf",), "2410", die=1)  # D2
    assert {distance("2410", way[-1]) for way in ways(state, "S-1")} == {1, 2}
    play(state, ROUND_THE_CORNER)
    assert place(state, "S-1") == "2510"


@pytest.mark.rule("9.73a")
@pytest.mark.parametrize("options", [{"retreat_full_distance": True}, {"edition": "1"}])
def test_by_the_house_rule_it_ends_two_hexes_away_if_it_can(options: dict[str, bool | str]) -> None:
    """AMB-14, an option; the first edition knew nothing else."""
    state = gives_ground(ALONE, ("G-6Inf",), "2410", die=1, options=options)  # D2
    assert {distance("2410", way[-1]) for way in ways(state, "S-1")} == {2}
    refusal = refused(state, ROUND_THE_CORNER)
    assert (refusal.rule, refusal.reason) == ("9.73a", "retreat-distance")
    assert (refusal.facts["from"], refusal.facts["count"]) == ("2410", 2)
    assert "2409-2408" in refusal.facts["open"]  # type: ignore[operator]


@pytest.mark.rule("9.73a")
@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize("way", [("2409", "2408"), ("2409", "2510"), ("2510", "2409")])
def test_a_way_over_friends_is_refused_for_that_and_not_for_its_length(
    option: bool, way: tuple[str, str]
) -> None:
    """A friend stands in 2409 while other hexes are vacant; the first way ends two hexes away."""
    units: dict[str, Words] = {**ALONE, "S-2": "2409 SR02"}
    options: dict[str, bool | str] = {"retreat_full_distance": option}
    state = gives_ground(units, ("G-6Inf",), "2410", die=1, options=options)  # D2
    far = distance("2410", way[-1]) == 2
    reason = "retreat-distance" if option and not far else "retreat-priority"
    assert why(state, Retreat("S-1", way)) == ("9.73a", reason)


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


@pytest.mark.rule("9.72a", "9.72b")
def test_units_with_the_same_ways_are_offered_them_together() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2410 SR02",
        "SL-konev": "2407",
    }
    state = gives_ground(units, ("G-6Inf", "G-26Inf"), "2410", die=1)
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Routes)
    (group,) = offer.groups
    assert group.units == ("S-1", "S-2")
    assert {way.path for way in group.ways} == ways(state, "S-1")
