"""Cures of the commonest refusals of each game, and how many refusals of a random game they reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from campagna.laws.cases import cases_of
from campagna.laws.random_walk import travel
from tests.laws.laws_of_cures import (
    Complaint,
    Cure,
    at_its_time,
    beside,
    cured_orders_are_not_refused_for_the_same,
    next_to,
    one_of,
    other_side,
    without,
)


def _other_player_turn(complaint: Complaint) -> bool | None:
    """Guderian: a phase belongs to a side. In a retreat or when a stack is too large (7.1, 9.7) it is
    the frame that says whose units are asked for, so another phase cures nothing."""
    phase = str(complaint.position.get("phase", "german-move"))
    side, _, rest = phase.partition("-")
    if complaint.position.get("agenda") or rest not in ("move", "combat"):
        return False
    complaint.position["phase"] = f"{'soviet' if side == 'german' else 'german'}-{rest}"
    return None


def _at_sea(complaint: Complaint) -> None:
    """Afrika Korps 23.4: whoever was at sea before this turn lands, also Rommel and a supply."""
    unit = complaint.unit(complaint.facts["unit"])
    unit["at"], unit["state"] = "sea", []


def _fresh(complaint: Complaint) -> None:
    """Guderian: neither on foot (6.GEN-2) nor, told by the points spent, by train (6.32a)."""
    without("moved", "railed", "stopped")(complaint)
    complaint.unit(complaint.facts["unit"]).pop("spent", None)


def _headquarters_there(complaint: Complaint) -> None:
    complaint.unit(complaint.facts["unit"])["at"] = complaint.facts["hex"]


def _beside_target(complaint: Complaint) -> bool:
    target = str(complaint.order["target"])
    complaint.unit(complaint.facts["unit"])["at"] = next_to(target)
    return next_to(target) != target


def _shorter(complaint: Complaint) -> None:
    """Alto Comando: the first leg goes only a few millimetres in the same direction."""
    x, y = complaint.unit(complaint.facts["unit"], "bases")["at"]
    tox, toy = complaint.order["path"][0]
    most = max(abs(tox - x), abs(toy - y), 1)
    complaint.order["path"] = [[x + 30 * (tox - x) // most, y + 30 * (toy - y) // most]]


def _there(complaint: Complaint) -> bool | None:
    """Lion of Judah: the unit stands in the hex that the order names."""
    unit = complaint.unit(complaint.facts["unit"])
    if not unit.get("at", "").isdigit():
        return False  # who is off the map is not made a unit in play by a hex
    unit["at"] = complaint.facts["hex"]
    return None


def _in_the_box(complaint: Complaint) -> bool | None:
    if complaint.facts["unit"].endswith(".hq"):
        return False  # a headquarters is shaken and stays on the table
    base = complaint.unit(complaint.facts["unit"], "bases")
    base["where"], base["at"] = "scattered", None
    return None


@dataclass(frozen=True)
class Cures:
    cures: Mapping[str, Cure]
    when: tuple[str, ...]
    share: float
    """Of the refusals of the walk at least so many are reached."""


GAMES = {
    "afrika-korps": Cures(
        {
            "not-now": at_its_time,
            "not-your-unit": other_side("side", "axis", "allied"),
            "not-adjacent": beside("unit", "hex"),
            "not-adjacent-to": beside("unit", "target"),
            "does-not-land": _at_sea,
        },
        ("phase", "side"),
        0.4,
    ),
    "alto-comando": Cures(
        {
            "too-far": _shorter,
            "moved-already": without("moved"),
            "fired-already": without("fired"),
            "not-scattered": _in_the_box,
            "not-now": at_its_time,
            "not-your-unit": other_side("side", "axis", "allied"),
        },
        ("phase", "side", "active", "turn", "placing"),
        0.5,
    ),
    "kasserine": Cures(
        {
            "not-now": at_its_time,
            "not-your-unit": other_side("side", "axis", "allied"),
            "not-adjacent": lambda c: beside("unit", "hex")(
                Complaint(c.position, c.order, {**c.facts, "unit": c.order["units"][0]}, c.usual)
            ),
            "out-of-range": beside("unit", "target"),
            "not-a-start-hex": one_of("hex", "hexes"),
            "kind-not-allowed": one_of("kind", "open"),
        },
        ("phase", "side"),
        0.4,
    ),
    "lion-of-judah": Cures(
        {
            "not-now": at_its_time,
            "not-adjacent-to-target": _beside_target,
            "hq-too-far": _headquarters_there,
            "not-there": _there,
        },
        ("phase", "side"),
        0.2,
    ),
    "panzergruppe-guderian": Cures(
        {
            "not-now": at_its_time,
            "not-your-unit": _other_player_turn,
            "moved-already": _fresh,
            "not-adjacent": beside("unit", "hex"),
        },
        ("phase",),
        0.2,
    ),
}


@pytest.mark.parametrize("slug", GAMES)
def test_a_cured_order_is_not_refused_for_the_same(slug: str) -> None:
    supplied = GAMES[slug]
    walk = travel(cases_of(slug)[0])
    tally = cured_orders_are_not_refused_for_the_same(walk, supplied.cures, supplied.when)
    print(f"{slug}: {sum(tally.cured.values())} of {tally.refused} refusals cured: {tally.cured}")
    assert tally.cured.keys() == supplied.cures.keys()
    assert tally.share >= supplied.share


def test_a_rule_that_is_only_blamed_is_found() -> None:
    """A cure that changes nothing stands for a refusal that cites what does not forbid."""
    supplied = GAMES["kasserine"]
    walk = travel(cases_of("kasserine")[0])
    with pytest.raises(AssertionError, match="even when that is cured"):
        cured_orders_are_not_refused_for_the_same(walk, {"not-now": lambda _: None}, supplied.when)
