"""The nine campaigns as data: cards, rows of areas, armies and what is special in each.

Everything comes from `data/campaigns.toml`; the options of a campaign are applied when it is
asked for, so that whoever plays it sees one row of areas, one start and one number of cards.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from campagna.core.contract import BadPosition, Text
from campagna.core.editions import OptionValues
from campagna.core.rulebook import rule
from campagna.games.alto_comando.world import ALLIED, AXIS, BATTLE, DATA, Block


class Card(msgspec.Struct, frozen=True):
    """A unit card. A card that brings nothing has no formation, a double card two (CAM-2)."""

    id: str
    it: str
    en: str
    formations: tuple[str, ...]
    """Templates of divisions.csv."""

    def formation_ids(self) -> tuple[str, ...]:
        if len(self.formations) == 1:
            return (self.id,)
        return tuple(f"{self.id}.{number + 1}" for number in range(len(self.formations)))


class Area(msgspec.Struct, frozen=True):
    id: str
    it: str
    en: str
    mines: tuple[str, ...]
    trenches: tuple[str, ...]
    trench_limit: dict[str, int] = {}


class SideArea(msgspec.Struct, frozen=True):
    """Tobruk beside the row: only who holds the area next to it may enter (C3-5, C4-6)."""

    area: Area
    needed: str
    force: str
    victory_front: str
    great_victory_front: str


class Army(msgspec.Struct, frozen=True):
    id: str
    it: str
    en: str
    initial_area: str
    cards: tuple[Card, ...]


class Exclusion(msgspec.Struct, frozen=True):
    """When a shattered division leaves the deck, and for how long (CAM-6)."""

    sides: tuple[str, ...]
    destroyed: str
    scattered_at_end_count: bool
    battles: str


class AddOn(msgspec.Struct, frozen=True):
    """A formation that is no card and may join certain others: the Tiger (DIV-21)."""

    id: str
    template: str
    host: str
    area: str = ""
    """The only area in which it fights, in a campaign of many (A-34)."""


class Campaign(msgspec.Struct, frozen=True):
    id: str
    number: int
    it: str
    en: str
    list: str
    choose: int
    draw: int
    start: int
    """Index of the area of the first battle."""
    advance: int
    """The step along the row by which the Axis pushes the front: -1 in Tunisia (C7-5)."""
    air: tuple[int, int]
    air_first_battle: tuple[int, int]
    exclusion: Exclusion
    areas: tuple[Area, ...]
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    side_area: SideArea | None = None
    garrison: tuple[Card, ...] = ()
    armies: tuple[Army, ...] = ()
    first_battle: tuple[str, ...] = ()
    """The Allied cards of the first battle, where they are fixed (C7-6)."""
    later_cards: int = 0
    """How many cards of one army the Allies choose afterwards (C7-7)."""
    add_on: AddOn | None = None
    halved_strips: int | None = None
    halved_segments: int | None = None
    commanders: tuple[str, ...] = ()
    draw_first: int = 0
    """Cards drawn before the choice: the beginners' draft (C9-10)."""

    @property
    def title(self) -> Text:
        return {"it": self.it, "en": self.en}

    def index(self, area: str) -> int:
        return next(i for i, a in enumerate(self.areas) if a.id == area)

    def cards(self, side: int) -> tuple[Card, ...]:
        """Every card of a side: deck, garrison and armies."""
        if side == AXIS:
            return self.decks[AXIS]
        return (*self.decks[ALLIED], *self.garrison, *(c for a in self.armies for c in a.cards))

    def card(self, id_: str) -> Card | None:
        return _cards_by_id(self.id).get(id_)


def _card(block: Block) -> Card:
    return Card(block["id"], block["it"], block["en"], tuple(block["formations"]))


def _cards(blocks: list[Block]) -> tuple[Card, ...]:
    return tuple(_card(block) for block in blocks)


def _area(block: Block) -> Area:
    return Area(
        block["id"],
        block["it"],
        block["en"],
        tuple(block["mines"]),
        tuple(block["trenches"]),
        dict(block.get("trench_limit", {})),
    )


def _side_area(block: Block | None) -> SideArea | None:
    if block is None:
        return None
    return SideArea(
        _area(block),
        block["holder_needed"],
        block["defender_force"],
        block["allied_victory_front"],
        block["allied_great_victory_front"],
    )


def _pair(block: Mapping[str, int]) -> tuple[int, int]:
    return block["axis"], block["allied"]


@lru_cache
def _file() -> dict[str, Block]:
    content = tomllib.loads((DATA / "campaigns.toml").read_text(encoding="utf-8"))
    return {block["id"]: block for block in content["campaign"]}


def campaign_ids() -> tuple[str, ...]:
    return tuple(_file())


@rule("C9-5", "C9-9", "C9-10", "CAM-3")
@lru_cache
def _campaign(id_: str, short: bool, four: bool, novice: bool, start: str) -> Campaign:
    """One campaign of the data, with what makes it shorter."""
    block = _file()[id_]
    choices = block.get("options", {})
    removed = choices["short_track"]["remove"] if short else []
    areas = tuple(_area(a) for a in block["areas"] if a["id"] not in removed)
    choose, draw, draw_first = block["choose"], block["draw"], 0
    if four:
        draw = choices["four_cards"]["draw"]
    if novice:
        draft = choices["novice_draft"]
        choose, draw, draw_first = draft["then_choose"], 0, draft["draw_first"]
    selection = block.get("allied_selection", {})
    halved = block.get("after_great_victory", {})
    return Campaign(
        id=id_,
        number=block["number"],
        it=block["title"]["it"],
        en=block["title"]["en"],
        list=block["list"],
        choose=choose,
        draw=draw,
        draw_first=draw_first,
        start=[a.id for a in areas].index(start or block["start"]),
        advance=1 if block["axis_end"] == "first" else -1,
        air=_pair(block["air"]),
        air_first_battle=_pair(block["air_first_battle" if "air_first_battle" in block else "air"]),
        exclusion=msgspec.convert(block["exclusion"], Exclusion),
        areas=areas,
        decks=(_cards(block["deck"]["axis"]), _cards(block["deck"].get("allied", []))),
        side_area=_side_area(block.get("side_area")),
        garrison=_cards(block.get("garrison", {}).get("cards", [])),
        armies=tuple(
            Army(a["id"], a["it"], a["en"], a["initial_area"], _cards(a["cards"]))
            for a in block.get("army", [])
        ),
        first_battle=tuple(selection.get("first_battle", ())),
        later_cards=selection.get("later", {}).get("choose", 0),
        add_on=_add_on(block.get("add_on")),
        halved_strips=halved.get("max_strips"),
        halved_segments=halved.get("max_trench_segments"),
        commanders=tuple(block["commanders"]["allied"]),
    )


def _add_on(block: Block | None) -> AddOn | None:
    if block is None:
        return None
    return AddOn(block["id"], block["template"], block["host"], block.get("area", ""))


@lru_cache
def _cards_by_id(id_: str) -> dict[str, Card]:
    campaign = _campaign(id_, False, False, False, "")
    return {card.id: card for side in (AXIS, ALLIED) for card in campaign.cards(side)}


def campaign_of(scenario: str, options: OptionValues) -> Campaign:
    """The campaign that is played, or whose cards a single battle uses (A-51)."""
    id_ = str(options["deck"]) if scenario == BATTLE else scenario
    block = _file()[id_]
    own = block.get("options", {})
    start = block.get("start_alternative", {}).get("option", "")
    return _campaign(
        id_,
        "short_track" in own and bool(options["short_track"]),
        "four_cards" in own and bool(options["four_cards"]),
        "novice_draft" in own and bool(options["novice_draft"]),
        str(options[start]) if start else "",
    )


def battle_area(campaign: Campaign, wanted: str) -> tuple[int, bool]:
    """The place of a single battle: its index in the row, and whether it is the side area."""
    if wanted == "start":
        return campaign.start, False
    if wanted == "side":
        if campaign.side_area is None:
            raise BadPosition(f"campaign {campaign.number} has no area beside its row")
        return campaign.index(campaign.side_area.needed), True
    if not 1 <= int(wanted) <= len(campaign.areas):
        raise BadPosition(f"campaign {campaign.number} has {len(campaign.areas)} areas")
    return int(wanted) - 1, False
