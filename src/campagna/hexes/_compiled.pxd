# C types for the text of _plain.py, built as campagna.hexes._compiled.
cimport cython

cdef int BARRED, FAR, MAX_BUDGET, UNSEEN, FREE_SEED, HELD_SEED

cdef class Field:
    cdef public int size
    cdef short[::1] neighbours
    cdef short[::1] best
    cdef short[::1] came
    cdef short[::1] order
    cdef public int count
    cdef short[::1] node_hex
    cdef int[::1] node_next
    cdef int nodes
    cdef int[::1] head
    cdef int[::1] tail
    cdef short[::1] queue

    cpdef int reach(self, costs, forbid, stop, int start, int budget) except -1
    @cython.locals(best="short[::1]", node_hex="short[::1]", head="int[::1]", i=int, level=int)
    cpdef clear(self)
    cpdef seed(self, int here, int cost, bint free)
    @cython.locals(node=int)
    cdef _push(self, int here, int level)
    @cython.locals(
        cost_of="unsigned char*", forbidden="unsigned char*", stopping="unsigned char*",
        neighbours="short[::1]", best="short[::1]", came="short[::1]", order="short[::1]",
        node_hex="short[::1]", node_next="int[::1]", head="int[::1]", tail="int[::1]",
        count=int, nodes=int, level=int, node=int, here=int, base=int, side=int, step=int,
        total=int, there=int,
    )
    cpdef int spread(self, costs, forbid, stop, int budget) except -1
    cpdef int at(self, int i) except -1
    @cython.locals(order="short[::1]", i=int)
    cpdef list hexes(self)
    @cython.locals(order="short[::1]", zone="unsigned char*", i=int)
    cpdef bytearray reached(self)
    @cython.locals(cost=int)
    cpdef int cost(self, int here) except -2
    cpdef int previous(self, int here) except? -32000
    @cython.locals(came="short[::1]", way=list, previous=int)
    cpdef list path(self, int here)
    @cython.locals(
        cost_of="unsigned char*", forbidden="unsigned char*", stopping="unsigned char*",
        neighbours="short[::1]", total=int, last=int, here=int, there=int, side=int, end=int, i=int,
    )
    cpdef int walk(self, costs, forbid, stop, path) except? -32000
    @cython.locals(
        closed="unsigned char*", forbidden="unsigned char*", stopping="unsigned char*",
        neighbours="short[::1]", queue="short[::1]", distance="unsigned char*",
        last=int, i=int, here=int, first=int, far=int, base=int, side=int, there=int,
    )
    cpdef bytearray flood(self, walls, forbid, stop, seeds, int limit)
    @cython.locals(
        source="unsigned char*", closed="unsigned char*", neighbours="short[::1]",
        zone="unsigned char*", here=int, base=int, side=int,
    )
    cpdef bytearray zones(self, exerting, walls)
    @cython.locals(
        source="unsigned char*", closed="unsigned char*", neighbours="short[::1]",
        zone="unsigned char*", here=int, base=int, direction=int, back=int,
    )
    cpdef bytearray sources(self, exerting, walls)
    @cython.locals(
        forbidden="unsigned char*", dangerous="unsigned char*", safe="unsigned char*",
        zone="unsigned char*", here=int,
    )
    cpdef bytearray closed(self, forbid, danger, refuge)
    @cython.locals(distance="unsigned char*", found=list, here=int)
    cpdef list within(self, distances)

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
    cdef short[::1] fewest
    cdef short[::1] lead_cost
    cdef short[::1] lead_steps
    cdef bytearray points
    cdef int pushes
    cdef int[::1] first
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
        first="int[::1]", lead_cost="short[::1]", lead_steps="short[::1]",
        cost_at="unsigned char*", steps_after=int, beyond=int,
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
    cpdef int label(self, int place) except? -32000
    @cython.locals(
        places="short[::1]", label_node="short[::1]", label_cost="short[::1]",
        label_used="short[::1]", label_from="int[::1]", i=int,
    )
    cpdef tuple labels(self)
    @cython.locals(places="short[::1]", label_node="short[::1]", first="int[::1]", i=int)
    cpdef list cheapest(self)
    @cython.locals(
        places="short[::1]", label_node="short[::1]", label_from="int[::1]", way=list, i=int,
    )
    cpdef list way(self, int place)
