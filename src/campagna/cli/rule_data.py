"""Where a rule stands in the data of its game: the blocks whose `source` names it."""

from __future__ import annotations

import re
from pathlib import Path

from campagna.core.rulebook import project_root

_SOURCE = re.compile(r'\bsource = "([^"]*)"')
_TABLE = re.compile(r"^\[+([^\]]+)\]+")
_RANGE = re.compile(r"([\w.-]*?)(\d+)\.\.([\w.-]*?)(\d+)(?![\w-])")
_TEXTS = frozenset({"rules.toml", "messages.toml", "about.toml"})
"""Files of words: they tell what a rule says, not what it comes to."""


def data_places(home: Path, rule_id: str) -> list[str]:
    """File and line of every such block, with the name of its table."""
    base = project_root(home) or home
    found = []
    for path in sorted((home / "data").glob("*.toml")):
        if path.name in _TEXTS:
            continue
        table = ""
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if header := _TABLE.match(line):
                table = header[1]
            if any(names(source, rule_id) for source in _SOURCE.findall(line)):
                found.append(f"{path.relative_to(base)}:{number} {table}".rstrip())
    return found


def is_read(home: Path, place: str) -> bool:
    """Whether code of the game names the table of such a place. Some tables only say what is printed."""
    table = place.partition(" ")[2]
    if not table:
        return True
    key = re.escape(table.rpartition(".")[2])
    named = re.compile(rf"""["'.]{key}\b""")
    return any(named.search(path.read_text("utf-8")) for path in home.rglob("*.py"))


def names(source: str, rule_id: str) -> bool:
    """Whether a source names a rule, alone or within a range: 'C3-1..C3-6' names C3-4."""
    alone = rf"(?<![\w.-])(?<!PB ){re.escape(rule_id)}(?![\w-]|\.\w)"
    if re.search(alone, source):
        return True
    for prefix, first, again, last in _RANGE.findall(source):
        number = rule_id.removeprefix(prefix)
        same = again in ("", prefix) and prefix + number == rule_id
        if same and number.isdecimal() and int(first) <= int(number) <= int(last):
            return True
    return False
