"""The public library: a match at hand, for scripts, notebooks and bots.

Everything here asks the same game, judge and records as the table in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from campagna.bots import bots as programs
from campagna.bots.bots import Explaining, bot_maker
from campagna.bots.bots import bot_names as known_bots
from campagna.core import proof as proofs
from campagna.core import record_file
from campagna.core.chance import Chance, SealedChance, SeededChance, UnrecordedChance
from campagna.core.contract import (
    SPECTATOR,
    Event,
    Forecast,
    Game,
    Offers,
    Order,
    Outcome,
    Refusal,
    State,
    Step,
    View,
)
from campagna.core.messages import load_messages
from campagna.core.proof import Proof
from campagna.core.record import Record, RecordError
from campagna.core.tabletop import OnTable
from campagna.games.registry import load_game, slugs
from campagna.lab.game_run import Series
from campagna.lab.simulate import Tally
from campagna.lab.simulate import simulate as run_series
from campagna.match import match as matches
from campagna.match.event_text import event_text
from campagna.match.strict_json import decode_order

if TYPE_CHECKING:
    from campagna.hexes.board import Board

Given = Order | Mapping[str, object]
"""An order, or its fields as they stand in JSON, its tag among them: {"order": "move", ...}."""


def game_names() -> tuple[str, ...]:
    """The slug of every game there is, those of other packages included."""
    return slugs()


def game(slug: str) -> Game[Any]:
    """A game by its slug. Raises `UnknownGame` with those there are."""
    return load_game(slug)


class Check(msgspec.Struct, frozen=True):
    """What the judge says about an order that is not given: a refusal, or a forecast."""

    order: Order
    refusal: Refusal | None
    forecast: Forecast | None

    @property
    def allowed(self) -> bool:
        return self.refusal is None


class Match:
    """One game from the set-up on, with its record.

    `seed` makes the dice repeatable. Without one they come from a secret, whose hash stands in the
    head of the record and which the record tells at the end.
    """

    def __init__(
        self,
        game: str | Game[Any],
        scenario: str | None = None,
        options: Mapping[str, bool | str] | None = None,
        *,
        seed: int | None = None,
    ) -> None:
        """The first scenario unless another is named. Raises `BadPosition` for one there is not."""
        self.game: Game[Any] = load_game(game) if isinstance(game, str) else game
        setup = self.game.new_setup(scenario, options)
        self.sides = self.game.scenario(setup).sides
        self._match = matches.Match(self.game, setup, _chance(seed))

    @property
    def state(self) -> State:
        """The whole truth. Copy it before you play on it."""
        return self._match.state

    @property
    def step(self) -> Step | None:
        """Who decides what now, and the rule that asks; None when the game is over."""
        return self._match.step

    @property
    def outcome(self) -> Outcome | None:
        return self._match.outcome

    @property
    def legal(self) -> Offers:
        """What the deciding side may order now, as typed offers. Raises `ValueError` at the end."""
        return self.game.offers(self.state)

    @property
    def record(self) -> Record:
        """Set-up, dice and orders so far, with a hash chain; `record.save(path)` keeps it."""
        return self._match.record

    def play(self, order: Given) -> list[Event]:
        """Give an order. Raises `Refused` with rule, reason and facts, and changes nothing then."""
        return self._match.play(self._order(order))

    def check(self, order: Given) -> Check:
        """Ask about an order without giving it."""
        asked = self._order(order)
        refusal = self._match.refusal(asked)
        forecast = None if refusal is not None else self.game.forecast(self.state, asked)
        return Check(asked, refusal, forecast)

    def forecast(self, order: Given) -> Forecast:
        """The exact chances of every result. Raises `Refused` if the order is not allowed."""
        return self.game.forecast(self.state, self._order(order))

    def undo(self) -> None:
        """Take back the last order. Raises `CannotUndo` across dice, reveals and turns."""
        self._match.undo()

    def view(self, viewer: str) -> View:
        """What a side may know, or 'spectator'."""
        if viewer not in (*self.sides, SPECTATOR):
            known = ", ".join((*self.sides, SPECTATOR))
            raise ValueError(f"no viewer '{viewer}'; there are: {known}")
        return self.game.view(self.state, viewer)

    def text(self, thing: Step | Refusal | Event, language: str = "en") -> str:
        """A step, refusal or event in words, 'en' or 'it'."""
        messages = load_messages(self.game.home)
        if isinstance(thing, Step):
            return messages.prompt(thing, language)
        if isinstance(thing, Refusal):
            return messages.refusal(thing, language)
        return event_text(messages, thing, language)

    def svg(self, viewer: str = "spectator", language: str = "en") -> str:
        """The board as one side sees it. Raises `ValueError` for a game without one."""
        if not isinstance(self.game, OnTable):
            raise ValueError(f"{self.game.slug} has no board to draw")
        shown = self.game.tabletop(self.view(viewer))
        if shown.sheet is not None:
            from campagna.plane.drawing import draw_sheet

            return draw_sheet(shown.sheet, shown.pieces)
        from campagna.hexes.drawing.position import draw_position

        board: Board = getattr(self.game, "board")  # noqa: B009 - only games on hexes have one
        names = load_messages(self.game.home).places(language)
        return draw_position(board, shown.pieces, language=language, names=names)

    def _repr_svg_(self) -> str | None:
        """A notebook shows the board."""
        return self.svg() if isinstance(self.game, OnTable) else None

    def __repr__(self) -> str:
        step, orders = self.step, len(self.record.entries)
        now = "over" if step is None else f"{step.side} decides {step.decision}"
        return f"<Match of {self.game.slug}, {orders} orders, {now}>"

    def _order(self, given: Given) -> Order:
        if isinstance(given, Order):
            return given
        text = msgspec.json.encode(given)
        order: Order = decode_order(text, self.game.order_type, "order", ValueError)
        return order


def _chance(seed: int | None) -> Chance:
    if seed is not None:
        return SeededChance(seed)
    from secrets import token_bytes

    return SealedChance(token_bytes(32), "match")


# --- who decides --------------------------------------------------------------------------------------


class Bot:
    """A program that decides for one side of a match. It sees what that side may know."""

    def __init__(self, program: programs.Bot, match: Match, side: str) -> None:
        self.side = side
        self._program = program
        self._match = match

    def choose(self) -> Order:
        """Its order for the decision of its side."""
        step = self._match.step
        if step is None or step.side != self.side:
            raise ValueError(f"it is not {self.side} who decides now")
        return self._program.decide(self._match.legal, lambda: self._match.view(self.side))

    def reason(self, language: str = "en") -> str:
        """Why it gave its last order; empty if it does not say."""
        reason = self._program.explain() if isinstance(self._program, Explaining) else None
        return "" if reason is None else reason[language]


def bot_names() -> tuple[str, ...]:
    """The name of every bot there is, those of other packages included."""
    return known_bots()


def bot(name: str, match: Match, side: str, *, seed: int = 0) -> Bot:
    """A bot for one side of a match. Raises `ValueError` for a name or side there is not."""
    if side not in match.sides:
        raise ValueError(f"no side '{side}'; there are: {', '.join(match.sides)}")
    return Bot(bot_maker(name)(match.game, side, UnrecordedChance(seed)), match, side)


def random_order(match: Match, chance: Chance | None = None) -> Order:
    """A legal order at random, as a beginner might give it."""
    if chance is None:
        from secrets import randbits

        chance = UnrecordedChance(randbits(48))
    return match.legal.sample(chance)


def simulate(
    game: str,
    bots: Sequence[str] = ("captain", "captain"),
    games: int = 10,
    *,
    scenario: str | None = None,
    seed: int = 1,
    workers: int = 1,
) -> Tally:
    """Play many games between bots, one for each side. The same seed gives the same games."""
    if isinstance(bots, str):
        raise ValueError('name one bot for each side, as ("captain", "recruit")')
    setup = load_game(game).new_setup(scenario)
    return run_series(Series(game, setup, tuple(bots), seed), games, workers=workers)


# --- records ------------------------------------------------------------------------------------------


def read_record(path: str | Path) -> Record:
    """A record from its file. Raises `RecordError` if it is damaged."""
    return record_file.load_record(Path(path))


def verify(record: Record) -> Proof:
    """Play a record again and prove its orders and dice. Raises `RecordError` where it is false."""
    if record.head.game not in slugs():
        raise RecordError(f"no game '{record.head.game}' is installed here")
    return proofs.verify(load_game(record.head.game), record)
