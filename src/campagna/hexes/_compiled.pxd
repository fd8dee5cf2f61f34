# C types for the text of _kernel.py, built as campagna.hexes._compiled.
cimport cython

cdef int BARRED, FAR, MAX_BUDGET, UNSEEN, FREE_SOURCE, HELD_SOURCE

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
    cpdef add_source(self, int here, int cost, bint free)
    @cython.locals(here=int)
    cpdef add_sources(self, hexes, int cost, bint free)
    @cython.locals(
        stopping="unsigned char*", zone="unsigned char*", order="short[::1]",
        longest=int, budget=int, here=int, i=int, k=int,
    )
    cpdef bytearray ranges(self, costs, forbid, stop, starts, far)
    @cython.locals(node=int)
    cdef _push(self, int here, int level)
    @cython.locals(
        cost_of="unsigned char*", forbidden="unsigned char*", stopping="unsigned char*",
        neighbours="short[::1]", best="short[::1]", came="short[::1]", order="short[::1]",
        node_hex="short[::1]", node_next="int[::1]", head="int[::1]", tail="int[::1]",
        count=int, nodes=int, level=int, node=int, here=int, base=int, side=int,
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
        order="short[::1]", best="short[::1]", came="short[::1]", line_of="short[::1]",
        known="unsigned char*", lines=list, i=int, node=int, here=int, cost=int, before=int,
    )
    cpdef list as_rows(self, tuple names, int size)
    @cython.locals(here=int)
    cpdef tuple way(self, int i)
    @cython.locals(
        cost_of="unsigned char*", forbidden="unsigned char*", stopping="unsigned char*",
        neighbours="short[::1]", total=int, last=int, here=int, there=int, side=int, end=int, i=int,
    )
    cpdef int walk(self, costs, forbid, stop, path) except? -32000
    @cython.locals(
        cost_of="unsigned char*", forbidden="unsigned char*", found=list, base=int, side=int,
        there=int,
    )
    cpdef list steps(self, costs, forbid, way, int directions, int budget)
    cpdef list ways(self, walls, forbid, int start, int steps)
    @cython.locals(
        closed="unsigned char*", forbidden="unsigned char*", base=int, side=int, there=int,
    )
    cdef _extend(self, walls, forbid, list way, int steps, list found)
    @cython.locals(
        closed="unsigned char*", forbidden="unsigned char*", stopping="unsigned char*",
        neighbours="short[::1]", queue="short[::1]", distance="unsigned char*",
        last=int, i=int, here=int, first=int, far=int, base=int, side=int, there=int,
    )
    cpdef bytearray flood(self, walls, forbid, stop, sources, int limit)
    @cython.locals(
        closed="unsigned char*", forbidden="unsigned char*", stopping="unsigned char*",
        goal="unsigned char*", neighbours="short[::1]", queue="short[::1]",
        distance="unsigned char*", last=int, here=int, first=int, far=int, base=int, side=int,
        there=int,
    )
    cpdef bint leads(self, walls, forbid, stop, int start, goals, int limit) except -1
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
    @cython.locals(barred="unsigned char*", found=list, here=int)
    cpdef list clear_of(self, mask, hexes)
    @cython.locals(wanted="unsigned char*", here=int)
    cpdef bint meets(self, mask, hexes) except -1
    @cython.locals(first="unsigned char*", second="unsigned char*", found=list, here=int)
    cpdef list common(self, mask, other)
    @cython.locals(distance="unsigned char*", found=list, here=int)
    cpdef list within(self, distances)
