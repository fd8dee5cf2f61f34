"""What is offered, by the tag of the order, for tests that ask about one game's orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from campagna.core.offers import (
    Amount,
    Attack,
    Fields,
    Form,
    Lay,
    Measured,
    Offer,
    Pick,
    Place,
    Reach,
    Routes,
    Say,
    Whole,
    ends_of,
    orders,
)
from campagna.core.offers.listing import path_to

Ways = dict[str, dict[str, tuple[str, ...]]]


def by_order(offers: Iterable[Offer]) -> dict[str, Any]:
    """For each order: True for a button, who may do it with what is open to each, or the options."""
    found: dict[str, Any] = {}
    for offer in offers:
        open_now = _open(offer)
        known = found.get(offer.order)
        if known is None or known is True:
            found[offer.order] = open_now
        elif isinstance(known, dict) and isinstance(open_now, dict):
            for who, what in open_now.items():
                known[who] = [*known.get(who, ()), *what]
        elif isinstance(known, list):
            known.extend(open_now if isinstance(open_now, list) else [])
    return found


def _open(offer: Offer) -> bool | dict[str, list[Any]] | list[Any]:
    if isinstance(offer, Say):
        return True
    if isinstance(offer, Reach):
        ends = ((u, [*ends_of(g)]) for g in offer.groups for u in g.units)
        return _gathered(ends)
    if isinstance(offer, Routes):
        return _gathered((u, [w.path for w in g.ways]) for g in offer.groups for u in g.units)
    if isinstance(offer, Attack):
        return {target: [*units] for target, units in offer.targets.items()}
    if isinstance(offer, Place) and offer.subject:
        return {who: [*(own or offer.places)] for who, own in offer.subjects.items()}
    if isinstance(offer, Place):
        return [*offer.places]
    if isinstance(offer, Pick):
        return [*offer.options]
    if isinstance(offer, Amount):
        return {who: [*span] for who, span in offer.ranges.items()} or [offer.least, offer.most]
    if isinstance(offer, Measured | Lay):
        return {piece: [] for piece in offer.pieces}
    assert isinstance(offer, Form | Whole)
    return [*orders(offer)]


def _gathered(pairs: Iterable[tuple[str, list[Any]]]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for who, what in pairs:
        found.setdefault(who, []).extend(what)
    return found


def paths(offers: Iterable[Offer], tag: str) -> Ways:
    """Who may go along which path by himself, by its end; of several paths to one end the first."""
    found: Ways = {}
    for offer in offers:
        if offer.fixed:
            continue
        if offer.order == tag and isinstance(offer, Reach):
            for group in (g for g in offer.groups if not g.company):
                for end in ends_of(group):
                    for unit in group.units:
                        way = path_to(offer, group, end)
                        found.setdefault(unit, {}).setdefault(end, way)
        elif offer.order == tag and isinstance(offer, Routes):
            for unit, path in ((u, w.path) for g in offer.groups for u in g.units for w in g.ways):
                found.setdefault(unit, {}).setdefault(path[-1], path)
    return found


def costs(offers: Iterable[Offer], tag: str) -> dict[str, dict[str, int]]:
    """What each hex in reach costs each unit."""
    found: dict[str, dict[str, int]] = {}
    for offer in offers:
        if offer.order == tag and isinstance(offer, Reach):
            for unit, step in ((u, s) for g in offer.groups for u in g.units for s in g.steps):
                found.setdefault(unit, {}).setdefault(step[0], step[1])
    return found


def suggested(offers: Iterable[Offer], tag: str) -> list[Fields]:
    """The whole orders that the game proposes."""
    return [order for offer in offers if offer.order == tag for order in offer.suggest]


def listed(offers: Iterable[Offer]) -> dict[str, list[Mapping[str, Any]]]:
    """Every order that the offers make, as data, by its tag."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for offer in offers:
        found.setdefault(offer.order, []).extend(msgspec.to_builtins([*orders(offer)]))
    return found
