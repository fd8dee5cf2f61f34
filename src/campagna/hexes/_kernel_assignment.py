# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=True
"""Assigning units that touch to battles, exactly. No game knowledge, only numbers and masks.

This file runs as it stands; where a C compiler is found the same text is also built as
`campagna.hexes._compiled_assignment`, with the C types of `_compiled_assignment.pxd`.

Attackers and defenders are bits of masks, at most 64 of each. Every defender must be in exactly one
battle, every attacker that must fight in one battle at most and, unless it captures something, in
exactly one. All attackers of a battle touch all its defenders; `worst` times their factors reach the defence;
and where `ample` times their factors reach it, everybody in the battle must be supplied.

A battle is one of two kinds, and that keeps the search small.
  * In one whose attackers are all supplied, more of them never hurt. Only the smallest groups are
    tried for it, and whoever is left over and could join it counts as provided for.
  * One with somebody unsupplied must stay below `ample`; its group is chosen as a whole.
What is left is the defenders to come, the attackers still free, and those among them that must still
be provided for: a state that failed once is never entered again. Equal attackers, and equal defenders,
are tried once.
"""

from array import array
from collections.abc import Sequence

Pair = tuple[int, int]


class Assignment:
    """One problem. `solve` answers it; `fights` and `takers` tell the plan found."""

    def __init__(
        self,
        attack: Sequence[int],
        touch: Sequence[int],
        obliged: int,
        defence: Sequence[int],
        worst: int,
        ample: int,
    ) -> None:
        self.attackers = len(attack)
        self.defenders = len(defence)
        self.attack = array("i", attack)
        self.touch = array("Q", touch)
        self.touched_by = array("Q", [0]) * len(defence)
        self.defence = array("i", defence)
        self.obliged = obliged
        self.worst = worst
        self.ample = ample
        self.always_supplied = 0
        self.never_supplied = 0
        self.optional = 0
        self.required = 0
        # Who is supplied only in battles that hold certain defenders, and which.
        self.supply_of = array("i", [])
        self.supply_needs = array("Q", [])
        # Obligations: defenders that must be attacked amply by somebody who reaches a certain depot.
        self.obligation_on = array("Q", [])
        self.obligation_of = array("i", [])
        self.obligation_by = array("i", [])
        self.obligation_needs = array("Q", [])
        self.captures = array("Q", [])
        self.capture_count = 0
        self.supply_count = 0
        self.obligation_count = 0
        self.attacker_kind = array("i", range(len(attack)))
        self.defender_kind = array("i", range(len(defence)))
        self.failed: set[tuple[int, int, int]] = set()
        self.visited = 0
        # At each depth of the search: what is left of the problem, and the battle made there.
        depth = len(defence) + 2
        self.todo = array("Q", [0]) * depth
        self.spare = array("Q", [0]) * depth
        self.must = array("Q", [0]) * depth
        self.made_block = array("Q", [0]) * depth
        self.made_group = array("Q", [0]) * depth
        self.made_open = array("Q", [0]) * depth
        self.made = 0
        self.taker_of = array("i", [])

    # --- the problem --------------------------------------------------------------------------------

    def supply_always(self, attackers: int) -> None:
        """These are supplied in every battle."""
        self.always_supplied = self.always_supplied | attackers

    def supply_if(self, attacker: int, defenders: int) -> None:
        """This one is supplied in battles that hold all these defenders."""
        self.supply_of.append(attacker)
        self.supply_needs.append(defenders)
        self.supply_count += 1

    def set_optional(self, defenders: int) -> None:
        """Defenders taken on without need: beside others they may not spare a battle its supply."""
        self.optional = defenders

    def require(self, defenders: int, ways: Sequence[Pair]) -> None:
        """Each of these must be in an ample battle with an attacker that reaches a certain depot.

        The ways are pairs: an attacker, and the defenders its battle must hold for that.
        """
        obligation = self.obligation_count
        self.obligation_count += 1
        self.obligation_on.append(defenders)
        self.required = self.required | defenders
        for attacker, needed in ways:
            self.obligation_of.append(obligation)
            self.obligation_by.append(attacker)
            self.obligation_needs.append(needed)

    def add_capture(self, attackers: int) -> None:
        """One of these may capture something instead of fighting."""
        self.captures.append(attackers)
        self.taker_of.append(-1)
        self.capture_count += 1

    def set_kinds(self, attackers: Sequence[int], defenders: Sequence[int]) -> None:
        """Units with one number are interchangeable; they must stand side by side."""
        self.attacker_kind = array("i", attackers)
        self.defender_kind = array("i", defenders)

    # --- the answer ---------------------------------------------------------------------------------

    def solve(self) -> bool:
        """Whether a plan exists."""
        return self.solve_without(0, self.all_of(self.defenders))

    def solve_without(self, gone: int, targets: int) -> bool:
        """Whether a plan for these defenders exists without some attackers. What failed is remembered."""
        everybody = self.all_of(self.attackers)
        self.made = 0
        self.never_supplied = everybody & ~self.always_supplied
        for i in range(self.supply_count):
            self.never_supplied &= ~self.bit(self.supply_of[i])
        for t in range(self.defenders):
            self.touched_by[t] = 0
            for a in range(self.attackers):
                if self.touch[a] & self.bit(t):
                    self.touched_by[t] |= self.bit(a)
        return self.search(targets, everybody & ~gone, self.obliged & ~gone)

    def all_of(self, count: int) -> int:
        everything = 0
        for i in range(count):
            everything |= self.bit(i)
        return everything

    def fights(self) -> list[Pair]:
        """The battles of the plan: mask of defenders, mask of attackers; left-over units joined."""
        groups = [self.made_group[i] for i in range(self.made)]
        used = 0
        for group in groups:
            used |= group
        for i in range(self.capture_count):
            if self.taker_of[i] >= 0:
                used |= self.bit(self.taker_of[i])
        for a in range(self.attackers):
            bit = self.bit(a)
            if bit & self.obliged and not bit & used:
                for i in range(self.made):
                    if self.made_open[i] & bit:
                        groups[i] |= bit
                        break
        return [(self.made_block[i], groups[i]) for i in range(self.made)]

    def takers(self) -> list[int]:
        """For each capture the attacker that makes it, or -1."""
        return [self.taker_of[i] for i in range(self.capture_count)]

    # --- the search ---------------------------------------------------------------------------------

    def bit(self, i: int) -> int:
        one = 1
        return one << i

    def search(self, targets: int, free: int, due: int) -> bool:
        """Provide for these defenders with the free attackers; `due` ones must be provided for."""
        if not targets:
            return self.capture_all(due)
        key = (targets, free, due)
        if key in self.failed:
            return False
        self.visited += 1
        self.todo[self.made] = targets
        self.spare[self.made] = free
        self.must[self.made] = due
        if self.branch(targets, free, due):
            return True
        self.failed.add(key)
        return False

    def engage(self, block: int, group: int, joinable: int) -> bool:
        """Make this battle, which provides for its group and all who could join, and go on."""
        slot = self.made
        self.made_block[slot] = block
        self.made_group[slot] = group
        self.made_open[slot] = joinable
        self.made = slot + 1
        provided = group | joinable
        if self.search(
            self.todo[slot] & ~block, self.spare[slot] & ~group, self.must[slot] & ~provided
        ):
            return True
        self.made = slot
        return False

    def branch(self, targets: int, free: int, due: int) -> bool:
        """Begin where there is least choice: with somebody unsupplied, or else with a defender."""
        first = self.hardest(targets, free, due)
        if first < 0:
            return False
        if self.capture_count == 0:
            unsupplied = self.least_supplied(targets, due)
            if unsupplied == -2:
                return False
            if unsupplied >= 0:
                return self.grow_all(0, free, self.touch[unsupplied] & targets, 0, unsupplied)
        able = free & self.touched_by[first]
        return self.grow_all(self.bit(first), able, targets, self.defence[first], -1)

    def grow_all(self, block: int, able: int, pool: int, defence: int, unsupplied: int) -> bool:
        """Blocks grown from this one out of a pool of defenders, the small ones first."""
        size = 0
        while size <= self.defenders:
            found = self.blocks(block, able, 0, size, pool, defence, unsupplied)
            if found > 0:
                return True
            if found < 0:
                return False
            size += 1
        return False

    def hardest(self, targets: int, free: int, due: int) -> int:
        """The defender with the fewest attackers left; -1 if something makes a plan impossible."""
        best = -1
        fewest = 1000
        total = 0
        for t in range(self.defenders):
            if not targets & self.bit(t):
                continue
            total += self.defence[t]
            able = free & self.touched_by[t]
            # All defenders that nobody but these attackers touches.
            need = 0
            for u in range(self.defenders):
                if targets & self.bit(u) and not free & self.touched_by[u] & ~able:
                    need += self.defence[u]
            if self.strength_of(able) * self.worst < need:
                return -1
            count = 0
            while able:
                count += able & 1
                able >>= 1
            if count == 0:
                return -1
            if count < fewest:
                fewest = count
                best = t
        strength = 0
        idle = 0
        for a in range(self.attackers):
            if free & self.bit(a):
                if self.touch[a] & targets:
                    strength += self.attack[a]
                elif due & self.bit(a):
                    idle += 1
        if strength * self.worst < total or idle > self.capture_count:
            return -1
        return best

    def least_supplied(self, targets: int, due: int) -> int:
        """The never supplied attacker with the least room among what it touches, -1 if there is nobody.

        -2 if there is no plan: never supplied attackers are too strong together for what they touch.
        """
        unsupplied = due & self.never_supplied
        best = -1
        if not unsupplied:
            return best
        least = 100000
        for a in range(self.attackers):
            if not unsupplied & self.bit(a):
                continue
            near = self.touch[a] & targets
            strength = 0
            for b in range(self.attackers):
                if unsupplied & self.bit(b) and not self.touch[b] & targets & ~near:
                    strength += self.attack[b]
            room = 0
            for t in range(self.defenders):
                if near & self.bit(t):
                    room += self.defence[t]
            if self.ample * strength >= room:
                return -2
            slack = room - self.ample * self.attack[a]
            if slack < least:
                least = slack
                best = a
        return best

    # --- battles ------------------------------------------------------------------------------------

    def blocks(
        self, block: int, able: int, start: int, more: int, pool: int, defence: int, unsupplied: int
    ) -> int:
        """Grow a block by `more` defenders: 1 found a plan, 0 found none, -1 no such block exists.

        With somebody unsupplied, its battles only.
        """
        if more == 0:
            if unsupplied < 0:
                return 1 if self.groups(block, able, defence) else 0
            return 1 if self.unsupplied_groups(block, able, defence, unsupplied) else 0
        outcome = -1
        for t in range(start, self.defenders):
            bit = self.bit(t)
            if not pool & bit or block & bit:
                continue
            if self.skips_defender(t, block, pool):
                continue
            rest = able & self.touched_by[t]
            if not rest:
                continue
            total = defence + self.defence[t]
            found = self.blocks(block | bit, rest, t + 1, more - 1, pool, total, unsupplied)
            if found > 0:
                return 1
            if found == 0:
                outcome = 0
        return outcome

    def skips_defender(self, t: int, block: int, targets: int) -> bool:
        """Whether an equal defender before this one was left out: the same block then."""
        before = t - 1
        while before >= 0 and self.defender_kind[before] == self.defender_kind[t]:
            bit = self.bit(before)
            if targets & bit:
                return not block & bit
            before -= 1
        return False

    def unsupplied_groups(self, block: int, able: int, defence: int, unsupplied: int) -> bool:
        """Try the groups with this unsupplied attacker for a block."""
        most = self.most(block, defence)
        strength = self.attack[unsupplied]
        if block & self.required or strength > most:
            return False
        bit = self.bit(unsupplied)
        left = self.strength_of(able) - strength
        return self.mixed_group(block, able, bit, bit, 0, strength, left, defence, most)

    def strength_of(self, group: int) -> int:
        strength = 0
        a = 0
        while group:
            if group & 1:
                strength += self.attack[a]
            group >>= 1
            a += 1
        return strength

    def most(self, block: int, defence: int) -> int:
        """The most factors that leave a battle below ample odds, its optional defenders not counted."""
        if block & self.optional and block & ~self.optional:
            defence = 0
            for t in range(self.defenders):
                if block & ~self.optional & self.bit(t):
                    defence += self.defence[t]
        return (defence - 1) // self.ample

    def groups(self, block: int, able: int, defence: int) -> bool:
        """Try the attacking groups for this block, then the rest of the problem."""
        supplied = able & self.always_supplied
        for i in range(self.supply_count):
            if able & self.bit(self.supply_of[i]) and not self.supply_needs[i] & ~block:
                supplied |= self.bit(self.supply_of[i])
        padded = block & self.optional and block & ~self.optional
        left = self.strength_of(supplied)
        if not padded and supplied and self.supplied_group(block, supplied, 0, 0, 0, left, defence):
            return True
        if block & self.required or (not padded and not able & ~supplied):
            return False
        unsupplied = able if padded else able & ~supplied
        most = self.most(block, defence)
        left = self.strength_of(able)
        return self.mixed_group(block, able, unsupplied, 0, 0, 0, left, defence, most)

    def skips_attacker(self, a: int, group: int, pool: int) -> bool:
        """Whether an equal attacker before this one was left out: the same group then."""
        before = a - 1
        while before >= 0 and self.attacker_kind[before] == self.attacker_kind[a]:
            bit = self.bit(before)
            if pool & bit:
                return not group & bit
            before -= 1
        return False

    def supplied_group(
        self,
        block: int,
        supplied: int,
        group: int,
        start: int,
        strength: int,
        left: int,
        defence: int,
    ) -> bool:
        """Smallest groups of supplied attackers, the strong ones first; any other supplied one could join.

        `left` is the strength of those not yet looked at.
        """
        enough = group and strength * self.worst >= defence
        if enough and self.obligations_met(block, group, strength, defence):
            return self.engage(block, group, supplied)
        for a in range(start, self.attackers):
            bit = self.bit(a)
            if not supplied & bit:
                continue
            if (strength + left) * self.worst < defence:
                return False
            left -= self.attack[a]
            if self.skips_attacker(a, group, supplied):
                continue
            total = strength + self.attack[a]
            if self.supplied_group(block, supplied, group | bit, a + 1, total, left, defence):
                return True
        return False

    def obligations_met(self, block: int, group: int, strength: int, defence: int) -> bool:
        if not block & self.required:
            return True
        if self.ample * strength < defence:
            return False
        for obligation in range(self.obligation_count):
            if not block & self.obligation_on[obligation]:
                continue
            paid = False
            for i in range(len(self.obligation_of)):
                if (
                    self.obligation_of[i] == obligation
                    and group & self.bit(self.obligation_by[i])
                    and not self.obligation_needs[i] & ~block
                ):
                    paid = True
            if not paid:
                return False
        return True

    def mixed_group(
        self,
        block: int,
        pool: int,
        unsupplied: int,
        group: int,
        start: int,
        strength: int,
        left: int,
        defence: int,
        most: int,
    ) -> bool:
        """Groups with somebody unsupplied, whole: together they stay below ample odds."""
        enough = group & unsupplied and strength * self.worst >= defence
        if enough and not self.has_spare(group, strength, defence) and self.engage(block, group, 0):
            return True
        for a in range(start, self.attackers):
            bit = self.bit(a)
            if not pool & ~group & bit:
                continue
            if (strength + left) * self.worst < defence:
                return False
            left -= self.attack[a]
            total = strength + self.attack[a]
            if total > most or self.skips_attacker(a, group, pool):
                continue
            if self.mixed_group(
                block, pool, unsupplied, group | bit, a + 1, total, left, defence, most
            ):
                return True
        return False

    def has_spare(self, group: int, strength: int, defence: int) -> bool:
        """Whether somebody who need not fight could be spared: the smaller group is tried as well."""
        due = self.must[self.made]
        for a in range(self.attackers):
            bit = self.bit(a)
            spare = group & bit and not due & bit and group != bit
            if spare and (strength - self.attack[a]) * self.worst >= defence:
                return True
        return False

    # --- captures -----------------------------------------------------------------------------------

    def capture_all(self, due: int) -> bool:
        """Everybody not provided for makes a capture of his own, or there is no plan."""
        for i in range(self.capture_count):
            self.taker_of[i] = -1
        left = due
        for a in range(self.attackers):
            if due & self.bit(a) and self.capture(a, 0):
                left &= ~self.bit(a)
        return not left

    def capture(self, a: int, asked: int) -> bool:
        for i in range(self.capture_count):
            bit = self.bit(i)
            if asked & bit or not self.captures[i] & self.bit(a):
                continue
            asked |= bit
            if self.taker_of[i] < 0 or self.capture(self.taker_of[i], asked):
                self.taker_of[i] = a
                return True
        return False
