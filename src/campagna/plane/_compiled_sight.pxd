# C types for the text of _kernel_sight.py, built as campagna.plane._compiled_sight.
cimport cython

cdef int SIDE, KEEP_OUT, HALO, KEEP_OUT2, CORE, OUTLINE

@cython.locals(across=int, x_side=int, y_side=int)
cdef bint _bars(int ex, int ey, int x, int y) noexcept
cdef bint _meets(int ex, int ey, int x, int y, int wide, int high) noexcept
@cython.locals(across="long long", along="long long")
cdef bint _passes(long long x, long long y, long long cx, long long cy) noexcept
@cython.locals(
    n="long long", t="long long", square="long long", low="long long", high="long long",
    row="long long", beyond="long long", reached=bint,
)
cdef int _touching_row(long long cx, long long cy) noexcept

@cython.final
cdef class Sight:
    cdef readonly bint crowded
    cdef int reach, room, filled
    cdef int[::1] found
    cdef int[::1] outline
    cdef object result

    @cython.locals(count=int, kept=int, i=int)
    cpdef shadows(self, int x, int y, int reach, enemies)
    cdef _reserve(self, int enemies)
    @cython.locals(
        places="int[::1]", found="int[::1]", count=int, i=int, j=int, ex=int, ey=int,
        dx="long long", dy="long long", far="long long", gap2="long long",
    )
    cdef int _find_near(self, int x, int y, enemies) except -1
    @cython.locals(x=int, y=int, j=int, ex=int, ey=int)
    cdef bint _eclipsed(self, int i, int kept) noexcept
    @cython.locals(flips=int)
    cdef void _describe(self, int x, int y) noexcept
    @cython.locals(hides=bint)
    cdef void _outline(self, int x, int y, int flips) noexcept
    @cython.locals(i=int, at=int, ex=int, ey=int)
    cdef bint _joined(self, int x, int y, int flips) noexcept
    @cython.locals(
        touching=int, limit=int, free_x=int, free_y=int, x=int, y=int, mid_x=int, mid_y=int,
    )
    cdef void _find_line(self, int cx, int cy) noexcept
