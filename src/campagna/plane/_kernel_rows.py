# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=False
"""The hot loops of regions: what is left of a disc or a rectangle, row by row.

This file runs as it stands. Where a C compiler is found the same text is also built as
`campagna.plane._compiled_rows`, with the C types declared in its .pxd; `campagna.plane.kernels` picks
one. Everything is integers, so both give the same answers.

A leg from a start outside a halo is barred if it enters it, so its end lies in the halo or in the
shadow behind it. Both together are convex and meet each row of millimetres in one interval; so do all
other shapes that are barred here. `Rows` collects these intervals.
"""

from array import array
from math import isqrt

from campagna.plane.bases import KEEP_OUT, SIDE

HALO = SIDE + KEEP_OUT

SQUARE = 2 * SIDE - 1
"""How many places of a row a base bars, and how many rows of them."""

OUTLINE = 10
"""How many numbers describe what a halo bars in the rows on one side of the start."""

MAX_REACH = 512
"""The longest leg whose region is drawn: up to here every product fits 64 bits."""

ENDLESS = 1 << 20
"""Beyond every coordinate."""

HALO_WIDTH = array(
    "i", [SIDE + isqrt(KEEP_OUT * KEEP_OUT - 1 - max(0, d - SIDE) ** 2) for d in range(HALO)]
)
"""How far a halo reaches to either side, in whole millimetres, by the distance of the row."""


class Rows:
    """The points of a disc or a rectangle, row by row, from which convex shapes are taken away.

    Open it, bar what must not be entered, and `close` it: what is left comes as spans of x for each y.
    Use one per process and never from two threads at once.
    """

    def __init__(self) -> None:
        self.ox = 0
        self.oy = 0
        self.reach = 0
        self.top = 0
        self.count = 0
        self.rows = 0
        self.room = 0
        self.nodes = 0
        self.capacity = 0
        self.low = array("i", [0])
        self.high = array("i", [0])
        self.head = array("i", [0])
        self.node_low = array("i", [0])
        self.node_high = array("i", [0])
        self.node_next = array("i", [0])
        self.squares = 0
        self.shelf = 0
        self.square = array("i", [0])
        self.runs = 0
        self.run_low = array("i", [0])
        self.run_high = array("i", [0])
        self.west = array("i", bytes(8 * MAX_REACH + 4))
        self.east = array("i", bytes(8 * MAX_REACH + 4))
        self.step = 1
        self.radius = -1
        self.widths = array("i", bytes(4 * MAX_REACH + 4))
        self.result = array("i", [0])
        self.spans = self.result
        self.begins = array("i", [0])
        self.starts = self.begins

    # --- opening ------------------------------------------------------------------------------------

    def open_disc(self, x: int, y: int, reach: int, field: tuple[int, int, int, int]) -> None:
        """All points of the field, edges included, at most `reach` away from (x, y)."""
        if not 0 <= reach <= MAX_REACH:
            raise ValueError(f"a leg of {reach} mm is not between 0 and {MAX_REACH}")
        left, upper, right, lower = field
        top = max(-reach, upper - y)
        bottom = min(reach, lower - y)
        self._open(x, y, top, bottom)
        self.reach = reach
        if reach != self.radius:
            self._measure(reach)
        left -= x
        right -= x
        level = min(self.count, max(0, -top))
        for row in range(level):
            self.low[row] = max(left, -self.widths[-top - row])
            self.high[row] = min(right, self.widths[-top - row])
        for row in range(level, self.count):
            self.low[row] = max(left, -self.widths[top + row])
            self.high[row] = min(right, self.widths[top + row])

    def _measure(self, radius: int) -> None:
        """Note how wide a disc of this radius is, by the distance of the row: most discs are alike."""
        self.radius = radius
        width = radius
        for dy in range(radius + 1):
            while width * width > radius * radius - dy * dy:
                width -= 1
            self.widths[dy] = width

    def open_rect(self, field: tuple[int, int, int, int]) -> None:
        """All points of the field, edges included."""
        left, upper, right, lower = field
        self._open(0, 0, upper, lower)
        self.reach = ENDLESS
        for row in range(self.count):
            self.low[row] = left
            self.high[row] = right

    def _open(self, x: int, y: int, top: int, bottom: int) -> None:
        count = max(0, bottom - top + 1)
        self.ox = x
        self.oy = y
        self.top = top
        self.count = count
        self.nodes = 0
        self.squares = 0
        if count > self.rows:
            self.rows = count
            self.low = array("i", bytes(4 * count))
            self.high = array("i", bytes(4 * count))
            self.head = array("i", bytes(4 * count))
            self.begins = array("i", bytes(4 * count + 4))
            self.starts = self.begins
        for row in range(count):
            self.head[row] = -1

    # --- barring ------------------------------------------------------------------------------------

    def _reserve(self, shapes: int) -> None:
        """Make room for so many shapes more, each with one interval a row."""
        needed = self.nodes + shapes * self.count
        if needed > self.capacity:
            self.capacity = needed
            self.node_low = _longer(self.node_low, self.nodes, needed)
            self.node_high = _longer(self.node_high, self.nodes, needed)
            self.node_next = _longer(self.node_next, self.nodes, needed)

    def _bar(self, row: int, first: int, last: int) -> None:
        """Take first..last out of a row, keeping what is barred in order of its beginning.

        What reaches an end of the row, as shadows do, only makes the row shorter.
        """
        if first > last:
            return
        if last >= self.high[row]:
            if first <= self.high[row]:
                self.high[row] = first - 1
            return
        if first <= self.low[row]:
            if last >= self.low[row]:
                self.low[row] = last + 1
            return
        node = self.nodes
        self.nodes = node + 1
        self.node_low[node] = first
        self.node_high[node] = last
        here = self.head[row]
        if here < 0 or self.node_low[here] >= first:
            self.node_next[node] = here
            self.head[row] = node
            return
        beyond = self.node_next[here]
        while beyond >= 0 and self.node_low[beyond] < first:
            here = beyond
            beyond = self.node_next[here]
        self.node_next[node] = beyond
        self.node_next[here] = node

    def bar_short(self, least: int) -> None:
        """Bar the points nearer to the start than `least` (G-7)."""
        self._reserve(1)
        width = 0
        for row in range(max(0, 1 - least - self.top), min(self.count, least - self.top)):
            dy = self.top + row
            limit = least * least - dy * dy
            while width * width < limit:
                width += 1
            while width > 0 and (width - 1) * (width - 1) >= limit:
                width -= 1
            self._bar(row, 1 - width, width - 1)

    def bar_bases(self, bases: "array[int]") -> None:
        """Bar every place where one base would overlap another (G-11).

        Squares bar the same in many rows: they are kept apart and laid over all rows at the end.
        """
        needed = self.squares + len(bases) // 2
        if needed > self.shelf:
            self.shelf = needed
            self.square = _longer(self.square, 2 * self.squares, 2 * needed)
            self.run_low = array("i", bytes(4 * needed))
            self.run_high = array("i", bytes(4 * needed))
        places = bases
        for i in range(len(bases) // 2):
            x = places[2 * i] - self.ox
            y = places[2 * i + 1] - self.oy - self.top
            dx = max(0, abs(x) - SIDE + 1)
            dy = max(0, abs(y + self.top) - SIDE + 1)
            if -SIDE < y < self.count + SIDE - 1 and dx * dx + dy * dy <= self.reach * self.reach:
                self.square[2 * self.squares] = x - SIDE + 1
                self.square[2 * self.squares + 1] = y - SIDE + 1
                self.squares += 1

    def bar_halos(self, enemies: "array[int]") -> None:
        """Bar every place nearer than 5 cm to an enemy, whatever the way there (G-11)."""
        self._reserve(len(enemies) // 2)
        places = enemies
        for i in range(len(enemies) // 2):
            x = places[2 * i] - self.ox
            if abs(x) >= self.reach + HALO:
                continue
            y = places[2 * i + 1] - self.oy - self.top
            for row in range(max(0, y - HALO + 1), min(self.count, y + HALO)):
                width = HALO_WIDTH[abs(row - y)]
                self._bar(row, x - width, x + width)

    def bar_planes(self, planes: "array[int]") -> None:
        """Bar the common part of open half-planes A*x + B*y > C, seen from the start of the disc."""
        self._reserve(1)
        side = planes
        size = len(planes)
        for row in range(self.count):
            y = self.top + row
            first = -ENDLESS
            last = ENDLESS
            for i in range(0, size, 3):
                slope = side[i]
                free = side[i + 2] - side[i + 1] * y
                if slope > 0:
                    first = max(first, free // slope + 1)
                elif slope < 0:
                    last = min(last, -(free // -slope) - 1)
                elif free >= 0:
                    last = -ENDLESS
            self._bar(row, first, last)

    # --- shadows ------------------------------------------------------------------------------------

    def bar_shadows(self, outlines: "array[int]") -> None:
        """Bar every end of a leg that enters one of the halos outlined by a `Sight` (G-9)."""
        self._reserve(len(outlines) // OUTLINE)
        outline = outlines
        for i in range(len(outlines) // OUTLINE):
            at = OUTLINE * i
            x = outline[at]
            y = outline[at + 1]
            flip_x = outline[at + 2] & 1 != 0
            if 0 <= y < HALO and 0 <= -self.top < self.count:
                first = x - HALO_WIDTH[y]
                if flip_x:
                    self._bar(-self.top, -ENDLESS, -first)
                else:
                    self._bar(-self.top, first, ENDLESS)
            # Rows are counted from the start's, onwards to the halo.
            self.step = -1 if outline[at + 2] & 2 else 1
            bottom = self.top + self.count - 1
            begin = max(1, y - HALO + 1, self.top if self.step > 0 else -bottom)
            end = min(self.reach, bottom if self.step > 0 else -self.top)
            end = self._find_edge(self.west, x, y, outline, at + 4, begin, end)
            hides = outline[at + 3] != 0
            if not hides:
                end = self._find_edge(self.east, -x, y, outline, at + 7, begin, end)
            if self.step < 0:
                begin, end = -end, -begin
            self._bar_behind(begin - self.top, end - self.top + 1, flip_x, hides)

    def _find_edge(
        self, edge: "array[int]", x: int, y: int, line: "array[int]", at: int, begin: int, end: int
    ) -> int:
        """Where, in the rows begin..end, a halo at (x, y) with its shadow begins in the west.

        Up to the row where the line from the start touches the halo the halo itself bounds what is
        barred, from there on that line does. Tells the last row in which it does so inside the disc: a
        line that has left it never returns. Down the line the edge is the least x with
        x * down >= row * along; what it has too much of that is carried from row to row, so that none
        needs a division.
        """
        touching = min(max(begin, line[at]), end + 1)
        along = line[at + 1]
        down = line[at + 2]
        step = self.step
        at = step * begin - self.top
        for row in range(begin, touching):
            edge[at] = x - HALO_WIDTH[abs(row - y)]
            at += step
        if touching > end or down == 0:
            return touching - 1
        whole = along // down
        rest = along - whole * down
        first = -(-touching * along // down)
        excess = first * down - touching * along
        for row in range(touching, end + 1):
            if first > self.widths[row]:
                return row - 1
            edge[at] = first
            at += step
            first += whole
            excess -= rest
            if excess < 0:
                excess += down
                first += 1
        return end

    def _bar_behind(self, begin: int, end: int, flip_x: bool, hides: bool) -> None:
        """Bar in these rows what lies between both edges, or everything behind the western one."""
        if not hides:
            for row in range(begin, end):
                if flip_x:
                    self._bar(row, self.east[row], -self.west[row])
                else:
                    self._bar(row, self.west[row], -self.east[row])
        elif flip_x:
            for row in range(begin, end):
                self.low[row] = max(self.low[row], 1 - self.west[row])
        else:
            for row in range(begin, end):
                self.high[row] = min(self.high[row], self.west[row] - 1)

    # --- closing ------------------------------------------------------------------------------------

    def close(self) -> tuple[int, "array[int]", "array[int]"]:
        """What is left: the first y, where each row's spans begin and the last end, and the spans."""
        self._reserve(self.squares)
        room = 2 * (self.nodes + self.squares * SQUARE + self.count)
        if room > self.room:
            self.room = room
            self.result = array("i", bytes(4 * room))
            self.spans = self.result
        filled = 0
        row = 0
        while row < self.count:
            until = self._lay_squares(row)
            filled = self._cut_rows(row, until, filled)
            row = until
        self.starts[self.count] = filled
        return self.oy + self.top, self.begins[: self.count + 1], self.result[:filled]

    def _lay_squares(self, row: int) -> int:
        """Note the runs that squares bar in this row, from west to east; before which row they change."""
        until = self.count
        runs = 0
        for i in range(self.squares):
            first_row = self.square[2 * i + 1]
            if first_row > row:
                until = min(until, first_row)
            elif first_row + SQUARE > row:
                until = min(until, first_row + SQUARE)
                first = self.square[2 * i]
                j = runs
                while j > 0 and self.run_low[j - 1] > first:
                    self.run_low[j] = self.run_low[j - 1]
                    j -= 1
                self.run_low[j] = first
                runs += 1
        self.runs = 0
        for i in range(runs):
            first = self.run_low[i]
            if self.runs == 0 or first > self.run_high[self.runs - 1] + 1:
                self.run_low[self.runs] = first
                self.runs += 1
            self.run_high[self.runs - 1] = first + SQUARE - 1
        return until

    def _cut_rows(self, row: int, until: int, filled: int) -> int:
        """Note the spans of rows in which squares bar the same runs; where the next row's will begin."""
        x = self.ox
        runs = self.runs
        while row < until:
            self.starts[row] = filled
            first = self.low[row]
            last = self.high[row]
            if self.head[row] >= 0:
                for i in range(runs):
                    self._bar(row, self.run_low[i], self.run_high[i])
                filled = self._cut(row, filled)
            elif runs == 0:
                if first <= last:
                    self.spans[filled] = x + first
                    self.spans[filled + 1] = x + last
                    filled += 2
            else:
                i = 0
                while i < runs and self.run_high[i] < first:
                    i += 1
                if i < runs and self.run_low[i] <= first:
                    first = self.run_high[i] + 1
                    i += 1
                if first <= last:
                    self.spans[filled] = x + first
                    while i < runs and self.run_low[i] <= last:
                        first = self.run_high[i] + 1
                        self.spans[filled + 1] = x + self.run_low[i] - 1
                        self.spans[filled + 2] = x + first
                        filled += 2
                        i += 1
                    if first <= last:
                        self.spans[filled + 1] = x + last
                        filled += 2
            row += 1
        return filled

    def _cut(self, row: int, filled: int) -> int:
        """Note the spans of a row between all that is barred in it; where the next row's will begin."""
        first = self.low[row]
        last = self.high[row]
        node = self.head[row]
        while node >= 0 and first <= last:
            barred = self.node_low[node]
            if barred > last:
                break
            if barred > first:
                self.spans[filled] = self.ox + first
                self.spans[filled + 1] = self.ox + barred - 1
                filled += 2
            first = max(first, self.node_high[node] + 1)
            node = self.node_next[node]
        if first <= last:
            self.spans[filled] = self.ox + first
            self.spans[filled + 1] = self.ox + last
            filled += 2
        return filled


def _longer(old: "array[int]", used: int, size: int) -> "array[int]":
    longer = array("i", bytes(4 * size))
    for i in range(used):
        longer[i] = old[i]
    return longer
