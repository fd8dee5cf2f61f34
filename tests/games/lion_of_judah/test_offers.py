"""Offers of a movement segment: few kernel calls, every sample allowed, groups and single units."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Setup
from campagna.core.offers import Reach
from campagna.games.lion_of_judah.maps import EVERYTHING
from campagna.games.lion_of_judah.orders import Done, Move
from campagna.games.lion_of_judah.rules.movement import destinations
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import GAME, WORLD, Phase, arrange
from tests.offered import paths

SINGLE_REACHES = 150


class Counting:
    """The kernels of the board, counting the calls."""

    def __init__(self, field: Any) -> None:
        self.field = field
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        if name in ("reach", "spread", "flood", "zones", "closed"):
            self.calls[name] += 1
        return getattr(self.field, name)


def first_movement(scenario: str) -> State:
    state = GAME.start(Setup(scenario), SeededChance(2))
    chance = SeededChance(4)
    while state.phase != Phase.MOVEMENT:
        GAME.play(state, Done() if not state.agenda else GAME.offers(state).sample(chance), chance)
    return state


@pytest.mark.rule("11.2-a")
@pytest.mark.parametrize("scenario", ["s1935", "s1940"])
def test_a_whole_segment_costs_few_kernel_calls(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = first_movement(scenario)
    assert len(destinations.movers(state)) > 25
    counting = Counting(WORLD.field)
    monkeypatch.setattr(WORLD, "field", counting)
    state.maps.memos.touch(EVERYTHING)
    found = destinations.segment(state)
    assert any(ends for _, ends in found)
    assert sum(counting.calls.values()) <= SINGLE_REACHES
    assert counting.calls["reach"] == len(found)


@pytest.mark.rule("11.2-a", "11.3-a")
def test_samples_are_allowed_and_move_stacks_too() -> None:
    state = first_movement("s1935")
    offers = GAME.offers(state)
    sizes = set()
    for seed in range(150):
        order = offers.sample(SeededChance(seed))
        assert GAME.refusal(state, order) is None, order
        assert offers.covers(order)
        if isinstance(order, Move):
            sizes.add(len(order.units))
    assert {1, 2} <= sizes


@pytest.mark.rule("10.3.2-b")
def test_units_alike_share_a_team_and_trucks_set_one_apart() -> None:
    state = arrange({"it_Sb": "1305", "it_GS": "1305", "it_Di": "1305", "it_trk1": "1305 <it_Di"})
    teams = [state.names(team) for team in destinations.teams(state)]
    assert teams == [("it_Sb", "it_GS"), ("it_Di",)]


@pytest.mark.rule("11.2-b", "11.3-a")
@pytest.mark.parametrize(("scenario", "seed"), [("s1935", 0), ("s1940", 1)])
def test_who_is_listed_can_move_and_every_listed_end_is_allowed(scenario: str, seed: int) -> None:
    """The guaranteed hex too; 1940-41 is short of fuel, so that many have nothing else."""
    state = GAME.start(Setup(scenario), SeededChance(seed))
    whim, chance = UnrecordedChance(seed), SeededChance(seed + 100)
    listed = guaranteed = 0
    for n in range(420):
        if GAME.step(state) is None:
            break
        offers = GAME.offers(state)
        if state.phase == Phase.MOVEMENT and not state.agenda and n % 9 == 2:
            for unit, ends in paths(offers, "move").items():
                ways = list(ends.values())
                listed += 1
                guaranteed += all(len(way) == 2 for way in ways)
                assert ways, f"{unit} is listed and can end nowhere"
                for way in ways:
                    refusal = GAME.refusal(state, Move((unit,), way))
                    assert refusal is None, (unit, way, refusal)
        GAME.play(state, offers.sample(whim), chance)
    assert listed > 100
    assert guaranteed or scenario == "s1935"


@pytest.mark.rule("11.3-a")
def test_a_stack_in_motion_is_no_company_for_those_who_stay() -> None:
    state = first_movement("s1935")
    whim, chance = UnrecordedChance(5), SeededChance(5)
    for _ in range(60):
        offers = GAME.offers(state)
        moves = [o for o in offers if isinstance(o, Reach) and o.order == "move"]
        for group in (g for offer in moves for g in offer.groups):
            company = {state.find(unit) in state.moving for unit in (*group.units, *group.company)}
            assert len(company) == 1, group
            stack = state.stack(state.units[state.find(group.units[0])].place)
            if len(group.units) + len(group.company) < len(stack):
                return
        GAME.play(state, offers.sample(whim), chance)
    raise AssertionError("no stack in motion has met another")
