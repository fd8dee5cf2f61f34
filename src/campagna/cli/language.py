"""The language of the command line: Italian or English, for help, tables and errors alike."""

from __future__ import annotations

import os
from contextvars import ContextVar
from typing import Any

import click

from campagna.core.contract import LANGUAGES, Outcome
from campagna.core.messages import Messages

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    return _language.get()


def speak(chosen: str | None) -> None:
    """Use this language from now on; None asks the environment."""
    if chosen is None:
        chosen = "it" if os.environ.get("LANG", "").lower().startswith("it") else "en"
    _language.set(chosen)


def say(it: str, en: str) -> str:
    return it if language() == "it" else en


def named(messages: Messages, table: str, key: str) -> str:
    """A level, a side, a unit ... as the game calls it; the key itself where it has no name."""
    words = messages.tables.get(table, {}).get(key)
    return words[language()] if words else messages.name(key, language())


def outcome_text(messages: Messages, outcome: Outcome) -> str:
    """Who won, how well, and the points."""
    winner = named(messages, "side", outcome.winner) if outcome.winner else say("nessuno", "nobody")
    text = (
        say(f"vince {winner}", f"winner {winner}") + ": " + named(messages, "level", outcome.level)
    )
    points = ", ".join(f"{named(messages, 'side', k)} {v}" for k, v in outcome.points.items())
    return f"{text} ({points})" if points else text


class Problem(click.ClickException):
    """What the user gave cannot be used; the message says what to do. Exit code 2."""

    exit_code = 2


class SpokenOption(click.Option):
    """An option whose help exists in both languages."""

    def __init__(self, *args: Any, it: str, en: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.texts = (it, en)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = say(*self.texts)
        return super().get_help_record(ctx)


class SpokenHelp(click.Command):
    """A command whose --help speaks the chosen language."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = say("Mostra questo aiuto.", "Show this help.")
        return found


class SpokenCommand(SpokenHelp):
    """A command whose help exists in both languages."""

    def __init__(self, *args: Any, it: str, en: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.texts = (it, en)

    def get_short_help_str(self, limit: int = 45) -> str:
        self.help = say(*self.texts)
        return super().get_short_help_str(limit)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = say(*self.texts)
        super().format_help_text(ctx, formatter)


class SpokenGroup(SpokenCommand, click.Group):
    """A group of commands whose help exists in both languages."""


def _chosen(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        speak(value)


def lang_option() -> click.Option:
    """Eager, so that it also holds for a `--help` or an error after it."""
    return SpokenOption(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        is_eager=True,
        expose_value=False,
        callback=_chosen,
        it="Lingua (altrimenti secondo LANG).",
        en="Language (otherwise from LANG).",
    )


def json_option() -> click.Option:
    return SpokenOption(
        ["--json", "as_json"],
        is_flag=True,
        it="Scrive JSON per i programmi.",
        en="Print JSON for programs.",
    )
