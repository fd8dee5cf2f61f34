"""A table in the terminal: people take turns at one keyboard, bots answer by themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from campagna.bots.bots import Bot, Explaining
from campagna.cli.language import language, say
from campagna.cli.output import Voice
from campagna.cli.saves import save_match
from campagna.cli.screen import compact
from campagna.core.chance import SeededChance
from campagna.core.contract import SPECTATOR, Event, Offers, Order, Refused, Step
from campagna.match.bot_reasons import equals
from campagna.match.match import CannotUndo, Match
from campagna.match.strict_json import decode_order

_CHOICES = 9
_SAMPLES = 60
"""Draws from the offers to find the choices shown: enough to find all of a handful."""


class BadOrder(ValueError):
    """What was typed is neither a choice nor an order."""


class Table:
    def __init__(self, match: Match, bots: Mapping[str, Bot], voice: Voice) -> None:
        self.match = match
        self.bots = bots
        self.voice = voice
        self.people = [
            side for side in match.game.scenario(match.record.head.setup).sides if side not in bots
        ]
        self._seated = ""
        """Who has the keyboard."""
        self._missed: dict[str, list[tuple[str, list[Event]]]] = {}
        """What happened, as each person may know it, since that person had the keyboard."""

    def play(self) -> None:
        """Until the game is over, somebody quits or the input ends."""
        lines = typed_lines()
        while (step := self.match.step) is not None:
            if step.side in self.bots:
                self._bot_decides(step)
            else:
                self._hand_over(step.side)
                if not self._person_decides(step, lines):
                    return
        if self.match.outcome is not None:
            self.voice.over(self.match.outcome)

    def _hand_over(self, side: str) -> None:
        """Between people who may not see the same the screen is cleared, and the news told again."""
        missed = self._missed.pop(side, [])
        before, self._seated = self._seated, side
        if before in ("", side) or side in equals(self.match.game, self.match.state, before):
            return
        if self.voice.hand_over(side):
            for mover, events in missed:
                self.voice.played(mover, None, events)

    def _remember(self, side: str, events: list[Event]) -> None:
        for person in self.people:
            if person != side:
                seen = self._seen(events, person)
                self._missed.setdefault(person, []).append((side, seen))

    def _bot_decides(self, step: Step) -> None:
        game, state = self.match.game, self.match.state
        look = partial(game.view, state, step.side)
        seat = self.bots[step.side]
        events = self.match.play(seat.decide(game.offers(state), look))
        self._remember(step.side, events)
        viewer = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.voice.played(step.side, None, self._seen(events, viewer))
        why = seat.explain() if isinstance(seat, Explaining) and not self.people else None
        if why is not None:
            # Only where seats play among themselves: an opponent should not hear what is intended.
            self.voice.note("  " + why[language()])

    def _person_decides(self, step: Step, lines: Iterator[str]) -> bool:
        """One decision, asked for until an order is accepted or taken back. False to leave."""
        offers = self.match.game.offers(self.match.state)
        draw = 0
        choices = self._choices(offers, draw)
        self.voice.ask(step, self.match.state, choices)
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "quit":
                return False
            if word == "undo":
                if self._undo():
                    return True
            elif word == "save":
                self._save(rest.strip())
            elif word == "look":
                self.voice.view(self.match.game.view(self.match.state, step.side))
            elif word == "offers":
                self.voice.offers(self.match.state)
            elif word == "more":
                draw += 1
                choices = self._choices(offers, draw)
                self.voice.ask(step, self.match.state, choices)
            elif word == "help":
                self.voice.note(_help())
            elif self._order(step, line, choices):
                return True
        return False

    def _order(self, step: Step, line: str, choices: list[Order]) -> bool:
        try:
            order = self._understood(line, choices)
            events = self.match.play(order)
        except BadOrder as problem:
            self.voice.note(str(problem))
            return False
        except Refused as refused:
            self.voice.refused(refused.refusal)
            return False
        self._remember(step.side, events)
        self.voice.played(step.side, order, self._seen(events, step.side))
        return True

    def _understood(self, line: str, choices: list[Order]) -> Order:
        count = len(choices)
        numbered = {str(number): order for number, order in enumerate(choices, start=1)}
        if line in numbered:
            return numbered[line]
        if line.isdecimal():
            raise BadOrder(say(f"le scelte vanno da 1 a {count}", f"choices go from 1 to {count}"))
        if not line.startswith("{"):
            raise BadOrder(f"'{line}'? {_help()}")
        order: Order = decode_order(
            line.encode(errors="replace"), self.match.game.order_type, "order", BadOrder
        )
        return order

    def _choices(self, offers: Offers, draw: int) -> list[Order]:
        """Some orders from the offers, the same whenever the same question is asked."""
        chance = SeededChance(len(self.match.record.entries) * 1_000 + draw)
        found: dict[str, Order] = {}
        for _ in range(_SAMPLES):
            order = offers.sample(chance)
            found[compact(order)] = order
            if len(found) == _CHOICES:
                break
        return [found[text] for text in sorted(found)]

    def _seen(self, events: list[Event], viewer: str) -> list[Event]:
        seen = [self.match.game.witness(event, viewer) for event in events]
        return [event for event in seen if event is not None]

    def _undo(self) -> bool:
        try:
            self.match.undo()
        except CannotUndo:
            self.voice.note(
                say(
                    "non si torna indietro oltre un dado, una rivelazione o un cambio di turno",
                    "no way back over dice, over something revealed or over a change of sides",
                )
            )
            return False
        return True

    def _save(self, name: str) -> None:
        if not name:
            self.voice.note(say("save FILE: manca il nome", "save FILE: the name is missing"))
            return
        try:
            save_match(self.match, Path(name))
        except (OSError, ValueError) as problem:  # ValueError: a name no file can have
            why = problem.strerror if isinstance(problem, OSError) else problem
            self.voice.note(say(f"non si scrive {name}: {why}", f"cannot write {name}: {why}"))
        else:
            self.voice.note(say(f"salvato in {name}", f"saved in {name}"))


def typed_lines() -> Iterator[str]:
    """What is typed or piped in, without blank lines and comments (#)."""
    while True:
        if sys.stdin.isatty():
            try:
                line = input("> ")
            except EOFError:
                return
        else:
            raw = sys.stdin.buffer.readline()
            if not raw:
                return
            line = raw.decode(errors="replace")
        line = line.strip()
        if line and not line.startswith("#"):
            yield line


def _help() -> str:
    return say(
        'un numero dell\'elenco, un ordine in JSON ({"order": ...}), more (altre scelte), offers '
        "(tutte le offerte), look (la posizione), undo, save FILE, quit",
        'a number of the list, an order in JSON ({"order": ...}), more (other choices), offers (all '
        "of them), look (the position), undo, save FILE, quit",
    )
