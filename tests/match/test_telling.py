"""Sentences about nothing are left out; everything else is said as the game words it."""

from __future__ import annotations

from campagna.core.messages import load_messages
from campagna.games.lion_of_judah import field_events as lion
from campagna.games.registry import load_game
from campagna.match.event_text import event_text


def test_a_marker_that_returns_at_once_says_nothing_of_a_delay() -> None:
    messages = load_messages(load_game("lion-of-judah").home)
    back = lion.AirReturned(rule="10.1.2", marker="it_air1", die=3)
    late = lion.AirReturned(rule="10.1.2", marker="it_air1", die=6, due=4)
    assert event_text(messages, back, "en") == "Return of Italian air marker 1, die 3."
    assert event_text(messages, back, "it") == "Rientro di Segnalino aereo italiano 1, dado 3."
    assert event_text(messages, late, "en").endswith("comes back on turn 4")
    assert event_text(messages, late, "it").endswith("torna nel turno 4")


def test_a_no_is_said() -> None:
    messages = load_messages(load_game("lion-of-judah").home)
    tag = str(lion.MarchRolled.__struct_config__.tag)
    assert "Entered" in messages.tables["event"][tag]["en"]
    march = lion.MarchRolled(rule="11.5", side="italian", units=(), to="1010", die=6)
    assert "Entered: " in event_text(messages, march, "en")
