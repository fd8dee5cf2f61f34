# C types for the text of _kernel_assignment.py, built as campagna.hexes._compiled_assignment.
cimport cython

ctypedef unsigned long long mask

cdef class Assignment:
    cdef public int attackers, defenders, worst, ample, visited
    cdef public mask obliged, always_supplied, never_supplied, optional, required
    cdef int[::1] attack
    cdef mask[::1] touch
    cdef mask[::1] touched_by
    cdef int capture_count, supply_count, obligation_count
    cdef int[::1] defence
    cdef object supply_of, supply_needs, obligation_on, obligation_of, obligation_by, obligation_needs, captures
    cdef int[::1] attacker_kind
    cdef int[::1] defender_kind
    cdef set failed
    cdef mask[::1] todo
    cdef mask[::1] spare
    cdef mask[::1] must
    cdef mask[::1] made_block
    cdef mask[::1] made_group
    cdef mask[::1] made_open
    cdef int made
    cdef object taker_of

    cpdef supply_always(self, mask attackers)
    cpdef set_optional(self, mask defenders)
    cpdef bint solve(self) except *
    @cython.locals(t=int, a=int, i=int, everybody=mask)
    cpdef bint solve_without(self, mask gone, mask targets) except *
    @cython.locals(everything=mask, i=int)
    cdef mask all_of(self, int count)
    @cython.locals(i=int, a=int, used=mask, bit=mask)
    cpdef list fights(self)
    @cython.locals(one=mask)
    cdef mask bit(self, int i)
    @cython.locals(key=tuple)
    cdef bint search(self, mask targets, mask free, mask due) except *
    @cython.locals(slot=int, provided=mask)
    cdef bint engage(self, mask block, mask group, mask joinable) except *
    @cython.locals(first=int, unsupplied=int, able=mask)
    cdef bint branch(self, mask targets, mask free, mask due) except *
    @cython.locals(size=int, found=int)
    cdef bint grow_all(self, mask block, mask able, mask pool, int defence, int unsupplied) except *
    @cython.locals(
        best=int, fewest=int, total=int, t=int, u=int, need=int, count=int, strength=int, a=int,
        idle=int, able=mask,
    )
    cdef int hardest(self, mask targets, mask free, mask due) except -2
    @cython.locals(
        unsupplied=mask, best=int, least=int, a=int, b=int, near=mask, strength=int, room=int, t=int,
        slack=int,
    )
    cdef int least_supplied(self, mask targets, mask due) except -3
    @cython.locals(outcome=int, t=int, bit=mask, rest=mask, total=int, found=int)
    cdef int blocks(
        self, mask block, mask able, int start, int more, mask pool, int defence, int unsupplied,
    ) except -2
    @cython.locals(before=int, bit=mask)
    cdef bint skips_defender(self, int t, mask block, mask targets)
    @cython.locals(most=int, strength=int, bit=mask, left=int)
    cdef bint unsupplied_groups(self, mask block, mask able, int defence, int unsupplied) except *
    @cython.locals(strength=int, a=int)
    cdef int strength_of(self, mask group) except -1
    @cython.locals(t=int)
    cdef int most(self, mask block, int defence) except? -9999
    @cython.locals(supplied=mask, i=int, padded=bint, unsupplied=mask, most=int, left=int)
    cdef bint groups(self, mask block, mask able, int defence) except *
    @cython.locals(before=int, bit=mask)
    cdef bint skips_attacker(self, int a, mask group, mask pool)
    @cython.locals(enough=bint, a=int, bit=mask, total=int)
    cdef bint supplied_group(
        self, mask block, mask supplied, mask group, int start, int strength, int left, int defence,
    ) except *
    @cython.locals(obligation=int, paid=bint, i=int)
    cdef bint obligations_met(self, mask block, mask group, int strength, int defence) except *
    @cython.locals(enough=bint, a=int, bit=mask, total=int)
    cdef bint mixed_group(
        self, mask block, mask pool, mask unsupplied, mask group, int start, int strength, int left,
        int defence, int most,
    ) except *
    @cython.locals(due=mask, a=int, bit=mask, spare=bint)
    cdef bint has_spare(self, mask group, int strength, int defence) except *
    @cython.locals(i=int, a=int, left=mask)
    cdef bint capture_all(self, mask due) except *
    @cython.locals(i=int, bit=mask)
    cdef bint capture(self, int a, mask asked) except *
