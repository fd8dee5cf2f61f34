"""How the table speaks: in words to people, in JSON lines to programs."""

from __future__ import annotations

from typing import Any, Protocol

import click
import msgspec

from campagna.cli.screen import compact, print_json, print_offers, print_position
from campagna.cli.speech import language, outcome_text, say
from campagna.core.contract import Event, Game, Order, Outcome, Refusal, Step, View
from campagna.core.messages import load_messages
from campagna.match.telling import event_text


class Voice(Protocol):
    def ask(self, step: Step, offers: dict[str, Any], choices: list[Order]) -> None: ...

    def played(self, side: str, order: Order | None, events: list[Event]) -> None:
        """`order` is None where the listener may only know what came of it."""

    def refused(self, refusal: Refusal) -> None: ...

    def note(self, message: str) -> None: ...

    def listing(self, offers: dict[str, Any]) -> None: ...

    def view(self, view: View) -> None: ...

    def over(self, outcome: Outcome) -> None: ...


class Words:
    def __init__(self, game: Game[Any]) -> None:
        self.messages = load_messages(game.home)

    def ask(self, step: Step, offers: dict[str, Any], choices: list[Order]) -> None:
        click.echo()
        click.echo(f"{step.side}: {self.messages.prompt(step, language())} [{step.rule}]")
        print_offers(offers)
        for number, order in enumerate(choices, start=1):
            click.echo(f"  {number:2}  {compact(order)}")

    def played(self, side: str, order: Order | None, events: list[Event]) -> None:
        click.echo(f"{side}: {compact(order) if order is not None else '...'}")
        for event in events:
            click.echo(f"  {event_text(self.messages, event, language())} [{event.rule}]")

    def refused(self, refusal: Refusal) -> None:
        reason = self.messages.refusal(refusal, language())
        click.echo(say("rifiutato: ", "refused: ") + f"{reason} [{refusal.rule}]")

    def note(self, message: str) -> None:
        click.echo(message)

    def listing(self, offers: dict[str, Any]) -> None:
        print_json(offers)

    def view(self, view: View) -> None:
        print_position(view.position)

    def over(self, outcome: Outcome) -> None:
        click.echo()
        click.echo(say("Partita finita: ", "Game over: ") + outcome_text(self.messages, outcome))


class JsonLines:
    """One object a line, named by its only key."""

    def __init__(self, game: Game[Any]) -> None:
        self.messages = load_messages(game.home)

    def ask(self, step: Step, offers: dict[str, Any], choices: list[Order]) -> None:
        self._line("ask", {"step": step, "offers": offers, "choices": choices})

    def played(self, side: str, order: Order | None, events: list[Event]) -> None:
        self._line("played", {"side": side, "order": order, "events": events})

    def refused(self, refusal: Refusal) -> None:
        reason = self.messages.refusal(refusal, language())
        self._line("refused", {"rule": refusal.rule, "reason": reason})

    def note(self, message: str) -> None:
        self._line("note", message)

    def listing(self, offers: dict[str, Any]) -> None:
        self._line("offers", offers)

    def view(self, view: View) -> None:
        self._line("view", view)

    def over(self, outcome: Outcome) -> None:
        self._line("over", outcome)

    def _line(self, name: str, value: Any) -> None:
        click.echo(msgspec.json.encode({name: value}))
