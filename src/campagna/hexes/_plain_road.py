# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, cdivision=True
"""The reach under two budgets, for games whose roads are free for a number of steps.

Like `_plain.py` this file runs as it stands, and is also built, as `campagna.hexes._compiled_road`
with the C types of `_compiled_road.pxd`. The output order is part of the contract.
"""

from array import array
from collections.abc import Sequence

Buffer = bytes | bytearray

# As in `_plain.py`; constants of its own, so that the build has them in C.
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
        self.neighbours = array("h", neighbours)
        self.costs = bytes(costs)
        self.marked = bytes(marked)
        self.places = array("h", places or range(size))
        self.above = array("h", above or [-1] * size)
        self.sites = max(self.places) + 1
        self.away = array("h", self._away())
        self.fewest = array("h", [UNSEEN]) * size
        # The last push at each node: the points it spends, times 65536, and all its steps.
        self.lead = array("i", [NO_LEAD]) * size
        self.points = bytearray(b"\xff") * self.sites
        room = size * self.width
        self.label_node = array("h", [0]) * room
        self.label_cost = array("h", [0]) * room
        self.label_used = array("h", [0]) * room
        self.label_from = array("i", [0]) * room
        self.count = 0
        self.pushes = 0
        # A label is pushed at most once over each side of a label taken.
        self.push_node = array("h", [0]) * (6 * room + 1)
        self.push_from = array("i", [0]) * (6 * room + 1)
        self.push_next = array("i", [0]) * (6 * room + 1)
        self.head = array("i", [-1]) * ((MAX_BUDGET + 2) * self.width)
        self.tail = array("i", [-1]) * ((MAX_BUDGET + 2) * self.width)

    def _away(self) -> list[int]:
        """At least so many points from each node to one with a marked side."""
        entries: list[list[int]] = [[] for _ in range(self.size)]
        least = BARRED
        queue = []
        for node in range(self.size):
            for side in range(node * 6, node * 6 + 6):
                if self.costs[side] == BARRED:
                    continue
                if self.marked[side]:
                    queue.append(node)
                else:
                    entries[self.neighbours[side]].append(node)
                    least = min(least, self.costs[side])
        away = [UNSEEN // 2] * self.size
        for node in queue:
            away[node] = 0
        for node in queue:
            for before in entries[node]:
                if away[before] > away[node] + least:
                    away[before] = away[node] + least
                    queue.append(before)
        return away

    def reach(
        self,
        forbid: Buffer,
        stop: Buffer,
        halt: Buffer,
        shy: Buffer,
        start: int,
        budget: int,
        free: int,
    ) -> int:
        """Spread from one node, whose first step may not lead to a shy place. Returns how many labels.

        Places that stop or halt are entered but not left. The start may be left although it does,
        and must do so if a neighbour is shy.
        """
        cost_of = self.costs
        is_marked = self.marked
        forbidden = forbid
        stopping = stop
        halting = halt
        avoided = shy
        neighbours = self.neighbours
        places = self.places
        above = self.above
        away = self.away
        fewest = self.fewest
        lead = self.lead
        cost_at = self.points
        label_node = self.label_node
        label_cost = self.label_cost
        label_used = self.label_used
        label_from = self.label_from
        push_node = self.push_node
        push_from = self.push_from
        push_next = self.push_next
        head = self.head
        tail = self.tail
        for i in range(self.pushes):
            here = push_node[i]
            fewest[here] = UNSEEN
            lead[here] = NO_LEAD
            cost_at[places[here]] = FAR
        width = self.width
        for i in range((budget + 2) * width):
            head[i] = -1
        count = 0
        push_node[0] = start
        push_from[0] = -1
        push_next[0] = -1
        pushes = 1
        head[0] = 0
        tail[0] = 0
        for bucket in range((budget + 1) * width):
            push = head[bucket]
            if push < 0:
                continue
            spent = bucket // width
            taken = bucket - spent * width
            steps = spent + taken
            while push >= 0:
                here = push_node[push]
                if steps < fewest[here] and (
                    fewest[here] == UNSEEN or spent + away[here] <= budget
                ):
                    better = above[here]
                    while better >= 0 and fewest[better] > steps:
                        better = above[better]
                    if better < 0:
                        fewest[here] = steps
                        place = places[here]
                        if cost_at[place] == FAR:
                            cost_at[place] = spent
                        label_node[count] = here
                        label_cost[count] = spent
                        label_used[count] = taken
                        label_from[count] = push_from[push]
                        if count == 0 or not (stopping[place] or halting[place]):
                            base = here * 6
                            for side in range(base, base + 6):
                                step = cost_of[side]
                                if step == BARRED:
                                    continue
                                there = neighbours[side]
                                total = spent + step
                                after = taken
                                if is_marked[side]:
                                    if taken < free:
                                        after = taken + 1
                                    else:
                                        total += 1
                                if total > budget:
                                    continue
                                known = lead[there]
                                if total + after >= known & 0xFFFF and total >= known >> 16:
                                    continue
                                beyond = places[there]
                                if forbidden[beyond] or (count == 0 and avoided[beyond]):
                                    continue
                                lead[there] = total << 16 | total + after
                                slot = total * width + after
                                push_node[pushes] = there
                                push_from[pushes] = count
                                push_next[pushes] = -1
                                if head[slot] < 0:
                                    head[slot] = pushes
                                else:
                                    push_next[tail[slot]] = pushes
                                tail[slot] = pushes
                                pushes += 1
                        count += 1
                push = push_next[push]
        self.count = count
        self.pushes = pushes
        return count

    def costs_within(
        self,
        forbid: Buffer,
        stop: Buffer,
        halt: Buffer,
        shy: Buffer,
        start: int,
        budget: int,
        free: int,
    ) -> bytearray:
        """As `reach`, but tells for every place the points it costs; FAR where there is no way."""
        self.reach(forbid, stop, halt, shy, start, budget, free)
        return bytearray(self.points)

    def label(self, place: int) -> int:
        """The cheapest label of a place in the last reach, -1 if it was not reached."""
        places = self.places
        label_node = self.label_node
        for i in range(self.count):
            if places[label_node[i]] == place:
                return i
        return -1

    def labels(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Of every label of the last reach: place, points spent, free steps used, previous label."""
        places = self.places
        label_node = self.label_node
        label_cost = self.label_cost
        label_used = self.label_used
        label_from = self.label_from
        return (
            [places[label_node[i]] for i in range(self.count)],
            [label_cost[i] for i in range(self.count)],
            [label_used[i] for i in range(self.count)],
            [label_from[i] for i in range(self.count)],
        )

    def cheapest(self) -> list[int]:
        """The cheapest label of every place reached, in the order taken."""
        places = self.places
        label_node = self.label_node
        seen = bytearray(self.sites)
        met = seen
        found = []
        for i in range(self.count):
            place = places[label_node[i]]
            if not met[place]:
                met[place] = 1
                found.append(i)
        return found

    def way(self, place: int) -> list[int]:
        """The places of the cheapest way to a reached one, the start not included."""
        places = self.places
        label_node = self.label_node
        label_from = self.label_from
        way = []
        i = self.label(place)
        while label_from[i] >= 0:
            way.append(places[label_node[i]])
            i = label_from[i]
        way.reverse()
        return way
