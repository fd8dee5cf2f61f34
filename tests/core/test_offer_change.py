"""Who has the old offers and hears what changed has the new ones, and hears little."""

from __future__ import annotations

import statistics
from itertools import pairwise

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.offer_change import NEW, OfferChange, offer_change, offers_after
from campagna.core.offers import Group, Lay, Offer, Pick, Place, Reach, Say
from campagna.games.registry import BUILT_IN, load_game

ORDERS = 120


def _walk(slug: str) -> list[tuple[Offer, ...]]:
    game = load_game(slug)
    state = game.start(game.new_setup(), SeededChance(5))
    players, dice = SeededChance(6), SeededChance(7)
    found = []
    for _ in range(ORDERS):
        if game.step(state) is None:
            break
        offers = game.offers(state)
        found.append(tuple(offers))
        game.play(state, offers.sample(players), dice)
    return found


@pytest.mark.parametrize("slug", BUILT_IN)
def test_changes_lead_from_offers_to_offers(slug: str) -> None:
    walk = _walk(slug)
    shares = []
    for old, new in pairwise(walk):
        sent = msgspec.json.encode(offer_change(old, new))
        heard = msgspec.json.decode(sent, type=OfferChange)
        assert offers_after(old, heard) == new
        shares.append(len(sent) / len(msgspec.json.encode(new)))
    assert statistics.median(shares) < 0.8


def _group(*units: str) -> Group:
    return Group(units, "0101", (("0102", 1, "0101"),))


def test_an_offer_that_differs_in_its_parts_is_not_sent_whole() -> None:
    old = (Reach("move", (_group("a"), _group("b"), _group("c"))), Say("done"))
    new = (Reach("move", (_group("c"), _group("d"))), Say("done"))
    change = offer_change(old, new)
    assert (change.origins, change.new) == ((0, 1), ())
    (part,) = change.parts
    assert part.groups == (2, NEW)
    assert isinstance(part.offer, Reach)
    assert part.offer.groups == (_group("d"),)
    assert offers_after(old, change) == new


def test_subjects_and_pieces_that_go_are_named() -> None:
    old = (Place("fire", {"a": ("x",), "b": ("x",)}), Lay("dig", {"trench": (30, 30)}, left=3))
    new = (Place("fire", {"b": ("x", "y")}), Lay("dig", {"trench": (30, 30)}, left=2))
    change = offer_change(old, new)
    assert [part.gone for part in change.parts] == [("a",), ()]
    assert offers_after(old, change) == new


def test_what_is_fixed_tells_offers_apart() -> None:
    old = tuple(Pick("load", "truck", ("t",), fixed={"unit": u}) for u in ("a", "b", "c"))
    new = (old[2], Pick("load", "truck", ("t", "v"), fixed={"unit": "b"}), old[0])
    change = offer_change(old, new)
    assert change.origins == (2, NEW, 0)
    assert offers_after(old, change) == new


def test_whole_lists_and_none_stand_alone() -> None:
    assert offers_after((), OfferChange(whole=None)) is None
    assert offers_after((), OfferChange(whole=(Say("done"),))) == (Say("done"),)
