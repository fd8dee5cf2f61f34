"""What the plans of Lion of Judah know: gas seen from the chair, who is bound for the capital."""

from __future__ import annotations

import pytest

from campagna.core.bias import BIAS
from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.lion_of_judah.opponent.administration import Staff
from campagna.games.lion_of_judah.opponent.battles import (
    WEIGHTS,
    Battles,
    battles_for,
    league_price,
)
from campagna.games.lion_of_judah.opponent.map_reading import MapReading
from campagna.games.lion_of_judah.opponent.objectives import (
    Objectives,
    bound_for_capital,
    threatened_way,
)
from campagna.games.lion_of_judah.opponent.position_value import italian_value
from campagna.games.lion_of_judah.orders import Attack, Bomb, BreakDown, Done, Rebuild, Recall
from campagna.games.lion_of_judah.rules.general.victory import level, score
from campagna.games.lion_of_judah.rules.resources import replacements
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import GAME, ITALIAN, OTHER, Phase, arrange, at, slot

GUARDS = {"it_Di": "1405", "it_Ago": "2324"}


def test_gas_is_remembered_in_an_imagined_state() -> None:
    """The enemy's counters show no gas, the hex does: the captain must count it before he attacks."""
    state = GAME.start(Setup("s1935"), SeededChance(3))
    state.phase, state.side = Phase.BOMBING, ITALIAN
    plain = _resistance_at_adwa(state)
    assert plain > 0
    GAME.play(state, Bomb("it_air1", "1207", gas=True), SeededChance(1))
    assert _resistance_at_adwa(state) == pytest.approx(plain / 2)


def _resistance_at_adwa(state: State) -> float:
    """As the Italian sees it."""
    imagined = GAME.imagine(GAME.view(state, "italian"), SeededChance(2))
    return MapReading(imagined, ITALIAN, {}).resistance(at("1207"))


def test_who_has_what_to_lose_fears_the_league_more() -> None:
    behind = arrange(GUARDS, turn=6, bombing=8, cup=["A4", "A8", "A2"])
    ahead = arrange(
        GUARDS,
        turn=6,
        bombing=8,
        cup=["A4", "A8", "A2"],
        italian=["1215", "1814", "1713", "1009", "1411"],
    )
    assert 0 < league_price(behind) < league_price(ahead)
    dear = league_price(ahead)
    ahead.bombing = WEIGHTS.most_bombing
    assert league_price(ahead) > dear


@pytest.mark.parametrize(("fallen", "bound"), [(False, True), (True, False)])
def test_the_main_army_is_free_once_the_capital_has_fallen(*, fallen: bool, bound: bool) -> None:
    """Before, it leaves Debre Markos to the western corps; afterwards it goes there itself."""
    state = arrange(
        {**GUARDS, "it_GS": "1213", "et_imru_1": "1112 =2"},
        turn=6,
        italian=["1213", "1214", "1313", *(["1215"] if fallen else [])],
    )
    reading, division = MapReading(state, ITALIAN, {}), slot("it_GS")
    assert bound_for_capital(reading, division) is bound
    goal = Objectives(reading, [division]).of[division]
    assert (goal == at("1215")) is bound


def test_those_who_come_too_late_are_not_bound_for_the_capital() -> None:
    state = arrange({**GUARDS, "it_GS": "1406"}, turn=7)
    assert not bound_for_capital(MapReading(state, ITALIAN, {}), slot("it_GS"))


def test_marches_take_longer_than_the_map_says() -> None:
    """From Dessie it is two turns and a half on paper: with three to go, the army takes what is near."""
    for turn, bound in ((4, True), (6, False)):
        state = arrange({**GUARDS, "it_GS": "1411", "et_imru_1": "1112 =2"}, turn=turn)
        reading, division = MapReading(state, ITALIAN, {}), slot("it_GS")
        on_paper = reading.field(at("1215"))[at("1411")] / (2 * state.counter(division).movement)
        assert on_paper < reading.turns_left + 0.5
        assert bound_for_capital(reading, division) is bound


MOST = ("1215", "1814", "1713", "1411", "1207", "1408", "1914", "1308")


def test_a_place_counts_more_towards_the_end() -> None:
    """It may be lost again until then."""

    def gain(turn: int) -> float:
        units = {**GUARDS, "it_GS": "1411"}
        with_, without = arrange(units, turn=turn, italian=["1207"]), arrange(units, turn=turn)
        return italian_value(with_) - italian_value(without)

    assert 0 < gain(2) < gain(5) < gain(8)


def test_the_point_that_wins_counts_most() -> None:
    def ended(*held: str) -> State:
        return arrange(GUARDS, turn=8, phase=Phase.OVER, italian=held)

    close = ended(*MOST, "1420", "1108")
    assert (level(close), score(close)) == ("ethiopian_marginal", 32)
    wars = (ended(), ended("1108"), close, ended(*MOST, "1420", "1112"))
    rout, bad, near, won = (italian_value(state) for state in wars)
    assert won - near > 3 * (bad - rout) > 0


@pytest.mark.parametrize(("style", "goes"), [({}, False), ({"borders": 0.5}, True)])
def test_only_without_borders_the_main_army_goes_west(
    style: dict[str, float], *, goes: bool
) -> None:
    state = arrange({**GUARDS, "it_GS": "1411", "et_imru_1": "1112 =2"}, turn=4)
    reading, division = MapReading(state, ITALIAN, style), slot("it_GS")
    assert bound_for_capital(reading, division)
    assert Objectives(reading, [division])._theatre(division, at("1112")) is goes


@pytest.mark.parametrize(("haste", "bound"), [(0.5, False), (1.0, True), (2.0, True)])
def test_who_trusts_in_marches_is_bound_for_the_capital_longer(
    *, haste: float, bound: bool
) -> None:
    state = arrange({**GUARDS, "it_GS": "1411"}, turn=4)
    assert bound_for_capital(MapReading(state, ITALIAN, {"haste": haste}), slot("it_GS")) is bound


@pytest.mark.parametrize(
    ("picket", "watched"), [(0.0, []), (0.7, ["1408"]), (1.0, ["1407", "1408"])]
)
def test_who_fears_for_his_road_watches_more_of_it(picket: float, watched: list[str]) -> None:
    road = ["1406", "1407", "1408"]
    state = arrange({**GUARDS, "et_imru_1": "1410 =2"}, turn=4, italian=road)
    reading = MapReading(state, ITALIAN, {"picket": picket})
    assert [state.hex_name(h) for h in threatened_way(reading)] == watched


@pytest.mark.parametrize(("detach", "leaves"), [(1.0, []), (2.0, ["1207"])])
def test_some_leave_detachments_in_places_worth_points(detach: float, leaves: list[str]) -> None:
    """Adwa is off the main road; a place that no warrior can reach needs none."""
    state = arrange(
        {
            **GUARDS,
            "it_GS": "1207",
            "it_PL": "2218",
            "et_imru_1": "1108 =2",
            "it_bd_regular_1": "breakdown",
            "it_bd_regular_2": "breakdown",
        },
        turn=4,
        phase=Phase.BREAKDOWN,
        italian=["1207", "2218"],
    )
    orders = [advice[0] for advice in Staff(state, ITALIAN, {"detach": detach}).orders()]
    assert [o.hex for o in orders if isinstance(o, BreakDown)] == leaves


def test_mass_sends_more_to_a_place_whatever_stands_there() -> None:
    state = arrange({**GUARDS, "et_imru_1": "1112 =2"}, turn=4)
    plain, mass = (
        Objectives(MapReading(state, ITALIAN, style), []) for style in ({}, {"mass": 2.0})
    )
    wanted = {name: mass.need(at(name)) - plain.need(at(name)) for name in ("1112", "1814")}
    assert wanted["1112"] == pytest.approx(wanted["1814"])
    assert wanted["1112"] > 0


def test_whom_the_capital_does_not_draw_leaves_its_road_alone() -> None:
    """Who stands on the way to Addis Ababa is worth a battle only for the way's sake."""
    state = arrange({**GUARDS, "it_GS": "1411", "et_imru_1": "1412 =2"}, turn=4)
    drawn, cool = (
        Battles(MapReading(state, ITALIAN, style)).ground(at("1412"))
        for style in ({}, {"capital": 0.3})
    )
    assert drawn > cool > 0


@pytest.mark.rule("PB 13.6.4.2", "8.2-a")
def test_two_leaders_in_one_hex_do_not_call_back_more_than_it_holds() -> None:
    warriors = ("et_imperial_2", "et_imperial_3", "et_imru_2", "et_imru_3", "et_imru_4")
    state = arrange(
        {
            "et_NEG": "1112 +3",
            "et_IMR": "1112 +1",
            "et_imperial_1": "dead",
            "et_imru_1": "dead",
            **dict.fromkeys(warriors, "1112"),
        },
        phase=Phase.REPLACEMENTS,
        side=OTHER,
    )
    assert len(replacements.recalls(state)) == 2
    given = []
    for order, *_ in Staff(state, OTHER, {}).orders():
        given.append(order)
        if isinstance(order, Done):
            break
        GAME.play(state, order, SeededChance(1))
    assert [type(order) for order in given] == [Recall, Done]


@pytest.mark.parametrize(
    ("points", "foe", "raised"),
    [
        (9, "0506", [Rebuild("cw_5IND", "sudan", "0205", 4)]),
        (9, "1214", [Rebuild("cw_5IND", "sudan", "0801", 4)]),
        (4, "0506", [Rebuild("cw_5IND", "sudan", "0205", 2)]),
        (2, "0506", []),
    ],
)
def test_the_fallen_of_1940_come_back_where_they_are_wanted(
    points: int, foe: str, raised: list[Rebuild]
) -> None:
    """Before a base in danger, else on the way to Eritrea; a reserve stays for the support of battles."""
    state = arrange(
        {"cw_5IND": "dead", "it40_GdS": foe},
        scenario="s1940",
        phase=Phase.REPLACEMENTS,
        side=OTHER,
        boxes={"sudan": points, "kenya": 0, "aden": 0},
    )
    given = []
    for order, *_ in Staff(state, OTHER, {}).orders():
        given.append(order)
        if not isinstance(order, Done):
            GAME.play(state, order, SeededChance(1))
    assert given == [*raised, Done()]


def test_a_general_comes_upon_other_battles_by_bias() -> None:
    """A captain always begins with the same of two like battles; fancies begin with either."""
    state = arrange(
        {
            "it_Sb": "2117",
            "it_Gv": "2117",
            "it_GS": "2117",
            "it_hq_SOM": "2117",
            "et_nasibu_1": "2017 =2",
            "et_nasibu_2": "2217 =2",
            "it_Ago": "2324",
            "it_Di": "1405",
        },
        phase=Phase.COMBAT,
        turn=4,
    )
    plain = {_first_target(state, {}) for _ in range(3)}
    biased = {_first_target(state, {BIAS: float(number)}) for number in range(24)}
    assert len(plain) == 1
    assert biased == {"2017", "2217"}


def _first_target(state: State, style: dict[str, float]) -> str:
    order = next(battles_for(state, ITALIAN, style).battles())[0]
    assert isinstance(order, Attack)
    return order.target
