"""Which line of a forecast came true."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Event, Order
from campagna.games.lion_of_judah.events import Bribed
from campagna.games.lion_of_judah.field_events import (
    ActivationRolled,
    AttackDeclared,
    BattleRolled,
    Bombed,
    Grounded,
    MarchRolled,
)
from campagna.games.lion_of_judah.orders import AirSupply, Bomb, Interdict

MISSIONS = (Bomb, Interdict, AirSupply)
"""Orders to a marker that the rains of event B5 may keep on the ground."""
DONE, GROUNDED = "done", "grounded"
SUCCESS, FAILURE = "success", "failure"
UNDEFENDED = "undefended"
"""Nobody in the hex can fight: no die is rolled (12.13)."""


def march_result(extra: int, ambush: bool) -> str:
    """The movement points more that a step costs, and whether there is an ambush."""
    return f"{extra}{'/A' if ambush else ''}"


def result_of(order: Order, events: Sequence[Event]) -> str | None:
    """Aircraft roll before a combat and for their return; neither is what was forecast."""
    for event in events:
        match event:
            case BattleRolled() | Bombed():
                return event.result
            case MarchRolled():
                return march_result(event.extra, event.ambush)
            case ActivationRolled():
                return SUCCESS if event.success else FAILURE
            case Bribed():
                return str(event.levies)
            case AttackDeclared(defenders=()):
                return UNDEFENDED
    if not isinstance(order, MISSIONS):
        return None
    return GROUNDED if any(isinstance(e, Grounded) for e in events) else DONE
