"""`campagna conformance`: the laws on anybody's game."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campagna.cli.commands import command
from campagna.cli.language import Problem, say
from campagna.cli.screen import print_json
from campagna.core.contract import Game
from campagna.games.registry import load_game

if TYPE_CHECKING:
    from campagna.laws.run import Verdict


@command(
    "conformance",
    it="Prova su un gioco le leggi che ogni gioco rispetta. Esce con 1 se una è violata.",
    en="Try the laws that every game keeps on a game. Exits with 1 if one is broken.",
)
@click.argument("target")
def conformance_command(target: str, as_json: bool) -> int:
    game = find_target(target)
    try:
        from campagna.laws.run import check
    except ModuleNotFoundError as missing:
        raise Problem(
            say(
                f"manca {missing.name}: pip install 'campagna[conformance]'",
                f"{missing.name} is missing: pip install 'campagna[conformance]'",
            )
        ) from None
    verdicts = []
    for verdict in check(game):
        verdicts.append(verdict)
        if not as_json:
            _print(verdict)
    broken = sum(bool(verdict.breaks) for verdict in verdicts)
    if as_json:
        laws = msgspec.to_builtins(verdicts)
        print_json({"game": game.slug, "laws": laws, "broken": broken})
    else:
        total = len(verdicts)
        click.echo(
            say(
                f"{game.slug}: {total} leggi, violate: {broken}",
                f"{game.slug}: {total} laws, broken: {broken}",
            )
        )
    return 1 if broken else 0


def _print(verdict: Verdict) -> None:
    if verdict.breaks:
        sign = say("VIOLATA  ", "BROKEN   ")
    elif verdict.skipped:
        sign = say("non prov.", "not tried")
    else:
        sign = say("rispett. ", "kept     ")
    click.echo(f"{sign} {verdict.law.replace('_', ' ')}")
    for found in verdict.breaks:
        click.echo(f"    {found.case}")
        for line in found.problem.splitlines():
            click.echo(f"      {line}")


def find_target(target: str) -> Game[Any]:
    """A game by its slug, or by `package.module:Class` before it is installed."""
    if ":" not in target:
        return load_game(target)
    module, _, name = target.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        made = getattr(import_module(module), name)
        game = made() if callable(made) else made
    except (ImportError, AttributeError, TypeError, ValueError) as problem:
        raise Problem(
            say(
                f"'{target}' non si carica: {problem}",
                f"'{target}' cannot be loaded: {problem}",
            )
        ) from None
    if not isinstance(game, Game):
        raise Problem(say(f"'{target}' non è un gioco", f"'{target}' is not a game"))
    return game
