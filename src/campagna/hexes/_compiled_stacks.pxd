# C types for the text of _plain_stacks.py, built as campagna.hexes._compiled_stacks.
cimport cython

cdef class Stacks:
    cdef public bytes sides
    cdef public int quiet
    cdef public dict stacks
    cdef public bint ragged
    cdef public list held
    cdef public list exerting
    cdef public list zones
    cdef public int count
    cdef object store
    cdef short[::1] roster
    cdef bint own_first, own_second

    cdef _keep(self, roster)
    cpdef share(self, Stacks other)
    cpdef tuple content(self)
    cpdef restore(self, tuple content)
    cdef _make_own(self, int side)
    @cython.locals(unit=int)
    cpdef enlist(self, int place, int marks)
    @cython.locals(before=int, place=int)
    cpdef mark(self, int unit, int marks)
    @cython.locals(side=int, old=int)
    cpdef relocate(self, int unit, int new, int marks)
    @cython.locals(roster="short[::1]", side=int, unit=int)
    cpdef march(self, units, int old, int new, int on, list idle=*)
    @cython.locals(low=int, high=int, middle=int, number=int)
    cdef _strike(self, list numbers, int unit)
    @cython.locals(stack=tuple, rest=tuple)
    cdef _leave(self, int side, int old, units)
    @cython.locals(roster="short[::1]", exerts=int, unit=int)
    cdef _refresh(self, int side, int place, tuple stack)
    @cython.locals(roster="short[::1]", found=list, unit=int)
    cpdef list unmark(self, int off)
    @cython.locals(
        roster="short[::1]", wanted="unsigned char*", found=list, unit=int, marks=int,
    )
    cpdef list appraise(self, units, set listed, int unlisted, mask, int upon)
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
    @cython.locals(roster="short[::1]", wanted="unsigned char*", found=list, unit=int)
    cpdef list upon(self, mask, units)
    @cython.locals(side_of="unsigned char*", found=list, stack=tuple)
    cpdef list crowded(self, int side, int most)
