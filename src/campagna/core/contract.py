"""The contract between a game and everything around it.

A game is a pure, deterministic state machine. Whoever is outside (browser, bots, server, lab,
replay, tests) talks to it only through the methods of `Game`; no game knows who is asking.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    Self,
    TypeVar,
    overload,
)

import msgspec

from campagna.core import texts
from campagna.core.account import Account
from campagna.core.chance import Chance, Draw
from campagna.core.editions import PIN, Editions, Options, load_editions
from campagna.core.numbered import Names
from campagna.core.offers import Offer, covered
from campagna.core.prepared import prepared

if TYPE_CHECKING:
    from campagna.core.charts import Chart, ChartMark
    from campagna.core.evaluator import Evaluator

Fact = str | int | tuple[str, ...]
Text = texts.Text
LANGUAGES = texts.LANGUAGES
SPECTATOR = "spectator"


class Order(msgspec.Struct, frozen=True, tag_field="order"):
    """A decision of one side. Each game derives its own, one class per kind of decision."""


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """What happened, with the rule that made it happen. Each game derives its own."""

    reveals: ClassVar[bool] = False
    """True for events that show something hidden: undo does not cross them."""
    gives_away: ClassVar[bool] = False
    """True if what it shows was known to the side that ordered it: that side has learned nothing and
    may take its order back."""
    opens: ClassVar[bool] = False
    """True for events that declare a battle: dice told before belong to another one."""
    sequel: ClassVar[bool] = False
    """True for dice that only follow from others, as the way home of aircraft: they hide no result."""
    tells_of: ClassVar[tuple[str, ...]] = ()
    """Fields that name the pieces it tells of, where these are not `unit` and `units`."""

    rule: str

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that the fields of `tells_of` name."""
        named: list[str] = []
        for field in self.tells_of:
            value: str | tuple[str, ...] = getattr(self, field)
            named.extend((value,) if isinstance(value, str) else value)
        return tuple(piece for piece in named if piece)

    @property
    def bars_undo(self) -> bool:
        """Whether the side that ordered it may have learned something by it."""
        return self.reveals and not self.gives_away


class Refusal(msgspec.Struct, frozen=True):
    """Why an order is not allowed: the rule, the reason's key in `messages.toml`, the facts."""

    rule: str
    reason: str
    facts: Mapping[str, Fact] = {}


INPUT_FAULTS = frozenset({"unknown-unit", "unknown-hex", "not-your-unit", "not-now"})
"""Reasons every game uses for orders that are mistaken input rather than a move against a rule:
a name that does not exist, the opponent's unit, an order that the current step does not ask for."""


UNEXPLAINED = "unexplained"
"""The reason of a refusal without a rule: an order is impossible and we cannot say why. It is a fault of
the game, never of the player; the laws fail on it."""


class Refused(Exception):
    """Raised by `play` for an order that `refusal` rejects: playing it is impossible."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule}: {refusal.reason} {dict(refusal.facts)}")
        self.refusal = refusal


class BadPosition(ValueError):
    """A position, set-up or option that makes no sense; the message says what to change."""


class Step(msgspec.Struct, frozen=True):
    """What the sequence of play waits for: who decides what, and which rule asks."""

    side: str
    decision: str
    rule: str
    facts: Mapping[str, Fact] = {}


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game. `winner` is None for a draw; `points` are the game's own."""

    winner: str | None
    level: str
    points: dict[str, int] = {}


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: str
    options: dict[str, bool | str] = {}


class OptionSpec(msgspec.Struct, frozen=True):
    """A switch for an optional rule or a ruling."""

    name: str
    default: bool | str
    values: tuple[bool | str, ...]
    rule: str
    text: Text


class ScenarioSpec(msgspec.Struct, frozen=True):
    id: str
    title: Text
    sides: tuple[str, ...]
    options: tuple[OptionSpec, ...] = ()


def option_specs(
    blocks: Mapping[str, Mapping[str, Any]], rules: Mapping[str, str]
) -> tuple[OptionSpec, ...]:
    """The options of a scenario file: a block for each with default, values and both languages."""
    return tuple(
        OptionSpec(
            name,
            block["default"],
            tuple(block["values"]),
            rules[name],
            {language: block[language] for language in LANGUAGES},
        )
        for name, block in blocks.items()
    )


class ForecastLine(msgspec.Struct, frozen=True):
    """One possible result with its exact chance and what it lets each side do."""

    result: str
    probability: float
    outcomes: dict[str, Fact] = {}
    pays: str = ""
    """Whom the result of a battle costs something: attacker, defender, both or nobody. Empty where
    the dice decide something else, as the arrival of a convoy."""
    means: str = ""
    """The key of its words in `[result]` of `messages.toml`, if it is not the result itself."""


class Note(msgspec.Struct, frozen=True):
    """What an order costs or brings for certain: a key of `[note]` in `messages.toml`, the facts."""

    key: str
    facts: Mapping[str, Fact] = {}
    grave: bool = False
    """True for what a player must not overlook: units lost, points given, a right used up."""


class Forecast(msgspec.Struct, frozen=True):
    """The exact distribution of an order's result, before any die is rolled."""

    rule: str
    lines: tuple[ForecastLine, ...]
    """From the best for whoever rolls to the worst."""
    sums: dict[str, Any] = {}
    """How the odds come about, in the words of the game: for people who write and read what-ifs."""
    notes: tuple[Note, ...] = ()
    """What the order costs or brings whatever the dice say."""
    roller: str = ""
    """The side that rolls, if it is not the one that gives the order: a defender says how he
    fights, and the attacker rolls."""
    account: Account | None = None
    """How the odds come about, as every table shows it; none where no odds are worked out."""
    settled: bool = False
    """True where no die is rolled for the order now: its only line says no more than that."""

    def _repr_html_(self) -> str:
        """A notebook shows the results with their chances."""
        from html import escape

        rows = "".join(
            f"<tr><td>{escape(line.result)}</td><td style='text-align:right'>"
            f"{line.probability:.1%}</td><td>{escape(line.pays)}</td></tr>"
            for line in self.lines
        )
        head = f"<caption>{escape(self.rule)}</caption><tr><th>result</th><th>chance</th><th>pays</th></tr>"
        return f"<table>{head}{rows}</table>"


class View(msgspec.Struct, frozen=True):
    """What one side may know: a position of the game with every hidden thing left out."""

    viewer: str
    setup: Setup
    step: Step | None
    position: Any


class State(Protocol):
    """The whole truth of a game in progress. Plain data, cheap to copy."""

    def copy(self) -> Self: ...


class Offers(Sequence[Offer]):
    """Everything the deciding side may order now, worked out when somebody looks."""

    def __init__(
        self,
        offers: Callable[[], tuple[Offer, ...]],
        sample: Callable[[Chance], Order],
    ) -> None:
        self._make = offers
        self._sample = sample

    @cached_property
    def _offers(self) -> tuple[Offer, ...]:
        return self._make()

    @overload
    def __getitem__(self, at: int) -> Offer: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Offer]: ...

    def __getitem__(self, at: int | slice) -> Offer | Sequence[Offer]:
        return self._offers[at]

    def __len__(self) -> int:
        return len(self._offers)

    def __repr__(self) -> str:
        made = ", ".join(f"{offer.shape} {offer.order}" for offer in self._offers)
        return f"<Offers: {made}>"

    def sample(self, chance: Chance) -> Order:
        """A legal order at random, as a beginner might give it."""
        return self._sample(chance)

    def covers(self, order: Order) -> bool:
        """Whether the order lies within these offers. Every legal order does."""
        tag = order.__struct_config__.tag
        given = msgspec.structs.asdict(order)
        defaults = default_fields(type(order))
        return any(o.order == tag and covered(o, given, defaults) for o in self._offers)


def default_fields(kind: type[Order]) -> dict[str, object]:
    """The fields that an order of this kind may leave out, with their values then."""
    fields = msgspec.structs.fields(kind)
    return {f.name: f.default for f in fields if f.default is not msgspec.NODEFAULT}


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """One rulebook made playable. Stateless: everything about a game in progress is in the State.

    `refusal` is the single judge, `offers` its fast generator. `play` raises `Refused` for an
    order that the judge rejects, so an illegal state cannot be reached.
    """

    slug: ClassVar[str]
    title: ClassVar[Text]
    order_type: ClassVar[Any]
    event_type: ClassVar[Any]
    position_type: ClassVar[Any]
    state_type: ClassVar[Any]
    longest_game: ClassVar[int]
    """No game takes more orders than this; random play is stopped there as an error."""

    @property
    @abstractmethod
    def scenarios(self) -> tuple[ScenarioSpec, ...]: ...

    @property
    @abstractmethod
    def home(self) -> Path:
        """The folder of the game: its chapters, and `data/` with rules.toml and messages.toml."""

    @abstractmethod
    def start(self, setup: Setup, chance: Chance) -> S: ...

    def attach(self, state: S) -> S:
        """Give a state that was read what is never saved: its world, its options, what follows
        from both. Default: nothing is missing."""
        return state

    def load(self, encoded: bytes) -> S:
        """A state from its bytes."""
        state: S = msgspec.msgpack.decode(encoded, type=prepared(self.state_type))
        return self.attach(state)

    @abstractmethod
    def step(self, state: S) -> Step | None:
        """Who decides what now; None when the game is over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    @abstractmethod
    def offers(self, state: S) -> Offers: ...

    def is_reply(self, state: S) -> bool:
        """Whether a decision inside a phase is asked for: to decline it ends no phase."""
        return False

    @abstractmethod
    def refusal(self, state: S, order: Order) -> Refusal | None: ...

    @abstractmethod
    def play(self, state: S, order: Order, chance: Chance) -> list[Event]:
        """Change the state by one order of the deciding side and tell what happened."""

    def play_until(self, state: S, order: Order, chance: Chance, phase: int) -> list[Event]:
        """As `play`, but by itself play goes no further than into this phase. Default: nothing ever
        follows by itself."""
        return self.play(state, order, chance)

    @abstractmethod
    def view(self, state: S, viewer: str) -> View: ...

    @abstractmethod
    def forecast(self, state: S, order: Order) -> Forecast:
        """Raises `Refused` if the order is not allowed; an order without dice has one line."""

    @abstractmethod
    def imagine(self, view: View, chance: Chance) -> S:
        """A whole state that agrees with the view: `view(imagine(v), v.viewer) == v`."""

    @abstractmethod
    def describe(self, state: S) -> Any:
        """The whole truth as a readable position (an instance of `position_type`)."""

    @abstractmethod
    def arrange(self, setup: Setup, position: Any, chance: Chance) -> S:
        """A state from a position, which may be partial. Raises `BadPosition`."""

    def names(self, setup: Setup, position: Mapping[str, Any]) -> Names:
        """What the numbers in a position's fields are called, by kind: see `core/numbered.py`. The
        position is plain data, as it was written. Default: nothing there is a number."""
        return {}

    @abstractmethod
    def violations(self, state: S) -> list[str]:
        """Broken invariants, in words; empty for every state that play can reach."""

    def witness(self, event: Event, viewer: str) -> Event | None:
        """What a viewer may know of an event; None if it stays hidden. Default: everything."""
        return event

    def is_public_draw(self, draw: Draw) -> bool:
        """Whether both players watch this draw, as the dice of a combat. Default: nobody does.

        A game without secrets says yes to every draw.
        """
        return False

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        """Which result of the order's forecast came true; None if the dice did not fall yet.

        Default: the result of the first event with a die. A game whose events tell it otherwise
        says so itself.
        """
        for event in events:
            if hasattr(event, "die") and isinstance(result := getattr(event, "result", None), str):
                return result
        return None

    def charts(self, setup: Setup) -> tuple[Chart, ...]:
        """The charts of a set-up, made from what the rules read. Default: none."""
        return ()

    def chart_marks(self, order: Order, forecast: Forecast) -> tuple[ChartMark, ...]:
        """The columns of the charts that an order's forecast stands for, with their chances. Whoever
        may read the forecast may read them. Default: none."""
        return ()

    def rolled_mark(self, event: Event) -> ChartMark | None:
        """The cell of a chart that a die hit. Default: none."""
        return None

    def evaluator(self) -> Evaluator | None:
        """What the game knows of playing well, for bots that think. Default: nothing."""
        return None

    def scenario(self, setup: Setup) -> ScenarioSpec:
        """The scenario of a set-up, its options checked. Raises `BadPosition`."""
        for spec in self.scenarios:
            if spec.id == setup.scenario:
                _check_options(spec, setup.options)
                _check_edition(self.editions, self.edition(setup))
                return spec
        known = ", ".join(s.id for s in self.scenarios)
        raise BadPosition(f"{self.slug} has no scenario '{setup.scenario}'; choose one of: {known}")

    def options(self, setup: Setup) -> Options:
        """Every option of the scenario with its value in this set-up, and the fixes of its edition."""
        spec = self.scenario(setup)
        values = {o.name: setup.options.get(o.name, o.default) for o in spec.options}
        return Options(values, self.editions.fixes(self.edition(setup)))

    # --- editions of the rules --------------------------------------------------------------------

    @property
    def editions(self) -> Editions:
        return load_editions(self.home)

    def edition(self, setup: Setup) -> str:
        """The number of the edition by which this set-up is played."""
        return str(setup.options.get(PIN, self.editions.first))

    def new_setup(
        self, scenario: str | None = None, options: Mapping[str, bool | str] | None = None
    ) -> Setup:
        """A set-up of the newest edition, unless the options name another; the first scenario unless
        another is named. Raises `BadPosition`."""
        pin = {} if self.editions.newest == self.editions.first else {PIN: self.editions.newest}
        setup = Setup(scenario or self.scenarios[0].id, {**pin, **(options or {})})
        self.scenario(setup)
        return setup


def _check_options(spec: ScenarioSpec, options: Mapping[str, bool | str]) -> None:
    known = {o.name: o for o in spec.options}
    for name, value in options.items():
        if name == PIN:
            continue
        if name not in known:
            raise BadPosition(f"no option '{name}'; there are: {', '.join(known) or 'none'}")
        if value not in known[name].values:
            allowed = ", ".join(str(v) for v in known[name].values)
            raise BadPosition(f"option '{name}' is one of: {allowed}")


def _check_edition(editions: Editions, number: str) -> None:
    if not editions.knows(number):
        known = ", ".join(e.number for e in editions.edition)
        raise BadPosition(
            f"edition '{number}' of the rules belongs to a newer Campagna; this one knows: {known}"
        )


def digest(state: State) -> bytes:
    """The fingerprint of a state: equal states, equal bytes, on every machine."""
    from hashlib import sha256  # slow to load, and a game that is only played needs none

    return sha256(msgspec.msgpack.encode(state)).digest()
