"""Judgement: what a plan hands over, an order with its gain and the reason for it."""

from __future__ import annotations

from collections.abc import Mapping

from campagna.core.contract import Fact, Order

Counsel = tuple[Order, float, str, Mapping[str, Fact]]
"""The order, what it is thought to gain in combat points, a key of the reasons and its facts."""
