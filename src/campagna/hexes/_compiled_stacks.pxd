# C types for the text of _kernel_stacks.py, built as campagna.hexes._compiled_stacks.
cimport cython

cdef class Stacks:
    cdef public bytes sides
    cdef public int calm
    cdef public int reduced
    cdef public dict stacks
    cdef public bint uneven
    cdef public list held
    cdef public list exerting
    cdef public list zones
    cdef public int count
    cdef object store
    cdef short[::1] roster
    cdef object budget
    cdef short[::1] movement
    cdef bint own_first, own_second

    cdef _keep(self, roster, movement)
    cpdef share(self, Stacks other)
    cpdef tuple content(self)
    cpdef restore(self, tuple content)
    cdef _make_own(self, int side)
    @cython.locals(unit=int)
    cpdef add_unit(self, int place, int marks)
    cpdef set_movement(self, int unit, int kind, int points, int reduced_points, int spent)
    @cython.locals(before=int, place=int)
    cpdef mark(self, int unit, int marks)
    @cython.locals(side=int, old=int)
    cpdef relocate(self, int unit, int new, int marks)
    @cython.locals(roster="short[::1]", movement="short[::1]", side=int, i=int, unit=int, cost=int)
    cpdef march(self, units, costs, int old, int new, int on, list idle=*)
    @cython.locals(low=int, high=int, middle=int, number=int)
    cdef _strike(self, list numbers, int unit)
    @cython.locals(stack=tuple, rest=tuple)
    cdef _leave(self, int side, int old, units)
    @cython.locals(roster="short[::1]", exerts=int, unit=int)
    cdef _refresh(self, int side, int place, tuple stack)
    @cython.locals(roster="short[::1]", found=list, unit=int)
    cpdef list clear_flags(self, int off)
    @cython.locals(
        roster="short[::1]", movement="short[::1]", wanted="unsigned char*", found=list, unit=int,
        marks=int,
    )
    cpdef list supply_flags(self, units, set listed, int unlisted, mask, int upon)
    cpdef int left(self, int unit) except? -32000
    @cython.locals(movement="short[::1]")
    cdef int _left(self, int unit) except? -32000
    cpdef int reach(self, int unit, field, tables, forbid, stop) except -1
    @cython.locals(barred="unsigned char*", left=int, place=int)
    cpdef int enter(self, int unit, field, tables, forbid, stop, gates) except -1
    @cython.locals(movement="short[::1]", left=int, other=int, found=list)
    cpdef list alike(self, int unit, beside, list idle, int most)
    @cython.locals(roster="short[::1]", unit=int, found=list)
    cpdef list able_to_spend(self, units, int points, int busy)
    @cython.locals(
        roster="short[::1]", dangerous="unsigned char*",
        sides=bytes, side_of="unsigned char*", found=list, unit=int, place=int,
    )
    cpdef list able(self, int side, int busy, danger, int waiting)
    @cython.locals(roster="short[::1]", found=list, unit=int)
    cpdef list marked(self, int mask)
    @cython.locals(roster="short[::1]", side_of="unsigned char*", found=list, unit=int)
    cpdef list standing(self, int side)
    @cython.locals(roster="short[::1]", found=list, unit=int)
    cpdef list ready(self, int until, int busy)
    @cython.locals(
        roster="short[::1]", distance="unsigned char*", limit="unsigned char*", found=list,
        unit=int, place=int,
    )
    cpdef list near(self, distances, int until, int busy, far)
    @cython.locals(roster="short[::1]", wanted="unsigned char*", found=list, unit=int)
    cpdef list upon(self, mask, units, int least=*)
    @cython.locals(side_of="unsigned char*", found=list, stack=tuple)
    cpdef list crowded(self, int side, int most)
