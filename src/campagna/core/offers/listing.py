"""Every order that an offer makes, one after the other.

Lists may be very long, as every group of units against every target: they are made as they are
asked for. An offer that is not exact makes orders that the judge may refuse; of a `Reach` and a
`Place` only those of one unit are listed then, which are right. What lies on a measured table has
no list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from typing import TypeVar

from campagna.core.offers.shapes import (
    Amount,
    Attack,
    Fields,
    Form,
    Group,
    Node,
    Number,
    Offer,
    Option,
    Pick,
    Place,
    Reach,
    Routes,
    Say,
    Some,
    Value,
    Whole,
)

T = TypeVar("T")


def orders(offer: Offer) -> Iterator[Fields]:
    """Optional parts are left out, unless the order needs some of them."""
    for filled in _filled(offer):
        yield completed(offer, filled)


def completed(offer: Offer, filled: Fields) -> Fields:
    """The order with its tag, what is fixed, and what its extras ask for at the least."""
    needed: dict[str, Value] = {}
    for extra in offer.extras:
        if isinstance(extra, Some) and extra.least:
            needed[extra.field] = extra.options[: extra.least]
        elif isinstance(extra, Number):
            needed[extra.field] = extra.least
    return {"order": offer.order, **offer.fixed, **needed, **filled}


def _filled(offer: Offer) -> Iterator[Fields]:
    if isinstance(offer, Say):
        yield {}
    elif isinstance(offer, Pick):
        yield from ({offer.field: value} for value in picked(offer))
    elif isinstance(offer, Place):
        yield from _placed(offer)
    elif isinstance(offer, Reach):
        yield from _moves(offer)
    elif isinstance(offer, Routes):
        for group, unit in ((g, u) for g in offer.groups for u in g.units):
            who: Value = (unit,) if offer.many else unit
            yield from ({offer.unit: who, offer.path: way.path} for way in group.ways)
    elif isinstance(offer, Attack):
        yield from _attacks(offer)
    elif isinstance(offer, Amount):
        yield from _amounts(offer)
    elif isinstance(offer, Form):
        yield from _forms(offer.fields, offer.first)
    elif isinstance(offer, Whole):
        yield from offer.orders


def some_of(things: Sequence[T], least: int, most: int) -> Iterator[tuple[T, ...]]:
    """Every choice of `least` to `most` of them, the small ones first."""
    return chain.from_iterable(combinations(things, n) for n in range(least, most + 1))


# --- shapes that take several ---------------------------------------------------------------------------


def picked(offer: Pick) -> Iterator[Value]:
    if offer.batches:
        each = [combinations(batch.options, batch.count) for batch in offer.batches]
        yield from (tuple(chain.from_iterable(parts)) for parts in product(*each))
    elif not offer.many:
        yield from (option for option in offer.options)
    else:
        for n in range(offer.least, offer.most + 1):
            yield from (
                named
                for named in combinations_with_replacement(offer.options, n)
                if is_pick(offer, named)
            )


def is_pick(offer: Pick, named: Iterable[Option]) -> bool:
    """Whether these options may be named together, each as often as it is here."""
    counts = Counter(named)
    total = sum(counts.values())
    known = set(offer.options)
    often = all(
        n <= (offer.times.get(o, 1) if isinstance(o, str) else 1) for o, n in counts.items()
    )
    if not counts.keys() <= known or not often:
        return False
    if not offer.least <= total <= offer.most:
        return False
    first = set(offer.first)
    if total <= len(first) and not (counts.keys() <= first and len(counts) == total):
        return False
    if total > len(first) and not first <= counts.keys():
        return False
    weight = sum(offer.weights.get(o, 0) * n for o, n in counts.items() if isinstance(o, str))
    return weight >= offer.sum


def places_of(offer: Place, subject: str) -> tuple[Option, ...]:
    return offer.subjects[subject] or offer.places


def _placed(offer: Place) -> Iterator[Fields]:
    if not offer.subject:
        for place in offer.places:
            yield {offer.place: place}
    elif not (offer.together and offer.exact):
        for subject in offer.subjects:
            yield from (_place(offer, (subject,), place) for place in places_of(offer, subject))
    else:
        who: dict[Option, list[str]] = {}
        for subject in offer.subjects:
            for place in places_of(offer, subject):
                who.setdefault(place, []).append(subject)
        for place, able in who.items():
            most = min(len(able), offer.most or len(able))
            yield from (_place(offer, some, place) for some in some_of(able, 1, most))


def _place(offer: Place, subjects: tuple[str, ...], place: Option) -> Fields:
    filled: dict[str, Value] = {offer.place: place}
    filled[offer.subject] = subjects if offer.together else subjects[0]
    if offer.at:
        filled[offer.at] = offer.origins[subjects[0]]
    return filled


def ends_of(group: Group) -> tuple[str, ...]:
    return tuple(step[0] for step in group.steps) if group.ends is None else group.ends


def path_to(offer: Reach, group: Group, end: str) -> tuple[str, ...]:
    before = {hex_: previous for hex_, _, previous in group.steps}
    way: list[str] = []
    while end and end != group.origin:
        if len(way) > len(before):
            raise ValueError(f"the steps to {way[0]} go round in a circle")
        way.append(end)
        end = before[end]
    way.reverse()
    return (group.origin, *way) if offer.from_origin else tuple(way)


def _moves(offer: Reach) -> Iterator[Fields]:
    for group in offer.groups:
        most = len(group.units) if offer.together and offer.exact else 1
        paths = [path_to(offer, group, end) for end in ends_of(group)]
        if group.stay:
            paths.append((group.origin,) if offer.from_origin else ())
        for units in some_of(group.units, 1, most):
            who: Value = (*units, *group.company) if offer.together else units[0]
            yield from ({offer.unit: who, offer.path: path} for path in paths)


def _attacks(offer: Attack) -> Iterator[Fields]:
    for hexes in some_of(tuple(offer.targets), 1, offer.most_targets):
        able = [u for u in offer.targets[hexes[0]] if all(u in offer.targets[h] for h in hexes)]
        most = min(*(offer.most.get(h, len(able)) for h in hexes), len(able))
        for units in some_of(able, 1, most):
            for target in _targets(offer, hexes):
                yield {offer.units: units, offer.target: target}


def _targets(offer: Attack, hexes: tuple[str, ...]) -> Iterator[Value]:
    if offer.by_unit:
        defenders = [u for h in hexes for u in offer.defenders[h]]
        yield from some_of(defenders, 1, len(defenders))
    else:
        yield hexes if offer.most_targets > 1 else hexes[0]


def _amounts(offer: Amount) -> Iterator[Fields]:
    if not offer.subject:
        for n in numbers(offer, offer.least, offer.most):
            yield {offer.field: n}
    for subject, (least, most) in offer.ranges.items():
        for n in numbers(offer, least, most):
            yield {offer.subject: subject, offer.field: n}


def numbers(offer: Amount, least: int, most: int) -> list[int]:
    return [n for n in range(least, most + 1) if n or not offer.not_zero]


def _forms(fields: tuple[str, ...], node: Node) -> Iterator[Fields]:
    for number, choice in enumerate(node.choices):
        if not node.then:
            yield {fields[0]: choice}
        else:
            rest = _forms(fields[1:], next_node(node, number))
            yield from ({fields[0]: choice, **more} for more in rest)


def next_node(node: Node, number: int) -> Node:
    """What is asked after the choice of this number."""
    return node.then[number] if len(node.then) > 1 else node.then[0]
