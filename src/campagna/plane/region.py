"""A set of places for a base: whole millimetres, row by row. Exact, countable, and drawable."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, pairwise

from campagna.plane.bases import Point, Rect

Span = tuple[int, int]
"""First and last x of a run of places in one row, both included."""

Ring = list[Point]
"""Corners of a closed outline, the first not repeated; its sides run along the axes."""


class Region:
    """The places that an answer allows, and no others: `p in region` is the verdict itself.

    Places are counted from the north-west, row by row, so that the n-th place of a region is the same
    everywhere.
    """

    __slots__ = ("_counts", "spans", "starts", "top")

    def __init__(self, top: int, starts: array[int], spans: array[int]) -> None:
        self.top = top
        self.starts = starts
        """Where in `spans` each row begins, and one entry more for the end of the last."""
        self.spans = spans
        """First and last x of every run, both included, one after the other."""
        self._counts: list[int] | None = None

    @classmethod
    def of_rows(cls, top: int, rows: Iterable[Iterable[Span]]) -> Region:
        """A region from the runs of each row, in order and apart from one another."""
        starts, spans = array("i", [0]), array("i")
        for row in rows:
            for span in row:
                spans.extend(span)
            starts.append(len(spans))
        return cls(top, starts, spans)

    @classmethod
    def of_bands(cls, top: int, bands: Iterable[tuple[int, Iterable[Span]]]) -> Region:
        """A region from bands: how many rows in succession have the same runs, and these runs."""
        starts, spans = array("i", [0]), array("i")
        for height, runs in bands:
            row, begin = array("i", chain.from_iterable(runs)), len(spans)
            spans.extend(row * height)
            starts.extend(begin + n * len(row) for n in range(1, height + 1))
        return cls(top, starts, spans)

    @classmethod
    def of_points(cls, points: Iterable[Point]) -> Region:
        by_row: dict[int, set[int]] = {}
        for x, y in points:
            by_row.setdefault(y, set()).add(x)
        if not by_row:
            return cls.of_rows(0, ())
        top, bottom = min(by_row), max(by_row)
        rows = ([(x, x) for x in by_row.get(y, ())] for y in range(top, bottom + 1))
        return cls.of_rows(top, map(_joined, rows))

    # --- what it holds --------------------------------------------------------------------------

    def rows(self) -> Iterator[tuple[int, list[Span]]]:
        """Every row that has places, from north to south: its y and its runs from west to east."""
        for y, (begin, end) in enumerate(pairwise(self.starts), self.top):
            if begin < end:
                yield y, self._runs(begin, end)

    def _runs(self, begin: int, end: int) -> list[Span]:
        return list(zip(self.spans[begin:end:2], self.spans[begin + 1 : end : 2], strict=True))

    def row(self, y: int) -> list[Span]:
        """The runs of one row."""
        i = y - self.top
        if not 0 <= i < len(self.starts) - 1:
            return []
        return self._runs(self.starts[i], self.starts[i + 1])

    def __contains__(self, p: Point) -> bool:
        i = p[1] - self.top
        if not 0 <= i < len(self.starts) - 1:
            return False
        begin, end = self.starts[i], self.starts[i + 1]
        j = bisect_right(self.spans, p[0], begin, end)
        # Beginnings stand at even places: after one of them p is inside a run, or it is a run's end.
        return (j - begin) % 2 == 1 or (j > begin and self.spans[j - 1] == p[0])

    def __len__(self) -> int:
        return self._cumulated()[-1]

    def __bool__(self) -> bool:
        return len(self.spans) > 0

    def __iter__(self) -> Iterator[Point]:
        for y, runs in self.rows():
            for first, last in runs:
                for x in range(first, last + 1):
                    yield x, y

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Region):
            return NotImplemented
        return list(self.rows()) == list(other.rows())

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, n: int) -> Point:
        """The n-th place, counted from 0."""
        counts = self._cumulated()
        if not 0 <= n < counts[-1]:
            raise IndexError(f"place {n} of a region of {counts[-1]}")
        i = bisect_right(counts, n) - 1
        row = bisect_right(self.starts, 2 * i) - 1
        return self.spans[2 * i] + n - counts[i], self.top + row

    def _cumulated(self) -> list[int]:
        """How many places lie before each run, and in all of them."""
        if self._counts is None:
            runs = zip(self.spans[::2], self.spans[1::2], strict=True)
            self._counts = list(accumulate((last - first + 1 for first, last in runs), initial=0))
        return self._counts

    def bounds(self) -> Rect:
        """The smallest and largest coordinates of its places; it must have some."""
        filled = [y for y, _ in self.rows()]
        return min(self.spans[::2]), filled[0], max(self.spans[1::2]), filled[-1]

    def clipped(self, area: Rect) -> Region:
        """The places whose centre lies in an area, its edges included."""
        x0, y0, x1, y1 = area
        top = max(self.top, y0)
        rows = self.starts[top - self.top : max(top, y1 + 1) - self.top + 1]
        starts, kept = array("i", [0]), array("i")
        if len(rows) > 1:
            # As lists: an array makes a new number whenever one is read.
            spans = self.spans[rows[0] : rows[-1]].tolist()
            if spans and x0 <= x1 and x0 <= max(spans) and min(spans) <= x1:
                for begin, end in pairwise([at - rows[0] for at in rows]):
                    for i in range(begin, end, 2):
                        first, last = spans[i], spans[i + 1]
                        if first <= x1 and last >= x0:
                            kept.append(max(first, x0))
                            kept.append(min(last, x1))
                    starts.append(len(kept))
        return Region(top, starts, kept)

    def __or__(self, other: Region) -> Region:
        """The places of either."""
        if not (self and other):
            return self or other
        top = min(self.top, other.top)
        bottom = max(self.top + len(self.starts), other.top + len(other.starts)) - 1
        rows = (_joined(self.row(y) + other.row(y)) for y in range(top, bottom))
        return Region.of_rows(top, rows)

    # --- drawing --------------------------------------------------------------------------------

    def outline(self) -> list[Ring]:
        """Closed rings round the places and round the holes among them, to be filled even-odd.

        The place (x, y) is drawn as the cell from (x, y) to (x + 1, y + 1), so that all corners are whole
        and a cell is filled just when its place belongs to the region; shift the drawing by half a
        millimetre to put places in the middle of their cells. Rings may touch at corners but never
        cross. With y downwards, a ring round places runs clockwise, one round a hole the other way.
        """
        ways: dict[Point, list[Point]] = {}
        for a, b in self._borders():
            ways.setdefault(a, []).append(b)
        rings = []
        while ways:
            start = here = next(iter(ways))
            ring: Ring = []
            before = None
            while True:
                there = _leave(ways, before, here)
                if before is None or not _straight(before, here, there):
                    ring.append(here)
                before, here = here, there
                if here == start:
                    break
            if _straight(before, start, ring[1]):
                ring.pop(0)
            rings.append(ring)
        return rings

    def _borders(self) -> Iterator[tuple[Point, Point]]:
        """The sides between a place and none, with the place on the right hand."""
        above: list[Span] = []
        bottom = self.top + len(self.starts) - 1
        for y in range(self.top, bottom + 1):
            runs = self.row(y)
            for first, last in runs:
                yield (first, y + 1), (first, y)
                yield (last + 1, y), (last + 1, y + 1)
            for left, right in _difference(runs, above):
                yield (left, y), (right, y)
            for left, right in _difference(above, runs):
                yield (right, y), (left, y)
            above = runs


def _joined(runs: Iterable[Span]) -> list[Span]:
    """Runs in order, with those that touch or overlap made one."""
    joined: list[Span] = []
    for first, last in sorted(runs):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def _difference(runs: Iterable[Span], others: Iterable[Span]) -> Iterator[Span]:
    """The sides, from corner to corner, of cells in `runs` that are not in `others`.

    They are cut where a run of the others begins or ends, since another side may turn off there.
    """
    for first, last in runs:
        left = first
        for begin, end in others:
            if end < left or begin > last:
                continue
            if begin > left:
                yield left, begin
            left = end + 1
        if left <= last:
            yield left, last + 1


def _straight(a: Point, b: Point, c: Point) -> bool:
    return (a[0] == b[0] == c[0]) or (a[1] == b[1] == c[1])


def _leave(ways: dict[Point, list[Point]], before: Point | None, here: Point) -> Point:
    """Take the next side from here. Where two rings touch, the right turn stays with the own cell."""
    choices = ways[here]
    if len(choices) > 1 and before is not None:
        dx, dy = here[0] - before[0], here[1] - before[1]
        choices.sort(key=lambda c: dx * (c[1] - here[1]) - dy * (c[0] - here[0]))
    there = choices.pop()
    if not choices:
        del ways[here]
    return there
