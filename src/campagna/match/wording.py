"""Events in words, each worded once for all who see the same.

A match is told over and over: to both sides and those who watch, in the answer to an order, over
the socket, in the log. Most events are open, so most words are shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from campagna.core.contract import LANGUAGES, Event, Game
from campagna.core.messages import Messages, load_messages
from campagna.match.event_text import event_text

Rendered = Annotated[dict[str, Any], msgspec.Meta(title="EventLine")]
"""An event as JSON with `text`, its words in every language, and `cell`, where its die hit a chart."""

MOST_ORDERS = 128
"""Orders whose words are kept; older ones are seldom asked for again."""


class Wording:
    """The words of one match. The caller holds the lock of the match."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._messages = load_messages(game.home)
        self._known: dict[int, dict[tuple[int, str], Rendered | None]] = {}

    def events(self, number: int, events: Sequence[Event], viewer: str) -> list[Rendered]:
        """What the viewer learns of the events of this order."""
        known = self._known.setdefault(number, {})
        found = [self._event_line(known, i, event, viewer) for i, event in enumerate(events)]
        while len(self._known) > MOST_ORDERS:
            del self._known[next(iter(self._known))]
        return [line for line in found if line is not None]

    def _event_line(
        self,
        known: dict[tuple[int, str], Rendered | None],
        index: int,
        event: Event,
        viewer: str,
    ) -> Rendered | None:
        key = (index, viewer)
        if key not in known:
            seen = self._game.witness(event, viewer)
            if seen is event:
                everybody = (index, "")
                if everybody not in known:
                    known[everybody] = render_event(self._messages, event, self._game)
                known[key] = known[everybody]
            else:
                known[key] = (
                    None if seen is None else render_event(self._messages, seen, self._game)
                )
        return known[key]

    def clear(self) -> None:
        """The match is read again."""
        self._known.clear()

    def forget(self, number: int) -> None:
        """This order was taken back."""
        self._known.pop(number, None)


def render_event(messages: Messages, event: Event, game: Game[Any]) -> Rendered:
    text = {language: event_text(messages, event, language) for language in LANGUAGES}
    fields: Rendered = msgspec.to_builtins(event)
    marks: Rendered = {name: True for name in ("opens", "sequel") if getattr(event, name)}
    if event.pieces:
        marks["pieces"] = list(event.pieces)
    cell = game.rolled_mark(event)
    if cell is not None:
        marks["cell"] = msgspec.to_builtins(cell)
    return {**fields, **marks, "text": text}
