"""Offers made from orders that were listed: by subject, and as forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campagna.core.offers import Form, Node, Offer, Option

Places = Mapping[str, tuple[Option, ...]]


def by_subject(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[Option, ...]]:
    """Who, with the places of each."""
    found: dict[str, list[str]] = {}
    for subject, place in pairs:
        found.setdefault(subject, []).append(place)
    return {subject: tuple(places) for subject, places in found.items()}


def in_common(subjects: Places) -> tuple[Places, tuple[Option, ...]]:
    """The subjects and the places that all of them share: named once if everybody has the same."""
    every = set(subjects.values())
    if len(every) != 1:
        return subjects, ()
    return dict.fromkeys(subjects, ()), every.pop()


def form(
    order: str, fields: tuple[str, ...], rows: Sequence[tuple[Option, ...]]
) -> tuple[Offer, ...]:
    """An exact form that makes just these orders, each a value for every field; none for no order."""
    return (Form(order, fields, tree(rows)),) if rows else ()


def tree(rows: Sequence[tuple[Option, ...]]) -> Node:
    """The first values of the rows, and after each of them what may follow."""
    rests: dict[Option, list[tuple[Option, ...]]] = {}
    for first, *rest in rows:
        rests.setdefault(first, []).append(tuple(rest))
    choices = tuple(rests)
    if len(rows[0]) == 1:
        return Node(choices)
    nodes = [tree(following) for following in rests.values()]
    same = all(node == nodes[0] for node in nodes)
    return Node(choices, (nodes[0],) if same else tuple(nodes))
