"""What a viewer is told when a match has changed: the orders since, and what is different now.

An update says against which version it was made. Whoever stands at that version and applies it
has the snapshot of the new version; whoever does not asks for the whole one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from campagna.core.contract import Outcome, Step, Text
from campagna.core.table_change import TableChange, table_change
from campagna.match.views import Dice, Ended, LogLine, SeatView, Snapshot


class EntryChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One block of the offers, as the units that may move: entries that differ, entries that are gone."""

    set: Mapping[str, Any] = {}
    gone: tuple[str, ...] = ()


class OfferChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """`whole` stands alone; None in it: nothing is offered to the viewer now."""

    whole: Mapping[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    set: Mapping[str, Any] = {}
    gone: tuple[str, ...] = ()
    entries: Mapping[str, EntryChange] = {}


class Update(msgspec.Struct, frozen=True, tag="update", kw_only=True):
    """The match has changed. `orders` is the length of the log now: taking back makes it shorter."""

    match: str
    viewer: str
    since: int
    version: int
    lines: list[LogLine]
    table: TableChange
    offers: OfferChange
    step: Step | None
    prompt: Text
    yours: bool
    can_undo: bool
    undo_barred: str
    outcome: Outcome | None
    ended: Ended | None
    stop_offered_by: str | None
    seats: dict[str, SeatView]
    orders: int
    dice: Dice


def update(before: Snapshot | None, now: Snapshot, since: int, lines: list[LogLine]) -> Update:
    """The way from `before`, the snapshot of version `since`, to `now`; without it, all of `now`."""
    return Update(
        match=now.match,
        viewer=now.viewer,
        since=since,
        version=now.version,
        lines=lines,
        table=_table(before, now),
        offers=_offers(before, now),
        step=now.step,
        prompt=now.prompt,
        yours=now.yours,
        can_undo=now.can_undo,
        undo_barred=now.undo_barred,
        outcome=now.outcome,
        ended=now.ended,
        stop_offered_by=now.stop_offered_by,
        seats=now.seats,
        orders=now.log_length,
        dice=now.dice,
    )


def _table(before: Snapshot | None, now: Snapshot) -> TableChange:
    if before is None or before.tabletop is None or now.tabletop is None:
        return TableChange(whole=now.tabletop)
    return table_change(before.tabletop, now.tabletop)


def _offers(before: Snapshot | None, now: Snapshot) -> OfferChange:
    if before is None or before.offers is None or now.offers is None:
        return OfferChange(whole=now.offers)
    return offer_change(before.offers, now.offers)


def offer_change(old: Mapping[str, Any], new: Mapping[str, Any]) -> OfferChange:
    """Block by block; a block that is a table on both sides is compared entry by entry."""
    whole: dict[str, Any] = {}
    entries: dict[str, EntryChange] = {}
    for key, value in new.items():
        known = old.get(key)
        if known == value:
            continue
        if isinstance(known, dict) and isinstance(value, dict):
            changed = {k: v for k, v in value.items() if k not in known or known[k] != v}
            entries[key] = EntryChange(changed, tuple(k for k in known if k not in value))
        else:
            whole[key] = value
    return OfferChange(set=whole, gone=tuple(k for k in old if k not in new), entries=entries)
