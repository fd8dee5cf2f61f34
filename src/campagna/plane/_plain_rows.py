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
KEEP_OUT2 = KEEP_OUT * KEEP_OUT

MAX_REACH = 512
"""The longest leg whose region is drawn: up to here every product fits 64 bits."""

ENDLESS = 1 << 20
"""Beyond every coordinate."""

HALO_WIDTH = array("i", [SIDE + isqrt(KEEP_OUT2 - 1 - max(0, d - SIDE) ** 2) for d in range(HALO)])
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
        self.planes = array("q", [0] * 6)
        self.inner_x = 0
        self.inner_y = 0
        self.west = array("i", bytes(4 * MAX_REACH + 4))
        self.east = array("i", bytes(4 * MAX_REACH + 4))
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
        for row in range(self.count):
            width = self.widths[abs(top + row)]
            self.low[row] = max(left, -width)
            self.high[row] = min(right, width)

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
        """Bar every place where one base would overlap another (G-11)."""
        self._reserve(len(bases) // 2)
        places = bases
        for i in range(len(bases) // 2):
            x = places[2 * i] - self.ox
            if abs(x) >= self.reach + SIDE:
                continue
            y = places[2 * i + 1] - self.oy - self.top
            for row in range(max(0, y - SIDE + 1), min(self.count, y + SIDE)):
                self._bar(row, x - SIDE + 1, x + SIDE - 1)

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

    def bar_shadows(self, halos: "array[int]") -> None:
        """Bar every end of a leg that enters one of these halos, seen from the start outside them (G-9)."""
        self._reserve(len(halos) // 2)
        places = halos
        for i in range(len(halos) // 2):
            self._bar_shadow(places[2 * i], places[2 * i + 1])

    def bar_approaches(self, enemies: "array[int]") -> int:
        """Bar every leg on which the distance to an enemy shrinks who is too near already (G-9).

        Tells how many such enemies there are.
        """
        places = enemies
        count = 0
        for i in range(len(enemies) // 2):
            x = places[2 * i] - self.ox
            y = places[2 * i + 1] - self.oy
            dx = max(0, abs(x) - SIDE)
            dy = max(0, abs(y) - SIDE)
            if dx * dx + dy * dy < KEEP_OUT2:
                self._bar_approach(x, y)
                count += 1
        return count

    def _bar_approach(self, x: int, y: int) -> None:
        """Start too near to an enemy at (x, y): bar every leg on which the distance shrinks (G-9)."""
        dx = max(0, abs(x) - SIDE)
        dy = max(0, abs(y) - SIDE)
        planes = self.planes
        for i in range(6):
            planes[i] = 0
        # Twice the same half-plane, unless the start touches the square: then one for each axis.
        if dx > 0 or dy > 0:
            planes[0] = planes[3] = dx if x > 0 else -dx
            planes[1] = planes[4] = dy if y > 0 else -dy
        else:
            if abs(x) == SIDE:
                planes[0] = 1 if x > 0 else -1
            else:
                planes[2] = -1
            if abs(y) == SIDE:
                planes[4] = 1 if y > 0 else -1
            else:
                planes[5] = -1
        self.bar_planes(planes)

    def _bar_shadow(self, x: int, y: int) -> None:
        """Bar the halo of an enemy at (x, y) from the start, with the shadow behind it.

        Mirrored so that the enemy lies to the south-east; rows on its far side are mirrored once more.
        """
        flip_x = x < 0
        flip_y = y < 0
        x = abs(x)
        y = abs(y)
        self._bar_ahead(x, y, flip_x, flip_y)
        if y < HALO:
            self._bar_level(x - HALO_WIDTH[y], flip_x)
            self._bar_ahead(x, -y, flip_x, not flip_y)

    def _bar_level(self, first: int, flip_x: bool) -> None:
        """Bar everything from `first` on in the start's own row."""
        if 0 <= -self.top < self.count:
            if flip_x:
                self._bar(-self.top, -ENDLESS, -first)
            else:
                self._bar(-self.top, first, ENDLESS)

    def _bar_ahead(self, x: int, y: int, flip_x: bool, flip_y: bool) -> None:
        """Bar a halo at (x, y), x >= 0, and its shadow in the rows 1, 2, ... beyond the start's.

        Up to the row where the line from the start touches the halo the halo itself bounds what is
        barred, from there on that line does. The western line leans west only if the halo lies across
        the start's own column; it touches the near corner's circle then, else the far corner's. In
        the east a halo that reaches the start's row hides everything.
        """
        bottom = self.top + self.count - 1
        end = min(self.reach, -self.top if flip_y else bottom)
        begin = max(1, y - HALO + 1, self.top if not flip_y else -bottom)
        if begin > end:
            return
        cy = y - SIDE if x < HALO and y > 0 else y + SIDE
        end = self._find_edge(self.west, x, y, cy, begin, end)
        hidden = y < HALO
        if not hidden:
            # The eastern edge is the western one of the mirror image.
            end = self._find_edge(self.east, -x, y, y - SIDE, begin, end)
        for row in range(begin, end + 1):
            first = self.west[row]
            last = ENDLESS if hidden else -self.east[row]
            if flip_x:
                first, last = -last, -first
            self._bar((-row if flip_y else row) - self.top, first, last)

    def _find_edge(self, edge: "array[int]", x: int, y: int, cy: int, begin: int, end: int) -> int:
        """Where, in the rows begin..end, a halo at (x, y) with its shadow begins in the west.

        Tells the last row in which it does so inside the disc: a line that has left it never returns.
        Down the line the edge is the least x with x * down >= row * along; what it has too much of that
        is carried from row to row, so that none needs a division.
        """
        touching = min(max(begin, _touching_row(x - SIDE, cy)), end + 1)
        for row in range(begin, touching):
            edge[row] = x - HALO_WIDTH[abs(row - y)]
        self._find_direction(x - SIDE, cy)
        along = self.inner_x
        down = self.inner_y
        if down == 0:
            return touching - 1
        whole = along // down
        rest = along - whole * down
        first = -(-touching * along // down)
        excess = first * down - touching * along
        for row in range(touching, end + 1):
            if first > self.widths[row]:
                return row - 1
            edge[row] = first
            first += whole
            excess -= rest
            if excess < 0:
                excess += down
                first += 1
        return end

    def _find_direction(self, cx: int, cy: int) -> None:
        """The westernmost whole direction that enters the halo's corner circle round (cx, cy).

        The line that touches the circle is seldom a whole direction, but two neighbours in the tree of
        fractions enclose it, one free and one entering, with no point within reach between them: so
        the entering one tells exactly which points of a row lie beyond the line. (1, 0) stands for none.
        """
        limit = self.reach * self.reach
        if _passes(0, 1, cx, cy):
            free_x, free_y, x, y = 0, 1, 1, 0
        else:
            free_x, free_y, x, y = -1, 0, 0, 1
        while True:
            mid_x = free_x + x
            mid_y = free_y + y
            if mid_x * mid_x + mid_y * mid_y > limit:
                break
            if _passes(mid_x, mid_y, cx, cy):
                free_x = mid_x
                free_y = mid_y
            else:
                x = mid_x
                y = mid_y
        self.inner_x = x
        self.inner_y = y

    # --- closing ------------------------------------------------------------------------------------

    def close(self) -> tuple[int, "array[int]", "array[int]"]:
        """What is left: the first y, where each row's spans begin and the last end, and the spans."""
        room = 2 * (self.nodes + self.count)
        if room > self.room:
            self.room = room
            self.result = array("i", bytes(4 * room))
            self.spans = self.result
        filled = 0
        for row in range(self.count):
            self.starts[row] = filled
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
        self.starts[self.count] = filled
        return self.oy + self.top, self.begins[: self.count + 1], self.result[:filled]


def _longer(old: "array[int]", used: int, size: int) -> "array[int]":
    longer = array("i", bytes(4 * size))
    for i in range(used):
        longer[i] = old[i]
    return longer


def _passes(x: int, y: int, cx: int, cy: int) -> bool:
    """Whether the ray along (x, y) passes the circle of radius 50 round (cx, cy) in the west."""
    across = cx * y - cy * x
    if across < 0:
        return False
    along = cx * x + cy * y
    return along <= 0 or across * across >= KEEP_OUT2 * (x * x + y * y)


def _touching_row(cx: int, cy: int) -> int:
    """The first row at or beyond the point where the western line touches the circle round (cx, cy).

    With n = cx*cx + cy*cy and t = n - 50*50 that point lies at (cy*t + 50*cx*sqrt(t)) / n; the root is
    never taken, its square is compared.
    """
    n = cx * cx + cy * cy
    t = n - KEEP_OUT2
    square = KEEP_OUT2 * cx * cx * t
    low = cy - KEEP_OUT
    high = cy + KEEP_OUT
    while low < high:
        row = (low + high) // 2
        beyond = row * n - cy * t
        if cx >= 0:
            reached = beyond >= 0 and beyond * beyond >= square
        else:
            reached = beyond >= 0 or beyond * beyond <= square
        if reached:
            high = row
        else:
            low = row + 1
    return low
