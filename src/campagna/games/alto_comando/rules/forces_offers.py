"""What a side may order while the forces are gathered."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Offers, Order
from campagna.games.alto_comando.orders import Attach, ChooseArea, ChooseCards, TankMix
from campagna.games.alto_comando.rules import attachments, cards, forces
from campagna.games.alto_comando.state import State


class AreaOffers:
    """The front, or Tobruk (D-15)."""

    def __init__(self, areas: tuple[str, ...]) -> None:
        self.areas = areas

    def sample(self, chance: Chance) -> Order:
        return ChooseArea(self.areas[chance.pick(len(self.areas), "area")])

    def covers(self, order: Order) -> bool:
        return isinstance(order, ChooseArea) and order.area in self.areas

    def listing(self) -> dict[str, object]:
        return {"choose-area": {"areas": list(self.areas)}}


class CardOffers:
    """Cards to choose, of the deck or of one army (D-2)."""

    def __init__(self, choice: cards.Choice) -> None:
        self.choice = choice

    def sample(self, chance: Chance) -> Order:
        return ChooseCards(self.choice.sample(chance))

    def covers(self, order: Order) -> bool:
        return isinstance(order, ChooseCards) and self.choice.covers(order.cards)

    def listing(self) -> dict[str, object]:
        groups = [
            {"count": count, "cards": list(group)}
            for group, count in zip(self.choice.groups, self.choice.counts, strict=True)
        ]
        return {"choose-cards": {"groups": groups}}


class AttachOffers:
    """Hosts for one formation, or none (D-3, D-5)."""

    def __init__(self, loose: attachments.Loose) -> None:
        self.formation = loose.formation
        self.hosts = ("", *loose.hosts)

    def sample(self, chance: Chance) -> Order:
        return Attach(self.formation, self.hosts[chance.pick(len(self.hosts), "host")])

    def covers(self, order: Order) -> bool:
        return (
            isinstance(order, Attach)
            and order.formation == self.formation
            and order.host in self.hosts
        )

    def listing(self) -> dict[str, object]:
        return {"attach": {"formation": self.formation, "hosts": list(self.hosts)}}


class MixOffers:
    """Any of the British tanks may be cruisers (D-4)."""

    def __init__(self, tanks: tuple[str, ...]) -> None:
        self.tanks = tanks

    def sample(self, chance: Chance) -> Order:
        return TankMix(tuple(tank for tank in self.tanks if chance.pick(2, "cruiser")))

    def covers(self, order: Order) -> bool:
        return (
            isinstance(order, TankMix)
            and set(order.cruisers) <= set(self.tanks)
            and len(set(order.cruisers)) == len(order.cruisers)
        )

    def listing(self) -> dict[str, object]:
        return {"tank-mix": {"tanks": list(self.tanks)}}


def offers(state: State) -> Offers:
    if areas := forces.areas_to_choose(state):
        return AreaOffers(areas)
    if not forces.now(state).revealed:
        return CardOffers(forces.choosing(state))
    waiting = attachments.pending(state)
    if isinstance(waiting, attachments.Loose):
        return AttachOffers(waiting)
    return MixOffers(attachments.mixable(state))
