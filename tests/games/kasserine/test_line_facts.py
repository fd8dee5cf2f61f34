"""What a refusal tells about supply and command: how far the source is, where the line is cut."""

from __future__ import annotations

import pytest

from campagna.core.contract import Fact, Order
from campagna.games.kasserine.orders import Fire, Leave
from tests.games.kasserine.lay import attack, lay, move, refused
from tests.games.kasserine.naive_map import around, distances

NO_ROMMEL = {"dead": "CA-ROMMEL"}
"""Otherwise he waits at Gafsa and counts as there (CAL-20)."""


def told(places: dict[str, str], order: Order, **given: str) -> tuple[str, str, dict[str, Fact]]:
    state = lay(places, **given)
    refusal = refused(state, order)
    return refusal.rule, refusal.reason, dict(refusal.facts)


@pytest.mark.rule("LOG-1", "LOG-4")
@pytest.mark.parametrize(("weather", "limit"), [("clear", "7"), ("rain", "6"), ("storm", "4")])
def test_the_nearest_supply_is_too_far(weather: str, limit: str) -> None:
    """Of two supplies the nearer one is named, with the length of its line and the limit of the day."""
    board = {"2420": "A21-I5", "1317": "S-M01", "0911": "S-M02"}
    cost = distances("1317")["2420"]
    assert cost > 14
    facts = {"unit": "A21-I5", "source": "S-M01", "cost": points(cost), "limit": limit}
    for order in (move("A21-I5", "2421"), Leave("A21-I5", ("2421",))):
        assert told(board, order, weather=weather) == ("LOG-1", "unsupplied-far", facts)


def points(half: int) -> str:
    return str(half // 2) + "½" * (half % 2)


@pytest.mark.rule("LOG-1", "LOG-8")
def test_the_line_is_cut_by_a_zone() -> None:
    """In a storm every line from 2219 to 2018 meets the zones of 2117 or 2120."""
    board = {"2219": "S-M01", "2018": "A21-I5", "2120": "L1A-3-1", "2117": "L34-1-133"}
    rule, reason, facts = told(board, move("A21-I5", "1918"), weather="storm")
    assert (rule, reason) == ("LOG-1", "unsupplied-cut")
    assert (facts["source"], facts["limit"]) == ("S-M01", "4")
    assert (facts["cut"], facts["by"]) in {("2119", "L1A-3-1"), ("2118", "L34-1-133")}
    assert facts["cost"] == points(distances("2219")["2018"])


@pytest.mark.rule("LOG-1")
def test_without_any_supply_nothing_can_be_measured() -> None:
    facts = {"unit": "A21-I5"}
    assert told({"2420": "A21-I5"}, move("A21-I5", "2421")) == ("LOG-1", "unsupplied", facts)
    marching = {"2420": "A21-I5", "2421": "S-M01:marching"}
    assert told(marching, move("A21-I5", "2421")) == ("LOG-1", "unsupplied", facts)


@pytest.mark.rule("CMD-6", "CMD-4")
def test_an_attack_out_of_supply_or_command() -> None:
    board = {"2420": "A21-I5", "1317": "S-M01", "2320": "L34-1-133", "2521": "CD-21"}
    rule, reason, facts = told(board, attack("A21-I5", "2320"), phase="plan")
    assert (rule, reason, facts["source"]) == ("CMD-6", "attack-unsupplied-far", "S-M01")
    board = {"2420": "A21-I5", "2421": "S-M01", "2521": "L34-1-133", "0911": "CD-21"}
    board |= NO_ROMMEL
    rule, reason, facts = told(board, attack("A21-I5", "2521"), phase="plan")
    cost = points(distances("0911")["2420"])
    assert (rule, reason) == ("CMD-4", "attack-uncommanded-far")
    assert facts == {"unit": "A21-I5", "source": "CD-21", "cost": cost, "limit": "9"}
    assert told(board, move("A21-I5", "2520"))[:2] == ("CMD-4", "attack-uncommanded-far")


@pytest.mark.rule("CMD-4")
def test_any_army_command_would_do_but_no_foreign_division() -> None:
    board = {
        "2420": "A21-I5",
        "2421": "S-M01",
        "2320": "L34-1-133",
        "2419": "CD-10",
        "0911": "CD-21",
        "1011": "CA-ARNIM",
        **NO_ROMMEL,
    }
    _, reason, facts = told(board, attack("A21-I5", "2320"), phase="plan")
    assert (reason, facts["source"]) == ("attack-uncommanded-far", "CA-ARNIM")
    alone = {"2420": "A21-I5", "2421": "S-M01", "2320": "L34-1-133", "2419": "CD-10", **NO_ROMMEL}
    assert told(alone, attack("A21-I5", "2320"), phase="plan")[1] == "attack-uncommanded"


@pytest.mark.rule("CMD-2", "CMD-4")
def test_the_radius_of_a_command_is_cut_by_an_enemy_piece() -> None:
    """A ring of supplies has no zones; only the pieces themselves stand in the way."""
    ring = dict(zip(RING, ("S-M05", "S-M06", "S-M07", "CD-1AD", "CL-II"), strict=True))
    board = {"2420": "A21-I5 S-M01", "2320": "L34-1-133", "2422": "CD-21", **ring}
    rule, reason, facts = told(board, attack("A21-I5", "2320"), phase="plan")
    assert (rule, reason) == ("CMD-4", "attack-uncommanded-cut")
    assert (facts["source"], facts["limit"]) == ("CD-21", "9")
    assert facts["by"] == ring[str(facts["cut"])]


RING = ("2419", "2520", "2521", "2421", "2321")


@pytest.mark.rule("ART-6")
def test_a_gun_out_of_supply() -> None:
    board = {"2420": "A21-I155", "1317": "S-M01", "2320": "L34-1-133", "2419": "A21-I104"}
    rule, reason, facts = told(board, Fire("A21-I155", "L34-1-133"), phase="fire")
    assert (rule, reason, facts["source"]) == ("ART-6", "gun-unsupplied-far", "S-M01")


@pytest.mark.rule("LOG-4", "LOG-8")
@pytest.mark.parametrize(("hex_", "cost"), [("2518", "3"), ("3119", "7")])
def test_the_hex_beside_a_supply_that_two_enemies_shut_in(hex_: str, cost: str) -> None:
    """Between them they have all six hexes; the line may be as long as the limit and is cut there."""
    board = {hex_: "A21-I5", "2420": "S-M01", "2419": "L1A-3-1", "2421": "L34-1-133"}
    rule, reason, facts = told(board, move("A21-I5", around(hex_)[0]))
    assert (rule, reason) == ("LOG-1", "unsupplied-cut")
    assert (facts["cost"], facts["limit"]) == (cost, "7")
    assert facts["cut"] in around("2420")
    assert facts["by"] in ("L1A-3-1", "L34-1-133")


@pytest.mark.rule("LOG-1")
def test_a_line_that_came_too_late_is_not_measured() -> None:
    """The supply was tested before; now the line is as long as it may be, or shorter."""
    for hex_ in ("1418", "2518"):
        state = lay({"2420": "A21-I5", hex_: "S-M01"}, opened=True)
        refusal = refused(state, move("A21-I5", "2421"))
        assert (refusal.reason, refusal.facts) == ("unsupplied", {"unit": "A21-I5"})
