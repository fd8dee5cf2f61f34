"""Unit cards: what a side may choose, what it draws, and what stays secret (CAM-1, CAM-2).

Each side chooses in secret and then draws at random. Tunisia's Allies only choose, inside one army
(C7-7); the garrison of Tobruk is in the hand without being chosen (C4-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Refusal
from campagna.core.editions import OptionValues
from campagna.core.rulebook import rule
from campagna.games.alto_comando.campaign_data import Campaign, Card
from campagna.games.alto_comando.campaign_state import CampaignState, Cards
from campagna.games.alto_comando.world import ALLIED, AXIS, SIDES

HIDDEN = "?"


class Choice(msgspec.Struct, frozen=True):
    """What a side has to choose: `counts[i]` cards of `groups[i]`, for one i."""

    side: int
    groups: tuple[Cards, ...]
    counts: tuple[int, ...]

    def ways(self) -> int:
        pairs = zip(self.groups, self.counts, strict=True)
        return sum(comb(len(group), count) for group, count in pairs)

    def covers(self, cards: Sequence[str]) -> bool:
        """Whether these cards, in any order, are one of the possible choices."""
        return any(
            len(cards) == count and len(set(cards)) == count and set(cards) <= set(group)
            for group, count in zip(self.groups, self.counts, strict=True)
        )

    def sample(self, chance: Chance) -> Cards:
        which = chance.pick(len(self.groups), "army")
        left = list(self.groups[which])
        return tuple(left.pop(chance.pick(len(left), "card")) for _ in range(self.counts[which]))


# --- what is in the deck ------------------------------------------------------------------------


def in_deck(campaign: Campaign, now: CampaignState, side: int) -> tuple[Card, ...]:
    """The cards a side can still draw or choose, but for armies and garrison."""
    held = now.hand(side)
    return tuple(c for c in campaign.decks[side] if not now.is_out(c.id) and c.id not in held)


@rule("C4-4")
def garrison(campaign: Campaign, now: CampaignState) -> Cards:
    """The cards that are in the hand of the Allies because Tobruk is assaulted (A-28)."""
    if not now.assault:
        return ()
    return tuple(c.id for c in campaign.garrison if not now.is_out(c.id))


def _fights_alone(campaign: Campaign, now: CampaignState, options: OptionValues, side: int) -> bool:
    return (
        side == ALLIED
        and now.assault
        and bool(campaign.garrison)
        and options["tobruk_force"] == "garrison_only"
    )


# --- choosing -----------------------------------------------------------------------------------


@rule("CAM-1", "CAM-2", "C7-7", "C9-10")
def choice(campaign: Campaign, now: CampaignState, options: OptionValues, side: int) -> Choice:
    """A card that brings nothing cannot be chosen (A-31)."""
    if _fights_alone(campaign, now, options, side):
        return Choice(side, ((),), (0,))
    if side == ALLIED and campaign.armies:
        groups = tuple(
            group
            for army in campaign.armies
            if (group := tuple(c.id for c in army.cards if not now.is_out(c.id)))
        ) or ((),)
        counts = tuple(min(campaign.later_cards, len(group)) for group in groups)
        return Choice(side, groups, counts)
    deck = tuple(c.id for c in in_deck(campaign, now, side) if c.formations)
    return Choice(side, (deck,), (min(campaign.choose, len(deck)),))


@rule("CAM-1", "CAM-2", "CAM-6", "C4-4", "C7-7")
def refuse_choice(
    campaign: Campaign, now: CampaignState, options: OptionValues, side: int, cards: Cards
) -> Refusal | None:
    wanted = choice(campaign, now, options, side)
    for id_ in cards:
        fault = _refuse_card(campaign, now, side, id_)
        if fault is not None:
            return fault
    if len(set(cards)) < len(cards):
        return Refusal("CAM-1", "card-twice", {"cards": cards})
    if wanted.covers(cards):
        return None
    if side == ALLIED and campaign.armies:
        if not any(set(cards) <= set(group) for group in wanted.groups):
            return Refusal("C7-7", "cards-of-one-army", {"cards": cards})
        count = next(
            c
            for group, c in zip(wanted.groups, wanted.counts, strict=True)
            if set(cards) <= set(group)
        )
        return Refusal("C7-7", "wrong-number-of-cards", {"count": count, "given": len(cards)})
    facts = {"count": wanted.counts[0], "given": len(cards)}
    return Refusal("CAM-1", "wrong-number-of-cards", facts)


def _refuse_card(campaign: Campaign, now: CampaignState, side: int, id_: str) -> Refusal | None:
    card = campaign.card(id_)
    if card is None:
        return Refusal("CAM-1", "unknown-unit", {"unit": id_})
    if card not in campaign.cards(side):
        return Refusal("CAM-1", "not-your-unit", {"unit": id_})
    if not card.formations:
        return Refusal("CAM-2", "card-brings-nothing", {"card": id_})
    if now.is_out(id_):
        return Refusal("CAM-6", "division-left-out", {"card": id_})
    if id_ in now.hand(side):
        return Refusal("CAM-1", "card-already-held", {"card": id_})
    if card in campaign.garrison:
        return Refusal("C4-4", "garrison-stays-in-tobruk", {"card": id_})
    return None


# --- drawing ------------------------------------------------------------------------------------


@rule("CAM-1", "CAM-2", "C4-4")
def draws(campaign: Campaign, now: CampaignState, options: OptionValues, side: int) -> int:
    """How many cards a side draws once it has chosen; a card that brings nothing counts."""
    if _fights_alone(campaign, now, options, side) or (side == ALLIED and campaign.armies):
        return 0
    wanted = campaign.draw
    if (
        side == ALLIED
        and garrison(campaign, now)
        and options["tobruk_force"] == "garrison_fills_hand"
    ):
        wanted = max(0, campaign.choose + campaign.draw - len(now.hand(side)))
    return min(wanted, len(in_deck(campaign, now, side)))


@rule("CAM-1")
def draw(
    campaign: Campaign, now: CampaignState, side: int, count: int, chance: Chance
) -> CampaignState:
    """Draw cards at random from what is left of the deck; a short deck gives what it has (A-31)."""
    deck = [card.id for card in in_deck(campaign, now, side)]
    drawn = tuple(
        deck.pop(chance.pick(len(deck), f"card of the {SIDES[side]} deck"))
        for _ in range(min(count, len(deck)))
    )
    return with_drawn(now, side, drawn)


def with_drawn(now: CampaignState, side: int, cards: Cards) -> CampaignState:
    drawn = list(now.drawn)
    drawn[side] = (*drawn[side], *cards)
    return msgspec.structs.replace(now, drawn=(drawn[AXIS], drawn[ALLIED]))


def with_chosen(now: CampaignState, side: int, cards: Cards | None) -> CampaignState:
    chosen = list(now.chosen)
    chosen[side] = cards
    return msgspec.structs.replace(now, chosen=(chosen[AXIS], chosen[ALLIED]))


# --- secrecy ------------------------------------------------------------------------------------


def seen(
    campaign: Campaign, now: CampaignState, options: OptionValues, viewer: str
) -> CampaignState:
    """What a side chose is its secret until both have; a choice without alternative is none."""
    if now.revealed:
        return now
    for side, cards in enumerate(now.chosen):
        if cards is None or SIDES[side] == viewer:
            continue
        if _alternatives(campaign, now, options, side).ways() > 1:
            now = with_chosen(now, side, (HIDDEN,) * len(cards))
    return now


def imagined(
    campaign: Campaign, now: CampaignState, options: OptionValues, chance: Chance
) -> CampaignState:
    """Put possible cards in the place of those that a view hides."""
    for side, cards in enumerate(now.chosen):
        if cards is None or HIDDEN not in cards:
            continue
        possible = _alternatives(campaign, now, options, side)
        fitting = [i for i, count in enumerate(possible.counts) if count == len(cards)]
        possible = Choice(
            side,
            tuple(possible.groups[i] for i in fitting),
            tuple(possible.counts[i] for i in fitting),
        )
        now = with_chosen(now, side, possible.sample(chance))
    return now


def _alternatives(
    campaign: Campaign, now: CampaignState, options: OptionValues, side: int
) -> Choice:
    """The choice a side had before it made one."""
    return choice(campaign, with_chosen(now, side, None), options, side)
