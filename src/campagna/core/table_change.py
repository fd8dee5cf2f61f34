"""What changed on a table between two moments, so that an update need not carry all of it.

A change is made from two tabletops and brings the first to the second. Pieces and layers are
compared by their id, markers by what they are, everything else is sent whole if it differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from campagna.core.contract import Text
from campagna.core.tabletop import (
    Aim,
    Box,
    Chip,
    Condition,
    Layer,
    Marker,
    Notice,
    Piece,
    Score,
    Shape,
    Sheet,
    Stand,
    Tabletop,
    Threat,
    Track,
)

T = TypeVar("T")


class PieceChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces by id. `set` replaces, or adds at the end; `order` lists all ids if they stand otherwise."""

    set: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None


class MarkerChange(msgspec.Struct, frozen=True, omit_defaults=True):
    added: tuple[Marker, ...] = ()
    gone: tuple[Marker, ...] = ()


class HexChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hexes that a layer has gained and lost."""

    id: str
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class LayerChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """`whole`: all layers, where some are new or gone."""

    whole: tuple[Layer, ...] | None = None
    set: tuple[Layer, ...] = ()
    """Layers that differ in more than their hexes."""
    hexes: tuple[HexChange, ...] = ()


class SheetChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A measured table: where its pieces stand now, and all its shapes if one of them differs."""

    whole: Sheet | None = None
    stands: Mapping[str, Stand] = {}
    gone: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] | None = None


class TableChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """`whole` stands alone; a part that is missing has not changed."""

    whole: Tabletop | None = None
    pieces: PieceChange | None = None
    markers: MarkerChange | None = None
    layers: LayerChange | None = None
    boxes: tuple[Box, ...] | None = None
    track: Track | None = None
    scores: tuple[Score, ...] | None = None
    level: str | None = None
    obligations: tuple[tuple[Text, str, tuple[str, ...]], ...] | None = None
    sheet: SheetChange | None = None
    aims: tuple[Aim, ...] | None = None
    warnings: tuple[Threat, ...] | None = None
    conditions: tuple[Condition, ...] | None = None
    chips: tuple[Chip, ...] | None = None
    notices: tuple[Notice, ...] | None = None


# --- making a change --------------------------------------------------------------------------------


def table_change(old: Tabletop, new: Tabletop) -> TableChange:
    """The change that brings `old` to `new`."""
    if (old.sheet is None) != (new.sheet is None):
        return TableChange(whole=new)
    return TableChange(
        pieces=_pieces(old.pieces, new.pieces),
        markers=_markers(old.markers, new.markers),
        layers=_layers(old.layers, new.layers),
        boxes=_differs(old.boxes, new.boxes),
        track=_differs(old.track, new.track),
        scores=_differs(old.scores, new.scores),
        level=_differs(old.level, new.level),
        obligations=_differs(old.obligations, new.obligations),
        sheet=_sheet(old.sheet, new.sheet) if old.sheet and new.sheet else None,
        aims=_differs(old.aims, new.aims),
        warnings=_differs(old.warnings, new.warnings),
        conditions=_differs(old.conditions, new.conditions),
        chips=_differs(old.chips, new.chips),
        notices=_differs(old.notices, new.notices),
    )


def _differs(old: T, new: T) -> T | None:
    return None if old == new else new


def _pieces(old: Sequence[Piece], new: Sequence[Piece]) -> PieceChange | None:
    if old == new:
        return None
    before, after = {p.id: p for p in old}, {p.id: p for p in new}
    changed = tuple(p for p in new if before.get(p.id) != p)
    gone = tuple(id_ for id_ in before if id_ not in after)
    patched = [id_ for id_ in before if id_ in after] + [p.id for p in new if p.id not in before]
    wanted = tuple(after)
    return PieceChange(changed, gone, None if patched == list(wanted) else wanted)


def _markers(old: Sequence[Marker], new: Sequence[Marker]) -> MarkerChange | None:
    if old == new:
        return None
    added, gone = _more(new, old), _more(old, new)
    return MarkerChange(added, gone) if added or gone else None


H = TypeVar("H", bound=Hashable)


def _more(these: Iterable[H], than: Iterable[H]) -> tuple[H, ...]:
    """Those of `these` that `than` lacks; equal ones are counted."""
    known = Counter(than)
    found = []
    for one in these:
        if known[one]:
            known[one] -= 1
        else:
            found.append(one)
    return tuple(found)


def _layers(old: Sequence[Layer], new: Sequence[Layer]) -> LayerChange | None:
    if old == new:
        return None
    if [x.id for x in old] != [x.id for x in new]:
        return LayerChange(whole=tuple(new))
    pairs = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    alike = [_same_frame(a, b) for a, b in pairs]
    return LayerChange(
        set=tuple(b for (_, b), same in zip(pairs, alike, strict=True) if not same),
        hexes=tuple(
            HexChange(b.id, _without(b.hexes, a.hexes), _without(a.hexes, b.hexes))
            for (a, b), same in zip(pairs, alike, strict=True)
            if same
        ),
    )


def _without(these: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    known = frozenset(others)
    return tuple(one for one in these if one not in known)


def _same_frame(a: Layer, b: Layer) -> bool:
    return (a.title, a.side, a.rule, a.kind) == (b.title, b.side, b.rule, b.kind)


def _sheet(old: Sheet, new: Sheet) -> SheetChange | None:
    if old == new:
        return None
    same = (old.width, old.height, old.base, old.title) == (
        new.width,
        new.height,
        new.base,
        new.title,
    )
    if not same:
        return SheetChange(whole=new)
    return SheetChange(
        stands={id_: s for id_, s in new.stands.items() if old.stands.get(id_) != s},
        gone=tuple(id_ for id_ in old.stands if id_ not in new.stands),
        shapes=_differs(old.shapes, new.shapes),
    )


# --- applying it ------------------------------------------------------------------------------------


def patched(old: Tabletop, change: TableChange) -> Tabletop:
    """`old` after the change: what a client does with it, written here as the reference."""
    if change.whole is not None:
        return change.whole
    return Tabletop(
        pieces=_patched_pieces(old.pieces, change.pieces),
        markers=_patched_markers(old.markers, change.markers),
        layers=_patched_layers(old.layers, change.layers),
        boxes=_either(change.boxes, old.boxes),
        track=_either(change.track, old.track),
        scores=_either(change.scores, old.scores),
        level=_either(change.level, old.level),
        obligations=_either(change.obligations, old.obligations),
        sheet=_patched_sheet(old.sheet, change.sheet) if old.sheet else None,
        aims=_either(change.aims, old.aims),
        warnings=_either(change.warnings, old.warnings),
        conditions=_either(change.conditions, old.conditions),
        chips=_either(change.chips, old.chips),
        notices=_either(change.notices, old.notices),
    )


def _either(new: T | None, old: T) -> T:
    return old if new is None else new


def _patched_pieces(old: tuple[Piece, ...], change: PieceChange | None) -> tuple[Piece, ...]:
    if change is None:
        return old
    found = {p.id: p for p in old if p.id not in change.gone}
    found.update((p.id, p) for p in change.set)
    return tuple(found[id_] for id_ in change.order) if change.order else tuple(found.values())


def _patched_markers(old: tuple[Marker, ...], change: MarkerChange | None) -> tuple[Marker, ...]:
    if change is None:
        return old
    return (*_more(old, change.gone), *change.added)


def _patched_layers(old: tuple[Layer, ...], change: LayerChange | None) -> tuple[Layer, ...]:
    if change is None:
        return old
    if change.whole is not None:
        return change.whole
    found = {x.id: x for x in old} | {x.id: x for x in change.set}
    for part in change.hexes:
        layer = found[part.id]
        hexes = (*_without(layer.hexes, part.gone), *part.added)
        found[part.id] = msgspec.structs.replace(layer, hexes=hexes)
    return tuple(found.values())


def _patched_sheet(old: Sheet, change: SheetChange | None) -> Sheet:
    if change is None:
        return old
    if change.whole is not None:
        return change.whole
    stands = {id_: s for id_, s in old.stands.items() if id_ not in change.gone} | dict(
        change.stands
    )
    return msgspec.structs.replace(old, stands=stands, shapes=_either(change.shapes, old.shapes))
