"""Whether an order lies within an offer.

An exact offer covers its orders by all their parts together, another by each part alone. The way to
an end is not looked at: an offer names one of many.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campagna.core.offers import listing
from campagna.core.offers.shapes import (
    Amount,
    Attack,
    Extra,
    Form,
    Group,
    Lay,
    Measured,
    Number,
    Offer,
    Pairs,
    Pick,
    Place,
    Reach,
    Routes,
    Toggle,
    Whole,
)

Given = Mapping[str, object]
"""The fields of an order, without its tag."""


def covered(offer: Offer, given: Given, defaults: Given) -> bool:
    """`given` has every field of the order, `defaults` those that it may leave out."""
    if any(given[field] != value for field, value in offer.fixed.items()):
        return False
    filled = fields_of(offer)
    extras = {extra.field: extra for extra in offer.extras}
    for field, value in given.items():
        if field in filled or field in offer.fixed:
            continue
        if field in extras:
            if value != defaults.get(field) and not _extra(extras[field], value, given):
                return False
        elif field not in defaults or value != defaults[field]:
            return False
    return _shape(offer, given)


def fields_of(offer: Offer) -> frozenset[str]:
    """The fields of the order that the shape fills."""
    names: Collection[str] = ()
    if isinstance(offer, Pick):
        names = (offer.field,)
    elif isinstance(offer, Place):
        names = (offer.subject, offer.place, offer.at)
    elif isinstance(offer, Reach | Routes):
        names = (offer.unit, offer.path)
    elif isinstance(offer, Attack):
        names = (offer.units, offer.target)
    elif isinstance(offer, Amount):
        names = (offer.subject, offer.field)
    elif isinstance(offer, Form):
        names = offer.fields
    elif isinstance(offer, Whole):
        names = {field for order in offer.orders for field in order}
    elif isinstance(offer, Measured):
        names = (offer.unit, offer.path, offer.end)
    elif isinstance(offer, Lay):
        names = (offer.who, offer.place)
    return frozenset(name for name in names if name)


def _extra(extra: Extra, value: object, given: Given) -> bool:
    if isinstance(extra, Toggle):
        return isinstance(value, bool)
    if isinstance(extra, Number):
        return isinstance(value, int) and extra.least <= value <= extra.most
    chosen = _tuple(value)
    if isinstance(extra, Pairs):
        who, along = _tuple(given[extra.who]), _tuple(given[extra.along])
        return all(isinstance(c, tuple) and c[0] in who and c[1] in along for c in chosen)
    named = _tuple(given[extra.along]) if extra.along else extra.options
    known = set(extra.options)
    return len(chosen) <= (extra.most or len(chosen)) and all(
        c in known and c in named for c in chosen
    )


def _shape(offer: Offer, given: Given) -> bool:
    if isinstance(offer, Pick):
        return _pick(offer, given)
    if isinstance(offer, Place):
        return _place(offer, given)
    if isinstance(offer, Reach):
        return _reach(offer, given)
    if isinstance(offer, Routes):
        who = _tuple(given[offer.unit])
        return len(who) == 1 and any(
            who[0] in g.units and any(w.path == given[offer.path] for w in g.ways)
            for g in offer.groups
        )
    if isinstance(offer, Attack):
        return _attack(offer, given)
    if isinstance(offer, Amount):
        return _amount(offer, given)
    if isinstance(offer, Form):
        return _form(offer, given)
    if isinstance(offer, Whole):
        return any(all(given[f] == v for f, v in order.items()) for order in offer.orders)
    if isinstance(offer, Measured):
        return set(_tuple(given[offer.unit])) <= offer.pieces.keys()
    if isinstance(offer, Lay):
        return not offer.who or set(_tuple(given[offer.who])) <= offer.pieces.keys()
    return True


def _pick(offer: Pick, given: Given) -> bool:
    value = given[offer.field]
    if offer.batches:
        named = _tuple(value)
        known = [o for batch in offer.batches for o in batch.options]
        counts = all(
            sum(n in batch.options for n in named) == batch.count for batch in offer.batches
        )
        return counts and len(set(named)) == len(named) and set(named) <= set(known)
    if not offer.many:
        return value in offer.options
    named = _tuple(value)
    if not offer.exact:
        return set(named) <= set(offer.options)
    return all(n in offer.options for n in named) and listing.is_pick(
        offer, [o for n in named for o in offer.options if o == n]
    )


def _place(offer: Place, given: Given) -> bool:
    place = given[offer.place]
    if not offer.subject:
        return offer.anywhere or place in offer.places
    who = _tuple(given[offer.subject])
    if not who or len(set(who)) != len(who) or (offer.most and len(who) > offer.most):
        return False
    for subject in who:
        if not isinstance(subject, str) or subject not in offer.subjects:
            return False
        if not offer.anywhere and place not in listing.places_of(offer, subject):
            return False
        if offer.at and given[offer.at] != offer.origins[subject]:
            return False
    return True


def _reach(offer: Reach, given: Given) -> bool:
    who, path = _tuple(given[offer.unit]), _tuple(given[offer.path])
    if not who or len(set(who)) != len(who):
        return False
    return all(any(_in_reach(offer, g, unit, path) for g in offer.groups) for unit in who)


def _in_reach(offer: Reach, group: Group, unit: object, path: tuple[object, ...]) -> bool:
    if unit not in group.units and unit not in group.company:
        return False
    if offer.from_origin:
        if not path or path[0] != group.origin:
            return False
        path = path[1:]
    return path[-1] in listing.ends_of(group) if path else group.stay


def _attack(offer: Attack, given: Given) -> bool:
    units, named = _tuple(given[offer.units]), _tuple(given[offer.target])
    if not units or not named or len(set(units)) != len(units):
        return False
    hexes = named
    if offer.by_unit:
        found = {h for h, them in offer.defenders.items() if set(them) & set(named)}
        if not set(named) <= {u for h in found for u in offer.defenders[h]}:
            return False
        hexes = tuple(found)
    if len(hexes) > offer.most_targets and not offer.by_unit:
        return False
    able = [set(offer.targets.get(h, ())) for h in hexes if isinstance(h, str)]
    if not offer.exact:
        return all(able) and set(units) <= set[object]().union(*able)
    return all(set(units) <= some for some in able) and all(
        len(units) <= offer.most.get(h, len(units)) for h in hexes if isinstance(h, str)
    )


def _amount(offer: Amount, given: Given) -> bool:
    number = given[offer.field]
    least, most = offer.least, offer.most
    if offer.subject:
        subject = given[offer.subject]
        if not isinstance(subject, str) or subject not in offer.ranges:
            return False
        least, most = offer.ranges[subject]
    return isinstance(number, int) and number in listing.numbers(offer, least, most)


def _form(offer: Form, given: Given) -> bool:
    node = offer.first
    for field in offer.fields:
        value = given[field]
        if value not in node.choices:
            return False
        if not node.then:
            return True
        node = listing.next_node(node, node.choices.index(value))
    return True


def _tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
