"""What happens before and after a battle: cards, attachments, the front, the end of a campaign."""

from __future__ import annotations

from typing import ClassVar

from campagna.core.contract import Event


class BattleCalled(Event, frozen=True, tag="battle-called"):
    """The next battle and where it is fought."""

    battle: int
    area: str


class CardsChosen(Event, frozen=True, tag="cards-chosen"):
    """The other side does not learn which cards before it has chosen its own (D-2)."""

    side: str
    count: int
    cards: tuple[str, ...] = ()


class CardsRevealed(Event, frozen=True, tag="cards-revealed"):
    reveals: ClassVar[bool] = True

    side: str
    cards: tuple[str, ...]


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    side: str
    cards: tuple[str, ...]


class GarrisonJoined(Event, frozen=True, tag="garrison-joined"):
    cards: tuple[str, ...]


class Attached(Event, frozen=True, tag="attached"):
    """A formation without headquarters fights with another one in this battle."""

    formation: str
    host: str


class StayedAlone(Event, frozen=True, tag="stayed-alone"):
    """A formation without headquarters fights without one."""

    formation: str


class TigerLeftOut(Event, frozen=True, tag="tiger-left-out"):
    formation: str


class TanksMixed(Event, frozen=True, tag="tanks-mixed"):
    cruisers: tuple[str, ...]


class BattleForfeited(Event, frozen=True, tag="battle-forfeited"):
    """Sides without any formation: there is no battle (A-31)."""

    sides: tuple[str, ...]


class CardExcluded(Event, frozen=True, tag="card-excluded"):
    """A shattered division is out for the rest of the campaign (CAM-6)."""

    card: str


class CardRested(Event, frozen=True, tag="card-rested"):
    """A shattered division misses this battle only (C9-4)."""

    card: str
    battle: int


class CardReturned(Event, frozen=True, tag="card-returned"):
    card: str


class FrontMoved(Event, frozen=True, tag="front-moved"):
    area: str
    areas: int


class FrontHeld(Event, frozen=True, tag="front-held"):
    area: str


class CommanderReplaced(Event, frozen=True, tag="commander-replaced"):
    name: str


class CampaignEnded(Event, frozen=True, tag="campaign-ended"):
    """`reason` is beyond-the-last-area, tobruk-taken or no-divisions-left."""

    winner: str
    reason: str
    battles: int


CampaignEvent = (
    BattleCalled
    | CardsChosen
    | CardsRevealed
    | CardsDrawn
    | GarrisonJoined
    | Attached
    | StayedAlone
    | TigerLeftOut
    | TanksMixed
    | BattleForfeited
    | CardExcluded
    | CardRested
    | CardReturned
    | FrontMoved
    | FrontHeld
    | CommanderReplaced
    | CampaignEnded
)
