# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=True
"""The hot loops of hex games: reach, walk, flood, zones. No game knowledge, only tables and masks.

This file runs as it stands. Where a C compiler is found the same text is also built as
`campagna.hexes._compiled`, with the C types declared in `_compiled.pxd`; `campagna.hexes.kernels`
picks one. Output order is part of the contract (first in, first out within one cost; neighbours
in direction order), so a seed replays identically on either backend.

Tables are bytes with six entries per hex (one per direction), masks are bytes with one entry per hex.
Hexes are ints; costs are half movement points unless a game says otherwise.
"""

from array import array
from collections.abc import Sequence

Buffer = bytes | bytearray

BARRED = 255
"""Cost of a hexside that cannot be crossed, the edge of the map included."""

FAR = 255
"""Distance of a hex that a flood did not reach."""

MAX_BUDGET = 254
UNSEEN = 32767
FREE_SOURCE = -1
HELD_SOURCE = -2


class Field:
    """The kernels for one board, with the scratch memory they share.

    The result of `reach` stays in the field's own buffers until the next `reach`: `at`, `cost` and
    `path` read it. Use one field per process and never from two threads at once.
    """

    def __init__(self, neighbours: Sequence[int]) -> None:
        size = len(neighbours) // 6
        self.size = size
        self.neighbours = array("h", neighbours)
        self.best = array("h", [UNSEEN]) * size
        self.came = array("h", [FREE_SOURCE]) * size
        self.order = array("h", [0]) * size
        self.count = 0
        # A hex is queued again only when its cost improves, at most once per neighbour.
        self.node_hex = array("h", [0]) * (7 * size)
        self.node_next = array("i", [0]) * (7 * size)
        self.nodes = 0
        self.head = array("i", [-1]) * (MAX_BUDGET + 1)
        self.tail = array("i", [-1]) * (MAX_BUDGET + 1)
        self.queue = array("h", [0]) * size

    # --- reach: hexes within a budget of points -------------------------------------------------

    def reach(self, costs: Buffer, forbid: Buffer, stop: Buffer, start: int, budget: int) -> int:
        """Spread from one hex, which may be left even if it carries a stop. Returns how many hexes."""
        self.clear()
        self.add_source(start, 0, True)
        return self.spread(costs, forbid, stop, budget)

    def clear(self) -> None:
        """Forget the previous reach; only the hexes it touched need wiping, sources never spread included."""
        best = self.best
        node_hex = self.node_hex
        for i in range(self.nodes):
            best[node_hex[i]] = UNSEEN
        self.count = 0
        self.nodes = 0
        head = self.head
        for level in range(MAX_BUDGET + 1):
            head[level] = -1

    def add_source(self, here: int, cost: int, free: bool) -> None:
        """Start a spread here at this cost. A free source may be left although it carries a stop."""
        if cost < self.best[here]:
            self.best[here] = cost
            self.came[here] = FREE_SOURCE if free else HELD_SOURCE
            self._push(here, cost)

    def add_sources(self, hexes: Sequence[int], cost: int, free: bool) -> None:
        """The same source on many hexes."""
        for here in hexes:
            self.add_source(here, cost, free)

    def ranges(
        self, costs: Buffer, forbid: Buffer, stop: Buffer, starts: Sequence[int], far: Sequence[int]
    ) -> bytearray:
        """Mask of the hexes within the own range of one of these starts, none beyond MAX_BUDGET.

        One spread serves them all: each begins with the head start that its range lacks. A start on
        a stop hex is measured by itself, because the ways of others end there and its own begin.
        """
        stopping = stop
        longest = 0
        for budget in far:
            longest = max(longest, budget)
        self.clear()
        for i in range(len(starts)):
            here = starts[i]
            if not stopping[here]:
                budget = far[i]
                self.add_source(here, longest - budget, True)
        self.spread(costs, forbid, stop, longest)
        mask = self.reached()
        zone = mask
        order = self.order
        for i in range(len(starts)):
            here = starts[i]
            if stopping[here]:
                budget = far[i]
                self.reach(costs, forbid, stop, here, budget)
                for k in range(self.count):
                    zone[order[k]] = 1
        return mask

    def _push(self, here: int, level: int) -> None:
        node = self.nodes
        self.nodes = node + 1
        self.node_hex[node] = here
        self.node_next[node] = -1
        if self.head[level] < 0:
            self.head[level] = node
        else:
            self.node_next[self.tail[level]] = node
        self.tail[level] = node

    def spread(self, costs: Buffer, forbid: Buffer, stop: Buffer, budget: int) -> int:
        """Grow the sources: a forbidden hex is never entered, a stop hex is entered but not left.

        A source that costs more than the budget is dropped.
        """
        cost_of = costs
        forbidden = forbid
        stopping = stop
        neighbours = self.neighbours
        best = self.best
        came = self.came
        order = self.order
        node_hex = self.node_hex
        node_next = self.node_next
        head = self.head
        tail = self.tail
        count = self.count
        nodes = self.nodes
        for node in range(nodes):
            here = node_hex[node]
            if best[here] > budget:
                best[here] = UNSEEN
        for level in range(budget + 1):
            node = head[level]
            while node >= 0:
                here = node_hex[node]
                if best[here] == level:
                    order[count] = here
                    count += 1
                    if not stopping[here] or came[here] == FREE_SOURCE:
                        base = here * 6
                        for side in range(base, base + 6):
                            total = level + cost_of[side]
                            if total > budget:  # as is every step that is BARRED
                                continue
                            there = neighbours[side]
                            if total >= best[there] or forbidden[there]:
                                continue
                            best[there] = total
                            came[there] = here
                            node_hex[nodes] = there
                            node_next[nodes] = -1
                            if head[total] < 0:
                                head[total] = nodes
                            else:
                                node_next[tail[total]] = nodes
                            tail[total] = nodes
                            nodes += 1
                node = node_next[node]
        self.count = count
        self.nodes = nodes
        return count

    def at(self, i: int) -> int:
        """The i-th hex of the last reach, cheapest first."""
        return self.order[i]

    def hexes(self) -> list[int]:
        """Every hex of the last reach, cheapest first."""
        order = self.order
        return [order[i] for i in range(self.count)]

    def reached(self) -> bytearray:
        """Mask of the last reach: one entry per hex."""
        mask = bytearray(self.size)
        zone = mask
        order = self.order
        for i in range(self.count):
            zone[order[i]] = 1
        return mask

    def cost(self, here: int) -> int:
        """Cost of a hex in the last reach, -1 if it was not reached."""
        cost = self.best[here]
        return -1 if cost == UNSEEN else cost

    def previous(self, here: int) -> int:
        """The hex from which a reached hex was entered, negative for a source."""
        return self.came[here]

    def path(self, here: int) -> list[int]:
        """The cheapest way to a reached hex, from its source to the hex itself."""
        came = self.came
        way = [here]
        previous = came[here]
        while previous >= 0:
            way.append(previous)
            previous = came[previous]
        way.reverse()
        return way

    def way(self, i: int) -> tuple[list[int], int]:
        """The cheapest way to the i-th hex of the last reach, and its cost."""
        here = self.order[i]
        return self.path(here), self.best[here]

    def as_rows(self, names: tuple[str, ...], size: int) -> list[tuple[str, int, str]]:
        """Every hex of the last reach by name, with its cost and the hex before it, cheapest first.

        On a board where n and n + size are one hex twice it is told once: as the cheaper node has
        it, at equal cost as the first one has it.
        """
        order = self.order
        best = self.best
        came = self.came
        line_of = self.queue
        seen = bytearray(size)
        known = seen
        lines: list[tuple[str, int, str]] = []
        for i in range(self.count):
            node = order[i]
            here = node % size
            cost = best[node]
            if known[here] and (node >= size or cost != lines[line_of[here]][1]):
                continue
            before = came[node]
            line = (names[here], cost, names[before % size] if before >= 0 else "")
            if known[here]:
                lines[line_of[here]] = line
            else:
                known[here] = 1
                line_of[here] = len(lines)
                lines.append(line)
        return lines

    # --- walk: the cost of one given path -------------------------------------------------------

    def walk(self, costs: Buffer, forbid: Buffer, stop: Buffer, path: Sequence[int]) -> int:
        """Cost of a path (start included), or -i if the step onto path[i] is not possible."""
        cost_of = costs
        forbidden = forbid
        stopping = stop
        neighbours = self.neighbours
        total = 0
        last = len(path) - 1
        here = path[0]
        for i in range(1, last + 1):
            there = path[i]
            side = here * 6
            end = side + 6
            while side < end and neighbours[side] != there:
                side += 1
            if side == end or cost_of[side] == BARRED or forbidden[there]:
                return -i
            if i > 1 and stopping[here]:
                return -i
            total += cost_of[side]
            here = there
        return total

    def steps(
        self, costs: Buffer, forbid: Buffer, way: Sequence[int], directions: int, budget: int
    ) -> list[tuple[int, int]]:
        """The hexes that a way may enter next, with their costs: in one of the first directions, within
        a budget, none forbidden and none of the way itself."""
        cost_of = costs
        forbidden = forbid
        base = way[len(way) - 1] * 6
        found = []
        for side in range(base, base + directions):
            if cost_of[side] > budget:  # as is every step that is BARRED
                continue
            there = self.neighbours[side]
            if not forbidden[there] and there not in way:
                found.append((there, cost_of[side]))
        return found

    # --- ways: every path of a given length -------------------------------------------------------

    def ways(self, walls: Buffer, forbid: Buffer, start: int, steps: int) -> list[tuple[int, ...]]:
        """Every path of so many steps over open hexes that passes none twice, its start included.

        Depth first, neighbours in direction order.
        """
        found: list[tuple[int, ...]] = []
        self._extend(walls, forbid, [start], steps, found)
        return found

    def _extend(
        self,
        walls: Buffer,
        forbid: Buffer,
        way: list[int],
        steps: int,
        found: list[tuple[int, ...]],
    ) -> None:
        if len(way) > steps:
            found.append(tuple(way))
            return
        closed = walls
        forbidden = forbid
        base = way[len(way) - 1] * 6
        for side in range(base, base + 6):
            if closed[side]:
                continue
            there = self.neighbours[side]
            if not forbidden[there] and there not in way:
                way.append(there)
                self._extend(walls, forbid, way, steps, found)
                way.pop()

    # --- flood: distance in hexes ---------------------------------------------------------------

    def flood(
        self, walls: Buffer, forbid: Buffer, stop: Buffer, sources: Sequence[int], limit: int
    ) -> bytearray:
        """Distance in hexes from the nearest source, as bytes; FAR where nothing leads.

        Seeds count as distance 0 and are always left. Distances beyond 254 stay at 254. The walls must
        close the edge of the map.
        """
        closed = walls
        forbidden = forbid
        stopping = stop
        neighbours = self.neighbours
        queue = self.queue
        distances = bytearray(b"\xff") * self.size
        distance = distances
        last = 0
        for i in range(len(sources)):
            here = sources[i]
            if distance[here] == FAR:
                distance[here] = 0
                queue[last] = here
                last += 1
        first = 0
        while first < last:
            here = queue[first]
            first += 1
            far = distance[here]
            if far >= limit or (far > 0 and stopping[here]):
                continue
            if far < 254:
                far += 1
            base = here * 6
            for side in range(base, base + 6):
                if closed[side]:
                    continue
                there = neighbours[side]
                if distance[there] != FAR or forbidden[there]:
                    continue
                distance[there] = far
                queue[last] = there
                last += 1
        return distances

    def leads(
        self, walls: Buffer, forbid: Buffer, stop: Buffer, start: int, goals: Buffer, limit: int
    ) -> bool:
        """Whether one of the goals, hexes that a flood reached, is within so many hexes of a start.

        The same as a flood that begins at the goals, asked about one hex: a goal may carry a stop.
        Walls must close both ways, and `limit` is at most 254.
        """
        closed = walls
        forbidden = forbid
        stopping = stop
        goal = goals
        neighbours = self.neighbours
        queue = self.queue
        if goal[start] != FAR:
            return True
        distances = bytearray(b"\xff") * self.size
        distance = distances
        distance[start] = 0
        queue[0] = start
        first = 0
        last = 1
        while first < last:
            here = queue[first]
            first += 1
            far = distance[here] + 1
            if far > limit:
                return False
            base = here * 6
            for side in range(base, base + 6):
                if closed[side]:
                    continue
                there = neighbours[side]
                if distance[there] != FAR or forbidden[there]:
                    continue
                if goal[there] != FAR:
                    return True
                distance[there] = far
                if not stopping[there]:
                    queue[last] = there
                    last += 1
        return False

    def within(self, distances: Buffer) -> list[int]:
        """The hexes that a flood reached, in map order."""
        distance = distances
        found = []
        for here in range(self.size):
            if distance[here] != FAR:
                found.append(here)
        return found

    def clear_of(self, mask: Buffer, hexes: Sequence[int]) -> list[int]:
        """Those of these hexes where a mask is not set, in their order."""
        barred = mask
        found = []
        for here in hexes:
            if not barred[here]:
                found.append(here)
        return found

    def meets(self, mask: Buffer, hexes: Sequence[int]) -> bool:
        """Whether a mask is set on one of these hexes."""
        wanted = mask
        for here in hexes:  # noqa: SIM110, a generator is no loop for a C compiler
            if wanted[here]:
                return True
        return False

    def common(self, mask: Buffer, other: Buffer) -> list[int]:
        """The hexes where both masks are set, in map order."""
        first = mask
        second = other
        found = []
        for here in range(self.size):
            if first[here] and second[here]:
                found.append(here)
        return found

    # --- zones ----------------------------------------------------------------------------------

    def zones(self, exerting: Buffer, walls: Buffer) -> bytearray:
        """Mask of the hexes next to an exerting hex; zones do not cross walls, which close the map's edge."""
        source = exerting
        closed = walls
        neighbours = self.neighbours
        mask = bytearray(self.size)
        zone = mask
        for here in range(self.size):
            if source[here]:
                base = here * 6
                for side in range(base, base + 6):
                    if not closed[side]:
                        zone[neighbours[side]] = 1
        return mask

    def sources(self, exerting: Buffer, walls: Buffer) -> bytearray:
        """For each hex, as bits, the directions in which an exerting hex lies beside it, as in `zones`."""
        source = exerting
        closed = walls
        neighbours = self.neighbours
        mask = bytearray(self.size)
        zone = mask
        for here in range(self.size):
            if source[here]:
                base = here * 6
                for direction in range(6):
                    if not closed[base + direction]:
                        back = direction + 3 if direction < 3 else direction - 3
                        zone[neighbours[base + direction]] |= 1 << back
        return mask

    def closed(self, forbid: Buffer, danger: Buffer, refuge: Buffer) -> bytearray:
        """Mask of the hexes that are forbidden, or in danger without being a refuge.

        The three masks hold nothing but 0 and 1.
        """
        forbidden = forbid
        dangerous = danger
        safe = refuge
        mask = bytearray(self.size)
        zone = mask
        for here in range(self.size):
            # Without a branch, so that a C compiler takes many hexes at once.
            zone[here] = forbidden[here] | (dangerous[here] > safe[here])
        return mask
