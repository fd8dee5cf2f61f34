"""Opponent: how a battle ends at given odds, and which odds are worth gathering units for.

Everything here is read from the printed table and from the odds of an automatic victory.
"""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from campagna.core.weights import Weights, load_weights
from campagna.games.afrika_korps.world import HOME, load_world
from campagna.tables.chances import column_chances


class OddsWeights(Weights, frozen=True):
    poor_odds: float
    poor_exchange: float


W = load_weights(HOME, "odds_outlook", OddsWeights)

RESULTS = ("AE", "AR", "EX", "DR", "DE")


class Chances(msgspec.Struct, frozen=True):
    """How a battle ends at given odds."""

    attackers_lost: float
    attackers_back: float
    exchange: float
    defenders_back: float
    defenders_lost: float


@lru_cache(maxsize=4096)
def chances(attack: int, defence: int) -> Chances:
    """From the printed table; above its last column the defenders are lost without a die."""
    world = load_world()
    if attack >= world.tables["odds"]["automatic_from"] * defence:
        return Chances(0.0, 0.0, 0.0, 0.0, 1.0)
    found = column_chances(world.crt, world.crt.column(attack, defence))
    return Chances(*(float(found.get(r, 0)) for r in RESULTS))


@cache
def levels() -> tuple[int, ...]:
    """Odds to one that are worth gathering units for, the best first.

    What is certain, what is certain against those who cannot go back, the least odds at which the
    attackers are never lost, and a gamble one column below.
    """
    book = load_world().tables["odds"]
    certain: int = book["automatic_from"]
    safe = next(n for n in range(1, certain + 1) if not chances(n, 1).attackers_lost)
    return certain, book["surrounded_from"], safe, safe - 1


@cache
def dangers() -> tuple[float, ...]:
    """By the whole odds to one that an attacker brings: the chance that the defenders are lost to him.

    An exchange costs them all at even odds or better. The first entry is for anything less than that:
    half of what 1-2 takes, since fewer factors may come.
    """
    certain: int = load_world().tables["odds"]["automatic_from"]
    poor = chances(1, 2)
    found = [W.poor_odds * (poor.defenders_lost + W.poor_exchange * poor.exchange)]
    for n in range(1, certain + 1):
        p = chances(n, 1)
        found.append(p.defenders_lost + p.exchange)
    return tuple(found)
