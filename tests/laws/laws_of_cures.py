"""The rule cited is the rule that forbids: without what it complains of, something else is said, or nothing.

A game supplies cures: by reason of a refusal, a change of the position or of the order that takes away
exactly that cause. Whatever else may be wrong, the cured order must not be refused for the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, Order, Refusal
from campagna.laws.mutations import Mutations
from campagna.laws.random_walk import Moment, RandomWalk, named

MOMENTS, ORDERS = 6, 40
"""Moments of every kind of decision that are looked at, and orders of each."""

Plain = dict[str, Any]
"""A position or an order as it is written in JSON."""


@dataclass(frozen=True)
class Complaint:
    """What a cure sees. It changes `position` and `order`."""

    position: Plain
    order: Plain
    facts: Mapping[str, Any]
    usual: Mapping[str, Plain]
    """By kind of order: phase, side and the like of a moment when such an order was given."""

    def unit(self, name: str, group: str = "units") -> Plain:
        return next(unit for unit in self.position[group] if unit["id"] == name)


Cure = Callable[[Complaint], bool | None]
"""Says False where it knows no way."""


@dataclass
class Tally:
    refused: int = 0
    cured: dict[str, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return sum(self.cured.values()) / max(1, self.refused)


def cured_orders_are_not_refused_for_the_same(
    walk: RandomWalk, cures: Mapping[str, Cure], when: tuple[str, ...]
) -> Tally:
    """`when` names the fields of a position that say whose turn is in which phase."""
    tally, usual = Tally(), _usual(walk, when)
    for moment, order, refusal in _refused(walk):
        tally.refused += 1
        cure = cures.get(refusal.reason)
        if cure is None:
            continue
        position = msgspec.to_builtins(walk.game.describe(moment.state))
        if _said(walk, deepcopy(position), msgspec.to_builtins(order)) != refusal:
            continue  # what is written of a position does not decide it
        facts = msgspec.to_builtins(refusal.facts)
        complaint = Complaint(position, msgspec.to_builtins(order), facts, usual)
        if cure(complaint) is False:
            continue
        try:
            now = _said(walk, complaint.position, complaint.order)
        except (BadPosition, msgspec.ValidationError):
            continue  # there is no such position
        assert now is None or _cited(now) != _cited(refusal), (
            f"{walk.case}, order {moment.number}: {named(order)} is refused by {refusal} even when "
            f"that is cured: {complaint.order} in {complaint.position}"
        )
        tally.cured[refusal.reason] = tally.cured.get(refusal.reason, 0) + 1
    return tally


def _cited(refusal: Refusal) -> tuple[str, str, object]:
    """The same said of another unit is another cause."""
    return refusal.rule, refusal.reason, refusal.facts.get("unit")


def _usual(walk: RandomWalk, when: tuple[str, ...]) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for moment in walk.moments:
        tag = str(moment.order.__struct_config__.tag)
        if tag in found:
            continue
        position = msgspec.to_builtins(walk.game.describe(moment.state))
        if not position.get("agenda"):
            found[tag] = {name: position.get(name) for name in when}
    return found


def _refused(walk: RandomWalk) -> Iterator[tuple[Moment, Order, Refusal]]:
    mutations, chance = Mutations(walk), SeededChance(walk.case.seed)
    for moment in walk.sample(MOMENTS):
        seen: set[bytes] = set()
        for order in mutations.of(moment, ORDERS, chance):
            written = msgspec.json.encode(order)
            refusal = walk.game.refusal(moment.state, order)
            if refusal is not None and written not in seen:
                seen.add(written)
                yield moment, order, refusal


def _said(walk: RandomWalk, position: Plain, order: Plain) -> Refusal | None:
    game = walk.game
    laid = msgspec.convert(position, game.position_type, strict=False)
    state = game.arrange(walk.case.setup, laid, SeededChance(1))
    return game.refusal(state, msgspec.convert(order, game.order_type))


# --- cures that several games share ---------------------------------------------------------------


def at_its_time(complaint: Complaint) -> bool | None:
    """`not-now`: it is the phase in which such an order is given, and nothing waits."""
    usual = complaint.usual.get(complaint.order["order"])
    if usual is None or complaint.position.get("agenda") or _waits(complaint):
        return False
    _lay_over(complaint.position, usual)
    return None


def _waits(complaint: Complaint) -> bool:
    """Whether a unit that is ordered is not on the map: when it comes is another matter."""
    named_ = complaint.order.get("units", ())
    units = complaint.position.get("units", ())
    return any(not is_hex(str(unit.get("at", ""))) for unit in units if unit["id"] in named_)


def is_hex(place: str) -> bool:
    return place[-1:].isdigit()


def _lay_over(position: Plain, fields: Plain) -> None:
    for name, value in fields.items():
        if value is None:
            position.pop(name, None)
        else:
            position[name] = value


def other_side(name: str, one: str, two: str) -> Cure:
    """`not-your-unit`: the other side is on turn, where the phase does not say whose turn it is."""

    def cure(complaint: Complaint) -> bool | None:
        phase = complaint.position.get("phase", "")
        if complaint.position.get("agenda") or phase in ("forces", "setup", "deploy"):
            return False
        for field_ in (name, "active") if "active" in complaint.position else (name,):
            now = complaint.position.get(field_, one)
            complaint.position[field_] = two if now == one else one
        return None

    return cure


def without(*marks: str, **fields: object) -> Cure:
    """The unit of the complaint loses these marks; fields are set."""

    def cure(complaint: Complaint) -> bool | None:
        group = "bases" if "bases" in complaint.position else "units"
        unit = complaint.unit(complaint.facts["unit"], group)
        unit["state"] = [mark for mark in unit.get("state", ()) if mark not in marks]
        unit.update(fields)
        return None

    return cure


def beside(unit: str, hex_: str) -> Cure:
    """One of the complaint stands beside a hex of it: one step along the numbers of the map."""

    def cure(complaint: Complaint) -> bool | None:
        there = _place(complaint, complaint.facts[hex_])
        complaint.unit(complaint.facts[unit])["at"] = next_to(there)
        return next_to(there) != there

    return cure


def _place(complaint: Complaint, name: str) -> str:
    """A hex, or where a unit stands."""
    for unit in complaint.position["units"]:
        if unit["id"] == name:
            return str(unit["at"])
    return name


def next_to(hex_: str) -> str:
    """The hexes of a row or column follow each other in every one of the maps."""
    letters = hex_.rstrip("0123456789")
    if letters:
        return f"{letters}{int(hex_.removeprefix(letters)) + 1}"
    return f"{hex_[:2]}{int(hex_[2:]) + 1:02}" if hex_.isdigit() else hex_


def one_of(field_: str, fact: str) -> Cure:
    """The order names one of those that the refusal lists."""

    def cure(complaint: Complaint) -> bool | None:
        open_ = complaint.facts.get(fact)
        if not open_:
            return False
        complaint.order[field_] = open_[0]
        return None

    return cure
