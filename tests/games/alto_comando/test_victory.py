"""Victory points, levels, and what becomes of the Scattered when the day is over."""

from __future__ import annotations

import pytest

from campagna.core.messages import load_messages
from campagna.games.alto_comando.events import BattleEnded, Destroyed
from campagna.games.alto_comando.orders import Fire
from campagna.games.alto_comando.rules import losses, victory
from campagna.games.alto_comando.state import CONVERTED, Tally
from campagna.games.alto_comando.world import ALLIED, AXIS, NOBODY
from tests.games.alto_comando.lay import (
    GAME,
    events_of,
    only,
    play,
    points,
    table,
    where,
)

FAR = {"A1.hq": "100 300", "G1.hq": "1100 300"}


@pytest.mark.rule("VIC-4", "VIC-5", "VIC-6")
@pytest.mark.parametrize(
    ("difference", "level"),
    [
        (0, "draw"),
        (4, "draw"),
        (5, "victory"),
        (9, "victory"),
        (10, "great_victory"),
        (60, "great_victory"),
    ],
)
def test_t12_levels_by_the_difference(difference: int, level: str) -> None:
    state = table(FAR)
    assert victory.level_of(state, difference) == level
    state.tallies[AXIS] = Tally(scattered=difference + 3)
    state.tallies[ALLIED] = Tally(destroyed=1)
    assert victory.standing(state) == (NOBODY if level == "draw" else AXIS, level)


@pytest.mark.rule("VIC-1", "VIC-2", "VIC-3")
def test_what_a_loss_is_worth() -> None:
    state = table(
        FAR | {"A1.motor1": "150 300", "A1.motor2": "600 900", "supply.axis.1": "150 250"}
    )
    losses.fail(state, state.find("A1.motor1"))
    assert (where(state, "A1.motor1"), points(state)) == ("scattered", (0, 1))
    losses.fail(state, state.find("A1.motor2"))
    assert (where(state, "A1.motor2"), points(state)) == ("destroyed", (0, 4))
    losses.fail(state, state.find("supply.axis.1"))
    assert (where(state, "supply.axis.1"), points(state)) == ("destroyed", (0, 9))


@pytest.mark.rule("VIC-2")
def test_every_scattering_counts_even_of_a_unit_that_came_back() -> None:
    state = table(FAR | {"A1.motor1": "150 300"})
    base = state.find("A1.motor1")
    for number in (1, 2, 3):
        losses.fail(state, base)
        assert points(state) == (0, number)
        state.put(base, (150, 300))


@pytest.mark.rule("VIC-7", "HQ-7")
def test_t7_with_the_last_headquarters_the_boxed_units_are_lost() -> None:
    state = table(
        {
            "A1.hq": "700 500",
            "A1.foot1": "scattered",
            "A1.foot2": "scattered",
            "A1.art1": "scattered",
            "G1.motor1": "560 500",
        },
        formations={"A1": "gen.it.infantry"},
        phase="fire",
        active="allied",
    )
    assert points(state) == (0, 3)
    told = play(state, Fire("G1.motor1", "A1.hq"), dice=[5, 5])
    assert [e.points for e in events_of(told, Destroyed)][:4] == [3, 2, 2, 2]
    assert points(state) == (0, 12)


@pytest.mark.rule("VIC-8", "HQ-7")
def test_t34_the_scattered_are_destroyed_when_the_day_is_over() -> None:
    state = table(
        {
            "A1.hq": "200 300 shaken",
            "A1.tank1": "260 300",
            "A1.motor1": "scattered",
            "A1.motor2": "scattered",
            "A2.hq": "200 900 shaken",
            "A2.motor1": "scattered",
            "G1.hq": "1100 300",
        }
    )
    assert points(state) == (0, 5)
    victory.convert_scattered(state)
    assert where(state, "A1.hq") == "scattered"
    assert {where(state, f"A1.motor{n}") for n in (1, 2)} == {"destroyed"}
    assert {where(state, name) for name in ("A2.hq", "A2.motor1")} == {"destroyed"}
    assert points(state) == (0, 5 + 4 + 4)
    assert all(
        state.bases[state.find(name)].flags & CONVERTED
        for name in ("A1.motor1", "A1.motor2", "A2.hq", "A2.motor1")
    )


def test_the_aim_says_what_becomes_of_the_scattered() -> None:
    """Many points are made only then, and a player who does not know it is surprised by the end."""
    aim = load_messages(GAME.home).tables["aim"]["battle"]
    assert "disperso alla fine dei turni conta come distrutto" in aim["it"]
    assert "scattered when the turns are over counts as destroyed" in aim["en"]


@pytest.mark.rule("VIC-8")
def test_the_report_tells_losses_in_play_from_those_of_the_end() -> None:
    state = table(FAR | {"A1.tank1": "150 300", "A1.motor1": "scattered", "A1.motor2": "destroyed"})
    victory.convert_scattered(state)
    report = victory.report_of(state, NOBODY, "draw")
    assert report.bases["A1"] == 12
    assert report.destroyed["A1"] == 2
    assert report.destroyed_in_play["A1"] == 1


@pytest.mark.rule("VIC-2", "VIC-1")
@pytest.mark.parametrize(("option", "total"), [("upgrade", 3), ("cumulative", 4)])
def test_scattered_and_then_destroyed(option: str, total: int) -> None:
    state = table(
        FAR | {"A1.motor1": "scattered", "A1.tank1": "150 300"},
        options={"vp_scatter_then_destroyed": option},
    )
    victory.convert_scattered(state)
    assert points(state) == (0, total)


@pytest.mark.rule("VIC-4", "VIC-8")
def test_the_end_of_a_battle_converts_and_counts() -> None:
    state = table(FAR | {"A1.motor1": "scattered", "A1.tank1": "150 300"}, turn=12)
    told = victory.end_battle(state)
    ended = only(told, BattleEnded)
    assert (ended.level, ended.winner, ended.axis, ended.allied) == ("draw", "", 0, 3)
    assert state.result is not None
    assert state.result.points == (0, 3)
