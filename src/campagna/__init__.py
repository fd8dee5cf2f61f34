"""Historical wargames with every rule enforced and cited.

    >>> import campagna
    >>> match = campagna.Match("panzergruppe-guderian", seed=7)
    >>> match.step.side, match.step.decision
    ('soviet', 'setup')

The names below are public and stay. They are loaded when they are first used: importing the package
costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""True for type checkers, who know the name; importing it would load all of `typing`."""

if TYPE_CHECKING:
    from campagna.core import offers as offers
    from campagna.core.chance import Chance as Chance
    from campagna.core.chance import SeededChance as SeededChance
    from campagna.core.contract import BadPosition as BadPosition
    from campagna.core.contract import Event as Event
    from campagna.core.contract import Forecast as Forecast
    from campagna.core.contract import Game as Game
    from campagna.core.contract import Offers as Offers
    from campagna.core.contract import Order as Order
    from campagna.core.contract import Outcome as Outcome
    from campagna.core.contract import Refusal as Refusal
    from campagna.core.contract import Refused as Refused
    from campagna.core.contract import Setup as Setup
    from campagna.core.contract import Step as Step
    from campagna.core.contract import View as View
    from campagna.core.decision import Decision as Decision
    from campagna.core.decision import Phase as Phase
    from campagna.core.decision import Reply as Reply
    from campagna.core.decision import Waiting as Waiting
    from campagna.core.proof import Proof as Proof
    from campagna.core.record import Record as Record
    from campagna.core.record import RecordError as RecordError
    from campagna.core.table_game import TableGame as TableGame
    from campagna.games.registry import UnknownGame as UnknownGame
    from campagna.lab.simulate import Tally as Tally
    from campagna.library import Bot as Bot
    from campagna.library import Check as Check
    from campagna.library import Match as Match
    from campagna.library import bot as bot
    from campagna.library import bot_names as bot_names
    from campagna.library import game as game
    from campagna.library import game_names as game_names
    from campagna.library import random_order as random_order
    from campagna.library import read_record as read_record
    from campagna.library import simulate as simulate
    from campagna.library import verify as verify
    from campagna.match.match import CannotUndo as CannotUndo

_CONTRACT = "campagna.core.contract"
_DECISION = "campagna.core.decision"
_LIBRARY = "campagna.library"
_HOMES = {
    "BadPosition": _CONTRACT,
    "Bot": _LIBRARY,
    "CannotUndo": "campagna.match.match",
    "Chance": "campagna.core.chance",
    "Check": _LIBRARY,
    "Decision": _DECISION,
    "Event": _CONTRACT,
    "Forecast": _CONTRACT,
    "Game": _CONTRACT,
    "Match": _LIBRARY,
    "Offers": _CONTRACT,
    "Order": _CONTRACT,
    "Outcome": _CONTRACT,
    "Phase": _DECISION,
    "Proof": "campagna.core.proof",
    "Record": "campagna.core.record",
    "RecordError": "campagna.core.record",
    "Refusal": _CONTRACT,
    "Refused": _CONTRACT,
    "SeededChance": "campagna.core.chance",
    "Reply": _DECISION,
    "Setup": _CONTRACT,
    "Step": _CONTRACT,
    "TableGame": "campagna.core.table_game",
    "Tally": "campagna.lab.simulate",
    "UnknownGame": "campagna.games.registry",
    "View": _CONTRACT,
    "Waiting": _DECISION,
    "bot": _LIBRARY,
    "bot_names": _LIBRARY,
    "game": _LIBRARY,
    "game_names": _LIBRARY,
    "random_order": _LIBRARY,
    "read_record": _LIBRARY,
    "simulate": _LIBRARY,
    "verify": _LIBRARY,
}

__all__ = [*sorted(_HOMES), "offers"]  # noqa: PLE0604 - a test holds it against the imports above


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "offers":
        found: object = import_module("campagna.core.offers")
    elif name in _HOMES:
        found = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'campagna' has no attribute '{name}'")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
