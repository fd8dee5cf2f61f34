"""An order at random out of some offers: first the offer, then each of its parts.

An offer weighs as much as there are choices in its first part, so that a phase with many units to
move does not end at the second order.

What is drawn from an offer that is not exact may be refused by the judge; draw again then. Of a
`Reach` and a `Place` that are not exact one unit is drawn, which is right. What lies on a measured
table cannot be drawn: its game draws by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.offers import listing
from campagna.core.offers.shapes import (
    Amount,
    Attack,
    Fields,
    Form,
    Lay,
    Measured,
    Node,
    Offer,
    Option,
    Pick,
    Place,
    Reach,
    Routes,
    Say,
    Value,
    Whole,
)

T = TypeVar("T")
PURPOSE = "choice"


def draw(offers: Sequence[Offer], chance: Chance) -> Fields:
    """Raises `LookupError` if there is nothing to draw from."""
    able = [o for o in offers if not isinstance(o, Measured | Lay)]
    if not able:
        raise LookupError("none of these offers can be drawn from")
    weights = [weight(offer) for offer in able]
    at = chance.pick(sum(weights), PURPOSE)
    offer = able[bisect_right(list(accumulate(weights)), at)]
    return listing.completed(offer, _fill(offer, chance))


def weight(offer: Offer) -> int:
    """How many choices its first part has."""
    if isinstance(offer, Pick):
        return 1 if offer.batches else len(offer.options)
    if isinstance(offer, Place):
        return len(offer.subjects) or len(offer.places)
    if isinstance(offer, Reach):
        return sum(len(group.units) for group in offer.groups)
    if isinstance(offer, Routes):
        return sum(len(group.units) for group in offer.groups)
    if isinstance(offer, Attack):
        return len(offer.targets)
    return 1


def _fill(offer: Offer, chance: Chance) -> Fields:
    if isinstance(offer, Say):
        return {}
    if isinstance(offer, Pick):
        return {offer.field: _pick(offer, chance)}
    if isinstance(offer, Place):
        return _place(offer, chance)
    if isinstance(offer, Reach):
        return _move(offer, chance)
    if isinstance(offer, Routes):
        group = _one(offer.groups, chance)
        unit = _one(group.units, chance)
        who: Value = (unit,) if offer.many else unit
        return {offer.unit: who, offer.path: _one(group.ways, chance).path}
    if isinstance(offer, Attack):
        return _attack(offer, chance)
    if isinstance(offer, Amount):
        return _amount(offer, chance)
    if isinstance(offer, Form):
        return _form(offer.fields, offer.first, chance)
    if isinstance(offer, Whole):
        return _one(offer.orders, chance)
    raise LookupError(f"{type(offer).__name__} cannot be drawn from")


def _one(things: Sequence[T], chance: Chance) -> T:
    return things[chance.pick(len(things), PURPOSE)]


def _some(things: Sequence[T], least: int, most: int, chance: Chance) -> tuple[T, ...]:
    """From `least` to `most` of them, in their order."""
    rest = list(range(len(things)))
    count = least + chance.pick(most - least + 1, PURPOSE)
    chosen = [rest.pop(chance.pick(len(rest), PURPOSE)) for _ in range(count)]
    return tuple(things[i] for i in sorted(chosen))


def _pick(offer: Pick, chance: Chance) -> Value:
    if offer.batches:
        chosen = [_some(b.options, b.count, b.count, chance) for b in offer.batches]
        return tuple(option for some in chosen for option in some)
    if not offer.many:
        return _one(offer.options, chance)
    wanted = offer.least
    if not offer.sum:
        wanted += chance.pick(offer.most - offer.least + 1, PURPOSE)
    named: list[Option] = []
    while len(named) < wanted or (offer.sum and _weight(offer, named) < offer.sum):
        named.append(_one(_still(offer, named), chance))
    places = {option: i for i, option in enumerate(offer.options)}
    return tuple(sorted(named, key=lambda option: places[option]))


def _still(offer: Pick, named: list[Option]) -> list[Option]:
    """Who may be named next."""
    first: list[Option] = [o for o in offer.first if o not in named]
    if first:
        return first
    return [
        o
        for o in offer.options
        if named.count(o) < (offer.times.get(o, 1) if isinstance(o, str) else 1)
    ]


def _weight(offer: Pick, named: list[Option]) -> int:
    return sum(offer.weights.get(o, 0) for o in named if isinstance(o, str))


def _place(offer: Place, chance: Chance) -> Fields:
    if not offer.subject:
        return {offer.place: _one(offer.places, chance)}
    subject = _one(list(offer.subjects), chance)
    place = _one(listing.places_of(offer, subject), chance)
    filled: dict[str, Value] = {offer.place: place, offer.subject: subject}
    if offer.at:
        filled[offer.at] = offer.origins[subject]
    if offer.together:
        beside = [
            s
            for s in offer.subjects
            if s != subject and offer.exact and place in listing.places_of(offer, s)
        ]
        most = min(len(beside), offer.most - 1) if offer.most else len(beside)
        filled[offer.subject] = (subject, *_some(beside, 0, most, chance))
    return filled


def _move(offer: Reach, chance: Chance) -> Fields:
    group = _one(offer.groups, chance)
    ends = listing.ends_of(group)
    choice = chance.pick(len(ends) + group.stay, PURPOSE)
    end = ends[choice] if choice < len(ends) else group.origin
    unit = _one(group.units, chance)
    who: Value = unit
    if offer.together:
        beside = [u for u in group.units if u != unit and offer.exact]
        who = (unit, *_some(beside, 0, len(beside), chance), *group.company)
    return {offer.unit: who, offer.path: listing.path_to(offer, group, end)}


def _attack(offer: Attack, chance: Chance) -> Fields:
    hexes: tuple[str, ...] = (_one(list(offer.targets), chance),)
    able = offer.targets[hexes[0]]
    if offer.most_targets > 1 and chance.pick(4, PURPOSE) == 0:
        others = [h for h in offer.targets if h != hexes[0] and set(able) & set(offer.targets[h])]
        if others:
            hexes = (hexes[0], _one(others, chance))
            able = tuple(u for u in able if u in offer.targets[hexes[1]])
    most = min(*(offer.most.get(h, len(able)) for h in hexes), len(able))
    units = _some(able, 1, most, chance)
    target: Value = hexes if offer.most_targets > 1 else hexes[0]
    if offer.by_unit:
        defenders = [u for h in hexes for u in offer.defenders[h]]
        target = _some(defenders, 1, len(defenders), chance)
    return {offer.units: units, offer.target: target}


def _amount(offer: Amount, chance: Chance) -> Fields:
    if not offer.subject:
        return {offer.field: _one(listing.numbers(offer, offer.least, offer.most), chance)}
    subject = _one(list(offer.ranges), chance)
    number = _one(listing.numbers(offer, *offer.ranges[subject]), chance)
    return {offer.subject: subject, offer.field: number}


def _form(fields: tuple[str, ...], node: Node, chance: Chance) -> Fields:
    filled: dict[str, Value] = {}
    for field in fields:
        number = chance.pick(len(node.choices), PURPOSE)
        filled[field] = node.choices[number]
        if not node.then:
            break
        node = listing.next_node(node, number)
    return filled
