"""Biases: likings for places without a reason, by which a bot that searches comes upon other plans.

A game's evaluator adds them to what a place or a battle is worth. They are part of the style in which
it is asked to play: the same style likes the same places, a style without a bias likes all alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

BIAS = "fancy"
"""In a style: the number of the bias, without a meaning of its own."""
STRENGTHS = (1.0, 2.0, 4.0)
"""How strong biases are, by their number."""


def place_bias(style: Mapping[str, float], place: int) -> float:
    """How much a place is liked, from -1 to 1, or two or four times that."""
    number = style.get(BIAS)
    return 0.0 if number is None else _liking(int(number), place)


def place_biases(style: Mapping[str, float], places: int) -> tuple[float, ...] | None:
    """How much each of the first `places` places is liked; nothing for a style without a bias."""
    number = style.get(BIAS)
    return None if number is None else _likings(int(number), places)


def _liking(number: int, place: int) -> float:
    mixed = (number * 0x9E3779B1 + place * 0x85EBCA77) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return STRENGTHS[number % len(STRENGTHS)] * ((mixed ^ (mixed >> 15)) / 0x7FFFFFFF - 1.0)


@lru_cache(maxsize=128)
def _likings(number: int, places: int) -> tuple[float, ...]:
    """Kept, because a seat tries the same style in world after world, plan after plan."""
    return tuple(_liking(number, place) for place in range(places))
