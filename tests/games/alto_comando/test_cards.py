"""Unit cards: choosing, drawing, cards that bring nothing, armies, the garrison, secrecy."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Refusal
from campagna.games.alto_comando.campaign_data import Campaign, campaign_of
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.rules import cards
from campagna.games.alto_comando.rules.campaign import FOR_GOOD
from campagna.games.alto_comando.world import ALLIED, AXIS

OPTIONS: dict[str, bool | str] = {
    "deck": "c3",
    "short_track": False,
    "four_cards": False,
    "novice_draft": False,
    "gazala_start": "bir_hacheim",
    "tobruk_force": "garrison_fills_hand",
}


def campaign(id_: str, **options: bool | str) -> Campaign:
    return campaign_of(id_, OPTIONS | options)


def start(id_: str, **fields: object) -> CampaignState:
    return CampaignState(campaign(id_).start, **fields)  # type: ignore[arg-type]


def why(id_: str, side: int, *wanted: str, now: CampaignState | None = None) -> tuple[str, str]:
    refusal = cards.refuse_choice(
        campaign(id_), start(id_) if now is None else now, OPTIONS, side, wanted
    )
    assert isinstance(refusal, Refusal), "allowed"
    return refusal.rule, refusal.reason


def allowed(id_: str, side: int, *wanted: str, now: CampaignState | None = None) -> bool:
    now = start(id_) if now is None else now
    return cards.refuse_choice(campaign(id_), now, OPTIONS, side, wanted) is None


# --- choosing -----------------------------------------------------------------------------------


@pytest.mark.rule("CAM-1", "CAM-2")
def test_one_card_of_the_own_deck_is_chosen() -> None:
    assert allowed("c1", AXIS, "c1.axis.blackshirt_division")
    assert why("c1", AXIS) == ("CAM-1", "wrong-number-of-cards")
    assert why("c1", AXIS, "c1.allied.4th_indian_division") == ("CAM-1", "not-your-unit")
    assert why("c1", AXIS, "c2.axis.blackshirt_division") == ("CAM-1", "unknown-unit")
    assert why("c1", AXIS, "c1.axis.nothing") == ("CAM-2", "card-brings-nothing")
    two = ("c1.axis.blackshirt_division", "c1.axis.pavia_infantry_division")
    assert why("c1", AXIS, *two) == ("CAM-1", "wrong-number-of-cards")
    assert why("c1", AXIS, two[0], two[0]) == ("CAM-1", "card-twice")


@pytest.mark.rule("CAM-6")
def test_a_division_left_out_cannot_be_chosen() -> None:
    card = "c1.axis.pavia_infantry_division"
    now = start("c1", out=((card, FOR_GOOD),))
    assert why("c1", AXIS, card, now=now) == ("CAM-6", "division-left-out")
    assert card not in cards.choice(campaign("c1"), now, OPTIONS, AXIS).groups[0]


@pytest.mark.rule("CAM-1", "CAM-2")
def test_the_choice_offers_every_card_that_brings_something() -> None:
    choice = cards.choice(campaign("c1"), start("c1"), OPTIONS, AXIS)
    assert (len(choice.groups[0]), choice.counts, choice.ways()) == (7, (1,), 7)
    for seed in range(20):
        assert choice.covers(choice.sample(SeededChance(seed)))


# --- drawing ------------------------------------------------------------------------------------


def hand(
    id_: str, side: int, chosen: tuple[str, ...], seed: int, **fields: object
) -> CampaignState:
    now = cards.with_chosen(start(id_, **fields), side, chosen)
    count = cards.draws(campaign(id_), now, OPTIONS, side)
    return cards.draw(campaign(id_), now, side, count, SeededChance(seed))


@pytest.mark.rule("CAM-1", "C1-1", "C6-1")
@pytest.mark.parametrize(("id_", "size"), [("c1", 4), ("c2", 5), ("c5", 6), ("c6", 7), ("c8", 4)])
def test_the_hand_is_the_chosen_card_and_the_drawn_ones(id_: str, size: int) -> None:
    first = next(c.id for c in campaign(id_).decks[AXIS] if c.formations)
    for seed in range(10):
        held = hand(id_, AXIS, (first,), seed).hand(AXIS)
        assert len(held) == len(set(held)) == size
        assert held[0] == first


@pytest.mark.rule("CAM-2")
def test_nothing_is_drawn_like_any_other_card_and_counts() -> None:
    chosen = ("c1.allied.7th_armoured_division",)
    seen = Counter(card for seed in range(60) for card in hand("c1", ALLIED, chosen, seed).drawn[1])
    assert set(seen) == {c.id for c in campaign("c1").decks[ALLIED]} - set(chosen)
    assert seen["c1.allied.nothing"] > 30


@pytest.mark.rule("CAM-1")
def test_the_draw_takes_the_card_that_chance_says() -> None:
    now = cards.with_chosen(start("c1"), AXIS, ("c1.axis.bologna_infantry_division",))
    after = cards.draw(campaign("c1"), now, AXIS, 3, ScriptedChance([], [0, 0, 4]))
    assert after.drawn[AXIS] == (
        "c1.axis.sabratha_infantry_division",
        "c1.axis.savona_infantry_division",
        "c1.axis.nothing",
    )


@pytest.mark.rule("CAM-1")
def test_a_short_deck_gives_what_it_has() -> None:
    gone = tuple((c.id, FOR_GOOD) for c in campaign("c1").decks[ALLIED][:3])
    now = start("c1", out=gone)
    chosen = cards.choice(campaign("c1"), now, OPTIONS, ALLIED)
    assert chosen.groups == (("c1.allied.command_6th_infantry_division",),)
    after = hand("c1", ALLIED, chosen.groups[0], 1, out=gone)
    assert after.hand(ALLIED) == (*chosen.groups[0], "c1.allied.nothing")


# --- Tunisia ------------------------------------------------------------------------------------

EIGHTH = tuple(card.id for card in campaign("c7").armies[0].cards)
FIRST = tuple(card.id for card in campaign("c7").armies[1].cards)


@pytest.mark.rule("C7-7")
def test_four_cards_of_one_army_and_no_draw() -> None:
    later = start("c7", battle=2)
    assert allowed("c7", ALLIED, *EIGHTH[:4], now=later)
    assert allowed("c7", ALLIED, *FIRST[2:], now=later)
    mixed = (*EIGHTH[:3], FIRST[0])
    assert why("c7", ALLIED, *mixed, now=later) == ("C7-7", "cards-of-one-army")
    assert why("c7", ALLIED, *EIGHTH[:3], now=later) == ("C7-7", "wrong-number-of-cards")
    assert why("c7", ALLIED, *EIGHTH[:5], now=later) == ("C7-7", "wrong-number-of-cards")
    assert why("c7", AXIS, now=later) == ("CAM-1", "wrong-number-of-cards")
    chosen = cards.with_chosen(later, ALLIED, EIGHTH[:4])
    assert cards.draws(campaign("c7"), chosen, OPTIONS, ALLIED) == 0
    assert cards.draws(campaign("c7"), chosen, OPTIONS, AXIS) == 3


@pytest.mark.rule("C7-7", "CAM-6")
def test_a_shrunken_army_sends_what_it_has() -> None:
    later = start("c7", battle=2, out=tuple((c, FOR_GOOD) for c in EIGHTH[:3]))
    assert allowed("c7", ALLIED, *EIGHTH[3:], now=later)
    assert why("c7", ALLIED, *EIGHTH[3:5], now=later) == ("C7-7", "wrong-number-of-cards")
    assert why("c7", ALLIED, EIGHTH[0], now=later) == ("CAM-6", "division-left-out")
    gone = start("c7", battle=2, out=tuple((c, FOR_GOOD) for c in EIGHTH))
    assert len(cards.choice(campaign("c7"), gone, OPTIONS, ALLIED).groups) == 2


# --- Tobruk -------------------------------------------------------------------------------------

GARRISON = tuple(card.id for card in campaign("c4").garrison)
FIELD = "c4.allied.4th_indian_division"


def besieged(force: str, *out: str) -> tuple[CampaignState, dict[str, bool | str]]:
    options = OPTIONS | {"tobruk_force": force}
    now = start("c4", assault=True, out=tuple((c, FOR_GOOD) for c in out))
    return cards.with_drawn(now, ALLIED, cards.garrison(campaign("c4"), now)), options


@pytest.mark.rule("C4-4")
@pytest.mark.parametrize(("out", "drawn"), [((), 1), (GARRISON[:1], 2), (GARRISON, 4)])
def test_the_garrison_fills_the_hand_up_to_five(out: tuple[str, ...], drawn: int) -> None:
    now, options = besieged("garrison_fills_hand", *out)
    now = cards.with_chosen(now, ALLIED, (FIELD,))
    assert cards.draws(campaign("c4"), now, options, ALLIED) == drawn
    assert len(now.hand(ALLIED)) + drawn == 5


@pytest.mark.rule("C4-4")
def test_the_garrison_alone_or_with_a_full_hand() -> None:
    now, options = besieged("garrison_only")
    choice = cards.choice(campaign("c4"), now, options, ALLIED)
    assert (choice.ways(), choice.counts) == (1, (0,))
    assert cards.draws(campaign("c4"), now, options, ALLIED) == 0
    now, options = besieged("garrison_plus_full_draw")
    now = cards.with_chosen(now, ALLIED, (FIELD,))
    assert cards.draws(campaign("c4"), now, options, ALLIED) == 4


@pytest.mark.rule("C4-4")
def test_the_garrison_fights_nowhere_else() -> None:
    assert cards.garrison(campaign("c4"), start("c4")) == ()
    assert why("c4", ALLIED, GARRISON[0]) == ("C4-4", "garrison-stays-in-tobruk")
    now, _ = besieged("garrison_fills_hand")
    assert why("c4", ALLIED, GARRISON[0], now=now) == ("CAM-1", "card-already-held")


# --- secrecy ------------------------------------------------------------------------------------


@pytest.mark.rule("CAM-1")
def test_a_choice_is_hidden_from_the_other_side_until_both_have_chosen() -> None:
    card = "c3.axis.ariete_armoured_division"
    now = cards.with_chosen(start("c3"), AXIS, (card,))
    played = campaign("c3")
    assert cards.seen(played, now, OPTIONS, "axis") == now
    for viewer in ("allied", "spectator"):
        seen = cards.seen(played, now, OPTIONS, viewer)
        assert seen.chosen == (("?",), None)
        assert card not in msgspec.json.encode(seen).decode()
    shown = msgspec.structs.replace(now, revealed=True)
    assert cards.seen(played, shown, OPTIONS, "allied") == shown


@pytest.mark.rule("CAM-1")
def test_hidden_cards_are_imagined_among_the_possible_ones() -> None:
    played = campaign("c3")
    truth = cards.with_chosen(start("c3"), AXIS, ("c3.axis.ariete_armoured_division",))
    seen = cards.seen(played, truth, OPTIONS, "allied")
    worlds = [cards.imagined(played, seen, OPTIONS, SeededChance(seed)) for seed in range(40)]
    assert {w.chosen[0] for w in worlds} == {(c.id,) for c in played.decks[AXIS] if c.formations}
    assert all(cards.seen(played, w, OPTIONS, "allied") == seen for w in worlds)


@pytest.mark.rule("CAM-1")
def test_a_choice_without_alternative_is_no_secret() -> None:
    played = campaign("c1")
    deck = [c.id for c in played.decks[AXIS] if c.formations]
    now = start("c1", out=tuple((c, FOR_GOOD) for c in deck[1:]))
    now = cards.with_chosen(now, AXIS, (deck[0],))
    assert cards.seen(played, now, OPTIONS, "allied") == now
