"""10.35, 11.2: what a division out of command is told: how far, how long, where the line is cut."""

from __future__ import annotations

import pytest

from campagna.core.contract import Fact
from campagna.games.panzergruppe_guderian.orders import Attack
from tests.games.panzergruppe_guderian.lay import Words, allowed, arrange, refused
from tests.games.panzergruppe_guderian.naive_map import distance

ORDER = Attack(("S-1",), ("2411",))
FRONT: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34"}


def told(units: dict[str, Words]) -> tuple[str, dict[str, Fact]]:
    state = arrange({**FRONT, **units}, phase="soviet-combat", turn=7)
    refusal = refused(state, ORDER)
    assert refusal.rule == "10.35a"
    return refusal.reason, dict(refusal.facts)


@pytest.mark.rule("10.35a", "11.22")
def test_of_several_leaders_the_one_who_lacks_least_is_named() -> None:
    """Lukin commands 3 hexes and Konev 5."""
    assert (distance("2410", "2405"), distance("2410", "2404")) == (5, 6)
    reason, facts = told({"SL-lukin": "2405", "SL-konev": "2404"})
    assert (reason, facts["leader"]) == ("out-of-command", "SL-konev")
    assert (facts["distance"], facts["radius"]) == (6, 5)
    reason, facts = told({"SL-lukin": "2406", "SL-konev": "2402"})
    assert (facts["leader"], facts["distance"], facts["radius"]) == ("SL-lukin", 4, 3)


@pytest.mark.rule("10.35a", "11.21b")
def test_a_leader_near_enough_behind_a_german_unit() -> None:
    """The unit that stands in the way is named before those whose zone it is."""
    wall: dict[str, Words] = {"G-26Inf": "2409", "G-5Inf": "2209", "G-35Inf": "2609"}
    reason, facts = told({**wall, "SL-lukin": "2407"})
    assert reason == "command-line-cut"
    assert (facts["leader"], facts["distance"], facts["radius"]) == ("SL-lukin", 3, 3)
    assert (facts["cut"], facts["by"]) == ("2409", "G-26Inf")


@pytest.mark.rule("10.35a", "8.11", "8.15")
def test_disrupted_germans_and_friends_in_the_way_cut_nothing() -> None:
    units: dict[str, Words] = {"G-26Inf": "2309", "SL-lukin": "2407"}
    assert told(units)[0] == "command-line-cut"
    shaken = arrange({**FRONT, **units, "G-26Inf": "2309 disrupted"}, phase="soviet-combat", turn=7)
    assert allowed(shaken, ORDER)
    friends: dict[str, Words] = {"S-2": "2409 SR01", "S-3": "2408 SR02"}
    held = arrange({**FRONT, **friends, **units}, phase="soviet-combat", turn=7)
    assert allowed(held, ORDER)


@pytest.mark.rule("10.35a", "11.21b", "8.11")
def test_the_zone_that_cuts_is_that_of_a_unit_able_to_have_one() -> None:
    """Both stand beside 2409; the one in 2509 is disrupted and controls nothing."""
    units: dict[str, Words] = {
        "G-5Inf": "2509 disrupted",
        "G-26Inf": "2309",
        "G-35Inf": "2608",
        "SL-lukin": "2407",
    }
    reason, facts = told(units)
    assert reason == "command-line-cut"
    assert (facts["cut"], facts["by"]) == ("2409", "G-26Inf")


@pytest.mark.rule("10.35a", "6.64")
def test_a_disrupted_leader_is_not_the_nearest() -> None:
    reason, facts = told({"SL-lukin": "2408 disrupted", "SL-konev": "2403"})
    assert (reason, facts["leader"]) == ("out-of-command", "SL-konev")
    assert told({"SL-lukin": "2408 disrupted"})[0] == "no-leader-commands"
    assert told({})[0] == "no-leader-commands"


@pytest.mark.rule("10.35a", "11.21b")
def test_a_leader_shut_in_far_away_is_measured_as_if_nobody_stood_between() -> None:
    """Germans around him leave no open line at all; his distance is still told."""
    ring: dict[str, Words] = {"G-26Inf": "2403", "G-5Inf": "2401", "SL-lukin": "2402"}
    reason, facts = told(ring)
    assert reason == "out-of-command"
    assert (facts["leader"], facts["distance"]) == ("SL-lukin", distance("2410", "2402"))


@pytest.mark.rule("10.35a", "11.21b", "AMB-31")
def test_the_line_that_is_cut_does_not_go_through_a_swamp() -> None:
    """A division in the swamp of 0615 holds it open, but a line only ends there: the way is by 0614."""
    units: dict[str, Words] = {
        "S-1": "0414 SR01",
        "S-2": "0615 SR02",
        "SL-remezov": "0815",
        "G-6Inf": "0613",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    refusal = refused(state, Attack(("S-1",), ("0413",)))
    assert (refusal.rule, refusal.reason) == ("10.35a", "command-line-cut")
    assert (refusal.facts["distance"], refusal.facts["radius"]) == (4, 4)
    assert (refusal.facts["cut"], refusal.facts["by"]) == ("0614", "G-6Inf")
