"""8.4, 11.3, 11.6 The plan of battle: whether everybody who must fight can.

A plan splits the enemy units that must be attacked into battles and gives every own unit in an enemy
zone to one of them. In each battle all attackers touch all defenders, the odds are 1-6 or better, and
at 1-2 or better every attacker has a supply line.

Finding a plan is a packing problem; four things keep it small.
  * Units that do not touch each other even through others are independent: each tangle is solved
    by itself.
  * If every attacker is supplied against every single defender, reinforcing a battle never hurts.
    Then a matching of attackers to single defenders that nobody stronger is needed for settles it
    in polynomial time; everybody left over joins a defender it touches.
  * Two sums over sets of hexes show most of the hopeless cases at once: units without supply that
    are too strong together for everything they touch, and defenders too strong for everybody around.
  * Otherwise battles are made one after the other around the defender with the fewest attackers left,
    with the smallest attacking groups only (one to three units against one stack), and what is left
    joins at the end. Equal units of one hex are tried once, and a position of the search that failed
    is never entered again.
The search is bounded by `PATIENCE` positions per tangle; no tangle met in play comes near it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from campagna.core.rulebook import rule
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.strength import attack_of, defence_of, defence_sum, too_weak
from campagna.games.afrika_korps.supply import needs_supply, within_line

PATIENCE = 250
MANY_HEXES = 8
Block = tuple[int, ...]


class Fight(msgspec.Struct, frozen=True):
    """One battle of a plan."""

    attackers: Block
    defenders: Block


class Demand(msgspec.Struct, frozen=True):
    """A supply that moved into a zone must sustain attacks on all these units (13.2, A19)."""

    supply: int
    targets: tuple[int, ...]


class Task(msgspec.Struct, frozen=True):
    """Who must attack, who may, who must be attacked, and the battles that stand already."""

    obliged: tuple[int, ...]
    willing: tuple[int, ...]
    """Units that may attack but need not: around and in fortresses (23.1, 23.2)."""
    targets: tuple[int, ...]
    standing: tuple[Fight, ...] = ()
    """Automatic victories that others may join (9.4a)."""
    demands: tuple[Demand, ...] = ()
    busy: tuple[int, ...] = ()
    """Both sides of the battle being judged: no sortie can use or meet them again."""


def legal(state: State, attackers: Iterable[int], defenders: Collection[int]) -> bool:
    """Odds and supply of one battle; adjacency is the caller's business."""
    group = list(attackers)
    attack, defence = attack_of(state, group), defence_sum(state, defenders)
    if too_weak(state, attack, defence):
        return False
    if not needs_supply(attack, defence):
        return True
    return all(within_line(state, state.place(a), defenders) for a in group)


def touched(state: State, attacker: int, targets: Iterable[int]) -> frozenset[int]:
    near = state.world.near[state.place(attacker)]
    return frozenset(t for t in targets if state.place(t) in near)


@rule("8.4a", "8.4b", "8.5", "11.3", "11.3.1", "11.3.2", "11.3.3", "11.4", "11.5", "11.6a", "11.7a")
def plan(state: State, task: Task) -> list[Fight] | None:
    """Battles that keep every obligation, or None if there are none."""
    attacked = {*task.targets, *(d for f in task.standing for d in f.defenders)}
    if not all(attacked.issuperset(demand.targets) for demand in task.demands):
        return None
    fights: list[Fight] = []
    for part in tangles(state, task):
        solved = _Solver(state, part).solve()
        if solved is None:
            return None
        fights += solved
    return fights


def tangles(state: State, task: Task) -> Iterator[Task]:
    """The task split into parts whose units do not touch."""
    attackers = (*task.obliged, *task.willing)
    links = {a: set(touched(state, a, task.targets)) for a in attackers}
    joins = {
        a: [f for f in task.standing if len(touched(state, a, f.defenders)) == len(f.defenders)]
        for a in task.obliged
    }
    pending = set(task.targets) | set(attackers)
    while pending:
        group, edge = set(), [min(pending)]
        while edge:
            x = edge.pop()
            if x in group:
                continue
            group.add(x)
            edge += links[x] if x in links else [a for a in attackers if x in links[a]]
        pending -= group
        yield Task(
            tuple(a for a in task.obliged if a in group),
            tuple(a for a in task.willing if a in group),
            tuple(t for t in task.targets if t in group),
            tuple(dict.fromkeys(f for a in task.obliged if a in group for f in joins[a])),
            tuple(d for d in task.demands if set(d.targets) & group),
        )


@rule("7.4c", "11.9", "11.6b")
def is_hopeless(state: State, unit: int, task: Task) -> bool:
    """No battle has room for this unit, whoever helps: too weak everywhere, or trapped unsupplied."""
    if any(len(touched(state, unit, f.defenders)) == len(f.defenders) for f in task.standing):
        return False
    targets = touched(state, unit, task.targets)
    helpers = (*task.obliged, *task.willing)
    if all(
        too_weak(
            state,
            attack_of(state, (h for h in helpers if touched(state, h, (t,)))),
            defence_of(state, t),
        )
        for t in targets
    ):
        return True
    supplied = within_line(state, state.place(unit), targets)
    return not supplied and needs_supply(state.world.attack[unit], defence_sum(state, targets))


class _Solver:
    def __init__(self, state: State, task: Task) -> None:
        self.state = state
        self.task = task
        self.attackers = (*task.obliged, *task.willing)
        self.touches = {a: touched(state, a, task.targets) for a in self.attackers}
        self.attack = {a: state.world.attack[a] for a in self.attackers}
        self.defence = {t: defence_of(state, t) for t in task.targets}
        self.stranded = frozenset(
            a
            for a in task.obliged
            if not within_line(state, state.place(a), self.touches[a])
            and not any(
                len(touched(state, a, f.defenders)) == len(f.defenders) for f in task.standing
            )
        )
        """Attackers that no supply reaches whomever they attack: 1-3 or worse is all they can do."""
        self.failed: set[tuple[frozenset[int], frozenset[int]]] = set()
        self.place = {u: state.place(u) for u in (*self.attackers, *task.targets)}
        self.worst: int = state.world.tables["odds"]["worst"]
        self.lines: dict[tuple[int, Block], bool] = {}
        self.visited = 0
        self.leaves = 0

    def _fed(self, attacker: int, block: Block) -> bool:
        """Whether a supply line reaches this attacker of these defenders."""
        key = (self.place[attacker], block)
        found = self.lines.get(key)
        if found is None:
            found = bool(within_line(self.state, key[0], block))
            self.lines[key] = found
        return found

    def _legal(self, group: Block, block: Block) -> bool:
        """As `legal`, with what this solver knows already."""
        attack = sum([self.attack[a] for a in group])
        defence = sum([self.defence[t] for t in block])
        if defence > self.worst * attack:
            return False
        return not needs_supply(attack, defence) or all(self._fed(a, block) for a in group)

    def solve(self) -> list[Fight] | None:
        if not self.task.targets and not self.task.obliged:
            return []
        if any(is_hopeless(self.state, a, self.task) for a in self.task.obliged):
            return None
        if self._overcrowded() or self._outnumbered():
            return None
        quick = self._match_singles()
        if quick is not None:
            return quick
        return self._search(frozenset(self.task.targets), frozenset(self.attackers), [])

    # --- what no plan can mend ----------------------------------------------------------------------

    def _overcrowded(self) -> bool:
        """Units without supply that are too strong, together, for all they touch.

        A battle at 1-3 or worse takes less than half its defence in attack factors, and joining battles
        does not make more room than there is in all of them together.
        """
        places = sorted({self.state.place(a) for a in self.stranded})
        groups = [[a for a in self.stranded if self.state.place(a) == h] for h in places]
        for some in _subsets(groups):
            units = [a for group in some for a in group]
            faced = frozenset().union(*(self.touches[a] for a in units))
            if 2 * sum(self.attack[a] for a in units) >= sum(self.defence[t] for t in faced):
                return True
        return False

    def _outnumbered(self) -> bool:
        """Defenders that all who touch them cannot attack at 1-6."""
        places = sorted({self.state.place(t) for t in self.task.targets})
        groups = [[t for t in self.task.targets if self.state.place(t) == h] for h in places]
        for some in _subsets(groups):
            targets = {t for group in some for t in group}
            attack = sum(self.attack[a] for a in self.attackers if self.touches[a] & targets)
            if too_weak(self.state, attack, sum(self.defence[t] for t in targets)):
                return True
        return False

    def _room_left(self, targets: frozenset[int], free: frozenset[int], made: list[Fight]) -> bool:
        """Whether the battles made and to be made can still take the stranded units of each hex."""
        left: dict[int, int] = {}
        sample: dict[int, int] = {}
        for a in self.stranded & free:
            place = self.place[a]
            left[place] = left.get(place, 0) + self.attack[a]
            sample[place] = a
        for place, attack in left.items():
            near = self.touches[sample[place]]
            room = max(0, (sum(self.defence[t] for t in near & targets) - 1) // 2)
            for f in made:
                if near.issuperset(f.defenders):
                    defence = sum(self.defence[t] for t in f.defenders)
                    room += max(0, (defence - 1) // 2 - sum(self.attack[a] for a in f.attackers))
            if attack > room:
                return False
        return True

    # --- the matching -------------------------------------------------------------------------------

    def _match_singles(self) -> list[Fight] | None:
        """One sufficient attacker for each single defender, if everybody is supplied everywhere."""
        if self.task.demands or not all(self.touches[a] for a in self.task.obliged):
            return None
        state = self.state
        for a in self.task.obliged:
            place = state.place(a)
            if not all(within_line(state, place, (t,)) for t in self.touches[a]):
                return None
        given: dict[int, int] = {}

        def assign(target: int, seen: set[int]) -> bool:
            for a in self.task.obliged:
                if a in seen or target not in self.touches[a]:
                    continue
                if too_weak(state, self.attack[a], self.defence[target]):
                    continue
                seen.add(a)
                if a not in given or assign(given[a], seen):
                    given[a] = target
                    return True
            return False

        if not all(assign(t, set()) for t in self.task.targets):
            return None
        groups: dict[int, list[int]] = {t: [] for t in self.task.targets}
        for a in self.task.obliged:
            groups[given[a] if a in given else min(self.touches[a])].append(a)
        return [Fight(tuple(group), (t,)) for t, group in groups.items()]

    # --- the search ---------------------------------------------------------------------------------

    def _search(
        self, targets: frozenset[int], free: frozenset[int], made: list[Fight]
    ) -> list[Fight] | None:
        key = (targets, free)
        if key in self.failed or self.visited > PATIENCE:
            return None
        self.visited += 1
        if self.stranded and not self._room_left(targets, free, made):
            self.leaves += 1
            return None
        if not targets:
            self.leaves += 1
            return self._join(free, made)
        leaves = self.leaves
        hardest = min(targets, key=lambda t: (sum(t in self.touches[a] for a in free), t))
        for block in self._blocks(hardest, targets, free):
            for group in self._groups(block, free):
                fight = Fight(group, block)
                found = self._search(targets - set(block), free - set(group), [*made, fight])
                if found is not None:
                    return found
        if self.leaves == leaves:
            # No battle order got as far as the joining, which alone depends on the battles made.
            self.failed.add(key)
        return None

    def _blocks(self, first: int, targets: frozenset[int], free: frozenset[int]) -> Iterator[Block]:
        """Sets of defenders with this one that some attacker touches entirely, smallest first."""
        sets = {self.touches[a] & targets for a in free if first in self.touches[a]}
        pool = sorted(set().union(*sets) - {first}) if sets else []
        for size in range(len(pool) + 1):
            seen: set[tuple[tuple[int, int], ...]] = set()
            for rest in combinations(pool, size):
                block = (first, *rest)
                if not any(s.issuperset(block) for s in sets):
                    continue
                # Equal defenders of one hex give the same battle.
                kind = tuple(sorted([(self.place[t], self.defence[t]) for t in rest]))
                if kind not in seen:
                    seen.add(kind)
                    yield block

    def _groups(self, block: Block, free: frozenset[int]) -> Iterator[Block]:
        """Attacking groups that are legal and from which nobody can be spared."""
        able = sorted(a for a in free if self.touches[a].issuperset(block))
        able.sort(key=lambda a: a in self.task.willing)
        tried: set[tuple[tuple[int, int, bool], ...]] = set()
        found: list[frozenset[int]] = []
        enough = -(-sum([self.defence[t] for t in block]) // self.worst)
        for size in range(1, min(len(able), max(1, enough)) + 1):
            for group in combinations(able, size):
                if any(f.issubset(group) for f in found):
                    continue
                kind = tuple(
                    sorted([(self.place[a], self.attack[a], a in self.task.willing) for a in group])
                )
                if kind in tried:
                    continue
                tried.add(kind)
                if self._legal(group, block):
                    found.append(frozenset(group))
                    yield group

    # --- whoever is left joins ----------------------------------------------------------------------

    def _join(self, free: frozenset[int], made: list[Fight]) -> list[Fight] | None:
        """Give the obliged units that are left to battles that stay legal with them."""
        left = [a for a in self.task.obliged if a in free]
        placed = self._place(left, [*made, *self.task.standing])
        if placed is None or not self._demands_met(placed):
            return None
        return placed[: len(made)]

    def _place(self, left: Sequence[int], fights: list[Fight]) -> list[Fight] | None:
        if not left:
            return fights
        self.visited += 1
        if self.visited > PATIENCE:
            return None
        unit, rest = left[0], left[1:]
        for i, fight in enumerate(fights):
            near = touched(self.state, unit, fight.defenders)
            if len(near) < len(fight.defenders):
                continue
            group = (*fight.attackers, unit)
            if not legal(self.state, group, fight.defenders):
                continue
            joined = [*fights[:i], Fight(group, fight.defenders), *fights[i + 1 :]]
            found = self._place(rest, joined)
            if found is not None:
                return found
        return None

    def _demands_met(self, fights: list[Fight]) -> bool:
        return all(demand_met(self.state, d, fights) for d in self.task.demands)


def _subsets(groups: list[list[int]]) -> Iterator[tuple[list[int], ...]]:
    """Every choice of groups, or single ones and all where there are very many."""
    sizes: Iterable[int] = range(1, len(groups) + 1)
    if len(groups) > MANY_HEXES:
        sizes = (1, len(groups))
    for size in sizes:
        yield from combinations(groups, size)


@rule("13.2")
def demand_met(state: State, demand: Demand, fights: Iterable[Fight]) -> bool:
    """Every unit in whose zone the supply stands is attacked in a battle that it can sustain."""
    sustained: set[int] = set()
    for f in fights:
        if needs_supply(attack_of(state, f.attackers), defence_sum(state, f.defenders)) and any(
            demand.supply in within_line(state, state.place(a), f.defenders) for a in f.attackers
        ):
            sustained |= set(f.defenders)
    return sustained.issuperset(demand.targets)
