"""How the table speaks: in words to people, in JSON lines to programs."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, Protocol

import click
import msgspec

from campagna.cli.language import language, named, outcome_text, say
from campagna.cli.offer_text import print_offers
from campagna.cli.order_text import Wording
from campagna.cli.screen import compact, print_json, print_position
from campagna.core.contract import Event, Game, Order, Outcome, Refusal, State, Step, View
from campagna.core.messages import load_messages
from campagna.match.event_text import event_text

_LINE = 110
"""An order that makes a longer line is told in words only."""

_WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what was scrolled out of it."""


class Voice(Protocol):
    def ask(self, step: Step, state: State, choices: list[Order]) -> None:
        """`choices` are some of the orders that the side may give in this state."""

    def hand_over(self, side: str) -> bool:
        """The keyboard goes to somebody who must not read what is on the screen.

        True if the screen was cleared, so that the news must be told again.
        """

    def played(self, side: str, order: Order | None, events: list[Event]) -> None:
        """`order` is None where the listener may only know what came of it."""

    def refused(self, refusal: Refusal) -> None: ...

    def note(self, message: str) -> None: ...

    def offers(self, state: State) -> None:
        """All that may be ordered, as data."""

    def view(self, view: View) -> None: ...

    def over(self, outcome: Outcome) -> None: ...


class Words:
    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.messages = load_messages(game.home)
        self._wording = Wording(self.messages)

    def ask(self, step: Step, state: State, choices: list[Order]) -> None:
        click.echo()
        side = named(self.messages, "side", step.side)
        click.echo(f"{side}: {self.messages.prompt(step, language())} [{step.rule}]")
        print_offers(self.game, self.messages, state)
        lines = [(self._wording.order(order), compact(order)) for order in choices]
        wide = max((len(words) for words, _ in lines), default=0)
        for number, (words, json) in enumerate(lines, start=1):
            both = f"{words:<{wide}}  {json}"
            click.echo(f"  {number:2}  {both if len(both) <= _LINE else words}")

    def hand_over(self, side: str) -> bool:
        named_side = named(self.messages, "side", side)
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            click.echo(say(f"(la tastiera a: {named_side})", f"(the keyboard to: {named_side})"))
            return False
        click.echo(_WIPE, nl=False)
        with suppress(EOFError):
            input(
                say(
                    f"Passa la tastiera a: {named_side}. Poi premi Invio. ",
                    f"Pass the keyboard to: {named_side}. Then press Enter. ",
                )
            )
        return True

    def played(self, side: str, order: Order | None, events: list[Event]) -> None:
        click.echo(f"{named(self.messages, 'side', side)}: {self._order_words(order)}")
        for event in events:
            text = event_text(self.messages, event, language())
            click.echo(f"  {text} [{event.rule}]")

    def _order_words(self, order: Order | None) -> str:
        return "..." if order is None else self._wording.order(order)

    def refused(self, refusal: Refusal) -> None:
        reason = self.messages.refusal(refusal, language())
        click.echo(say("rifiutato: ", "refused: ") + f"{reason} [{refusal.rule}]")

    def note(self, message: str) -> None:
        click.echo(message)

    def offers(self, state: State) -> None:
        print_json(tuple(self.game.offers(state)))

    def view(self, view: View) -> None:
        print_position(view.position)

    def over(self, outcome: Outcome) -> None:
        click.echo()
        click.echo(say("Partita finita: ", "Game over: ") + outcome_text(self.messages, outcome))


class JsonLines:
    """One object a line, named by its only key."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.messages = load_messages(game.home)

    def ask(self, step: Step, state: State, choices: list[Order]) -> None:
        offers = tuple(self.game.offers(state))
        self._line("ask", {"step": step, "offers": offers, "choices": choices})

    def hand_over(self, side: str) -> bool:
        """Programs have no screen to hide."""
        return False

    def played(self, side: str, order: Order | None, events: list[Event]) -> None:
        self._line("played", {"side": side, "order": order, "events": events})

    def refused(self, refusal: Refusal) -> None:
        reason = self.messages.refusal(refusal, language())
        self._line("refused", {"rule": refusal.rule, "reason": reason})

    def note(self, message: str) -> None:
        self._line("note", message)

    def offers(self, state: State) -> None:
        self._line("offers", tuple(self.game.offers(state)))

    def view(self, view: View) -> None:
        self._line("view", view)

    def over(self, outcome: Outcome) -> None:
        self._line("over", outcome)

    def _line(self, name: str, value: Any) -> None:
        click.echo(msgspec.json.encode({name: value}))
