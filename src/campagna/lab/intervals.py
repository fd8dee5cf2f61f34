"""How sure a result is: intervals for shares and for ratings, by seeded resampling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, log10, sqrt
from random import Random
from typing import Literal

import msgspec

Z95 = 1.96
RESAMPLES = 400
ELO = 400.0
"""Points of rating for ten to one."""
ROUNDS = 60


class Share(msgspec.Struct, frozen=True):
    """A share of points with its 95% interval."""

    share: float
    low: float
    high: float
    games: int


def wilson(points: float, games: int) -> Share:
    """The share of independent games, with Wilson's interval."""
    if not games:
        return Share(0.0, 0.0, 1.0, 0)
    p = points / games
    z2 = Z95 * Z95
    middle = (p + z2 / (2 * games)) / (1 + z2 / games)
    spread = Z95 * sqrt(p * (1 - p) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return Share(p, max(0.0, middle - spread), min(1.0, middle + spread), games)


def measured_by(share: Share, target: float) -> Literal["reached", "near", "missed"]:
    """Whether a share reaches a target, or lies within two standard errors below it."""
    if share.share >= target:
        return "reached"
    error = sqrt(share.share * (1 - share.share) / share.games)
    return "near" if share.share + 2 * error >= target else "missed"


class Verdict(msgspec.Struct, frozen=True):
    """What a sequential test says, and after how many games it was sure (all of them while open)."""

    share: Literal["strong", "weak", "open"]
    games: int


def sequential(
    pairs: Sequence[Sequence[float]], weak: float, strong: float, error: float = 0.05
) -> Verdict:
    """Wald's test, pair after pair: is the true share rather the strong or the weak one? A draw counts
    as half a victory; games count as independent of each other."""
    won, lost = log(strong / weak), log((1 - strong) / (1 - weak))
    bound = log((1 - error) / error)
    evidence, games = 0.0, 0
    for pair in pairs:
        evidence += sum(points * won + (1 - points) * lost for points in pair)
        games += len(pair)
        if abs(evidence) >= bound:
            return Verdict("strong" if evidence > 0 else "weak", games)
    return Verdict("open", games)


def paired(pairs: Sequence[Sequence[float]], seed: int = 1) -> Share:
    """The share of games played in pairs (same dice, sides swapped): the pairs are resampled."""
    games = sum(len(p) for p in pairs)
    if not games:
        return Share(0.0, 0.0, 1.0, 0)
    points = sum(sum(p) for p in pairs)
    share = points / games
    if points in (0, games):
        return wilson(points, games)  # resampling a clean sweep would pretend to be certain
    random = Random(seed)
    means = []
    for _ in range(RESAMPLES):
        drawn = [pairs[random.randrange(len(pairs))] for _ in pairs]
        means.append(sum(sum(p) for p in drawn) / sum(len(p) for p in drawn))
    means.sort()
    cut = int(0.025 * RESAMPLES)
    return Share(share, means[cut], means[-1 - cut], games)


Meetings = Mapping[tuple[str, str], tuple[float, int]]
"""For two names in their order: the points of the first, and the number of games."""


def ratings(names: Sequence[str], meetings: Meetings) -> dict[str, float]:
    """Bradley-Terry strengths on the Elo scale, the first name at 0.

    Every meeting gets half a game drawn on top, so that a clean sweep has a finite rating.
    """
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        for name in names:
            won, met = 0.0, 0.0
            for (a, b), (points, games) in meetings.items():
                if name in (a, b):
                    other = b if name == a else a
                    won += (points if name == a else games - points) + 0.25
                    met += (games + 0.5) / (strength[name] + strength[other])
            if met:
                strength[name] = won / met
    anchor = strength[names[0]]
    return {name: ELO * log10(strength[name] / anchor) for name in names}


def rating_intervals(
    names: Sequence[str],
    pairs: Mapping[tuple[str, str], Sequence[Sequence[float]]],
    seed: int = 1,
) -> dict[str, tuple[float, float]]:
    """95% of the ratings that resampled pairs lead to."""
    random = Random(seed)
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(RESAMPLES // 4):
        meetings = {}
        for key, played in pairs.items():
            drawn = [played[random.randrange(len(played))] for _ in played]
            meetings[key] = (sum(map(sum, drawn)), sum(map(len, drawn)))
        for name, rating in ratings(names, meetings).items():
            found[name].append(rating)
    cut = max(0, int(0.025 * len(next(iter(found.values())))))
    return {n: (sorted(r)[cut], sorted(r)[-1 - cut]) for n, r in found.items()}
