# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=True
"""The reach under two budgets, for games whose roads are free for a number of steps.

Like `_kernel.py` this file runs as it stands, and is also built, as `campagna.hexes._compiled_two_budgets`
with the C types of `_compiled_two_budgets.pxd`. The output order is part of the contract.
"""

from array import array
from collections.abc import Sequence

Buffer = bytes | bytearray

# As in `_kernel.py`; constants of its own, so that the build has them in C.
BARRED = 255
FAR = 255
MAX_BUDGET = 254
UNSEEN = 32767
NO_LEAD = 0x7FFF7FFF


class RoadField:
    """Reach under two budgets: points, and a number of free steps over marked sides.

    A step over a marked side costs its own price, usually nothing, as long as free steps are left and
    one point more afterwards. Nodes need not be hexes: a game may have several for one hex, its place,
    where it matters how one came; masks and answers speak of places. A node may have one above it
    that can do all it can.

    Labels are taken by points spent and, among those, by free steps used. A point buys what a free
    step gives, so a label matters only if points and free steps together are fewer than in every label
    taken before at its node and at those above it, and if it can get to a marked side again: elsewhere
    free steps are worth nothing.
    """

    def __init__(
        self,
        neighbours: Sequence[int],
        costs: Buffer,
        marked: Buffer,
        most_free: int,
        places: Sequence[int] = (),
        above: Sequence[int] = (),
    ) -> None:
        size = len(neighbours) // 6
        self.size = size
        self.width = most_free + 1
        site_of = list(places or range(size))
        self.sites = max(site_of) + 1
        self.unreached = bytes([FAR]) * self.sites
        sides = [
            [
                (neighbours[side], costs[side], 1 if marked[side] else 0)
                for side in range(node * 6, node * 6 + 6)
                if costs[side] != BARRED
            ]
            for node in range(size)
        ]
        away = _points_to_road(sides)
        # What a loop needs together lies together. Two numbers for each side that is open: twice its
        # price, one more if it is marked; where it leads, the node times 65536 and the place.
        exits = [
            number
            for node in range(size)
            for there, price, mark in sides[node]
            for number in (2 * price + mark, there << 16 | site_of[there])
        ]
        self.exits = array("i", exits or [0])
        # Four for each node: its first such side, its place, the node above it, how far off a road is.
        self.nodes = array("i", [0]) * (4 * (size + 1))
        for node in range(size):
            at = 4 * node
            self.nodes[at + 1] = site_of[node]
            self.nodes[at + 2] = above[node] if above else -1
            self.nodes[at + 3] = away[node]
            self.nodes[at + 4] = self.nodes[at] + len(sides[node])
        # Two more: the fewest steps of a label taken there; of the last push there the points it spends,
        # times 65536, and all its steps.
        self.seen = array("i", [UNSEEN, NO_LEAD]) * size
        # Four for each label: its place, points, free steps, the label before it.
        room = size * self.width
        self.taken = array("i", [0]) * (4 * room)
        self.count = 0
        # Three for each push, at most one over each side of a label: its node, the label before it, the
        # next push of the same price. Two for each price: its first and its last push.
        self.queue = array("i", [0]) * (3 * (6 * room + 1))
        self.pushes = 0
        self.ends = array("i", [-1]) * (2 * (MAX_BUDGET + 2) * self.width)

    def reach(
        self,
        forbid: Buffer,
        stop: Buffer,
        halt: Buffer,
        barred_first: Buffer,
        start: int,
        budget: int,
        free: int,
    ) -> int:
        """Spread from one node, with places barred to the first step. Returns how many labels.

        Places that stop or halt are entered but not left. The start may be left although it does,
        and must do so if a neighbour is barred to the first step.
        """
        forbidden = forbid
        stopping = stop
        halting = halt
        avoided = barred_first
        exits = self.exits
        nodes = self.nodes
        seen = self.seen
        labels = self.taken
        queue = self.queue
        ends = self.ends
        for i in range(self.pushes):
            here = queue[3 * i]
            seen[2 * here] = UNSEEN
            seen[2 * here + 1] = NO_LEAD
        width = self.width
        for i in range(2 * (budget + 2) * width):
            ends[i] = -1
        count = 0
        queue[0] = start
        queue[1] = -1
        queue[2] = -1
        pushes = 1
        ends[0] = 0
        ends[1] = 0
        for spent in range(budget + 1):
            for taken in range(width):
                push = ends[2 * (spent * width + taken)]
                steps = spent + taken
                while push >= 0:
                    here = queue[3 * push]
                    fewest = seen[2 * here]
                    at = 4 * here
                    if steps < fewest and (fewest == UNSEEN or spent + nodes[at + 3] <= budget):
                        better = nodes[at + 2]
                        while better >= 0 and seen[2 * better] > steps:
                            better = nodes[4 * better + 2]
                        if better < 0:
                            seen[2 * here] = steps
                            place = nodes[at + 1]
                            labels[4 * count] = place
                            labels[4 * count + 1] = spent
                            labels[4 * count + 2] = taken
                            labels[4 * count + 3] = queue[3 * push + 1]
                            first = nodes[at]
                            last = nodes[at + 4]
                            if count > 0 and (stopping[place] or halting[place]):
                                last = first
                            for side in range(first, last):
                                price = exits[2 * side]
                                total = spent + (price >> 1)
                                after = taken
                                if price & 1:
                                    if taken < free:
                                        after += 1
                                    else:
                                        total += 1
                                if total > budget:
                                    continue
                                goal = exits[2 * side + 1]
                                there = goal >> 16
                                known = seen[2 * there + 1]
                                if total + after >= known & 0xFFFF and total >= known >> 16:
                                    continue
                                beyond = goal & 0xFFFF
                                if forbidden[beyond] or (count == 0 and avoided[beyond]):
                                    continue
                                seen[2 * there + 1] = total << 16 | total + after
                                queue[3 * pushes] = there
                                queue[3 * pushes + 1] = count
                                queue[3 * pushes + 2] = -1
                                slot = 2 * (total * width + after)
                                if ends[slot] < 0:
                                    ends[slot] = pushes
                                else:
                                    queue[3 * ends[slot + 1] + 2] = pushes
                                ends[slot + 1] = pushes
                                pushes += 1
                            count += 1
                    push = queue[3 * push + 2]
        self.count = count
        self.pushes = pushes
        return count

    def costs_within(
        self,
        forbid: Buffer,
        stop: Buffer,
        halt: Buffer,
        barred_first: Buffer,
        start: int,
        budget: int,
        free: int,
    ) -> bytearray:
        """As `reach`, but tells for every place the points it costs; FAR where there is no way."""
        self.reach(forbid, stop, halt, barred_first, start, budget, free)
        points = bytearray(self.unreached)
        cost_at = points
        labels = self.taken
        # The cheapest label of a place is its first one, which has the last word so.
        for i in range(self.count):
            at = 4 * (self.count - 1 - i)
            cost_at[labels[at]] = labels[at + 1]
        return points

    def label(self, place: int) -> int:
        """The cheapest label of a place in the last reach, -1 if it was not reached."""
        labels = self.taken
        for i in range(self.count):
            if labels[4 * i] == place:
                return i
        return -1

    def labels(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Of every label of the last reach: place, points spent, free steps used, previous label."""
        labels = self.taken
        return (
            [labels[4 * i] for i in range(self.count)],
            [labels[4 * i + 1] for i in range(self.count)],
            [labels[4 * i + 2] for i in range(self.count)],
            [labels[4 * i + 3] for i in range(self.count)],
        )

    def cheapest(self) -> list[int]:
        """The cheapest label of every place reached, in the order taken."""
        labels = self.taken
        seen = bytearray(self.sites)
        met = seen
        found = []
        for i in range(self.count):
            place = labels[4 * i]
            if not met[place]:
                met[place] = 1
                found.append(i)
        return found

    def way(self, place: int) -> list[int]:
        """The places of the cheapest way to a reached one, the start not included."""
        labels = self.taken
        way = []
        i = self.label(place)
        while labels[4 * i + 3] >= 0:
            way.append(labels[4 * i])
            i = labels[4 * i + 3]
        way.reverse()
        return way


def _points_to_road(sides: "list[list[tuple[int, int, int]]]") -> list[int]:
    """At least so many points from each node to one with a marked side."""
    entries: list[list[int]] = [[] for _ in sides]
    least = BARRED
    queue = []
    for node, around in enumerate(sides):
        for there, price, mark in around:
            if mark:
                queue.append(node)
            else:
                entries[there].append(node)
                least = min(least, price)
    away = [UNSEEN // 2] * len(sides)
    for node in queue:
        away[node] = 0
    for node in queue:
        for before in entries[node]:
            if away[before] > away[node] + least:
                away[before] = away[node] + least
                queue.append(before)
    return away
