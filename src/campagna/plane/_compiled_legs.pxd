# C types for the text of _kernel_legs.py, built as campagna.plane._compiled_legs.
cimport cython

cdef int SIDE, KEEP_OUT, HALO, KEEP_OUT2, WORD
cdef long long FIRST

@cython.locals(places="int[::1]", i=int, dx="long long", dy="long long")
cpdef int crowd(int x, int y, enemies) except -2
@cython.locals(places="int[::1]", i=int)
cpdef int overlapped(int x, int y, bases) except -2
@cython.locals(
    places="int[::1]", i=int, x=int, y=int, vx=int, vy=int, left=int, right=int, top=int, bottom=int,
)
cpdef int intruded(int ax, int ay, int bx, int by, enemies) except -2
@cython.locals(
    at="int[::1]", bases="int[::1]", far="int[::1]", i=int, j=int, word="long long", more=object,
    reach="long long", dx="long long", dy="long long",
)
cpdef list reached(places, others, reaches)
@cython.locals(
    at="int[::1]", bases="int[::1]", far="int[::1]", i=int, j=int, best=int, least="long long",
    reach="long long", dx="long long", dy="long long", gap2="long long",
)
cpdef list nearest_reached(places, others, reaches)
@cython.locals(
    at="int[::1]", bases="int[::1]", i=int, j=int, dx="long long", dy="long long",
)
cpdef list gaps(places, others)
@cython.locals(better="long long")
cdef long long _root(long long square, long long root) noexcept
@cython.locals(
    dx="long long", dy="long long", length2="long long", corner=int, cx="long long", cy="long long",
    along="long long", across="long long",
)
cdef bint _too_near(long long ex, long long ey, long long vx, long long vy) noexcept
@cython.locals(centre="long long", spread="long long")
cdef bint _enters_square(long long ex, long long ey, long long vx, long long vy) noexcept
