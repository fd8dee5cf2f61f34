# C types for the text of _plain_road.py, built as campagna.hexes._compiled_road.
cimport cython

cdef int BARRED, FAR, MAX_BUDGET, UNSEEN, NO_LEAD

cdef class RoadField:
    cdef public int size
    cdef public int sites
    cdef public int width
    cdef public int count
    cdef short[::1] neighbours
    cdef bytes costs
    cdef bytes marked
    cdef short[::1] places
    cdef short[::1] above
    cdef short[::1] away
    cdef short[::1] fewest
    cdef int[::1] lead
    cdef bytearray points
    cdef int pushes
    cdef short[::1] label_node
    cdef short[::1] label_cost
    cdef short[::1] label_used
    cdef int[::1] label_from
    cdef short[::1] push_node
    cdef int[::1] push_from
    cdef int[::1] push_next
    cdef int[::1] head
    cdef int[::1] tail

    @cython.locals(
        cost_of="unsigned char*", is_marked="unsigned char*", forbidden="unsigned char*",
        stopping="unsigned char*", halting="unsigned char*", avoided="unsigned char*",
        neighbours="short[::1]", places="short[::1]", above="short[::1]", fewest="short[::1]",
        away="short[::1]",
        lead="int[::1]", cost_at="unsigned char*", known=int, beyond=int,
        label_node="short[::1]", label_cost="short[::1]", label_used="short[::1]",
        label_from="int[::1]", push_node="short[::1]", push_from="int[::1]",
        push_next="int[::1]", head="int[::1]", tail="int[::1]",
        i=int, width=int, count=int, pushes=int, bucket=int, push=int, spent=int, taken=int,
        here=int, base=int, side=int, step=int, there=int, total=int, after=int, slot=int,
        steps=int, better=int, place=int,
    )
    cpdef int reach(
        self, forbid, stop, halt, shy, int start, int budget, int free
    ) except -1
    cpdef bytearray costs_within(
        self, forbid, stop, halt, shy, int start, int budget, int free
    )
    @cython.locals(places="short[::1]", label_node="short[::1]", i=int)
    cpdef int label(self, int place) except? -32000
    @cython.locals(
        places="short[::1]", label_node="short[::1]", label_cost="short[::1]",
        label_used="short[::1]", label_from="int[::1]", i=int,
    )
    cpdef tuple labels(self)
    @cython.locals(
        places="short[::1]", label_node="short[::1]", i=int, place=int, met="unsigned char*",
        found=list,
    )
    cpdef list cheapest(self)
    @cython.locals(
        places="short[::1]", label_node="short[::1]", label_from="int[::1]", way=list, i=int,
    )
    cpdef list way(self, int place)
