"""Opponent: what was measured for a position is not measured again.

A general plays the same phase many times over, in other ways and with other dice. All that is kept here
follows from the position, so that to remember it, or to forget it, changes no order.
"""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock

from campagna.games.alto_comando.opponent.divisions import Table
from campagna.games.alto_comando.state import State

POSITIONS = 32
"""How many are kept: those of a few play-outs."""


class Notebook:
    """The tables of the last positions that were asked for, by seats of whatever thread."""

    def __init__(self) -> None:
        self._tables: dict[Hashable, Table] = {}
        self._lock = Lock()

    def table(self, state: State) -> Table:
        key = _position(state)
        with self._lock:
            # The one asked for last stands at the end, so that the first is the one to forget.
            found = self._tables.pop(key, None)
            if found is None:
                # The state goes on being played; what is measured later is of the position as it is.
                found = Table(state.copy())
            self._tables[key] = found
            if len(self._tables) > POSITIONS:
                del self._tables[next(iter(self._tables))]
        return found


def _position(state: State) -> Hashable:
    """All that a plan of movement depends on."""
    return (
        state.roster,
        frozenset(state.options.items()),
        state.turned,
        state.phase,
        state.side,
        state.turn,
        tuple(state.bases),
        tuple(state.strips),
        tuple(state.segments),
        tuple(state.spans),
        tuple(state.air),
        tuple(state.tallies),
    )
