# C types for the text of _kernel_rows.py, built as campagna.plane._compiled_rows.
cimport cython

cdef int SIDE, KEEP_OUT, HALO, MAX_REACH, ENDLESS, SQUARE, OUTLINE
cdef int[::1] HALO_WIDTH

@cython.locals(i=int)
cdef _longer(int[::1] old, int used, int size)

@cython.final
cdef class Rows:
    cdef long long reach
    cdef int ox, oy, top, count, nodes, capacity, rows, room, radius, squares, shelf, runs, step
    cdef int[::1] low
    cdef int[::1] high
    cdef int[::1] head
    cdef int[::1] node_low
    cdef int[::1] node_high
    cdef int[::1] node_next
    cdef int[::1] square
    cdef int[::1] run_low
    cdef int[::1] run_high
    cdef int[::1] west
    cdef int[::1] east
    cdef int[::1] widths
    cdef int[::1] spans
    cdef int[::1] starts
    cdef object result, begins

    @cython.locals(
        left=int, upper=int, right=int, lower=int, top=int, bottom=int, level=int, row=int,
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
    @cython.locals(places="int[::1]", needed=int, i=int, x=int, y=int, dx="long long", dy="long long")
    cpdef bar_bases(self, bases)
    @cython.locals(places="int[::1]", i=int, x=int, y=int, row=int, width=int)
    cpdef bar_halos(self, enemies)
    @cython.locals(
        side="long long[::1]", row=int, y=int, first="long long", last="long long", i=int, size=int,
        slope="long long", free="long long",
    )
    cpdef bar_planes(self, planes)
    @cython.locals(
        outline="int[::1]", i=int, at=int, x=int, y=int, first=int, flip_x=bint, hides=bint,
        bottom=int, begin=int, end=int,
    )
    cpdef bar_shadows(self, outlines)
    @cython.locals(
        touching=int, along=int, down=int, step=int, row=int, whole=int, rest=int, first=int,
        excess=int,
    )
    cdef int _find_edge(
        self, int[::1] edge, int x, int y, int[::1] line, int at, int begin, int end
    ) noexcept
    @cython.locals(row=int)
    cdef void _bar_behind(self, int begin, int end, bint flip_x, bint hides) noexcept
    @cython.locals(room=int, filled=int, row=int, until=int)
    cpdef close(self)
    @cython.locals(until=int, runs=int, i=int, j=int, first=int, first_row=int)
    cdef int _lay_squares(self, int row) noexcept
    @cython.locals(x=int, runs=int, first=int, last=int, i=int)
    cdef int _cut_rows(self, int row, int until, int filled) noexcept
    @cython.locals(first=int, last=int, node=int, barred=int)
    cdef int _cut(self, int row, int filled) noexcept
