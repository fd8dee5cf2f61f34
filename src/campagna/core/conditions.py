"""Conditions of a tabletop in the words of a game: the table `[condition]` of its messages."""

from __future__ import annotations

from pathlib import Path

from campagna.core.contract import LANGUAGES, Fact, Text
from campagna.core.messages import load_messages
from campagna.core.tabletop import Condition, ConditionGroup

TABLE = "condition"


def condition(
    home: Path,
    kind: str,
    group: ConditionGroup,
    rule: str,
    *,
    side: str = "",
    grave: bool = False,
    **facts: Fact,
) -> Condition:
    """`kind` is its title in the messages, `kind-value` what stands beside it, if there is one."""
    return Condition(
        kind=kind,
        title=words(home, kind, **facts),
        group=group,
        value=words(home, f"{kind}-value", **facts) if _has(home, f"{kind}-value") else None,
        rule=rule,
        side=side,
        grave=grave,
    )


def words(home: Path, key: str, **facts: Fact) -> Text:
    messages = load_messages(home)
    return {language: messages.text(TABLE, key, language, facts) for language in LANGUAGES}


def _has(home: Path, key: str) -> bool:
    return key in load_messages(home).tables.get(TABLE, {})


def level(name: Text, rule: str, value: Text, *, reached: bool = False) -> Condition:
    """A victory level and what it takes; `reached` if the points give it now."""
    return Condition("level", name, "levels", value, rule, grave=reached)
