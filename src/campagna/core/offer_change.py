"""What is different in the offers of a side after an order.

Most of what may be ordered stays: the units that did not move reach the same hexes. A change says
where each offer of the new list comes from, and of an offer that differs in its units, subjects,
targets or pieces only those that are new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from campagna.core.offers.shapes import Attack, Lay, Measured, Offer, Place, Reach, Routes

NEW = -1
"""In a list of origins: not from the old list, but the next of those that are sent."""

T = TypeVar("T")
V = TypeVar("V")
Key = tuple[str, str, bytes]


class OfferPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offer of the old list that is a little different now.

    `offer` is the offer as it is now; of its groups, subjects, targets or pieces it has only those
    that are new or different.
    """

    at: int
    """Its place in the new list."""
    offer: Offer
    gone: tuple[str, ...] = ()
    """Subjects, targets or pieces of the old offer that are no longer there."""
    groups: tuple[int, ...] = ()
    """For each group now: its place among the old groups, or -1 for the next one of `offer`."""


class OfferChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """`whole` stands alone; None in it: nothing is offered to the viewer now."""

    whole: tuple[Offer, ...] | msgspec.UnsetType | None = msgspec.UNSET
    origins: tuple[int, ...] = ()
    """For each offer now: its place in the old list, or -1 for the next one of `new`."""
    new: tuple[Offer, ...] = ()
    parts: tuple[OfferPart, ...] = ()


def offer_change(old: Sequence[Offer], new: Sequence[Offer]) -> OfferChange:
    left: dict[Key, list[int]] = {}
    for at, offer in enumerate(old):
        left.setdefault(_key(offer), []).append(at)
    origins = [_equal(left.get(_key(offer), []), old, offer) for offer in new]
    whole: list[Offer] = []
    parts: list[OfferPart] = []
    for at, offer in enumerate(new):
        alike = left.get(_key(offer))
        if origins[at] != NEW:
            continue
        part = _part(at, old[alike[0]], offer) if alike else None
        if alike and part:
            origins[at] = alike.pop(0)
            parts.append(part)
        else:
            whole.append(offer)
    return OfferChange(origins=tuple(origins), new=tuple(whole), parts=tuple(parts))


def offers_after(old: Sequence[Offer], change: OfferChange) -> tuple[Offer, ...] | None:
    """The new list, as whoever has the old one makes it."""
    if not isinstance(change.whole, msgspec.UnsetType):
        return change.whole
    found = _taken(old, change.origins, change.new)
    for part in change.parts:
        found[part.at] = _after(found[part.at], part)
    return tuple(found)


def _key(offer: Offer) -> Key:
    """Offers with the same key are the same control."""
    return offer.shape, offer.order, msgspec.json.encode(offer.fixed)


def _equal(left: list[int], old: Sequence[Offer], offer: Offer) -> int:
    """The place of an equal offer, which is no longer left then."""
    for at in left:
        if old[at] == offer:
            left.remove(at)
            return at
    return NEW


def _taken(old: Sequence[T], origins: Sequence[int], new: Sequence[T]) -> list[T]:
    sent = iter(new)
    return [next(sent) if at == NEW else old[at] for at in origins]


# --- one offer --------------------------------------------------------------------------------------


def _part(at: int, old: Offer, new: Offer) -> OfferPart | None:
    """What is different in an offer; None if it has no large part that could stay."""
    match old, new:
        case (Reach(groups=before), Reach(groups=now)) | (
            Routes(groups=before),
            Routes(groups=now),
        ):
            origins, fresh = _groups(before, now)
            return OfferPart(at, msgspec.structs.replace(new, groups=fresh), groups=origins)
        case Place(subjects=before), Place(subjects=now):
            more, gone = _entries(before, now)
            return OfferPart(at, msgspec.structs.replace(new, subjects=more), gone)
        case Attack(targets=before), Attack(targets=now):
            more, gone = _entries(before, now)
            return OfferPart(at, msgspec.structs.replace(new, targets=more), gone)
        case Measured(pieces=led_before), Measured(pieces=led_now):
            led, gone = _entries(led_before, led_now)
            return OfferPart(at, msgspec.structs.replace(new, pieces=led), gone)
        case Lay(pieces=laid_before), Lay(pieces=laid_now):
            laid, gone = _entries(laid_before, laid_now)
            return OfferPart(at, msgspec.structs.replace(new, pieces=laid), gone)
    return None


def _after(old: Offer, part: OfferPart) -> Offer:
    match old, part.offer:
        case (Reach(groups=before), Reach(groups=fresh)) | (
            Routes(groups=before),
            Routes(groups=fresh),
        ):
            groups = tuple(_taken(before, part.groups, fresh))
            return msgspec.structs.replace(part.offer, groups=groups)
        case Place(subjects=before), Place(subjects=more):
            return msgspec.structs.replace(part.offer, subjects=_merged(before, more, part.gone))
        case Attack(targets=before), Attack(targets=more):
            return msgspec.structs.replace(part.offer, targets=_merged(before, more, part.gone))
        case (Measured(pieces=before), Measured(pieces=more)) | (
            Lay(pieces=before),
            Lay(pieces=more),
        ):
            return msgspec.structs.replace(part.offer, pieces=_merged(before, more, part.gone))
    return part.offer


def _groups(old: Sequence[T], new: Sequence[T]) -> tuple[tuple[int, ...], tuple[T, ...]]:
    """Where each group comes from, and those that are new."""
    left: dict[bytes, list[int]] = {}
    for at, group in enumerate(old):
        left.setdefault(msgspec.json.encode(group), []).append(at)
    origins = []
    for group in new:
        known = left.get(msgspec.json.encode(group))
        origins.append(known.pop(0) if known else NEW)
    fresh = [group for group, at in zip(new, origins, strict=True) if at == NEW]
    return tuple(origins), tuple(fresh)


def _entries(old: Mapping[str, V], new: Mapping[str, V]) -> tuple[dict[str, V], tuple[str, ...]]:
    more = {k: v for k, v in new.items() if k not in old or old[k] != v}
    return more, tuple(k for k in old if k not in new)


def _merged(old: Mapping[str, V], more: Mapping[str, V], gone: Sequence[str]) -> dict[str, V]:
    return {**{k: v for k, v in old.items() if k not in gone}, **more}
