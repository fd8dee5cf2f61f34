"""What must not reach a player: ids, keys, files, units of the program, words of the other language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from campagna.core.contract import LANGUAGES

RAW = {
    "underscore": re.compile(r"\w_\w|\w_\b|\b_\w"),
    "file": re.compile(r"\.(?:toml|csv|py)\b"),
    "millimetres": re.compile(r"(?<!\d )\bmm\b"),
    "half points": re.compile(r"half[- ]points|mezzi punti", re.IGNORECASE),
    "number glued to a key": re.compile(r"\b[a-z]{3,}\d+\b"),
    "braces": re.compile(r"[{}]|\bTrue\b|\bFalse\b"),
}

ENGLISH = re.compile(
    r"\b(?:the|of|and|with|from|reconstructed|rulebook|turn|unit|units|supply|supplies|is|are|not|"
    r"was|has|have|an|at|this|that|which|who|guess|likely|certain|movement|hex|hexes|board|table|player)\b",
    re.IGNORECASE,
)
ITALIAN = re.compile(
    r"\b(?:il|lo|gli|della|dello|degli|delle|dell|del|con|ricostruit[oaie]|regolamento|turno|unità|"
    r"rifornimento|non(?!-)|è|che|nel|nella|sono|una|esagono|esagoni|giocatore|mossa|punti)\b",
    re.IGNORECASE,
)
FOREIGN = {"it": ENGLISH, "en": ITALIAN}

_TOKEN = re.compile(r"[^\s,;:()→·«»“”\"']+")


@dataclass
class Sieve:
    """Collects what is wrong with the texts that are shown to it, each once."""

    ids: frozenset[str]
    """Names that only the program uses: a text that has one of them as a word is raw."""
    allowed: frozenset[str] = frozenset()
    found: dict[tuple[str, str], str] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)
    """Texts without a fault, with their language: games say most things often."""

    def see(self, where: str, texts: Mapping[str, str]) -> None:
        for language in LANGUAGES:
            self.read(where, language, texts[language])

    def read(self, where: str, language: str, text: str) -> None:
        if (language, text) in self.seen:
            return
        faults = list(self._faults(language, text))
        for fault in faults:
            self.found.setdefault((where, fault), f"{language}: {text}")
        if not faults:
            self.seen.add((language, text))

    def _faults(self, language: str, text: str) -> Iterable[str]:
        for name, pattern in RAW.items():
            if pattern.search(text):
                yield name
        for token in _TOKEN.findall(text):
            if token.rstrip(".") in self.ids and token.rstrip(".") not in self.allowed:
                yield f"id {token}"
        other = FOREIGN[language].search(text)
        if other and other[0] not in self.allowed:
            yield f"'{other[0]}' is another language"

    def report(self) -> str:
        return "\n".join(
            f"{where}: {fault} in {text[:160]}" for (where, fault), text in self.found.items()
        )
