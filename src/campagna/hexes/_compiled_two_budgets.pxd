# C types for the text of _kernel_two_budgets.py, built as campagna.hexes._compiled_two_budgets.
cimport cython

cdef int BARRED, FAR, MAX_BUDGET, UNSEEN, NO_LEAD

cdef class RoadField:
    cdef public int size
    cdef public int sites
    cdef public int width
    cdef public int count
    cdef bytes unreached
    cdef int[::1] exits
    cdef int[::1] nodes
    cdef int[::1] seen
    cdef int[::1] taken
    cdef int pushes
    cdef int[::1] queue
    cdef int[::1] ends

    @cython.locals(
        forbidden="unsigned char*", stopping="unsigned char*", halting="unsigned char*",
        avoided="unsigned char*", exits="int[::1]", nodes="int[::1]", seen="int[::1]",
        labels="int[::1]", queue="int[::1]", ends="int[::1]",
        i=int, width=int, count=int, pushes=int, push=int, spent=int, taken=int, steps=int, here=int,
        fewest=int, at=int, better=int, place=int, first=int, last=int, side=int, price=int,
        total=int, after=int, goal=int, there=int, known=int, beyond=int, slot=int,
    )
    cpdef int reach(
        self, forbid, stop, halt, barred_first, int start, int budget, int free
    ) except -1
    @cython.locals(
        points=bytearray, cost_at="unsigned char*", labels="int[::1]", i=int, at=int,
    )
    cpdef bytearray costs_within(
        self, forbid, stop, halt, barred_first, int start, int budget, int free
    )
    @cython.locals(labels="int[::1]", i=int)
    cpdef int label(self, int place) except? -32000
    @cython.locals(labels="int[::1]", i=int)
    cpdef tuple labels(self)
    @cython.locals(
        labels="int[::1]", i=int, place=int, met="unsigned char*", found=list,
    )
    cpdef list cheapest(self)
    @cython.locals(labels="int[::1]", way=list, i=int)
    cpdef list way(self, int place)
