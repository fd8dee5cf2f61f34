"""Typed offers as people read them at the terminal: a line for each, whatever the game.

What is short is told in full; of the rest how much there is. `--json` has it all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import click
import msgspec

from campagna.cli.language import language, say
from campagna.cli.order_text import Wording, order_name, place_text, word
from campagna.core.contract import Game, State
from campagna.core.messages import Messages
from campagna.core.offers import (
    Amount,
    Attack,
    Fields,
    Form,
    Lay,
    Measured,
    Node,
    Offer,
    Option,
    Pick,
    Place,
    Reach,
    Routes,
    Say,
    Value,
    Whole,
    ends_of,
)
from campagna.core.prepared import prepared
from campagna.core.tabletop import OnTable

_LONG = 110
"""A longer list is told by how many there are."""
_PARTS = 12
_PROPOSALS = 3
_DEFENDERS = 3

Choices = Mapping[str, Sequence[str]]
"""What may be chosen after each name."""


def print_offers(game: Game[Any], messages: Messages, state: State) -> None:
    """What the deciding side must still do, then what it may order."""
    obligations = _obligations(game, messages, state)
    texts = OfferText(messages, game.order_type)
    for line in (*obligations, *texts.lines(game.offers(state))):
        click.echo(f"  {line}")


def _obligations(game: Game[Any], messages: Messages, state: State) -> Iterator[str]:
    step = game.step(state)
    if step is None or not isinstance(game, OnTable):
        return
    for text, rule, who in game.tabletop(game.view(state, step.side)).obligations:
        words = text[language()]
        names = [name for name in (word(messages, one) for one in who) if name not in words]
        more = len(names) - _PARTS
        shown = ", ".join(names[:_PARTS]) + (f", ... (+{more})" if more > 0 else "")
        yield f"! {words} [{rule}]" + (f": {shown}" if names else "")


class OfferText:
    """The offers of one game in words."""

    def __init__(self, messages: Messages, order_type: Any) -> None:
        self.messages = messages
        self._order_type = order_type
        self._wording = Wording(messages)

    def lines(self, offers: Iterable[Offer]) -> list[str]:
        """A line for each offer, orders that leave nothing to choose together on the last one."""
        offers = tuple(offers)
        ways = self._ways(offers)
        found: dict[tuple[str, str], list[str]] = {}
        buttons: list[str] = []
        proposals: list[str] = []
        for offer in offers:
            proposals += [self._order({"order": offer.order, **f}) for f in offer.suggest]
            title, fixed = order_name(self.messages, offer.order), self._fixed(offer)
            if isinstance(offer, Say):
                buttons.append(self._button(title, offer))
            elif not isinstance(offer, Reach | Routes):
                found.setdefault((title, self._choice(offer)), []).append(fixed)
            elif (title, fixed) in ways:
                found.setdefault((title, self._each(ways.pop((title, fixed)))), []).append(fixed)
        lines = [f"{_titled(title, fixed)}: {choice}" for (title, choice), fixed in found.items()]
        lines += [say("proposto: ", "proposed: ") + p for p in proposals[:_PROPOSALS]]
        if buttons:
            first = say("oppure: ", "or: ") if lines else ""
            lines.append(first + ", ".join(dict.fromkeys(buttons)))
        return lines

    def _ways(self, offers: Iterable[Offer]) -> dict[tuple[str, str], dict[str, list[str]]]:
        """Who may go where: one order may have several offers, and a unit several groups in one."""
        found: dict[tuple[str, str], dict[str, list[str]]] = {}
        for offer in offers:
            if isinstance(offer, Reach | Routes):
                title = order_name(self.messages, offer.order), self._fixed(offer)
                ends = found.setdefault(title, {})
                for unit, hexes in _ends(offer):
                    ends.setdefault(unit, []).extend(hexes)
        return found

    def _fixed(self, offer: Offer) -> str:
        return ", ".join(
            word(self.messages, name) if value is True else self._value(value)
            for name, value in offer.fixed.items()
            if value is not False and value != ()
        )

    def _button(self, title: str, offer: Say) -> str:
        answers = [value for value in offer.fixed.values() if isinstance(value, bool)]
        if len(answers) == 1 and len(offer.fixed) == 1:
            return f"{title} {self._value(answers[0])}"
        return self._order({"order": offer.order, **offer.fixed})

    def _choice(self, offer: Offer) -> str:
        if isinstance(offer, Pick):
            return self._picks(offer)
        if isinstance(offer, Attack):
            return self._each(offer.targets, lambda target: self._target(offer, target))
        if isinstance(offer, Place):
            return self._places(offer)
        if isinstance(offer, Amount):
            return self._amount(offer)
        if isinstance(offer, Form):
            return self._form(offer.first)
        if isinstance(offer, Whole):
            return self._several([self._order({"order": offer.order, **o}) for o in offer.orders])
        if isinstance(offer, Measured):
            return self._several(
                list(offer.pieces), lambda p: f"{self._option(p)} ({_cm(offer.pieces[p])})"
            )
        if isinstance(offer, Lay):
            return self._several(list(offer.pieces))
        raise TypeError(f"no words for the shape {offer.shape}")

    def _picks(self, offer: Pick) -> str:
        if offer.batches:
            return "; ".join(
                say(f"{batch.count} tra ", f"{batch.count} of ") + self._several(batch.options)
                for batch in offer.batches
            )
        most = offer.most if offer.many else 1
        options = self._several(offer.options)
        if most == 1 or len(offer.options) == 1:
            return options
        return _range(offer.least, most) + say(" tra ", " of ") + options

    def _places(self, offer: Place) -> str:
        if not offer.subject:
            return self._several(offer.places)
        found = {s: own or offer.places for s, own in offer.subjects.items()}
        if len(found) > 1 and len({tuple(places) for places in found.values()}) == 1:
            places = next(iter(found.values()))
            return f"{self._several(list(found))} → {self._several(places)}"
        return self._each({s: [self._option(p) for p in places] for s, places in found.items()})

    def _amount(self, offer: Amount) -> str:
        if not offer.subject:
            return _range(offer.least, offer.most)
        ranges = offer.ranges
        return self._several(list(ranges), lambda s: f"{self._option(s)} ({_range(*ranges[s])})")

    def _form(self, first: Node) -> str:
        """The choices of the first question; the others follow from it."""
        return self._several(first.choices)

    def _target(self, offer: Attack, target: str) -> str:
        defenders = [self._option(unit) for unit in offer.defenders.get(target, ())]
        more = say(" e altri", " and others") if len(defenders) > _DEFENDERS else ""
        shown = ", ".join(defenders[:_DEFENDERS])
        return f"{target} ({shown}{more})" if shown else target

    def _each(self, choices: Choices, tell: Callable[[str], str] | None = None) -> str:
        """`N1: 0302, 0303; N2: 0401`, or how many there are for each."""
        tell = tell or self._option
        whole = "; ".join(
            f"{tell(who)}: {', '.join(map(self._option, dict.fromkeys(what)))}"
            for who, what in choices.items()
        )
        if len(whole) <= _LONG:
            return whole
        return self._several(list(choices), lambda who: f"{tell(who)} ({len(set(choices[who]))})")

    def _several(self, options: Sequence[Any], tell: Callable[[Any], str] | None = None) -> str:
        words = [(tell or self._option)(option) for option in options]
        whole = ", ".join(words)
        if len(whole) <= _LONG:
            return whole
        shown = words[:_PARTS]
        while len(shown) > 1 and len(", ".join(shown)) > 2 * _LONG:
            shown.pop()
        more = len(words) - len(shown)
        return ", ".join(shown) + (f", ... (+{more})" if more else "")

    def _value(self, value: Value) -> str:
        if isinstance(value, bool):
            return say("sì", "yes") if value else say("no", "no")
        if isinstance(value, tuple):
            if [type(part) for part in value] == [int, int]:
                return place_text([part for part in value if isinstance(part, int)])
            return " + ".join(map(self._value, value)) or say("nessuno", "nobody")
        if value == "":
            return say("nessuno", "nobody")
        return word(self.messages, value) if isinstance(value, str) else str(value)

    def _option(self, option: Option) -> str:
        return self._value(option)

    def _order(self, fields: Fields) -> str:
        return self._wording.order(msgspec.convert(fields, prepared(self._order_type)))


def _titled(title: str, fixed: list[str]) -> str:
    """The title, with what is fixed in each of the offers that leave the same to choose."""
    words = [text for text in fixed if text]
    more = len(words) - _PARTS
    shown = "; ".join(words[:_PARTS]) + (f"; ... (+{more})" if more > 0 else "")
    return f"{title} ({shown})" if shown else title


def _ends(offer: Reach | Routes) -> Iterator[tuple[str, Sequence[str]]]:
    if isinstance(offer, Reach):
        for group in offer.groups:
            yield from ((unit, ends_of(group)) for unit in group.units)
    else:
        for ways in offer.groups:
            ends = [way.path[-1] for way in ways.ways if way.path]
            yield from ((unit, ends) for unit in ways.units)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else say(f"da {least} a {most}", f"{least} to {most}")


def _cm(millimetres: int) -> str:
    text = f"{millimetres / 10:g} cm"
    return text.replace(".", ",") if language() == "it" else text
