"""A made-up duel: two sides, dice, a hidden number, no map. Small, for the tests around games.

Red and blue shoot in turn. A shot hits if die + aim exceeds the target's hidden guard; the third
hit ends the duel, and so does the tenth turn.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import (
    BadPosition,
    Event,
    Forecast,
    ForecastLine,
    Game,
    Offers,
    OptionSpec,
    Order,
    Outcome,
    Refusal,
    Refused,
    ScenarioSpec,
    Setup,
    Step,
    View,
)
from campagna.core.offers import Offer, Pick, Say
from campagna.core.rulebook import rule

SIDES = ("red", "blue")
TURNS = 10
HITS = 3


class Aim(Order, frozen=True, tag="aim"):
    """Take aim; the same side goes on."""

    aim: int


class Shoot(Order, frozen=True, tag="shoot"):
    """Shoot at the other side."""


class Load(Order, frozen=True, tag="load"):
    """Load another shot."""


class TookAim(Event, frozen=True, tag="took-aim"):
    side: str
    aim: int = 0


class Shot(Event, frozen=True, tag="shot"):
    side: str
    die: int
    hit: bool


class GuardShown(Event, frozen=True, tag="guard-shown"):
    reveals: ClassVar[bool] = True

    side: str
    guard: int


class Loaded(Event, frozen=True, tag="loaded"):
    side: str


class Duellist(msgspec.Struct, frozen=True):
    id: str
    guard: int | None = None
    hits: int = 0
    shots: int = 1


class Position(msgspec.Struct, frozen=True):
    turn: int = 1
    side: str = "red"
    duellists: tuple[Duellist, ...] = ()


class State(msgspec.Struct):
    setup: Setup
    turn: int
    side: str
    guard: dict[str, int]
    hits: dict[str, int]
    shots: dict[str, int]
    aim: int = 0

    def copy(self) -> Self:
        return msgspec.structs.replace(
            self, guard=dict(self.guard), hits=dict(self.hits), shots=dict(self.shots)
        )


def other(side: str) -> str:
    return "blue" if side == "red" else "red"


def offers_of(orders: list[Order]) -> Offers:
    """Buttons for Shoot and Load, the aims to choose from; all orders with equal chance."""
    aims = tuple(order.aim for order in orders if isinstance(order, Aim))
    made: list[Offer] = [Pick("aim", "aim", aims)] if aims else []
    made += [Say(tag) for tag, kind in (("shoot", Shoot()), ("load", Load())) if kind in orders]
    return Offers(
        lambda: tuple(made),
        lambda chance: orders[chance.pick(len(orders), "sample")],
    )


class Duel(Game[State]):
    slug = "duel"
    title: ClassVar[dict[str, str]] = {"it": "Il duello", "en": "The Duel"}
    order_type = Aim | Shoot | Load
    event_type = TookAim | Shot | GuardShown | Loaded
    position_type = Position
    state_type = State
    longest_game = 60

    def __init__(self, home: Path = Path(__file__).parent) -> None:
        self._home = home

    @property
    def home(self) -> Path:
        return self._home

    @property
    def scenarios(self) -> tuple[ScenarioSpec, ...]:
        sabre = OptionSpec(
            "sabre", False, (False, True), "2.1", {"it": "Sciabole.", "en": "Sabres."}
        )
        light = OptionSpec(
            "light", "dawn", ("dawn", "noon"), "1.1", {"it": "Luce.", "en": "Light."}
        )
        return (
            ScenarioSpec("meadow", {"it": "Prato", "en": "Meadow"}, SIDES, (sabre, light)),
            ScenarioSpec("cloister", {"it": "Chiostro", "en": "Cloister"}, SIDES),
        )

    def start(self, setup: Setup, chance: Chance) -> State:
        return self.arrange(setup, Position(), chance)

    def step(self, state: State) -> Step | None:
        if self.outcome(state) is not None:
            return None
        return Step(state.side, "act", rule="1.1", facts={"turn": state.turn})

    def outcome(self, state: State) -> Outcome | None:
        for side in SIDES:
            if state.hits[side] >= HITS:
                return Outcome(other(side), "first-blood", dict(state.hits))
        return Outcome(None, "honours-even", dict(state.hits)) if state.turn > TURNS else None

    def offers(self, state: State) -> Offers:
        orders: list[Order] = [*(Aim(a) for a in (1, 2, 3)), Shoot(), Load()]
        return offers_of([o for o in orders if self.refusal(state, o) is None])

    @rule("2.1", "2.2", "2.3")
    def refusal(self, state: State, order: Order) -> Refusal | None:
        side = state.side
        match order:
            case Shoot() if not state.shots[side]:
                return Refusal("2.1", "no-shot", {"side": side})
            case Load() if state.shots[side] == 3:
                return Refusal("2.2", "full", {"side": side, "shots": 3})
            case Aim() if state.aim:
                return Refusal("2.3", "aimed", {"side": side})
            case Aim(aim=aim) if not 1 <= aim <= 3:
                return Refusal("2.3", "no-aim", {"aim": aim})
        return None

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        refusal = self.refusal(state, order)
        if refusal is not None:
            raise Refused(refusal)
        side, target = state.side, other(state.side)
        if isinstance(order, Aim):
            state.aim = order.aim
            return [TookAim("2.3", side, order.aim)]
        events: list[Event] = []
        if isinstance(order, Shoot):
            die = chance.roll(6, "shot")
            hit = die + state.aim > state.guard[target]
            state.shots[side] -= 1
            events.append(Shot("2.1", side, die, hit))
            if hit:
                state.hits[target] += 1
                events.append(GuardShown("1.2", target, state.guard[target]))
        else:
            state.shots[side] += 1
            events.append(Loaded("2.2", side))
        state.turn += side == "blue"
        state.side, state.aim = target, 0
        return events

    @rule("1.2")
    def witness(self, event: Event, viewer: str) -> Event | None:
        if isinstance(event, TookAim) and event.side != viewer:
            return TookAim(event.rule, event.side)
        return event

    def view(self, state: State, viewer: str) -> View:
        whole = self.describe(state)
        seen = tuple(
            d if d.id == viewer else msgspec.structs.replace(d, guard=None) for d in whole.duellists
        )
        seen_position = msgspec.structs.replace(whole, duellists=seen)
        return View(viewer, state.setup, self.step(state), seen_position)

    def forecast(self, state: State, order: Order) -> Forecast:
        refusal = self.refusal(state, order)
        if refusal is not None:
            raise Refused(refusal)
        if not isinstance(order, Shoot):
            return Forecast("2.3", (ForecastLine("done", 1.0),))
        hits = sum(g < die + state.aim for g in range(1, 7) for die in range(1, 7)) / 36
        lines = (
            ForecastLine("hit", hits, {"hits": 1}),
            ForecastLine("miss", 1 - hits, {"shots": ("red", "blue")}),
        )
        return Forecast("2.1", lines, {"aim": state.aim})

    def imagine(self, view: View, chance: Chance) -> State:
        return self.arrange(view.setup, view.position, chance)

    def describe(self, state: State) -> Position:
        return Position(
            state.turn,
            state.side,
            tuple(Duellist(s, state.guard[s], state.hits[s], state.shots[s]) for s in SIDES),
        )

    def arrange(self, setup: Setup, position: Position, chance: Chance) -> State:
        self.scenario(setup)
        given = {d.id: d for d in position.duellists}
        for id_ in given:
            if id_ not in SIDES:
                raise BadPosition(f"no duellist '{id_}'; there are: red, blue")
        both = [given.get(s, Duellist(s)) for s in SIDES]
        return State(
            setup,
            position.turn,
            position.side,
            {d.id: d.guard or 1 + chance.pick(6, "guard") for d in both},
            {d.id: d.hits for d in both},
            {d.id: d.shots for d in both},
        )

    def violations(self, state: State) -> list[str]:
        return [f"{s} has {n} shots" for s, n in state.shots.items() if not 0 <= n <= 3]
