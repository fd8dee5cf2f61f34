"""Editions of a game's rules: `data/editions.toml`.

A change after which the same orders may lead to another state is a fix, and belongs to a new edition.
A set-up pins its edition, so old records and running matches go on as they began, and new matches
take the newest. The first edition is not written down in a set-up: the bytes of records that were made
before there was a second one stay as they are.

Code asks for a fix by its name, never for the number of an edition.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from campagna.core.prepared import prepared

PIN = "edition"
"""The key among the options of a set-up."""
FIRST = "1"

OptionValues = Mapping[str, bool | str]


class Fix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change of what the rules do, in both languages."""

    id: str
    rule: str
    it: str
    en: str


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str
    date: dt.date | None = None
    fixes: tuple[Fix, ...] = ()


class Options(dict[str, bool | str]):
    """The options of a set-up with their values, and the fixes of its edition."""

    def __init__(self, values: OptionValues, fixes: frozenset[str] = frozenset()) -> None:
        super().__init__(values)
        self.fixes = fixes

    def fixed(self, fix: str) -> bool:
        """Whether the edition that is played has this fix."""
        return fix in self.fixes


class Editions(msgspec.Struct, frozen=True):
    """The editions of one game, the oldest first."""

    edition: tuple[Edition, ...] = (Edition(FIRST),)

    def __post_init__(self) -> None:
        numbers = [e.number for e in self.edition]
        fixes = [fix.id for e in self.edition for fix in e.fixes]
        if not numbers or len({*numbers}) < len(numbers) or len({*fixes}) < len(fixes):
            raise ValueError("at least one edition, and no number or fix twice")
        if self.edition[0].fixes:
            raise ValueError("the first edition fixes nothing")

    @property
    def first(self) -> str:
        return self.edition[0].number

    @property
    def newest(self) -> str:
        return self.edition[-1].number

    def knows(self, number: object) -> bool:
        return any(e.number == number for e in self.edition)

    def fixes(self, number: str) -> frozenset[str]:
        """Every fix up to this edition."""
        at = next(n for n, e in enumerate(self.edition) if e.number == number)
        return frozenset(fix.id for e in self.edition[: at + 1] for fix in e.fixes)


@cache
def load_editions(home: Path) -> Editions:
    """A game without the file has one edition. Raises `msgspec.ValidationError`."""
    path = home / "data" / "editions.toml"
    if not path.exists():
        return Editions()
    return msgspec.toml.decode(path.read_bytes(), type=prepared(Editions))
