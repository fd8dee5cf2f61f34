# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=False
"""The hot loops of looking round from the start of a leg: which enemies bar it, and between which lines.

This file runs as it stands. Where a C compiler is found the same text is also built as
`campagna.plane._compiled_sight`, with the C types declared in its .pxd; `campagna.plane.kernels`
picks one. Everything is integers, so both give the same answers.

A halo is what the centre of a base may not enter round an enemy: all points nearer than 50 to the
square of half side 30 (G-9). Its shadow is the set of all points behind it, seen from the start. Both
together are convex, and with a point they hold all that lies straight behind it.
"""

from array import array

from campagna.plane.bases import KEEP_OUT, SIDE

HALO = SIDE + KEEP_OUT
KEEP_OUT2 = KEEP_OUT * KEEP_OUT

CORE = 65
"""Half the side of a square that a halo holds: 30 + 50 / sqrt(2), rounded down."""

OUTLINE = 10
"""How many numbers describe what a halo bars in the rows on one side of the start."""


class Sight:
    """Looks round from the start of a leg. Use one per process and never from two threads at once."""

    def __init__(self) -> None:
        self.crowded = False
        self.reach = 0
        self.room = 0
        self.filled = 0
        self.found = array("i", [0])
        self.result = array("i", [0])
        self.outline = self.result

    def shadows(self, x: int, y: int, reach: int, enemies: "array[int]") -> "array[int]":
        """The outlines of all that the enemies bar to legs of this length from a start here (G-9).

        An enemy to whom the start is too near already has no outline; `crowded` tells of such.
        """
        self.reach = reach
        self._reserve(len(enemies) // 2)
        count = self._find_near(x, y, enemies)
        self.filled = 0
        kept = 0
        # From near to far: who lies in the shadow of one kept before bars nothing more.
        for i in range(count):
            if not self._eclipsed(i, kept):
                self.found[3 * kept] = self.found[3 * i]
                self.found[3 * kept + 1] = self.found[3 * i + 1]
                self._describe(self.found[3 * i], self.found[3 * i + 1])
                kept += 1
        return self.result[: self.filled]

    def _reserve(self, enemies: int) -> None:
        if enemies > self.room:
            self.room = enemies
            self.found = array("i", bytes(12 * enemies))
            self.result = array("i", bytes(8 * OUTLINE * enemies))
            self.outline = self.result

    def _find_near(self, x: int, y: int, enemies: "array[int]") -> int:
        """Note the enemies within reach of a start outside their halos, the nearest first; how many."""
        places = enemies
        found = self.found
        far = self.reach + KEEP_OUT
        count = 0
        self.crowded = False
        for i in range(len(enemies) // 2):
            ex = places[2 * i] - x
            ey = places[2 * i + 1] - y
            dx = max(0, abs(ex) - SIDE)
            dy = max(0, abs(ey) - SIDE)
            if dx >= far or dy >= far:
                continue
            gap2 = dx * dx + dy * dy
            if gap2 < KEEP_OUT2:
                self.crowded = True
            elif gap2 < far * far:
                j = count
                while j > 0 and found[3 * j - 1] > gap2:
                    found[3 * j] = found[3 * j - 3]
                    found[3 * j + 1] = found[3 * j - 2]
                    found[3 * j + 2] = found[3 * j - 1]
                    j -= 1
                found[3 * j] = ex
                found[3 * j + 1] = ey
                found[3 * j + 2] = gap2
                count += 1
        return count

    def _eclipsed(self, i: int, kept: int) -> bool:
        """Whether a halo lies wholly in the shadow of one of those kept.

        A halo and its shadow are convex together: they hold a square if they hold its four corners.
        """
        x = self.found[3 * i]
        y = self.found[3 * i + 1]
        for j in range(kept):
            ex = self.found[3 * j]
            ey = self.found[3 * j + 1]
            if (
                _bars(ex, ey, x - HALO, y - HALO)
                and _bars(ex, ey, x + HALO, y + HALO)
                and _bars(ex, ey, x - HALO, y + HALO)
                and _bars(ex, ey, x + HALO, y - HALO)
            ):
                return True
        return False

    def _describe(self, x: int, y: int) -> None:
        """Outline the halo of an enemy at (x, y) from the start, with the shadow behind it.

        Mirrored so that the enemy lies to the south-east; what it bars on the far side of the start's
        row is mirrored once more.
        """
        flips = (1 if x < 0 else 0) + (2 if y < 0 else 0)
        x = abs(x)
        y = abs(y)
        self._outline(x, y, flips)
        if y < HALO:
            self._outline(x, -y, flips ^ 2)

    def _outline(self, x: int, y: int, flips: int) -> None:
        """Note a halo at (x, y), x >= 0, and its shadow in the rows 1, 2, ... beyond the start's.

        Ten numbers: its place, how it was mirrored, whether it hides everything to the east, and in
        the west and in the east the row in which the line from the start touches the halo, with the
        direction of that line. The western line leans west only if the halo lies across the start's
        own column; it touches the near corner's circle then, else the far corner's. The eastern line
        is the western one of the mirror image; there is none if everything is hidden.
        """
        hides = y < HALO or self._joined(x, y, flips)
        self.outline[self.filled] = x
        self.outline[self.filled + 1] = y
        self.outline[self.filled + 2] = flips
        self.outline[self.filled + 3] = hides
        self.filled += 4
        self._find_line(x - SIDE, y - SIDE if x < HALO and y > 0 else y + SIDE)
        if hides:
            self.filled += 3
        else:
            self._find_line(-x - SIDE, y - SIDE)

    def _joined(self, x: int, y: int, flips: int) -> bool:
        """Whether a halo that does not reach the start's row merges in the east with one that hides all.

        Its eastern line starts in a square of side 50 at its near corner. If the western side of that
        square is barred by the other one, so is the line with everything to the east of it.
        """
        for i in range(self.filled // OUTLINE):
            at = OUTLINE * i
            if self.outline[at + 2] == flips and self.outline[at + 3]:
                ex = self.outline[at]
                ey = self.outline[at + 1]
                if _bars(ex, ey, x + SIDE, y - HALO) and _bars(ex, ey, x + SIDE, y - SIDE):
                    return True
        return False

    def _find_line(self, cx: int, cy: int) -> None:
        """Note where, and along which direction, the western line touches the circle round (cx, cy).

        The direction is the westernmost whole one that enters the circle. The line itself is seldom a
        whole direction, but two neighbours in the tree of fractions enclose it, one free and one
        entering, with no point within reach between them: so the entering one tells exactly which
        points of a row lie beyond the line. (1, 0) stands for none.
        """
        touching = _touching_row(cx, cy)
        limit = self.reach * self.reach
        if _passes(0, 1, cx, cy):
            free_x, free_y, x, y = 0, 1, 1, 0
        else:
            free_x, free_y, x, y = -1, 0, 0, 1
        while touching <= self.reach:
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
        self.outline[self.filled] = touching
        self.outline[self.filled + 1] = x
        self.outline[self.filled + 2] = y
        self.filled += 3


def _bars(ex: int, ey: int, x: int, y: int) -> bool:
    """Whether the leg from the start to (x, y) enters one of three rectangles in the halo round e.

    They leave out next to its corners only, and whoever is not found to be barred is looked at again
    row by row.
    """
    across = abs(x * ey - y * ex)
    x_side = abs(x)
    y_side = abs(y)
    return (
        (across < CORE * (x_side + y_side) and _meets(ex, ey, x, y, CORE, CORE))
        or (across < HALO * x_side + SIDE * y_side and _meets(ex, ey, x, y, SIDE, HALO))
        or (across < SIDE * x_side + HALO * y_side and _meets(ex, ey, x, y, HALO, SIDE))
    )


def _meets(ex: int, ey: int, x: int, y: int, wide: int, high: int) -> bool:
    """Whether the rectangle that spans the leg to (x, y) meets one of this half size round e."""
    return (
        max(0, x) > ex - wide
        and min(0, x) < ex + wide
        and max(0, y) > ey - high
        and min(0, y) < ey + high
    )


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
