"""The group of commands, loaded one by one, and the one place where errors become words."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click
import msgspec

from campagna.bots.bots import BadBots
from campagna.cli.language import SpokenCommand, SpokenHelp, lang_option, language, say, speak
from campagna.cli.problems import translated
from campagna.core.chance import ChanceError
from campagna.core.contract import BadPosition
from campagna.core.plugins import PluginError
from campagna.core.record import RecordError
from campagna.games.registry import UnknownGame, slugs

_WHERE = {
    "games": "games",
    "rules": "rules",
    "charts": "charts",
    "schema": "schema",
    "try": "whatif",
    "forecast": "whatif",
    "simulate": "simulate",
    "ladder": "ladder",
    "balance": "balance",
    "replay": "records",
    "verify": "records",
    "map": "maps",
    "play": "play",
    "serve": "serve",
    "worker": "worker",
    "backup": "backup",
    "restore": "backup",
    "admin": "admin",
    "new-game": "new_game",
    "conformance": "conformance",
    "check-forecasts": "check_forecasts",
    "check-hints": "check_hints",
}
"""Which module holds a command; it is imported when the command is called."""


class Campagna(SpokenHelp, click.Group):
    """`campagna` without a command tells what there is."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_WHERE)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _WHERE:
            return None
        module = import_module(f"campagna.cli.{_WHERE[name]}")
        found: SpokenCommand = getattr(module, f"{name.replace('-', '_')}_command")
        return found

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = say(
            "Wargame storici con ogni regola applicata e citata.",
            "Historical wargames with every rule enforced and cited.",
        )
        super().format_help_text(ctx, formatter)


def run(arguments: Sequence[str]) -> int:
    """The exit code of `campagna` with these arguments. Bad input never shows a stack trace."""
    speak(None)
    group = Campagna(params=[lang_option()], no_args_is_help=True)
    as_json = "--json" in arguments
    try:
        code = group.main(list(arguments), prog_name="campagna", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as lost:
        click.echo(lost.format_message(), err=True)
        return lost.exit_code
    except click.UsageError as problem:
        return _complain(_usage(problem), as_json, problem.exit_code)
    except click.ClickException as problem:
        return _complain(problem.format_message(), as_json, problem.exit_code)
    except BadBots as problem:
        return _complain(problem.text[language()], as_json)
    except UnknownGame as problem:
        known = ", ".join(slugs())
        return _complain(
            say(f"non c'è un gioco con quel nome; ci sono: {known}", str(problem)), as_json
        )
    except (BadPosition, ChanceError, PluginError, RecordError) as problem:
        return _complain(str(problem), as_json)
    except (KeyboardInterrupt, click.Abort):
        return _complain(say("interrotto", "interrupted"), as_json, 130)
    except BrokenPipeError:
        # The reader has gone; Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code if isinstance(code, int) else 0


def _usage(problem: click.UsageError) -> str:
    where = problem.ctx.command_path if problem.ctx else "campagna"
    hint = say(f"Vedi: {where} --help", f"See: {where} --help")
    return f"{problem.format_message()}\n{hint}"


def _complain(message: str, as_json: bool, code: int = 2) -> int:
    message = translated(message, language())
    if as_json:
        click.echo(msgspec.json.encode({"error": message}), err=True)
    else:
        click.echo(f"campagna: {message}", err=True)
    return code
