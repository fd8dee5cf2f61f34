"""Typed offers: what they promise is legal, and whoever draws them can trust their form."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from campagna.core.chance import SeededChance
from campagna.core.contract import Game, Order, State
from campagna.core.offers import (
    LONGEST_LIST,
    Fields,
    Lay,
    Measured,
    Offer,
    Place,
    Reach,
    Whole,
    draw,
    orders,
)
from campagna.core.offers.covering import fields_of
from campagna.core.offers.listing import ends_of
from campagna.core.table_game import TableGame
from campagna.laws.random_walk import RandomWalk, located

DRAWS = 6
"""Orders drawn from each offer; the first of its list are tried too."""
SPACED = 3
"""At least so many pieces apart are those whose region is measured."""


def exact_offers_are_accepted(walk: RandomWalk) -> None:
    """Every order of an exact offer, every single unit of another reach, every suggestion."""
    game = walk.game
    for moment in walk.sample(5):
        offers = walk.offers(moment)
        for offer in offers:
            for fields in _promised(offer, moment.number):
                order = _order(game, fields)
                with located(moment, order):
                    assert game.refusal(moment.state, order) is None, "offered, but refused"
                    assert offers.covers(order), "offered, but not covered"


def _promised(offer: Offer, seed: int) -> list[Fields]:
    promised: list[Fields] = [{"order": offer.order, **fields} for fields in offer.suggest]
    if isinstance(offer, Measured | Lay) or not (offer.exact or isinstance(offer, Reach | Place)):
        return promised
    chance = SeededChance(seed)
    promised += [draw((offer,), chance) for _ in range(DRAWS)]
    return [*promised, *islice(orders(offer), DRAWS)]


def _order(game: Game[Any], fields: Fields) -> Order:
    order: Order = msgspec.convert(fields, game.order_type)
    return order


def offers_are_well_formed(walk: RandomWalk) -> None:
    game = walk.game
    for moment in walk.sample(5):
        with located(moment):
            kinds = {kind.__struct_config__.tag: kind for kind in _kinds(game, moment.state)}
            offers = tuple(walk.offers(moment))
            assert offers, "somebody is asked, and nothing is offered"
            assert offers[0].tone != "grave", "a grave offer comes first"
            for offer in offers:
                assert offer.order in kinds, f"nobody asks for {offer.order}"
                _names_fields(offer, kinds[offer.order])
                _can_be_drawn(game, moment.state, offer, moment.number)
                again = msgspec.json.decode(msgspec.json.encode(offer), type=Offer)
                assert again == offer, "the offer does not come back from JSON"


def _kinds(game: Game[Any], state: State) -> tuple[type[Order], ...]:
    """The kinds of orders that may be given now."""
    if isinstance(game, TableGame):
        now = game.now(state)
        assert now is not None
        return now[0].kinds
    return tuple(game.order_type.__args__)


def _names_fields(offer: Offer, kind: type[Order]) -> None:
    known = {field.name for field in msgspec.structs.fields(kind)}
    named = set(fields_of(offer)) | offer.fixed.keys() | {e.field for e in offer.extras}
    named |= {field for fields in offer.suggest for field in fields}
    assert named <= known, f"{offer.order} has no field {named - known}"
    needed = {f.name for f in msgspec.structs.fields(kind) if f.default is msgspec.NODEFAULT}
    if not isinstance(offer, Whole):
        assert needed <= named, f"{offer.order} lacks {needed - named}"


def _can_be_drawn(game: Game[Any], state: State, offer: Offer, number: int) -> None:
    if isinstance(offer, Whole):
        assert 0 < len(offer.orders) <= LONGEST_LIST, "a list that nobody reads"
    elif isinstance(offer, Reach):
        assert offer.groups, "a reach of nobody"
        for group in offer.groups:
            steps = {hex_: before for hex_, _, before in group.steps}
            assert group.units
            assert group.origin not in steps, "the origin is no step"
            for end in ends_of(group):
                assert end in steps, f"no way leads to {end}"
            for before in steps.values():
                assert before in steps or before == group.origin, f"no way leads to {before}"
    elif isinstance(offer, Measured | Lay):
        assert isinstance(game, TableGame)
        # Measuring a region takes long: a few pieces of each offer, others at other moments.
        pieces = sorted(offer.pieces)
        for piece in pieces[number % SPACED :: max(SPACED, len(pieces) // 3)]:
            assert game.survey(state, piece, ()) is not None, f"{piece} has nowhere to go"
