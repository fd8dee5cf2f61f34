# C types for the text of _plain_rows.py, built as campagna.plane._compiled_rows.
cimport cython

cdef int SIDE, KEEP_OUT, HALO, KEEP_OUT2, MAX_REACH, ENDLESS
cdef int[::1] HALO_WIDTH

@cython.locals(i=int)
cdef _longer(int[::1] old, int used, int size)
@cython.locals(across="long long", along="long long")
cdef bint _passes(long long x, long long y, long long cx, long long cy) noexcept
@cython.locals(
    n="long long", t="long long", square="long long", low="long long", high="long long",
    row="long long", beyond="long long", reached=bint,
)
cdef int _touching_row(long long cx, long long cy) noexcept

@cython.final
cdef class Rows:
    cdef int ox, oy, reach, top, count, nodes, capacity, inner_x, inner_y, rows, room, radius
    cdef int[::1] low
    cdef int[::1] high
    cdef int[::1] head
    cdef int[::1] node_low
    cdef int[::1] node_high
    cdef int[::1] node_next
    cdef int[::1] west
    cdef int[::1] east
    cdef int[::1] widths
    cdef int[::1] spans
    cdef int[::1] starts
    cdef object planes, result, begins

    @cython.locals(
        left=int, upper=int, right=int, lower=int, top=int, bottom=int, width=int, row=int,
    )
    cpdef open_disc(self, int x, int y, int reach, field)
    @cython.locals(width=int, dy=int)
    cdef void _measure(self, int radius) noexcept
    @cython.locals(left=int, upper=int, right=int, lower=int, row=int)
    cpdef open_rect(self, field)
    @cython.locals(count=int, row=int)
    cdef _open(self, int x, int y, int top, int bottom)
    @cython.locals(needed=int)
    cdef _reserve(self, int shapes)
    @cython.locals(node=int, here=int, beyond=int)
    cdef inline void _bar(self, int row, int first, int last) noexcept
    @cython.locals(width=int, row=int, dy=int, limit=int)
    cpdef bar_short(self, int least)
    @cython.locals(places="int[::1]", i=int, x=int, y=int, row=int)
    cpdef bar_bases(self, bases)
    @cython.locals(places="int[::1]", i=int, x=int, y=int, row=int, width=int)
    cpdef bar_halos(self, enemies)
    @cython.locals(
        side="long long[::1]", row=int, y=int, first="long long", last="long long", i=int, size=int,
        slope="long long", free="long long",
    )
    cpdef bar_planes(self, planes)
    @cython.locals(places="int[::1]", i=int)
    cpdef bar_shadows(self, halos)
    @cython.locals(places="int[::1]", count=int, i=int, x=int, y=int, dx="long long", dy="long long")
    cpdef int bar_approaches(self, enemies) except -1
    @cython.locals(dx=int, dy=int, i=int)
    cdef _bar_approach(self, int x, int y)
    @cython.locals(flip_x=bint, flip_y=bint)
    cdef _bar_shadow(self, int x, int y)
    cdef void _bar_level(self, int first, bint flip_x) noexcept
    @cython.locals(bottom=int, end=int, begin=int, hidden=bint, row=int, first=int, last=int)
    cdef _bar_ahead(self, int x, int y, bint flip_x, bint flip_y)
    @cython.locals(
        touching=int, row=int, along=int, down=int, whole=int, rest=int, first=int, excess=int,
    )
    cdef int _find_edge(self, int[::1] edge, int x, int y, int cy, int begin, int end) noexcept
    @cython.locals(
        limit=int, free_x=int, free_y=int, x=int, y=int, mid_x=int, mid_y=int,
    )
    cdef void _find_direction(self, int cx, int cy) noexcept
    @cython.locals(room=int, filled=int, row=int, first=int, last=int, node=int, barred=int)
    cpdef close(self)
