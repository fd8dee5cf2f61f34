"""The captain of Lion of Judah on positions with a known best order, and in whole turns."""

from __future__ import annotations

from functools import partial

import pytest

from campagna.bots.captain import Captain
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import LANGUAGES, Order, Setup
from campagna.core.evaluator import Evaluator, evaluator_of, reason_text
from campagna.games.lion_of_judah.frames import Suffer
from campagna.games.lion_of_judah.opponent.battle_value import air_shifts, results
from campagna.games.lion_of_judah.orders import Advance, Attack, Bomb, Done, Move, TakeLosses
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    arrange,
    at,
    place,
)

FOUR_TO_ONE = 5


def judged() -> Evaluator:
    found = evaluator_of(GAME)
    assert found is not None
    return found


def first(state: State) -> Order:
    """The captain's next order."""
    return next(judged().plan(state, {}, SeededChance(1)))[0]


def segment(state: State) -> list[Order]:
    """Every order of the captain up to the end of the phase, played out."""
    given: list[Order] = []
    plan = judged().plan(state, {}, SeededChance(1))
    while not given or not isinstance(given[-1], Done):
        order = next(plan)[0]
        assert GAME.refusal(state, order) is None, order
        given.append(order)
        if not isinstance(order, Done):
            GAME.play(state, order, SeededChance(1))
    return given


# --- puzzles ----------------------------------------------------------------------------------------


def test_losses_fall_on_colonials_first() -> None:
    """Two losses among two Eritrean divisions and a European one cost no point (PB 13.4.4)."""
    state = arrange({"it_1E": "1307", "it_2E": "1307", "it_Sb": "1307"}, phase=Phase.COMBAT)
    units = tuple(WORLD.slots[n] for n in ("it_1E", "it_2E", "it_Sb"))
    state.agenda.append(Suffer(ITALIAN, units, 2, "combat", attacking=True))
    order = first(state)
    assert isinstance(order, TakeLosses)
    assert set(order.units) == {"it_1E", "it_2E"}


def test_a_hex_without_fighters_is_attacked_first() -> None:
    """An HQ and a truck alone fall without a loss and give a second attack (12.13)."""
    state = arrange(
        {
            "cw_5IND": "1005",
            "it40_hq_NORD": "1104",
            "it40_trk2": "1104",
            "it40_GdS": "1105",
            "cw_hq_north": "0905",
        },
        scenario="s1940",
        phase=Phase.COMBAT,
        side=OTHER,
        turn=9,
        enemy=["0905", "1005"],
    )
    order = first(state)
    assert isinstance(order, Attack)
    assert order.target == "1104"


def test_a_division_goes_to_the_opposite_hex() -> None:
    """From two opposite hexes the die is one better than from neighbouring ones (12.9)."""
    state = arrange(
        {
            "it_Sb": "2117",
            "it_Gv": "2117",
            "it_GS": "2117",
            "it_PL": "2017",
            "it_hq_SOM": "2117",
            "et_nasibu_1": "2016 =3",
            "et_nasibu_2": "2016 =2",
            "it_Ago": "2324",
            "it_Di": "1405",
        },
        turn=4,
        boxes={"south": 0},
        italian=["2117", "2017", "2218", "2118", "2119", "2220", "2320", "2116", "2015"],
    )
    segment(state)
    around = {place(state, n) for n in ("it_Sb", "it_Gv", "it_GS", "it_PL")}
    grid = WORLD.board.grid
    directions = {grid.direction(at("2016"), at(h)) for h in around}
    assert any((d + 3) % 6 in directions for d in directions if d >= 0), around


def test_warriors_leave_a_hex_where_they_would_starve() -> None:
    """Seven warriors in a mountain hex without a town lose one to hunger half of the time."""
    units = {f"et_kassa_{n}": "1110 active" for n in range(1, 8)}
    state = arrange(
        {**units, "et_KAS": "1110 active", "it_Sb": "1305", "it_Ago": "2324", "it_Di": "1405"},
        side=OTHER,
        leader=WORLD.slots["et_KAS"],
    )
    segment(state)
    for hex_, stack in state.maps.stacks.items():
        if not WORLD.settlement[hex_]:
            assert sum(WORLD.combat[u] for u in stack) <= 4, WORLD.hex_ids[hex_]


def test_warriors_walk_into_an_open_base() -> None:
    """A combat unit in Massawa ends the war at once (PB 13.4.6)."""
    state = arrange(
        {"et_seyoum_4": "1406 active", "et_SEY": "1406 active", "it_Sb": "1205", "it_Ago": "2324"},
        side=OTHER,
        leader=WORLD.slots["et_SEY"],
        italian=["1405"],
    )
    order = first(state)
    assert isinstance(order, Move)
    assert order.path[-1] == "1405"


@pytest.mark.parametrize("far", [True, False])
def test_the_last_unit_never_leaves_a_base(far: bool) -> None:
    """Neither by marching nor by an attack after which it would have to advance (12.12)."""
    units = {"it_Di": "1405", "it_Ago": "2324", "et_seyoum_1": "1408 =1" if far else "1406 =1"}
    state = arrange(units)
    segment(state)
    assert place(state, "it_Di") == "1405"
    state = arrange(units, phase=Phase.COMBAT)
    assert isinstance(first(state), Done)


def test_an_empty_town_is_taken() -> None:
    state = arrange(
        {"it_CVS": "1915", "it_PL": "1915", "it_Ago": "2324", "it_Di": "1405"},
        italian=["1915", "2016", "2017", "2117", "2218"],
    )
    segment(state)
    assert state.control[at("1814")] == ITALIAN or state.control[at("1914")] == ITALIAN


def test_gas_waits_when_the_league_may_still_speak() -> None:
    """With the marker high and the League in the cup no more gas; with the League gone there is."""
    units = {
        "it_Sb": "1307",
        "it_Gv": "1307",
        "it_1E": "1307",
        "it_Di": "1405",
        "it_Ago": "2324",
        **{f"et_kassa_{n}": "1308 =2" for n in range(1, 5)},
    }
    open_ = arrange(units, phase=Phase.BOMBING, italian=["1207", "1408"], turn=3)
    open_.bombing, open_.cup = 6, ["A4", "A8"]
    assert isinstance(first(open_), Done)
    closed = arrange(units, phase=Phase.BOMBING, italian=["1207", "1408"], turn=3)
    closed.bombing, closed.drawn = 6, ["A4"]
    order = first(closed)
    assert isinstance(order, Bomb)
    assert order.gas
    assert order.hex == "1308"


# --- numbers ----------------------------------------------------------------------------------------


def test_expected_losses_are_those_of_the_table() -> None:
    """At 4:1 the standard table costs 1.5 steps for 2.0; the Ethiopian one 2.17 for 1.67."""
    state = arrange({})
    for side, lost, killed in ((ITALIAN, 1.5, 2.0), (OTHER, 13 / 6, 10 / 6)):
        found = results(state, side, FOUR_TO_ONE, 0)
        assert sum(p for *_, p in found) == pytest.approx(1.0)
        assert sum(a * p for a, _, _, p in found) == pytest.approx(lost)
        assert sum(d * p for _, d, _, p in found) == pytest.approx(killed)


def test_two_markers_bring_two_columns_at_most() -> None:
    state = arrange({})
    shifts = dict(air_shifts(state, ITALIAN, at("1215"), 2))
    assert shifts == pytest.approx({0: 1 / 9, 1: 4 / 9, 2: 4 / 9})


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    state = GAME.start(Setup("s1935"), SeededChance(3))
    value = judged().value
    assert value(state, "italian") == pytest.approx(-value(state, "ethiopian"))


@pytest.mark.parametrize(("scenario", "other"), [("s1935", "ethiopian"), ("campaign", "opponent")])
def test_generals_of_1935_have_a_doctrine_for_each_side(scenario: str, other: str) -> None:
    state = GAME.start(Setup(scenario), SeededChance(3))
    doctrines = [judged().learned_style(state, side) for side in ("italian", other)]
    assert doctrines[0]["attack"] > 1.0 > doctrines[1]["attack"]
    assert all(
        style_factor in judged().style_factors for style in doctrines for style_factor in style
    )
    later = GAME.start(Setup("s1940"), SeededChance(3))
    assert not judged().learned_style(later, "italian")


def test_points_on_the_map_and_troops_near_them_are_worth_something() -> None:
    units = {"it_Sb": "1406", "it_Di": "1405", "it_Ago": "2324", "et_NEG": "1215"}
    far = judged().value(arrange(units), "italian")
    near = judged().value(arrange({**units, "it_Sb": "1407"}), "italian")
    held = judged().value(arrange({**units, "it_Sb": "1408"}), "italian")
    assert far < near < held


# --- whole turns ------------------------------------------------------------------------------------


def _advise(scenario: str, seed: int, orders: int) -> list[tuple[Order, dict[str, str]]]:
    """The first orders of a game between captains with their reasons; every one is legal."""
    chance = SeededChance(seed)
    state = GAME.start(Setup(scenario), chance)
    sides = GAME.scenario(Setup(scenario)).sides
    seats = {s: Captain(GAME, judged(), s, UnrecordedChance(seed + i)) for i, s in enumerate(sides)}
    given: list[tuple[Order, dict[str, str]]] = []
    while (step := GAME.step(state)) is not None and len(given) < orders:
        seat = seats[step.side]
        seat.sees_every_order = True
        order = seat.decide(GAME.offers(state), partial(GAME.view, state, step.side))
        assert GAME.refusal(state, order) is None, (step, order)
        given.append((order, dict(seat.explain() or {})))
        GAME.play(state, order, chance)
    return given


@pytest.mark.parametrize("scenario", ["s1935", "s1940", "campaign"])
def test_captains_play_by_the_rules_and_say_why(scenario: str) -> None:
    given = _advise(scenario, 5, 220)
    assert all(set(why) == set(LANGUAGES) and all(why.values()) for _, why in given)
    assert any(isinstance(order, Attack) for order, _ in given)
    assert any(isinstance(order, Advance) for order, _ in given)


def test_the_same_seed_gives_the_same_orders() -> None:
    assert _advise("s1935", 7, 80) == _advise("s1935", 7, 80)


def test_every_reason_can_be_told() -> None:
    """Templates name only facts that some order gives."""
    known = {"hex", "odds", "percent", "gain", "target", "goal", "unit", "units", "box", "count"}
    known |= {"region", "answer"}
    for reason in judged().reasons:
        text = reason_text(judged(), reason, dict.fromkeys(known, "x"))
        assert set(text) == set(LANGUAGES)
