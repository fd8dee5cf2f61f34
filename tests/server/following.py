"""A client of the tests: it has one snapshot and applies the updates to it."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.core.offer_change import OfferChange, offers_after
from campagna.core.offers import Offer
from campagna.core.table_change import TableChange, patched
from campagna.core.tabletop import Tabletop

SAME = (
    "step",
    "prompt",
    "yours",
    "reply",
    "can_undo",
    "undo_barred",
    "outcome",
    "ended",
    "stop_offered_by",
)


def applied(snapshot: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """The snapshot after the update."""
    assert update["since"] in (-1, snapshot["version"])
    assert update["viewer"] == snapshot["viewer"]
    return {
        **snapshot,
        **{name: update[name] for name in (*SAME, "seats", "dice", "version")},
        "log_length": update["orders"],
        "tabletop": _table(snapshot["tabletop"], update["table"]),
        "offers": _offers(snapshot["offers"], update["offers"]),
    }


def _table(old: dict[str, Any] | None, change: dict[str, Any]) -> dict[str, Any] | None:
    """A game need not be one for the table."""
    if old is None and not change:
        return None
    read = msgspec.convert(change, TableChange)
    new = patched(msgspec.convert(old, Tabletop), read)
    table: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(new))
    return table


def _offers(old: list[Any] | None, change: dict[str, Any]) -> list[Any] | None:
    known = msgspec.convert(old or (), tuple[Offer, ...])
    new = offers_after(known, msgspec.convert(change, OfferChange))
    offers: list[Any] | None = msgspec.json.decode(msgspec.json.encode(new))
    return offers


def same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two snapshots say the same: markers and the hexes of layers have no order."""
    return _ordered(a) == _ordered(b)


def _ordered(snapshot: dict[str, Any]) -> dict[str, Any]:
    table = snapshot["tabletop"]
    if table is None:
        return snapshot
    layers = [{**x, "hexes": sorted(x["hexes"])} for x in table["layers"]]
    markers = sorted(table["markers"], key=msgspec.json.encode)
    return {**snapshot, "tabletop": {**table, "layers": layers, "markers": markers}}
