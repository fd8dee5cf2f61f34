"""The data of Alto Comando read a second time, plainly and without the engine."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import campagna.games.alto_comando as package

DATA = Path(package.__path__[0]) / "data"
KINDS = (
    "hq", "recon", "camel", "tank", "light_tank", "tiger", "motor", "foot", "para", "art", "at88",
)  # fmt: skip


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def _csv(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


TABLES, OPTIONS, BATTLEFIELDS, CAMPAIGN_FILE, CARD_BATTLE, BEDA_FOMM, SAMPLES = map(
    _toml,
    (
        "tables.toml",
        "options.toml",
        "battlefields.toml",
        "campaigns.toml",
        "card_battle.toml",
        "beda_fomm.toml",
        "sample_setups.toml",
    ),
)
DIVISIONS = {row["id"]: row for row in _csv("divisions.csv")}
CHARACTERISTICS = _csv("characteristics.csv")
FIELDS: dict[str, dict[str, Any]] = {t["id"]: t for t in BATTLEFIELDS["table"]}
CAMPAIGNS: dict[str, dict[str, Any]] = {c["id"]: c for c in CAMPAIGN_FILE["campaign"]}


def bases(template: str) -> dict[str, int]:
    """The number of bases of each kind in a template of divisions.csv."""
    return {kind: int(DIVISIONS[template][kind]) for kind in KINDS if DIVISIONS[template][kind]}


def line(list_: str, kind: str, nationality: str) -> dict[str, str] | None:
    """The characteristics of a kind: the line of the own nationality, otherwise that for all."""
    found = [row for row in CHARACTERISTICS if (row["list"], row["kind"]) == (list_, kind)]
    own = [row for row in found if nationality in row["nationality"].split()]
    common = [row for row in found if row["nationality"] == "all"]
    return next(iter(own + common), None)


def values(list_: str, kind: str, nationality: str) -> tuple[int, int, int, int]:
    """Spotting, range, lowest saving die and move."""
    row = line(list_, kind, nationality)
    assert row is not None
    return (int(row["spotting"]), int(row["range"]), int(row["save"]), int(row["move"]))


def cards(campaign: str) -> list[dict[str, Any]]:
    """Every card of a campaign: decks, garrison and armies."""
    block = CAMPAIGNS[campaign]
    found = [card for deck in block["deck"].values() for card in deck]
    found += block.get("garrison", {}).get("cards", [])
    return found + [card for army in block.get("army", []) for card in army["cards"]]


def inside(centre: tuple[int, int] | list[int], rect: list[int]) -> bool:
    """Whether the whole base stands in the rectangle."""
    x, y = centre
    return rect[0] + 15 <= x <= rect[2] - 15 and rect[1] + 15 <= y <= rect[3] - 15
