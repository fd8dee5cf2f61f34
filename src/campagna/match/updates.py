"""What a viewer is told when a match has changed: the orders since, and what is different now.

An update says against which version it was made. Whoever stands at that version and applies it
has the snapshot of the new version; whoever does not asks for the whole one.
"""

from __future__ import annotations

import msgspec

from campagna.core.contract import Outcome, Step, Text
from campagna.core.offer_change import OfferChange, offer_change
from campagna.core.table_change import TableChange, table_change
from campagna.match.views import Dice, Ended, LogLine, SeatView, Snapshot


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
    reply: bool
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
        reply=now.reply,
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
