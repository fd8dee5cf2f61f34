"""The ruler tells what the judge would say (MOV-5)."""

from __future__ import annotations

import pytest

from campagna.core.ruler import Mark, Measurement, Reading
from campagna.games.alto_comando.orders import Fire
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.table import ruler
from tests.games.alto_comando.lay import GAME, table


def measured(state: State, a: Mark, b: Mark) -> Measurement:
    found = GAME.measure(GAME.view(state, "axis"), a, b)
    assert found is not None
    return found


def by_rule(found: Measurement) -> dict[str, list[Reading]]:
    rules: dict[str, list[Reading]] = {}
    for reading in found.readings:
        rules.setdefault(reading.rule, []).append(reading)
    return rules


@pytest.mark.rule("MOV-5", "FIR-2", "FIR-3", "FIR-7")
def test_between_enemies_it_says_who_reaches_and_sees_whom() -> None:
    bases = {
        "A1.hq": "300 500",
        "A1.tank1": "500 500",
        "A1.art": "480 560",
        "G1.motor1": "650 500",
        "G1.motor2": "800 500",
        "G1.hq": "1100 300",
    }
    state = table(bases, phase="fire")
    near = measured(state, Mark("A1.tank1"), Mark("G1.motor1"))
    assert near.distance == 120
    rules = by_rule(near)
    assert [reading.holds for reading in rules["FIR-2"]] == [True, True]
    assert rules["FIR-2"][0].value["it"] == "fino a 15 cm"
    far = by_rule(measured(state, Mark("A1.tank1"), Mark("G1.motor2")))
    assert [reading.holds for reading in far["FIR-2"]] == [False, False]
    # What it says of targets is what the judge of fire says.
    for firer in ("A1.tank1", "A1.art", "A1.hq"):
        for target in ("G1.motor1", "G1.motor2"):
            aimed = by_rule(measured(state, Mark(firer), Mark(target)))["FIR-7"][0]
            assert aimed.holds == (GAME.refusal(state, Fire(firer, target)) is None)


@pytest.mark.rule("MOV-5", "MOV-2")
def test_a_base_may_be_measured_where_it_does_not_stand() -> None:
    state = table({"A1.tank1": "300 500", "G1.motor1": "650 500", "G1.hq": "1100 300"})
    there = measured(state, Mark("A1.tank1", (580, 500)), Mark("G1.motor1"))
    assert there.distance == 40
    rules = by_rule(there)
    assert rules["FIR-2"][0].holds
    assert not rules["MOV-2"][0].holds
    # Nothing has moved.
    assert measured(state, Mark("A1.tank1"), Mark("G1.motor1")).distance == 320


@pytest.mark.rule("MOV-5", "HQ-15", "MOV-6")
def test_it_tells_command_and_the_way_to_a_place() -> None:
    state = table(
        {"A1.hq": "300 500", "A1.tank1": "500 500", "A2.hq": "900 900", "G1.hq": "1100 300"}
    )
    command = by_rule(measured(state, Mark("A1.hq"), Mark("A1.tank1")))["HQ-15"]
    assert [reading.holds for reading in command] == [True]
    assert "HQ-15" not in by_rule(measured(state, Mark("A2.hq"), Mark("A1.tank1")))
    near = by_rule(measured(state, Mark("A1.tank1"), Mark(at=(600, 500))))
    assert near["MOV-6"][0].holds
    assert near["HQ-15"][0].holds
    far = by_rule(measured(state, Mark("A1.tank1"), Mark(at=(700, 500))))
    assert not far["MOV-6"][0].holds
    assert not far["HQ-15"][0].holds


@pytest.mark.rule("MOV-5", "FIR-10")
def test_a_hill_bars_the_line_of_sight_between_places() -> None:
    hill = ("hill", [(400, 400), (500, 400), (500, 600), (400, 600)])
    state = table({"A1.hq": "100 900", "G1.hq": "1100 300"}, terrain=[hill])
    for y, clear in ((500, False), (700, True)):
        found = ruler.measure(state, Mark(at=(300, y)), Mark(at=(600, y)))
        assert found is not None
        assert [reading.holds for reading in found.readings] == [clear]


def test_ends_that_are_nowhere_are_not_measured() -> None:
    state = table({"A1.hq": "100 900", "A1.tank1": "scattered", "G1.hq": "1100 300"})
    view = GAME.view(state, "spectator")
    here = Mark("A1.hq")
    for there in (Mark("A1.tank1"), Mark("nobody"), Mark(), Mark(at=(5000, 0))):
        assert GAME.measure(view, here, there) is None
    assert GAME.measure(view, here, Mark("G1.hq")) is not None
