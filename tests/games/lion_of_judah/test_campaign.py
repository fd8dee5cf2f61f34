"""PB 14.3.4: two wars, one Record, the same Italian player; the link and the score."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup, digest
from campagna.games.lion_of_judah.events import GameEnded, PartBegan
from campagna.games.lion_of_judah.flags import DEAD, GONE, NOT_DUE
from campagna.games.lion_of_judah.frames import Choice, Place
from campagna.games.lion_of_judah.orders import Answer, Done, PlaceUnit
from campagna.games.lion_of_judah.rules.events import event_phase
from campagna.games.lion_of_judah.rules.general import campaign, setup, victory
from campagna.games.lion_of_judah.rules.sequence import sequence
from campagna.games.lion_of_judah.state import Ledger, PartResult, Phase, State
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    at,
    decision,
    only,
    place,
    play,
    unit,
    why,
)
from tests.offered import by_order

LEVELS = {
    "ethiopian_decisive": 20,
    "ethiopian_marginal": 29,
    "italian_marginal": 34,
    "italian_decisive": 38,
}


def first_war(points: int, held: int = 12, **more: Any) -> State:
    """The last turn of the first war, decided by so many points; Italy holds so many places."""
    state = GAME.start(Setup("campaign"), SeededChance(1))
    state.phase, state.turn = Phase.END, 8
    for name in list(state.theatre.scenario["victory"]["hexes"])[:held]:
        state.take_control(at(name), ITALIAN)
    for name, value in more.items():
        setattr(state, name, value)
    state.ledger.append(Ledger("PB 13.4.2", "test", points - victory.score(state)))
    return state


def linked(points: int, **more: Any) -> State:
    state = first_war(points, **more)
    sequence.open_phases(state, SeededChance(2))
    return state


@pytest.mark.rule("PB 14.3.4", "3.1-b", "1-a")
def test_the_same_person_plays_italy_in_both_wars() -> None:
    spec = GAME.scenario(Setup("campaign"))
    assert spec.sides == ("italian", "opponent")
    state = linked(34)
    assert state.part == 1
    assert decision(state)[0] in ("italian", "opponent")
    assert state.side_name(OTHER) == "opponent"


@pytest.mark.rule("PB 14.3.4")
def test_a_decisive_ethiopian_victory_ends_the_campaign() -> None:
    state = first_war(LEVELS["ethiopian_decisive"])
    events = sequence.open_phases(state, SeededChance(2))
    assert only(events, GameEnded).level == "allied_ethiopian_campaign"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winner == "opponent"
    assert GAME.step(state) is None


@pytest.mark.rule("PB 14.3.4")
@pytest.mark.parametrize(
    ("level", "prestige", "fuel", "more"),
    [
        ("italian_decisive", 6, 26, 0),
        ("italian_marginal", 5, 24, 1),
        ("ethiopian_marginal", 4, 22, 3),
    ],
)
def test_the_level_of_the_first_war_sets_the_tracks_of_the_second(
    level: str, prestige: int, fuel: int, more: int
) -> None:
    state = first_war(LEVELS[level])
    told = only(sequence.open_phases(state, SeededChance(2)), PartBegan)
    assert (told.level, told.scenario) == (level, "s1940")
    assert (state.prestige, state.fuel, state.turn, state.phase) == (prestige, fuel, 1, Phase.SETUP)
    frames = [f for f in state.agenda if isinstance(f, Place)]
    assert sum(f.count for f in frames) == more


@pytest.mark.rule("PB 14.3.4", "PB 14.6.4.1-b")
def test_the_opponent_places_more_guerrillas_without_keeping_them_apart() -> None:
    state = linked(LEVELS["ethiopian_marginal"])
    assert decision(state) == ("opponent", "place-guerrilla")
    hexes = by_order(GAME.offers(state))["place-unit"]
    play(state, PlaceUnit(hexes[0]), PlaceUnit(hexes[0]))
    assert len([u for u in state.stack(at(hexes[0])) if WORLD.guerrilla[u]]) >= 2
    play(state, Done())
    assert decision(state) == ("italian", "setup")


@pytest.mark.rule("PB 14.3.4")
def test_places_italy_never_took_begin_allied_with_guerrillas() -> None:
    state = first_war(LEVELS["ethiopian_marginal"], held=0)
    taken = at("1207")
    state.take_control(taken, ITALIAN)
    state.ledger.append(Ledger("PB 13.4.2", "test", 29 - victory.score(state)))
    sequence.open_phases(state, SeededChance(2))
    assert state.first_part is not None
    free = state.first_part.free_hexes
    assert taken not in free
    assert at("1009") in free
    for hex_ in free:
        assert state.control[hex_] == OTHER
        assert not state.maps.held[ITALIAN][hex_]
    guarded = [h for h in free if any(WORLD.guerrilla[u] for u in state.stack(h))]
    assert len(guarded) == min(len(free), 14 - 3)
    assert state.control[taken] == ITALIAN
    assert GAME.violations(state) == []


@pytest.mark.rule("PB 14.3.4")
def test_eight_european_steps_cost_a_blackshirt_group_of_his_choice() -> None:
    state = linked(LEVELS["italian_decisive"], steps_lost=[17, 0])
    frame = state.agenda[-1]
    assert isinstance(frame, Choice)
    assert (frame.event, frame.count) == ("legions", 2)
    groups = [
        c.id for c in WORLD.counters if c.part == 1 and c.branch == "ccnn" and not c.breakdown
    ]
    assert why(state, Answer("it40_GdS")) == ("PB 14.3.4", "not-a-legion")
    play(state, Answer(groups[0]), Answer(groups[-1]))
    assert place(state, groups[0]) == place(state, groups[-1]) == "gone"
    few = linked(LEVELS["italian_decisive"], steps_lost=[7, 0])
    assert not few.agenda


@pytest.mark.rule("PB 14.3.4")
def test_roads_stay_and_a_dead_negus_never_returns() -> None:
    state = first_war(LEVELS["italian_decisive"], roads=[at("1306")])
    state.put(WORLD.slots["et_NEG"], DEAD, steps=0)
    sequence.open_phases(state, SeededChance(2))
    assert state.roads == [at("1306")]
    assert unit(state, "cw_NEG").place == GONE
    state.cup, state.turn, state.phase = ["D5"], 9, Phase.EVENT
    state.put(WORLD.slots["cw_Gid"], at("1111"), steps=2)
    event_phase.draw(state, SeededChance(1))
    assert not state.agenda
    alive = linked(LEVELS["italian_decisive"])
    assert unit(alive, "cw_NEG").place == NOT_DUE


# --- the score -----------------------------------------------------------


def second_war(first: int, net: int, sudden: str = "") -> State:
    state = GAME.start(Setup("campaign"), SeededChance(1))
    setup.begin_part(state, 1, SeededChance(1))
    state.first_part = PartResult("italian_marginal", first, 0, False)
    state.ledger.append(Ledger("PB 14.4.2", "test", net - victory.score(state)))
    state.sudden = sudden
    return state


@pytest.mark.rule("PB 14.3.4")
@pytest.mark.parametrize(
    ("first", "net", "points", "level", "winner"),
    [
        (34, 46, 11, "italian_campaign", "italian"),
        (34, 47, 10, "draw", None),
        (34, 58, 5, "draw", None),
        (34, 59, 4, "allied_ethiopian_campaign", "opponent"),
        (34, -3, 35, "italian_campaign", "italian"),
    ],
)
def test_half_of_the_allied_net_is_taken_from_the_italian_points(
    first: int, net: int, points: int, level: str, winner: str | None
) -> None:
    state = second_war(first, net)
    assert campaign.score(state) == points
    outcome = campaign.outcome(state)
    assert (outcome.level, outcome.winner, outcome.points) == (level, winner, {"italian": points})


@pytest.mark.rule("PB 14.3.4", "PB 14.3.3")
def test_sudden_deaths_count_at_least_their_level() -> None:
    assert campaign.score(second_war(34, 30, "allied_decisive")) == 34 - 25
    assert campaign.score(second_war(34, 60, "allied_decisive")) == 34 - 30
    assert campaign.score(second_war(34, 40, "italian_decisive")) == 34 - 15
    state = first_war(30, sudden="italian_decisive")
    assert campaign.result(state).points == 36


@pytest.mark.rule("PB 14.3.4", "3.1-b")
def test_a_whole_campaign_is_one_record() -> None:
    """The link uses only recorded chance: the same orders give the same second war."""
    twins = []
    for _ in range(2):
        state, chance, seat = linked(LEVELS["italian_marginal"]), SeededChance(5), SeededChance(6)
        for _ in range(60):
            GAME.play(state, GAME.offers(state).sample(seat), chance)
        twins.append(digest(state))
    assert twins[0] == twins[1]
