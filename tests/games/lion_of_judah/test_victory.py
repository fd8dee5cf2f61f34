"""4, PB 13.4, PB 14.3: points, levels and sudden death."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.lion_of_judah.events import GameEnded
from campagna.games.lion_of_judah.flags import DEAD
from campagna.games.lion_of_judah.orders import Move
from campagna.games.lion_of_judah.rules.general import losses, victory
from campagna.games.lion_of_judah.rules.sequence import sequence
from campagna.games.lion_of_judah.state import Ledger
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    arrange,
    at,
    only,
    play,
    slot,
)

# --- 1935-36 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PB 13.4.1", "4.1")
def test_the_italian_scores_the_places_he_controls() -> None:
    places = WORLD.parts[0].scenario["victory"]["hexes"]
    assert sum(places.values()) == 41
    state = arrange()
    assert victory.score(state) == 0
    state.take_control(at("1215"), ITALIAN)
    state.take_control(at("1308"), ITALIAN)
    assert victory.score(state) == 12
    for name in places:
        state.take_control(at(name), ITALIAN)
    assert victory.score(state) == 41


@pytest.mark.rule("PB 13.4.3")
def test_home_cities_lost_cost_points() -> None:
    for name, points in (("1305", -6), ("1405", -8), ("2324", -8), ("1104", -2), ("1928", -2)):
        assert victory.score(arrange(enemy=[name])) == points, name


@pytest.mark.rule("PB 13.4.4")
def test_every_fourth_european_step_costs_a_point() -> None:
    assert [victory.score(arrange(steps_lost=[n, 0])) for n in (0, 3, 4, 9)] == [0, 0, -1, -2]


@pytest.mark.rule("PB 13.4.4")
def test_only_steps_of_italian_regulars_and_blackshirts_are_counted() -> None:
    units = dict.fromkeys(
        ("it_Sb", "it_21", "it_bd_regular_1", "it_1E", "it_irr1", "it_trk1", "it_hq_1CA"), "1305"
    )
    state = arrange(units)
    losses.lose_step(state, slot("it_Sb"), "combat", "12.11-a")
    losses.eliminate(state, slot("it_21"), "combat", "12.11-a")
    losses.lose_step(state, slot("it_bd_regular_1"), "combat", "12.11-a")
    assert state.steps_lost == [1 + 4 + 1, 0]
    for name in ("it_1E", "it_irr1", "it_trk1", "it_hq_1CA"):
        losses.eliminate(state, slot(name), "combat", "12.11-a")
    assert state.steps_lost == [6, 0]


@pytest.mark.rule("PB 13.4.5")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (36, "italian_decisive", "italian"),
        (35, "italian_marginal", "italian"),
        (33, "italian_marginal", "italian"),
        (32, "ethiopian_marginal", "ethiopian"),
        (27, "ethiopian_marginal", "ethiopian"),
        (26, "ethiopian_decisive", "ethiopian"),
    ],
)
def test_levels_of_1935(points: int, level: str, winner: str) -> None:
    state = arrange(ledger=[Ledger("PB 13.4.2", "test", points)])
    outcome = victory.final_outcome(state)
    assert (outcome.level, outcome.winner) == (level, winner)


@pytest.mark.rule("PB 13.4.6")
def test_the_empire_without_its_emperor_falls_at_once() -> None:
    state = arrange(italian=["1215", "1814", "1713"])
    state.put(slot("et_NEG"), at("1112"), steps=1)
    assert victory.sudden_death(state) == ""
    state.put(slot("et_NEG"), DEAD, steps=0)
    assert victory.sudden_death(state) == "italian_decisive"


@pytest.mark.rule("PB 13.4.6")
def test_ethiopians_in_massawa_end_the_war_at_once() -> None:
    state = arrange({"et_seyoum_1": "1305 =1", "it_Sb": "1104", "et_NEG": "1215"}, side=OTHER)
    events = play(state, Move(("et_seyoum_1",), ("1305", "1405")))
    assert only(events, GameEnded).level == "ethiopian_decisive"
    assert GAME.step(state) is None
    assert arrange({"et_SEY": "1405"}).maps.armed[OTHER][at("1405")] == 0


@pytest.mark.rule("PB 13.1", "5.1-a", "4.1")
def test_the_game_ends_with_its_last_turn() -> None:
    state = arrange({"it_Sb": "1305", "et_NEG": "1215"}, phase=Phase.END, turn=8)
    events = sequence.open_phases(state, SeededChance(1))
    assert only(events, GameEnded).level == "ethiopian_decisive"
    assert GAME.outcome(state) is not None


# --- 1940-41 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PB 14.3.1", "PB 14.1")
def test_the_net_is_what_each_took_from_the_other() -> None:
    places = WORLD.parts[1].scenario["victory"]["hexes_allied"]
    assert sum(places.values()) == 62
    state = arrange(scenario="s1940")
    assert victory.score(state) == 0
    state.take_control(at("1215"), OTHER)
    state.take_control(at("2312"), ITALIAN)
    assert victory.score(state) == 8 - 4


@pytest.mark.rule("PB 14.3.2")
def test_every_sixth_european_allied_step_costs_a_point() -> None:
    scores = [victory.score(arrange(scenario="s1940", steps_lost=[9, n])) for n in (5, 6, 13)]
    assert scores == [0, -1, -2]
    state = arrange({"cw_5IND": "0805", "et40_g1": "1111", "cw_FP": "0114"}, scenario="s1940")
    for name in ("cw_5IND", "et40_g1", "cw_FP"):
        losses.eliminate(state, slot(name), "combat", "12.11-a")
    assert state.steps_lost == [0, 4]


@pytest.mark.rule("PB 14.3.3")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (50, "allied_decisive"),
        (42, "allied_marginal"),
        (41, "italian_marginal"),
        (30, "italian_marginal"),
        (29, "italian_decisive"),
    ],
)
def test_levels_of_1940(points: int, level: str) -> None:
    state = arrange(scenario="s1940", ledger=[Ledger("PB 14.4.2", "test", points)])
    assert victory.final_outcome(state).level == level


@pytest.mark.rule("PB 14.3.3")
def test_sudden_deaths_of_1940() -> None:
    fallen = ["1215", "1305", "1009", "1308"]
    hq = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and c.type == "hq")
    held = arrange({hq: "1814"}, scenario="s1940", enemy=fallen)
    assert victory.sudden_death(held) == ""
    assert victory.sudden_death(arrange(scenario="s1940", enemy=fallen)) == "allied_decisive"
    bold = arrange({hq: "1814"}, scenario="s1940", italian=["0205", "0929"])
    assert victory.sudden_death(bold) == "italian_decisive"
