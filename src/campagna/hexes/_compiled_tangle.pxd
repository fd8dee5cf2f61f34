# C types for the text of _plain_tangle.py, built as campagna.hexes._compiled_tangle.
cimport cython

ctypedef unsigned long long mask

cdef class Tangle:
    cdef public int attackers, defenders, worst, ample, visited
    cdef public mask obliged, always_fed, never_fed, optional, owing
    cdef int[::1] attack
    cdef mask[::1] touch
    cdef mask[::1] touched_by
    cdef int prey_count, fed_count, debt_count
    cdef int[::1] defence
    cdef object fed_by, fed_if, debt_on, debt_of, debt_by, debt_if, preys
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

    cpdef feed(self, mask attackers)
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
    @cython.locals(first=int, hungry=int, able=mask)
    cdef bint branch(self, mask targets, mask free, mask due) except *
    @cython.locals(size=int, found=int)
    cdef bint grow_all(self, mask block, mask able, mask pool, int defence, int hungry) except *
    @cython.locals(
        best=int, fewest=int, total=int, t=int, u=int, need=int, count=int, strength=int, a=int,
        idle=int, able=mask,
    )
    cdef int hardest(self, mask targets, mask free, mask due) except -2
    @cython.locals(
        hungry=mask, best=int, least=int, a=int, b=int, near=mask, strength=int, room=int, t=int,
        slack=int,
    )
    cdef int hungriest(self, mask targets, mask due) except -3
    @cython.locals(outcome=int, t=int, bit=mask, rest=mask, total=int, found=int)
    cdef int blocks(
        self, mask block, mask able, int start, int more, mask pool, int defence, int hungry,
    ) except -2
    @cython.locals(before=int, bit=mask)
    cdef bint skips_defender(self, int t, mask block, mask targets)
    @cython.locals(most=int, strength=int, bit=mask, left=int)
    cdef bint hungry_groups(self, mask block, mask able, int defence, int hungry) except *
    @cython.locals(strength=int, a=int)
    cdef int strength_of(self, mask group) except -1
    @cython.locals(t=int)
    cdef int most(self, mask block, int defence) except? -9999
    @cython.locals(fed=mask, i=int, padded=bint, hungry=mask, most=int, left=int)
    cdef bint groups(self, mask block, mask able, int defence) except *
    @cython.locals(before=int, bit=mask)
    cdef bint skips_attacker(self, int a, mask group, mask pool)
    @cython.locals(enough=bint, a=int, bit=mask, total=int)
    cdef bint fed_group(
        self, mask block, mask fed, mask group, int start, int strength, int left, int defence,
    ) except *
    @cython.locals(debt=int, paid=bint, i=int)
    cdef bint debts_paid(self, mask block, mask group, int strength, int defence) except *
    @cython.locals(enough=bint, a=int, bit=mask, total=int)
    cdef bint mixed_group(
        self, mask block, mask pool, mask hungry, mask group, int start, int strength, int left,
        int defence, int most,
    ) except *
    @cython.locals(due=mask, a=int, bit=mask, spare=bint)
    cdef bint has_idler(self, mask group, int strength, int defence) except *
    @cython.locals(i=int, a=int, left=mask)
    cdef bint take_preys(self, mask due) except *
    @cython.locals(i=int, bit=mask)
    cdef bint seize(self, int a, mask asked) except *
