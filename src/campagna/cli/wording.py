"""Orders and their parts as people read them at the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from campagna.cli.speech import language, named, say
from campagna.core.contract import Order
from campagna.core.messages import Messages

_MOST_NAMES = 4
"""So many units of one order are named; of the others how many there are."""
_MOST_PLACES = 2

_WORDS: Mapping[str, tuple[str, str]] = {
    "attack": ("attacco", "attack"),
    "attack_total": ("attacco in tutto", "attack in all"),
    "attacker": ("attaccante", "attacker"),
    "attackers_back": ("attaccanti in ritirata", "attackers back"),
    "attackers_lost": ("attaccanti persi", "attackers lost"),
    "attackers_pay": ("fattori da pagare", "factors to pay"),
    "attackers_ways_to_pay": ("modi di pagare", "ways to pay"),
    "attackers_without_room": ("attaccanti senza spazio", "attackers without room"),
    "advance": ("avanza", "advances"),
    "burden": ("ritirata qui", "retreated here"),
    "by_shift": ("secondo lo spostamento", "by shift"),
    "chain": ("catena", "chain"),
    "count": ("quanti", "count"),
    "defence": ("difesa", "defence"),
    "defence_total": ("difesa in tutto", "defence in all"),
    "defender": ("difensore", "defender"),
    "defenders_back": ("difensori in ritirata", "defenders back"),
    "defenders_lost": ("difensori persi", "defenders lost"),
    "defenders_without_room": ("difensori senza spazio", "defenders without room"),
    "divisor": ("diviso", "divided by"),
    "factor": ("fattore", "factor"),
    "forest": ("bosco", "forest"),
    "hex": ("esagono", "hex"),
    "hit": ("colpo", "hit"),
    "integral": ("divisione intera", "whole division"),
    "leader": ("capo", "leader"),
    "lines": ("conto", "sum"),
    "loss": ("perdita", "loss"),
    "losses": ("perdite", "losses"),
    "major": ("città maggiore", "major city"),
    "modifier": ("modificatore", "modifier"),
    "multiplier": ("moltiplicatore", "multiplier"),
    "needed": ("occorre", "needed"),
    "odds": ("rapporto", "odds"),
    "overrun": ("travolgimento", "overrun"),
    "part": ("parte", "part"),
    "points": ("punti", "points"),
    "printed": ("stampato", "printed"),
    "probability": ("probabilità", "probability"),
    "result": ("esito", "result"),
    "river": ("fiume", "river"),
    "rule": ("regola", "rule"),
    "save": ("tiro salvezza", "saving throw"),
    "scattered": ("dispersa", "scattered"),
    "shifts": ("spostamenti", "shifts"),
    "side": ("parte", "side"),
    "steps": ("livelli", "steps"),
    "supplied": ("rifornita", "supplied"),
    "tables": ("secondo la colonna", "by column"),
    "terrain": ("terreno", "terrain"),
    "total": ("in tutto", "in all"),
    "totals": ("attacco e difesa", "attack and defence"),
    "unit": ("unità", "unit"),
    "units": ("unità", "units"),
    "unsupplied": ("senza rifornimento", "out of supply"),
    "untried": ("mai provata", "untried"),
    "value": ("vale", "counts"),
    "what": ("che cosa", "what"),
    "column": ("in colonna", "in column"),
    "deploy": ("schiera", "set up"),
    "move": ("muovi", "move"),
    "fire": ("fuoco", "fire"),
    "choose-cards": ("scegli le carte", "choose cards"),
    "attach": ("assegna", "attach"),
    "tank-mix": ("carri incrociatori", "cruiser tanks"),
    "fortify": ("fortifica", "fortify"),
    "concede": ("abbandona la battaglia", "concede the battle"),
    "retreat": ("ritirata", "retreat"),
    "done": ("chiudi", "end"),
    "groups": ("mazzi", "groups"),
    "left": ("da schierare", "still to place"),
    "placed": ("già schierate", "in place"),
}
"""For words that every game uses; a game that words them itself is asked first."""

_BASE = re.compile(r"\w+(?:\.\w+)+")
"""`c3.axis.ariete_armoured_division.tank1`."""

_PHRASES = (
    (re.compile(r"lose (\d+) or retreat (\d+)"), r"perde \1 o arretra di \2"),
    (re.compile(r"lose (\d+)"), r"perde \1"),
    (re.compile(r"retreat (\d+)"), r"arretra di \1"),
    (re.compile(r"eliminated"), r"eliminato"),
)


def word(messages: Messages, key: str) -> str:
    """A name of the rules in the reader's language; with spaces if nobody has a word for it."""
    for table in ("word", "order", "decision", "side"):
        if key in messages.tables.get(table, {}):
            return named(messages, table, key)
    known = _WORDS.get(key)
    return say(*known) if known else key.replace("_", " ")


def phrase(text: str) -> str:
    """What a forecast says of a result; the games word it in English."""
    if language() == "it":
        for english, italian in _PHRASES:
            if english.fullmatch(text):
                return english.sub(italian, text)
        known = _WORDS.get(text)
        return known[0] if known else text
    return text


class Wording:
    """Orders of one game in words."""

    def __init__(self, messages: Messages) -> None:
        self.messages = messages

    def order(self, order: Order) -> str:
        """`deploy: it_S3 → 3016`; what need not be said follows with its name, if it is said."""
        fields: dict[str, Any] = msgspec.to_builtins(order)
        must = {f.encode_name for f in msgspec.structs.fields(order) if f.required}
        parts = {n: self._value(n, v) for n, v in fields.items() if n != "order"}
        said = " → ".join(part for name, part in parts.items() if name in must and part)
        besides = [self._named(n, fields[n], p) for n, p in parts.items() if n not in must and p]
        title = word(self.messages, fields["order"])
        told = ", ".join([said, *besides] if said else besides)
        return f"{title}: {told}" if told else title

    def _named(self, name: str, value: Any, part: str) -> str:
        return part if value is True else f"{word(self.messages, name)} {part}"

    def _value(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return word(self.messages, name) if value else ""
        if isinstance(value, list | tuple):
            return self._place(value) if _is_place(value) else self._several(name, value)
        return self.name(str(value))

    def _several(self, name: str, values: Sequence[Any]) -> str:
        if len(values) > _MOST_PLACES and all(_is_place(v) for v in values):
            middle = self._place(
                [round(sum(axis) / len(values)) for axis in zip(*values, strict=True)]
            )
            count = len(values)
            return say(f"{count} posti attorno a {middle}", f"{count} places around {middle}")
        groups = {self._parted(str(v))[0] for v in values}
        common = groups.pop() if len(groups) == 1 and len(values) > 1 else ""
        tell = self._value if not common else lambda _, v: self._parted(str(v))[1]
        shown = ", ".join(tell(name, v) for v in values[:_MOST_NAMES])
        more = len(values) - _MOST_NAMES
        text = shown + (f" (+{more})" if more > 0 else "")
        return f"{common}: {text}" if common else text

    def sentence(self, text: str) -> str:
        """A sentence of the game in which bases are named as in its data."""
        return _BASE.sub(lambda found: self.name(found[0]), text)

    def _place(self, place: Sequence[int]) -> str:
        text = "; ".join(f"{mm / 10:g}" for mm in place)
        return f"({text.replace('.', ',') if language() == 'it' else text}) cm"

    def name(self, id_: str) -> str:
        """A base by its formation, since many have one name; else as the game calls it."""
        formation, own = self._parted(id_)
        return f"{own} ({formation})" if formation else own

    def _parted(self, id_: str) -> tuple[str, str]:
        """`tank2` of a formation that the game has a word for; or nothing and the whole name."""
        group, _, own = id_.rpartition(".")
        words = self.messages.tables.get("word", {})
        if not group or group not in words:
            return "", named(self.messages, "word", id_) if id_ else ""
        kind = own.rstrip("0123456789")
        called = named(self.messages, "word", kind) if kind in words else kind
        return named(self.messages, "word", group), f"{called} {own.removeprefix(kind)}".strip()


def _is_place(value: Any) -> bool:
    """A spot on a measured table, in millimetres."""
    return isinstance(value, list | tuple) and [type(v) for v in value] == [int, int]
