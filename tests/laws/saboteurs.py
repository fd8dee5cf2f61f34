"""The Two Fords with one fault each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from campagna.core.chance import Chance, Draw
from campagna.core.contract import (
    Event,
    Forecast,
    ForecastLine,
    Offers,
    Order,
    Outcome,
    Refusal,
    Setup,
    View,
)
from campagna.core.offers import Offer, Place, Reach, Routes, Say, Way, Ways, Whole, draw
from two_fords.events import Moved
from two_fords.game import TwoFords
from two_fords.orders import Attack, EndPhase, Look, Move
from two_fords.state import State, unit_at
from two_fords.table.position import Position
from two_fords.world import BOARD, INDEX


class Endless(TwoFords):
    """Takes more orders than it promises."""

    longest_game = 20


class Undecided(TwoFords):
    def outcome(self, state: State) -> Outcome | None:
        return None


class Crowded(TwoFords):
    """Lets two counters into one hex."""

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        events = super().play(state, order, chance)
        if isinstance(order, Move) and state.units[0].place >= 0:
            state.change(INDEX[order.unit], place=state.units[0].place)
        return events


def _offers(game: TwoFords, state: State, made: tuple[Offer, ...]) -> Offers:
    """Other offers, though the orders that are played stay honest."""
    return Offers(lambda: made, partial(game.recruit, state))


class Generous(TwoFords):
    """Offers what the judge refuses: moves into the hexes of one's own counters."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        here = {
            unit: group.origin
            for o in made
            if isinstance(o, Reach)
            for group in o.groups
            for unit in group.units
        }
        if here:
            made = (*made, Routes("move", tuple(Ways((u,), (Way((h,)),)) for u, h in here.items())))
        return Offers(lambda: made, lambda chance: self.order(draw(made, chance)))


class Narrow(TwoFords):
    """Allows to end the movement phase without offering it."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        moves = tuple(offer for offer in made if offer.order == "move")
        return _offers(self, state, moves or made)


class Mislabelled(TwoFords):
    """Offers a move whose field no order has."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        named = (
            msgspec.structs.replace(o, unit="who") if isinstance(o, Reach) else o for o in made
        )
        return _offers(self, state, tuple(named))


class Untimely(TwoFords):
    """Offers in every phase to end it, though one cannot end the deployment."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        known = any(o.order == "end-phase" for o in made)
        return _offers(self, state, made if known else (*made, Say("end-phase")))


class Endlessly(TwoFords):
    """Lists attacks one by one."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        if any(o.order == "end-phase" for o in made):
            made = (*made, Whole("end-phase", ({},) * 13))
        return _offers(self, state, made)


class Rash(TwoFords):
    """Puts first what cannot be taken back."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        return _offers(self, state, (Say(made[0].order, tone="grave"), *made))


class Pathless(TwoFords):
    """Offers ends to which no way leads."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        cut = (
            msgspec.structs.replace(
                o,
                groups=tuple(msgspec.structs.replace(g, steps=g.steps[1:]) for g in o.groups),
            )
            if isinstance(o, Reach)
            else o
            for o in made
        )
        return _offers(self, state, tuple(cut))


class Adviser(TwoFords):
    """Suggests what the judge refuses."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        advice = ({"hex": "0101", "unit": "N1"},)
        told = (
            msgspec.structs.replace(o, suggest=advice) if isinstance(o, Place) else o for o in made
        )
        return _offers(self, state, tuple(told))


class ToldOffer(TwoFords):
    """Offers to look only at what is worth a look."""

    def offers(self, state: State) -> Offers:
        made = tuple(super().offers(state))
        strong = {
            BOARD.name(unit.place) for unit in state.units if unit.place >= 0 and unit.strength
        }
        kept = tuple(o for o in made if o.order != "look")
        looks = [o for o in made if isinstance(o, Place) and o.order == "look"]
        for look in looks:
            seen = {u: tuple(h for h in to if h in strong) for u, to in look.subjects.items()}
            if seen := {u: to for u, to in seen.items() if to}:
                kept = (*kept, msgspec.structs.replace(look, subjects=seen))
        return _offers(self, state, kept)


class Uncited(TwoFords):
    """Refuses by a rule that is not in the book."""

    def refusal(self, state: State, order: Order) -> Refusal | None:
        refusal = super().refusal(state, order)
        return refusal and msgspec.structs.replace(refusal, rule="99.9")


class Speechless(TwoFords):
    """Refuses for a reason that has no words."""

    def refusal(self, state: State, order: Order) -> Refusal | None:
        refusal = super().refusal(state, order)
        return refusal and msgspec.structs.replace(refusal, reason="because")


class Hasty(TwoFords):
    """Begins to carry out an order before judging it."""

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        if isinstance(order, Move) and order.unit in INDEX:
            state.change(INDEX[order.unit], attacked=True)
        return super().play(state, order, chance)


class Restless(TwoFords):
    """Changes the state when asked for offers."""

    def offers(self, state: State) -> Offers:
        state.change(0, scouted=True)
        return super().offers(state)


class SharedState(State):
    def copy(self) -> SharedState:
        return SharedState(self.setup, self.turn, self.phase, self.units, self.agenda.copy())


class Shared(TwoFords):
    """Copies that share their counters."""

    def start(self, setup: Setup, chance: Chance) -> State:
        state = super().start(setup, chance)
        return SharedState(state.setup, state.turn, state.phase, state.units, state.agenda)


class Moody(TwoFords):
    """Plays by something that is not in the state."""

    def __init__(self) -> None:
        self.orders = 0

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        self.orders += 1
        events = super().play(state, order, chance)
        if self.orders % 5 == 0:
            state.change(0, scouted=not state.units[0].scouted)
        return events


class Optimist(TwoFords):
    """Forecasts chances that do not add up."""

    def forecast(self, state: State, order: Order) -> Forecast:
        forecast = super().forecast(state, order)
        return msgspec.structs.replace(forecast, lines=(*forecast.lines, ForecastLine("DE", 0.1)))


class Gloomy(TwoFords):
    """Tells the worst result first."""

    def forecast(self, state: State, order: Order) -> Forecast:
        forecast = super().forecast(state, order)
        return msgspec.structs.replace(forecast, lines=forecast.lines[::-1])


class Miscounting(TwoFords):
    """Tells columns whose chances are more than all."""

    def forecast(self, state: State, order: Order) -> Forecast:
        forecast = super().forecast(state, order)
        if forecast.account is None:
            return forecast
        account = msgspec.structs.replace(forecast.account, columns={"1": 0.7, "2": 0.7})
        return msgspec.structs.replace(forecast, account=account)


class Unsettled(TwoFords):
    """Says that no die is rolled where one is."""

    def forecast(self, state: State, order: Order) -> Forecast:
        return msgspec.structs.replace(super().forecast(state, order), settled=True)


class Surprised(TwoFords):
    """What is rolled was never forecast."""

    def rolled(self, order: Order, events: Sequence[Event]) -> str | None:
        return "miracle" if super().rolled(order, events) else None


class Whispering(TwoFords):
    """Nothing is hidden here, and still nobody is told the dice."""

    def describe(self, state: State) -> Position:
        return self.view(state, "spectator").position  # type: ignore[no-any-return]

    def view(self, state: State, viewer: str) -> View:
        seen = super().view(state, "spectator")
        return msgspec.structs.replace(seen, viewer=viewer)

    def is_public_draw(self, draw: Draw) -> bool:
        return False


class Prophet(TwoFords):
    """Forecasts without judging."""

    def forecast(self, state: State, order: Order) -> Forecast:
        return Forecast(rule="6.6", lines=(ForecastLine("DE", 1.0),))


class Forgetful(TwoFords):
    """Describes a position without saying which counters have moved."""

    def describe(self, state: State) -> Position:
        position = super().describe(state)
        units = tuple(msgspec.structs.replace(c, done=False) for c in position.units)
        return msgspec.structs.replace(position, units=units)


class ToldForecast(TwoFords):
    """Forecasts from the strength that the attacker cannot know."""

    def forecast(self, state: State, order: Order) -> Forecast:
        if not isinstance(order, Attack):
            return super().forecast(state, order)
        open_state = state.copy()
        target = unit_at(state, BOARD.hex(order.target))
        assert target is not None
        open_state.change(target, up=True)
        return super().forecast(open_state, order)


class ToldRefusal(TwoFords):
    """Refuses to look at a decoy, and so tells that it is one."""

    def refusal(self, state: State, order: Order) -> Refusal | None:
        if isinstance(order, Look) and order.target in BOARD.grid.index:
            target = unit_at(state, BOARD.hex(order.target))
            if target is not None and state.units[target].strength == 0:
                return Refusal("7.1", "no-enemy", {"hex": order.target})
        return super().refusal(state, order)


class ToldMove(TwoFords):
    """Writes the strength of the moving counter into a public event."""

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        events = super().play(state, order, chance)
        return [
            msgspec.structs.replace(e, cost=state.units[INDEX[e.unit]].strength)
            if isinstance(e, Moved)
            else e
            for e in events
        ]


class ToldLook(TwoFords):
    """Shows everybody what only the side that looks may see."""

    def witness(self, event: Event, viewer: str) -> Event | None:
        return event


class Clairvoyant(TwoFords):
    """Hides the strengths, then imagines them from a mark it left in the view."""

    def view(self, state: State, viewer: str) -> View:
        view = super().view(state, viewer)
        code = "".join(str(u.strength) for u in state.units)
        return msgspec.structs.replace(view, position=_mark(view.position, code))

    def imagine(self, view: View, chance: Chance) -> State:
        position: Position = view.position
        code, plain = position.units[0].id, _mark(position, "")
        units = tuple(
            msgspec.structs.replace(c, strength=int(s))
            for c, s in zip(plain.units, code, strict=True)
        )
        return self.arrange(view.setup, msgspec.structs.replace(plain, units=units), chance)


def _mark(position: Position, code: str) -> Position:
    """Write a code over the id of the first counter; an empty code restores it."""
    first = msgspec.structs.replace(position.units[0], id=code or "N1")
    return msgspec.structs.replace(position, units=(first, *position.units[1:]))


class Mumbling(TwoFords):
    """Tells of an event that has no words."""

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        events = super().play(state, order, chance)
        return [*events, Muttered(rule="3.1")] if isinstance(order, EndPhase) else events


class Muttered(Event, frozen=True, tag="muttered"):
    pass


class Misleading(TwoFords):
    """Has an event in whose field every table would read something else."""

    def play(self, state: State, order: Order, chance: Chance) -> list[Event]:
        events = super().play(state, order, chance)
        return [*events, Lettered(rule="3.1", die="six")] if isinstance(order, EndPhase) else events


class Lettered(Event, frozen=True, tag="lettered"):
    die: str
