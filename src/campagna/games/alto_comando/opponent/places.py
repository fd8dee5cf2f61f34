"""Opponent: places where a base might go, each with whom it could fire at and who could strike it there.

Directions of the compass, rings round enemies at the own range and just beyond their reach. Everything
is measured once; plans only weigh it.
"""

from __future__ import annotations

from array import array
from math import cos, hypot, pi, sin

from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.opponent.flanking import Approach
from campagna.games.alto_comando.opponent.map_reading import MapReading, Piece
from campagna.games.alto_comando.rules.geometry import ground_of
from campagna.games.alto_comando.world import HOME
from campagna.plane.bases import HALF, SIDE, Point
from campagna.plane.kernels import flat, gaps, nearest_reached, reached


class Looking(Weights, frozen=True):
    ringed: int
    turn_aside: float
    inner_ring: int
    followed: int
    far_from_all: int
    unattractive: int
    fast: int
    slow_raider: float
    answering: int


WEIGHTS = load_weights(HOME, "places", Looking)
DIRECTIONS = [(cos(k * pi / 6), sin(k * pi / 6)) for k in range(12)]
SIDEWAYS = [(cos(turn), sin(turn)) for turn in (0.0, WEIGHTS.turn_aside, -WEIGHTS.turn_aside)]
"""Directions in which a ring is entered: the straight way, and a little aside."""
COMMAND = (2, 2, 1, 0)
"""How a place is commanded: by whether it is within the radius, and the radius of one who follows."""
FAR = WEIGHTS.unattractive


class Place:
    """A place for one base, with what it means there."""

    __slots__ = ("aims", "at", "command", "danger", "pull", "sees", "target", "threats", "x", "y")

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y
        self.at: Point = (x, y)
        self.threats = 0
        """Enemies that could come and fire at it, as bits."""
        self.danger = 0.0
        """The chance to be lost there if a third of them do."""
        self.sees = 0
        """Enemies in its sight, as bits."""
        self.aims = 0
        """Enemies in its range, as bits."""
        self.target: Piece | None = None
        """The enemy it would fire at by the rule of the nearest."""
        self.command = 0
        """0 under command, 1 if its headquarters comes after it, 2 out of command."""
        self.pull = 0.0
        """How much nearer to what attracts it, in points."""


class Candidates:
    """The places of all bases of a side, found when first asked for."""

    def __init__(self, reading: MapReading, raid: float) -> None:
        self.reading = reading
        self.raid = raid
        self.approach = Approach(reading)
        self._places: dict[int, list[Place]] = {}
        self._legal: dict[tuple[int, Point], bool] = {}
        self._dangers: dict[tuple[float, float], dict[int, float]] = {}
        """The danger from each set of enemies, by how easily the base is lost."""
        land = reading.state.field.land
        self.land = land[0] + HALF, land[1] + HALF, land[2] - HALF, land[3] - HALF

    def of(self, piece: Piece) -> list[Place]:
        """The first place is where the base stands now."""
        found = self._places.get(piece.base)
        if found is None:
            found = self._places[piece.base] = self._measured(piece)
        return found

    def legal(self, piece: Piece, place: Place) -> bool:
        """Whether one straight leg leads there, whoever of the friends stands there."""
        key = (piece.base, place.at)
        known = self._legal.get(key)
        if known is None:
            known = self._legal[key] = self._is_legal(piece, place)
        return known

    def _is_legal(self, piece: Piece, place: Place) -> bool:
        if place.x == piece.x and place.y == piece.y:
            return True
        state = self.reading.state
        unit = state.unit(piece.base)
        ground = ground_of(state, unit.side, unit.is_infantry)
        return ground.move_violation([(piece.x, piece.y), place.at], piece.move) is None

    # --- measuring ------------------------------------------------------------------------------

    def _measured(self, piece: Piece) -> list[Place]:
        foes = self.reading.foes
        far = self.reading.gaps[piece.base]
        by_distance = sorted(range(len(foes)), key=far.__getitem__)
        nearest = [foes[i] for i in by_distance[: WEIGHTS.ringed]]
        if foes and far[by_distance[0]] > piece.move + WEIGHTS.far_from_all:
            nearest = []
        goal = self._goal(piece, [(far[i], foes[i]) for i in by_distance])
        places = [Place(px, py) for px, py in self._points(piece, nearest)]
        at = flat([place.at for place in places])
        self._measure_command(piece, places, at)
        self._measure_danger(piece, places, at, far)
        self._measure_aims(piece, places, at, far)
        if goal is not None:
            self._measure_pull(goal, places, at)
        return places

    def _goal(self, piece: Piece, gaps: list[tuple[int, Piece]]) -> Piece | None:
        """What attracts the base most: worth, and less the farther it is."""
        best, found = 0.0, None
        for far, f in gaps:
            weight = f.worth
            if f.is_supply:
                # Only the fast go round the flank for it.
                weight *= (
                    self.raid if piece.move > WEIGHTS.fast else WEIGHTS.slow_raider * self.raid
                )
            if weight <= best:
                continue
            if f.is_supply:
                far = self.approach.distance(f, piece.x, piece.y)
            pull = weight * (1 - far / FAR)
            if pull > best:
                best, found = pull, f
        return found

    def _measure_command(self, piece: Piece, places: list[Place], at: array[int]) -> None:
        if piece.is_hq or piece.is_supply:
            return
        head = self.reading.hqs.get(piece.group)
        if head is None:
            for place in places:
                place.command = 2
            return
        radius = self.reading.radius[piece.group]
        slack = WEIGHTS.followed if head.mobile else 0
        heads = array("i", (head.x, head.y, head.x, head.y))
        degrees = reached(at, heads, array("i", (radius, radius + slack)))
        for place, degree in zip(places, degrees, strict=True):
            place.command = COMMAND[degree]

    def _measure_danger(
        self, piece: Piece, places: list[Place], at: array[int], distances: list[int]
    ) -> None:
        foes, move = self.reading.foes, piece.move
        reaches = [
            f.reach if f.reach and far <= move + f.reach else -1
            for far, f in zip(distances, foes, strict=True)
        ]
        if max(reaches, default=-1) < 0:
            return
        known = self._dangers.setdefault((piece.loss, piece.loss88), {})
        threats = reached(at, self.reading.foes_at, array("i", reaches))
        for place, bits in zip(places, threats, strict=True):
            if bits:
                place.threats = bits
                if bits not in known:
                    known[bits] = self._danger(piece, bits)
                place.danger = known[bits]

    def _danger(self, piece: Piece, threats: int) -> float:
        safe, answering = 1.0, WEIGHTS.answering
        for f in self.reading.foes:
            if f.bit & threats:
                safe *= 1 - piece.lost_to(f) / answering
        return 1 - safe

    def _measure_aims(
        self, piece: Piece, places: list[Place], at: array[int], distances: list[int]
    ) -> None:
        sight = piece.move + max(piece.range_, piece.spotting)
        near = [far <= sight for far in distances]
        if not any(near):
            return
        foes = self.reading.foes
        sights = array("i", [piece.spotting if is_near else -1 for is_near in near])
        ranges = array("i", [piece.range_ if is_near else -1 for is_near in near])
        for place, bits in zip(places, reached(at, self.reading.foes_at, sights), strict=True):
            place.sees = bits
        aims = reached(at, self.reading.foes_at, ranges)
        targets = nearest_reached(at, self.reading.foes_at, ranges)
        for place, bits, target in zip(places, aims, targets, strict=True):
            if bits:
                place.aims, place.target = bits, foes[target]

    def _measure_pull(self, goal: Piece, places: list[Place], at: array[int]) -> None:
        if goal.is_supply:
            far = [self.approach.distance(goal, place.x, place.y) for place in places]
        else:
            far = gaps(at, array("i", (goal.x, goal.y)))
        for place, away in zip(places, far, strict=True):
            place.pull = goal.worth * (1 - away / FAR)

    # --- finding --------------------------------------------------------------------------------

    def _points(self, piece: Piece, nearest: list[Piece]) -> list[Point]:
        """Distinct places on the land within one straight leg."""
        x, y, move = piece.x, piece.y, piece.move
        found: dict[Point, None] = {(x, y): None}
        if not move:
            return list(found)
        for cx, cy in DIRECTIONS:
            found[x + int(move * cx), y + int(move * cy)] = None
        if nearest:
            for cx, cy in DIRECTIONS[::2]:
                found[x + int(move * cx) // 2, y + int(move * cy) // 2] = None
        for f in nearest:
            for at in self._rings(piece, f):
                found[at] = None
        left, top, right, bottom = self.land
        return [p for p in found if left <= p[0] <= right and top <= p[1] <= bottom]

    def _rings(self, piece: Piece, foe: Piece) -> list[Point]:
        """On the way from the enemy to the base: at its own range, and out of the enemy's reach."""
        dx, dy = piece.x - foe.x, piece.y - foe.y
        away = hypot(dx, dy)
        if away == 0:
            return []
        ways = [((dx * c - dy * s) / away, (dx * s + dy * c) / away) for c, s in SIDEWAYS]
        x, y, farthest = piece.x, piece.y, piece.move * piece.move
        found = []
        rings = {
            piece.range_,
            WEIGHTS.inner_ring * piece.range_ // 5,
            piece.spotting,
            foe.reach + 1,
        }
        for ring in sorted(rings):
            # Not even straight towards the enemy, or away from him, is it within one move.
            if ring <= 1 or abs(away - ring - SIDE) > piece.move + 2:
                continue
            for ux, uy in ways:
                ax, ay = foe.x + int(ux * (ring + SIDE)), foe.y + int(uy * (ring + SIDE))
                if (ax - x) * (ax - x) + (ay - y) * (ay - y) <= farthest:
                    found.append((ax, ay))
        return found
