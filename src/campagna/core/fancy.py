"""Fancies: likings for places without a reason, by which a seat that searches comes upon other plans.

A game's judgement adds them to what a place or a battle is worth. They are part of the style in which
it is asked to play: the same style likes the same places, a style without fancies likes all alike.
"""

from __future__ import annotations

from collections.abc import Mapping

FANCY = "fancy"
"""In a style: the number of the fancies, without a meaning of its own."""
STRENGTHS = (1.0, 2.0, 4.0)
"""How strong fancies are, by their number."""


def fancy(style: Mapping[str, float], place: int) -> float:
    """How much a place is liked, from -1 to 1, or two or four times that."""
    number = style.get(FANCY)
    if number is None:
        return 0.0
    mixed = (int(number) * 0x9E3779B1 + place * 0x85EBCA77) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return STRENGTHS[int(number) % len(STRENGTHS)] * ((mixed ^ (mixed >> 15)) / 0x7FFFFFFF - 1.0)
