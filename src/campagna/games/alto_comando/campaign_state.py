"""What a campaign remembers from one battle to the next.

While the forces of the next battle are being gathered it also holds which cards each side has
chosen. It is frozen: a change makes a new one.
"""

from __future__ import annotations

import msgspec

Cards = tuple[str, ...]


class CampaignState(msgspec.Struct, frozen=True, omit_defaults=True):
    front: int
    """The area of the next battle, by its place in the row (A-27)."""
    battle: int = 1
    area_chosen: bool = False
    assault: bool = False
    """The battle is fought in the side area, Tobruk (A-28)."""
    chosen: tuple[Cards | None, Cards | None] = (None, None)
    """What each side chose; secret until both have (D-2)."""
    drawn: tuple[Cards, Cards] = ((), ())
    revealed: bool = False
    attached: tuple[str, ...] = ()
    """Formations without HQ that have been decided on, with a host or without (A-23)."""
    tanks_mixed: bool = False
    cruisers: Cards = ()
    """British tank bases taken as cruisers (DIV-17)."""
    out: tuple[tuple[str, int], ...] = ()
    """Cards left out of the deck and the last battle they miss (CAM-6)."""
    won: tuple[int, int] = (0, 0)
    after_great_victory: bool = False
    commander: int = 0
    """Which of the British commanders leads, where they are replaced (C9-3)."""

    def hand(self, side: int) -> Cards:
        return (*(self.chosen[side] or ()), *self.drawn[side])

    def is_out(self, card: str) -> bool:
        """`out` holds nothing that is over: see `_still_out`."""
        return any(left == card for left, _ in self.out)
