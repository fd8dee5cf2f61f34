"""Opponent: movement by divisions.

The divisions close with the enemy, where whoever can fire does and the others stop at the edge of his
reach, or they keep away. Both manners are tried against the whole picture: what our fire would take
now, and what the enemy's answer would take back, since whoever moves fires first but everybody who came
within reach is fired at.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from operator import itemgetter

from campagna.core.bias import BIAS, place_bias
from campagna.core.chance import Chance
from campagna.core.contract import Fact, Order, Refusal
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.opponent.fire_value import Ends, Exchange
from campagna.games.alto_comando.opponent.map_reading import MapReading, Piece
from campagna.games.alto_comando.opponent.places import Candidates, Place
from campagna.games.alto_comando.orders import Done, Move
from campagna.games.alto_comando.rules.losses import points_of
from campagna.games.alto_comando.rules.movement import judge_move
from campagna.games.alto_comando.rules.victory import lead_needed
from campagna.games.alto_comando.state import MOVED, State
from campagna.games.alto_comando.world import HOME
from campagna.plane.bases import Point
from campagna.plane.kernels import flat, overlapped, reached

CLOSE, KEEP = "close", "keep"
STYLES = (CLOSE, KEEP)
MIXED = "mixed"
"""Each division closes or keeps away by the bias of the general."""


class Movement(Weights, frozen=True):
    fear_when_closing: float
    fear_when_keeping: float
    pull_when_closing: float
    pull_when_keeping: float
    out_of_command: float
    followed: float
    late: int
    boxed: int
    leader_caution: float
    trailing_caution: float
    trailing_attack: float
    liking: float
    expected_loss: float
    commanded: float
    headquarters_danger: float
    away_from_division: int


WEIGHTS = load_weights(HOME, "divisions", Movement)
FEAR = {CLOSE: WEIGHTS.fear_when_closing, KEEP: WEIGHTS.fear_when_keeping}
"""How much of the danger of a place counts against it."""
LIKING, EXPECTED_LOSS = WEIGHTS.liking, WEIGHTS.expected_loss
PULL = {CLOSE: WEIGHTS.pull_when_closing, KEEP: WEIGHTS.pull_when_keeping}


class Picture:
    """Where the divisions placed so far would stand at the end of the movement, in order of moving."""

    def __init__(self) -> None:
        self.places: dict[int, Place] = {}
        self.order: list[Piece] = []
        self.seen: dict[int, int] = {}
        """The enemies that each division sees, as bits."""


class Table:
    """A position as it was measured, with the pictures that were made of it: every way shares them."""

    def __init__(self, state: State) -> None:
        self.reading = MapReading(state, state.side)
        self.candidates: dict[float, Candidates] = {}
        """By the pull of the supply bases."""
        self.pictures: dict[tuple[str | float, ...], Picture] = {}
        """By manner and what of the style goes into a picture."""


class Manoeuvre:
    def __init__(
        self, state: State, style: Mapping[str, float], chance: Chance, table: Table | None = None
    ) -> None:
        self.state = state
        self.table = Table(state) if table is None else table
        self.reading = self.table.reading
        self.style, self.chance = style, chance
        self.attack = style.get("attack", 1.0)
        self.caution = style.get("caution", 1.0)
        self.command = style.get("command", 1.0)
        self.fear = style.get("fear", 1.0)
        self.resolve = style.get("resolve", 1.0)
        self.pull = style.get("pull", 1.0)
        self._mind_the_clock()
        self.raid = style.get("raid", 1.0)
        if self.raid not in self.table.candidates:
            self.table.candidates[self.raid] = self._places(self.raid)
        self.candidates = self.table.candidates[self.raid]
        self.exchange = Exchange(
            self.reading, self.attack, self.caution, style.get("momentum", 1.0)
        )
        self.groups: dict[int, list[Piece]] = {}
        for p in self.reading.own:
            if p.mobile and not state.bases[p.base].flags & MOVED:
                self.groups.setdefault(p.group, []).append(p)
        self.distances = {base: min(far, default=0) for base, far in self.reading.gaps.items()}

    def _mind_the_clock(self) -> None:
        """Late in the day who leads refuses contact, and who trails has little to fear."""
        state, side = self.state, self.reading.side
        lead = points_of(state, side) - points_of(state, 1 - side)
        lead += WEIGHTS.boxed * (self.reading.boxed[1 - side] - self.reading.boxed[side])
        late = max(0.0, 1 - self.reading.left / WEIGHTS.late)
        needed = lead_needed(state)
        if lead >= needed:
            self.caution *= 1 + WEIGHTS.leader_caution * late
            self.fear *= 1 + WEIGHTS.leader_caution * late
        elif lead <= -needed:
            self.caution *= 1 - WEIGHTS.trailing_caution * late
            self.attack *= 1 + WEIGHTS.trailing_attack * late

    def _places(self, raid: float) -> Candidates:
        return Candidates(self.reading, raid)

    # --- the plan -------------------------------------------------------------------------------

    def moves(self) -> Iterator[Advice]:
        best = self._best_picture()
        for piece in best.order:
            place = best.places[piece.base]
            if place.at == (piece.x, piece.y):
                continue
            order = Move(self.state.name(piece.base), (place.at,))
            if isinstance(judge_move(self.state, order), Refusal):
                continue
            yield self._advice(order, piece, place)
        yield Done(), 0.0, "done", {}

    def _advice(self, order: Order, piece: Piece, place: Place) -> Advice:
        if place.target is not None:
            chance = place.target.lost_to(piece)
            facts: dict[str, Fact] = {
                "target": self.state.name(place.target.base),
                "percent": round(100 * chance),
            }
            return order, place.target.worth * chance, "close", facts
        return order, 0.0, "keep", {"count": place.threats.bit_count()}

    def _best_picture(self) -> Picture:
        """The better of the manners, or the one that the style asks for."""
        styles: tuple[str, ...] = STYLES
        if "manner" in self.style:
            styles = (STYLES[int(self.style["manner"]) % len(STYLES)],)
        elif BIAS in self.style:
            styles = (MIXED,)
        pictures = [self._picture(own_style) for own_style in styles]
        return max(pictures, key=self._balance)

    def _picture(self, own_style: str) -> Picture:
        """All divisions in this manner, those nearest to the enemy first."""
        place_biases = self.style.get(BIAS, -1.0)
        style_factors = (self.attack, self.command, self.fear, self.resolve, self.pull, self.raid)
        key = (own_style, place_biases, *style_factors)
        if key not in self.table.pictures:
            self.table.pictures[key] = self._drawn(own_style)
        return self.table.pictures[key]

    def _drawn(self, own_style: str) -> Picture:
        picture = Picture()
        nearest = {g: min(self.distances[p.base] for p in self.groups[g]) for g in self.groups}
        for g in sorted(self.groups, key=lambda g: (nearest[g], g)):
            own = STYLES[place_bias(self.style, g) < 0] if own_style == MIXED else own_style
            self._place(picture, g, own)
        return picture

    def promise(self) -> float:
        """What the side to move can expect of its best manner, in points."""
        return max(self._balance(self._picture(CLOSE)), self._balance(Picture()))

    def _balance(self, picture: Picture) -> float:
        places, of = picture.places, self.candidates.of
        ends: Ends = [(p, places.get(p.base) or of(p)[0]) for p in self.reading.own]
        return self.exchange.balance(ends)

    # --- one division ---------------------------------------------------------------------------

    def _place(self, picture: Picture, group: int, own_style: str) -> None:
        """Give every base of a division a place: spotters, then guns, the headquarters last."""
        members = sorted(
            self.groups[group],
            key=lambda p: (p.is_hq, p.lobs, -p.spotting, self.distances[p.base], p.base),
        )
        places = picture.places
        taken = {
            q.base: places[q.base].at if q.base in places else (q.x, q.y) for q in self.reading.own
        }
        left: dict[int, float] = {}
        for piece in members:
            del taken[piece.base]
            if piece.is_hq:
                ranked = self._hq_places(picture, piece)
            else:
                ranked = self._member_places(picture, piece, own_style, left)
            place = self._first_free(piece, ranked, list(taken.values()))
            taken[piece.base] = place.at
            places[piece.base] = place
            picture.order.append(piece)
            picture.seen[group] = picture.seen.get(group, 0) | place.sees
            target = self.exchange.aim(piece, place, picture.seen[group], left)
            if target is not None:
                left[target.bit] = left.get(target.bit, 1.0) * (1 - target.lost_to(piece))

    def _first_free(
        self, piece: Piece, ranked: list[tuple[float, int, Place]], taken: list[Point]
    ) -> Place:
        """The best place that is free and can be reached; staying is always possible."""
        ranked.sort(key=itemgetter(0, 1))
        others = flat(taken)
        for _, _, place in ranked:
            x, y = place.x, place.y
            if x != piece.x or y != piece.y:
                if overlapped(x, y, others) >= 0:
                    continue
                if not self.candidates.legal(piece, place):
                    continue
            return place
        return self.candidates.of(piece)[0]

    def _member_places(
        self, picture: Picture, piece: Piece, own_style: str, left: Mapping[int, float]
    ) -> list[tuple[float, int, Place]]:
        reading = self.reading
        seen = picture.seen.get(piece.group, 0)
        fear, pull = self.fear * FEAR[own_style], self.pull * PULL[own_style]
        if own_style == CLOSE:
            fear /= self.resolve
        worth = reading.worth_at(piece, reading.side, True)
        worth_out = reading.worth_at(piece, reading.side, False)
        alone = piece.group not in reading.hqs
        prices = (worth, (worth + worth_out) / 2, worth_out)
        penalty = 0.0 if alone else self.command * WEIGHTS.out_of_command
        penalties = (0.0, WEIGHTS.followed * penalty, penalty)
        ranked = []
        for number, place in enumerate(self.candidates.of(piece)):
            score = pull * place.pull - penalties[place.command]
            if place.aims or place.sees:
                score += self.attack * self._gain(piece, place, seen, left)
            if place.danger:
                score -= fear * place.danger * prices[place.command]
            ranked.append((-score, number, place))
        return ranked

    def _gain(self, piece: Piece, place: Place, seen: int, left: Mapping[int, float]) -> float:
        """What the base takes by its own fire there, and what it lets guns and aircraft take."""
        gain = 0.0
        target = self.exchange.aim(piece, place, seen | place.sees, left)
        if target is not None:
            liking = 1.0 + LIKING * place_bias(self.style, target.base)
            gain = liking * target.worth * target.lost_to(piece) * left.get(target.bit, 1.0)
        fresh = place.sees & ~seen
        if fresh:
            gain += EXPECTED_LOSS * self.exchange.spotting(piece.group, fresh)
        return gain

    def _hq_places(self, picture: Picture, piece: Piece) -> list[tuple[float, int, Place]]:
        """Where it commands most of its division and can be fired at by the fewest."""
        radius = self.reading.radius[piece.group]
        ends = [
            picture.places[p.base].at if p.base in picture.places else (p.x, p.y)
            for p in self.reading.own
            if p.group == piece.group and p.base != piece.base
        ]
        many = max(1, len(ends))
        mean_x, mean_y = sum(x for x, _ in ends) / many, sum(y for _, y in ends) / many
        ranked = []
        places = self.candidates.of(piece)
        at = flat([place.at for place in places])
        commanded = reached(at, flat(ends), array("i", [radius] * len(ends)))
        worth = WEIGHTS.commanded * self.command
        fear = WEIGHTS.headquarters_danger * self.fear
        for number, place in enumerate(places):
            covered = commanded[number].bit_count()
            score = worth * covered - fear * place.danger
            if ends:
                score -= (
                    abs(place.x - mean_x) + abs(place.y - mean_y)
                ) / WEIGHTS.away_from_division
            ranked.append((-score, number, place))
        return ranked
